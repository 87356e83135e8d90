/*
 * quick.js - a game at one click: against the computer, or together at this screen, with
 * what was chosen for the last one.
 */
import { newGame } from './saved.js';
import { read, write } from './storage.js';

/** @typedef {import('./types.js').Game} Game */
/** @typedef {import('./types.js').OptionValue} OptionValue */
/** @typedef {import('./saved.js').Seat} Seat */
/** @typedef {import('./saved.js').ClockRule} ClockRule */

/**
 * @typedef {object} Quick
 * @property {number} players
 * @property {boolean} together   all of them people
 * @property {number} level       of the computer
 * @property {string} [personality]     of the computer, or empty
 * @property {number} seat        the visitor's, from 1; 0: random
 * @property {string} clock       minutes+seconds, or empty
 * @property {boolean} swap
 * @property {Record<string, OptionValue>} options  those that are not the usual ones
 */

/** True if the pie rule fits, which is for two sides. @param {Game} game @param {number} players */
export const twoSides = (game, players) => players === 2 || new Set(game.sides[players]).size === 2;

/** The last level of the computer: perfect play in some games with the usual rules. @param {Game} game @param {number} players
 * @param {Record<string, OptionValue>} [options] */
export const lastLevel = (game, players, options = {}) =>
    game.options.some(({ name, defaults }) => (options[name] ?? defaults[players]) !== defaults[players]) ? game.levels : game.lastLevels[players];

export const CLOCKS = ['', '1+1', '3+2', '5+3', '10+5', '30+10'];

/** @param {string} text @returns {ClockRule | null} */
export function readClock(text) {
    const [minutes, seconds] = text.split('+').map(Number);
    return text ? { base: minutes * 60000, increment: seconds * 1000 } : null;
}

/** The level of the computer before anybody has chosen one. */
export const FIRST_LEVEL = 1;

/** What was chosen last; at first, level 1, and the visitor begins. @param {Pick<Game, 'name' | 'players'>} game @returns {Quick} */
export function lastQuick(game) {
    const usual = {
        players: game.players[0], together: false, level: FIRST_LEVEL, seat: 1, clock: '', swap: false, options: {},
    };
    const quick = { ...usual, .../** @type {Partial<Quick>} */ (read(`quick.${game.name}`, {})) };
    if (!game.players.includes(quick.players))
        quick.players = game.players[0];
    if (quick.seat > quick.players)
        quick.seat = 1;
    quick.swap &&= quick.players === 2; // the sides of more are not known yet
    return quick;
}

/** @param {Quick} quick @returns {Seat[]} */
function seatsFor({ players, together, level, personality, seat }) {
    const mine = seat || 1 + Math.floor(Math.random() * players);
    return Array.from({ length: players }, (_, i) => together || i + 1 === mine
        ? { kind: 'person', name: '' } : { kind: 'computer', level, personality: personality || undefined });
}

/** Keeps what was chosen for the next game. @param {string} game @param {Quick} quick */
export const rememberQuick = (game, quick) => write(`quick.${game}`, quick);

/** A new game; what was chosen is remembered. @param {string} game @param {Quick} quick */
export function quickGame(game, quick) {
    const { players, options, swap } = quick;
    rememberQuick(game, quick);
    const made = newGame({ game, players, options, position: null, repetition: 3, swap, moves: [] },
        seatsFor(quick), readClock(quick.clock));
    made.quick = quick;
    return made;
}
