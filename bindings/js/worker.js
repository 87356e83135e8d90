/* worker.js - a thread that answers questions. Whoever cannot wait ends it. */
import { serve } from './wasm.js';

if (typeof self === 'object') {
    serve(self);
} else {
    // @ts-ignore: node's own module, which browsers never load
    const { parentPort } = await import('node:worker_threads');
    const scope = {
        postMessage: (/** @type {any} */ message) => parentPort.postMessage(message),
        onmessage: /** @type {((event: { data: any }) => void) | null} */ (null),
    };
    serve(scope);
    parentPort.on('message', (/** @type {any} */ data) => scope.onmessage?.({ data }));
}
