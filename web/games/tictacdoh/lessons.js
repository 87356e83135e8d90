/* The tasks of the tutorial. */

/** @type {import('../../js/types.js').Task[]} */
export const lessons = [
    {
        text: {
            en: 'Take a piece of any size and put it down. The first one always stands in the middle of the sheet.',
            fr: 'Prenez une pièce de n’importe quelle taille et posez-la. La première va toujours au milieu de la feuille.',
        },
        like: /./, solution: 'Lc3',
    },
    {
        position: 'c3:L',
        text: {
            en: 'A new square must touch one in use, by a side or a corner. Put a small piece beside the large one.',
            fr: 'Une nouvelle case doit en toucher une occupée, par un côté ou un coin. Posez une petite pièce à côté de la grande.',
        },
        like: /^S(?!c3)/, solution: 'Sd4',
    },
    {
        position: 'a1:S,b2:M,c3:L',
        text: {
            en: 'Everything must fit in a grid of 3 by 3. Try d3, and see why not.',
            fr: 'Tout doit tenir dans une grille de 3 sur 3. Essayez d3, et voyez pourquoi non.',
        },
        refused: true, solution: 'Ld3',
    },
    {
        position: 'c3:L',
        text: {
            en: 'One size smaller goes on top: a stack, which counts as both sizes. Stack a medium piece on c3.',
            fr: 'Une taille en dessous va dessus : un empilement, qui compte pour les deux tailles. Empilez une moyenne en c3.',
        },
        moves: ['Mc3'], solution: 'Mc3',
    },
    {
        position: 'c3:S',
        text: {
            en: 'One size larger goes over it: a nest, which counts only as its outside. Hide the small piece.',
            fr: 'Une taille au-dessus la recouvre : un emboîtement, qui ne compte que par l’extérieur. Cachez la petite pièce.',
        },
        moves: ['Mc3'], solution: 'Mc3',
    },
    {
        position: 'b3:L,c3:LM',
        text: {
            en: 'Three squares in a row that share a size win, whoever put the pieces there. Complete a line of large.',
            fr: 'Trois cases alignées de même taille gagnent, peu importe qui les a posées. Complétez une ligne de grandes.',
        },
        wins: true, solution: 'Ld3',
    },
    {
        position: 'b2:LM,c3:M,d4:S',
        text: {
            en: 'A slanting line of medium is within reach. Win!',
            fr: 'Une diagonale de moyennes est à portée. Gagnez !',
        },
        wins: true, solution: 'Md4',
    },
];
