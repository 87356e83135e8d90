/* The boards in the rule page. */

/** @type {import('../../js/types.js').Diagrams} */
export const diagrams = { fences: {}, sections: { 2: [{}] } };

/** @type {import('../../js/types.js').Replay} */
export const replay = { moves: 'c3 b1 a1 c1 b1 c1 b1' };
