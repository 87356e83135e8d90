/* What the page says about this game. {0}, {1}, ... stand for the arguments. */

/** @type {import('../../js/types.js').Strings} */
export const strings = {
    card: { place: 1, title: 'Dorix', author: 'Loïc Lamy', authorLink: 'mailto:loic.lamy@laposte.net', players: [2, 3, 4], minutes: [5, 20], age: 8 },
    en: {
        pitch: 'Pile up pawns, let piles collapse, and control a whole diagonal.',
        pawn: 'one pawn, player {0}',
        pile: 'pile of {0}, players from the top down {1}',
        hand: 'Player {0}: {1} pawns in hand',
        handTeam: 'Player {0}, partner of player {2}: {1} pawns in hand',
        place: 'Place a pawn on an empty square or on a pile of yours.',
        lift: 'Your hand is empty: lift a pawn from a pile of yours.',
        put: 'Now place the pawn.',
        fall: 'The pile collapses: pawn {0} of {1}, {2}. Where does it fall: {3}?',
        yours: 'yours',
        whose: 'of player {0}',
    },
    fr: {
        pitch: 'Empilez vos pions, faites s’effondrer les piles et contrôlez une diagonale entière.',
        pawn: 'un pion, joueur {0}',
        pile: 'pile de {0}, joueurs de haut en bas {1}',
        hand: 'Joueur {0} : {1} pions en main',
        handTeam: 'Joueur {0}, partenaire du joueur {2} : {1} pions en main',
        place: 'Placez un pion sur une case vide ou sur une de vos piles.',
        lift: 'Votre main est vide : retirez un pion d’une de vos piles.',
        put: 'Placez maintenant ce pion.',
        fall: 'La pile s’effondre : pion {0} sur {1}, {2}. Où tombe-t-il : {3} ?',
        yours: 'le vôtre',
        whose: 'du joueur {0}',
    },
};
