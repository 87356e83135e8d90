/* tile.js - a small board with a caption that leads somewhere: how puzzles are listed. */
import { el } from '../dom.js';
import { t } from '../i18n.js';
import { GRADES, outcome } from '../puzzles.js';
import { thumbnail } from './miniature.js';

/** @typedef {import('../types.js').Puzzle} Puzzle */

/** The match that a puzzle begins with. @param {Puzzle} puzzle @returns {import('../types.js').MatchRecord} */
const recordOf = ({ game, line }) => /** @type {any} */ ({ game, position: line.split('\t')[1] });

/** The difficulty as a row of dots. @param {number} grade */
export const dots = (grade) => el('span', { class: 'grade', role: 'img', 'aria-label': t('puzzle.grade', grade) },
    GRADES.map((one) => el('i', { class: one <= grade ? 'is-on' : null })));

/** How much is done. @param {number} done @param {number} all */
export const progress = (done, all) => [
    el('progress', { max: all, value: done, 'aria-hidden': 'true' }),
    el('span', { class: 'soft' }, t('puzzle.count', done, all)),
];

/** How many of these were solved at once. @param {Puzzle[]} list */
export const solvedOf = (list) => list.filter(({ game, id }) => outcome(game, id)).length;

/**
 * @param {Puzzle} puzzle  on the board
 * @param {string} href
 * @param {AbortSignal} signal  the view is left
 * @param {...import('../dom.js').Child} caption
 */
export function tile(puzzle, href, signal, ...caption) {
    const done = outcome(puzzle.game, puzzle.id);
    return el('li', { class: `tile${done === undefined ? '' : done ? ' is-solved' : ' is-missed'}` },
        el('a', { href }, thumbnail(recordOf(puzzle), { signal, mover: true }), el('span', { class: 'what' }, caption)));
}

/** What became of a puzzle, in a word. @param {Puzzle} puzzle */
export function stateText({ game, id }) {
    const done = outcome(game, id);
    return done === undefined ? '' : t(done ? 'puzzle.wasSolved' : 'puzzle.wasMissed');
}
