/* The tasks of the tutorial; what they say is in lessons.TAG.json, by name. */

/** @type {import('../../js/types.js').Task[]} */
export const lessons = [
    { name: 'both', position: '0/0/2 1', wins: true, solution: 'c2' },
    { name: 'pair', position: '0/1/2 1', moves: ['c1'], solution: 'c1' },
];
