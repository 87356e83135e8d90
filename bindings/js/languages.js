/*
 * languages.js - the catalogues of the languages other than English, loaded when they are first
 * needed. Where one cannot be had, sentences are in English.
 */
import { readCatalogue, renderMessage } from './message.js';
import { readFile } from './platform.js';

/** @type {Map<string, Promise<Uint8Array | null>>} */
const loaded = new Map();

/** The bytes of the catalogue for a tag such as fr or pt-BR, or else for its language alone; null for
 * English and for a language without one. @param {string} tag
 * @param {string} [part]  `online`: the catalogue with the messages of a server
 * @returns {Promise<Uint8Array | null>} */
export function catalogue(tag, part = '') {
    const [lang] = tag.split(/[-_]/);
    if (lang === 'en' || !/^[a-z]{2,3}([-_][A-Za-z\d]+)*$/.test(tag)) return Promise.resolve(null);
    const name = part ? `${tag}.${part}` : tag, known = loaded.get(name) ?? readFile(`lang/${name}.mo`).catch(() => {
        loaded.delete(name);
        return tag === lang ? null : catalogue(lang, part);
    });
    loaded.set(name, known);
    return known;
}

/** @type {Map<string, Promise<Map<string, string>>>} */
const translations = new Map();

/** The translations into a language, by text. @param {string} tag @param {string} [part]
 * @returns {Promise<Map<string, string>>} */
export function wordsOf(tag, part = '') {
    const name = `${tag} ${part}`, known = translations.get(name) ?? catalogue(tag, part).then((bytes) => {
        if (!bytes) translations.delete(name);
        return bytes ? readCatalogue(bytes) : new Map();
    }).catch(() => new Map()); // it is damaged
    translations.set(name, known);
    return known;
}

/** A message of the server in a language. @param {import('./types.js').Message} message @param {string} [lang]
 * @param {import('./types.js').Viewer} [viewer] @returns {Promise<string>} */
export async function render(message, lang = 'en', viewer = {}) {
    const [words, online] = await Promise.all([wordsOf(lang), wordsOf(lang, 'online')]);
    return renderMessage(message, { ...viewer, lang, words: { get: (text) => online.get(text) ?? words.get(text) } });
}
