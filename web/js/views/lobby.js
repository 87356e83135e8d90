/*
 * lobby.js - the lobby: games that wait for a player, games in progress, finished games, and the visitor's own.
 */
import { acceptChallenge, club, takeSeek, watchClub } from '../club.js';
import { cards, pictureOf, titleOf } from '../game.js';
import { games } from '../rules.js';
import { button, el, field, fill, linkButton, select } from '../dom.js';
import { icon } from '../icons.js';
import { lang, listed, plural, t } from '../i18n.js';
import { memberName } from '../member.js';
import { dropTicket, fetchGame, findServer, listGames, tickets } from '../online.js';
import { attempt, refusalLine } from '../parts/attempt.js';
import { challengePanel, rankedName, tableWords, termsRow, termsWords } from '../parts/challenges.js';
import { liveBoards } from '../parts/gametile.js';
import { seekPanel } from '../parts/seeking.js';
import { clockWords, occupantName, occupantNames } from '../parts/terms.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../types.js').OnlineEntry} OnlineEntry */
/** @typedef {import('../types.js').OnlineState} OnlineState */
/** @typedef {import('../online.js').Ticket} Ticket */

const REFRESH_MS = 6000, OWN = 8, PAGE = 10, BOARDS = 6;

/** "3 minutes ago". @param {number} then  milliseconds since 1970 */
export function ago(then) {
    const words = new Intl.RelativeTimeFormat(lang(), { numeric: 'auto' });
    const minutes = Math.ceil((then - Date.now()) / 60000);
    if (minutes >= 0)
        return t('lobby.now');
    if (minutes > -60)
        return words.format(minutes, 'minute');
    return minutes > -1440 ? words.format(Math.round(minutes / 60), 'hour') : words.format(Math.round(minutes / 1440), 'day');
}

/** @param {Pick<OnlineEntry, 'result' | 'seats'>} game */
function resultOf({ result, seats }) {
    if (result === 'draw')
        return t('result.draw');
    if (!result || result.length === 0)
        return '';
    return t(result.length > 1 ? 'result.share' : 'result.win', listed(result.map((seat) => occupantName(seats[seat - 1]))));
}

/**
 * One game in a list.
 *
 * @param {string} game
 * @param {string} who
 * @param {string[]} facts
 * @param {import('../dom.js').Child} act
 */
function row(game, who, facts, act) {
    return el('li', {},
        el('img', { src: pictureOf(game), alt: '', width: 48, height: 48 }),
        el('div', { class: 'what' },
            el('span', { class: 'who' }, who),
            el('span', { class: 'soft' }, [titleOf(game), ...facts].filter(Boolean).join(' · '))),
        act);
}

/** Whether nobody who sits there is connected. @param {OnlineEntry} entry */
const isAway = ({ seats }) => seats.some(({ kind, taken, here }) => kind === 'person' && taken && here === false)
    && !seats.some(({ kind, taken, here }) => kind === 'person' && taken && here);

/** @param {OnlineEntry[]} entries @param {'join' | 'watch' | 'look'} verb */
function rows(entries, verb) {
    return entries.map((entry) => {
        const who = occupantNames(entry.seats);
        const facts = {
            join: [clockWords(entry.clock), ago(entry.created), isAway(entry) ? t('lobby.away') : ''],
            watch: [clockWords(entry.clock), plural('import.moves', entry.moves)],
            look: [resultOf(entry), plural('import.moves', entry.moves), ago(entry.updated)],
        }[verb];
        return row(entry.game, who, facts, linkButton(t(`lobby.${verb}`), `#/online/${entry.id}`, {
            class: verb === 'join' ? 'button main' : 'button', 'aria-label': `${t(`lobby.${verb}`)}: ${who}`,
        }));
    });
}

/** The status of one of the visitor's games. @param {OnlineState} state @param {number | null} seat */
function standing({ now }, seat) {
    if (now.status === 'aborted')
        return t('online.aborted');
    if (now.status === 'over')
        return resultOf(now);
    if (now.status === 'open')
        return t('lobby.waits');
    return now.turn === seat ? t('online.yourMove') : t('kept.turn', occupantName(now.seats[(now.turn ?? 1) - 1]));
}

/** The head of the lobby, which needs neither rules nor server. */
function hero() {
    return el('section', { class: 'hero' }, el('h1', {}, t('lobby.title')), el('p', {}, t('lobby.intro')),
        !memberName() && linkButton(t('me.become'), '#/me'),
        el('div', { class: 'create' }, el('span', {}, t('lobby.create')), cards.map(({ name, title }) =>
            el('a', { class: 'button', href: `#/new/${name}?online`, 'aria-label': t('lobby.createGame', title) },
                el('img', { src: pictureOf(name), alt: '', width: 28, height: 28 }), title))));
}

