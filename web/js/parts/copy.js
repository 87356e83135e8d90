/* copy.js - taking something away: onto the clipboard, or to another program of the device. */
import { button, el, field } from '../dom.js';
import { t } from '../i18n.js';
import { notice } from '../notices.js';

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
 * A link with what can be done with it.
 *
 * @param {string} caption
 * @param {string} address
 * @param {string} [help]
 */
export function linkField(caption, address, help) {
    const box = el('input', { type: 'text', readonly: true, class: 'wide', value: address, onfocus: () => box.select() });
    const share = () => navigator.share({ title: document.title, url: address }).catch(() => {});
    const whole = field(caption, box, help), row = el('div', { class: 'link-row' });
    box.replaceWith(row);
    row.append(box, button(t('share.copy'), () => copy(box), { 'aria-label': `${t('share.copy')}: ${caption}` }));
    if ('share' in navigator)
        row.append(button(t('share.send'), share, { 'aria-label': `${t('share.send')}: ${caption}` }));
    return whole;
}
