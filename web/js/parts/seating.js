/* seating.js - what stands above the board of a game that has not begun: asking somebody to sit down, or in. */
import { el, field, linkButton } from '../dom.js';
import { t } from '../i18n.js';
import { addressOf, ticketOf } from '../online.js';
import { settings } from '../settings.js';
import { linkField } from './copy.js';
import { sitterName, termsList } from './terms.js';
import { teamsText } from './words.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').OnlineState} OnlineState */

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
    const title = game?.title ?? state.game, teams = teamsText(game, state.players);
    const free = state.now.seats.findIndex((one) => !one.taken) + 1;
    return el('form', { class: 'panel call join', onsubmit: submit },
        el('h2', {}, host ? t('online.invited', sitterName(host), title) : t('online.seatFree', title)),
        termsList(state, game, seat ?? free),
        teams && el('p', { class: 'help' }, teams),
        field(t('setup.yourName'), name),
        el('div', { class: 'row' },
            el('button', { type: 'submit', class: 'main' }, t('online.join')),
            linkButton(t('home.rules'), `#/rules/${state.game}`)));
}

/** The links that the maker of a game can send. @param {OnlineState} state @param {number[]} seats  that are free */
export function invitePanel(state, seats) {
    const ticket = ticketOf(state.id);
    const links = (ticket?.links ?? []).filter(({ seat }) => seats.includes(seat));
    if (links.length === 0)
        return null;
    return el('section', { class: 'panel call invite' },
        el('h2', {}, t(links.length > 1 ? 'online.inviteMany' : 'online.invite')),
        el('p', { class: 'help' }, t('online.inviteText')),
        links.map(({ seat, secret }) => linkField(t('online.seatLink', seat), addressOf(state.id, secret))),
        linkField(t('online.watchLink'), addressOf(state.id, state.public ? null : ticket?.watch)),
        state.public && el('p', { class: 'help' }, t('online.inLobby')));
}
