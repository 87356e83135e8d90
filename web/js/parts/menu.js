/* menu.js - rare actions behind one button. */
import { button, el } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';

/**
 * A button that shows a list of others; it closes when one of them is used.
 *
 * @param {(HTMLElement | false | null)[][]} groups  set apart by lines
 */
export function menu(groups) {
    const list = el('div', { class: 'menu-list', role: 'group', 'aria-label': t('menu.title'), hidden: true },
        groups.map((items) => el('div', {}, items)));
    const opener = button([icon('menu'), el('span', {}, t('menu.title'))], () => toggle(list.hidden), {
        class: 'menu-button', 'aria-expanded': 'false', 'aria-haspopup': 'true',
    });
    const root = el('div', { class: 'menu' }, opener, list);

    /** @param {PointerEvent} event */
    function outside({ target }) {
        if (!root.isConnected || target instanceof Node && !root.contains(target))
            toggle(false);
    }

    /** Only an open menu listens to the window, which would keep it and its view for good. @param {boolean} open */
    function toggle(open) {
        list.hidden = !open;
        opener.setAttribute('aria-expanded', String(open));
        removeEventListener('pointerdown', outside);
        if (!open)
            return;
        addEventListener('pointerdown', outside);
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
    return root;
}
