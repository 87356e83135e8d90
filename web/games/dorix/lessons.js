/* The course: the rules by tasks, each with the ids of the rules that it explains and uses, then tactics, then strategic
 * ideas. The words are in lessons.TAG.json, by name. */

/** @type {import('../../js/types.js').Lesson[]} */
export const lessons = [
    {
        name: 'goal', tasks: [
            {
                name: 'diagonal', explains: ['goal', 'place'],
                position: 'a1:1,c1:2,b2:1,b3:2,a4:2,d4:1 12/12 1', wins: true, solution: 'c3', drawings: ['Ga1d4'],
            },
        ],
    },
    {
        name: 'piles', tasks: [
            { name: 'pile', explains: ['control', 'pile'], uses: ['place'], position: 'b2:1,c3:2 14/14 1', moves: ['b2'], solution: 'b2' },
            { name: 'others', explains: ['foreign'], uses: ['pile'], position: 'b2:1,c3:2 14/14 1', refused: true, solution: 'c3' },
        ],
    },
    {
        name: 'collapses', tasks: [
            {
                name: 'collapse', explains: ['collapse'], uses: ['pile', 'control'],
                position: 'b2:2,c2:1 14/14 1', moves: ['c2:b2'], solution: 'c2:b2', drawings: ['Gc2b2'],
            },
            { name: 'level', explains: ['level'], uses: ['collapse'], position: 'b2:22,c2:1 14/13 1', moves: ['c2'], solution: 'c2' },
            {
                name: 'share', explains: ['share'], uses: ['collapse'],
                position: 'b2:2,c2:21,d2:2,c3:1 13/12 1', moves: ['c2:b2,d2,c3'], solution: 'c2:b2,d2,c3',
            },
            {
                name: 'too-few', explains: ['too-few'], uses: ['collapse', 'share'],
                position: 'c1:2,b2:2,c2:1,c3:2 14/12 1', moves: ['c2:b2,c3'], solution: 'c2:b2,c3',
            },
            {
                name: 'no-chain', explains: ['no-chain'], uses: ['collapse'],
                position: 'a2:2,b2:2,c2:11 13/13 1', moves: ['c2:b2'], solution: 'c2:b2',
            },
        ],
    },
    {
        name: 'fight', tasks: [
            {
                name: 'take', uses: ['goal', 'control', 'collapse', 'share'],
                position: 'a1:1,c1:2,b2:1,c3:2,d3:1,a4:2,d4:1 11/12 1', wins: true, solution: 'd3:c3,d4',
            },
            {
                name: 'cover', explains: ['uncover'], uses: ['goal', 'collapse'],
                position: 'a1:2,b2:2,b3:1,c3:21,d3:1,d4:2 12/11 1', goesOn: true, solution: 'a4',
            },
            {
                name: 'both', explains: ['both'], uses: ['goal', 'collapse', 'uncover'],
                position: 'a1:2,d1:1,b2:2,c2:2,b3:2,c3:21,a4:1,d4:2 12/9 1', moves: ['c3:c2,b3'], solution: 'c3:c2,b3',
            },
        ],
    },
    {
        name: 'hand', tasks: [
            {
                name: 'lift', explains: ['lift'], uses: ['place', 'control'],
                position: 'a1:11111,b1:11111,c1:11111,d4:2 0/14 1', like: />/, solution: 'a1>b2',
            },
            {
                name: 'pass', explains: ['pass'], uses: ['lift', 'control'],
                position: 'a1:111112,b1:111112,c1:111112 0/12 1', moves: ['pass'], solution: 'pass',
            },
        ],
    },
    {
        name: 'players', tasks: [
            {
                name: 'three', explains: ['three'], uses: ['goal'],
                position: 'players=3 a1:1,c1:3,b2:1,a3:2,d4:1 9/11/11 1', wins: true, solution: 'c3',
            },
            {
                name: 'partner', explains: ['partner'], uses: ['foreign'],
                position: 'players=4 a1:1,c1:2,b2:3,a3:4,d4:3 9/9/8/9 1', refused: true, solution: 'b2',
            },
            {
                name: 'team', explains: ['team'], uses: ['goal', 'partner'],
                position: 'players=4 a1:1,c1:2,b2:3,a3:4,d4:3 9/9/8/9 1', wins: true, solution: 'c3',
            },
        ],
    },
    // Tactics by theme: puzzles of puzzles.txt, with proven solutions.
    { name: 'edge', theme: 'collapse', task: 'win 1', puzzles: ['j76kc7', 'ew7p1r', '8mdny3'] },
    { name: 'centre', theme: 'collapse', task: 'win 1', puzzles: ['zvdhsk', 'dmfm01', 'ncj5s6'] },
    { name: 'three-pawns', theme: 'great-collapse', task: 'win 1', puzzles: ['sddv0p', 'g9813v', '0en7jt'] },
    { name: 'break', theme: 'block', task: 'hold', puzzles: ['7332sg', 'cad2md', 'erzzjt'] },
    { name: 'two-ways', theme: 'settle', task: 'win 3', puzzles: ['ck2a91', 'wxyrgr', 'rgnr6t'] },
    { name: 'take-and-fill', theme: 'take', task: 'win 3', puzzles: ['0dbr31', 'fdzm87', 'r0f53y'] },
    { name: 'avalanche', theme: 'great-collapse', task: 'win 3', puzzles: ['t2sdqn', 'nd69yy', '9w7fwq'] },
    { name: 'counter', theme: 'take', task: 'hold', puzzles: ['nxdrt6', '7ktecy', '4arm6z'] },
    { name: 'height', theme: 'raise', puzzles: ['tt4hxh', 'hx8fk3', '2t6b3d'] },
    { name: 'lifting', theme: 'lift', puzzles: ['h3j7pc', '6v5zbj', 'ywv6a9'] },
    // Ideas, each in a game; the solver proves who wins from a number of moves on.
    {
        name: 'corners', example: {
            winner: 2, from: 13,
            moves: 'c3 b2 d1 b2 a4 c2 d4 c2:c3 a3 c4 d4:c4 c3:c2,c4 b1 b2:b1,c2 b3 a1 b3:b2,a3 b1:a1,b2 b3 c4:c3,d4',
        },
    },
    {
        name: 'patience', example: {
            winner: 1, from: 12,
            moves: 'b3 a3 b3:a3 c2 d4 b1 b3 d1 b2 d3 b2:b1,c2 d3:d4 c1 d1:c1 b1:c1 d3 a4 a1 c1:d1,c2,b1',
        },
    },
    {
        name: 'open-square', example: {
            winner: 1, from: 12,
            moves: 'b3 c2 b3 c2 a1 d3 c3 d1 c3:d3 a2 a1:a2 b1 d4 b1:a1 a2:a1 c2:c3 b3:c3 a4 b2',
        },
    },
];
