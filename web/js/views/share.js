/* share.js - the box with everything that can be taken away: link, record, position. */
import { RulesError, formatRecord } from '../rules.js';
import { button, el, field, select } from '../dom.js';
import { lang, t } from '../i18n.js';
import { sharedLink } from '../link.js';
import { copy, copyField, linkField } from '../parts/copy.js';
import { openDialog } from '../parts/dialog.js';

/** @param {string} text @param {string} name */
function save(text, name) {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    el('a', { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** @typedef {import('../types.js').MatchRecord} MatchRecord */

/**
 * @param {MatchRecord} record
 * @param {string} position
 * @param {import('../types.js').RecordMeta} meta
 * @param {MatchRecord} [whole]  with notes, where there are any; the link is without
 * @param {(string | null)[]} [people]  names for the link: none for a person who gave none, `level:3` for a computer
 */
export async function openShare(record, position, meta, whole = record, people = meta.names) {
    const words = el('textarea', { readonly: true, rows: 10 });
    const form = select([['text', t('share.text')], ['json', t('share.json')]], 'text', { onchange: () => write() });
    const write = async () => {
        words.value = await formatRecord(whole, meta, { form: form.value === 'json' ? 'json' : 'text', lang: lang() })
            .catch((error) => error instanceof RulesError ? error.message : Promise.reject(error));
    };
    await write();
    openDialog(t('share.title'),
        linkField(t('share.link'), await sharedLink(record, people)),
        field(t('share.record'), words),
        el('div', { class: 'row record-row' }, field(t('share.form'), form),
            button(t('share.copy'), () => copy(words), { 'aria-label': `${t('share.copy')}: ${t('share.record')}` }),
            button(t('share.save'), () => save(words.value, `${record.game}.${form.value === 'json' ? 'jsonl' : 'txt'}`))),
        copyField(t('share.position'), position));
}
