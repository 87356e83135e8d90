/*
 * lessons.js - the tasks of the tutorials. What is legal and who has won is for
 * the rules to say; a task adds what it wants to see:
 *
 * - `moves`: one of these;
 * - `like`: a move that looks like this;
 * - `wins`: a move that wins;
 * - `goesOn`: a move after which the game goes on;
 * - `refused`: an attempt that the rules refuse.
 *
 * `solution` is what `Show me` points at; for a refused one, what to try.
 */

/**
 * @typedef {object} Task
 * @property {string} [position]
 * @property {Record<import('./types.js').Lang, string>} text
 * @property {string[]} [moves]
 * @property {RegExp} [like]
 * @property {boolean} [wins]
 * @property {boolean} [goesOn]
 * @property {boolean} [refused]
 * @property {string} solution
 */

/** @type {Record<string, Task[]>} */
export const lessons = {
    dorix: [
        {
            text: {
                en: 'Your turn begins with a pawn from your hand. Put one on any empty square.',
                fr: 'Votre tour commence par un pion de votre main. Posez-en un sur une case vide.',
            },
            like: /./, solution: 'b2',
        },
        {
            position: 'b2:1,c3:2 14/14 1',
            text: {
                en: 'The pawn on top decides whose pile it is. Make your pile on b2 two pawns high.',
                fr: 'Le pion du dessus dit à qui est la pile. Faites monter votre pile b2 à deux pions.',
            },
            moves: ['b2'], solution: 'b2',
        },
        {
            position: 'b2:1,c3:2 14/14 1',
            text: {
                en: 'You may never play on somebody else’s pile. Try c3, and see what the board says.',
                fr: 'On ne joue jamais sur la pile d’un autre. Essayez c3, et voyez ce que dit le plateau.',
            },
            refused: true, solution: 'c3',
        },
        {
            position: 'b2:2,c2:1 14/14 1',
            text: {
                en: 'A pile that becomes higher than a pile beside it collapses: the lower one gets a pawn. Take b2 by adding to c2.',
                fr: 'Une pile qui dépasse une pile voisine s’effondre : la plus basse reçoit un pion. Prenez b2 en ajoutant un pion en c2.',
            },
            moves: ['c2:b2'], solution: 'c2:b2',
        },
        {
            position: 'b2:2,c2:21,d2:2,c3:1 13/12 1',
            text: {
                en: 'Pawns fall from the top down, and you choose where each one goes. Add to c2 so that b2 and d2 become yours and the pawn of player 2 falls on c3.',
                fr: 'Les pions tombent de haut en bas, et vous choisissez où va chacun. Ajoutez un pion en c2 pour que b2 et d2 soient à vous et que le pion du joueur 2 tombe en c3.',
            },
            moves: ['c2:b2,d2,c3'], solution: 'c2:b2,d2,c3',
        },
        {
            position: 'a1:1,c1:2,b2:1,b3:2,a4:2,d4:1 12/12 1',
            text: {
                en: 'Control all four squares of a great diagonal and you win. Do it now.',
                fr: 'Tenez les quatre cases d’une grande diagonale et vous gagnez. Faites-le.',
            },
            wins: true, solution: 'c3',
        },
        {
            position: 'a1:1,c1:2,b2:1,c3:2,d3:1,a4:2,d4:1 11/12 1',
            text: {
                en: 'Player 2 sits on your diagonal, on c3. A collapse wins it: find it.',
                fr: 'Le joueur 2 occupe votre diagonale, en c3. Un effondrement la gagne : trouvez-le.',
            },
            wins: true, solution: 'd3:c3,d4',
        },
        {
            position: 'a1:2,b2:2,b3:1,c3:21,d3:1,d4:2 12/11 1',
            text: {
                en: 'Look underneath: the pawn of player 2 under yours on c3 would complete a diagonal. Play something that keeps it covered.',
                fr: 'Regardez dessous : le pion du joueur 2 sous le vôtre en c3 compléterait une diagonale. Jouez un coup qui le laisse couvert.',
            },
            goesOn: true, solution: 'a4',
        },
        {
            position: 'a1:11111,b1:11111,c1:11111,d4:2 0/14 1',
            text: {
                en: 'Your hand is empty: lift a pawn from the top of one of your piles and place it.',
                fr: 'Votre main est vide : retirez un pion du dessus d’une de vos piles et posez-le.',
            },
            like: />/, solution: 'a1>b2',
        },
    ],
    tictacdoh: [
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
    ],
    quoridor: [
        {
            text: {
                en: 'You are player 1 and want to reach row 9. Move your pawn one step.',
                fr: 'Vous êtes le joueur 1 et voulez atteindre la rangée 9. Avancez votre pion d’un pas.',
            },
            like: /^[a-i]\d$/, solution: 'e2',
        },
        {
            text: {
                en: 'Or place a barrier, two squares long, in the way of player 2. Place one anywhere.',
                fr: 'Ou posez une barrière, longue de deux cases, sur le chemin du joueur 2. Posez-en une où vous voulez.',
            },
            like: /[hv]$/, solution: 'e8h',
        },
        {
            position: 'e4/e5 10/10 - 1',
            text: {
                en: 'Face to face you may jump the other pawn, straight on. Jump!',
                fr: 'Face à face, vous pouvez sauter l’autre pion, tout droit. Sautez !',
            },
            moves: ['e6'], solution: 'e6',
        },
        {
            position: 'e4/e5 9/10 e5h 1',
            text: {
                en: 'A barrier stands behind the other pawn. Then you may turn, left or right of it.',
                fr: 'Une barrière se trouve derrière l’autre pion. Vous pouvez alors bifurquer, à sa gauche ou à sa droite.',
            },
            moves: ['d5', 'f5'], solution: 'd5',
        },
        {
            position: 'e5/e2 10/10 - 1',
            text: {
                en: 'Player 2 is one step from row 1. Put a barrier right in front of that pawn.',
                fr: 'Le joueur 2 est à un pas de la rangée 1. Posez une barrière juste devant son pion.',
            },
            moves: ['d1h', 'e1h'], solution: 'e1h',
        },
        {
            position: 'e1/e9 10/8 d8v,e8v 1',
            text: {
                en: 'Nobody may be locked in. Try to shut player 2 up with e7h, below e8, and see what the board says.',
                fr: 'On n’enferme personne. Essayez d’enfermer le joueur 2 avec e7h, sous e8, et voyez ce que dit le plateau.',
            },
            refused: true, solution: 'e7h',
        },
        {
            position: 'e8/e9 10/10 - 1',
            text: {
                en: 'The edge of the board blocks the jump like a barrier. Turn, and win.',
                fr: 'Le bord du plateau empêche le saut comme une barrière. Bifurquez, et gagnez.',
            },
            wins: true, solution: 'd9',
        },
    ],
    orbital: [
        {
            text: {
                en: 'The first move is free. Place a Base, a Thruster or an Antenna anywhere.',
                fr: 'Le premier coup est libre. Posez une Base, un Propulseur ou une Antenne où vous voulez.',
            },
            like: /./, solution: 'Bb2',
        },
        {
            position: 'b2:B2 Bb2 1',
            text: {
                en: 'Every piece says where the other must play. A Base sends you to a square right next to it: obey.',
                fr: 'Chaque pièce dit où l’autre doit jouer. Une Base vous envoie juste à côté d’elle : obéissez.',
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
            text: {
                en: 'Two Thrusters of one row or column may not point the same way. Try one on c2 that points east.',
                fr: 'Deux Propulseurs d’une même ligne ou colonne ne pointent pas dans le même sens. Essayez-en un en c2 vers l’est.',
            },
            refused: true, solution: 'Tc2e',
        },
        {
            position: 'b2:B1A2 Ab2 1',
            text: {
                en: 'An Antenna keeps you on its square. Complete the tower: with two pieces of three it is yours.',
                fr: 'Une Antenne vous garde sur sa case. Complétez la tour : avec deux pièces sur trois, elle est à vous.',
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
    ],
};
