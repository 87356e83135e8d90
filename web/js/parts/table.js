/*
 * table.js - a game in progress on the screen: its board (stage.js), the list of its moves with the
 * buttons that step through them, the status line, and the box for typed moves.
 *
 * The view calls show() with the record of the match after every change. The table asks the rules
 * module for the state of the game (`live`), which the view reads from here and does not compute. While
 * the user looks at an earlier position, `shown` is the number of moves on the board, and no move can be
 * made; otherwise it is null. Answers of the rules arrive later: each call of show() has a number
 * (#showing), and an answer to an older one is dropped.
 *
 * A move in advance (premove) is chosen on the opponent's turn and played when the turn comes; the
 * view stores it (`queued`).
 */
import { ahead, remark, snapshot } from '../rules.js';
import { button, el, fill, isCommand } from '../dom.js';
import { icon } from '../icons.js';
import { lang, t } from '../i18n.js';
import { moveBox } from './movebox.js';
import { moveList, stepBar } from './movelist.js';
import { Stage } from './stage.js';

/** @typedef {import('../types.js').MatchRecord} MatchRecord */
/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../boards/types.js').Mark} Mark */
/** @typedef {import('../boards/types.js').Recent} Recent */

/**
 * The callbacks and questions of a table to its view.
 * @typedef {object} TableApi
 * @property {(move: string) => void} onMove
 * @property {() => void} onShown    another position is on the screen
 * @property {() => boolean} mine    may the visitor move in the game as it stands?
 * @property {() => string} notNow   why not
 * @property {() => import('../types.js').Viewer} viewer  who reads why a move is refused
 * @property {(text: string) => void} onRefused  after the reason has been shown
 * @property {() => number} side     the player whose own side is at the bottom; 0: none
 * @property {() => boolean} [ahead]  may that player choose a move in advance?
 * @property {() => string | null} [queued]  the move that was chosen so
 * @property {() => void} [onCancel]  it is not wanted any more
 * @property {AbortSignal} signal    the view is left
 */

/** The match after `count` of its moves. @param {MatchRecord} record @param {number} count @returns {MatchRecord} */
const cutAt = (record, count) =>
    ({ ...record, moves: record.moves.slice(0, count), ending: undefined, result: undefined });

export class Table {
    /** @type {Snapshot | null} the game as it stands */
    live = null;
    /** Why it ended, if it did so on the board. */
    why = '';
    /** @type {number | null} how many moves are shown, if not all */
    shown = null;
    /** Each showing has a number: one that comes too late is not shown. */
    #showing = 0;
    /** @type {MatchRecord | null} what is to be shown */
    #record = null;
    /** @type {MatchRecord | null} what `live` was made of */
    #liveOf = null;
    /** @type {Mark[]} */
    #marks = [];
    /** @type {Snapshot | null} where a move in advance is chosen, if it is */
    #ahead = null;
    /** The text of the status line, so that it is not announced twice. */
    #said = '';
    #api;
    #game;

