/*
 * miniature.js - small boards that are only looked at: how a kept game stands, and the
 * short games that the first view replays.
 *
 * They wait until they are seen and the browser has nothing else to do, and are drawn one
 * at a time, so that a page full of them answers as fast as an empty one.
 */
import { boardOf, titleOf } from '../game.js';
import { ModuleError, open } from '../rules.js';
import { el } from '../dom.js';
import { say } from '../i18n.js';
import { settings } from '../settings.js';
import { viewOf } from './view.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */

export class Miniature {
    /** @type {import('../boards/types.js').Board | null} */
    #board = null;
    /** @type {import('../boards/types.js').View | null} */
    #view = null;

    /** @param {string} game */
    constructor(game) {
        this.game = game;
        this.root = el('div', { class: 'mini', inert: true, 'aria-hidden': 'true' });
    }

    /** @param {Snapshot} now @param {{ animate?: boolean, side?: number }} [how] */
    async show(now, { animate = false, side = 0 } = {}) {
        this.#board ??= await this.#make();
        const view = { ...viewOf(now), side };
        this.#board.update(view, animate && this.#view && view.lastMove
            ? { animateFrom: this.#view, lastMove: view.lastMove } : {});
        this.#view = view;
    }

    async #make() {
        const { create } = await boardOf(this.game), aside = el('div');
        return create(this.root, {
            title: titleOf(this.game), t: say, onMove: () => {}, onRefused: () => {}, confirmTouch: () => false,
            animated: () => settings.get('animation'), closeUp: true, picture: true, tools: aside, foot: aside,
        });
    }

    destroy() {
        this.#board?.destroy();
    }
}

/** The browser has nothing to do. */
export const idle = () => new Promise((resolve) => typeof requestIdleCallback === 'function'
    ? requestIdleCallback(resolve, { timeout: 1000 }) : setTimeout(resolve, 30));

/** @type {Promise<unknown>} */
let queue = Promise.resolve();

/** Does something when its turn has come. @param {() => Promise<void>} draw @returns {Promise<void>} */
export function inTurn(draw) {
    const mine = queue.then(idle).then(draw);
    queue = mine.catch(() => {}); // the caller gets the error
    return mine;
}

/** A small board that cannot be drawn without the rules stays empty: the view shows that error.
 * @param {unknown} error */
export function withoutRules(error) {
    if (!(error instanceof ModuleError))
        throw error;
}

/**
 * How a match stands, small.
 *
 * @param {import('../types.js').RecordInput} record
 * @param {{ seat?: number, mover?: boolean, more?: () => Promise<Partial<import('../types.js').RecordInput>>, signal: AbortSignal }} how  seat: whose
 *     side is at the bottom; mover: that of the player to move is; more: the rest of the record, asked for when the board is seen; signal: the view is left
 */
export function thumbnail(record, { seat = 0, mover = false, more, signal }) {
    const mini = new Miniature(record.game);
    const seen = new IntersectionObserver((entries) => {
        if (!entries.some((entry) => entry.isIntersecting))
            return;
        seen.disconnect();
        inTurn(async () => {
            if (signal.aborted)
                return;
            const now = await open({ ...record, ...await more?.() });
            await mini.show(now, { side: mover ? now.turn : now.seats.indexOf(seat) + 1 });
        }).catch(withoutRules);
    });
    seen.observe(mini.root);
    signal.addEventListener('abort', () => {
        seen.disconnect();
        mini.destroy();
    });
    return mini.root;
}
