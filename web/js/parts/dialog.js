/* dialog.js - a box above the page. */
import { button, el, freshId } from '../dom.js';
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
