/*
 * games.js - all games of this browser, finished or not, those on the server included. The search is part of the
 * address, so that it is still there after a look at a game.
 */
import { cards, titleOf } from '../game.js';
import { open } from '../rules.js';
import { button, el, field, fill, linkButton, select } from '../dom.js';
import { lang, listed, plural, t } from '../i18n.js';
import { dropTicket, keepEnd, restoreTicket, ticketOf, tickets } from '../online.js';
import { dateText, dropGame, ownSeat, restoreGame, savedGames, winningSeats } from '../saved.js';
import { recordOf } from '../state.js';
import { askFor } from '../turns.js';
import { deletableRow } from '../parts/deletable.js';
import { thumbnail } from '../parts/miniature.js';
import { occupantName } from '../parts/terms.js';
import { calledAmong, nameAt, opponents } from '../parts/words.js';

/** @typedef {import('../saved.js').SavedGame} SavedGame */
/** @typedef {'won' | 'lost' | 'drawn' | 'open' | ''} Result  open: it goes on; the last: nobody here has won or lost it alone */
/** @typedef {import('../online.js').Ticket} Ticket */
/** A game with what can be searched for. @typedef {{ id: string, record: import('../types.js').MatchRecord, title: string,
 *     result: Result, said: string, who: string, people: string[], seat: number, href: string, touched: number,
 *     day: string, text: string, goesOn?: () => boolean, remove: () => () => void }} Entry */

const PAGE = 20;
const FIELDS = /** @type {const} */ (['game', 'player', 'result', 'from', 'to', 'text']);
/** @typedef {Record<typeof FIELDS[number], string>} Query */

/** @param {string} text */
const bare = (text) => text.normalize('NFKD').replace(/[\p{Mn}\p{Default_Ignorable_Code_Point}]/gu, '');
/** Without accents and capitals, as the server compares names (src/server/common/name.c). @param {string} text */
const plain = (text) =>
    bare(bare(text).toUpperCase().toLowerCase().replaceAll('ς', 'σ')).normalize('NFC');

/** @param {SavedGame} game @param {number[]} winners  their seats @returns {[Result, string]} */
function resultOf(game, winners) {
    const you = ownSeat(game), names = game.seats.map((_, i) => nameAt(game, i + 1));
    if (winners.length === 0)
        return ['drawn', t('games.drawn')];
    if (!you)
        return ['', t('games.wonBy', winners.map((seat) => calledAmong(names, seat)).join(', '))];
    return winners.includes(you) ? ['won', t('games.youWon')] : ['lost', t('games.youLost')];
}

/** @returns {[Result, string]} */
const OPEN = () => ['open', t('games.open')];

/** @param {SavedGame} game @returns {Promise<Entry>} */
async function entryOf(game) {
    const { id, record, touched } = game, you = ownSeat(game);
    const [result, said] = game.over ? resultOf(game, game.won ?? winningSeats(await open(record))) : OPEN();
    return entry({
        id, record, touched, result, said, who: opponents(game), seat: you, href: `#/play/${id}`,
        people: game.seats.flatMap((_, i) => i + 1 === you ? [] : [nameAt(game, i + 1)]),
        remove: () => {
            dropGame(id);
            return () => restoreGame(game);
        },
    });
}

/** A game on the server, and whether it is over; null if the server does not answer. @param {Ticket} ticket
 * @returns {Promise<import('../online.js').Ended & { over: boolean } | null>} */
async function endOf(ticket) {
    if (ticket.ended)
        return { ...ticket.ended, over: true };
    const own = await askFor(ticket);
    if (!own)
        return null;
    const { state } = own, { status, seats, result } = state.now, ended = { record: await recordOf(state), seats, result };
    if (status === 'over')
        keepEnd(ticket, ended);
    return { ...ended, over: status === 'over' };
}

