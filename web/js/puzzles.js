/*
 * puzzles.js - the puzzles that come with the page, which of them to show, and how good the
 * person is who solves them. All of that stays in this browser.
 */
import { puzzlesOf } from './game.js';
import { rate } from './glicko.js';
import { readPuzzles } from './rules.js';
import { read, write } from './storage.js';

/** @typedef {{ id: string, line: string, grade: number }} Puzzle */
/** @typedef {import('./glicko.js').Rating} Rating */

/** A puzzle counts as an opponent of this strength, by its grade. */
const STRENGTH = [0, 800, 1100, 1400, 1700, 2000];
const DEVIATION = 60;

/** Of how many fitting puzzles the next one is drawn. */
const CHOICE = 8;

/** @type {Rating} */
const BEGINNER = { rating: 1000, deviation: 350, volatility: 0.06 };

/** @type {Map<string, Promise<Puzzle[]>>} */
const loaded = new Map();

/** The puzzles of a game; after a failure the next call tries again.
 * @param {string} game @returns {Promise<Puzzle[]>} */
export function puzzles(game) {
    const known = loaded.get(game) ?? puzzlesOf(game).then((text) => (text ? readPuzzles(text) : [])).catch((error) => {
        loaded.delete(game);
        throw error;
    });
    loaded.set(game, known);
    return known;
}

// ---- What was solved -----------------------------------------------------------------

/** By game: whether each puzzle that was tried was solved at once. @returns {Record<string, Record<string, boolean>>} */
const tried = () => read('puzzles.tried', {});

/** @param {string} game @param {string} id @returns {boolean | undefined} undefined: not tried yet */
export const outcome = (game, id) => tried()[game]?.[id];

/** How many puzzles of a game were solved. @param {string} game */
export const solvedCount = (game) => Object.values(tried()[game] ?? {}).filter(Boolean).length;

/** @returns {Rating} */
export const myRating = () => read('puzzles.rating', BEGINNER);

/**
 * Notes how a puzzle went; only the first time counts for the rating.
 *
 * @param {string} game @param {Puzzle} puzzle @param {boolean} solved  at once, without help
 * @returns {number} by how much the rating has changed
 */
export function note(game, { id, grade }, solved) {
    const all = tried(), before = myRating();
    if (all[game]?.[id] !== undefined)
        return 0;
    const after = rate(before, { rating: STRENGTH[grade], deviation: DEVIATION }, solved ? 1 : 0);
    write('puzzles.tried', { ...all, [game]: { ...all[game], [id]: solved } });
    write('puzzles.rating', after);
    return Math.round(after.rating) - Math.round(before.rating);
}

// ---- Which puzzle ----------------------------------------------------------------------

/** One that fits, and was not tried yet if there is any. @param {string} game @param {string} [except] an id */
export async function nextPuzzle(game, except) {
    const { rating } = myRating();
    const all = (await puzzles(game)).filter(({ id }) => id !== except);
    const fresh = all.filter(({ id }) => outcome(game, id) === undefined);
    const from = fresh.length > 0 ? fresh : all;
    const fitting = from.map((puzzle) => ({ puzzle, distance: Math.abs(STRENGTH[puzzle.grade] - rating) + Math.random() }))
        .sort((a, b) => a.distance - b.distance).slice(0, CHOICE);
    return fitting[Math.floor(Math.random() * fitting.length)].puzzle;
}

/** The puzzle of the day, the same for everyone: games take turns, and puzzles within a game.
 * @param {string[]} games @param {number} [now] in milliseconds */
export async function dailyPuzzle(games, now = Date.now()) {
    const lists = await Promise.all(games.map(puzzles));
    const rich = games.filter((_, i) => lists[i].length > 0);
    const day = Math.floor(now / 86400000), game = rich[day % rich.length];
    const all = await puzzles(game);
    return { game, puzzle: all[Math.floor(day / rich.length) % all.length] };
}