class Lobby {
    /** @type {AbortController} */
    #gone;
    #timer = 0;
    /** @type {string | null} */
    #next = null;
    #search = { game: '', name: '' };
    /** Games with a free seat. @type {OnlineEntry[]} */
    #free = [];
    /** Games that are being played, without boards. @type {OnlineEntry[]} */
    #others = [];

    /** @param {HTMLElement} host @param {Game[]} known @param {AbortController} gone */
    constructor(host, known, gone) {
        this.known = known;
        this.#gone = gone;
        this.trouble = el('p', { class: 'refusal', role: 'status' });
        this.yours = el('section', { class: 'panel', hidden: true });
        this.open = el('ul', { class: 'games' });
        this.refusal = refusalLine();
        this.running = el('ul', { class: 'games' });
        this.boards = liveBoards(this.#gone.signal);
        this.finished = el('ul', { class: 'games' });
        this.more = button(t('lobby.more'), () => this.#archive(true), { hidden: true });
        this.host = host;
        this.parts = [
            challengePanel(known, this.#gone.signal), this.trouble, this.yours,
            el('div', { class: 'lobby' },
                el('section', { class: 'panel' }, el('h2', {}, t('lobby.open')), this.refusal, this.open),
                el('section', { class: 'panel' }, el('h2', {}, t('lobby.running')), this.boards.root, this.running)),
            el('section', { class: 'panel' }, el('h2', {}, t('lobby.archive')), this.#form(), this.finished,
                el('div', { class: 'row centred' }, this.more))];
        document.addEventListener('visibilitychange', () => this.#lists(), { signal: this.#gone.signal });
    }

    #form() {
        const game = select([['', t('lobby.any')], ...cards.map(({ name, title }) =>
            /** @type {[string, string]} */ ([name, title]))], '');
        const name = el('input', { type: 'text', maxlength: 30, autocomplete: 'off', spellcheck: 'false' });
        const submit = (/** @type {Event} */ event) => {
            event.preventDefault();
            this.#search = { game: game.value, name: name.value.trim() };
            this.#archive();
        };
        game.addEventListener('change', submit);
        return el('form', { class: 'search', role: 'search', onsubmit: submit },
            field(t('lobby.game'), game), field(t('lobby.name'), name),
            el('button', { type: 'submit' }, t('lobby.search')));
    }

    /** Rows for those who wait for a player: open challenges, seeks, and games with a free seat. */
    #wait() {
        const me = memberName(), known = this.known, title = t('lobby.join');
        const press = (/** @type {string} */ who, /** @type {() => unknown} */ act) =>
            button(title, () => attempt(this.refusal, async () => act()), { class: 'main', 'aria-label': `${title}: ${who}` });
        const challenges = club.challenges.open.filter(({ from, seats }) => me && from !== me && !seats.some(({ name }) => name === me));
        // A guest who waits does not know which of the nameless ones is the own seek.
        const seeks = !me && club.seek ? [] : club.seeks.filter(({ name, rated }) => me ? name !== me : !rated);
        this.#show(this.open, [
            ...challenges.map((one) => {
                const who = rankedName(one.from, one.rating);
                return termsRow(one, who, [...termsWords(one, known), ...(one.players > 2 ? [tableWords(one.seats, one.players)] : [])], press(who, () => acceptChallenge(one)));
            }),
            ...seeks.map((one) => {
                const who = rankedName(one.name, one.rating);
                return termsRow(one, who, [...termsWords(one, known), ...(one.table ? [tableWords(one.table, one.players)] : [])], press(who, () => takeSeek(one)));
            }),
            ...rows(this.#free, 'join')], t('lobby.openNone'));
    }

    /** Games that are being played: the latest of those that have players at the board have a small one here. */
    #play() {
        const live = club.games.slice(0, BOARDS), others = this.#others.filter(({ id }) => !live.some((one) => one.id === id));
        this.boards.update(live);
        this.#show(this.running, rows(others, 'watch'), live.length > 0 ? '' : t('lobby.runningNone'));
    }

    /** Shows the lobby with its first games: lists that are filled later would move what is below. */
    async begin() {
        const own = this.#own();
        await Promise.all([this.#lists(), this.#archive()]);
        if (this.#gone.signal.aborted)
            return;
        this.host.append(...this.parts);
        await own;
        this.#timer = setInterval(() => this.#lists(), REFRESH_MS);
        watchClub(() => {
            this.#wait();
            this.#play();
        }, this.#gone.signal);
    }

    leave() {
        this.#gone.abort();
        clearInterval(this.#timer);
    }

    /** Does something with the server, and says if that fails. @param {() => Promise<void>} act */
    async #try(act) {
        try {
            await act();
            fill(this.trouble);
        } catch (error) {
            if (!this.#gone.signal.aborted)
                fill(this.trouble, t('lobby.again', error instanceof Error ? error.message : ''));
        }
    }

    /** The games that wait and those that are being played, while somebody looks. */
    #lists() {
        return this.#try(async () => {
            if (document.hidden)
                return;
            const [open, running] = await Promise.all([listGames('open'), listGames('running')]);
            const own = new Set(tickets().map(({ id }) => id));
            const foreign = (/** @type {OnlineEntry[]} */ list) => list.filter(({ id }) => !own.has(id));
            this.#free = foreign(open.games);
            this.#wait();
            this.#others = foreign(running.games);
            this.#play();
        });
    }

    /** Replaces the rows of a list, if they are others; a focused link or button keeps the focus.
     * @param {HTMLElement} list @param {HTMLElement[]} items @param {string} none */
    #show(list, items, none) {
        const wanted = items.length ? items : none ? [el('li', { class: 'none soft' }, none)] : [];
        if (wanted.length === list.childNodes.length && wanted.every((item, i) => item.isEqualNode(list.childNodes[i])))
            return;
        const focused = list.contains(document.activeElement) && document.activeElement?.getAttribute('aria-label');
        fill(list, wanted);
        if (focused)
            /** @type {HTMLElement | null} */ (list.querySelector(`[aria-label="${CSS.escape(focused)}"]`))?.focus();
    }

    /** @param {boolean} [further] */
    #archive(further = false) {
        return this.#try(async () => {
            const search = this.#search;
            let page = await listGames('finished', { ...search, limit: PAGE, before: further ? this.#next : null });
            // A page may be empty although there are more: then the server has looked far enough for once.
            while (page.games.length === 0 && page.next !== null && search === this.#search)
                page = await listGames('finished', { ...search, limit: PAGE, before: page.next });
            const { games: entries, next } = page;
            this.#next = next;
            this.more.hidden = next === null;
            const items = rows(entries, 'look');
            if (further) {
                this.finished.append(...items);
                items[0]?.querySelector('a')?.focus();
            } else {
                this.#show(this.finished, items, t('lobby.archiveNone'));
            }
        });
    }

    /** The visitor's own games, with their states from the server. */
    async #own() {
        const own = tickets().slice(0, OWN);
        const list = el('ul', { class: 'games' });
        this.yours.hidden = own.length === 0;
        fill(this.yours, el('h2', {}, t('lobby.yours')), list);
        const rows = own.map((ticket) => this.#ownRow(ticket, ''));
        fill(list, rows);
        await Promise.all(own.map(async (ticket, i) => {
            const state = await fetchGame(ticket.id, ticket.secret).catch((error) => {
                if (error.code === 'unknown')
                    dropTicket(ticket.id);
            });
            if (state)
                rows[i].replaceWith(this.#ownRow(ticket, standing(state, ticket.seat)));
        }));
    }

    /** @param {Ticket} ticket @param {string} how */
    #ownRow(ticket, how) {
        const who = ticket.people.join(' – ');
        return row(ticket.game, who, [how, ago(ticket.touched)], [
            linkButton(t(ticket.over ? 'lobby.look' : 'lobby.back'), `#/online/${ticket.id}`, {
                class: how === t('online.yourMove') ? 'button main' : 'button',
                'aria-label': `${t(ticket.over ? 'lobby.look' : 'lobby.back')}: ${who}`,
            }),
            ticket.over && button(icon('close'), () => {
                dropTicket(ticket.id);
                this.#own();
            }, { class: 'small', 'aria-label': `${t('lobby.forget', titleOf(ticket.game))}: ${who}` }),
        ]);
    }
}

/** @param {HTMLElement} host */
export async function show(host) {
    if (!await findServer()) {
        fill(host, el('section', { class: 'panel setup' }, el('h1', {}, t('lobby.title')),
            el('p', {}, t('lobby.none')), linkButton(t('fail.home'), '#/', { class: 'button main' })));
        return undefined;
    }
    const gone = new AbortController(), known = games();
    fill(host, hero(), seekPanel(known, gone.signal));
    const lobby = new Lobby(host, await known.catch((error) => {
        gone.abort();
        throw error;
    }), gone);
    await lobby.begin();
    return () => lobby.leave();
}
