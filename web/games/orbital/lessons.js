/* The course: the rules by tasks, each with the ids of the rules that it explains and uses, then tactics, then strategic
 * ideas. The words are in lessons.TAG.json, by name. */

/** @type {import('../../js/types.js').Lesson[]} */
export const lessons = [
    {
        name: 'goal', tasks: [
            {
                name: 'third', explains: ['goal', 'place', 'tower'],
                position: 'a1:B1T1nA2,d1:B1T2wA1,b2:B1T1e - 1', wins: true, solution: 'Ab2', drawings: ['Ga1', 'Gd1', 'Yb2'],
            },
        ],
    },
    {
        name: 'placing', tasks: [
            { name: 'free', explains: ['free'], uses: ['place'], like: /./, solution: 'Bb2' },
            { name: 'kind', explains: ['kind'], uses: ['place', 'tower'], position: 'b2:B2T1n - 1', refused: true, solution: 'Bb2' },
            { name: 'edge', explains: ['point', 'edge'], uses: ['place'], refused: true, solution: 'Ta2w' },
            { name: 'same-way', explains: ['same-way'], uses: ['point'], position: 'a2:T2e - 1', refused: true, solution: 'Tc2e' },
        ],
    },
    {
        name: 'orders', tasks: [
            { name: 'base', explains: ['orders', 'base'], uses: ['place'], position: 'b2:B2 Bb2 1', like: /./, solution: 'Bb3', drawings: ['Gb2b3', 'Gb2c2', 'Gb2b1', 'Gb2a2'] },
            { name: 'disobey', uses: ['base'], position: 'b2:B2 Bb2 1', refused: true, solution: 'Bd4' },
            { name: 'thruster', explains: ['thruster'], uses: ['orders', 'point'], position: 'a2:T2e Ta2e 1', like: /^B/, solution: 'Bc2', drawings: ['Ga2d2'] },
            { name: 'antenna', explains: ['antenna'], uses: ['orders', 'tower', 'kind'], position: 'b2:B1A2 Ab2 1', like: /^Tb2/, solution: 'Tb2n' },
            { name: 'full', explains: ['full'], uses: ['antenna', 'tower'], position: 'b2:B1T1nA2 Ab2 1', like: /./, solution: 'Bd4' },
        ],
    },
    {
        name: 'towers', tasks: [
            { name: 'gift', explains: ['gift'], uses: ['tower', 'antenna'], position: 'b2:B2A2 Ab2 1', like: /^Tb2/, solution: 'Tb2n' },
            {
                name: 'three-towers', uses: ['goal', 'tower', 'base'],
                position: 'a1:B1T1nA2,d1:B1T2wA1,b2:B1A2,b3:B2 Bb3 1', wins: true, solution: 'Tb2e',
            },
            {
                name: 'majority', explains: ['majority'], uses: ['tower', 'place'],
                position: 'pieces=3 a1:B1T1nA2,b1:T2e,d1:B1,b2:B2T2nA1,c2:B1T1e,a3:T2e,c3:T1n,d3:B2,a4:A2,b4:A2,c4:A1,d4:B2 - 1',
                wins: true, solution: 'Ac2',
            },
        ],
    },
    // Tactics by theme: puzzles of puzzles.txt, with proven solutions.
    { name: 'complete', theme: 'tower', task: 'win 1', puzzles: ['cxhb5e', '8755wy', '5xq1dt'] },
    { name: 'direction', theme: 'tower', task: 'win 1', puzzles: ['7zscw9', 's0bnbk', 't791aj'] },
    { name: 'far', theme: 'long-shot', task: 'win 3', puzzles: ['g6xz5m', 'pfsv24', 'qy09rs'] },
    { name: 'command', theme: 'trap', task: 'win 3', puzzles: ['3s4k86', '327wvc', '5gx4qe'] },
    { name: 'forced', theme: 'trap', task: 'win 3', puzzles: ['9kw1tf', '3zgqgy', 'byzfa0'] },
    { name: 'aim', theme: 'trap', task: 'win 3', puzzles: ['25j9z8', '5hvnkk', 'df42fg'] },
    { name: 'liberty', task: 'win', puzzles: ['ej4c81', 'f6rh1n', 'gbmqd6'] },
    { name: 'chain', theme: 'trap', task: 'win 5', puzzles: ['v82y53', 'zjjw86', 'xhr1bq'] },
    { name: 'tempo', theme: 'tower', task: 'win', puzzles: ['7gk6hx', '5tr2w8', '0p5ggb'] },
    { name: 'quiet', theme: 'quiet', task: 'win 3', puzzles: ['48j6dd', 'esjg4t', 'kt3m3n'] },
    // Ideas, each in a game; the solver proves who wins from a number of moves on.
    {
        name: 'pattern', example: {
            winner: 1, from: 0,
            moves: 'Ta1n Ba4 Ta3e Bb3 Aa3 Ba3 Aa2 Ba2 Aa1 Ba1 Ta2s',
        },
    },
    {
        name: 'corner', example: {
            winner: 1, from: 0,
            moves: 'Ta1n Ta2e Tb2n Bb3 Ab2 Bb2 Ab1 Bb1 Aa1 Ba1 Tb1e',
        },
    },
    {
        name: 'give-one', example: {
            winner: 1, from: 0,
            moves: 'Ta1n Ba2 Aa1 Ba1 Ab1 Bb1 Tc1w Tb1e Ac1 Bc1 Ac2 Bc2 Ab2 Tb2w Aa2 Ta2e Bb2',
        },
    },
];
