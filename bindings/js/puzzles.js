/* puzzles.js - files of puzzles: what is in them, and which comes next. */
import { RulesError } from './request.js';

/** @typedef {import('./types.js').Puzzle} Puzzle */

const HEAD = /^tablier-puzzles 1 (\w+)$/;

/**
 * The puzzles of a file. Only the form is looked at; puzzle() reads the rest.
 *
 * @param {string} text
 * @returns {Puzzle[]}
 */
export function readPuzzles(text) {
    const [head, ...lines] = text.split(/\r?\n/);
    const game = HEAD.exec(head)?.[1];
    if (!game) throw new RulesError("This is not a file of puzzles; its first line must be 'tablier-puzzles 1 GAME'.");
    return lines.filter((line) => line && !line.startsWith('#')).map((line) => {
        const fields = line.split('\t');
        return { game, id: fields[0], grade: Number(fields[3]), themes: (fields[4] ?? '').split(',').filter(Boolean), line };
    });
}

/**
 * The index of the next puzzle of a grade (0: of any) from `index` on, after the last one from
 * the first on again; -1 if there is none.
 *
 * @param {Puzzle[]} puzzles
 * @param {number} [index]
 * @param {number} [grade]
 */
export function nextPuzzle(puzzles, index = 0, grade = 0) {
    for (let i = 0; i < puzzles.length; i++) {
        const at = (index + i) % puzzles.length;
        if (grade === 0 || puzzles[at].grade === grade) return at;
    }
    return -1;
}
