/* i18n.js - the web app's texts, in the language of the reader. */
import { en } from './lang/en.js';
import { gameStrings } from './game.js';
import { settings } from './settings.js';
import { wordsOf } from '../tablier/languages.js';
import { renderMessage as renderIn } from '../tablier/message.js';

/** @typedef {import('./types.js').Lang} Lang */
/** @typedef {keyof typeof en | keyof typeof import('./lang/online.js').online} Key */

/** The English templates. Those of a game are told apart by its name: `nim:pawn`. @type {Map<string, string>} */
const english = new Map([...Object.entries(en), ...Object.entries(gameStrings).flatMap(([game, strings]) =>
    Object.entries(strings.en).map(([key, text]) => /** @type {[string, string]} */ ([`${game}:${key}`, text])))]);

// ---- The language in use -----------------------------------------------------------------

/** @type {Lang[]} */
let tags = ['en'];

/** The languages that the page can be read in, English first. */
export const languages = () => tags;

/** What a language calls itself. @param {Lang} tag */
export function nameOf(tag) {
    const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** @type {{ lang: Lang, words: Map<string, string> }} */
let spoken = { lang: 'en', words: new Map() };

/** The language of the page: English until another has been loaded. */
export const lang = () => spoken.lang;

/** What the reader would like best of all there is. @returns {Lang} */
function wished() {
    const wishes = [settings.get('lang'), ...navigator.languages].map(String).flatMap((tag) => [tag, tag.split('-')[0]]);
    return wishes.find((tag) => tags.includes(tag)) ?? 'en';
}

/** The languages of the catalogues: the build writes them into the page. Without the list there is English.
 * @returns {Promise<Lang[]>} */
async function readTags() {
    const { languages: named } = document.documentElement.dataset;
    if (named !== undefined)
        return ['en', ...named.split(' ').filter(Boolean)];
    try {
        const response = await fetch('tablier/lang/index.json'), list = response.ok ? await response.json() : [];
        return ['en', ...list.filter((/** @type {Lang} */ tag) => /^[a-z]{2,3}(-[A-Za-z\d]+)*$/.test(tag))];
    } catch {
        return ['en'];
    }
}

/** Whether the words of views with a server are in use. */
let online = false;

/** Adds the translations of those words. Without them these words are in English. */
async function addOnline() {
    const { lang: tag, words } = spoken;
    for (const [key, text] of await wordsOf(tag, 'online'))
        words.set(key, text);
    if (words !== spoken.words)
        await addOnline();
}

/** Adds the words that only views with a server need. @param {Record<string, string>} words  in English */
export async function addOnlineWords(words) {
    online = true;
    for (const [key, text] of Object.entries(words))
        english.set(key, text);
    await addOnline();
}

/** Loads the language that the reader wishes; English serves where it cannot be had. False if it is the one in
 * use already. */
export async function loadWords() {
    if (tags.length === 1)
        tags = await readTags();
    const before = spoken, tag = wished();
    if (tag === before.lang)
        return false;
    const words = await wordsOf(tag);
    if (spoken === before && wished() === tag)
        spoken = words.size > 0 ? { lang: tag, words } : { lang: 'en', words };
    if (online)
        await addOnline();
    return spoken.lang !== before.lang;
}

// ---- Words ---------------------------------------------------------------------------------

/**
 * The text of a key, in the language of the page.
 *
 * @param {string} key
 * @param {...(string | number)} args  for {0}, {1} and so on
 */
export function say(key, ...args) {
    const template = english.get(key), { lang: tag, words } = spoken;
    if (template === undefined)
        return key;
    const own = words.get(`${key}\u0004`);
    return renderIn({ template, arguments: Object.fromEntries([0, 1, 2, 3, 4].map((i) => [i, args[i] ?? ''])) },
        { lang: tag, words: { get: (text) => text === template ? own : words.get(text) } });
}

/** What a game calls one of its options, or one of the words that it may have.
 * @param {string} game @param {import('./types.js').GameOption} option @param {import('./types.js').OptionValue} [value] */
export function optionText(game, option, value) {
    const key = `${game}:option.${option.name}${value === undefined ? '' : `.${value}`}`, text = say(key);
    return text !== key ? text : String(value ?? option.name);
}

/** The same, for keys that the compiler can check. @type {(key: Key, ...args: (string | number)[]) => string} */
export const t = say;

/** A word that depends on a number: {0} of a template with plural forms. @type {(key: Key, count: number) => string} */
export const plural = say;

/** "1", "1 and 3", "1, 2 and 3". @param {(string | number)[]} items */
export function listed(items) {
    if (items.length < 2)
        return items.join('');
    return say('board.and', items.slice(0, -1).join(', '), items[items.length - 1]);
}

/** A number in the spelling of the language. Intl.NumberFormat takes the browser 20 ms the first time. @param {number} value
 * @param {number} [digits] */
export function number(value, digits = 0) {
    const mark = (/** @type {string} */ sign, /** @type {string} */ context) => spoken.words.get(`${context}\u0004${sign}`) || sign;
    const [whole, fraction] = value.toFixed(digits).split('.');
    return whole.replace(/\B(?=(\d{3})+$)/g, mark(',', 'thousands mark')) + (fraction ? mark('.', 'decimal mark') + fraction : '');
}

/** A message of the server. @param {import('./types.js').Message} message */
export const renderMessage = (message) => renderIn(message, spoken);
