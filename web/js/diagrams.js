/*
 * diagrams.js - the boards in the rule pages, by game. `fences` stand in the
 * place of the drawings in text, in their order; `sections` at the end of a
 * section, by its number.
 */

/** @typedef {Partial<import('./types.js').MatchRecord>} Diagram */

/** @type {Record<string, { fences: Record<number, Diagram[]>, sections: Record<number, Diagram[]> }>} */
export const diagrams = {
    dorix: {
        fences: {
            0: [{}],
            1: [{ position: 'b2:11,c2:22 13/13 2' }],
        },
        sections: {
            4: [{ position: 'a1:11111,b1:11111,c1:11111,d4:2 0/14 1' }],
            5: [{ position: 'b2:2,c2:21,d2:2,c3:2 14/11 1' }],
            6: [{ position: 'a1:2,b2:2,b3:1,c3:21,d3:1,d4:2 12/11 1' }],
        },
    },
    tictacdoh: {
        fences: {
            0: [{ position: 'c3:L' }],
            1: [{ position: 'a1:S,b2:M,c3:L' }],
            2: [{ position: 'c3:LM' }, { position: 'c3:SM' }],
        },
        sections: {
            6: [{ position: 'b3:L,c3:LM' }, { position: 'b2:LM,c3:M,d4:S' }],
        },
    },
    quoridor: {
        fences: {
            0: [{ position: 'e1/e9 9/10 e3h 2' }, { position: 'e1/e9 9/10 e3v 2' }],
            1: [{ position: 'e1/e9 8/10 d1v,e1v 2' }],
            2: [{ position: 'e4/e5 10/10 - 1' }, { position: 'e4/e5 9/10 e5h 1' }],
            3: [{ position: 'walls=2 turn=barrier h5/i5 0/1 g4v,h4h,g5h 1' }],
        },
        sections: {
            2: [{}, { players: 4 }],
        },
    },
    orbital: {
        fences: {
            0: [{ moves: ['Bb2'] }, { moves: ['Ta2e'] }, { moves: ['Ac3'] }],
        },
        sections: {
            4: [{ position: 'a2:T1e Ta2e 2' }],
            7: [{ moves: ['Bb2', 'Tb3s', 'Ab2'] }],
        },
    },
};
