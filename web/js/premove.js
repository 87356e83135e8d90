/*
 * premove.js - a move of an online game that was chosen while somebody else was to move. The rules
 * judge it when the turn has come: then it is played, or it is dropped with a message. If the rules
 * do not answer, it stays and is tried again. The tab keeps it, so that it survives a reload.
 */
import { why } from './rules.js';
import { readTab, removeTab, writeTab } from './storage.js';

/** @typedef {import('./types.js').MatchRecord} MatchRecord */
/** @typedef {import('./types.js').OnlineState} OnlineState */

/**
 * @typedef {object} PremoveApi
 * @property {() => MatchRecord} record    the match as it stands
 * @property {() => boolean} mine          may the visitor move in it?
 * @property {(move: string) => void} play
 * @property {() => void} onDropped        `dropped` says what
 * @property {(first: boolean) => void} onFailed  the rules gave no answer: it waits to be tried again
 */

export class Premove {
    /** @type {string | null} */
    move = null;
    /** @type {{ move: string, at: number } | null} the last one that was not possible, and after how many moves */
    dropped = null;
    /** True while the rules are asked whether the premove is legal. */
    trying = false;
    /** True if the rules could not answer. */
    #failed = false;
    #at = 0;
    #name;
    #api;

    /** @param {string} game  its id @param {PremoveApi} api */
    constructor(game, api) {
        this.#name = `premove.${game}`;
        this.#api = api;
        const [at, move] = readTab(this.#name)?.split(' ') ?? [];
        if (move) {
            this.move = move;
            this.#at = Number(at);
        }
    }

    /** @param {string} move */
    set(move) {
        this.move = move;
        this.dropped = null;
        this.#failed = false;
        this.#at = this.#api.record().moves.length;
        writeTab(this.#name, `${this.#at} ${move}`);
    }

    cancel() {
        this.move = null;
        removeTab(this.#name);
    }

    /** The game has changed. @param {OnlineState} state */
    async follow({ moves, now }) {
        const { move } = this;
        if (move === null)
            return;
        // After a take-back or a change of seats it was meant for something else.
        if (now.status !== 'running' || moves.length < this.#at || moves.slice(this.#at).includes('swap'))
            return this.cancel();
        if (!this.#api.mine())
            return;
        const record = this.#api.record();
        this.move = null; // the tab keeps it until the rules have answered
        this.trying = true;
        const reason = await why(record, move).catch(() => null);
        this.trying = false;
        if (!this.#api.mine() || this.#api.record().moves.length !== record.moves.length)
            return this.cancel();
        if (!reason) {
            const first = !this.#failed;
            this.#failed = true;
            this.move = move;
            return this.#api.onFailed(first);
        }
        this.cancel();
        if (reason.legal)
            return this.#api.play(move);
        this.dropped = { move, at: record.moves.length };
        this.#api.onDropped();
    }
}
