/* The course: the rules by tasks, each with the ids of the rules that it explains and uses, then tactics, then strategic
 * ideas. The words are in lessons.TAG.json, by name. */

/** @type {import('../../js/types.js').Lesson[]} */
export const lessons = [
    {
        name: 'goal', tasks: [
            { name: 'reach', explains: ['goal', 'step'], position: 'e8/c3 10/10 - 1', wins: true, solution: 'e9', drawings: ['Ge8e9', 'Rc3c1'] },
            { name: 'step', explains: ['start'], uses: ['goal', 'step'], like: /^[a-i]\d$/, solution: 'e2', drawings: ['Ge1e9', 'Re9e1'] },
        ],
    },
    {
        name: 'barriers', tasks: [
            { name: 'barrier', explains: ['barrier'], uses: ['step'], like: /[hv]$/, solution: 'e8h' },
            { name: 'stop', uses: ['goal', 'barrier'], position: 'e5/e2 10/10 - 1', moves: ['d1h', 'e1h'], solution: 'e1h' },
            { name: 'cross', explains: ['cross'], uses: ['barrier'], position: 'e1/e9 9/10 e3h 1', refused: true, solution: 'e3v' },
            { name: 'overlap', explains: ['overlap'], uses: ['barrier'], position: 'e1/e9 9/10 e3h 1', refused: true, solution: 'f3h' },
            { name: 'locked', explains: ['locked'], uses: ['goal', 'barrier'], position: 'e1/e9 10/8 d8v,e8v 1', refused: true, solution: 'e7h' },
            {
                name: 'none-left', explains: ['none-left'], uses: ['step', 'barrier'],
                position: 'walls=1 e1/e9 0/1 e5h 1', like: /^[a-i]\d$/, solution: 'e2',
            },
        ],
    },
    {
        name: 'jumps', tasks: [
            { name: 'jump', explains: ['jump'], uses: ['step'], position: 'e4/e5 10/10 - 1', moves: ['e6'], solution: 'e6', drawings: ['Ge4e6'] },
            { name: 'turn', explains: ['turn'], uses: ['jump', 'barrier'], position: 'e4/e5 9/10 e5h 1', moves: ['d5', 'f5'], solution: 'd5' },
            { name: 'no-turn', explains: ['no-turn'], uses: ['jump', 'turn'], position: 'e4/e5 10/10 - 1', refused: true, solution: 'd5' },
            { name: 'edge', explains: ['edge'], uses: ['goal', 'jump', 'turn'], position: 'e8/e9 10/10 - 1', wins: true, solution: 'd9' },
        ],
    },
    {
        name: 'players', tasks: [
            {
                name: 'four', explains: ['four'], uses: ['goal', 'step', 'barrier'],
                position: 'players=4 e1/a5/e9/i5 5/5/5/5 - 1', like: /^[a-i]\d$/, solution: 'e2',
            },
            {
                name: 'two-pawns', explains: ['two-pawns'], uses: ['jump', 'turn', 'four'],
                position: 'players=4 e4/e5/e6/i5 5/5/5/5 - 1', moves: ['d5', 'f5'], solution: 'd5',
            },
        ],
    },
    // Tactics by theme: puzzles of puzzles.txt, with proven solutions.
    { name: 'stop-now', theme: 'block', task: 'hold 2', puzzles: ['4xbzws', '1yvyqx', 'vdnncf'] },
    { name: 'stop-twice', theme: 'block', task: 'hold 4', puzzles: ['tv0vt9', 'ycewde', 'r5dx9n'] },
    { name: 'leap', theme: 'jump', task: 'win 3', puzzles: ['3c7yst', 'yh6kbe', 'x6tvc5'] },
    { name: 'bend', theme: 'jump', task: 'win 3', puzzles: ['chngkf', '8dg1jx', 'db48fb'] },
    { name: 'corridor', theme: 'corridor', puzzles: ['4c7f8r', '2wxqsm', 'hrkwzp'] },
    { name: 'guard', theme: 'guard', task: 'win', puzzles: ['cq6n45', 'qyekaw', '9yzcf6'] },
    { name: 'last-one', theme: 'last-barrier', task: 'win', puzzles: ['zpgd14', 'rwd73q', '6j44bt'] },
    { name: 'detour', theme: 'detour', task: 'win', puzzles: ['13zqdj', '7fdtv6', '69swpx'] },
    { name: 'race', theme: 'race', task: 'win', puzzles: ['smg4ng', 'wc5r4h', '756cxg'] },
    { name: 'run', theme: 'run', task: 'win 5', puzzles: ['nwp45j', 'w5rnxv', 'z6jzx1'] },
    // Ideas, each in a game; the solver proves who wins from a number of moves on.
    {
        name: 'keep', example: {
            options: { size: 5, walls: 3 }, winner: 1, from: 6, turned: true,
            moves: 'c2 c4 b1h b4h d1h d4h c3 c2 a2v c4 b4 c3 a4 c4 a5',
        },
    },
    {
        name: 'in-hand', example: {
            options: { size: 5, walls: 3 }, winner: 2, from: 9,
            moves: 'c2 c4 b1h b4h d1h c3 c4 b3 b4 a4v c4 b2 c3 a2 c4 a1',
        },
    },
    {
        name: 'late', example: {
            options: { size: 5, walls: 3 }, winner: 1, from: 6,
            moves: 'c2 c4 b1h b2h d2 d4 d3 d2 d1h d3h c3 c2 c4 b4h d4 b2 d5',
        },
    },
];
