/* browser.mjs - the browser functions that rules.js needs, on top of node: workers and fetch. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker as Thread } from 'node:worker_threads';

/** Runs in the thread before the worker's script: the scope of a browser's worker. */
const PRELUDE = `
    const { parentPort, workerData } = require('node:worker_threads');
    globalThis.self = globalThis;
    globalThis.postMessage = (message) => parentPort.postMessage(message);
    // What comes before the script has loaded waits.
    const loaded = import(workerData);
    parentPort.on('message', (data) => loaded.then(() => self.onmessage({ data })));
`;

/** The threads that run. @type {Set<Thread>} */
export const threads = new Set();

/** Ends them all: otherwise they hold the process. */
export function endThreads() {
    for (const thread of threads) thread.terminate();
}

globalThis.Worker = class {
    #thread;

    constructor(url) {
        this.#thread = new Thread(PRELUDE, { eval: true, workerData: String(url) });
        this.#thread.on('message', (data) => this.onmessage({ data }));
        this.#thread.on('error', (error) => this.onerror(error));
        threads.add(this.#thread);
    }

    postMessage(message) {
        this.#thread.postMessage(message);
    }

    terminate() {
        threads.delete(this.#thread);
        this.#thread.terminate();
    }
};

/** How the module is served: tests change it. */
export const host = { status: 200, type: 'application/wasm' };

globalThis.navigator ??= { languages: ['en'] };

globalThis.fetch = async (url) => {
    const file = /\w+\.(net|table)$/.exec(String(url))?.[0], lang = /(\w+)\.mo$/.exec(String(url))?.[1];
    if (lang)
        return new Response(readFileSync(join(dirname(process.env.TABLIER_WASM), `lang/${lang}.mo`)));
    return file
        ? new Response(readFileSync(new URL(`../../src/games/${file.split('.')[0]}/${file}`, import.meta.url)))
        : new Response(readFileSync(process.env.TABLIER_WASM), {
            status: host.status,
            headers: { 'Content-Type': host.type },
        });
};
