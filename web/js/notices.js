/* notices.js - short messages that do not belong to any view. */
import { button, el, linkButton } from './dom.js';
import { icon } from './icons.js';
import { t } from './i18n.js';

const SHOWN_MS = 8000;

/** Lets the notices be seen and closed above a dialog, outside which nothing can be pressed.
 * @param {HTMLDialogElement} dialog */
export function lift(dialog) {
    const host = document.getElementById('notices');
    if (!host)
        return;
    dialog.append(host);
    dialog.addEventListener('close', () => (document.querySelector('dialog[open]') ?? document.body).append(host));
}

/** @param {string} text @param {boolean} [stay]  until it is closed @param {string} [href]  where it leads
 * @param {[string, () => void][]} [acts]  buttons */
export function notice(text, stay = false, href, acts = []) {
    const box = el('div', { class: 'notice' }, el('span', {}, text),
        acts.map(([face, act], i) => button(face, () => {
            box.remove();
            act();
        }, i === 0 ? { class: 'main' } : {})),
        href && linkButton(t('notice.go'), href, { class: 'button main', onclick: () => box.remove() }),
        button(icon('close'), () => box.remove(), { class: 'small', 'aria-label': t('dialog.close') }));
    document.getElementById('notices')?.append(box);
    if (!stay)
        setTimeout(() => box.remove(), SHOWN_MS);
    return box;
}
