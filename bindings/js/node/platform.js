/* platform.js - files and workers in node; ../platform.js has those of browsers. */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

import { host } from '../platform.js';

/** @param {URL} url */
const read = async (url) => new Uint8Array(await readFile(url));

/** A worker of node's that looks like a browser's. @param {URL | string} script @param {object} [options] */
function startThread(script, options) {
    // Without the flags of the process: of those of `node --input-type=module --eval` it would die.
    const worker = new Worker(script, { execArgv: [], ...options });
    worker.unref();
    /** @type {import('../platform.js').Thread} */
    const thread = {
        postMessage: (message) => worker.postMessage(message),
        onmessage: null,
        onerror: null,
        terminate: () => worker.terminate(),
        hold: (busy) => (busy ? worker.ref() : worker.unref()),
    };
    worker.on('message', (data) => thread.onmessage?.({ data }));
    worker.on('error', (error) => thread.onerror?.(error));
    return thread;
}

host.isBrowser = () => false;
host.base = () => `${pathToFileURL(process.cwd())}/`;
host.fetchModule = () => read(new URL('../tablier.wasm', import.meta.url));
host.readFile = async (url) => {
    if (url.protocol === 'file:') return read(url);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
};
host.startWorker = () => startThread(new URL('./worker.js', import.meta.url));
