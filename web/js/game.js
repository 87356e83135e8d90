/*
 * game.js - a game's parts of the web app, from its folder web/games/NAME/:
 *
 *     strings.js    its texts: description, board and card on the first view
 *     board.js      the board: create(host, api), as boards/types.js describes it
 *     style.css     the style of these
 *     lessons.js    its course, whose words are in lessons.TAG.json for each language
 *     diagrams.js   the boards in its rule page, and the short game that the first view replays
 *     picture.svg   its small board for lists, drawn by scripts/pictures
 *     puzzles.txt   its puzzles, as src/learn/puzzle.h describes them
 *     book.txt      what became of positions in games of the computer, as src/learn/book.h describes
 *
 * Titles, options and everything about the rules come from the module (rules.js); cards repeat some of it, since the
 * first view does not wait for the module.
 */
import * as table from '../games/games.js';

/** @typedef {import('./types.js').Diagrams} Diagrams */
/** @typedef {import('./boards/types.js').CreateBoard} CreateBoard */

/** The strings of all games, by name. @type {Record<string, import('./types.js').Strings>} */
export const gameStrings = table;

/** The cards of all games, with their names, in the order of the rules. @type {(import('./types.js').Card & { name: string })[]} */
export const cards = Object.entries(gameStrings).map(([name, { card }]) => ({ name, ...card })).sort((a, b) => a.place - b.place);

/** The title of a game. @param {string} game  its name */
export const titleOf = (game) => cards.find(({ name }) => name === game)?.title ?? game;

/** Where a file of the page is. @param {string} name */
export const placeOf = (name) => new URL(`../${name}`, import.meta.url).href;

/** @param {string} game @param {string} file */
const address = (game, file) => placeOf(`games/${game}/${file}`);

/** @param {string} game */
export const pictureOf = (game) => address(game, 'picture.svg');

/** Puts a style sheet into the page, once. @param {string} href */
function loadStyle(href) {
    if ([...document.styleSheets].some((sheet) => sheet.href === href))
        return null;
    return new Promise((resolve) => {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.href = href;
        link.onload = link.onerror = resolve;
        document.head.append(link);
    });
}

/** Its board, and the usual start. @param {string} game @returns {Promise<{ create: CreateBoard, start?: import('./boards/types.js').Start }>} */
export async function boardOf(game) {
    const [board] = await Promise.all([import(address(game, 'board.js')), loadStyle(address(game, 'style.css'))]);
    return board;
}

/** The lessons of a game, without their words. @param {string} game @returns {Promise<import('./types.js').Lesson[]>} */
export const lessonsOf = async (game) => (await import(address(game, 'lessons.js'))).lessons;

/** The words of its lessons in a language, by lesson. @param {string} game @param {string} tag
 * @returns {Promise<Record<string, import('./types.js').LessonWords>>} */
export const lessonWordsOf = async (game, tag) => JSON.parse((await textOf(game, `lessons.${tag}.json`) || '{}')
    .replaceAll(/(\d)–(?=[a-i]\d)/g, '$1\u2060–\u2060')); // a1–d4 stays on one line

/** @param {string} game @returns {Promise<Diagrams>} */
export const diagramsOf = async (game) => (await import(address(game, 'diagrams.js'))).diagrams;

/** The short game that shows what it is like, if there is one. @param {string} game
 * @returns {Promise<import('./types.js').Replay | undefined>} */
export const replayOf = async (game) => (await import(address(game, 'diagrams.js'))).replay;

/** A text that not every game has; empty if it is missing. @param {string} game @param {string} file */
async function textOf(game, file) {
    const response = await fetch(address(game, file));
    if (response.status === 404)
        return '';
    if (!response.ok)
        throw new Error(`${file}: ${response.status}`);
    return response.text();
}

/** Empty for a game without puzzles. @param {string} game @returns {Promise<string>} */
export const puzzlesOf = (game) => textOf(game, 'puzzles.txt');

/** Empty for a game without a book. @param {string} game @returns {Promise<string>} */
export const bookOf = (game) => textOf(game, 'book.txt');
