/* The tasks of the tutorial. */

/** @type {import('../../js/types.js').Task[]} */
export const lessons = [
    {
        rule: {
            en: 'The first one always stands in the middle of the sheet.',
            fr: 'La première va toujours au milieu de la feuille.',
        },
        text: {
            en: 'Take a piece of any size and put it down.',
            fr: 'Prenez une pièce de n’importe quelle taille et posez-la.',
        },
        like: /./, solution: 'Lc3',
    },
    {
        position: 'c3:L',
        rule: {
            en: 'A new square must touch one in use, by a side or a corner.',
            fr: 'Une nouvelle case doit en toucher une occupée, par un côté ou un coin.',
        },
        text: {
            en: 'Put a small piece beside the large one.',
            fr: 'Posez une petite pièce à côté de la grande.',
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
        rule: {
            en: 'One size smaller goes on top: a stack, which counts as both sizes.',
            fr: 'Une pièce plus petite d’une taille se pose dessus : un empilement, qui compte pour les deux.',
        },
        text: {
            en: 'Stack a medium piece on c3.',
            fr: 'Empilez une moyenne en c3.',
        },
        moves: ['Mc3'], solution: 'Mc3',
    },
    {
        position: 'c3:S',
        rule: {
            en: 'One size larger goes over it: a nest, which counts only as its outside.',
            fr: 'Une taille au-dessus la recouvre : un emboîtement, qui ne compte que par l’extérieur.',
        },
        text: {
            en: 'Hide the small piece.',
            fr: 'Cachez la petite pièce.',
        },
        moves: ['Mc3'], solution: 'Mc3',
    },
    {
        position: 'b3:L,c3:LM',
        rule: {
            en: 'Three squares in a row that share a size win, whoever put the pieces there.',
            fr: 'Trois cases alignées de même taille gagnent, peu importe qui les a posées.',
        },
        text: {
            en: 'Complete a line of large.',
            fr: 'Complétez une ligne de grandes.',
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
    {
        position: 'c3:L',
        rule: {
            en: 'You may not skip a size.',
            fr: 'On ne saute pas de taille.',
        },
        text: {
            en: 'Try to put a small piece on the large one.',
            fr: 'Essayez une petite pièce sur la grande.',
        },
        refused: true, solution: 'Sc3',
    },
    {
        position: 'c3:LM',
        rule: {
            en: 'A square is a stack or a nest, never a mixture.',
            fr: 'Une case est un empilement ou un emboîtement, jamais un mélange.',
        },
        text: {
            en: 'Try to put a large piece over this stack.',
            fr: 'Essayez de coiffer cet empilement d’une grande.',
        },
        refused: true, solution: 'Lc3',
    },
    {
        position: 'c3:S,d3:LM,e3:L,c4:L,d4:MS,e4:MS,c5:MS,d5:S,e5:M',
        rule: {
            en: 'A player who cannot place any piece loses.',
            fr: 'Un joueur qui ne peut poser aucune pièce perd.',
        },
        text: {
            en: 'You are player 2. Play, and the last piece fits nowhere.',
            fr: 'Vous êtes le joueur 2. Jouez : la dernière pièce n’ira nulle part.',
        },
        wins: true, solution: 'Le5',
    },
    {
        position: 'stash=1 c3:L,d3:M',
        rule: {
            en: 'No line, and no piece left: a draw.',
            fr: 'Pas d’alignement et plus de pièce : partie nulle.',
        },
        text: {
            en: 'Place the last piece of this small stash.',
            fr: 'Posez la dernière pièce de cette petite réserve.',
        },
        draws: true, solution: 'Sb3',
    },
    {
        position: 'players=3 b3:L,c3:LM',
        rule: {
            en: 'Three or four can play too, each alone. The author never tested it.',
            fr: 'On peut jouer à trois ou à quatre, chacun pour soi. L’auteur ne l’a pas essayé.',
        },
        text: {
            en: 'You are player 1 of three. Complete a line of large.',
            fr: 'Vous êtes le joueur 1 sur trois. Complétez une ligne de grandes.',
        },
        wins: true, solution: 'Ld3',
    },
];
