/*
 * reels.js - the short games that are replayed on small boards. One board moves at a time,
 * and only those that are seen: off the screen, in a hidden tab, when the visitor has
 * stopped them or wants no motion, they stand still.
 */
import { open } from '../rules.js';
import { settings } from '../settings.js';
import { Miniature, inTurn, withoutRules } from './miniature.js';

/** @typedef {import('../types.js').Replay} Replay */

/** Between two moves, on all boards together, and before the first: until then the pictures show the same boards, and the
 * browser is free for the visitor. */
const STEP_MS = 600, FIRST_MS = 3000;
/** Steps for which a finished game stays on the board. */
const REST = 3;
/** How much of the game has been played when a board is first seen; an empty one says little. */
const BEGUN = 0.5;

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** True if boards may move by themselves: the system and the settings allow animation. */
export const mayMove = () => !calm.matches && settings.get('animation');

/** One game on its board. */
class Reel {
    #at = -1;
    #rest = 0;
    seen = false;

    /** @param {string} game @param {Replay} replay */
    constructor(game, replay) {
        const { moves, ...start } = replay;
        this.start = { game, ...start };
        this.moves = moves.split(' ');
        this.mini = new Miniature(game);
    }

    /** @param {number} count  of moves that have been played @param {boolean} animate */
    async #show(count, animate) {
        await this.mini.show(await open({ ...this.start, moves: this.moves.slice(0, count) }), { animate });
        this.#at = count;
        this.mini.root.dataset.ply = String(count);
    }

    /** One move on, or from the end to the start. */
    async step() {
        if (this.#at < 0)
            await this.still();
        else if (this.#at < this.moves.length)
            await this.#show(this.#at + 1, true);
        else if (++this.#rest > REST) {
            this.#rest = 0;
            await this.#show(0, false);
        }
    }

    /** Something to look at, before or instead of the replay. */
    async still() {
        if (this.#at < 0)
            await this.#show(Math.round(this.moves.length * BEGUN), false);
    }
}

export class Reels {
    /** @type {Reel[]} those that have waited longest come first */
    #reels = [];
    #timer = 0;
    #running = false;
    #begun = false;
    #gone = new AbortController();
    #observer = new IntersectionObserver((entries) => this.#see(entries), { threshold: 0.4 });

    constructor() {
        const { signal } = this.#gone;
        document.addEventListener('visibilitychange', () => this.#wake(), { signal });
        calm.addEventListener('change', () => this.#wake(), { signal });
    }

    /** A board on which a game is replayed. @param {string} game @param {Replay} replay */
    add(game, replay) {
        const reel = new Reel(game, replay);
        this.#reels.push(reel);
        this.#observer.observe(reel.mini.root);
        return reel.mini.root;
    }

    /** @param {IntersectionObserverEntry[]} entries */
    #see(entries) {
        for (const { target, isIntersecting } of entries) {
            const reel = this.#reels.find(({ mini }) => mini.root === target);
            if (!reel)
                continue;
            reel.seen = isIntersecting;
            if (isIntersecting && !this.#moves())
                inTurn(() => this.#gone.signal.aborted ? Promise.resolve() : reel.still()).catch(withoutRules);
        }
        this.#wake();
    }

    /** Goes on, if something may move. */
    #wake() {
        if (!this.#running && this.#next())
            this.#wait();
    }

    #moves() {
        return settings.get('replay') && mayMove();
    }

    /** Whose turn it is to move. */
    #next() {
        const may = this.#moves() && !document.hidden && !this.#gone.signal.aborted;
        return may ? this.#reels.find((reel) => reel.seen) : undefined;
    }

    #wait() {
        this.#running = true;
        this.#timer = setTimeout(() => inTurn(() => this.#turn()).catch(withoutRules), this.#begun ? STEP_MS : FIRST_MS);
        this.#begun = true;
    }

    async #turn() {
        const reel = this.#next();
        this.#running = false;
        if (!reel)
            return;
        this.#reels = [...this.#reels.filter((one) => one !== reel), reel];
        this.#running = true;
        await reel.step();
        if (!this.#gone.signal.aborted)
            this.#wait();
    }

    /** The visitor stops them, or lets them go on. @param {boolean} on */
    run(on) {
        settings.set('replay', on);
        this.#wake();
    }

    destroy() {
        this.#gone.abort();
        clearTimeout(this.#timer);
        this.#observer.disconnect();
        for (const { mini } of this.#reels)
            mini.destroy();
    }
}
