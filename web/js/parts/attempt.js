/* attempt.js - forms, buttons and lists that ask something of the server, and say why if it refuses. */
import { el, fill } from '../dom.js';

/** Where a refusal is shown. */
export const refusalLine = () => el('p', { class: 'refusal', role: 'alert' });

/** @param {HTMLElement} line @param {unknown} error */
const refuse = (line, error) => fill(line, error instanceof Error ? error.message : String(error));

/** Does something, once at a time. @param {HTMLElement} line @param {() => Promise<unknown>} act */
export async function attempt(line, act) {
    if (line.dataset.busy)
        return;
    line.dataset.busy = 'yes';
    fill(line);
    try {
        await act();
    } catch (error) {
        refuse(line, error);
    } finally {
        delete line.dataset.busy;
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
