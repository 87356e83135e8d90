/*
 * puzzles.js - the puzzles that come with the page, which of them to show, and how good the
 * person is who solves them. All of that stays in this browser.
 */
import { puzzlesOf } from './game.js';
import { rate } from './glicko.js';
import { readPuzzles } from './rules.js';
import { read, remove, write } from './storage.js';

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

/** The least deviation of a rating that came from the one for all games. */
const DEVIATION_MIGRATED = 150;

/** The rating in each game that was tried. One rating used to serve all games: each game that was tried starts
 * with it, less certain. @returns {Record<string, Rating>} */
function ratings() {
    const common = /** @type {Rating | null} */ (read('puzzles.rating', null));
    if (common) {
        const start = { ...common, deviation: Math.max(common.deviation, DEVIATION_MIGRATED) };
        const games = Object.keys(tried()).map((game) => [game, start]);
        write('puzzles.ratings', { ...Object.fromEntries(games), ...read('puzzles.ratings', {}) });
        remove('puzzles.rating');
    }
    return read('puzzles.ratings', {});
}

/** @param {string} game @returns {Rating} */
export const myRating = (game) => ratings()[game] ?? BEGINNER;

/** True if a puzzle of the game was tried. @param {string} game */
export const hasRating = (game) => game in ratings();

/** The rating after a puzzle; null if the puzzle was tried before, since only the first time counts.
 * @param {string} game @param {Puzzle} puzzle @param {boolean} solved */
function ratingAfter(game, { id, grade }, solved) {
    return outcome(game, id) !== undefined ? null
        : rate(myRating(game), { rating: STRENGTH[grade], deviation: DEVIATION }, solved ? 1 : 0);
}

/** The change of a rating in the whole points that are shown. @param {Rating} before @param {Rating} after */
const change = (before, after) => Math.round(after.rating) - Math.round(before.rating);

/** The points that help would cost; 0 if the puzzle does not count any more. @param {string} game @param {Puzzle} puzzle */
export function costOfHelp(game, puzzle) {
    const after = ratingAfter(game, puzzle, false);
    return after ? -change(myRating(game), after) : 0;
}

/**
 * Notes how a puzzle went; only the first time counts for the rating.
 *
 * @param {string} game @param {Puzzle} puzzle @param {boolean} solved  at once, without help
 * @returns {number} by how much the rating has changed
 */
export function note(game, puzzle, solved) {
    const all = tried(), before = myRating(game), after = ratingAfter(game, puzzle, solved);
    if (!after)
        return 0;
    write('puzzles.ratings', { ...ratings(), [game]: after });
    write('puzzles.tried', { ...all, [game]: { ...all[game], [puzzle.id]: solved } });
    return change(before, after);
}

// ---- Which puzzle ----------------------------------------------------------------------

/** One that fits, and was not tried yet if there is any. @param {string} game @param {string} [except] an id */
export async function nextPuzzle(game, except) {
    const { rating } = myRating(game);
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
