/* The boards in the rule page. */

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
};
