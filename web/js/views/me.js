/* me.js - becoming a member, signing in, and what members can change about themselves. */
import { button, checkbox, el, field, fill, linkButton } from '../dom.js';
import { t } from '../i18n.js';
import { askMember, setMember } from '../member.js';
import { notice } from '../notices.js';
import { call, findServer, tickets } from '../online.js';
import { addPasskey, hasPasskeys, signInByPasskey } from '../passkeys.js';
import { home } from '../router.js';
import { games } from '../rules.js';
import { attempt, reader, refusalLine, serverForm } from '../parts/attempt.js';
import { copyField, linkField } from '../parts/copy.js';
import { ask, askText, openDialog } from '../parts/dialog.js';
import { challengePanel } from '../parts/challenges.js';
import { memberAddress } from '../parts/lists.js';
import { relatedMembers, tokens } from '../parts/relations.js';
import { qrPicture } from '../parts/qrpicture.js';
import { ago } from './lobby.js';

/** @typedef {import('../types.js').Member} Member */
/** @typedef {import('../types.js').Device} Device */

const SHOWN = /** @type {const} */ (['ratings', 'games', 'openings', 'online', 'about']);
const NAME_LENGTH = 24, ABOUT_LENGTH = 200, LABEL_LENGTH = 40;

const nameInput = (value = '') => el('input', { type: 'text', maxlength: NAME_LENGTH, autocomplete: 'username', spellcheck: 'false', required: true, value });

/** The recovery code, which the server tells only once. @param {string} code */
const recoveryField = (code) => copyField(t('me.recovery'), code, { help: t('me.recoveryHelp') });

/** Why this page has no passkeys. */
const noPasskeys = () => el('p', { class: 'help' }, t('me.noPasskeys'));

/** The seats that this browser has at games as a guest. */
const guestSeats = () => tickets().flatMap(({ id, secret }) => secret ? [{ id, secret }] : []);

// ---- Guests --------------------------------------------------------------------------

/** Somebody has just become a member, or has signed in by the code: a new one must be kept.
 * @param {HTMLElement} host @param {{ member: Member, recovery: string }} answer */
function welcome(host, { member, recovery }) {
    const seats = guestSeats(), line = refusalLine();
    const take = seats.length > 0 && button(t('me.take', seats.length), () => attempt(line, async () => {
        const { games } = await call('/me/games', { method: 'POST', body: { games: seats } });
        notice(t('me.taken', games.length));
        if (take)
            take.remove();
    }));
    const heading = el('h1', { tabindex: -1 }, t('me.welcome', member.name));
    setMember(member);
    fill(host, el('section', { class: 'panel setup' }, heading, recoveryField(recovery), line,
        el('div', { class: 'row' }, button(t('me.kept'), () => draw(host, member), { class: 'main' }), take)));
    heading.focus();
}

/** @param {HTMLElement} host */
function drawGuest(host) {
    const name = nameInput(), own = nameInput();
    const code = el('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', placeholder: 'XXXX-XXXX-XXXX-XXXX', required: true });
    const enter = (/** @type {string} */ path, /** @type {() => object} */ body) => async () =>
        welcome(host, await call(path, { method: 'POST', body: body() }));
    fill(host,
        el('section', { class: 'panel setup' }, el('h1', {}, t('me.become')), el('p', {}, t('me.why')),
            serverForm(t('me.becomeThis'), enter('/session', () => ({ name: name.value.trim() })), field(t('me.name'), name, t('me.nameHelp')))),
        el('section', { class: 'panel setup' }, el('h2', {}, t('me.signIn')), el('p', {}, t('me.signInHelp')),
            serverForm(t('me.signIn'), enter('/session/recover', () => ({ name: own.value.trim(), code: code.value.trim() })),
                field(t('me.name'), own), field(t('me.recovery'), code)),
            hasPasskeys() ? serverForm(t('me.withPasskey'), async () => draw(host, setMember(await signInByPasskey()))) : noPasskeys()));
}

// ---- Members -------------------------------------------------------------------------

/** What others see. @param {HTMLElement} host @param {Member} member */
function profileForm(host, member) {
    const name = nameInput(member.name);
    const about = el('input', { type: 'text', class: 'wide', maxlength: ABOUT_LENGTH, value: member.about });
    const boxes = SHOWN.map((part) => ({ part, ...checkbox(t(`me.show.${part}`), member.shown[part], { name: part }) }));
    const save = async () => {
        const answer = await call('/me', {
            method: 'PATCH', body: {
                about: about.value.trim(), shown: Object.fromEntries(boxes.map(({ part, box }) => [part, box.checked])),
                ...(name.value.trim() === member.name ? {} : { name: name.value.trim() }),
            },
        });
        draw(host, setMember(answer.member));
        notice(t('me.saved'));
    };
    return serverForm(t('dialog.keep'), save, field(t('me.name'), name), field(t('me.about'), about),
        el('fieldset', {}, el('legend', {}, t('me.shown')), boxes.map(({ row }) => row)));
}

