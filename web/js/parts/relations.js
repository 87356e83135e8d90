/* relations.js - the members that one follows or blocks, and the tokens that one has given to programs. */
import { button, el, field, select } from '../dom.js';
import { t } from '../i18n.js';
import { call } from '../online.js';
import { attempt, refusalLine } from './attempt.js';
import { copyField } from './copy.js';
import { openDialog } from './dialog.js';
import { memberAddress } from './lists.js';
import { serverList } from './serverlist.js';

/** @typedef {'follows' | 'blocks'} Relation */
/** @typedef {{ name: string }} Related */

/** @param {Relation} relation */
export const relatedMembers = (relation) => serverList(t(relation === 'follows' ? 'me.follows' : 'me.blocks'), {
    path: `/me/${relation}`, items: ({ members }) => members, remove: t(relation === 'follows' ? 'me.unfollow' : 'me.unblock'),
    row: (/** @type {Related} */ { name }) => ({ name, key: name, face: el('a', { class: 'who', href: memberAddress(name) }, name) }),
});

/** Buttons that follow or block a member, and say whether that is so. @param {string} name */
export async function relationButtons(name) {
    const line = refusalLine();
    const buttons = await Promise.all(/** @type {Relation[]} */ (['follows', 'blocks']).map(async (relation) => {
        const { members } = await call(`/me/${relation}`), path = `/me/${relation}/${encodeURIComponent(name)}`;
        const press = button(t(`member.${relation}`), () => attempt(line, async () => {
            const on = press.ariaPressed !== 'true';
            await call(path, { method: on ? 'PUT' : 'DELETE', body: {} });
            press.ariaPressed = String(on);
        }, relation), { 'aria-pressed': String(members.some((/** @type {Related} */ one) => one.name === name)) });
        return press;
    }));
    return { buttons, line };
}

const LABEL_LENGTH = 40;

/** The tokens, and a form for a new one. */
export const tokens = () => serverList(t('me.tokens'), {
    path: '/me/tokens', items: ({ tokens: list }) => list, remove: t('online.withdraw'), help: t('me.tokensHelp'),
    row: (/** @type {{ id: string, label: string, scopes: string[] }} */ { id, label, scopes }) => ({
        name: label, key: id, face: [el('span', { class: 'who' }, label), el('span', { class: 'soft' }, t(scopes.includes('play') ? 'me.tokenPlays' : 'me.tokenReads'))],
    }),
    more: (read, line) => {
        const label = el('input', { type: 'text', maxlength: LABEL_LENGTH, required: true, autocomplete: 'off' });
        const scopes = select([['play read', t('me.tokenPlays')], ['read', t('me.tokenReads')]], 'play read');
        const create = async () => {
            const { token } = await call('/me/tokens', { method: 'POST', body: { label: label.value.trim(), scopes: scopes.value.split(' ') } });
            label.value = '';
            openDialog(t('me.tokenNew'), copyField(t('me.token'), token, { help: t('me.tokenOnce') })).addEventListener('close', read);
        };
        return el('form', {
            class: 'fields', onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                attempt(line, create);
            },
        }, field(t('me.tokenLabel'), label), field(t('me.tokenScope'), scopes), el('button', { type: 'submit' }, t('me.tokenNew')));
    },
});
