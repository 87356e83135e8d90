/* settings.js - what the visitor has chosen for all games. */
import { read, write } from './storage.js';

/**
 * @typedef {object} Settings
 * @property {'auto' | 'en' | 'fr'} lang
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {boolean} sound
 * @property {boolean} confirm   a tap on the board must be confirmed
 * @property {boolean} engine    the analysis thinks along
 * @property {string} name       to play under, online
 */

/** @type {Settings} */
const usual = { lang: 'auto', theme: 'auto', sound: false, confirm: true, engine: true, name: '' };

/** @type {Settings} */
let now = { ...usual, ...read('settings', {}) };

export const settings = {
    /** @template {keyof Settings} K @param {K} name @returns {Settings[K]} */
    get: (name) => now[name],

    /** @template {keyof Settings} K @param {K} name @param {Settings[K]} value */
    set(name, value) {
        now = { ...now, [name]: value };
        write('settings', now);
    },
};

/** Takes what another tab has chosen. */
export function rereadSettings() {
    now = { ...usual, ...read('settings', {}) };
}
