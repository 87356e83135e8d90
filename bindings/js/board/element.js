/*
 * element.js - `tablier/board`: the element <tablier-board>, with the boards, themes and input of the web
 * app. The script `pack` bundles it with them.
 *
 * The match is in a Game; the element only shows it and plays what is chosen. The styles are in its
 * shadow root, so that they and those of the page do not meet.
 */
import boards from '../../../web/css/boards.css';
import theme from '../../../web/css/theme.css';
import { create as dorix } from '../../../web/games/dorix/board.js';
import dorixStyle from '../../../web/games/dorix/style.css';
import { create as orbital } from '../../../web/games/orbital/board.js';
import orbitalStyle from '../../../web/games/orbital/style.css';
import { create as quoridor } from '../../../web/games/quoridor/board.js';
import quoridorStyle from '../../../web/games/quoridor/style.css';
import { create as tictacdoh } from '../../../web/games/tictacdoh/board.js';
import tictacdohStyle from '../../../web/games/tictacdoh/style.css';
import * as gameStrings from '../../../web/games/games.js';
import { en } from '../../../web/js/lang/en.js';
import { viewOf } from '../../../web/js/parts/view.js';
import { Game, RulesError, load, loadLanguage } from '../index.js';
import { wordsOf } from '../languages.js';
import { renderMessage } from '../message.js';

const creators = { dorix, orbital, quoridor, tictacdoh };
const css = [theme, boards, dorixStyle, orbitalStyle, quoridorStyle, tictacdohStyle].join('\n')
    .replace(/:root\[([^\]]*)\]/g, ':host([$1])').replaceAll(':root', ':host');
const own = ':host { display: block; font-family: var(--sans); } :host([hidden]) { display: none; } .says:empty { display: none; } .says { color: var(--danger); text-align: center; }';

const english = new Map(Object.entries(en));
for (const [game, { en: texts }] of Object.entries(gameStrings))
    for (const [key, text] of Object.entries(texts)) english.set(`${game}:${key}`, text);

/** @type {Promise<void> | null} */
let loading = null;
const loaded = () => (loading ??= load().catch((error) => {
    loading = null;
    throw error;
}));

/** "size=5 walls=4" @param {string | null} text */
const optionsOf = (text) => Object.fromEntries((text ?? '').split(/\s+/).filter(Boolean).map((word) => word.split('=')));

/** The elements on the page: a change of its language concerns them. @type {Set<TablierBoard>} */
const present = new Set();

export class TablierBoard extends HTMLElement {
    static observedAttributes = ['game', 'players', 'options', 'position', 'moves', 'playable', 'side', 'lang'];

    /** @type {Game | null} */
    #game = null;
    #board = null;
    #shown = '';
    #view = null;
    #ready = Promise.resolve();
    #waiting = false;
    #turn = 0;
    #asked = null;
    #spoken = { lang: 'en', words: new Map() };
    #host = document.createElement('div');
    #says = Object.assign(document.createElement('p'), { className: 'says', role: 'status' });