/**
 * A list of a member's devices or passkeys, with a button that removes each. A passkey can get another label.
 *
 * @param {'devices' | 'passkeys'} kind
 * @param {string} remove
 * @param {HTMLElement} line
 */
function ownList(kind, remove, line) {
    const list = el('ul', { class: 'games' });
    const row = (/** @type {Device} */ { id, about, label, seen, current }) => {
        const name = about || label || t('me.device');
        return el('li', {}, el('div', { class: 'what' }, el('span', { class: 'who' }, name),
            el('span', { class: 'soft' }, current ? t('me.thisDevice') : ago(seen))),
        kind === 'passkeys' && button(t('me.label'), () => relabel(id, name), { 'aria-label': `${t('me.label')}: ${name}` }),
        !current && button(remove, () => change(id, 'DELETE'), { 'aria-label': `${remove}: ${name}` }));
    };
    const read = reader(line, () => call(`/me/${kind}`), (answer) => fill(list, answer[kind].map(row)));
    const change = async (/** @type {number} */ id, /** @type {string} */ method, body = {}) => {
        await attempt(line, () => call(`/me/${kind}/${id}`, { method, body }), String(id));
        await read();
    };
    const relabel = async (/** @type {number} */ id, /** @type {string} */ old) => {
        const label = await askText(t('me.label'), t('me.labelNew'), old, { length: LABEL_LENGTH });
        if (label !== null)
            await change(id, 'PATCH', { label });
    };
    read();
    return { list, read };
}

/** The devices that are signed in, and how to add one. */
function devices() {
    const line = refusalLine(), { list, read } = ownList('devices', t('me.signOut'), line);
    const link = async () => {
        const { code } = await call('/me/link', { method: 'POST', body: {} });
        const address = `${home()}#/link-device/${code}`;
        openDialog(t('me.link'), el('p', {}, t('me.linkHelp')),
            el('div', { class: 'invite-link' }, linkField(t('me.linkAddress'), address), qrPicture(address, t('me.link'))))
            .addEventListener('close', read);
    };
    const renew = async () => {
        if (await ask(t('me.renewSure'), t('me.renew')))
            openDialog(t('me.recovery'), recoveryField((await call('/me/recovery', { method: 'POST', body: {} })).recovery));
    };
    return el('section', { class: 'panel setup' }, el('h2', {}, t('me.devices')), list, line, el('div', { class: 'row' },
        button(t('me.link'), () => attempt(line, link), { class: 'main' }), button(t('me.renew'), () => attempt(line, renew))));
}

/** The member's passkeys, and how to add one. */
function passkeys() {
    const line = refusalLine(), { list, read } = ownList('passkeys', t('online.withdraw'), line);
    const add = async () => {
        await attempt(line, addPasskey);
        await read();
    };
    return el('section', { class: 'panel setup' }, el('h2', {}, t('me.passkeys')), el('p', {}, t('me.passkeysHelp')), list, line,
        hasPasskeys() ? el('div', { class: 'row' }, button(t('me.addPasskey'), add, { class: 'main' })) : noPasskeys());
}

/** Leaving: for now, or for good. @param {HTMLElement} host @param {Member} member */
function leaving(host, { name }) {
    const line = refusalLine();
    const leave = async (/** @type {string} */ path, /** @type {object} */ body) => {
        await call(path, { method: 'DELETE', body });
        setMember(null);
        drawGuest(host);
    };
    const erase = async () => {
        const typed = await askText(t('me.delete'), t('me.deleteSure', name), '', { keep: t('me.delete') });
        if (typed === null)
            return;
        await leave('/me', { name: typed });
        notice(t('me.deleted'));
    };
    return el('section', { class: 'panel setup' }, el('h2', {}, t('me.leave')), line, el('div', { class: 'row' },
        button(t('me.signOut'), () => attempt(line, () => leave('/session', {}))),
        linkButton(t('me.export'), 'api/me/export', { download: 'tablier.json' }),
        button(t('me.delete'), () => attempt(line, erase))));
}

/** @param {HTMLElement} host @param {Member} member */
function draw(host, member) {
    fill(host, el('section', { class: 'panel setup' }, el('h1', { tabindex: -1 }, member.name), profileForm(host, member),
        el('div', { class: 'row' }, linkButton(t('me.profile'), memberAddress(member.name)), linkButton(t('ratings.title'), '#/ratings'))),
        devices(), passkeys(), relatedMembers('follows'), relatedMembers('blocks'), tokens(), leaving(host, member));
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, { signal }) {
    if (!await findServer())
        throw new Error(t('lobby.none'));
    const member = await askMember(), body = el('div');
    fill(host, member && challengePanel(await games(), signal), body);
    if (member)
        draw(body, member);
    else
        drawGuest(body);
}
