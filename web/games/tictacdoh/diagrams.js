/* The boards in the rule page, and a short game to look at. */

/** @type {import('../../js/types.js').Diagrams} */
export const diagrams = {
    fences: {
        0: [{ position: 'c3:L' }],
        1: [{ position: 'a1:S,b2:M,c3:L' }],
        2: [{ position: 'c3:LM' }, { position: 'c3:SM' }],
    },
    sections: {
        6: [{ position: 'b3:L,c3:LM' }, { position: 'b2:LM,c3:M,d4:S' }],
    },
    rule: (move, { pieces }) => pieces[move.slice(1, 3)] ? 4 : 3,
};

/** @type {import('../../js/types.js').Replay} */
export const replay = {
    moves: 'Sc3 Md3 Ld3 Lb3 Mb3 Sb3 Md2 Mc4 Mb2 Lc4 Sc2 Sb2 Sd2',
};
