/*
 * storage.js - data stored in this browser. Storage may be full or forbidden: then the page works with what it has in
 * memory, and reports it once.
 */

const PREFIX = 'tablier.';

/** Called when something could not be kept. */
let complain = () => {};

/** @param {() => void} listener */
export function onStorageFailure(listener) {
    complain = () => {
        complain = () => {};
        listener();
    };
}

/** What was written during this visit, in case that the browser keeps nothing. @type {Map<string, string>} */
const kept = new Map();

/** @template T @param {string} name @param {T} otherwise @returns {T} */
export function read(name, otherwise) {
    try {
        const text = kept.get(name) ?? localStorage.getItem(PREFIX + name);
        return text === null ? otherwise : JSON.parse(text);
    } catch {
        return otherwise;
    }
}

/** @param {string} name @param {unknown} value */
export function write(name, value) {
    const text = JSON.stringify(value);
    try {
        localStorage.setItem(PREFIX + name, text);
        kept.delete(name);
    } catch {
        kept.set(name, text);
        complain();
    }
}

/** @param {string} name */
export function remove(name) {
    kept.delete(name);
    try {
        localStorage.removeItem(PREFIX + name);
    } catch {
        complain();
    }
}

/** The names that begin like this. @param {string} start @returns {string[]} */
export function names(start) {
    const found = new Set([...kept.keys()].filter((name) => name.startsWith(start)));
    try {
        for (let i = 0; i < localStorage.length; i++) {
            const key = localStorage.key(i) ?? '';
            if (key.startsWith(PREFIX + start))
                found.add(key.slice(PREFIX.length));
        }
    } catch {
        complain();
    }
    return [...found];
}

/** The same for this tab alone; it forgets when it is closed. @param {string} name @returns {string | null} */
export function readTab(name) {
    try {
        return sessionStorage.getItem(PREFIX + name);
    } catch {
        return null;
    }
}

/** @param {string} name @param {string} text */
export function writeTab(name, text) {
    try {
        sessionStorage.setItem(PREFIX + name, text);
    } catch {
        // what the browser keeps for all tabs will do
    }
}

/** @param {string} name */
export function removeTab(name) {
    try {
        sessionStorage.removeItem(PREFIX + name);
    } catch {
        // then nothing was kept either
    }
}

/** Hears what other tabs write. @param {(name: string) => void} listener @returns {() => void} stops it */
export function onForeignWrite(listener) {
    const hear = (/** @type {StorageEvent} */ event) => {
        if (event.key?.startsWith(PREFIX))
            listener(event.key.slice(PREFIX.length));
    };
    addEventListener('storage', hear);
    return () => removeEventListener('storage', hear);
}
