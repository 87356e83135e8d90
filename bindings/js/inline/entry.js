/*
 * entry.js - `tablier/inline`: one file with the module and the worker inside, for bundlers that do not
 * follow the addresses of other files. The script `pack` bundles it.
 */
// @ts-ignore: compressed, as base64
import module from 'tablier-module';
// @ts-ignore: the worker's source
import worker from 'tablier-worker';

import { host } from '../platform.js';

host.fetchModule = async () => {
    const bytes = Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
};

/** @type {string | undefined} */
let address;
host.startWorker = () => {
    address ??= URL.createObjectURL(new Blob([worker], { type: 'text/javascript' }));
    return /** @type {import('../platform.js').Thread} */ (/** @type {unknown} */ (new Worker(address, { type: 'module' })));
};

export * from '../index.js';
