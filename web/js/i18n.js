/* i18n.js - what the page says, in the language of the reader. */
import { en } from './lang/en.js';
import { fr } from './lang/fr.js';
import { gameStrings } from './game.js';
import { settings } from './settings.js';
import { wordsOf } from '../tablier/languages.js';
import { renderMessage as renderIn } from '../tablier/message.js';

/** @typedef {import('./types.js').Lang} Lang */
/** @typedef {keyof typeof en} Key */

/** Those of a game are told apart by its name: `nim:pawn`. @param {Lang} which */
const ofGames = (which) => Object.entries(gameStrings).flatMap(([game, strings]) =>
    Object.entries(strings[which]).map(([key, text]) => [`${game}:${key}`, text]));

/** French with spaces that do not break a line: before : ; ! ? % and within « ». @param {string} text */
export const unbroken = (text) => text.replace(/ (?=[:;!?%»])/g, '\u00a0').replace(/« /g, '«\u00a0');

/** @type {Record<Lang, Record<string, string>>} */
const words = {
    en: { ...en, ...Object.fromEntries(ofGames('en')) },
    fr: { ...fr, ...Object.fromEntries(ofGames('fr')) },
};

/** @returns {Lang} */
export function lang() {
    const chosen = settings.get('lang');
    if (chosen === 'en' || chosen === 'fr')
        return chosen;
    const wished = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in words);
    return wished === 'fr' ? 'fr' : 'en';
}

/**
 * What a key stands for. French `de` loses its vowel before a word with another: d’Anne, but de e4.
 *
 * @param {string} key
 * @param {...(string | number)} args  for {0}, {1} and so on
 */
export function say(key, ...args) {
    const vowel = (/** @type {string} */ i) => /^[aeiouyéèêîœ]\p{L}/iu.test(String(args[Number(i)] ?? ''));
    const text = (words[lang()][key] ?? key).replace(/\bde \{(\d)\}/g, (de, i) => vowel(i) ? `d’{${i}}` : de);
    const said = text.replace(/\{(\d)\}/g, (_, i) => String(args[Number(i)] ?? ''));
    return lang() === 'fr' ? unbroken(said) : said;
}

/** A text that comes in all languages. @param {Record<Lang, string>} texts */
export const inLanguage = (texts) => lang() === 'fr' ? unbroken(texts.fr) : texts[lang()];

/** What a game calls one of its options, or one of the words that it may have.
 * @param {string} game @param {import('./types.js').GameOption} option @param {import('./types.js').OptionValue} [value] */
export function optionText(game, option, value) {
    const key = `${game}:option.${option.name}${value === undefined ? '' : `.${value}`}`, text = say(key);
    return text !== key ? text : String(value ?? option.name);
}

/** The same, for keys that the compiler can check. @type {(key: Key, ...args: (string | number)[]) => string} */
export const t = say;

/** A word that depends on a number: the keys end with `.one` and `.many`.
 * @param {string} key @param {number} count */
export function plural(key, count) {
    const one = lang() === 'fr' ? count < 2 : count === 1;
    return say(`${key}.${one ? 'one' : 'many'}`, count);
}

/** "1", "1 and 3", "1, 2 and 3". @param {(string | number)[]} items */
export function listed(items) {
    if (items.length < 2)
        return items.join('');
    return say('board.and', items.slice(0, -1).join(', '), items[items.length - 1]);
}

/** A number in the spelling of the language. @param {number} value @param {number} [digits] */
export function number(value, digits = 0) {
    return value.toLocaleString(lang(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The translations of what the server sends, in the language that was asked for last. */
let served = { lang: 'en', words: new Map() };

/** Fetches them for the language in use. */
export async function loadWords() {
    const wanted = lang();
    served = { lang: wanted, words: await wordsOf(wanted) };
}

/** A message of the server. @param {import('./types.js').Message} message */
export const renderMessage = (message) => renderIn(message, served.lang === lang() ? served : {});
