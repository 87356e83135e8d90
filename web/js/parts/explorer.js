/*
 * explorer.js - every move of the position beside an analysis board, with what is known about it:
 * exact values, and statistics from the book of the game. The book is fetched when the explorer is
 * first seen.
 */
import { svg } from '../boards/svg.js';
import { bookOf } from '../game.js';
import { explore } from '../rules.js';
import { el, fill } from '../dom.js';
import { lang, number, t } from '../i18n.js';
import { movesIn, provenText } from './words.js';

/** @typedef {import('../types.js').ExploredMove} ExploredMove */
/** @typedef {import('../types.js').Exploration} Exploration */
/** @typedef {import('../types.js').MatchRecord} MatchRecord */

/**
 * @typedef {object} Acts
 * @property {(move: string) => void} play
 * @property {(move: string | null) => void} point   shows a move on the board; null: none any more
 */

/** Positions for each proof: a quick pass first, then a thorough one. */
const GLANCE = 500, THOROUGH = 100000;
/** Delay before the thorough pass, so that positions which are only passed by cost nothing. */
const REST_MS = 150;
/** Delay before the panel says that an answer takes its time. */
const BUSY_MS = 400;

/** By game. @type {Map<string, Promise<string>>} */
const books = new Map();

/** The book of a game; after a failure the next call tries again. @param {string} game */
function loadBook(game) {
    const known = books.get(game) ?? bookOf(game).catch((error) => {
        books.delete(game);
        throw error;
    });
    books.set(game, known);
    return known;
}

/** @param {Acts} acts */
export function explorerPanel(acts) {
    const rows = el('tbody'), note = el('p', { class: 'help' }), problem = el('p', { class: 'refusal', role: 'alert' });
    const status = el('p', { class: 'help', role: 'status' });
    const head = el('tr');
    const table = el('table', { class: 'explored' }, el('thead', {}, head), rows);
    const root = el('section', { class: 'explorer', 'aria-label': t('explorer.title') },
        status, el('div', { class: 'explored-box', tabindex: 0, role: 'region', 'aria-label': t('explorer.all') }, table),
        problem, note);
    /** @type {MatchRecord | null} */
    let record = null;
    let stop = new AbortController();
    /** A move is being pointed at. */
    let pointing = false;
    /** It is seen. */
    let open = false;

    /** @param {string | null} move */
    function point(move) {
        pointing = move !== null;
        acts.point(move);
    }

    /** @param {ExploredMove} one @param {MatchRecord} asked  where it can be played */
    function row(one, asked) {
        const value = valueOf(one, asked.players ?? 2);
        return el('tr', {
            class: one.value ? `is-${one.value}` : one.games ? 'is-guess' : 'is-unknown',
            onmouseenter: () => point(one.move), onmouseleave: () => point(null),
            onfocusin: () => point(one.move), onfocusout: () => point(null),
        }, el('th', { scope: 'row' }, el('button', {
            type: 'button', class: 'move', onclick: () => record === asked && acts.play(one.move),
            'aria-label': t('explorer.play', one.move, value.words),
        }, one.move)), el('td', { class: 'value', title: value.words },
            el('span', { class: 'sign', 'aria-hidden': 'true' }, value.sign), ' ', value.text),
        asked.players === 2 && hasGames && statistics(one));
    }

    let hasGames = false;

    /** @param {Exploration} found @param {MatchRecord} asked */
    function draw(found, asked) {
        const kept = rows.contains(document.activeElement) ? document.activeElement?.textContent : null;
        hasGames = found.moves.some(({ games }) => games > 0);
        const statistical = hasGames ? [t('explorer.games'), t('explorer.results'), t('explorer.length')] : [];
        fill(head, ...[t('explorer.move'), t('explorer.value'), ...statistical].map((text) => el('th', { scope: 'col' }, text)));
        fill(rows, found.moves.map((one) => row(one, asked)));
        if (kept)
            [...rows.querySelectorAll('button')].find(({ textContent }) => textContent === kept)?.focus();
        fill(note, found.book && hasGames && t('explorer.source', number(found.book.games), number(found.book.nodes)));
        const unknown = found.moves.filter(({ value, games }) => value === null && games === 0).length;
        fill(status, found.moves.length === 0 ? t('explorer.over')
            : found.moves.every(({ value }) => value !== null) ? t('explorer.known')
                : t(found.book?.complete ? 'explorer.complete' : 'explorer.count', found.moves.length, found.moves.length - unknown));
    }

    /** Looks longer where proofs are likely to be found. @param {MatchRecord} asked @param {Exploration} found
     * @param {AbortSignal} signal */
    async function prove(asked, found, signal) {
        if (found.moves.every(({ value, plies }) => value === 'draw' || plies !== null))
            return;
        await new Promise((resolve) => setTimeout(resolve, REST_MS));
        signal.throwIfAborted();
        const more = await explore(asked, { nodes: THOROUGH, signal, lang: lang() });
        signal.throwIfAborted();
        draw(more, asked);
    }

    /** Adds what the book says, unless everything is known. @param {MatchRecord} asked @param {Exploration} found
     * @param {AbortSignal} signal */
    async function addBook(asked, found, signal) {
        if (asked.players !== 2 || found.moves.every(({ value }) => value !== null))
            return;
        try {
            const book = await loadBook(asked.game);
            signal.throwIfAborted();
            fill(problem);
            if (!book) {
                books.delete(asked.game);
                fill(note, t('explorer.none'));
                return;
            }
            const more = await explore(asked, { book, nodes: GLANCE, signal, lang: lang() });
            signal.throwIfAborted();
            draw(more, asked);
        } catch {
            if (signal.aborted)
                return;
            books.delete(asked.game); // perhaps it comes whole the next time
            fill(problem, t('explorer.failed'));
        }
    }

    async function update() {
        stop.abort();
        stop = new AbortController();
        const { signal } = stop, asked = record;
        if (!asked || !open)
            return;
        const busy = setTimeout(() => signal.aborted || fill(status, t('explorer.busy')), BUSY_MS);
        try {
            const found = await explore(asked, { nodes: GLANCE, signal, lang: lang() });
            clearTimeout(busy);
            signal.throwIfAborted();
            draw(found, asked);
            await (found.proofs ? prove(asked, found, signal) : addBook(asked, found, signal));
        } catch (error) {
            clearTimeout(busy);
            if (!signal.aborted)
                throw error;
        }
    }

    return {
        root,
        get pointing() {
            return pointing;
        },
        /** @param {MatchRecord} shown */
        show(shown) {
            record = shown;
            pointing = false;
            update();
        },
        /** @param {boolean} seen */
        open(seen) {
            open = seen;
            update();
        },
        leave: () => stop.abort(),
    };
}

