/* dialog.js - a box above the page. */
import { button, el, field, freshId } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { lift } from '../notices.js';

/**
 * Opens a box. It goes away when it is closed, and the focus returns.
 *
 * @param {string} title
 * @param {...import('../dom.js').Child} content
 */
export function openDialog(title, ...content) {
    const id = freshId();
    const box = el('dialog', { 'aria-labelledby': id, onclose: () => box.remove() },
        el('div', { class: 'dialog-head' }, el('h2', { id }, title),
            button(icon('close'), () => box.close(), { class: 'small', 'aria-label': t('dialog.close') })),
        content);
    document.body.append(box);
    lift(box);
    box.showModal();
    return box;
}

/** Asks before something that cannot be taken back. @param {string} question @param {string} yes
 * @returns {Promise<boolean>} */
export function ask(question, yes) {
    return new Promise((resolve) => {
        const box = openDialog(t('dialog.sure'), el('p', {}, question), el('div', { class: 'row' },
            button(yes, () => box.close('yes'), { class: 'main' }),
            button(t('dialog.cancel'), () => box.close())));
        box.addEventListener('close', () => resolve(box.returnValue === 'yes'));
    });
}

/** Asks for a line of text, or for several. @param {string} title @param {string} label @param {string} value
 * @param {{ rows?: number, length?: number, keep?: string }} [how]  length: the longest that can be typed; keep: what the button says
 * @returns {Promise<string | null>} null if it is to stay as it is */
export function askText(title, label, value, { rows = 1, length = 80, keep = t('dialog.keep') } = {}) {
    return new Promise((resolve) => {
        const input = rows > 1 ? el('textarea', { rows, maxlength: length, class: 'words' })
            : el('input', { type: 'text', class: 'wide', maxlength: length, autocomplete: 'off' });
        input.value = value;
        const box = openDialog(title, el('form', { method: 'dialog', onsubmit: () => resolve(input.value.trim()) },
            field(label, input), el('div', { class: 'row' },
                el('button', { type: 'submit', class: 'main' }, keep),
                rows > 1 && value && button(t('dialog.delete'), () => {
                    resolve('');
                    box.close();
                }),
                button(t('dialog.cancel'), () => box.close()))));
        box.addEventListener('close', () => resolve(null));
        input.select();
    });
}
