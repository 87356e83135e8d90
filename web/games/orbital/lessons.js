/* The tasks of the tutorial; what they say is in lessons.TAG.json, by name. */

/** @type {import('../../js/types.js').Task[]} */
export const lessons = [
    { name: 'free', like: /./, solution: 'Bb2' },
    { name: 'base', position: 'b2:B2 Bb2 1', like: /./, solution: 'Bb3' },
    { name: 'disobey', position: 'b2:B2 Bb2 1', refused: true, solution: 'Bd4' },
    { name: 'thruster', position: 'a2:T2e Ta2e 1', like: /^B/, solution: 'Bc2' },
    { name: 'same-way', position: 'a2:T2e Ta2e 1', refused: true, solution: 'Tc2e' },
    { name: 'antenna', position: 'b2:B1A2 Ab2 1', like: /^Tb2/, solution: 'Tb2n' },
    { name: 'three-towers', position: 'a1:B1T1nA2,d1:B1T2wA1,b2:B1A2 Ab2 1', wins: true, solution: 'Tb2e' },
    { name: 'edge', refused: true, solution: 'Ta2w' },
    { name: 'full', position: 'b2:B1T1nA2 Ab2 1', like: /./, solution: 'Bd4' },
    { name: 'gift', position: 'b2:B2A2 Ab2 1', like: /^Tb2/, solution: 'Tb2n' },
    {
        name: 'majority',
        position: 'pieces=3 a1:B1T1nA2,b1:T2e,d1:B1,b2:B2T2nA1,c2:B1T1e,a3:T2e,c3:T1n,d3:B2,a4:A2,b4:A2,c4:A1,d4:B2 - 1',
        wins: true, solution: 'Ac2',
    },
];
