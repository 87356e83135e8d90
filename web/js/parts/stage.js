/*
 * stage.js - a game's board on the screen, with the parts that every view needs around it: the line
 * that explains a refused move, the sound of a move, a spoken description, the players' names at the
 * edges, and turning the board.
 *
 * The layers, from the drawing to the view: boards/board.js draws squares and pieces; a Stage feeds it
 * from a Snapshot (the answer of the rules module to "how does this match stand") and passes moves
 * on; a Table (table.js) adds the list of moves and the status line; a GameView (gameview.js) adds
 * the game in progress and its opponent. Lessons, puzzles and the analysis use a Stage alone.
 *
 * A Stage holds no game state of its own: show() replaces all it knows. Players and seats count from
 * 1; 0 means none.
 */
import { boardOf, titleOf } from '../game.js';
import { games, why } from '../rules.js';
import { button, el, fill, isCommand, pause } from '../dom.js';
import { icon } from '../icons.js';
import { lang, listed, say, t } from '../i18n.js';
import { settings } from '../settings.js';
import { play } from '../sound.js';
import { keepTurn, turnOf } from '../turning.js';
import { viewOf } from './view.js';
import { partnersOf } from './words.js';

/** @typedef {import('../types.js').MatchRecord} MatchRecord */
/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../boards/types.js').View} View */
/** @typedef {import('../boards/types.js').Mark} Mark */
/** @typedef {import('../boards/types.js').Board} Board */
/** @typedef {import('../boards/types.js').Person} Person */

/**
 * @typedef {object} Show
 * @property {boolean} interactive
 * @property {Mark[]} [marks]
 * @property {string} [judged]     the sign of the last move
 * @property {string[]} [drawings]  squares and arrows that somebody has drawn
 * @property {boolean} [animate]   the last move was played just now
 * @property {import('../boards/types.js').Recent[]} [recent]
 * @property {number} [side]       the player whose own side is at the bottom
 * @property {Snapshot | null} [ahead]  the match as if it were the turn of that player, who chooses a move in advance
 */

export class Stage {
    /** @type {Board | null} */
    #board = null;
    /** @type {View | null} */
    #view = null;
    /** @type {MatchRecord | null} */
    #record = null;
    #gone = new AbortController();
    /** Quarter turns by hand. */
    #turned = 0;
    #onMove;
    #onRefused;
    #viewer;
    #hosts;
    /** @type {Person[]} */
    #people = [];
    /** The sides of the game, by number of players. @type {Record<number, number[]>} */
    #sides = {};
    #previewed = false;
    #prepared = false;