    constructor() {
        super();
        const style = document.createElement('style');
        style.textContent = css + own;
        this.attachShadow({ mode: 'open' }).append(style, this.#host, this.#says);
    }

    connectedCallback() {
        present.add(this);
        this.#renew();
    }

    disconnectedCallback() {
        present.delete(this);
    }

    /** The page, or a part of it, has another language. */
    languageChanged() {
        const record = this.#game?.record() ?? this.#asked;
        if (record && this.#wished() !== this.#spoken.lang) this.record = record;
    }

    #wished() {
        return this.closest('[lang]')?.getAttribute('lang') || 'en';
    }

    /** Learns the language of the element or of what surrounds it; English serves where there is no catalogue.
     * @returns {Promise<void>} */
    async #learn() {
        const lang = this.#wished();
        if (lang === this.#spoken.lang) return;
        const [words] = await Promise.all([wordsOf(lang), loadLanguage(lang)]);
        if (lang !== this.#wished()) return this.#learn();
        this.#spoken = { lang, words };
        this.#shown = '';
    }

    /** @param {string} key @param {...(string | number)} args */
    #say(key, ...args) {
        const template = english.get(key), { lang, words } = this.#spoken, own = words.get(`${key}\u0004`);
        return template === undefined ? key
            : renderMessage({ template, arguments: Object.fromEntries([0, 1, 2, 3, 4].map((i) => [i, args[i] ?? ''])) },
                { lang, words: { get: (text) => (text === template ? own : words.get(text)) } });
    }

    /** @param {string} name */
    attributeChangedCallback(name) {
        if (!this.isConnected) return;
        if (name === 'playable' || name === 'side') this.#show(false);
        else if (name === 'lang') this.languageChanged();
        else this.#renew();
    }

    /** Resolves when the board shows what the attributes say. */
    get ready() {
        return this.#ready;
    }

    /** The match; null until it is ready. */
    get match() {
        return this.#game;
    }

    get record() {
        return this.#game?.record() ?? null;
    }

    set record(record) {
        this.#ready = this.#start(record);
    }

    get moves() {
        return this.#game?.history() ?? [];
    }

    set moves(moves) {
        this.setAttribute('moves', moves.join(' '));
    }

    /** Attributes are often set one after the other: what they say together counts. */
    #renew() {
        if (this.#waiting) return;
        this.#waiting = true;
        this.#ready = Promise.resolve().then(() => {
            this.#waiting = false;
            const text = (name) => this.getAttribute(name);
            return this.#start({
                game: text('game') ?? '', players: text('players') ?? undefined, options: optionsOf(text('options')),
                position: text('position'), moves: (text('moves') ?? '').split(/\s+/).filter(Boolean),
            });
        });
    }

    /** @param {any} record */
    async #start(record) {
        const turn = ++this.#turn;
        this.#asked = record;
        try {
            await Promise.all([loaded(), this.#learn()]);
            if (turn !== this.#turn) return; // something newer was set meanwhile
            const game = new Game(record);
            this.#game?.free();
            this.#game = game;
            this.#says.textContent = '';
            this.#show(false);
        } catch (error) {
            if (turn !== this.#turn) return;
            this.#says.textContent = error.message;
            this.dispatchEvent(new ErrorEvent('error', { error, message: error.message }));
            if (!(error instanceof RulesError)) throw error;
        }
    }

    /** @param {string} name */
    #create(name) {
        if (this.#shown === name) return;
        this.#board?.destroy();
        this.#host.replaceChildren();
        this.#view = null;
        this.#shown = name;
        this.#board = creators[name](this.#host, {
            title: gameStrings[name].card.title,
            t: (key, ...args) => this.#say(key, ...args),
            onMove: (move) => this.#chosen(move),
            onAct: () => (this.#says.textContent = ''),
            onRefused: (text) => this.#refused(text),
            animated: () => !matchMedia('(prefers-reduced-motion: reduce)').matches,
            confirmTouch: () => false,
        });
    }

    /** @param {boolean} animate */
    #show(animate) {
        if (!this.#game) return;
        const snapshot = this.#game.snapshot(this.#spoken.lang);
        this.#create(snapshot.record.game);
        const view = {
            ...viewOf(snapshot), interactive: this.hasAttribute('playable') && !snapshot.over,
            side: Number(this.getAttribute('side') ?? 0),
        };
        this.#board.people(snapshot.sides.map((_, i) => ({
            name: this.#say('seat.player', i + 1), won: snapshot.winners?.includes(i + 1) ?? false,
        })));
        this.#board.update(view, animate && this.#view && view.lastMove ? { animateFrom: this.#view, lastMove: view.lastMove } : {});
        this.#view = view;
    }

    /** @param {string} text  what was tried */
    #refused(text) {
        const { text: reason, places } = this.#game.why(text, this.#spoken.lang);
        this.#says.textContent = reason;
        this.#board.blame(places);
        this.dispatchEvent(new CustomEvent('refuse', { detail: { move: text, reason, places }, bubbles: true }));
    }

    /** @param {string} move */
    #chosen(move) {
        const detail = { move, player: this.#game.turn() };
        if (this.dispatchEvent(new CustomEvent('move', { detail, bubbles: true, cancelable: true }))) this.play(move);
        else this.#show(false);
    }

    /** Plays a move on the board. Throws a RulesError if it is not legal. @param {string} move */
    play(move) {
        const entry = this.#game.move(move);
        this.#show(true);
        if (this.#game.isOver())
            this.dispatchEvent(new CustomEvent('over', { detail: { winners: this.#game.result() }, bubbles: true }));
        return entry;
    }

    /** Takes back the last move. */
    undo() {
        const undone = this.#game.undo();
        if (undone) this.#show(false);
        return undone;
    }
}

customElements.define('tablier-board', TablierBoard);
new MutationObserver(() => present.forEach((board) => board.languageChanged()))
    .observe(document.documentElement, { attributes: true, attributeFilter: ['lang'], subtree: true });
