/* The tasks of the tutorial. */

/** @type {import('../../js/types.js').Task[]} */
export const lessons = [
    {
        text: {
            en: 'You are player 1 and want to reach row 9. Move your pawn one step.',
            fr: 'Vous êtes le joueur 1 et voulez atteindre la rangée 9. Avancez votre pion d’un pas.',
        },
        like: /^[a-i]\d$/, solution: 'e2',
    },
    {
        rule: {
            en: 'Instead of moving you may put a barrier, two squares long, in the way of player 2.',
            fr: 'Au lieu d’avancer, vous pouvez mettre une barrière, longue de deux cases, sur le chemin du joueur 2.',
        },
        text: {
            en: 'Place a barrier anywhere.',
            fr: 'Posez une barrière où vous voulez.',
        },
        like: /[hv]$/, solution: 'e8h',
    },
    {
        position: 'e4/e5 10/10 - 1',
        text: {
            en: 'Face to face you may jump the other pawn, straight on. Jump!',
            fr: 'Face à face, vous pouvez sauter l’autre pion, tout droit. Sautez !',
        },
        moves: ['e6'], solution: 'e6',
    },
    {
        position: 'e4/e5 9/10 e5h 1',
        rule: {
            en: 'With a barrier behind the other pawn you may turn instead of jumping.',
            fr: 'Avec une barrière derrière l’autre pion, on peut bifurquer au lieu de sauter.',
        },
        text: {
            en: 'Turn, to its left or to its right.',
            fr: 'Bifurquez, à sa gauche ou à sa droite.',
        },
        moves: ['d5', 'f5'], solution: 'd5',
    },
    {
        position: 'e5/e2 10/10 - 1',
        text: {
            en: 'Player 2 is one step from row 1. Put a barrier right in front of that pawn.',
            fr: 'Le joueur 2 est à un pas de la rangée 1. Posez une barrière juste devant son pion.',
        },
        moves: ['d1h', 'e1h'], solution: 'e1h',
    },
    {
        position: 'e1/e9 10/8 d8v,e8v 1',
        rule: {
            en: 'Nobody may be locked in.',
            fr: 'On n’enferme personne.',
        },
        text: {
            en: 'Try to shut player 2 in with e7h, below e8.',
            fr: 'Essayez d’enfermer le joueur 2 avec e7h, sous e8.',
        },
        refused: true, solution: 'e7h',
    },
    {
        position: 'e8/e9 10/10 - 1',
        text: {
            en: 'The edge of the board blocks the jump like a barrier. Turn, and win.',
            fr: 'Le bord du plateau empêche le saut comme une barrière. Bifurquez, et gagnez.',
        },
        wins: true, solution: 'd9',
    },
    {
        position: 'e1/e9 9/10 e3h 1',
        rule: {
            en: 'Barriers may not cross.',
            fr: 'Deux barrières ne se croisent pas.',
        },
        text: {
            en: 'Try e3v, across e3h.',
            fr: 'Essayez e3v, en travers de e3h.',
        },
        refused: true, solution: 'e3v',
    },
    {
        position: 'e1/e9 9/10 e3h 1',
        rule: {
            en: 'Barriers may touch, but not overlap.',
            fr: 'Deux barrières peuvent se toucher, pas se recouvrir.',
        },
        text: {
            en: 'Try f3h, which would lie half on e3h.',
            fr: 'Essayez f3h, qui recouvrirait la moitié de e3h.',
        },
        refused: true, solution: 'f3h',
    },
    {
        position: 'e4/e5 10/10 - 1',
        rule: {
            en: 'While you can jump straight on, you may not turn.',
            fr: 'Tant que le saut tout droit est possible, on ne bifurque pas.',
        },
        text: {
            en: 'Try to turn to d5.',
            fr: 'Essayez de bifurquer en d5.',
        },
        refused: true, solution: 'd5',
    },
    {
        position: 'walls=1 e1/e9 0/1 e5h 1',
        rule: {
            en: 'Without a barrier left, you must move your pawn.',
            fr: 'Sans barrière, il faut bouger son pion.',
        },
        text: {
            en: 'Your barriers are used up. Move.',
            fr: 'Vous n’avez plus de barrière. Jouez.',
        },
        like: /^[a-i]\d$/, solution: 'e2',
    },
    {
        position: 'players=4 e1/a5/e9/i5 5/5/5/5 - 1',
        rule: {
            en: 'With four players everyone plays alone, with 5 barriers; each goes to the opposite side.',
            fr: 'À quatre, chacun pour soi, avec 5 barrières ; chacun vise le côté opposé.',
        },
        text: {
            en: 'You are player 1, on the way to row 9. Move your pawn.',
            fr: 'Vous êtes le joueur 1 et visez la rangée 9. Bougez votre pion.',
        },
        like: /^[a-i]\d$/, solution: 'e2',
    },
    {
        position: 'players=4 e4/e5/e6/i5 5/5/5/5 - 1',
        rule: {
            en: 'A third pawn behind the other blocks the jump: you never jump two.',
            fr: 'Un troisième pion derrière empêche le saut : on n’en saute jamais deux.',
        },
        text: {
            en: 'Turn, to the left or to the right of e5.',
            fr: 'Bifurquez, à gauche ou à droite de e5.',
        },
        moves: ['d5', 'f5'], solution: 'd5',
    },
];