    /**
     * @param {string} game
     * @param {(move: string) => void} onMove
     * @param {{ onRefused?: (move: string) => void, onDraw?: (word: string) => void, viewer?: () => import('../types.js').Viewer, beside?: HTMLElement,
     *     tools?: HTMLElement, foot?: HTMLElement, closeUp?: boolean }} [how]
     *     onRefused: after the reason has been shown; onDraw: something is drawn; viewer: who reads it, if not the player to move; beside: elements beside the drawing; tools,
     *     foot: where those of the board go, if not into `aside`
     */
    constructor(game, onMove, { onRefused = () => {}, onDraw, viewer = () => ({ you: this.#view?.turn ?? 0 }), beside, tools, foot, closeUp = false } = {}) {
        this.#onMove = onMove;
        this.#onRefused = onRefused;
        this.#viewer = viewer;
        this.host = el('div', { class: 'stage-board' });
        this.refusal = el('p', { class: 'refusal', role: 'alert' });
        this.heard = el('p', { class: 'unseen', role: 'status' });
        this.root = el('div', { class: 'stage' }, this.host, this.refusal, this.heard);
        this.#hosts = { beside, tools, foot, closeUp, onDraw };
        this.ready = this.#load(game);
    }

    /** The board's messages and tools, to be placed beside it, so that the board can be larger. Call it
     * right after the constructor. */
    aside() {
        const tools = this.#hosts.tools ??= el('div', { class: 'tools-host' }), foot = this.#hosts.foot ??= el('div');
        return el('div', { class: 'stage-aside' }, foot, this.refusal, tools);
    }

    /** @param {string} game */
    async #load(game) {
        this.#learn(game).catch(() => {}); // whatever else asks the rules shows the error
        const { create, start } = await boardOf(game);
        if (this.#gone.signal.aborted)
            return;
        this.#board = create(this.host, {
            title: titleOf(game),
            wait: t('head.wait'),
            t: say,
            onMove: (/** @type {string} */ move) => this.#onMove(move),
            onAct: () => this.clear(),
            onRefused: (/** @type {string} */ text) => this.refuse(text),
            animated: () => settings.get('animation'),
            confirmTouch: () => settings.get('confirm'),
            ...this.#hosts,
        });
        this.#seat();
        await pause();
        if (!start || this.#previewed || this.#gone.signal.aborted)
            return;
        this.#board.prepare(start); // where nobody sees it yet: with what show() draws it would be one long task
        this.#prepared = true;
        this.root.classList.add('is-prepared');
        await pause();
    }

    /** Asks the rules who plays together. @param {string} game */
    async #learn(game) {
        this.#sides = (await games()).find((one) => one.name === game)?.sides ?? {};
        this.#seat();
    }

    /** Shows a start before the rules answer, unless they have. @param {import('../boards/types.js').Start} start
     * @param {number} side  at the bottom @returns {Promise<boolean>} whether it is shown */
    async preview(start, side) {
        this.#previewed = true;
        await this.ready;
        await pause(); // the rules may have answered: then show() comes first
        if (this.#view || !this.#board)
            return false;
        this.#board.preview(start, side);
        this.root.classList.add('is-drawn');
        return true;
    }

    /** Says who sits at the edges. @param {Person[]} people  by player */
    people(people) {
        this.#people = people;
        this.#seat();
    }

    /** Puts the people at the edges, each with the partners of the side. */
    #seat() {
        const sides = this.#sides[this.#people.length];
        this.#board?.people(this.#people.map((person, i) => {
            const partners = partnersOf(sides, i + 1);
            return partners.length ? { ...person, partners, partnersText: t('seat.partner', listed(partners)) } : person;
        }));
    }

    /** @param {Snapshot} snapshot @param {Show} how */
    async show(snapshot, { interactive, marks, judged, drawings, recent, animate = false, side = 0, ahead = null }) {
        await this.ready;
        // Boards are prepared for a game of two.
        if (!this.#view && this.#prepared && snapshot.record.players === 2 && this.#board?.face(side, this.#turned)) {
            await pause(); // with what follows it would be one long task
            if (this.#view || this.#gone.signal.aborted)
                return; // what was shown later came first
        }
        const shown = viewOf(snapshot);
        /** @type {View} */
        const view = {
            ...shown, interactive: interactive && !snapshot.over, recent, marks, judged, drawings, side, turned: this.#turned,
            ...(ahead ? { ...viewOf(ahead), turn: side, toMove: snapshot.turn, interactive, lastMove: shown.lastMove, mover: shown.mover } : {}),
        };
        this.#board?.update(view, animate && this.#view && view.lastMove
            ? { animateFrom: this.#view, lastMove: view.lastMove } : {});
        this.root.classList.add('is-drawn');
        this.#view = view;
        this.#record = (ahead ?? snapshot).record;
        this.clear();
    }

    /** Lets these moves be chosen; what has been begun stays. @param {string[]} moves */
    widen(moves) {
        if (!this.#view)
            return;
        this.#view = { ...this.#view, moves };
        this.#board?.widen(moves);
    }

    /** Points at moves on the board that is shown, unless it is explaining a refusal. @param {Mark[]} marks */
    mark(marks) {
        if (!this.refusal.textContent && JSON.stringify(marks) !== JSON.stringify(this.#view?.marks))
            this.#cover({ marks });
    }

    /** Shows these squares and arrows. @param {string[]} drawings */
    draw(drawings) {
        this.#cover({ drawings });
    }

    /** @param {Pick<View, 'marks' | 'drawings'>} shown  over the position */
    #cover(shown) {
        if (!this.#view)
            return;
        this.#view = { ...this.#view, ...shown };
        this.#board?.mark(shown);
    }

    /** What a press draws with; empty: it plays. @param {string} colour */
    pen(colour) {
        this.#board?.setPen(colour);
    }

    /** Says why a move is refused. @param {string} text */
    async refuse(text) {
        if (this.#record)
            this.#refuse(await why(this.#record, text, lang(), this.#viewer()), text);
    }

    /** Says that something cannot be done. @param {string} text */
    object(text) {
        fill(this.refusal, text);
        play('refused');
    }

    /** @param {import('../types.js').Reason} reason @param {string} move */
    #refuse(reason, move) {
        this.object(reason.text);
        this.#board?.blame(reason.places);
        this.#onRefused(move);
    }

    /** Plays what somebody has typed, or says why not. @param {string} text
     * @returns {Promise<boolean>} whether it was a move */
    async enter(text) {
        if (!this.#record)
            return false;
        const typed = text.trim(), reason = await why(this.#record, typed, lang(), this.#viewer());
        const move = reason.legal ? reason.move : this.#view?.moves.find((one) => one === typed); // in advance
        if (move)
            this.#onMove(move);
        else
            this.#refuse(reason, text);
        return Boolean(move);
    }

    clear() {
        fill(this.refusal);
    }

    // ---- Turning --------------------------------------------------------------------

    /**
     * Lets the board be turned by hand: by a button, and by the key F.
     *
     * @param {string} id  of the game, for which it is remembered
     * @param {import('../dom.js').Child} [face]
     * @returns {HTMLButtonElement}
     */
    turner(id, face = icon('turn')) {
        const turn = () => {
            this.#turn();
            keepTurn(id, this.#turned);
        };
        this.#turned = turnOf(id);
        addEventListener('keydown', (event) => {
            if (isCommand(event) && !event.repeat && event.key.toLowerCase() === 'f')
                turn();
        }, { signal: this.#gone.signal });
        return button(face, turn, {
            'aria-label': t('stage.turn'), title: `${t('stage.turn')} (F)`, 'aria-keyshortcuts': 'f',
        });
    }

    /** Turns the board so that the next side comes to the bottom: of two players the other's, of
     * more the next one's. */
    #turn() {
        if (!this.#view)
            return;
        this.#turned = this.#turned + (this.#view.players > 2 ? 1 : 2) & 3;
        this.#view = { ...this.#view, turned: this.#turned };
        this.#board?.update(this.#view);
        fill(this.heard, say(`board.turned.${this.quarters}`));
    }

    /** The rotation of the board in quarter turns: by the viewer's side and by hand. */
    get quarters() {
        return this.#board?.quarters ?? 0;
    }

    /** A legal move, to show the notation. */
    get example() {
        return this.#view?.moves[0];
    }

    /** Takes up setting up a position. @param {import('../boards/types.js').OnEdit} onEdit */
    async edit(onEdit) {
        await this.ready;
        this.#board?.setEditable(true, onEdit);
    }

    /** What the editor shows. */
    get composition() {
        return this.#board?.composition;
    }

    /** Shows a position that was edited. @param {Partial<View>} edited */
    restore(edited) {
        this.#board?.restore(edited);
    }

    destroy() {
        this.#gone.abort();
        this.#board?.destroy();
    }
}
