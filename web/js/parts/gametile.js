/* gametile.js - games on the server as small boards that lead to them: finished ones, and those that are being played. */
import { el, fill } from '../dom.js';
import { titleOf } from '../game.js';
import { plural } from '../i18n.js';
import { fetchGame } from '../online.js';
import { open } from '../rules.js';
import { matchOf } from '../state.js';
import { Miniature, inTurn, thumbnail, withoutRules } from './miniature.js';
import { occupantNames } from './terms.js';

/** @typedef {import('../types.js').OnlineEntry} OnlineEntry */
/** @typedef {import('../types.js').LiveEntry} LiveEntry */

/** @param {string} id @param {HTMLElement} board @param {HTMLElement} caption */
const tileOf = (id, board, caption) => el('li', { class: 'tile' }, el('a', { href: `#/online/${id}` }, board, caption));

/** A game that is over; its moves are fetched when it is shown. @param {OnlineEntry} entry @param {number} seat  at the bottom
 * @param {AbortSignal} signal  the view is left @param {...import('../dom.js').Child} caption */
export function finishedTile({ id }, seat, signal, ...caption) {
    const board = el('div', { class: 'mini' });
    fetchGame(id, null).then((state) => !signal.aborted && board.replaceWith(thumbnail(matchOf(state), { seat, signal })), () => {});
    return tileOf(id, board, el('span', { class: 'what' }, caption));
}

/** Games that are being played: those that stay keep their places. @param {AbortSignal} signal  the view is left */
export function liveBoards(signal) {
    /** @type {Map<string, { tile: HTMLElement, mini: Miniature, caption: HTMLElement, position: string }>} */
    const shown = new Map();
    const root = el('ul', { class: 'tiles live' });
    signal.addEventListener('abort', () => shown.forEach(({ mini }) => mini.destroy()));

    /** @param {LiveEntry} entry */
    function add({ id, game }) {
        const mini = new Miniature(game), caption = el('span', { class: 'what' });
        const one = { tile: tileOf(id, mini.root, caption), mini, caption, position: '' };
        shown.set(id, one);
        root.append(one.tile);
        return one;
    }

    /** @param {LiveEntry} entry */
    function draw(entry) {
        const one = shown.get(entry.id) ?? add(entry), { game, players, options, position, seats, moves } = entry;
        if (one.position === position)
            return;
        one.position = position;
        fill(one.caption, el('strong', {}, occupantNames(seats)), el('span', { class: 'soft' }, `${titleOf(game)} · ${plural('import.moves', moves)}`));
        inTurn(async () => {
            if (!signal.aborted && one.position === position)
                await one.mini.show(await open({ game, players, options, position }));
        }).catch(withoutRules);
    }

    return {
        root,
        /** @param {LiveEntry[]} entries */
        update(entries) {
            for (const [id, { tile, mini }] of shown)
                if (!entries.some((entry) => entry.id === id)) {
                    tile.remove();
                    mini.destroy();
                    shown.delete(id);
                }
            entries.forEach(draw);
        },
    };
}
