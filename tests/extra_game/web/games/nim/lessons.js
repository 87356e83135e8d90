/* The course: the rules alone. The words are in lessons.TAG.json, by name. */

/** @type {import('../../js/types.js').Lesson[]} */
export const lessons = [
    {
        name: 'rules', tasks: [
            { name: 'both', explains: ['goal', 'take'], position: '0/0/2 1', wins: true, solution: 'c2' },
            { name: 'pair', explains: ['pair'], uses: ['take'], position: '0/1/2 1', moves: ['c1'], solution: 'c1' },
        ],
    },
];
