/* The tasks of the tutorial; what they say is in lessons.TAG.json, by name. */

/** @type {import('../../js/types.js').Task[]} */
export const lessons = [
    { name: 'first', like: /./, solution: 'Lc3' },
    { name: 'touch', position: 'c3:L', like: /^S(?!c3)/, solution: 'Sd4' },
    { name: 'grid', position: 'a1:S,b2:M,c3:L', refused: true, solution: 'Ld3' },
    { name: 'stack', position: 'c3:L', moves: ['Mc3'], solution: 'Mc3' },
    { name: 'nest', position: 'c3:S', moves: ['Mc3'], solution: 'Mc3' },
    { name: 'line', position: 'b3:L,c3:LM', wins: true, solution: 'Ld3' },
    { name: 'slant', position: 'b2:LM,c3:M,d4:S', wins: true, solution: 'Md4' },
    { name: 'skip', position: 'c3:L', refused: true, solution: 'Sc3' },
    { name: 'mixture', position: 'c3:LM', refused: true, solution: 'Lc3' },
    { name: 'stuck', position: 'c3:S,d3:LM,e3:L,c4:L,d4:MS,e4:MS,c5:MS,d5:S,e5:M', wins: true, solution: 'Le5' },
    { name: 'draw', position: 'stash=1 c3:L,d3:M', draws: true, solution: 'Sb3' },
    { name: 'three', position: 'players=3 b3:L,c3:LM', wins: true, solution: 'Ld3' },
];
