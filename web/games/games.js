/* games.js - the games that the page can show: one line for each folder. */
export { strings as dorix } from './dorix/strings.js';
export { strings as tictacdoh } from './tictacdoh/strings.js';
export { strings as quoridor } from './quoridor/strings.js';
export { strings as orbital } from './orbital/strings.js';
