/*
 * games.js - the games that were finished in this browser. What is searched for stands in
 * the address, so that it is still there after a look at a game.
 */
import { games, open } from '../rules.js';
import { button, el, field, fill, linkButton, select } from '../dom.js';
import { lang, plural, t } from '../i18n.js';
import { dateText, dropGame, onlyPerson, restoreGame, savedGames } from '../saved.js';
import { deletableRow } from '../parts/deletable.js';
import { thumbnail } from '../parts/miniature.js';
import { calledAmong, nameAt, opponents } from '../parts/words.js';

/** @typedef {import('../types.js').Game} Game */
/** @typedef {import('../saved.js').SavedGame} SavedGame */
/** @typedef {'won' | 'lost' | 'drawn' | ''} Result  the last: nobody here has won or lost it alone */
/** A game with what can be searched for. @typedef {{ game: SavedGame, title: string, result: Result, said: string,
 *     people: string[], day: string, text: string }} Entry */

const PAGE = 20;
const FIELDS = /** @type {const} */ (['game', 'player', 'result', 'from', 'to', 'text']);
/** @typedef {Record<typeof FIELDS[number], string>} Query */

/** @param {string} text */
const bare = (text) => text.normalize('NFKD').replace(/[\p{Mn}\p{Default_Ignorable_Code_Point}]/gu, '');
/** Without accents and capitals, as the server compares names (src/server/name.c). @param {string} text */
const plain = (text) =>
    bare(bare(text).toUpperCase().toLowerCase().replaceAll('ς', 'σ')).normalize('NFC');

/** @param {SavedGame} game @param {number[]} winners @returns {[Result, string]} */
function resultOf(game, winners) {
    const you = onlyPerson(game), names = game.seats.map((_, i) => nameAt(game, i + 1));
    if (winners.length === 0)
        return ['drawn', t('games.drawn')];
    if (!you)
        return ['', t('games.wonBy', winners.map((seat) => calledAmong(names, seat)).join(', '))];
    return winners.includes(you) ? ['won', t('games.youWon')] : ['lost', t('games.youLost')];
}

/** @param {SavedGame} game @param {string} title @returns {Promise<Entry>} */
async function entryOf(game, title) {
    const winners = game.winners ?? (await open(game.record)).winners ?? [], [result, said] = resultOf(game, winners);
    const you = onlyPerson(game);
    const people = game.seats.flatMap((_, i) => i + 1 === you ? [] : [nameAt(game, i + 1)]);
    const day = dateText(new Date(game.touched)).replaceAll('.', '-');
    return {
        game, title, result, said, people, day,
        text: plain([title, said, ...people, day, longDay(game), ...game.record.moves].join(' ')),
    };
}

/** @param {SavedGame} game */
const longDay = (game) => new Date(game.touched).toLocaleDateString(lang(), { dateStyle: 'medium' });

/** @param {Entry} entry @param {Query} query */
function fits({ game, result, people, day, text }, query) {
    return (!query.game || query.game === game.record.game) && (!query.player || people.includes(query.player)) &&
        (!query.result || query.result === result) && (!query.from || day >= query.from) &&
        (!query.to || day <= query.to) && plain(query.text).split(/\s+/).every((word) => text.includes(word));
}

/** @param {Entry} entry @param {AbortSignal} signal @param {() => void} changed */
function row({ game, title, said }, signal, changed) {
    const who = opponents(game), moves = game.record.moves.filter((move) => move !== 'swap').length;
    return deletableRow([
        el('a', { class: 'kept-game', href: `#/play/${game.id}` },
            thumbnail(game.record, { side: onlyPerson(game), signal }),
            el('span', { class: 'what' }, el('strong', {}, `${title} · ${said}`), el('span', {}, who),
                el('span', { class: 'soft' }, `${longDay(game)} · ${plural('games.moves', moves)}`))),
    ], {
        what: t('kept.theGame', title, who), changed,
        remove: () => {
            dropGame(game.id);
            return () => restoreGame(game);
        },
    });
}

class GamesView {
    #gone = new AbortController();
    #shown = PAGE;
    /** @type {Set<string>} the games that were deleted while the list was shown */
    #deleted = new Set();

    /** @param {HTMLElement} host @param {Game[]} known @param {Entry[]} entries @param {URLSearchParams} asked */
    constructor(host, known, entries, asked) {
        this.entries = entries;
        this.query = /** @type {Query} */ (Object.fromEntries(FIELDS.map((name) => [name, asked.get(name) ?? ''])));
        this.count = el('p', { role: 'status', class: 'soft' });
        this.list = el('ul', { class: 'kept-games' });
        this.more = button(t('games.more'), () => this.#showMore());
        this.clear = button(t('games.clear'), () => this.#forget(known));
        this.form = el('form', {
            class: 'search', role: 'search', 'aria-label': t('games.search'), onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
        });
        fill(host, el('section', { class: 'panel' }, el('h1', { tabindex: -1 }, t('games.title')),
            entries.length > 0 ? [this.form, this.count, this.list, this.more] : el('p', {}, t('games.none')),
            el('p', { class: 'row' }, linkButton(t('fail.home'), '#/'))));
        this.#drawForm(known);
        this.#draw();
    }

    /** @param {Game[]} known */
    #drawForm(known) {
        const people = [...new Set(this.entries.flatMap((entry) => entry.people))].sort();
        fill(this.form,
            field(t('lobby.game'), this.#select('game', [['', t('lobby.any')], ...known.map((one) => /** @type {[string, string]} */ ([one.name, one.title]))])),
            field(t('games.opponent'), this.#select('player', [['', t('games.anyone')], ...people.map((name) => /** @type {[string, string]} */ ([name, name]))])),
            field(t('games.result'), this.#select('result', [['', t('games.anyResult')], ['won', t('games.won')], ['lost', t('games.lost')], ['drawn', t('games.drawn')]])),
            field(t('games.from'), this.#input('from', 'date')),
            field(t('games.to'), this.#input('to', 'date')),
            field(t('games.text'), this.#input('text', 'text')),
            this.clear);
    }

    /** @param {Game[]} known */
    #forget(known) {
        for (const name of FIELDS)
            this.query[name] = '';
        this.#drawForm(known);
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
        return this.entries.filter((entry) => !this.#deleted.has(entry.game.id) && fits(entry, this.query));
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
        const { id } = entry.game;
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
    const known = await games();
    const entries = await Promise.all(savedGames().filter((game) => game.over).map((game) =>
        entryOf(game, known.find((one) => one.name === game.record.game)?.title ?? game.record.game)));
    const view = new GamesView(host, known, entries, route.query);
    return () => view.leave();
}
