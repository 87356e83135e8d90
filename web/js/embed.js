/*
 * embed.js - a board for other sites, in a frame: a game of the server (embed/ID), or a record in the address
 * (embed/GAME?moves=..., and embed.html#/game/GAME?... from a static host). It is only looked at.
 */
import { linkTo, readLink } from './link.js';
import { addressOf, fetchGame } from './online.js';
import { open } from './rules.js';
import { el, fill } from './dom.js';
import { addOnlineWords, lang, loadWords, t } from './i18n.js';
import { online as english } from './lang/online.js';
import { setLoaders } from './later.js';
import { Miniature } from './parts/miniature.js';
import { moveList, stepBar } from './parts/movelist.js';
import { resultText } from './parts/words.js';
import { readRoute } from './router.js';
import { recordOf } from './state.js';

/** The record that the address names, the players' names, and the address of the same in the app.
 * @returns {Promise<{ record: import('./types.js').MatchRecord, names: string[], href: string }>} */
async function contents() {
    const [, word = ''] = /\/embed\/(\w+)$/.exec(location.pathname) ?? [], { parts } = readRoute(location.hash);
    if (/^\w{12}$/.test(word)) {
        const state = await fetchGame(word, null), record = await recordOf(state);
        return { record, names: state.now.seats.map(({ name }) => name ?? ''), href: addressOf(word) };
    }
    const query = word ? new URLSearchParams(location.search) : readRoute(location.hash).query;
    const { record } = await open(readLink(word || parts[0], query), lang());
    return { record, names: [], href: linkTo(record) };
}

/** @param {Awaited<ReturnType<typeof contents>>} given */
async function show({ record, names, href }) {
    const main = /** @type {HTMLElement} */ (document.getElementById('main'));
    const whole = await open(record, lang()), board = new Miniature(record.game);
    const nameOf = (/** @type {number} */ player) => names[whole.seats[player - 1] - 1] || t('seat.player', player);
    const said = el('p', { class: 'embed-said', role: 'status' }), count = record.moves.length;
    let shown = count;
    const list = moveList((moves) => go(moves));

    /** @param {number} moves */
    async function go(moves) {
        const before = shown;
        shown = Math.min(Math.max(moves, 0), count);
        const now = shown === count ? whole : await open({ ...record, ending: undefined, result: undefined, moves: record.moves.slice(0, shown) }, lang());
        await board.show(now, { animate: shown === before + 1 });
        list.show(record.moves, shown, whole.entries);
        fill(said, now.over ? resultText(now, nameOf) : t('play.turn', nameOf(now.turn)));
    }

    const people = whole.seats.map((_, i) => nameOf(i + 1)).join(' – ');
    document.documentElement.lang = lang();
    document.title = `${people} · Tablier`;
    fill(main, el('h1', {}, people), board.root, said,
        stepBar({ first: () => go(0), back: () => go(shown - 1), on: () => go(shown + 1), last: () => go(count) }), list.root,
        el('a', { href, target: '_blank', rel: 'noopener' }, t('embed.open')));
    await go(count);
}

// Only the words for a refusal are needed of what the app fetches later.
setLoaders(/** @type {any} */ ({ remote: () => addOnlineWords(english) }));
await loadWords();
await contents().then(show).catch((error) => fill(/** @type {HTMLElement} */ (document.getElementById('main')),
    el('p', { class: 'failure', role: 'alert' }, error instanceof Error ? error.message : String(error))));
