/* The tasks of the tutorial; what they say is in lessons.TAG.json, by name. */

/** @type {import('../../js/types.js').Task[]} */
export const lessons = [
    { name: 'step', like: /^[a-i]\d$/, solution: 'e2' },
    { name: 'barrier', like: /[hv]$/, solution: 'e8h' },
    { name: 'jump', position: 'e4/e5 10/10 - 1', moves: ['e6'], solution: 'e6' },
    { name: 'turn', position: 'e4/e5 9/10 e5h 1', moves: ['d5', 'f5'], solution: 'd5' },
    { name: 'stop', position: 'e5/e2 10/10 - 1', moves: ['d1h', 'e1h'], solution: 'e1h' },
    { name: 'locked', position: 'e1/e9 10/8 d8v,e8v 1', refused: true, solution: 'e7h' },
    { name: 'edge', position: 'e8/e9 10/10 - 1', wins: true, solution: 'd9' },
    { name: 'cross', position: 'e1/e9 9/10 e3h 1', refused: true, solution: 'e3v' },
    { name: 'overlap', position: 'e1/e9 9/10 e3h 1', refused: true, solution: 'f3h' },
    { name: 'no-turn', position: 'e4/e5 10/10 - 1', refused: true, solution: 'd5' },
    { name: 'none-left', position: 'walls=1 e1/e9 0/1 e5h 1', like: /^[a-i]\d$/, solution: 'e2' },
    { name: 'four', position: 'players=4 e1/a5/e9/i5 5/5/5/5 - 1', like: /^[a-i]\d$/, solution: 'e2' },
    { name: 'two-pawns', position: 'players=4 e4/e5/e6/i5 5/5/5/5 - 1', moves: ['d5', 'f5'], solution: 'd5' },
];
