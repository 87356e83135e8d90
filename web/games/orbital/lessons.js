/* The tasks of the tutorial. */

/** @type {import('../../js/types.js').Task[]} */
export const lessons = [
    {
        rule: {
            en: 'The first move is free.',
            fr: 'Le premier coup est libre.',
        },
        text: {
            en: 'Place a Base, a Thruster or an Antenna anywhere.',
            fr: 'Posez une Base, un Propulseur ou une Antenne où vous voulez.',
        },
        like: /./, solution: 'Bb2',
    },
    {
        position: 'b2:B2 Bb2 1',
        rule: {
            en: 'Every piece says where the other must play.',
            fr: 'Chaque pièce dit où l’autre doit jouer.',
        },
        text: {
            en: 'A Base sends you to a square right next to it: obey.',
            fr: 'Une Base vous envoie juste à côté d’elle : obéissez.',
        },
        like: /./, solution: 'Bb3',
    },
    {
        position: 'b2:B2 Bb2 1',
        text: {
            en: 'Now try to disobey: place something on d4.',
            fr: 'Essayez maintenant de désobéir : posez quelque chose en d4.',
        },
        refused: true, solution: 'Bd4',
    },
    {
        position: 'a2:T2e Ta2e 1',
        text: {
            en: 'A Thruster sends you ahead of its point, as far as the edge. Place a Base there.',
            fr: 'Un Propulseur vous envoie devant sa pointe, jusqu’au bord. Posez-y une Base.',
        },
        like: /^B/, solution: 'Bc2',
    },
    {
        position: 'a2:T2e Ta2e 1',
        rule: {
            en: 'Two Thrusters of one row or column may not point the same way.',
            fr: 'Deux Propulseurs d’une même rangée ou colonne ne pointent pas dans le même sens.',
        },
        text: {
            en: 'Try one on c2 that points east.',
            fr: 'Essayez-en un en c2 vers l’est.',
        },
        refused: true, solution: 'Tc2e',
    },
    {
        position: 'b2:B1A2 Ab2 1',
        rule: {
            en: 'An Antenna keeps you on its square.',
            fr: 'Une Antenne vous garde sur sa case.',
        },
        text: {
            en: 'Complete the tower: with two pieces of three it is yours.',
            fr: 'Complétez la tour : avec deux pièces sur trois, elle est à vous.',
        },
        like: /^Tb2/, solution: 'Tb2n',
    },
    {
        position: 'a1:B1T1nA2,d1:B1T2wA1,b2:B1A2 Ab2 1',
        text: {
            en: 'Three towers win. You have two: take the third.',
            fr: 'Trois tours gagnent. Vous en avez deux : prenez la troisième.',
        },
        wins: true, solution: 'Tb2e',
    },
];