/** The value of a move: as a sign, in short, and in words. @param {ExploredMove} one @param {number} players */
function valueOf({ value, plies, games, score = 0 }, players) {
    if (value) {
        const text = t(`flag.${value}`), moves = value === 'draw' ? 0 : movesIn(plies, players);
        return {
            sign: { win: '▲', draw: '■', loss: '▼' }[value], text: provenText(value, plies, players),
            words: moves === 0 ? t('explorer.proven', text) : plies === 1 ? t('explorer.once', text) : t('explorer.in', text, moves),
        };
    }
    if (games === 0)
        return { sign: '?', text: '', words: t('explorer.unknown') };
    const chances = t('study.percent', number(50 + 50 * score));
    return { sign: '●', text: chances, words: t('explorer.guess', chances) };
}

/** @param {ExploredMove} one */
function statistics({ games, wins = 0, draws = 0, length = 0 }) {
    if (games === 0)
        return [el('td', { colspan: 3 })];
    const share = (/** @type {number} */ part) => Math.round(100 * part / games);
    const parts = [share(wins), share(draws), share(games - wins - draws)];
    return [el('td', { class: 'number' }, number(games)),
        el('td', { title: t('explorer.shares', ...parts) },
            svg('svg', { class: 'shares', viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
                svg('rect', { class: 'won', width: parts[0], height: 8 }),
                svg('rect', { class: 'drawn', x: parts[0], width: parts[1], height: 8 })),
            el('span', { class: 'number' }, parts.join(' – '))),
        el('td', { class: 'number' }, number(length))];
}
