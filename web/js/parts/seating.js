/* seating.js - the panel above the board of a game that has not begun: join it, or invite others. */
import { button, el, field, linkButton } from '../dom.js';
import { titleOf } from '../game.js';
import { t } from '../i18n.js';
import { addressOf, ticketOf } from '../online.js';
import { settings } from '../settings.js';
import { linkField } from './copy.js';
import { qrPicture } from './qrpicture.js';
import { occupantName, termsList } from './terms.js';
import { teamsText } from './words.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').OnlineState} OnlineState */

/** Names of the computer that the page runs on: nobody else reaches them. */
const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

/**
 * Asks somebody to sit down.
 *
 * @param {OnlineState} state
 * @param {Game | undefined} game
 * @param {number | null} seat  null: any that is free
 * @param {(name: string) => void} join
 */
export function joinPanel(state, game, seat, join) {
    const host = state.now.seats.find((one) => one.kind === 'person' && one.taken);
    const name = el('input', {
        type: 'text', maxlength: 30, autocomplete: 'nickname', value: settings.get('name'), placeholder: t('online.anonymous'),
    });
    const submit = (/** @type {Event} */ event) => {
        event.preventDefault();
        settings.set('name', name.value.trim());
        join(settings.get('name'));
    };
    const title = titleOf(state.game), teams = teamsText(game, state.players);
    const free = state.now.seats.findIndex((one) => !one.taken) + 1;
    return el('form', { class: 'panel call join', onsubmit: submit },
        el('h2', {}, host ? t('online.invited', occupantName(host), title) : t('online.seatFree', title)),
        termsList(state, game, seat ?? free),
        teams && el('p', { class: 'help' }, teams),
        field(t('setup.yourName'), name),
        el('div', { class: 'row' },
            el('button', { type: 'submit', class: 'main' }, t('online.join')),
            linkButton(t('home.rules'), `#/rules/${state.game}`)));
}

/** A link for a seat, and the same for a phone that looks at the screen. @param {string} caption @param {string} address */
function inviteLink(caption, address) {
    return el('div', { class: 'invite-link' }, linkField(caption, address), qrPicture(address, t('online.qr', caption)));
}

/** The links that the creator of a game can send. @param {OnlineState} state @param {number[]} seats  that are free */
function invitation(state, seats) {
    const ticket = ticketOf(state.id);
    const links = (ticket?.links ?? []).filter(({ seat }) => seats.includes(seat));
    if (links.length === 0)
        return null;
    return el('div', { class: 'invite' },
        el('p', { class: 'help' }, t('online.inviteText')),
        LOOPBACK.test(location.hostname) && el('p', { class: 'help near' }, t('online.near', location.host)),
        links.map(({ seat, secret }) => inviteLink(t('online.seatLink', seat), addressOf(state.id, secret))),
        linkField(t('online.watchLink'), addressOf(state.id, state.public ? null : ticket?.watch)),
        state.public && el('p', { class: 'help' }, t('online.inLobby')));
}

/**
 * What somebody sees who waits for the others: what was agreed on, how to invite them, and what
 * can be done meanwhile.
 *
 * @param {OnlineState} state
 * @param {Game | undefined} game
 * @param {number} seat  the visitor's
 * @param {{ practise: () => void, abort: () => void, notify: HTMLElement | null }} acts
 */
export function waitingPanel(state, game, seat, { practise, abort, notify }) {
    const free = state.now.seats.flatMap((one, i) => one.taken ? [] : [i + 1]);
    return el('section', { class: 'panel call waiting' },
        el('h2', {}, t(free.length > 1 ? 'online.inviteMany' : 'online.invite', titleOf(state.game))),
        invitation(state, free),
        el('h3', {}, t('online.agreed')),
        termsList(state, game, seat),
        el('div', { class: 'row' },
            button(t('online.practise'), practise, { class: 'main' }),
            linkButton(t('home.rules'), `#/rules/${state.game}`), notify,
            button(t('online.abort'), abort)),
        el('p', { class: 'help' }, t('online.practiseHelp')));
}
