/* What the page says about this game. {0}, {1}, ... stand for the arguments. */

/** @type {import('../../js/types.js').Strings} */
export const strings = {
    card: { place: 4, title: 'Nim', author: 'unknown', players: [2, 3, 4] },
    en: {
        pitch: 'Take the last stone.',
        'option.heaps': 'Heaps',
        start: 'Choose the lowest stone to take; those above it go too.',
        stone: 'a stone',
    },
};
