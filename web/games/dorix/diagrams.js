/* The boards in the rule page, and a short game to look at. */

/** @type {import('../../js/types.js').Diagrams} */
export const diagrams = {
    fences: {
        0: [{}],
        1: [{ position: 'b2:11,c2:22 13/13 2' }],
    },
    sections: {
        4: [{ position: 'a1:11111,b1:11111,c1:11111,d4:2 0/14 1' }],
        5: [{ position: 'b2:2,c2:21,d2:2,c3:2 14/11 1' }],
        6: [{ position: 'a1:2,b2:2,b3:1,c3:21,d3:1,d4:2 12/11 1' }],
    },
    rule: (move) => move.includes(':') ? 5 : 4,
};

/** @type {import('../../js/types.js').Replay} */
export const replay = {
    moves: 'c2 a4 c3 b3 c3:c2,b3 a1 b2 a2 b2:a2 a4 d4 d3 d4:d3 c4 a2:a1,b2 c4:d4 d3:d4 d1 c3',
};
