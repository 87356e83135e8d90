/* list.js - every view: a name, its address, and what shows that it is there. */

export const GAMES = ['dorix', 'tictacdoh', 'quoridor', 'orbital'];
export const VIEWS = [
    ['home', '#/', '.cards'],
    ['games', '#/games', '.view-games h1'],
    ['stats', '#/stats', '.view-stats h1'],
    ...GAMES.map((game) => [`setup-${game}`, `#/new/${game}`, 'form.setup']),
    ...GAMES.map((game) => [`study-${game}`, `#/game/${game}`, '.lines li']),
    ...GAMES.map((game) => [`edit-${game}`, `#/edit/${game}`, '.board']),
    ['courses', '#/learn', '.tile .b-svg'],
    ['course', '#/learn/dorix', '.path li'],
    ...GAMES.map((game) => [`learn-${game}`, `#/learn/${game}/1`, '.board']),
    ['puzzles', '#/puzzles', '.tile .b-svg'],
    ['puzzles-orbital', '#/puzzles/orbital', '.tile .b-svg'],
    ['run', '#/run/three/all', '.puzzle .task:not(:empty)'],
    ...GAMES.map((game) => [`puzzle-${game}`, `#/puzzle/${game}`, '.puzzle .task:not(:empty)']),
    ['rules', '#/rules/tictacdoh', 'figure .board.is-open'],
    ['online', '#/online', '.view-online .panel:not([hidden])'],
    ['me', '#/me', '.view-me form'],
    ['ratings', '#/ratings', '.view-ratings h1'],
    ['member', '#/member/Tablier-3', '.view-member .grid'],
    ['import', '#/import', 'textarea'],
    ['settings', '#/settings', '[name=board]'],
    ['about', '#/about', '.keys'],
    ['failure', '#/play/none', '.failure'],
];
