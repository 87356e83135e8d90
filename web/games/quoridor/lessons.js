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
];
