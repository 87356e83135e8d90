/*
 * platform.js - the differences between browsers and node: loading the module's file, and workers.
 * An environment that has `Worker` counts as a browser.
 */

/** The module cannot be loaded, or is of another version than these scripts: `code` is 'missing'
 * (no WebAssembly), 'unreachable' or 'version'. */
export class ModuleError extends Error {
    /** @param {'missing' | 'unreachable' | 'version'} code @param {string} message */
    constructor(code, message) {
        super(message);
        this.name = 'ModuleError';
        this.code = code;
    }
}

/**
 * A worker of either kind.
 *
 * @typedef {object} Thread
 * @property {(message: any) => void} postMessage
 * @property {((event: { data: any }) => void) | null} onmessage
 * @property {((event: { message?: string }) => void) | null} onerror
 * @property {() => void} terminate
 * @property {(busy: boolean) => void} [hold]  in node: does it keep the process alive?
 */

/** Where a file of the package is. @param {string} name */
const placeOf = (name) => new URL(`./${name}`, import.meta.url);
const place = placeOf('tablier.wasm');
const isBrowser = () => typeof Worker === 'function';

/** A module of node's, out of sight of those who bundle for browsers. @param {string} name
 * @returns {Promise<any>} */
const node = (name) => import(/* @vite-ignore */ /* webpackIgnore: true */ `node:${name}`);

async function fetchModule() {
    const response = await fetch(place);
    if (!response.ok)
        throw new ModuleError('unreachable', `tablier.wasm: ${response.status}`);
    const type = response.headers.get('Content-Type') ?? '';
    // Some static hosts do not know the type; then it cannot be compiled as it comes.
    return type.startsWith('application/wasm')
        ? WebAssembly.compileStreaming(response)
        : WebAssembly.compile(await response.arrayBuffer());
}

/** How these scripts and the module talk with each other (src/wasm/module.c). */
const INTERFACE = 'interface3';

async function readModule() {
    if (isBrowser() || place.protocol !== 'file:')
        return fetchModule();
    const { readFile } = await node('fs/promises');
    return WebAssembly.compile(await readFile(place));
}

/** @returns {Promise<WebAssembly.Module>} */
export async function compileModule() {
    if (typeof WebAssembly !== 'object')
        throw new ModuleError('missing', 'there is no WebAssembly here');
    try {
        const module = await readModule();
        if (!WebAssembly.Module.exports(module).some(({ name }) => name === INTERFACE))
            throw new ModuleError('version', 'tablier.wasm is of another version than these scripts');
        return module;
    } catch (error) {
        if (error instanceof ModuleError) throw error;
        const code = error instanceof WebAssembly.CompileError ? 'missing' : 'unreachable';
        throw new ModuleError(code, `tablier.wasm: ${/** @type {Error} */ (error).message}`);
    }
}

/**
 * A file of the package: a network, or puzzles. Throws if it cannot be had.
 *
 * @param {string} name
 * @returns {Promise<Uint8Array>}
 */
export async function readFile(name) {
    const url = placeOf(name);
    if (isBrowser() || url.protocol !== 'file:') {
        const response = await fetch(url);
        if (!response.ok) throw new Error(`${name}: ${response.status}`);
        return new Uint8Array(await response.arrayBuffer());
    }
    const { readFile: read } = await node('fs/promises');
    return new Uint8Array(await read(url));
}

/** @type {boolean | null} */
let shares = null;

/** May workers share memory? Some browsers say so and then refuse to: it is tried, once. */
export function canShare() {
    if (isBrowser() && globalThis.crossOriginIsolated !== true) return false;
    if (shares === null) {
        const { port1 } = new MessageChannel();
        try {
            port1.postMessage(new WebAssembly.Memory({ initial: 0, maximum: 1, shared: true }));
            shares = true;
        } catch {
            shares = false;
        }
        port1.close();
    }
    return shares;
}

/** How many processors a search may keep busy unless it is told: half of a visitor's, so that
 * all else goes on. Programs in node say themselves what they want. */
export const spareThreads = () => (isBrowser() ? Math.max(1, (navigator.hardwareConcurrency ?? 1) >> 1) : 1);

/** @returns {Promise<Thread>} */
export async function startWorker() {
    const script = new URL('./worker.js', import.meta.url);
    if (isBrowser())
        return /** @type {Thread} */ (/** @type {unknown} */ (new Worker(script, { type: 'module' })));
    const { Worker: NodeWorker } = await node('worker_threads');
    // Without the flags of the process: of those of `node --input-type=module --eval` it would die.
    const worker = new NodeWorker(script, { execArgv: [] });
    worker.unref();
    /** @type {Thread} */
    const thread = {
        postMessage: (message) => worker.postMessage(message),
        onmessage: null,
        onerror: null,
        terminate: () => worker.terminate(),
        hold: (busy) => (busy ? worker.ref() : worker.unref()),
    };
    worker.on('message', (/** @type {any} */ data) => thread.onmessage?.({ data }));
    worker.on('error', (/** @type {Error} */ error) => thread.onerror?.(error));
    return thread;
}
