/* notifybutton.js - asks the browser to notify when it is the visitor's turn: only after a click. */
import { button, fill } from '../dom.js';
import { t } from '../i18n.js';
import { notice } from '../notices.js';
import { canNotify, mayNotify, setNotify } from './attention.js';

/** @returns {HTMLButtonElement | null} null where browsers do not notify */
export function notifyButton() {
    if (!canNotify())
        return null;
    const word = () => t(mayNotify() ? 'notify.off' : 'notify.on');
    const toggle = async () => {
        const wanted = !mayNotify(), on = await setNotify(wanted);
        fill(face, word());
        notice(t(on ? 'notify.done' : wanted ? 'notify.refused' : 'notify.ended'));
    };
    const face = button(word(), toggle);
    return face;
}
