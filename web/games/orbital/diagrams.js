/* The boards in the rule page. */

/** @type {import('../../js/types.js').Diagrams} */
export const diagrams = {
    fences: {
        0: [{ moves: ['Bb2'] }, { moves: ['Ta2e'] }, { moves: ['Ac3'] }],
    },
    sections: {
        4: [{ position: 'a2:T1e Ta2e 2' }],
        7: [{ moves: ['Bb2', 'Tb3s', 'Ab2'] }],
    },
};
