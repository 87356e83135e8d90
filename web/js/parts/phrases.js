/*
 * phrases.js - quick chat: the fixed phrases that players can send each other online. They are sent by name, and each
 * reader sees them in their own language.
 */
import { button, checkbox, el } from '../dom.js';
import { say, t } from '../i18n.js';
import { settings } from '../settings.js';
import { openDialog } from './dialog.js';

export const PHRASES = [
    'hello', 'good-luck', 'well-played', 'nice-move', 'thanks', 'sorry',
    'oops', 'one-moment', 'no-hurry', 'again', 'must-go', 'goodbye',
];

/** In words; nothing for one that this page does not know. @param {string} phrase */
export const phraseText = (phrase) => PHRASES.includes(phrase) ? say(`phrase.${phrase}`) : '';

/** Lets one be chosen, or those of others be muted. @param {(phrase: string) => void} send */
export function openPhrases(send) {
    const { box, row } = checkbox(t('settings.phrases'), settings.get('phrases'), {
        onchange: () => settings.set('phrases', box.checked),
    });
    const choose = (/** @type {string} */ phrase) => () => {
        dialog.close();
        send(phrase);
    };
    const dialog = openDialog(t('phrases.title'),
        el('div', { class: 'phrases' }, PHRASES.map((phrase) => button(phraseText(phrase), choose(phrase)))), row);
}
