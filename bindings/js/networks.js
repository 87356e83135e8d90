/*
 * networks.js - the networks of strong play and the tables of solved games, loaded when they are first
 * needed. A file that cannot be loaded or is invalid is reported, and the search does without.
 */
import { readFile } from './platform.js';

/** @typedef {import('./types.js').NetworkProblem} NetworkProblem */

/** A search waits this long for a file; one that arrives later serves the next search. */
const WAIT_MS = 15000;

/** By file: the bytes, or null if it is invalid. @type {Map<string, Promise<Uint8Array | null>>} */
const loaded = new Map();

/** @type {Set<(problem: NetworkProblem) => void>} */
const watchers = new Set();

/**
 * Calls the listener whenever a network or table cannot be used.
 *
 * @param {(problem: NetworkProblem) => void} listener
 * @returns {() => void} ends it
 */
export function watchNetworks(listener) {
    watchers.add(listener);
    return () => watchers.delete(listener);
}

/** @param {NetworkProblem} problem */
function tell(problem) {
    for (const listener of watchers) listener(problem);
}

/** The contents of a file; after a failure the next call tries again.
 * @param {string} file @returns {Promise<Uint8Array | null>} */
function load(file) {
    const known = loaded.get(file) ?? readFile(file).catch(() => {
        loaded.delete(file);
        tell({ file, text: `The ${file.endsWith('.net') ? 'network' : 'table'} ${file} could not be loaded.` });
        return null;
    });
    loaded.set(file, known);
    return known;
}

/** The bytes of a network or table, null if there are none in time. @param {string} file */
export async function network(file) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, WAIT_MS, null)));
    try {
        return await Promise.race([load(file), /** @type {Promise<null>} */ (late)]);
    } finally {
        clearTimeout(timer);
    }
}

/** The module has refused it. @param {string} file @param {string} text  why */
export function refuse(file, text) {
    loaded.set(file, Promise.resolve(null));
    tell({ file, text });
}
