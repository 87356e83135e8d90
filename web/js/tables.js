/* tables.js - the views of a game at this screen. The build puts them into one file: a board that takes moves needs no more. */
import './boards/board.js'; // one file with all that boards share
import './shared.js';

export * as play from './views/play.js';
export * as start from './views/start.js';
