/*
 * puzzles.js - the puzzles that come with the page, which of them to show, and how good the
 * person is who solves them. All of that stays in this browser.
 */
import { puzzlesOf } from './game.js';
import { rate } from './glicko.js';
import { readPuzzles } from './rules.js';
import { read, remove, write } from './storage.js';

/** @typedef {import('./types.js').Puzzle} Puzzle */
/** @typedef {import('./glicko.js').Rating} Rating */

/** A puzzle counts as an opponent of this strength, by its grade. */
const STRENGTH = [0, 800, 1100, 1400, 1700, 2000];
const DEVIATION = 60;

/** Of how many fitting puzzles the next one is drawn. */
const CHOICE = 8;

export const GRADES = [1, 2, 3, 4, 5];

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
    if (after) {
        write('puzzles.ratings', { ...ratings(), [game]: after });
        write('puzzles.tried', { ...all, [game]: { ...all[game], [puzzle.id]: solved } });
    }
    if (after || solved)
        noteDay(game, solved);
    return after ? change(before, after) : 0;
}

// ---- Day by day ------------------------------------------------------------------------

const DAY_MS = 86400000, KEPT_DAYS = 400;

/** The number of a day by the visitor's clock, from 1970 on. @param {Date} [date] */
export const dayOf = (date = new Date()) => Math.floor((date.getTime() - date.getTimezoneOffset() * 60000) / DAY_MS);

/** What was done on a day: its number, the rating at its end, and the number of puzzles solved, even if not at once.
 * @typedef {[day: number, rating: number, solved: number]} Day */

/** The days on which puzzles of a game were tried, the oldest first. @param {string} game @returns {Day[]} */
export const daysOf = (game) => read('puzzles.days', /** @type {Record<string, Day[]>} */ ({}))[game] ?? [];

/** @param {string} game @param {boolean} solved */
export function noteDay(game, solved) {
    const days = daysOf(game), today = dayOf(), last = days.at(-1), same = last?.[0] === today;
    /** @type {Day} */
    const now = [today, Math.round(myRating(game).rating), (same ? last[2] : 0) + Number(solved)];
    write('puzzles.days', { ...read('puzzles.days', {}), [game]: [...same ? days.slice(0, -1) : days, now].slice(-KEPT_DAYS) });
}

/** The puzzles solved on each day, in all games. @returns {Map<number, number>} */
export function solvedByDay() {
    /** @type {Map<number, number>} */
    const days = new Map();
    for (const [day, , solved] of Object.values(/** @type {Record<string, Day[]>} */ (read('puzzles.days', {}))).flat())
        if (solved > 0)
            days.set(day, (days.get(day) ?? 0) + solved);
    return days;
}

/** Days in a row with a puzzle solved: up to today, or to yesterday while today can still be added; and the most ever. */
export function streak() {
    const solved = solvedByDay(), today = dayOf();
    const before = (/** @type {number} */ day) => {
        let count = 0;
        while (solved.has(day - count))
            count++;
        return count;
    };
    return { days: before(solved.has(today) ? today : today - 1), best: Math.max(0, ...[...solved.keys()].map(before)), today: solved.has(today) };
}

// ---- Which puzzle ----------------------------------------------------------------------

/** A choice of puzzles: of one theme, of one difficulty. @typedef {{ theme?: string, grade?: number }} Choice */

/** @param {Puzzle} puzzle @param {Choice} choice */
export const isChosen = ({ themes, grade }, choice) =>
    (!choice.theme || themes.includes(choice.theme)) && (!choice.grade || grade === choice.grade);

/** @template T @param {T[]} list */
const any = (list) => list[Math.floor(Math.random() * list.length)];

/** One that fits, and was not tried yet if there is any; the first of a game is as easy as can be. Undefined if nothing is like the choice.
 * @param {string} game @param {string} [except] an id @param {Choice} [choice] @returns {Promise<Puzzle | undefined>} */
export async function nextPuzzle(game, except, choice = {}) {
    const { rating } = myRating(game), isFirst = !hasRating(game);
    const all = (await puzzles(game)).filter((puzzle) => puzzle.id !== except && isChosen(puzzle, choice));
    const fresh = all.filter(({ id }) => outcome(game, id) === undefined);
    const from = fresh.length > 0 ? fresh : all;
    const far = (/** @type {Puzzle} */ { grade, line }) => isFirst ? 2 * grade - Number(line.includes('\twin 1\t')) : Math.abs(STRENGTH[grade] - rating);
    return any(from.map((puzzle) => ({ puzzle, distance: far(puzzle) + Math.random() }))
        .sort((a, b) => a.distance - b.distance).slice(0, CHOICE))?.puzzle;
}

/** The difficulties of the week, Monday first. */
const WEEK = [1, 1, 2, 3, 3, 4, 5];

/** A game's puzzle of the day, the same for everyone, easy on Monday and hard on Sunday; undefined for a game without
 * puzzles. @param {string} game @param {number} [day] @returns {Promise<Puzzle | undefined>} */
export async function dailyPuzzle(game, day = dayOf()) {
    const all = await puzzles(game), monday = day + 3; // 1970 began on a Thursday
    const at = monday % WEEK.length, grade = WEEK[at], isSame = (/** @type {number} */ one) => one === grade;
    const graded = all.filter((one) => one.grade === grade), from = graded.length > 0 ? graded : all;
    const number = Math.floor(monday / WEEK.length) * WEEK.filter(isSame).length + WEEK.slice(0, at).filter(isSame).length;
    return from[number % from.length];
}

// ---- Runs ------------------------------------------------------------------------------

/** A run ends with its time, or with the third mistake. @typedef {'timed' | 'three'} RunKind */

/** Puzzles solved before the next difficulty. */
const STEP = 3;

/** One for a run of one game or of several: the more are solved, the harder.
 * @param {string[]} games @param {number} solved @param {Set<string>} had  ids */
export async function runPuzzle(games, solved, had) {
    const game = any(games), wanted = Math.min(GRADES.length, 1 + Math.floor(solved / STEP));
    const all = (await puzzles(game)).filter(({ id }) => !had.has(id)), fitting = all.filter(({ grade }) => grade === wanted);
    return { game, puzzle: /** @type {Puzzle} */ (any(fitting.length > 0 ? fitting : all)) };
}

/** The most puzzles solved in a run. @param {RunKind} kind @param {string} which  a game, or all @returns {number} */
export const bestRun = (kind, which) => read('puzzles.best', /** @type {Record<string, number>} */ ({}))[`${kind}.${which}`] ?? 0;

/** Keeps the result of a run if it is the best. @param {RunKind} kind @param {string} which @param {number} solved */
export function noteRun(kind, which, solved) {
    if (solved > bestRun(kind, which))
        write('puzzles.best', { ...read('puzzles.best', {}), [`${kind}.${which}`]: solved });
}
