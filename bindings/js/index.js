/*
 * index.js - the rules of the games, the computer player and the solver, for node and
 * for browsers.
 *
 * Everything here is asked of the WebAssembly module, in workers: one that knows
 * the rules, and as many as needed that think. No call keeps anything: each
 * carries the whole record of the match. direct.js does without workers.
 */
import { Game, startGames, teachGames } from './game.js';
import { catalogue, render } from './languages.js';
import { network, refuse, watchNetworks } from './networks.js';
import { ModuleError, canShare, compileModule, readFile, setSources, spareThreads, startWorker } from './platform.js';
import { nextPuzzle, readPuzzles } from './puzzles.js';
import {
    RulesError, compositionFields, fieldsOf, isJson, metaFields, notedFields, objectFields, objectOf,
    pictureFields, readObjects, recordFields, signalOf, solveFields, sortTags, textOf, textsOf, thinkFields,
    viewerFields,
} from './request.js';
import { MOST_THREADS, makeMemory } from './wasm.js';

export { Game, ModuleError, RulesError, nextPuzzle, readPuzzles, render, watchNetworks };

/** @typedef {import('./types.js').Lang} Lang */
/** @typedef {import('./types.js').Viewer} Viewer */
/** @typedef {import('./types.js').RecordInput} RecordInput */
/** @typedef {import('./types.js').Snapshot} Snapshot */

// ---- The module --------------------------------------------------------------------

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** Compiles it once; after a failure the next call tries again. */
function compileOnce() {
    compiled ??= compileModule().catch((error) => {
        compiled = null;
        throw error;
    });
    return compiled;
}

/**
 * Loads the module, so that `new Game()` can be used. It need not be called for anything else, unless the
 * module or the other files come from elsewhere than beside these scripts; then call it first of all.
 *
 * @param {import('./platform.js').Sources} [sources]
 */
export async function load(sources) {
    if (sources) {
        setSources(sources);
        compiled = rules = solver = null;
        kinds.clear();
        known.clear();
    }
    startGames(await compileOnce());
}

/**
 * Loads the catalogue of a language, in which calls of a Game with that `lang` answer from now on. English needs
 * none, and the functions below load theirs themselves. False if there is none: those calls answer in English.
 *
 * @param {Lang} lang
 */
export async function loadLanguage(lang) {
    const bytes = await catalogue(textOf('lang', lang));
    if (bytes) teachGames(bytes);
    return bytes !== null || lang.startsWith('en');
}

// ---- Workers -----------------------------------------------------------------------

/**
 * A worker and the questions that it has not answered yet. Messages are numbered:
 * an answer finds its question whatever else is under way.
 */
class Client {
    ended = false;
    /** Why it has. @type {unknown} */
    #reason = null;
    #worker;
    #module;
    #memory;
    /** @type {import('./platform.js').Thread[]} */
    #helpers = [];
    #last = 0;
    /** @type {Map<number, {resolve: (value: any) => void, reject: (error: unknown) => void,
     *      report: (value: any) => void}>} */
    #waiting = new Map();

    /** @param {import('./platform.js').Thread} worker @param {WebAssembly.Module} module
     * @param {WebAssembly.Memory} [memory] */
    constructor(worker, module, memory) {
        this.#worker = worker;
        this.#module = module;
        this.#memory = memory;
        this.#worker.onmessage = ({ data }) => this.#hear(data);
        this.#watch(worker);
        this.#worker.postMessage({ module, memory });
    }

    /** Starts a worker while the module may still be on its way.
     * @param {WebAssembly.Module | Promise<WebAssembly.Module>} module @param {boolean} [shared]  with a memory for helpers */
    static async start(module, shared = false) {
        const worker = await startWorker();
        try {
            return new Client(worker, await module, shared ? makeMemory() : undefined);
        } catch (error) {
            worker.terminate();
            throw error;
        }
    }

