/* The boards in the rule page. */

/** @type {import('../../js/types.js').Diagrams} */
export const diagrams = { fences: {}, sections: { 2: [{}] } };
