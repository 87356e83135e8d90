/*
 * gameview.js - the view of a game in progress, the same for games on this device and online. Two objects that it
 * is given make the difference:
 *
 *   transport  owns the record of the match and sends moves: to the saved game and the computer player
 *              (transport/local.js), or to the server (transport/online.js)
 *   controls   the buttons, panels and sentences that only one kind of game has (views/play.js, views/online.js)
 *
 * The view owns the table (table.js), which owns the state of the game as the rules module computes it (`live`).
 * refresh() compares the transport's `key` with that of the board, so that a redraw does not cancel a move that is
 * half entered. A seat is a place at the game; a player is a side of the rules: a swap by the pie rule exchanges which
 * player a seat is (`seats`). Both count from 1.
 */
import { boardOf, diagramsOf } from '../game.js';
import { isDue, noteGiven } from '../guide.js';
import { RulesError } from '../rules.js';
import { button, el, linkButton } from '../dom.js';
import { icon } from '../icons.js';
import { renderMessage, t } from '../i18n.js';
import { part } from '../later.js';
import { go } from '../router.js';
import { celebrate } from './confetti.js';
import { GoalCard } from './goalcard.js';
import { menu } from './menu.js';
import { Table } from './table.js';
import { calledAmong, resultText, viewerAt } from './words.js';

/** @typedef {import('../types.js').MatchRecord} MatchRecord */
/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('./words.js').Occupant} Occupant */

/** A move that comes right after another leaves that one time to arrive. */
export const PAUSE_MS = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 350;

/** The rules did not answer: they are asked again after this time. */
const AGAIN_MS = 1000;

/** The face of a button of the bar. @param {import('../icons.js').IconName} name @param {string} text */
export const face = (name, text) => [icon(name), el('span', {}, text)];

/** The buttons of the game, and a menu with the rarer ones. @param {GameView} view @param {Table} table
 * @param {HTMLElement[]} often @param {(HTMLElement | null)[]} first  in the menu, about the moves @param {HTMLElement[]} others  in it
 * @param {HTMLElement[]} last  in it */
export function mainBar(view, table, often, first, others, last = []) {
    const links = [button(t('guide.goal'), () => view.showGoal()), linkButton(t('home.rules'), view.rules()), linkButton(t('settings.title'), '#/settings')];
    return el('div', { class: 'bar main-bar', role: 'group', 'aria-label': t('play.actions') },
        often, table.turner, menu([[...first, table.typer], others, links, last]));
}

/**
 * @typedef {object} Transport
 * @property {string} id
 * @property {string} game       its name
 * @property {string} key        another one: the board shows something else
 * @property {string[]} moves    with one that is on its way
 * @property {number} own        the visitor's seat; 0: none, or several
 * @property {string[]} names    by seat
 * @property {Occupant[]} occupants  the same for sentences of the rules, which name no one who gave no name
 * @property {boolean} far       moves arrive at any time: each is shown after the last one
 * @property {string | null} [queued]  a move that was chosen in advance
 * @property {() => MatchRecord | Promise<MatchRecord>} record
 * @property {(live: Snapshot | null) => boolean} mine  may the visitor move in the game as it stands?
 * @property {() => boolean} [ahead]  may the visitor choose a move in advance?
 * @property {(move: string, live: Snapshot) => void} play
 * @property {(move: string | null) => void} [queue]  plays it as soon as the turn comes; null: none any more
 */

/**
 * @typedef {object} Controls
 * @property {import('../boards/types.js').Mark[]} marks  moves to point at
 * @property {(table: Table) => void} build  puts the table on the screen
 * @property {(live: Snapshot, table: Table) => void} draw
 * @property {() => string} notNow  why the visitor cannot move
 */

export class GameView {
    /** @type {Table | null} as soon as the game is known */
    table = null;
    /** The board has been drawn. @type {Promise<unknown>} */
    drawn = Promise.resolve();
    /** Key of the state that the board shows: redrawing it would cancel a half-entered move. */
    #key = '';
    /** How many moves it shows. */
    #count = 0;
    /** The record that the table's `live` must belong to. @type {MatchRecord | null} */
    #record = null;
    /** When the animation of the last move ends, by performance.now(). */
    #calmAt = 0;
    #timer = 0;
    /** True if this view has shown the game before its end. */
    #running = false;
    /** @type {GoalCard | null} */
    #goal = null;