    /** @param {string} game @param {string} id @param {TableApi} api */
    constructor(game, id, api) {
        const tools = el('div', { class: 'tools-host' }), foot = el('div', { class: 'foot-host' });
        this.#game = game;
        this.#api = api;
        this.above = el('div', { class: 'above' });
        this.status = el('p', { class: 'status', role: 'status' });
        this.hint = el('p', { class: 'hint', role: 'status' });
        this.offer = el('div', { class: 'offer', role: 'status' });
        this.asks = el('div', { class: 'offer asks', role: 'status' });
        this.veil = el('div', { class: 'veil' }); // over the drawing
        this.stage = new Stage(game, api.onMove, {
            viewer: api.viewer, onRefused: api.onRefused, beside: this.veil, tools, foot, closeUp: true,
        });
        this.says = el('div', { class: 'says' }, this.status, foot,
            el('div', { class: 'bubble' }, this.offer, this.hint, this.asks, this.stage.refusal));
        this.tools = tools;
        this.list = moveList((count) => this.look(count));
        this.steps = stepBar({
            first: () => this.look(0),
            back: () => this.step(-1),
            on: () => this.step(1),
            last: () => this.look(this.#length()),
        });
        this.turner = this.stage.turner(id, [icon('turn'), el('span', {}, t('stage.flip'))]);
        this.box = moveBox((text) => this.#typed(text), () => this.stage.example);
        this.box.hidden = true;
        this.typer = button([t('move.type'), el('kbd', {}, '/')], () => this.type(), { 'aria-keyshortcuts': '/' });
        addEventListener('keydown', (event) => this.#key(event), { signal: api.signal });
        this.box.addEventListener('keydown', (event) => {
            if (event.key === 'Escape')
                this.box.hidden = true;
        });
        // Runs before the board's listeners: this click must not do anything else.
        this.stage.host.addEventListener('click', (event) => this.#cancel(event), { capture: true });
        api.signal.addEventListener('abort', () => this.stage.destroy());
    }

    /** A click on the board, or Escape, takes back the move that was chosen in advance. @param {Event} event */
    #cancel(event) {
        if (!this.#api.queued?.())
            return false;
        event.preventDefault();
        event.stopPropagation();
        this.#api.onCancel?.();
        return true;
    }

    /**
     * The whole: the board with the players at its edges, and beside it the messages, the board's tools, the moves (or
     * `instead` in their place) and the bar.
     *
     * @param {{ bar: HTMLElement, instead?: HTMLElement, above?: import('../dom.js').Child }} parts
     */
    layout({ bar, instead, above }) {
        fill(this.above, above);
        return el('div', { class: `play table play-${this.#game}` },
            el('div', { class: 'play-board' }, this.stage.root),
            el('aside', { class: 'play-side' }, above && this.above, this.says, this.tools,
                el('div', { class: 'moves-host' }, this.list.root, instead, this.box), this.steps, bar));
    }

    /** Lets a move be typed, or not. @param {boolean} on */
    allowTyping(on) {
        this.typer.hidden = !on;
        if (!on)
            this.box.hidden = true;
    }

    /** Shows the box for moves. */
    type() {
        this.box.hidden = false;
        this.box.querySelector('input')?.focus();
    }

    #length() {
        return this.#record?.moves.length ?? 0;
    }

    /** How a match stands; null if the rules have not answered yet. @param {MatchRecord} record */
    liveOf(record) {
        return record === this.#liveOf ? this.live : null;
    }

    /** True if the visitor may move on the board that is shown. */
    get open() {
        return this.live !== null && !this.live.over && this.shown === null && this.#api.mine();
    }

    /** True if a move can be chosen on the board that is shown, now or in advance. */
    get #usable() {
        return this.open || this.#ahead !== null && !this.#api.queued?.();
    }

    /** How it would stand if it were the visitor's turn, as far as moves in advance go. @param {Snapshot} live
     * @returns {Promise<Snapshot | null>} null: none can be chosen */
    async #lookAhead(live) {
        if (live.over || this.shown !== null || !this.#api.ahead?.())
            return null;
        const own = await ahead(live.record, this.#api.side(), lang());
        return own.over ? null : own;
    }

    /** Lets moves be chosen in advance that only become legal by what is played before.
     * @param {Snapshot} live @param {string[]} moves  that can be chosen already @param {() => boolean} late */
    async #widen({ record, position, moves: others }, moves, late) {
        const known = new Set(moves), side = this.#api.side();
        for (const move of others) {
            const own = await ahead({ ...record, position, moves: [move], swap: false }, side);
            if (late())
                return;
            own.moves.forEach((one) => known.add(one));
        }
        this.stage.widen([...known]);
    }

    /**
     * Shows a match, or the part of it that is looked at.
     *
     * @param {MatchRecord} record
     * @param {{ marks?: Mark[], animate?: boolean }} [how]  animate: the last move was played just now
     * @returns {Promise<boolean>} false if something else is to be shown by now
     */
    async show(record, { marks = [], animate = false } = {}) {
        const mine = ++this.#showing;
        this.#record = record;
        this.#marks = marks;
        const late = () => mine !== this.#showing || this.#api.signal.aborted;
        const live = await snapshot(record, lang(), this.#api.viewer());
        if (late())
            return false;
        const why = live.over && live.ending === 'board' ? await remark(record, null, lang(), this.#api.viewer()) : [];
        if (late())
            return false;
        this.live = live;
        this.why = why.join(' ');
        this.#liveOf = record;
        const seen = this.shown === null ? live : await snapshot(cutAt(record, this.shown), lang());
        if (late())
            return false;
        const recent = await this.#recent(seen), own = await this.#lookAhead(live);
        if (late())
            return false;
        this.#ahead = own;
        this.stage.root.classList.toggle('is-queued', Boolean(this.#api.queued?.()));
        await this.stage.show(seen, {
            interactive: this.#usable, marks: this.shown === null ? marks : [], animate, recent, ahead: own, side: this.#api.side(),
        });
        this.list.show(record.moves, this.shown ?? record.moves.length, live.entries);
        this.#api.onShown();
        if (own && this.#usable)
            this.#widen(live, own.moves, late);
        return true;
    }

    /** Points at moves in the game as it stands. @param {Mark[]} marks */
    async mark(marks) {
        if (this.#record)
            await this.show(this.#record, { marks });
    }

    /** The moves since the viewer's last turn, the latest last.
     * @param {Snapshot} seen @returns {Promise<Recent[]>} */
    async #recent(seen) {
        const { record, entries } = seen, viewer = this.#api.side() || seen.turn;
        /** @type {Recent[]} */
        const list = [];
        for (let i = record.moves.length - 1; i >= 0 && list.length < record.players; i--) {
            if (record.moves[i] === 'swap')
                continue;
            const { player } = entries[i];
            if (player === viewer && list.length > 0)
                break;
            list.unshift({ move: record.moves[i], player, before: (await snapshot(cutAt(record, i))).pieces });
            if (player === viewer)
                break;
        }
        return list;
    }

    /** Sets the status line. @param {string} text @param {boolean} [over] */
    say(text, over = this.live?.over) {
        const live = this.live;
        if (!live)
            return;
        const last = live.record.moves.at(-1);
        const played = last === 'swap' ? t('play.swapped') : last ? t('play.played', last) : '';
        const said = JSON.stringify([this.shown, this.#length(), played, text, over]);
        if (said === this.#said)
            return;
        this.#said = said;
        fill(this.status, this.shown === null
            ? [el('span', { class: 'unseen' }, `${played} `), el('strong', {}, text)]
            : [el('strong', {}, t('play.looking', this.shown, this.#length())), ' ',
                button(t('play.return'), () => this.look(this.#length()), { class: 'small' })]);
        const ended = Boolean(over) && this.shown === null, [winner, ...others] = live.winners ?? [];
        this.status.classList.toggle('is-over', ended);
        for (let seat = 1; seat <= live.record.players; seat++)
            this.status.classList.toggle(`b-p${seat}`, ended && seat === winner && others.length === 0);
    }

    // ---- Looking ----------------------------------------------------------------------

    /** Shows the position after `count` moves. @param {number} count */
    look(count) {
        const all = this.#length(), wanted = Math.max(0, Math.min(all, count));
        const forward = wanted === (this.shown ?? all) + 1;
        this.shown = wanted === all ? null : wanted;
        if (this.#record)
            this.show(this.#record, { marks: this.#marks, animate: forward });
    }

    /** @param {number} by */
    step(by) {
        this.look((this.shown ?? this.#length()) + by);
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (event.key === 'Escape' && isCommand(event) && this.#cancel(event))
            return;
        if (!isCommand(event) || event.target instanceof Element && event.target.closest('[data-square]') && step)
            return;
        if (event.key === '/' && !this.typer.hidden) {
            event.preventDefault();
            this.type();
        } else if (step) {
            event.preventDefault();
            this.step(step);
        }
    }

    /** @param {string} text */
    async #typed(text) {
        if (this.#usable) {
            const good = await this.stage.enter(text);
            // On a small screen the box lies over what else there is.
            this.box.hidden ||= good && matchMedia('(max-width: 56rem)').matches;
            return good;
        }
        this.stage.object(this.#api.notNow());
        return false;
    }
}
