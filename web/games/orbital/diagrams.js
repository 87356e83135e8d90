/* The boards in the rule page, and a short game to look at. */

/** @type {import('../../js/types.js').Diagrams} */
export const diagrams = {
    fences: {
        0: [{ moves: ['Bb2'] }, { moves: ['Ta2e'] }, { moves: ['Ac3'] }],
    },
    sections: {
        4: [{ position: 'a2:T1e Ta2e 2' }],
        7: [{ moves: ['Bb2', 'Tb3s', 'Ab2'] }],
    },
    rule: (move, { reach }) => reach.length > 0 && !reach.includes(move.slice(1, 3)) ? 5 : 3,
};

/** @type {import('../../js/types.js').Replay} */
export const replay = {
    moves: 'Ta1n Ba2 Aa1 Ba1 Ab1 Tb1e Ad1 Td1w Ac1 Bc1 Bd1 Ad2 Bd2 Tc2n Tc4e Td4s Ad3 Td3n Bd4 Bd3 Ad4',
};
