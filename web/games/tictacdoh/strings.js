/* What the page says about this game. {0}, {1}, ... stand for the arguments. */

/** @type {import('../../js/types.js').Strings} */
export const strings = {
    en: {
        pitch: 'Three of one size in a row, on a grid that nobody can see yet.',
        keys: 'S, M, L: choose a size',
        'option.stash': 'Stash',
        S: 'small',
        M: 'medium',
        L: 'large',
        out: 'outside the grid',
        some: 'empty, perhaps in the grid',
        all: 'empty',
        stack: 'stack, from the top down {0}',
        nest: 'nest, from the outside in {0}, counts as {1}',
        start: 'Choose a size and a square.',
        first: 'The first piece goes on {0}: choose its size.',
        where: 'Size {0}: where does it go?',
        size: 'On {0}: {1}?',
    },
    fr: {
        pitch: 'Trois pièces d’une même taille alignées, sur une grille que personne ne voit encore.',
        keys: 'S, M, L : choisir une taille',
        'option.stash': 'Réserve',
        S: 'petite',
        M: 'moyenne',
        L: 'grande',
        out: 'hors de la grille',
        some: 'vide, peut-être dans la grille',
        all: 'vide',
        stack: 'empilement, de haut en bas {0}',
        nest: 'emboîtement, de l’extérieur vers l’intérieur {0}, compte comme {1}',
        start: 'Choisissez une taille et une case.',
        first: 'La première pièce se pose en {0} : choisissez sa taille.',
        where: 'Taille {0} : où va-t-elle ?',
        size: 'En {0} : {1} ?',
    },
};
