/*
 * platform.js - loading the module and the other files, and workers, as browsers do it. Nothing here
 * or in what it imports is for node alone: see node/platform.js.
 */
import { placeOf } from './files.js';

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

/*
 * The development server of Vite up to version 7 moves the scripts of packages into the folder deps of its
 * cache, node_modules/.vite unless it is told otherwise, and leaves the other files where they are. It tells
 * where that is: in the package, which may be installed for a whole workspace.
 */
const MOVED = /\/deps[^/]*\/tablier\.wasm$/;
const modulePlace = () => new URL('./tablier.wasm', import.meta.url);

/** @param {string} here @returns {Promise<URL>} */
async function askVite(here) {
    const [before] = here.split(/\/(?:@fs|node_modules\/\.vite)\//);
    const base = before === here ? new URL('/', here).href : `${before}/`;
    const answer = await fetch(`${base}@id/tablier/tablier.wasm?import&url`).then((response) => response.text(), () => '');
    const [, place = here.replace(/\/\.vite\/deps[^/]*\//, '/tablier/')] = /^export default "(.*?)"/.exec(answer) ?? [];
    return new URL(place, here);
}

/** @type {Promise<URL> | undefined} */
let asked;
/** The place of the module where it is not beside this script. @returns {Promise<URL> | null} */
const movedPlace = () => {
    const { href } = modulePlace();
    return MOVED.test(href) ? (asked ??= askVite(href)) : null;
};

/** Bundlers recognise `new URL()` only where it is written out. */
const makeWorker = async () => {
    const place = await movedPlace();
    return place
        ? new Worker(new URL('worker.js', place), { type: 'module' })
        : new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
};

/**
 * What differs between environments. This one serves browsers, Deno and everything else with `fetch`
 * and `Worker`; node/platform.js and inline.js replace parts of it.
 *
 * @type {{ fetchModule: () => Promise<Response | BufferSource>, readFile: (url: URL) => Promise<Uint8Array>,
 *     startWorker: () => Thread | Promise<Thread>, isBrowser: () => boolean, base?: () => string }}
 */
export const host = {
    fetchModule: async () => fetch((await movedPlace()) ?? modulePlace()),
    async readFile(url) {
        const response = await fetch(url);
        if (!response.ok) throw new Error(`${url}: ${response.status}`);
        return new Uint8Array(await response.arrayBuffer());
    },
    startWorker: async () => /** @type {Thread} */ (/** @type {unknown} */ (await makeWorker())),
    isBrowser: () => typeof Worker === 'function',
};

/**
 * Where the module and the other files come from, if not from beside these scripts.
 *
 * @typedef {object} Sources
 * @property {string | URL | BufferSource | Response | WebAssembly.Module} [module]  its address or contents
 * @property {string | URL} [files]  the address of the folder with networks, tables, languages and puzzles
 */

/** @type {Sources} */
let sources = {};

/** @param {Sources} chosen */
export function setSources(chosen) {
    sources = { ...sources, ...chosen };
}

/** @param {Response | BufferSource} given @returns {Promise<WebAssembly.Module>} */
async function compile(given) {
    if (!(given instanceof Response)) return WebAssembly.compile(given);
    if (!given.ok)
        throw new ModuleError('unreachable', `tablier.wasm: ${given.status}`);
    const type = given.headers.get('Content-Type') ?? '';
    if (type.startsWith('text/html')) // some servers answer with their page for whatever they do not have
        throw new ModuleError('unreachable', `there is a page instead of tablier.wasm at ${given.url}`);
    // Some static hosts do not know the type; then it cannot be compiled as it comes.
    return type.startsWith('application/wasm')
        ? WebAssembly.compileStreaming(given)
        : WebAssembly.compile(await given.arrayBuffer());
}

/** An address relative to the page, or to the program's folder. @param {string | URL} place */
const addressOf = (place) => new URL(place, globalThis.location?.href ?? host.base?.());

async function readModule() {
    const { module } = sources;
    if (module instanceof WebAssembly.Module) return module;
    if (module === undefined) return compile(await host.fetchModule());
    if (typeof module === 'string' || module instanceof URL)
        return WebAssembly.compile(/** @type {BufferSource} */ (await host.readFile(addressOf(module))));
    return compile(module);
}

/** How these scripts and the module talk with each other (src/wasm/module.c). */
const INTERFACE = 'interface4';

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
 * A file of the package: a network, a table, a language or puzzles. Throws if it cannot be had.
 *
 * @param {string} name
 * @returns {Promise<Uint8Array>}
 */
export async function readFile(name) {
    const folder = sources.files === undefined ? await movedPlace() : addressOf(sources.files);
    return host.readFile(folder ? new URL(name, folder) : placeOf(name));
}

/** @type {boolean | null} */
let shares = null;

/** May workers share memory? Some browsers say so and then refuse to: it is tried, once. */
export function canShare() {
    if (host.isBrowser() && globalThis.crossOriginIsolated !== true) return false;
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
export const spareThreads = () => (host.isBrowser() ? Math.max(1, (navigator.hardwareConcurrency ?? 1) >> 1) : 1);

/** @returns {Promise<Thread>} */
export const startWorker = async () => host.startWorker();
