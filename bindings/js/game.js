/*
 * game.js - one match that the module keeps: every call answers at once, and none replays the record.
 */
import {
    RulesError, fieldsOf, isJson, metaFields, notedFields, objectFields, objectOf, pictureFields, readObjects,
    recordFields, solveFields, sortTags, textOf, thinkFields, viewerFields,
} from './request.js';
import { ModuleError } from './platform.js';
import { openModule } from './wasm.js';

/** @typedef {import('./types.js').RecordInput} RecordInput */
/** @typedef {import('./types.js').MatchRecord} MatchRecord */
/** @typedef {import('./types.js').Lang} Lang */
/** @typedef {import('./types.js').Winners} Winners */

const ENDINGS = /** @type {const} */ ([null, 'board', 'repetition', 'resignation', 'agreement', 'time', 'limit']);
/** Bytes that hold any move. */
const TEXT = 32;

/** An instance of the module. @typedef {ReturnType<typeof openModule> & { ended: boolean, lister: object | null }} Instance */

/** The instance that new games use. @type {Instance | null} */
let current = null;

/** Receives the progress of the search that runs. @type {(report: any) => void} */
let listener = () => {};

/** The catalogues that every instance has. @type {Set<Uint8Array>} */
const catalogues = new Set();

/** Makes an instance for games. @param {WebAssembly.Module} module */
export function startGames(module) {
    current = { ...openModule(module, (text) => listener(JSON.parse(text))), ended: false, lister: null };
    catalogues.forEach(current.ask);
}

/** Gives the instance a language. @param {Uint8Array} catalogue */
export function teachGames(catalogue) {
    if (catalogues.has(catalogue)) return;
    catalogues.add(catalogue);
    if (current && !current.ended) current.ask(catalogue);
}

/** @returns {Instance} */
function instanceNow() {
    if (current && !current.ended) return current;
    throw new ModuleError('missing', 'the rules are not loaded: await load() first');
}

/** @param {Instance} instance @param {string[]} fields @param {(report: any) => void} [report] @returns {any} */
function ask(instance, fields, report = () => {}) {
    if (instance.ended) throw new Error('the module has failed; load() it again and start a new game');
    listener = report;
    let answer;
    try {
        answer = JSON.parse(instance.ask(fields));
    } catch (error) {
        instance.ended = true;
        throw error;
    }
    if (answer.error) throw new RulesError(answer.error.message, answer.error.ply);
    return answer.value;
}

/** Frees the matches of games that nobody uses any more. */
const forgotten = new FinalizationRegistry((/** @type {{ instance: Instance, handle: number }} */ { instance, handle }) => {
    if (!instance.ended) ask(instance, ['call', 'close', 'handle', String(handle)]);
});

/** By game that spells its moves by number: the texts. @type {Map<string, string[]>} */
const spellings = new Map();

/**
 * A match: `const game = new Game('quoridor'); game.move('e2'); game.turn() // 2`. Needs `await load()`
 * once, before the first.
 */
export class Game {
    #instance;
    #handle = 0;
    #state = 0;
    /** The legal moves, if they have been asked for since the last change. @type {string[] | null} */
    #moves = null;
    /** Where the game spells its moves by number. @type {string[] | null} */
    #texts = null;

    /**
     * @param {string | RecordInput} start  the name of a game, or a record
     * @param {Omit<RecordInput, 'game'>} [more]  players, options, moves and so on, with a name
     */
    constructor(start, more = {}) {
        this.#instance = instanceNow();
        this.#open(typeof start === 'string' ? { ...objectOf('more', more), game: start } : start);
    }

