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
            en: 'You control a pile when the top pawn is yours. Make b2 two pawns high.',
            fr: 'Vous contrôlez une pile si le pion au sommet est le vôtre. Ajoutez un pion en b2.',
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
            en: 'If the pile you have just added to is higher than a pile beside it, it collapses: the lower one gets a pawn.',
            fr: 'Si la pile où vous venez de jouer dépasse une pile voisine, elle s’effondre : la plus basse reçoit un pion.',
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
            fr: 'Contrôlez les quatre piles d’une grande diagonale et vous gagnez. Faites-le.',
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
            fr: 'Votre main est vide : retirez un pion du sommet d’une pile et posez-le.',
        },
        like: />/, solution: 'a1>b2',
    },
    {
        position: 'b2:22,c2:1 14/13 1',
        rule: {
            en: 'At equal height nothing collapses.',
            fr: 'À hauteur égale, pas d’effondrement.',
        },
        text: {
            en: 'Add to c2: it becomes as high as b2, no higher.',
            fr: 'Ajoutez en c2 : la pile égale b2, sans la dépasser.',
        },
        moves: ['c2'], solution: 'c2',
    },
    {
        position: 'a2:2,b2:2,c2:11 13/13 1',
        rule: {
            en: 'Only the pile you have just added to can collapse: there is no chain.',
            fr: 'Seule la pile où vous venez de jouer peut s’effondrer : pas de cascade.',
        },
        text: {
            en: 'Add to c2. Then b2 is higher than a2, and stays as it is.',
            fr: 'Ajoutez en c2. Ensuite b2 dépasse a2, et ne bouge pas.',
        },
        moves: ['c2:b2'], solution: 'c2:b2',
    },
    {
        position: 'c1:2,b2:2,c2:1,c3:2 14/12 1',
        rule: {
            en: 'If there are too few pawns, you choose which neighbours go without.',
            fr: 'S’il manque des pions, vous choisissez les voisines qui n’en reçoivent pas.',
        },
        text: {
            en: 'Two pawns for three lower piles: add to c2, and c1 gets none.',
            fr: 'Deux pions pour trois voisines : ajoutez en c2, rien pour c1.',
        },
        moves: ['c2:b2,c3'], solution: 'c2:b2,c3',
    },
    {
        position: 'a1:2,d1:1,b2:2,c2:2,b3:2,c3:21,a4:1,d4:2 12/9 1',
        rule: {
            en: 'If two players control a diagonal each, nobody has won: play goes on.',
            fr: 'Si deux joueurs contrôlent chacun une diagonale, la partie continue.',
        },
        text: {
            en: 'Collapse c3 onto c2 and b3: one diagonal each.',
            fr: 'Effondrez c3 sur c2 et b3 : une diagonale chacun.',
        },
        moves: ['c3:c2,b3'], solution: 'c3:c2,b3',
    },
    {
        position: 'a1:111112,b1:111112,c1:111112 0/12 1',
        rule: {
            en: 'With an empty hand and no pile that you control, you pass.',
            fr: 'Si votre main est vide et que vous ne contrôlez aucune pile, vous passez.',
        },
        text: {
            en: 'There is nothing to place or to lift: pass.',
            fr: 'Rien à poser ni à retirer : passez.',
        },
        moves: ['pass'], solution: 'pass',
    },
    {
        position: 'players=3 a1:1,c1:3,b2:1,a3:2,d4:1 9/11/11 1',
        rule: {
            en: 'With three players everyone plays alone, with 12 pawns.',
            fr: 'À trois, chacun pour soi, avec 12 pions.',
        },
        text: {
            en: 'You are player 1. Complete your diagonal.',
            fr: 'Vous êtes le joueur 1. Complétez votre diagonale.',
        },
        wins: true, solution: 'c3',
    },
    {
        position: 'players=4 a1:1,c1:2,b2:3,a3:4,d4:3 9/9/8/9 1',
        rule: {
            en: 'With four, partners sit face to face: 1 and 3 against 2 and 4.',
            fr: 'À quatre, les partenaires sont face à face : 1 et 3 contre 2 et 4.',
        },
        text: {
            en: 'You may not play on your partner’s pile either. Try b2.',
            fr: 'On ne joue pas non plus sur la pile du partenaire. Essayez b2.',
        },
        refused: true, solution: 'b2',
    },
    {
        position: 'players=4 a1:1,c1:2,b2:3,a3:4,d4:3 9/9/8/9 1',
        rule: {
            en: 'The piles of both partners count for the team.',
            fr: 'Les piles des deux partenaires comptent pour l’équipe.',
        },
        text: {
            en: 'Complete the diagonal of your team.',
            fr: 'Complétez la diagonale de votre équipe.',
        },
        wins: true, solution: 'c3',
    },
];
