/* choice.js - choices that are seen at once, side by side. */
import { el } from '../dom.js';
import { t } from '../i18n.js';

/** @typedef {import('../i18n.js').Key} Key */

/**
 * A choice between a few.
 *
 * @template T
 * @param {string} name     of the radio buttons
 * @param {string} caption
 * @param {[value: T, text: string, title?: string][]} options  title: said instead of a text that is short
 * @param {T} value
 * @param {(value: T) => void} pick
 * @param {string} [style]
 */
export function pills(name, caption, options, value, pick, style = 'choices') {
    return el('fieldset', { class: style }, el('legend', {}, caption), el('div', { class: 'pills' },
        options.map(([one, text, title]) => el('label', { class: 'pill', title: title ?? null },
            el('input', {
                type: 'radio', name, value: String(one), checked: one === value,
                'aria-label': title ?? null, onchange: () => pick(one),
            }), el('span', {}, text)))));
}

/** What a level is called. @param {number} level */
export const levelName = (level) => t(/** @type {Key} */ (`level.${level}`));

/**
 * The computer's levels as steps: `before` are choices that stand before them.
 *
 * @param {number} count
 * @returns {[value: string, text: string, title: string][]}
 */
export const levelSteps = (count) => Array.from({ length: count }, (_, i) =>
    [String(i + 1), String(i + 1), t('setup.level', i + 1, levelName(i + 1))]);