    /** @param {Transport} transport @param {Controls} controls @param {AbortSignal} signal  the view is left */
    constructor(transport, controls, signal) {
        this.transport = transport;
        this.controls = controls;
        this.signal = signal;
        signal.addEventListener('abort', () => clearTimeout(this.#timer));
    }

    /** The game as it stands; null until the rules have answered. @returns {Snapshot | null} */
    get live() {
        return this.#record && this.table ? this.table.liveOf(this.#record) : null;
    }

    /** By player: the seat, as the rules say. A game whose settings have just changed may have another number of them. */
    get seats() {
        const { names } = this.transport, seats = this.table?.live?.seats;
        return seats?.length === names.length ? seats : names.map((_, i) => i + 1);
    }

    /** The player whose side the visitor has; 0 if there is none. */
    get you() {
        return this.seats.indexOf(this.transport.own) + 1;
    }

    /** The name of a player in a sentence. @param {number} player  from 1 */
    called(player) {
        const { names } = this.transport;
        return calledAmong(this.seats.map((seat) => names[seat - 1]), player);
    }

    /** Who reads what the rules say here. */
    viewer() {
        const { occupants } = this.transport;
        return viewerAt(this.seats.map((seat) => occupants[seat - 1]), this.you);
    }

    /** How the game ended. @param {Snapshot} live */
    result(live) {
        return resultText(live, (player) => this.called(player), this.you);
    }

    /** The game is known: makes its table. */
    #build() {
        const { transport, controls } = this;
        this.table = new Table(transport.game, transport.id, {
            onMove: (move) => this.play(move),
            onShown: () => this.draw(),
            mine: () => transport.mine(this.live),
            notNow: () => controls.notNow(),
            viewer: () => this.viewer(),
            onRefused: (move) => this.#refused(move),
            side: () => this.you,
            ahead: () => transport.ahead?.() ?? false,
            queued: () => transport.queued ?? null,
            onCancel: () => transport.queue?.(null),
            signal: this.signal,
        });
        this.#goal = new GoalCard(this.table.veil, transport.game, !transport.far);
        controls.build(this.table);
        return this.table;
    }

    /** Shows the table of a game that begins as usual before the rules answer: the board, and the goal.
     * @param {MatchRecord} record @returns {Promise<boolean>} whether it does */
    async preview({ game, players, options, position, moves }) {
        const { stage } = this.table ?? this.#build(), { start } = await boardOf(game);
        const usual = start && players === 2 && !position && moves.length === 0 &&
            Object.entries(options).every(([name, value]) => start.options[name] === value);
        if (!usual || !await stage.preview(start, this.you))
            return false;
        if (this.you === 1)
            this.#goal?.preview(renderMessage(start.goal));
        return true;
    }

    /** The address of the rules, with a way back. @param {number} [section]  from 1 */
    rules(section) {
        const { game, id, far } = this.transport;
        return `#/rules/${game}${section ? `/${section}` : ''}?back=${far ? 'online' : 'play'}/${id}`;
    }

    /** Shows the goal of the game over the board. */
    showGoal() {
        const { live, you } = this;
        if (live)
            this.#goal?.show(live.goals[(you || live.turn) - 1]);
    }

    /** Offers the rule, the first time that it refuses something. @param {string} move */
    async #refused(move) {
        const { live, transport: { game } } = this;
        if (!live || !isDue('rule', game))
            return;
        const { rule } = await diagramsOf(game), { refusal } = /** @type {Table} */ (this.table).stage;
        if (!refusal.hasChildNodes())
            return; // something else has been done
        noteGiven('rule', game);
        refusal.append(' ', el('a', { href: this.rules(rule?.(move, live)) }, t('guide.rule')));
    }

    /** Follows the game from its first move to its end. @param {Snapshot} live @param {Table} table */
    #accompany(live, table) {
        const { own } = this.transport;
        if (own || !this.transport.far) // spectators have no goal
            this.#goal?.follow(live, own ? !live.entries.some(({ seat }) => seat === own) : live.entries.length === 0, this.you);
        if (live.over && this.#running && live.winners?.length && (!own || live.winners.includes(this.you)))
            celebrate(table.veil);
        this.#running = !live.over;
    }

    /** Shows the game as it is by now. @param {boolean} [animate]  its last move was played just now; by default
     * if there is one more */
    refresh(animate) {
        const { key, far } = this.transport, wait = far ? this.#calmAt - performance.now() : 0;
        clearTimeout(this.#timer);
        if (key !== this.#key && wait > 0)
            this.#timer = setTimeout(() => this.refresh(animate), wait);
        else
            this.#show(key, animate);
        return this.drawn;
    }

    /** @param {string} key @param {boolean} [animate] */
    #show(key, animate) {
        const table = this.table ?? this.#build(), { moves: { length } } = this.transport;
        if (key === this.#key)
            return this.draw();
        const grown = animate ?? (this.#key !== '' && length === this.#count + 1);
        this.#key = key;
        this.#count = length;
        this.#record = null;
        if (table.shown !== null && table.shown > length)
            table.shown = null;
        if (grown)
            this.#calmAt = performance.now() + PAUSE_MS;
        this.drawn = this.#put(table, key, grown);
    }

    /** @param {Table} table @param {string} key @param {boolean} animate */
    async #put(table, key, animate) {
        try {
            const record = await this.transport.record();
            if (this.#key !== key)
                return;
            this.#record = record;
            await table.show(record, { animate, marks: this.controls.marks });
        } catch (error) {
            if (this.#key !== key || this.signal.aborted)
                return;
            this.#key = '';
            if (!this.transport.far || error instanceof RulesError)
                throw error; // another worker would refuse the record too
            this.retry();
        }
    }

    /** A worker has failed; the next question starts another one. @param {() => void} [act] */
    retry(act = () => this.refresh()) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(act, AGAIN_MS);
    }

    /** Draws everything around the board. */
    draw() {
        const { live, table } = this;
        if (!live || !table || this.signal.aborted)
            return;
        this.#accompany(live, table);
        this.controls.draw(live, table);
    }

    /** @param {string} move */
    play(move) {
        const { live, table, transport } = this;
        if (!live || !table || this.#count !== transport.moves.length)
            return;
        if (table.open)
            transport.play(move, live);
        else if (transport.ahead?.())
            transport.queue?.(move);
    }

    /** Goes on to the analysis, which begins with the review of a finished game.
     * @param {string[]} people  by seat @param {string} [source] */
    async study(people, source) {
        const record = this.live?.record ?? await this.transport.record(), { own: seat } = this.transport;
        const { studyOf } = (await part('rest')).modules['js/study.js'];
        go(`#/study/${studyOf(record, people, { quarters: this.table?.stage.quarters, source, seat })}`);
    }
}
