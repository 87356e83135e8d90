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
    {
        rule: {
            en: 'At the edge a Thruster may not point off the board.',
            fr: 'Au bord, un Propulseur ne peut pas viser l’extérieur.',
        },
        text: {
            en: 'Try a Thruster on a2 that points west.',
            fr: 'Essayez un Propulseur en a2 vers l’ouest.',
        },
        refused: true, solution: 'Ta2w',
    },
    {
        position: 'b2:B1T1nA2 Ab2 1',
        rule: {
            en: 'If nothing fits where you are sent, you play anywhere.',
            fr: 'Si rien ne tient là où l’on vous envoie, jouez où vous voulez.',
        },
        text: {
            en: 'The Antenna sends you to a full square: you are free.',
            fr: 'L’Antenne vous envoie sur une case pleine : vous êtes libre.',
        },
        like: /./, solution: 'Bd4',
    },
    {
        position: 'b2:B2A2 Ab2 1',
        rule: {
            en: 'Two pieces of three control a tower, whoever places the last one.',
            fr: 'Deux pièces sur trois contrôlent la tour, peu importe qui pose la dernière.',
        },
        text: {
            en: 'You must finish this tower for player 2. There is no other move.',
            fr: 'Il faut finir cette tour pour le joueur 2 : pas d’autre coup.',
        },
        like: /^Tb2/, solution: 'Tb2n',
    },
    {
        position: 'pieces=3 a1:B1T1nA2,b1:T2e,d1:B1,b2:B2T2nA1,c2:B1T1e,a3:T2e,c3:T1n,d3:B2,a4:A2,b4:A2,c4:A1,d4:B2 - 1',
        rule: {
            en: 'When all pieces are placed, whoever controls more towers wins.',
            fr: 'Quand tout est posé, celui qui contrôle le plus de tours gagne.',
        },
        text: {
            en: 'One tower each, and you place the last piece. Win!',
            fr: 'Une tour chacun, et vous posez la dernière pièce. Gagnez !',
        },
        wins: true, solution: 'Ac2',
    },
];