    /** @param {RecordInput} record */
    #open(record) {
        const handle = ask(this.#instance, ['call', 'open', ...recordFields(record)]);
        this.free();
        this.#handle = handle;
        this.#changed();
        this.#texts = this.#state >> 17 & 1 ? spellings.get(record.game) ?? [] : null;
        if (this.#texts) spellings.set(record.game, this.#texts);
        forgotten.register(this, { instance: this.#instance, handle }, this);
    }

    #changed(state = this.#instance.exports.gameState(this.#handle)) {
        this.#state = state;
        this.#moves = null;
    }

    /** @param {string} call @param {string[]} fields @param {(report: any) => void} [report] @returns {any} */
    #ask(call, fields = [], report) {
        return ask(this.#instance, ['call', call, 'handle', String(this.#handle), ...fields], report);
    }

    /** Frees the match's memory at once; otherwise that happens some time after nobody uses it. */
    free() {
        if (!this.#handle) return;
        forgotten.unregister(this);
        this.#ask('close');
        this.#handle = 0;
    }

    // ---- State ---------------------------------------------------------------------

    /** The legal moves; none when it is over. `swap` is not among them: see canSwap(). @returns {string[]} */
    moves() {
        return [...this.#list()];
    }

    #list() {
        if (this.#moves) return this.#moves;
        this.#instance.lister = this;
        const { exports, memory } = this.#instance, count = exports.gameMoves(this.#handle);
        const numbers = new Uint32Array(memory.buffer, exports.gameList(), count), list = new Array(count);
        for (let i = 0; i < count; i++)
            list[i] = this.#texts?.[numbers[i]] ?? this.#spell(numbers[i], i);
        return (this.#moves = list);
    }

    /** @param {number} number @param {number} index in the module's list */
    #spell(number, index) {
        const [text] = this.#instance.read(this.#instance.exports.gameText(this.#handle, index), TEXT).split('\0');
        if (this.#texts) this.#texts[number] = text;
        return text;
    }

    /** The player to move, from 1. */
    turn() {
        return this.#state & 15;
    }

    isOver() {
        return (this.#state >> 4 & 15) !== 0;
    }

    /** How it has ended, null while it goes on. @returns {import('./types.js').Ending | null} */
    ending() {
        return ENDINGS[this.#state >> 4 & 15];
    }

    /** The winners, empty for a draw; null while it goes on. @returns {Winners | null} */
    result() {
        if (!this.isOver()) return null;
        return [1, 2, 3, 4, 5, 6, 7, 8].filter((player) => this.#state >> 8 & 1 << (player - 1));
    }

    /** May the player to move say `swap` (the pie rule)? */
    canSwap() {
        return (this.#state >> 16 & 1) === 1;
    }

    /** Everything about the state. @param {Lang} [lang] @returns {import('./types.js').Snapshot} */
    snapshot(lang) {
        return this.#ask('snapshot', fieldsOf({ lang }));
    }

    /** The position string. */
    position() {
        return this.snapshot().position;
    }

    /** The entries so far: moves, and `swap`. */
    history() {
        return this.record().moves;
    }

    /** The record, with every option spelled out. @returns {MatchRecord} */
    record() {
        return this.snapshot().record;
    }

    /** The record as text, or as JSON. @param {import('./types.js').RecordMeta} [meta]
     * @param {{ form?: 'text' | 'json', lang?: Lang }} [options] @returns {string} */
    text(meta = {}, { form, lang } = {}) {
        return ask(this.#instance, ['call', 'format', ...fieldsOf({ lang, form }), ...notedFields(this.record()), ...metaFields(meta)]);
    }

    /** The position as an SVG picture. @param {import('./types.js').PictureOptions} [options] @returns {string} */
    svg(options = {}) {
        return this.#ask('picture', pictureFields(options));
    }

    /** Is this text a legal move now? If not, why? @param {string} text @param {Lang} [lang]
     * @param {import('./types.js').Viewer} [viewer] @returns {import('./types.js').Reason} */
    why(text, lang, viewer = {}) {
        return this.#ask('why', [...fieldsOf({ lang, text: textOf('text', text) }), ...viewerFields(viewer)]);
    }

    // ---- Changes -------------------------------------------------------------------

    /** Plays a move, or `swap`. Throws a RulesError with the rule that forbids it.
     * @param {string} text @returns {string} its canonical spelling */
    move(text) {
        // The module has the list of one game at a time: that which was asked for last.
        const index = this.#moves && this.#instance.lister === this ? this.#moves.indexOf(text) : -1;
        if (index >= 0) {
            this.#changed(this.#instance.exports.gamePlay(this.#handle, index));
            return text;
        }
        const entry = this.#ask('enter', fieldsOf({ text: textOf('move', text) }));
        this.#changed();
        return entry;
    }

    /** Takes back the last entry. @returns {boolean} false if there is none */
    undo() {
        const state = this.#instance.exports.gameUndo(this.#handle);
        if (state < 0) return false;
        this.#changed(state);
        return true;
    }

    /** Starts again, with the same rules. */
    reset() {
        this.#open({ ...this.record(), moves: [], ending: undefined });
    }

    /** Continues with another match: a record, or the text of one. @param {string | RecordInput} record */
    load(record) {
        this.#open(typeof record === 'string' ? this.#parse(record) : record);
    }

    /** @param {string} text @returns {RecordInput} */
    #parse(text) {
        const [object] = isJson(text) ? readObjects(text) : [];
        const answer = object ? ask(this.#instance, ['call', 'record', ...objectFields(object.object)])
            : ask(this.#instance, ['call', 'parse', ...fieldsOf({ text })])[0];
        if (!answer) throw new RulesError('There is no record in this text.');
        const parsed = sortTags(answer);
        if (parsed.error) throw new RulesError(parsed.error.message, parsed.error.ply);
        return parsed.record;
    }

    /** A game of its own in the same state. */
    clone() {
        return new Game(this.record());
    }

    // ---- The computer --------------------------------------------------------------

    /** Thinks, while the caller waits: give it a limit. @param {import('./types.js').ThinkOptions} options
     * @param {(info: import('./types.js').ThinkInfo) => void} [onInfo] @returns {import('./types.js').Thought} */
    think(options, onInfo) {
        return this.#ask('think', thinkFields(options), onInfo);
    }

    /** Finds out by proof who can force a win, while the caller waits.
     * @param {import('./types.js').SolveOptions} [options] @returns {import('./types.js').Solution} */
    solve(options = {}) {
        return this.#ask('solve', solveFields(options));
    }
}
