/* The tasks of the tutorial. */

/** @type {import('../../js/types.js').Task[]} */
export const lessons = [
    {
        text: {
            en: 'Your turn begins with a pawn from your hand. Put one on any empty square.',
            fr: 'Votre tour commence par un pion de votre main. Posez-en un sur une case vide.',
        },
        like: /./, solution: 'b2',
    },
    {
        position: 'b2:1,c3:2 14/14 1',
        text: {
            en: 'The pawn on top decides whose pile it is. Make your pile on b2 two pawns high.',
            fr: 'Le pion du dessus dit à qui est la pile. Faites monter votre pile b2 à deux pions.',
        },
        moves: ['b2'], solution: 'b2',
    },
    {
        position: 'b2:1,c3:2 14/14 1',
        rule: {
            en: 'You may never play on somebody else’s pile.',
            fr: 'On ne joue jamais sur la pile d’un autre.',
        },
        text: {
            en: 'Try c3, and see what the board says.',
            fr: 'Essayez c3, et voyez ce que dit le plateau.',
        },
        refused: true, solution: 'c3',
    },
    {
        position: 'b2:2,c2:1 14/14 1',
        rule: {
            en: 'A pile that becomes higher than a pile beside it collapses: the lower one gets a pawn.',
            fr: 'Une pile qui dépasse une pile voisine s’effondre : la plus basse reçoit un pion.',
        },
        text: {
            en: 'Take b2 by adding to c2.',
            fr: 'Prenez b2 en ajoutant un pion en c2.',
        },
        moves: ['c2:b2'], solution: 'c2:b2',
    },
    {
        position: 'b2:2,c2:21,d2:2,c3:1 13/12 1',
        rule: {
            en: 'Pawns fall from the top down, and you choose where each one goes.',
            fr: 'Les pions tombent de haut en bas, et vous choisissez où va chacun.',
        },
        text: {
            en: 'Add to c2 so that b2 and d2 become yours and the pawn of player 2 falls on c3.',
            fr: 'Ajoutez en c2 : b2 et d2 pour vous, le pion du joueur 2 en c3.',
        },
        moves: ['c2:b2,d2,c3'], solution: 'c2:b2,d2,c3',
    },
    {
        position: 'a1:1,c1:2,b2:1,b3:2,a4:2,d4:1 12/12 1',
        text: {
            en: 'Control all four squares of a great diagonal and you win. Do it now.',
            fr: 'Tenez les quatre cases d’une grande diagonale et vous gagnez. Faites-le.',
        },
        wins: true, solution: 'c3',
    },
    {
        position: 'a1:1,c1:2,b2:1,c3:2,d3:1,a4:2,d4:1 11/12 1',
        text: {
            en: 'Player 2 sits on your diagonal, on c3. A collapse wins it: find it.',
            fr: 'Le joueur 2 occupe votre diagonale, en c3. Un effondrement la gagne : trouvez-le.',
        },
        wins: true, solution: 'd3:c3,d4',
    },
    {
        position: 'a1:2,b2:2,b3:1,c3:21,d3:1,d4:2 12/11 1',
        rule: {
            en: 'Look underneath: the pawn of player 2 under yours on c3 would complete a diagonal.',
            fr: 'Regardez dessous : le pion du joueur 2 sous le vôtre en c3 compléterait une diagonale.',
        },
        text: {
            en: 'Play something that keeps it covered.',
            fr: 'Jouez un coup qui le laisse couvert.',
        },
        goesOn: true, solution: 'a4',
    },
    {
        position: 'a1:11111,b1:11111,c1:11111,d4:2 0/14 1',
        text: {
            en: 'Your hand is empty: lift a pawn from the top of one of your piles and place it.',
            fr: 'Votre main est vide : retirez un pion du dessus d’une de vos piles et posez-le.',
        },
        like: />/, solution: 'a1>b2',
    },
];
