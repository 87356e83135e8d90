/*
 * byte_products.mjs - lets an older node know the instruction of bindings/js/dot.js, and compile it well at once: the
 * code that it makes in a hurry is wrong, so dot.js would do without. To be imported before that.
 */
import { setFlagsFromString } from 'node:v8';

if (parseInt(process.versions.node, 10) < 22)
    for (const flag of ['--experimental-wasm-relaxed-simd', '--no-liftoff']) setFlagsFromString(flag);
