/*
 * wasm.js - loads the WebAssembly module and puts questions to it.
 *
 * A question is a list of fields, name and value in turn; the answer is JSON
 * text. src/wasm/request.h describes the fields.
 */
import { replaceDot } from './dot.js';

/**
 * The module's imports: a clock, and a function that receives the progress of a search. The files
 * of WASI are linked in, but never written to.
 *
 * @param {() => DataView} view
 * @param {(text: string) => void} report
 * @param {(address: number, size: number) => string} read
 */
function surroundings(view, report, read) {
    const refuse = () => 8; // EBADF
    return {
        tablier: {
            report: (/** @type {number} */ address, /** @type {number} */ size) =>
                report(read(address, size)),
        },
        wasi_snapshot_preview1: {
            clock_time_get: (
                /** @type {number} */ _clock,
                /** @type {bigint} */ _precision,
                /** @type {number} */ out,
            ) => {
                // The same clock for all workers: each counts from its own beginning.
                const now = performance.timeOrigin + performance.now();
                view().setBigUint64(out, BigInt(Math.round(now * 1e6)), true);
                return 0;
            },
            fd_close: refuse,
            fd_seek: refuse,
            fd_write: refuse,
        },
    };
}

/** In pages of 64 KiB, as cmake/web.cmake has them. */
const FIRST_PAGES = 128, MOST_PAGES = 16384;
/** Room for one large table. */
const SMALL_PAGES = MOST_PAGES / 4;
/** In bytes: the stack of a helper (src/wasm/helpers.c). */
const HELPER_STACK = 2 ** 20;

/** Threads that a search can have: the worker that it runs in and its helpers. */
export const MOST_THREADS = 4;

/** True if a page that takes a gigabyte may be ended by the device: it has 4 GiB or less, or is a phone or tablet that
 * does not tell. */
function isSmall() {
    const { deviceMemory, userAgent = '' } = /** @type {{ deviceMemory?: number, userAgent?: string }} */ (globalThis.navigator ?? {});
    return deviceMemory === undefined ? /\b(Android|iPhone|iPad|iPod)\b/.test(userAgent) : deviceMemory <= 4;
}

/** A memory for one instance, or for one that has helpers. It can be shared among workers where
 * the browser allows that; elsewhere it is like any other. If it cannot grow, searches go on with what there is:
 * only what would take more is not solved. */
export function makeMemory() {
    const make = (/** @type {number} */ maximum) =>
        new WebAssembly.Memory({ initial: FIRST_PAGES, maximum, shared: true });
    if (isSmall()) return make(SMALL_PAGES);
    try {
        return make(MOST_PAGES);
    } catch {
        return make(SMALL_PAGES); // addresses are scarce
    }
}

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Global} __stack_pointer
 * @property {WebAssembly.Global} helper_stacks
 * @property {WebAssembly.Table} __indirect_function_table
 * @property {() => number} dotPlace
 * @property {(index: number) => void} help
 * @property {() => void} _initialize
 * @property {(size: number) => number} room
 * @property {(size: number) => number} call
 * @property {(size: number) => number} file
 * @property {() => number} answerSize
 * @property {(handle: number) => number} gameMoves
 * @property {() => number} gameList
 * @property {(handle: number, index: number) => number} gameText
 * @property {(handle: number, index: number) => number} gamePlay
 * @property {(handle: number) => number} gameUndo
 * @property {(handle: number) => number} gameState
 */

/**
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} memory
 * @param {(text: string) => void} report
 */
function bind(module, memory, report) {
    const decoder = new TextDecoder();
    // Each growth makes another buffer; a decoder does not read shared ones.
    const read = (/** @type {number} */ address, /** @type {number} */ size) =>
        decoder.decode(new Uint8Array(memory.buffer, address >>> 0, size).slice());
    const imports = { ...surroundings(() => new DataView(memory.buffer), report, read), env: { memory } };
    const instance = new WebAssembly.Instance(module, imports);
    return { exports: /** @type {Exports} */ (/** @type {unknown} */ (instance.exports)), read };
}

/**
 * Makes one instance, with its own memory: a function from fields, or the bytes of a network, a table
 * or a language's catalogue that it is to use from now on, to answer. An instance that has thrown must
 * not be used again, nor its memory.
 *
 * @param {WebAssembly.Module} module
 * @param {(text: string) => void} [report] receives the progress of a search
 * @param {WebAssembly.Memory} [memory] a fresh one; to be given where helpers will share it
 * @returns {(question: string[] | Uint8Array) => string}
 */
export function instantiate(module, report, memory) {
    const opened = openModule(module, report, memory);
    replaceDot(opened.exports, opened.memory);
    return opened.ask;
}

/**
 * The same with the module's exports and memory, for those who call them directly (game.js).
 *
 * @param {WebAssembly.Module} module
 * @param {(text: string) => void} [report]
 * @param {WebAssembly.Memory} [memory]
 */
export function openModule(module, report = () => {}, memory = makeMemory()) {
    const encoder = new TextEncoder();
    const { exports, read } = bind(module, memory, report);
    exports._initialize();

    const encode = (/** @type {string[]} */ fields) =>
        encoder.encode(fields.map((field) => `${field.replaceAll('\0', '\ufffd')}\0`).join(''));

    /** @param {string[] | Uint8Array} question @returns {string} */
    const ask = (question) => {
        const isFile = question instanceof Uint8Array;
        const request = isFile ? question : encode(question);
        const room = exports.room(request.length) >>> 0;
        if (room === 0) throw new Error('out of memory');
        new Uint8Array(memory.buffer, room).set(request);
        const answer = (isFile ? exports.file : exports.call)(request.length);
        if (answer === 0) throw new Error('out of memory');
        return read(answer, exports.answerSize());
    };
    return { ask, exports, memory, read };
}

/**
 * Helps the searches of the instance that has this memory; never returns.
 *
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} memory
 * @param {number} index  of the helper, from 0
 */
function help(module, memory, index) {
    const { exports } = bind(module, memory, () => {});
    exports.__stack_pointer.value = exports.helper_stacks.value + (index + 1) * HELPER_STACK;
    replaceDot(exports, memory);
    exports.help(index);
}

/**
 * Answers the messages of those who ask, in a worker, or helps another one that does. After a
 * failure it is no longer to be used.
 *
 * @param {{ postMessage: (message: any) => void, onmessage: ((event: any) => void) | null }} scope
 *     the worker's `self`
 */
export function serve(scope) {
    /** @type {(question: string[] | Uint8Array) => string} */
    let ask;
    let id = 0;
    const post = (/** @type {import('./types.js').FromWorker} */ message) =>
        scope.postMessage(message);

    scope.onmessage = (/** @type {{ data: any }} */ { data }) => {
        const message = /** @type {import('./types.js').ToWorker} */ (data);
        if ('helper' in message) {
            help(message.module, message.memory, message.helper);
            return;
        }
        if ('module' in message) {
            ask = instantiate(message.module, (report) => post({ id, report }), message.memory);
            return;
        }
        id = message.id;
        try {
            post({ id, answer: ask('file' in message ? message.file : message.fields) });
        } catch (error) {
            post({ id, failure: String(error) });
        }
    };
}
