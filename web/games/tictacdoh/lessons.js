/* The course: the rules by tasks, each with the ids of the rules that it explains and uses, then tactics, then strategic
 * ideas. The words are in lessons.TAG.json, by name. */

/** @type {import('../../js/types.js').Lesson[]} */
export const lessons = [
    {
        name: 'goal', tasks: [
            { name: 'three-large', explains: ['goal', 'place'], position: 'b3:L,c3:L', wins: true, solution: 'Ld3', drawings: ['Gb3d3'] },
        ],
    },
    {
        name: 'sheet', tasks: [
            { name: 'first', explains: ['first'], uses: ['place'], like: /./, solution: 'Lc3' },
            { name: 'touch', explains: ['touch'], uses: ['place'], position: 'c3:L', like: /^S(?!c3)/, solution: 'Sd4' },
            { name: 'grid', explains: ['grid'], uses: ['touch'], position: 'a1:S,b2:M,c3:L', refused: true, solution: 'Ld3' },
        ],
    },
    {
        name: 'towers', tasks: [
            { name: 'stack', explains: ['stack'], position: 'c3:L', moves: ['Mc3'], solution: 'Mc3' },
            { name: 'line', uses: ['goal', 'stack'], position: 'b3:L,c3:LM', wins: true, solution: 'Ld3' },
            { name: 'nest', explains: ['nest'], position: 'c3:S', moves: ['Mc3'], solution: 'Mc3' },
            { name: 'slant', uses: ['goal', 'stack', 'nest'], position: 'b2:LM,c3:M,d4:S', wins: true, solution: 'Md4' },
            { name: 'skip', explains: ['skip'], uses: ['stack', 'nest'], position: 'c3:L', refused: true, solution: 'Sc3' },
            { name: 'mixture', explains: ['mixture'], uses: ['stack', 'nest'], position: 'c3:LM', refused: true, solution: 'Lc3' },
        ],
    },
    {
        name: 'end', tasks: [
            {
                name: 'stuck', explains: ['stuck'], uses: ['place', 'stack', 'nest', 'skip', 'mixture', 'grid'],
                position: 'c3:S,d3:LM,e3:L,c4:L,d4:MS,e4:MS,c5:MS,d5:S,e5:M', wins: true, solution: 'Le5',
            },
            { name: 'draw', explains: ['draw'], uses: ['goal', 'place'], position: 'stash=1 c3:L,d3:M', draws: true, solution: 'Sb3' },
        ],
    },
    {
        name: 'players', tasks: [
            { name: 'three', explains: ['three'], uses: ['goal'], position: 'players=3 b3:L,c3:LM', wins: true, solution: 'Ld3' },
        ],
    },
    // Tactics by theme: puzzles of puzzles.txt, with proven solutions.
    { name: 'see', theme: 'line', task: 'win 1', puzzles: ['p7msky', 'e87jj4', 'jb9j0d'] },
    { name: 'stack-line', theme: 'stack', task: 'win 1', puzzles: ['jgtqef', 'hbyapr', 'h8bfz4'] },
    { name: 'nest-line', theme: 'nest', task: 'win 1', puzzles: ['8wdcv3', '6v9kf2', 'ga8dt5'] },
    { name: 'beyond', theme: 'grid', task: 'win 1', puzzles: ['77mgk1', 'whh3zg', 'tn84tj'] },
    { name: 'leave', theme: 'open-square', task: 'hold 2', puzzles: ['rwykqf', 'h2sexe', 'x2jj5k'] },
    { name: 'hide', theme: 'nest', task: 'hold 2', puzzles: ['gkkmdc', '04ddqb', 'wwpdzd'] },
    { name: 'safe', theme: 'stack', task: 'hold 2', puzzles: ['jrcm8n', 'x14b3k', 'a496yb'] },
    { name: 'squeeze', theme: 'stack', task: 'win 3', puzzles: ['c31tbm', 'pgv50k', 'f2a59m'] },
    { name: 'last', theme: 'last-piece', task: 'win 3', puzzles: ['awdn93', 'njhvjy', '1aeg8f'] },
    { name: 'fix', theme: 'grid', task: 'win 5', puzzles: ['prw5aw', '8qmrfe', '2sw72z'] },
    // Ideas, each in a game; the solver proves who wins from a number of moves on.
    {
        name: 'first-reply', example: {
            winner: 1, from: 2, turned: true,
            moves: 'Sc3 Lb3 Ld3 Mb4 Mc2 Lc4 Sc2 Md3 Sd3 Sb2 Sd2',
        },
    },
    {
        name: 'safe-moves', example: {
            winner: 2, from: 3, turned: true,
            moves: 'Lc3 Mb2 Sc4 Sd3 Lc2 Sb3 Md3 Ld3 Sd2 Sb4 Lb2 Ld4',
        },
    },
    {
        name: 'layers', example: {
            winner: 2, from: 3, turned: true,
            moves: 'Lc3 Mb2 Sc2 Ld1 Sb3 Mc1 Sc1 Md3 Lb1 Sd3 Sb2 Ld2 Mc2 Mb1',
        },
    },
];
