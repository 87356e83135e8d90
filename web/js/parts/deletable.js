/*
 * deletable.js - rows of a list that can be deleted. An item is deleted at once; its row stays and offers to restore it
 * for as long as the list is shown.
 */
import { button, el, fill } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';

/**
 * @param {import('../dom.js').Child[]} content
 * @param {object} how
 * @param {string} how.what             what is deleted, in words
 * @param {() => () => void} how.remove  deletes it; gives what brings it back
 * @param {() => boolean} [how.goesOn]  only its row is: the game goes on
 * @param {() => void} [how.changed]    something was deleted or brought back
 * @param {import('../dom.js').Child[]} [how.tools]  before the button
 */
export function deletableRow(content, { what, remove, goesOn = () => false, changed = () => {}, tools = [] }) {
    const del = button(icon('bin'), () => gone(remove()), {
        class: 'small', 'aria-label': t('kept.deleteThis', what), title: t('kept.delete'),
    });
    const row = el('li', {});
    const whole = () => fill(row, content, el('span', { class: 'row-tools' }, tools, del));

    /** @param {() => void} restore */
    function gone(restore) {
        const back = button(t('kept.restore'), () => {
            restore();
            row.classList.remove('is-deleted');
            whole();
            del.focus({ preventScroll: true });
            changed();
        }, { class: 'small' });
        row.classList.add('is-deleted');
        fill(row, el('span', { class: 'what soft', role: 'status' }, t(goesOn() ? 'kept.goesOn' : 'kept.deleted', capital(what))), back);
        back.focus({ preventScroll: true });
        changed();
    }

    whole();
    return row;
}

/** @param {string} text */
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
