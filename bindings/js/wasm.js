/*
 * wasm.js - loads the WebAssembly module and puts questions to it.
 *
 * A question is a list of fields, name and value in turn; the answer is JSON
 * text. What the fields mean is written in src/wasm/request.h.
 */

/**
 * What the module needs of its surroundings: a clock, and somebody to tell how a
 * search goes on. The files of WASI are linked in, but never written to.
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
                view().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
                return 0;
            },
            fd_close: refuse,
            fd_seek: refuse,
            fd_write: refuse,
        },
    };
}

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {(size: number) => number} room
 * @property {(size: number) => number} call
 * @property {(size: number) => number} network
 * @property {() => number} answerSize
 */

/**
 * Makes one instance, with its own memory: a function from fields, or the bytes of a network
 * that it is to use from now on, to answer. An instance that has thrown must not be used again.
 *
 * @param {WebAssembly.Module} module
 * @param {(text: string) => void} [report] hears how a search goes on
 * @returns {(question: string[] | Uint8Array) => string}
 */
export function instantiate(module, report = () => {}) {
    const encoder = new TextEncoder();
    const decoder = new TextDecoder();
    const memory = () => exports.memory.buffer; // another one after each growth
    const read = (/** @type {number} */ address, /** @type {number} */ size) =>
        decoder.decode(new Uint8Array(memory(), address >>> 0, size));
    const instance = new WebAssembly.Instance(
        module,
        surroundings(() => new DataView(memory()), report, read),
    );
    const exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    exports._initialize();

    const encode = (/** @type {string[]} */ fields) =>
        encoder.encode(fields.map((field) => `${field.replaceAll('\0', '\ufffd')}\0`).join(''));

    return (question) => {
        const isNetwork = question instanceof Uint8Array;
        const request = isNetwork ? question : encode(question);
        const room = exports.room(request.length) >>> 0;
        if (room === 0) throw new Error('out of memory');
        new Uint8Array(memory(), room).set(request);
        const answer = isNetwork ? exports.network(request.length) : exports.call(request.length);
        if (answer === 0) throw new Error('out of memory');
        return read(answer, exports.answerSize());
    };
}

/**
 * Answers the messages of those who ask, in a worker. After a failure the next
 * question is put to a new instance, which gets the networks of the old one.
 *
 * @param {{ postMessage: (message: any) => void, onmessage: ((event: any) => void) | null }} scope
 *     the worker's `self`
 */
export function serve(scope) {
    /** @type {WebAssembly.Module} */
    let module;
    /** @type {((question: string[] | Uint8Array) => string) | null} */
    let ask = null;
    /** @type {Uint8Array[]} */
    const networks = [];
    let id = 0;
    const post = (/** @type {import('./types.js').FromWorker} */ message) =>
        scope.postMessage(message);

    scope.onmessage = (/** @type {{ data: any }} */ { data }) => {
        const message = /** @type {import('./types.js').ToWorker} */ (data);
        if ('module' in message) {
            module = message.module;
            return;
        }
        id = message.id;
        try {
            if (!ask) {
                ask = instantiate(module, (report) => post({ id, report }));
                networks.forEach(ask);
            }
            const question = 'network' in message ? message.network : message.fields;
            const answer = ask(question);
            if (question instanceof Uint8Array && !('error' in JSON.parse(answer))) networks.push(question);
            post({ id, answer });
        } catch (error) {
            ask = null;
            post({ id, failure: String(error) });
        }
    };
}
