/*
 * stage.js - a board with what every view does around it: the drawing follows
 * a match, a refused move is explained, a move is heard.
 */
import { why } from '../rules.js';
import { el, fill } from '../dom.js';
import { lang, say } from '../i18n.js';
import { settings } from '../settings.js';
import { play } from '../sound.js';

/** @typedef {import('../types.js').MatchRecord} MatchRecord */
/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../boards/types.js').View} View */
/** @typedef {import('../boards/types.js').Mark} Mark */
/** @typedef {import('../boards/types.js').Board} Board */

/**
 * @typedef {object} Show
 * @property {boolean} interactive
 * @property {Mark[]} [marks]
 * @property {boolean} [animate]   the last move was played just now
 */

export class Stage {
    /** @type {Board | null} */
    #board = null;
    /** @type {View | null} */
    #view = null;
    /** @type {MatchRecord | null} */
    #record = null;
    #gone = false;
    #onMove;
    #onRefused;

    /**
     * @param {string} game
     * @param {(move: string) => void} onMove
     * @param {() => void} [onRefused]  after the reason has been shown
     */
    constructor(game, onMove, onRefused = () => {}) {
        this.#onMove = onMove;
        this.#onRefused = onRefused;
        this.host = el('div', { class: 'stage-board' });
        this.refusal = el('p', { class: 'refusal', role: 'alert' });
        this.root = el('div', { class: 'stage' }, this.host, this.refusal);
        this.ready = this.#load(game);
    }

    /** @param {string} game */
    async #load(game) {
        const { create } = await import(`../boards/${game}.js`);
        if (this.#gone)
            return;
        this.#board = create(this.host, {
            t: say,
            onMove: (/** @type {string} */ move) => this.#onMove(move),
            onRefused: (/** @type {string} */ text) => this.refuse(text),
            confirmTouch: () => settings.get('confirm'),
        });
    }

    /** @param {Snapshot} snapshot @param {Show} how */
    async show(snapshot, { interactive, marks, animate = false }) {
        await this.ready;
        const { record, position, turn, over, winners } = snapshot;
        const lastMove = record.moves.filter((move) => move !== 'swap').at(-1);
        /** @type {View} */
        const view = {
            game: record.game, players: record.players, options: record.options, position, turn, over,
            winners, moves: snapshot.moves, interactive: interactive && !over, lastMove, marks,
        };
        this.#board?.update(view, animate && this.#view && lastMove
            ? { animateFrom: this.#view, lastMove } : {});
        this.#view = view;
        this.#record = record;
        this.clear();
    }

    /** Points at moves on the board that is shown, unless it is explaining a refusal. @param {Mark[]} marks */
    mark(marks) {
        if (!this.#view || this.refusal.textContent)
            return;
        this.#view = { ...this.#view, marks };
        this.#board?.update(this.#view);
    }

    /** Says why a move is refused. @param {string} text */
    async refuse(text) {
        if (this.#record)
            this.#refuse(await why(this.#record, text, lang()));
    }

    /** Says that something cannot be done, where it is seen: the box for moves may be far from the
     * board. @param {string} text */
    object(text) {
        fill(this.refusal, text);
        this.refusal.scrollIntoView({ block: 'nearest' });
        play('refused');
    }

    /** @param {import('../types.js').Reason} reason */
    #refuse(reason) {
        this.object(reason.text);
        this.#board?.blame(reason.places);
        this.#onRefused();
    }

    /** Plays what somebody has typed, or says why not. @param {string} text
     * @returns {Promise<boolean>} whether it was a move */
    async enter(text) {
        if (!this.#record)
            return false;
        const reason = await why(this.#record, text.trim(), lang());
        if (reason.legal && reason.move)
            this.#onMove(reason.move);
        else
            this.#refuse(reason);
        return reason.legal;
    }

    clear() {
        fill(this.refusal);
    }

    /** Takes up setting up a position. @param {import('../boards/types.js').OnEdit} onEdit */
    async edit(onEdit) {
        await this.ready;
        this.#board?.setEditable(true, onEdit);
    }

    destroy() {
        this.#gone = true;
        this.#board?.destroy();
    }
}
