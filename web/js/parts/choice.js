/* choice.js - choices that are seen at once, side by side. */
import { el, field, select } from '../dom.js';
import { optionText, say, t } from '../i18n.js';

/** @typedef {import('../i18n.js').Key} Key */

/**
 * A choice between a few.
 *
 * @template T
 * @param {string} name     of the radio buttons
 * @param {string} caption
 * @param {[value: T, text: string, title?: string, picture?: Element][]} options  title: said instead of a text that is short
 * @param {T} value
 * @param {(value: T) => void} pick
 * @param {string} [style]
 */
export function pills(name, caption, options, value, pick, style = 'choices') {
    return el('fieldset', { class: style }, el('legend', {}, caption), el('div', { class: 'pills' },
        options.map(([one, text, title, picture]) => el('label', { class: 'pill', title: title ?? null },
            el('input', {
                type: 'radio', name, value: String(one), checked: one === value,
                'aria-label': title ?? null, onchange: () => pick(one),
            }), picture, el('span', {}, text)))));
}

/** The name of a level. @param {number} level @param {number} last  the last one with these players and rules */
export const levelName = (level, last) => t(level < last ? /** @type {Key} */ (`level.${level}`) : 'level.best');

/**
 * The computer's levels as steps, from 0.
 *
 * @param {number} last
 * @returns {[value: string, text: string, title: string][]}
 */
export const levelSteps = (last) => Array.from({ length: last + 1 }, (_, i) =>
    [String(i), String(i), t('setup.level', i, levelName(i, last))]);

/**
 * The control for the computer's personality; false where there is none to choose.
 *
 * @param {import('../types.js').Game} game
 * @param {number} players
 * @param {string | undefined} personality
 * @param {(personality: string) => void} pick
 */
export function personalityControl(game, players, personality, pick) {
    const names = game.personalities ?? [], word = (/** @type {string} */ name) => say(`${game.name}:personality.${name}`);
    const control = select([['', t('personality.none')], ...names.map((name) => /** @type {[string, string]} */ ([name, word(name)]))],
        personality ?? '', { 'data-option': 'personality', 'aria-label': t('personality.title'), onchange: () => pick(control.value) });
    return names.length > 0 && new Set(game.sides[players]).size === 2 && control;
}

/** @typedef {import('../types.js').OptionValue} OptionValue */

/**
 * The control for an option of a game.
 *
 * @param {import('../types.js').Game} game
 * @param {import('../types.js').GameOption} option
 * @param {number} players
 * @param {Record<string, OptionValue>} chosen  those that are not the usual ones
 * @param {(chosen: Record<string, OptionValue>) => void} change
 */
export function optionField(game, option, players, chosen, change) {
    const usual = option.defaults[players], { [option.name]: own, ...others } = chosen;
    const word = (/** @type {OptionValue} */ value) => option.words ? optionText(game.name, option, value) : String(value);
    const control = select(
        option.values.map((value) => [String(value), value === usual ? t('setup.usual', word(value)) : word(value)]),
        String(own ?? usual), {
            'data-option': option.name, 'data-words': Boolean(option.words),
            onchange: () => {
                const value = option.values.find((one) => String(one) === control.value);
                change(value === undefined || value === usual ? others : { ...others, [option.name]: value });
            },
        });
    return field(optionText(game.name, option), control, option.text);
}
