/*
 * direct.js - the same without workers: every call answers at once, and the caller waits.
 * For programs in node, for tests, and for workers of your own.
 */
import { catalogue } from './languages.js';
import { compileModule, readFile, setSources } from './platform.js';
import { nextPuzzle, readPuzzles } from './puzzles.js';
import {
    RulesError, fieldsOf, isJson, metaFields, notedFields, objectFields, pictureFields, readObjects,
    recordFields, solveFields, sortTags, textOf, textsOf, thinkFields,
} from './request.js';
import { instantiate } from './wasm.js';

export { RulesError, nextPuzzle, readPuzzles };

/** @typedef {import('./types.js').RecordInput} RecordInput */
/** @typedef {import('./types.js').Lang} Lang */

/** One instance of the module, with a memory of its own. */
export class Tablier {
    #module;
    /** @type {((question: string[] | Uint8Array) => string) | null} */
    #instance = null;
    /** @type {Uint8Array[]} */
    #files = [];
    /** @type {(report: any) => void} */
    #report = () => {};

    /** @param {WebAssembly.Module} module */
    constructor(module) {
        this.#module = module;
    }

    /** Loads the module. @param {import('./platform.js').Sources} [sources]  where it comes from, if not from
     * beside these scripts */
    static async load(sources) {
        if (sources) setSources(sources);
        return new Tablier(await compileModule());
    }

