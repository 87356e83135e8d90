/* share.js - the box with everything that can be taken away: link, pictures, record, position. */
import { RulesError, formatRecord } from '../rules.js';
import { button, el, field, fill, select } from '../dom.js';
import { lang, t } from '../i18n.js';
import { sharedLink } from '../link.js';
import { copy, copyField, linkField } from '../parts/copy.js';
import { openDialog } from '../parts/dialog.js';
import { makers } from '../pictures.js';

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
    const address = URL.createObjectURL(blob);
    el('a', { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** @typedef {import('../types.js').MatchRecord} MatchRecord */

/** The address of the same in a frame. @param {string} link */
const embedded = (link) => link.includes('#') ? link.replace('#', 'embed.html#') : link.replace('/study/', '/embed/');

/** Hands a file to another program of the device where the system can, and saves it elsewhere. @param {Blob} blob @param {string} name */
async function handOver(blob, name) {
    const files = [new File([blob], name, { type: blob.type })];
    const touch = matchMedia('(pointer: coarse)').matches; // a desktop wants the file
    if (!touch || !navigator.canShare?.({ files }))
        return save(blob, name);
    await navigator.share({ files }).catch((error) => error.name === 'AbortError' ? undefined : save(blob, name));
}

/** The buttons for pictures, which are made when they are asked for. @param {MatchRecord} record */
function pictureRow(record) {
    /** @type {('gif' | 'png' | 'svg')[]} */
    const kinds = record.moves.length > 0 ? ['gif', 'png', 'svg'] : ['png', 'svg'];
    return el('div', { class: 'row picture-row', role: 'group', 'aria-label': t('share.pictures') }, kinds.map((kind) => {
        const words = t(`share.${kind}`);
        const face = button(words, async () => {
            face.disabled = true;
            try {
                const blob = await makers[kind](record, (part) => fill(face, `${words} ${Math.floor(100 * part)} %`));
                await handOver(blob, `${record.game}.${kind}`);
            } finally {
                face.disabled = false;
                fill(face, words);
            }
        }, { name: kind });
        return face;
    }));
}

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
    const link = await sharedLink(record, people);
    openDialog(t('share.title'),
        linkField(t('share.link'), link),
        pictureRow(record),
        field(t('share.record'), words),
        el('div', { class: 'row record-row' }, field(t('share.form'), form),
            button(t('share.copy'), () => copy(words), { 'aria-label': `${t('share.copy')}: ${t('share.record')}` }),
            button(t('share.save'), () => save(new Blob([words.value], { type: 'text/plain' }), `${record.game}.${form.value === 'json' ? 'jsonl' : 'txt'}`))),
        copyField(t('share.position'), position),
        copyField(t('embed.code'), `<iframe src="${embedded(link)}" width="400" height="640" style="border:0"></iframe>`));
}
