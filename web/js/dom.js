/* dom.js - making elements. */

/** Contents of an element; lists may be nested. @typedef {Node | string | null | undefined | false | readonly any[]} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Props */

/**
 * An element. A function under `onclick` and the like listens to that event;
 * true stands for an empty attribute, and false, null and undefined for none.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(props)) {
        if (typeof value === 'function')
            element.addEventListener(name.slice(2), value);
        else if (value !== null && value !== undefined && value !== false)
            element.setAttribute(name, value === true ? '' : String(value));
    }
    element.append(...flat(children));
    return element;
}

/** @param {readonly Child[]} children @returns {(Node | string)[]} */
function flat(children) {
    return children.flatMap((child) => {
        if (Array.isArray(child))
            return flat(child);
        return child instanceof Node || typeof child === 'string' ? [child] : [];
    });
}

/** Replaces the contents of an element. @param {Element} parent @param {...Child} children */
export function fill(parent, ...children) {
    parent.replaceChildren(...flat(children));
}

/** Lets the browser do something else: a task that takes long keeps it from answering. */
export const pause = () => new Promise((resolve) => setTimeout(resolve));

/** The act at most once in that time; of calls in between, the last counts. @template T @param {(value: T) => void} act @param {number} ms
 * @returns {(value: T) => void} */
export function paced(act, ms) {
    /** @type {T[]} */
    let waiting = [], busy = false;
    const next = () => {
        busy = waiting.length > 0;
        if (!busy)
            return;
        const [value] = waiting;
        waiting = [];
        setTimeout(next, ms);
        act(value);
    };
    return (value) => {
        waiting = [value];
        if (!busy)
            next();
    };
}

/** A button. @param {Child} face @param {(event: MouseEvent) => void} act @param {Props} [props] */
export function button(face, act, props = {}) {
    return el('button', { type: 'button', onclick: act, ...props }, face);
}

/** A link that looks like a button. @param {string} text @param {string} href @param {Props} [props] */
export function linkButton(text, href, props = {}) {
    return el('a', { class: 'button', href, ...props }, text);
}

let count = 0;
/** A name that no other element has. */
export const freshId = () => `e${++count}`;

/**
 * A control with its caption above and perhaps an explanation below.
 *
 * @param {string} caption
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} control
 * @param {string} [help]
 */
export function field(caption, control, help) {
    control.id ||= freshId();
    const note = help ? el('p', { class: 'help', id: `${control.id}-help` }, help) : null;
    if (note)
        control.setAttribute('aria-describedby', note.id);
    return el('div', { class: 'field' }, el('label', { for: control.id }, caption), control, note);
}

/**
 * @param {[string, string][]} options  value and text
 * @param {string} value
 * @param {Props} [props]
 */
export function select(options, value, props = {}) {
    return el('select', props, options.map(([name, text]) =>
        el('option', { value: name, selected: name === value }, text)));
}

/** A box to tick. @param {string} caption @param {boolean} checked @param {Props} [props] */
export function checkbox(caption, checked, props = {}) {
    const box = el('input', { type: 'checkbox', checked, ...props });
    return { box, row: el('label', { class: 'check' }, box, el('span', {}, caption)) };
}

/** True if a key is a command, not typed into a field or dialog. @param {KeyboardEvent} event */
export function isCommand(event) {
    const typing = event.target instanceof Element && event.target.closest('input, select, textarea, dialog');
    return !typing && !event.ctrlKey && !event.altKey && !event.metaKey && !event.defaultPrevented;
}
