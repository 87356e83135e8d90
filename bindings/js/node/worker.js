/* worker.js - ../worker.js for node. */
import { parentPort } from 'node:worker_threads';

import { serve } from '../wasm.js';

const scope = {
    postMessage: (/** @type {any} */ message) => parentPort?.postMessage(message),
    onmessage: /** @type {((event: { data: any }) => void) | null} */ (null),
};
serve(scope);
parentPort?.on('message', (data) => scope.onmessage?.({ data }));
