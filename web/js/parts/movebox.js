/* movebox.js - the text box that takes a move in notation, for those who would rather type. */
import { el, freshId } from '../dom.js';
import { t } from '../i18n.js';

/** A move that shows the notation of each game. @type {Record<string, string>} */
const EXAMPLES = { dorix: 'b2', tictacdoh: 'Sc3', quoridor: 'e2', orbital: 'Bb2' };

/**
 * @param {string} game
 * @param {(text: string) => Promise<boolean>} enter  whether it was a move
 */
export function moveBox(game, enter) {
    const id = freshId();
    const input = el('input', {
        id, type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false',
        placeholder: t('move.example', EXAMPLES[game]),
    });
    const submit = async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (input.value.trim() && await enter(input.value))
            input.value = '';
    };
    return el('form', { class: 'movebox', onsubmit: submit },
        el('label', { for: id }, t('move.type')),
        el('div', { class: 'row' }, input, el('button', { type: 'submit' }, t('move.play'))));
}
