/* The boards in the rule page, and a short game to look at. */

/** @type {import('../../js/types.js').Diagrams} */
export const diagrams = {
    fences: {
        0: [{ position: 'e1/e9 9/10 e3h 2' }, { position: 'e1/e9 9/10 e3v 2' }],
        1: [{ position: 'e1/e9 8/10 d1v,e1v 2' }],
        2: [{ position: 'e4/e5 10/10 - 1' }, { position: 'e4/e5 9/10 e5h 1' }],
        3: [{ position: 'walls=2 turn=barrier h5/i5 0/1 g4v,h4h,g5h 1' }],
    },
    sections: {
        2: [{}, { players: 4 }],
    },
    rule: (move) => /[hv]$/.test(move) ? 5 : 4,
};

/** @type {import('../../js/types.js').Replay} */
export const replay = {
    options: { walls: 3 },
    moves: 'e2 e8 e3 e7 e4 e6 e3h d6h f4 e5 f5 f6h d5 e4 c5 d4 c3h e4 c6 f4 c7 g4 c8 b8h d8 g3 d9',
};
