/* settings.js - the visitor's settings for all games. */
import { read, write } from './storage.js';

/**
 * @typedef {object} Settings
 * @property {string} lang        'auto', or a tag such as 'fr'
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {'classic' | 'plain' | 'contrast' | 'paper' | 'night'} board  how boards look
 * @property {'classic' | 'flat' | 'outline'} pieces  how pieces look
 * @property {boolean} coords      letters and numbers at the edges of boards
 * @property {boolean} largeCoords  these are large
 * @property {boolean} dots        legal moves are marked
 * @property {boolean} numbers     pieces show their owner's number where their pattern tells too
 * @property {boolean} animation
 * @property {boolean} sound
 * @property {number} volume       of sounds: 1 to 10
 * @property {boolean} notify      the browser notifies when it is the visitor's turn and the tab is hidden
 * @property {boolean} phrases     quick chat of others is shown
 * @property {boolean} confirm     a tap on the board must be confirmed
 * @property {boolean} guide       help in first games: see guide.js
 * @property {boolean} engine      engine analysis is on
 * @property {'moves' | 'review' | 'explorer' | 'engine'} tab  the part of an analysis that was chosen last
 * @property {boolean} replay      the first view replays games
 * @property {string} name         the visitor's
 * @property {string[]} others     the names of players 2, 3, ... at this screen
 */

/** @type {Settings} */
const usual = {
    lang: 'auto', theme: 'auto', board: 'classic', pieces: 'classic', coords: true, largeCoords: false, dots: true, numbers: false, animation: true,
    sound: true, volume: 6, notify: false, phrases: true, confirm: true, guide: true, engine: true, tab: 'moves', replay: true,
    name: '', others: [],
};

/** @type {Settings} */
let now = { ...usual, ...read('settings', {}) };

/** @type {(name: keyof Settings) => void} */
let changed = () => {};

export const settings = {
    /** @template {keyof Settings} K @param {K} name @returns {Settings[K]} */
    get: (name) => now[name],

    /** @template {keyof Settings} K @param {K} name @param {Settings[K]} value */
    set(name, value) {
        now = { ...now, [name]: value };
        write('settings', now);
        changed(name);
    },
};

/** Hears what is chosen in this tab. @param {(name: keyof Settings) => void} listener */
export function onSettings(listener) {
    changed = listener;
}

/** Takes what another tab has chosen. */
export function rereadSettings() {
    now = { ...usual, ...read('settings', {}) };
}

/** The name of the player at a seat of this screen, if one was entered. @param {number} seat  from 1 */
export const nameOfSeat = (seat) => (seat === 1 ? now.name : now.others[seat - 2]) ?? '';
