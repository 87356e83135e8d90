/* The boards in the rule page. */

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
};
