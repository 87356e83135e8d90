/* movebox.js - the text box that takes a move in notation, for those who would rather type. */
import { el, freshId } from '../dom.js';
import { t } from '../i18n.js';

/**
 * @param {(text: string) => Promise<boolean>} enter  whether it was a move
 * @param {() => string | undefined} example  a legal move now, which shows the notation
 */
export function moveBox(enter, example) {
    const id = freshId();
    const input = el('input', {
        id, type: 'text', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false',
        onfocus: () => {
            const move = example();
            input.placeholder = move ? t('move.example', move) : '';
        },
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
