/* menu.js - rare actions behind one button. */
import { button, el } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';

/**
 * A button that shows a list of others; it closes when one of them is used.
 *
 * @param {readonly (HTMLElement | false | null)[]} items
 */
export function menu(items) {
    const list = el('div', { class: 'menu-list', role: 'group', 'aria-label': t('menu.title'), hidden: true }, items);
    const opener = button([icon('menu'), el('span', {}, t('menu.title'))], () => toggle(list.hidden), {
        class: 'menu-button', 'aria-expanded': 'false', 'aria-haspopup': 'true',
    });
    const root = el('div', { class: 'menu' }, opener, list);

    /** @param {boolean} open */
    function toggle(open) {
        list.hidden = !open;
        opener.setAttribute('aria-expanded', String(open));
        if (open)
            /** @type {HTMLElement | null} */ (list.querySelector(':is(button, a):not([hidden], :disabled)'))?.focus();
    }

    list.addEventListener('click', () => toggle(false));
    root.addEventListener('keydown', (event) => {
        if (event.key === 'Escape' && !list.hidden) {
            event.preventDefault();
            event.stopPropagation();
            toggle(false);
            opener.focus();
        }
    });
    root.addEventListener('focusout', ({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !root.contains(relatedTarget))
            toggle(false);
    });
    addEventListener('pointerdown', ({ target }) => {
        if (root.isConnected && !list.hidden && target instanceof Node && !root.contains(target))
            toggle(false);
    });
    return root;
}
