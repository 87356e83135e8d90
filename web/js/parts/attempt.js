/* attempt.js - forms, buttons and lists that ask something of the server, and say why if it refuses. */
import { el, fill } from '../dom.js';

/** Where a refusal is shown. */
export const refusalLine = () => el('p', { class: 'refusal', role: 'alert' });

/** @param {HTMLElement} line @param {unknown} error */
const refuse = (line, error) => fill(line, error instanceof Error ? error.message : String(error));

/** What is being done, by the line for its refusals. @type {WeakMap<HTMLElement, Set<string>>} */
const running = new WeakMap();

/**
 * Does something, unless something with the same key is still being done: a second click changes nothing.
 *
 * @param {HTMLElement} line
 * @param {() => Promise<unknown>} act
 * @param {string} [key]  of what may go on beside the others, such as the removal of one of several entries
 */
export async function attempt(line, act, key = '') {
    const keys = running.get(line) ?? new Set();
    running.set(line, keys);
    if (keys.has(key))
        return;
    if (keys.size === 0)
        fill(line);
    keys.add(key);
    try {
        await act();
    } catch (error) {
        refuse(line, error);
    } finally {
        keys.delete(key);
    }
}

/**
 * What reads something and shows it. It keeps nothing else waiting; of several readings the last counts.
 *
 * @template T
 * @param {HTMLElement} line
 * @param {() => Promise<T>} ask
 * @param {(answer: T) => void} show
 */
export function reader(line, ask, show) {
    let last = 0;
    return async () => {
        const own = ++last;
        try {
            const answer = await ask();
            if (own === last)
                show(answer);
        } catch (error) {
            if (own === last)
                refuse(line, error);
        }
    };
}

/** A form with its button and its refusals. @param {string} submit @param {() => Promise<unknown>} act
 * @param {...import('../dom.js').Child} content */
export function serverForm(submit, act, ...content) {
    const line = refusalLine();
    return el('form', {
        onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            attempt(line, act);
        },
    }, content, line, el('div', { class: 'row' }, el('button', { type: 'submit', class: 'main' }, submit)));
}
