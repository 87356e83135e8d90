/*
 * saved.js - games in progress, kept in this browser one by one. A game may be
 * open in two tabs: every writing raises its version, and the higher one holds.
 */
import { nameOfSeat } from './settings.js';
import { names, read, remove, write } from './storage.js';

/** @typedef {import('./types.js').MatchRecord} MatchRecord */

/**
 * Who plays: a person, or the computer at a level from 0 on, with a personality or none.
 * @typedef {{ kind: 'person', name: string } | { kind: 'computer', level: number, personality?: string }} Seat
 */

/** Milliseconds for all moves, and more for each move. @typedef {{ base: number, increment: number }} ClockRule */

/**
 * @typedef {object} SavedGame
 * @property {string} id
 * @property {number} version
 * @property {MatchRecord} record
 * @property {string[]} future      moves that were taken back, the next one first
 * @property {import('./types.js').Entry[]} [entries]  who made the moves, and those that were taken back, as the rules
 *     say; not there before they have been asked
 * @property {Seat[]} seats         as the players sat down, before a swap
 * @property {ClockRule | null} clock
 * @property {number[]} times       milliseconds left, in the order of `seats`
 * @property {number} seed          for the choices of the computer
 * @property {string} date          2026.11.15
 * @property {number} touched       when it was last played, in milliseconds
 * @property {number} [turn]        the seat to move, as the rules said
 * @property {boolean} over
 * @property {number[]} [won]       the seats that won a game that is over; none if it is a draw
 * @property {{ won?: boolean }} [practice]  a position that is practised; won: it was proven to be
 * @property {import('./quick.js').Quick} [quick]  with what it began, if at one click
 */

/** How many are kept: those that are over, those that go on, and tables where nobody has moved. */
const KEPT_OVER = 300, KEPT_OPEN = 30, KEPT_UNUSED = 10;
/** Such a table is cleared after this time. */
const UNUSED_MS = 86400000;

export const freshGameId = () => Math.random().toString(36).slice(2, 10);

/** A day as records spell it. @param {Date} day */
export const dateText = (day) => [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0')).join('.');

/** Several people at one screen are called as the settings say. @param {Seat[]} seats @returns {Seat[]} */
function withNames(seats) {
    const people = seats.filter(({ kind }) => kind === 'person').length;
    return seats.map((seat, i) => seat.kind === 'person' && people > 1
        ? { ...seat, name: seat.name || nameOfSeat(i + 1) } : seat);
}

/**
 * @param {MatchRecord} record
 * @param {Seat[]} seats
 * @param {ClockRule | null} clock
 * @returns {SavedGame}
 */
export function newGame(record, seats, clock) {
    return {
        id: freshGameId(), version: 0, record, future: [], entries: record.moves.length ? undefined : [], seats: withNames(seats), clock,
        times: seats.map(() => clock?.base ?? 0),
        seed: Math.floor(Math.random() * 1e9), date: dateText(new Date()), touched: Date.now(), over: false,
    };
}

/** @param {string} id @returns {SavedGame | null} */
export const loadGame = (id) => read(`game.${id}`, null);

/** @param {SavedGame} game */
export function saveGame(game) {
    game.version++;
    game.touched = Date.now();
    write(`game.${game.id}`, game);
}

/** @param {string} id */
export const dropGame = (id) => remove(`game.${id}`);

/** Brings back what was dropped, or mends what was kept. @param {SavedGame} game */
export const restoreGame = (game) => write(`game.${game.id}`, game);

/** The games that are kept, the latest first; the oldest make room. @returns {SavedGame[]} */
export function savedGames() {
    const games = names('game.').map((name) => loadGame(name.slice('game.'.length)))
        .filter((game) => game !== null)
        .sort((a, b) => b.touched - a.touched);
    const isUnused = (/** @type {SavedGame} */ { record, future }) => record.moves.length + future.length === 0;
    const over = games.filter((game) => game.over), open = games.filter((game) => !game.over && !isUnused(game));
    const unused = games.filter((game) => !game.over && isUnused(game));
    const old = new Set([...over.slice(KEPT_OVER), ...open.slice(KEPT_OPEN), ...unused.slice(KEPT_UNUSED),
        ...unused.filter(({ touched }) => Date.now() - touched > UNUSED_MS)]);
    for (const { id } of old)
        dropGame(id);
    return games.filter((game) => !old.has(game));
}

/** The seat of the only person at this screen; 0 if there are more, or none. @param {Pick<SavedGame, 'seats'>} game */
export function ownSeat({ seats }) {
    const people = seats.flatMap(({ kind }, i) => kind === 'person' ? [i + 1] : []);
    return people.length === 1 ? people[0] : 0;
}

/** The seats of those who have won. @param {import('./types.js').Snapshot} now */
export const winningSeats = ({ winners, seats }) => (winners ?? []).map((player) => seats[player - 1]);

/** True if it is the turn of the only person at this screen, as far as the saved game says.
 * @param {SavedGame} game */
export const isMine = (game) => ownSeat(game) > 0 && (game.turn ?? ownSeat(game)) === ownSeat(game);

/** For how long a game at this screen is waited for. */
const WAITS_MS = 7 * 86400000;

/** The games at this screen that wait for the move of their only person. */
export const waitingGames = () => savedGames().filter((game) => !game.over && !game.practice && game.record.moves.length > 0 &&
    isMine(game) && Date.now() - game.touched < WAITS_MS);
