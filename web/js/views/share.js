/* share.js - the box with everything that can be taken away: link, record, position. */
import { formatRecord } from '../rules.js';
import { button, el, field } from '../dom.js';
import { t } from '../i18n.js';
import { linkTo } from '../link.js';
import { copy } from '../parts/copy.js';
import { openDialog } from '../parts/dialog.js';

/** @param {string} text @param {string} name */
function save(text, name) {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    el('a', { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * @param {import('../types.js').MatchRecord} record
 * @param {string} position
 * @param {import('../types.js').RecordMeta} meta
 */
export async function openShare(record, position, meta) {
    const text = await formatRecord(record, meta);
    const link = el('input', { type: 'text', readonly: true, class: 'wide', value: linkTo(record) });
    const words = el('textarea', { readonly: true, rows: 10 });
    const place = el('input', { type: 'text', readonly: true, class: 'wide', value: position });
    words.value = text;
    const copier = (/** @type {HTMLInputElement | HTMLTextAreaElement} */ box) =>
        button(t('share.copy'), () => copy(box));
    openDialog(t('share.title'),
        field(t('share.link'), link), copier(link),
        field(t('share.record'), words),
        el('div', { class: 'row' }, copier(words),
            button(t('share.save'), () => save(text, `${record.game}.txt`))),
        field(t('share.position'), place), copier(place));
}