/** @param {Ticket} ticket @returns {Promise<Entry | null>} */
async function onlineEntry(ticket) {
    const ended = await endOf(ticket);
    if (!ended)
        return null;
    const { record, seats } = ended, { id, seat } = ticket, names = seats.map(occupantName);
    const people = names.filter((_, i) => i + 1 !== seat);
    /** @type {[Result, string]} */
    const [result, said] = !ended.over ? OPEN() : !Array.isArray(ended.result) ? ['drawn', t('games.drawn')]
        : ended.result.includes(seat ?? 0) ? ['won', t('games.youWon')] : ['lost', t('games.youLost')];
    return entry({
        id, record, touched: ticket.touched, result, said, people,
        who: `${t('kept.against', listed(people))} · ${t('games.online')}`,
        seat: seat ?? 0, href: `#/online/${id}`, goesOn: () => !ended.over,
        remove: () => {
            const kept = ticketOf(id) ?? ticket;
            dropTicket(id);
            return () => restoreTicket(kept);
        },
    });
}

/** @param {Omit<Entry, 'title' | 'day' | 'text'>} facts @returns {Entry} */
function entry(facts) {
    const { said, people, touched, record } = facts, title = titleOf(record.game), day = dateText(new Date(touched)).replaceAll('.', '-');
    return { ...facts, title, day, text: plain([title, said, ...people, day, longDay(touched), ...record.moves].join(' ')) };
}

/** @param {number} touched */
const longDay = (touched) => new Date(touched).toLocaleDateString(lang(), { dateStyle: 'medium' });

/** @param {Entry[]} entries */
const newestFirst = (entries) => entries.sort((a, b) => b.touched - a.touched);

/** @param {Entry} entry @param {Query} query */
function fits({ record, result, people, day, text }, query) {
    return (!query.game || query.game === record.game) && (!query.player || people.includes(query.player)) &&
        (!query.result || query.result === result) && (!query.from || day >= query.from) &&
        (!query.to || day <= query.to) && plain(query.text).split(/\s+/).every((word) => text.includes(word));
}

/** @param {Entry} entry @param {AbortSignal} signal @param {() => void} changed */
function row({ record, title, said, who, seat, href, touched, goesOn, remove }, signal, changed) {
    const moves = record.moves.filter((move) => move !== 'swap').length;
    return deletableRow([
        el('a', { class: 'kept-game', href },
            thumbnail(record, { seat, signal }),
            el('span', { class: 'what' }, el('strong', {}, `${title} · ${said}`), el('span', {}, who),
                el('span', { class: 'soft' }, `${longDay(touched)} · ${plural('games.moves', moves)}`))),
    ], { what: t('kept.theGame', title, who), changed, goesOn, remove });
}

class GamesView {
    #gone = new AbortController();
    #shown = PAGE;
    /** @type {Set<string>} the games that were deleted while the list was shown */
    #deleted = new Set();

