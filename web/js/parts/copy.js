/* copy.js - taking something away: onto the clipboard, or to another program of the device. */
import { button, el, field, fill } from '../dom.js';
import { t } from '../i18n.js';
import { notice } from '../notices.js';
import { baseTitle } from '../title.js';

/** @param {HTMLInputElement | HTMLTextAreaElement} box */
export async function copy(box) {
    box.select();
    try {
        await navigator.clipboard.writeText(box.value);
    } catch {
        document.execCommand('copy');
    }
    notice(t('share.copied'));
}

/**
 * A text with what can be done with it beside it.
 *
 * @param {string} caption
 * @param {string} text
 * @param {{ help?: string, more?: import('../dom.js').Child }} [how]
 */
export function copyField(caption, text, { help, more } = {}) {
    const box = el('input', { type: 'text', readonly: true, class: 'wide', value: text, onfocus: () => box.select() });
    const whole = field(caption, box, help), row = el('div', { class: 'link-row' });
    box.replaceWith(row);
    fill(row, box, button(t('share.copy'), () => copy(box), { 'aria-label': `${t('share.copy')}: ${caption}` }), more);
    return whole;
}

/**
 * A link: it can be sent, too, where the device has something to send it with.
 *
 * @param {string} caption
 * @param {string} address
 * @param {string} [help]
 */
export function linkField(caption, address, help) {
    const share = () => navigator.share({ title: baseTitle(), url: address }).catch(() => {});
    return copyField(caption, address, {
        help, more: 'share' in navigator && button(t('share.send'), share, { 'aria-label': `${t('share.send')}: ${caption}` }),
    });
}
