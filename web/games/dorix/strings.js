/* What the page says about this game. {0}, {1}, ... stand for the arguments; the translations are in po/. */

/** @type {import('../../js/types.js').Strings} */
export const strings = {
    card: { place: 1, title: 'Dorix', author: 'Loïc Lamy', authorLink: 'mailto:loic.lamy@laposte.net', players: [2, 3, 4], minutes: [5, 20], age: 8 },
    en: {
        pitch: 'Pile up pawns, let piles collapse, and control a whole diagonal.',
        'option.hold': 'Leaving the board as it is',
        'option.hold.free': 'allowed',
        'option.hold.barred': 'not allowed',
        'option.pawns': 'Pawns of each player',
        'personality.cautious': 'cautious',
        'personality.greedy': 'greedy',
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
};