    /** @param {HTMLElement} host @param {Entry[]} entries @param {URLSearchParams} asked
     * @param {Promise<Entry | null>[]} coming  more, from the server */
    constructor(host, entries, asked, coming) {
        this.entries = entries;
        this.awaited = coming.length;
        this.query = /** @type {Query} */ (Object.fromEntries(FIELDS.map((name) => [name, asked.get(name) ?? ''])));
        this.count = el('p', { role: 'status', class: 'soft' });
        this.list = el('ul', { class: 'kept-games' });
        this.more = button(t('games.more'), () => this.#showMore());
        this.clear = button(t('games.clear'), () => this.#forget());
        this.form = el('form', {
            class: 'search', role: 'search', 'aria-label': t('games.search'), onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
        });
        this.body = el('div');
        fill(host, el('section', { class: 'panel' }, el('h1', { tabindex: -1 }, t('games.title')), this.body,
            el('p', { class: 'row' }, linkButton(t('fail.home'), '#/'), linkButton(t('home.stats'), '#/stats'))));
        this.#drawAll();
        for (const one of coming)
            one.then((entry) => this.#add(entry));
    }

    /** @param {Entry | null} entry */
    #add(entry) {
        this.awaited--;
        if (entry)
            this.entries = newestFirst([...this.entries, entry]);
        if (entry || this.entries.length === 0)
            this.#drawAll();
    }

    #drawAll() {
        const focused = /** @type {HTMLInputElement | null} */ (this.form.querySelector(':focus'));
        if (this.entries.length === 0)
            fill(this.body, el('p', { role: 'status' }, t(this.awaited > 0 ? 'awaited.waiting' : 'games.none')));
        else if (!this.body.contains(this.list))
            fill(this.body, this.form, this.count, this.list, this.more);
        this.#drawForm();
        if (focused)
            /** @type {HTMLElement} */ (this.form.querySelector(`[name=${focused.name}]`)).focus();
        this.#draw();
    }

    #drawForm() {
        const people = [...new Set(this.entries.flatMap((entry) => entry.people))].sort();
        fill(this.form,
            field(t('lobby.game'), this.#select('game', [['', t('lobby.any')], ...cards.map((one) => /** @type {[string, string]} */ ([one.name, one.title]))])),
            field(t('games.opponent'), this.#select('player', [['', t('games.anyone')], ...people.map((name) => /** @type {[string, string]} */ ([name, name]))])),
            field(t('games.result'), this.#select('result', [['', t('games.anyResult')], ['won', t('games.won')], ['lost', t('games.lost')], ['drawn', t('games.drawn')], ['open', t('games.open')]])),
            field(t('games.from'), this.#input('from', 'date')),
            field(t('games.to'), this.#input('to', 'date')),
            field(t('games.text'), this.#input('text', 'text')),
            this.clear);
    }

    #forget() {
        for (const name of FIELDS)
            this.query[name] = '';
        this.#drawForm();
        this.#search();
        this.form.querySelector('select')?.focus();
    }

    /** @param {keyof Query} name @param {[string, string][]} options */
    #select(name, options) {
        const control = select(options, this.query[name], { name, onchange: () => this.#ask(name, control.value) });
        return control;
    }

    /** @param {keyof Query} name @param {string} type */
    #input(name, type) {
        const control = el('input', { name, type, value: this.query[name], autocomplete: 'off', oninput: () => this.#ask(name, control.value) });
        return control;
    }

    /** @param {keyof Query} name @param {string} value */
    #ask(name, value) {
        this.query[name] = value;
        this.#search();
    }

    #search() {
        const asked = new URLSearchParams(FIELDS.flatMap((name) => this.query[name] ? [[name, this.query[name]]] : []));
        history.replaceState(null, '', `#/games${asked.size ? `?${asked}` : ''}`);
        this.#shown = PAGE;
        this.#draw();
    }

    #found() {
        return this.entries.filter((entry) => !this.#deleted.has(entry.id) && fits(entry, this.query));
    }

    #draw() {
        fill(this.list, this.#found().slice(0, this.#shown).map((entry) => this.#row(entry)));
        this.#drawCount();
    }

    #showMore() {
        const more = this.#found().slice(this.#shown, this.#shown + PAGE).map((entry) => this.#row(entry));
        this.#shown += PAGE;
        this.list.append(...more);
        more[0]?.querySelector('a')?.focus();
        this.#drawCount();
    }

    /** @param {Entry} entry */
    #row(entry) {
        const { id } = entry;
        return row(entry, this.#gone.signal, () => {
            if (!this.#deleted.delete(id))
                this.#deleted.add(id);
            this.#drawCount();
        });
    }

    #drawCount() {
        const found = this.#found().length;
        fill(this.count, found > 0 ? plural('games.found', found) : t('games.noMatch'));
        this.more.hidden = found <= this.#shown;
        this.clear.hidden = FIELDS.every((name) => !this.query[name]);
    }

    leave() {
        this.#gone.abort();
    }
}

/** @param {HTMLElement} host @param {import('../router.js').Route} route */
export async function show(host, route) {
    const asked = tickets();
    const here = await Promise.all([
        ...savedGames().filter((game) => game.over || game.record.moves.length > 0).map(entryOf),
        ...asked.filter(({ ended }) => ended).map(onlineEntry),
    ]);
    const view = new GamesView(host, newestFirst(here.filter((one) => one !== null)), route.query,
        asked.filter(({ ended }) => !ended).map(onlineEntry));
    return () => view.leave();
}