    /** @param {import('./platform.js').Thread} worker */
    #watch(worker) {
        worker.onerror = (event) => this.end(new Error(event.message || 'a worker failed'));
    }

    /** Starts the helpers for that number of threads. A search does not wait for them: they join it
     * when they are ready. @param {number} threads */
    async prepare(threads) {
        while (this.#memory && this.#helpers.length + 1 < threads) {
            const helper = await startWorker();
            if (this.ended) {
                helper.terminate();
                return;
            }
            this.#watch(helper);
            helper.postMessage({ module: this.#module, memory: this.#memory, helper: this.#helpers.length });
            this.#helpers.push(helper);
        }
    }

    /** @param {import('./types.js').FromWorker} message */
    #hear(message) {
        const question = this.#waiting.get(message.id);
        if (!question) return;
        if ('report' in message) {
            question.report(JSON.parse(message.report));
            return;
        }
        this.#waiting.delete(message.id);
        if (this.#waiting.size === 0) this.#worker.hold?.(false);
        if ('failure' in message) {
            question.reject(new Error(message.failure));
            this.end(new Error(message.failure));
            return;
        }
        const { value, error } = JSON.parse(message.answer);
        if (error) question.reject(new RulesError(error.message, error.ply));
        else question.resolve(value);
    }

    /**
     * @param {string[]} fields
     * @param {(value: any) => void} [report]
     * @returns {Promise<any>}
     */
    async ask(fields, report = () => {}) {
        const at = fields.indexOf('lang');
        if (at >= 0 && at % 2 === 0) await this.#learn(fields[at + 1]);
        return this.#send({ fields }, report);
    }

    /** By language: whether it has been given its catalogue. @type {Map<string, Promise<void>>} */
    #languages = new Map();

    /** Gives it the catalogue of a language; without one it answers in English. @param {string} lang */
    #learn(lang) {
        if (!this.#languages.has(lang))
            this.#languages.set(lang, catalogue(lang).then(async (bytes) => {
                if (bytes) await this.#send({ file: bytes });
                else this.#languages.delete(lang); // next time it may be there
            }));
        return this.#languages.get(lang);
    }

    /** The networks and tables that it was given. @type {Set<string>} */
    #files = new Set();

    /** Makes it use a network or a table; one that it refuses is not tried again.
     * @param {string} file @param {Uint8Array | null} bytes  null: there are none */
    async give(file, bytes) {
        if (!bytes || this.#files.has(file)) return;
        this.#files.add(file);
        try {
            await this.#send({ file: bytes });
        } catch (error) {
            if (!(error instanceof RulesError)) throw error;
            refuse(file, error.message);
        }
    }

    /** @param {object} question @param {(value: any) => void} [report] @returns {Promise<any>} */
    #send(question, report = () => {}) {
        if (this.ended) return Promise.reject(this.#reason); // nobody would answer
        const id = ++this.#last;
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject, report });
            this.#worker.hold?.(true); // a process in node stays until it is answered
            this.#worker.postMessage({ id, ...question });
        });
    }

    /** Stops the worker at once. @param {unknown} reason for those who still wait or ask later */
    end(reason) {
        if (this.ended) return;
        this.ended = true;
        this.#reason = reason;
        for (const worker of [this.#worker, ...this.#helpers]) worker.terminate();
        for (const { reject } of this.#waiting.values()) reject(reason);
        this.#waiting.clear();
    }
}

/** The worker that knows the rules. @type {Promise<Client> | null} */
let rules = null;

/** Starts it once; after a failure, or when it has ended, the next call tries again. */
async function rulesWorker() {
    const kept = rules;
    if (kept && (await kept).ended && rules === kept) rules = null;
    rules ??= Client.start(compileOnce()).catch((error) => {
        rules = null;
        throw error;
    });
    return rules;
}

/** @param {string} call @param {string[]} fields @returns {Promise<any>} */
async function ask(call, fields) {
    return (await rulesWorker()).ask(['call', call, ...fields]);
}

// ---- Rules -------------------------------------------------------------------------

/** By language. @type {Map<string, Promise<import('./types.js').Game[]>>} */
const known = new Map();

/** The games. @param {Lang} [lang] of what their options mean @returns {Promise<import('./types.js').Game[]>} */
export async function games(lang = 'en') {
    const found = known.get(lang) ?? ask('games', fieldsOf({ lang })).catch((error) => {
        known.delete(lang);
        throw error;
    });
    known.set(lang, found);
    return found;
}

/**
 * How a match stands: who moved and who sits where, the pieces and hands as data, the result. Throws a
 * RulesError if the record is not a match.
 *
 * @param {RecordInput} record
 * @param {Lang} [lang] of the goals and of the error
 * @param {Viewer} [viewer] of the goals
 * @returns {Promise<Snapshot>}
 */
export async function snapshot(record, lang = 'en', viewer = {}) {
    return ask('snapshot', [...fieldsOf({ lang }), ...viewerFields(viewer), ...recordFields(record)]);
}

/**
 * The same as if it were a player's turn, whose move in advance need not obey the last one. Where it is that player's
 * turn, or the match is over, it is the snapshot of the match as it stands.
 *
 * @param {RecordInput} record
 * @param {number} player  from 1
 * @param {Lang} [lang]
 * @returns {Promise<Snapshot>}
 */
export function ahead(record, player, lang = 'en') {
    return ask('snapshot', [...fieldsOf({ lang, ahead: player }), ...recordFields(record)]);
}

/**
 * The position with these pieces, possible or not. Pieces with an owner come out of that player's hand; where those on
 * the board have none, `hands` says how many each player holds.
 *
 * @param {RecordInput} setup  game, players and options
 * @param {import('./types.js').Composition} composition
 * @param {Lang} [lang] of the error
 * @returns {Promise<import('./types.js').Composed>}
 */
export function compose(setup, composition, lang = 'en') {
    return ask('compose', [...fieldsOf({ lang }), ...recordFields(setup), ...compositionFields(composition)]);
}

/** The same; the snapshot's `record` is the one to go on with. */
export const open = snapshot;

/**
 * Is this text a legal move now (or `swap`)? If not, why?
 *
 * @param {RecordInput} record
 * @param {string} text
 * @param {Lang} [lang]
 * @param {Viewer} [viewer]
 * @returns {Promise<import('./types.js').Reason>}
 */
export async function why(record, text, lang = 'en', viewer = {}) {
    return ask('why', [...fieldsOf({ lang, text: textOf('text', text) }), ...viewerFields(viewer), ...recordFields(record)]);
}

/**
 * Facts about the state of a match, or about a legal move, in sentences.
 *
 * @param {RecordInput} record
 * @param {string | null} move
 * @param {Lang} [lang]
 * @param {Viewer} [viewer]
 * @returns {Promise<string[]>}
 */
export async function remark(record, move, lang = 'en', viewer = {}) {
    return ask('remark', [...fieldsOf({ lang, text: move }), ...viewerFields(viewer), ...recordFields(record)]);
}

/**
 * Reads a position string, which may contain the players and options that are not given.
 *
 * @param {string} game
 * @param {number | null} players
 * @param {Record<string, import('./types.js').OptionValue> | null} options
 * @param {string} position
 * @param {Lang} [lang] of the error
 * @returns {Promise<import('./types.js').CheckedPosition | import('./types.js').RefusedPosition>}
 */
export async function checkPosition(game, players, options, position, lang = 'en') {
    const record = { game, players: players ?? undefined, options: options ?? {}, position };
    try {
        const fields = [...fieldsOf({ lang }), ...recordFields(record)];
        return { ok: true, ...(await ask('position', fields)) };
    } catch (error) {
        if (error instanceof RulesError) return { ok: false, error: error.message };
        throw error;
    }
}

// ---- Records -----------------------------------------------------------------------

/**
 * Reads records in either form, text or JSON, one game after the other, with their annotations; an
 * invalid one does not affect the next.
 *
 * @param {string} text
 * @param {Lang} [lang] of the errors
 * @returns {Promise<(import('./types.js').ParsedRecord | import('./types.js').BadRecord)[]>}
 */
export async function parseRecords(text, lang = 'en') {
    if (!isJson(textOf('text', text)))
        return (await ask('parse', fieldsOf({ lang, text }))).map(sortTags);
    return Promise.all(readObjects(text).map(async ({ line, object }) => {
        try {
            return sortTags({ line, ...await ask('record', [...fieldsOf({ lang }), ...objectFields(object)]) });
        } catch (error) {
            if (!(error instanceof RulesError)) throw error;
            return { line, error: { message: error.message, ply: error.ply } };
        }
    }));
}

/**
 * Writes a record, with its notes, in the text form or as JSON.
 *
 * @param {RecordInput} record
 * @param {import('./types.js').RecordMeta} [meta]
 * @param {{ form?: 'text' | 'json', lang?: Lang }} [options]
 * @returns {Promise<string>}
 */
export async function formatRecord(record, meta = {}, { form, lang } = {}) {
    return ask('format', [...fieldsOf({ lang, form }), ...notedFields(record), ...metaFields(meta)]);
}

// ---- Puzzles -----------------------------------------------------------------------

/** After the first look at a puzzle its tables are loaded, so long after it. */
const TABLE_MS = 1000;

/**
 * The puzzles of a game that come with the package.
 *
 * @param {string} game
 * @returns {Promise<import('./types.js').Puzzle[]>}
 */
export async function puzzles(game) {
    return readPuzzles(new TextDecoder().decode(await readFile(`puzzles/${textOf('game', game)}.txt`)));
}

/**
 * How a puzzle stands after moves of the solver and replies.
 *
 * @param {string} game
 * @param {string} line  of the file of puzzles
 * @param {string[]} moves
 * @param {Lang} [lang]
 * @returns {Promise<import('./types.js').PuzzleState>}
 */
export async function puzzle(game, line, moves, lang = 'en') {
    const fields = [...fieldsOf({ lang, game, line }), ...textsOf('moves', moves).flatMap((move) => ['moves', move])];
    const client = await rulesWorker(), tables = await tablesOf({ game });
    const load = () => Promise.all(tables.map(async (file) => client.give(file, await network(file))));
    // A table is needed first to refute a wrong move: until then nothing waits for it, and it does not compete with what is shown first.
    if (moves.length > 0) await load();
    else if (tables.length > 0) setTimeout(() => load().catch(() => {}), TABLE_MS); // a client that has ended needs none
    return ask('puzzle', fields);
}

// ---- The computer player -----------------------------------------------------------

/** A worker that has finished waits for the next thought, with what it remembers; one for each module.
 * @type {Map<WebAssembly.Module, Client>} */
const idle = new Map();

/** The name, among the files of a search, of a second module that it is to run in. */
const SOLVER = 'solver.wasm';

/** @type {Promise<WebAssembly.Module | null> | null} */
let solver = null;

/** The module that also solves small boards; null if it cannot be loaded, and then the other one serves. */
function compileSolver() {
    solver ??= readFile(SOLVER).then((bytes) => WebAssembly.compile(/** @type {BufferSource} */ (bytes))).catch(() => {
        solver = null; // next time it may be there
        return null;
    });
    return solver;
}

/** Without a seed of the game's own, the choices of this visit. */
const visit = Math.floor(Math.random() * 1e9);

/**
 * Thinks, in a worker of its own.
 *
 * @param {RecordInput} record of a match that is not over
 * @param {import('./types.js').ThinkOptions} [options]
 * @param {(info: import('./types.js').ThinkInfo) => void} [onInfo]
 * @returns {Promise<import('./types.js').Thought>}
 */
export async function think(record, options = {}, onInfo = () => {}) {
    thinkFields(options); // before anything is asked for
    recordFields(record);
    signalOf(options.signal);
    const files = filesOf(record, options.level);
    const threads = await threadsOf(record, options);
    const fields = [...recordFields(record), ...thinkFields({ seed: visit, ...options, threads })];
    return work(['call', 'think', ...fields], onInfo, options.signal, files, threads);
}

/**
 * How many threads such a search gets.
 *
 * @param {RecordInput} record
 * @param {import('./types.js').ThinkOptions} options
 * @returns {Promise<number | undefined>}
 */
async function threadsOf(record, { threads, level, nodes, depth }) {
    const most = canShare() ? Math.min(MOST_THREADS, threads ?? spareThreads()) : 1;
    if (most <= 1 || threads !== undefined) return most > 1 ? most : undefined;
    return await about('parallel', record, { level, nodes, depth }) ? most : undefined;
}

/**
 * Finds out by proof who can force a win.
 *
 * @param {RecordInput} record of a match that is not over
 * @param {import('./types.js').SolveOptions} [options]
 * @param {(progress: import('./types.js').SolveProgress) => void} [onProgress]
 * @returns {Promise<import('./types.js').Solution>}
 */
export async function solve(record, options = {}, onProgress = () => {}) {
    const fields = [...recordFields(record), ...solveFields(options)];
    return work(['call', 'solve', ...fields], onProgress, options.signal,
        options.rulesOnly ? undefined : tablesOf(record));
}

/**
 * The position of a match as an SVG picture.
 *
 * @param {RecordInput} record
 * @param {import('./types.js').PictureOptions} [options]
 * @returns {Promise<string>}
 */
export async function picture(record, options = {}) {
    return ask('picture', [...recordFields(record), ...pictureFields(options)]);
}

/**
 * Judges every move of a match.
 *
 * @param {RecordInput} record
 * @param {{ nodes?: number, signal?: AbortSignal, lang?: Lang, viewer?: Viewer }} [options]
 * @param {(progress: { done: number, count: number }) => void} [onProgress]
 * @returns {Promise<import('./types.js').Review>}
 */
export async function review(record, options = {}, onProgress = () => {}) {
    const { nodes, signal, lang = 'en', viewer = {} } = objectOf('options', options);
    return work(['call', 'review', ...fieldsOf({ lang, nodes }), ...viewerFields(viewer), ...recordFields(record)], onProgress, signal,
        filesOf(record));
}

/** What is known about kinds of searches, so that each question is put once. @type {Map<string, Promise<any>>} */
const kinds = new Map();

/**
 * What the module says about searches of a kind.
 *
 * @param {'files' | 'parallel'} call
 * @param {RecordInput} record
 * @param {{ level?: number, nodes?: number, depth?: number }} limits
 * @returns {Promise<any>}
 */
function about(call, { game, players, options }, limits) {
    const fields = [...recordFields({ game, players, options }), ...fieldsOf(limits)];
    const key = [call, ...fields].join('\0');
    if (!kinds.has(key))
        kinds.set(key, ask(call, fields).catch(() => null)); // the search itself says what is wrong
    return /** @type {Promise<any>} */ (kinds.get(key));
}

/**
 * The files that a search of this kind uses: a network, a table, the solver, or none of them.
 *
 * @param {RecordInput} record
 * @param {number} [level]
 * @returns {Promise<string[]>}
 */
const filesOf = async (record, level) => (await about('files', record, { level })) ?? [];

/** Those of them that proofs use. @param {RecordInput} record */
const tablesOf = async (record) => (await filesOf(record)).filter((file) => !file.endsWith('.net'));

/**
 * Every move of the position with what is known about it, best first.
 *
 * @param {RecordInput} record
 * @param {{ book?: string | null, nodes?: number, signal?: AbortSignal, lang?: Lang }} [options]
 *     book: the text of a book, as `tablier book` makes it; nodes: for each proof
 * @returns {Promise<import('./types.js').Exploration>}
 */
export async function explore(record, options = {}) {
    const { book, nodes, signal, lang = 'en' } = objectOf('options', options);
    return work(['call', 'explore', ...fieldsOf({ lang, nodes, book }), ...recordFields(record)], () => {}, signal,
        tablesOf(record));
}

/**
 * Asks a worker that takes its time.
 *
 * @param {string[]} fields
 * @param {(report: any) => void} onReport
 * @param {AbortSignal} [signal]
 * @param {Promise<string[]>} [files]  that it is to use
 * @param {number} [threads]
 */
async function work(fields, onReport, signal, files, threads = 1) {
    signalOf(signal);
    const main = await compileOnce(), all = await files ?? [];
    const module = (all.includes(SOLVER) && await compileSolver()) || main;
    const wanted = all.filter((file) => file !== SOLVER && (file.endsWith('.net') || (module === main) !== all.includes(SOLVER)));
    const bytes = await Promise.all(wanted.map(network));
    signal?.throwIfAborted();
    const free = idle.get(module);
    idle.delete(module); // before anything is waited for: others come by meanwhile
    const client = free && !free.ended ? free : await Client.start(module, canShare());
    const stop = () => client.end(signal?.reason);
    signal?.addEventListener('abort', stop);
    try {
        signal?.throwIfAborted(); // while the worker started
        await client.prepare(threads);
        for (const [i, file] of wanted.entries()) await client.give(file, bytes[i]);
        return await client.ask(fields, onReport);
    } finally {
        signal?.removeEventListener('abort', stop);
        if (!client.ended && !idle.has(module)) idle.set(module, client);
        else client.end(null);
    }
}