    /** @param {string} call @param {string[]} fields @param {(report: any) => void} [report]
     * @returns {any} */
    #ask(call, fields, report = () => {}) {
        this.#report = report;
        return this.#put(['call', call, ...fields]);
    }

    /** @param {string[] | Uint8Array} question @returns {any} */
    #put(question) {
        let answer;
        try {
            if (!this.#instance) {
                this.#instance = instantiate(this.#module, (text) => this.#report(JSON.parse(text)));
                this.#files.forEach(this.#instance);
            }
            answer = JSON.parse(this.#instance(question));
        } catch (error) {
            this.#instance = null; // one that has thrown must not be used again
            throw error;
        }
        if (answer.error) throw new RulesError(answer.error.message, answer.error.ply);
        return answer.value;
    }

    /**
     * Loads the networks with which strong levels and analyses of a game think from now on, for every
     * number of players; without them they use the built-in evaluation. False if the game has none;
     * throws a RulesError if a file is invalid.
     *
     * @param {string} game
     * @param {Uint8Array} [bytes]  of a file, where you have them: it says which network it is
     */
    async loadNetwork(game, bytes) {
        const { players } = this.games().find(({ name }) => name === game) ?? { players: [2] };
        return this.#loadFiles(players.map((count) => ({ game, players: count })), '.net', bytes);
    }

    /**
     * Loads the table of a solved game, with which searches, proofs and puzzles know exact values from
     * now on; without it they search. False if the game has none; throws a RulesError if the file is
     * invalid.
     *
     * @param {string} game
     * @param {Uint8Array} [bytes]  of the file, where you have them
     */
    loadTable(game, bytes) {
        return this.#loadFiles([{ game }], '.table', bytes);
    }

    /** Loads what searches of these games use. @param {RecordInput[]} records @param {string} ending @param {Uint8Array} [bytes] */
    async #loadFiles(records, ending, bytes) {
        /** @type {string[]} */
        const files = records.flatMap((record) => this.#ask('files', recordFields(record)));
        const names = new Set(files.filter((file) => file.endsWith(ending)));
        for (const file of names.size && bytes ? [bytes] : await Promise.all([...names].map((name) => readFile(name)))) {
            this.#put(file);
            this.#files.push(file);
        }
        return names.size > 0;
    }

    /**
     * Loads the catalogue of a language, in which calls with that `lang` answer from now on;
     * English needs none. False if there is none.
     *
     * @param {string} lang
     * @param {Uint8Array} [bytes]  of the file, where you have them
     */
    async loadLanguage(lang, bytes) {
        const file = bytes ?? await catalogue(lang);
        if (!file) return lang.startsWith('en');
        this.#put(file);
        this.#files.push(file);
        return true;
    }

    /** The puzzles of a game that come with the package. @param {string} game
     * @returns {Promise<import('./types.js').Puzzle[]>} */
    async puzzles(game) {
        return readPuzzles(new TextDecoder().decode(await readFile(`puzzles/${game}.txt`)));
    }

    /** How a puzzle stands after moves of the solver and replies. @param {string} game
     * @param {string} line @param {string[]} [moves] @param {Lang} [lang]
     * @returns {import('./types.js').PuzzleState} */
    puzzle(game, line, moves = [], lang = 'en') {
        return this.#ask('puzzle', [...fieldsOf({ lang, game, line }), ...textsOf('moves', moves).flatMap((move) => ['moves', move])]);
    }

    /** The games. @returns {import('./types.js').Game[]} */
    games() {
        return this.#ask('games', []);
    }

    /** How a match stands. @param {RecordInput} record @param {Lang} [lang]
     * @returns {import('./types.js').Snapshot} */
    snapshot(record, lang = 'en') {
        return this.#ask('snapshot', [...fieldsOf({ lang }), ...recordFields(record)]);
    }

    /** Position, hash and number of moves after each entry. @param {RecordInput} record
     * @returns {any} */
    trace(record) {
        return this.#ask('trace', recordFields(record));
    }

    /** Is this text a legal move now? If not, why? @param {RecordInput} record
     * @param {string} text @param {Lang} [lang] @returns {import('./types.js').Reason} */
    why(record, text, lang = 'en') {
        return this.#ask('why', [...fieldsOf({ lang, text }), ...recordFields(record)]);
    }

    /** Reads records in either form. @param {string} text @param {Lang} [lang]
     * @returns {(import('./types.js').ParsedRecord | import('./types.js').BadRecord)[]} */
    parseRecords(text, lang = 'en') {
        if (!isJson(textOf('text', text)))
            return this.#ask('parse', fieldsOf({ lang, text })).map(sortTags);
        return readObjects(text).map(({ line, object }) => {
            try {
                return sortTags({ line, ...this.#ask('record', [...fieldsOf({ lang }), ...objectFields(object)]) });
            } catch (error) {
                if (!(error instanceof RulesError)) throw error;
                return { line, error: { message: error.message, ply: error.ply } };
            }
        });
    }

    /** Writes a record in the text form or as JSON. @param {RecordInput} record
     * @param {import('./types.js').RecordMeta} [meta]
     * @param {{ form?: 'text' | 'json', lang?: Lang }} [options] @returns {string} */
    formatRecord(record, meta = {}, { form, lang } = {}) {
        return this.#ask('format', [...fieldsOf({ lang, form }), ...notedFields(record), ...metaFields(meta)]);
    }

    /** Thinks; give it a limit, for nothing else ends it. @param {RecordInput} record
     * @param {import('./types.js').ThinkOptions} [options]
     * @param {(info: import('./types.js').ThinkInfo) => void} [onInfo]
     * @returns {import('./types.js').Thought} */
    think(record, options = {}, onInfo = () => {}) {
        return this.#ask('think', [...recordFields(record), ...thinkFields(options)], onInfo);
    }

    /** Finds out by proof who can force a win. @param {RecordInput} record
     * @param {import('./types.js').SolveOptions} [options]
     * @param {(progress: import('./types.js').SolveProgress) => void} [onProgress]
     * @returns {import('./types.js').Solution} */
    solve(record, options = {}, onProgress = () => {}) {
        return this.#ask('solve', [...recordFields(record), ...solveFields(options)], onProgress);
    }

    /** The position as an SVG picture. @param {RecordInput} record
     * @param {import('./types.js').PictureOptions} [options] @returns {string} */
    picture(record, options = {}) {
        return this.#ask('picture', [...recordFields(record), ...pictureFields(options)]);
    }
}
