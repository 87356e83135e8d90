/* The tasks of the tutorial. */

/** @type {import('../../js/types.js').Task[]} */
export const lessons = [
    {
        position: '0/0/2 1',
        text: { en: 'Take both stones, and win.', fr: 'Prenez les deux pierres, et gagnez.' },
        wins: true, solution: 'c2',
    },
];
