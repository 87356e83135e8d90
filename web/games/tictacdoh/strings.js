/* What the page says about this game. {0}, {1}, ... stand for the arguments; the translations are in po/. */

/** @type {import('../../js/types.js').Strings} */
export const strings = {
    card: { place: 2, title: 'Tic Tac Doh', author: 'Brian Schultze', players: [2, 3, 4], minutes: [5, 10] },
    en: {
        pitch: 'Three of one size in a row, on a grid that nobody can see yet.',
        keys: 'S, M, L: choose a size',
        'option.stash': 'Stash',
        'option.tie': 'All placed, no line',
        'option.tie.draw': 'a draw',
        'option.tie.last': 'the last to move wins',
        'option.tie.next': 'the next to move wins',
        S: 'small',
        M: 'medium',
        L: 'large',
        out: 'outside the grid',
        some: 'empty, perhaps in the grid',
        all: 'empty',
        stack: 'stack, from the top down {0}',
        nest: 'nest, from the outside in {0}, counts as {1}',
        start: 'Choose a size and a square.',
        first: 'Choose a size for {0}. The 3×3 grid will include it.',
        where: 'Size {0}: where does it go?',
        size: 'On {0}: {1}?',
    },
};
