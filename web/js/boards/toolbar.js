/* toolbar.js - a row of buttons beside a board, for pieces, choices and confirmation. */

import { hasFocus, html, setAttributes } from './svg.js';

/** @import { Tool } from './types.js' */

/**
 * @typedef {object} ToolbarApi
 * @property {(tool: Tool) => void} act
 * @property {(down: PointerEvent, button: HTMLButtonElement) => void} drag  may have begun on a button
 * @property {() => void} lost  the button that had the focus has gone
 */

export class Toolbar {
    #api;

    /** @param {string} style @param {ToolbarApi} api */
    constructor(style, api) {
        this.#api = api;
        this.root = html('div', { class: style, role: 'group' });
    }

    /** Brings the buttons up to date; those that stay keep the focus. @param {Tool[]} list */
    show(list) {
        const { root } = this;
        const old = new Map([...root.querySelectorAll('[data-id]')].map((b) => [b.getAttribute('data-id'), b]));
        const focused = hasFocus(root);
        /** @type {Map<string, HTMLElement[]>} */
        const groups = new Map();
        for (const tool of list) {
            const known = old.get(tool.id);
            const button = known instanceof HTMLButtonElement ? known : this.#button(tool);
            this.#dress(button, tool);
            groups.set(tool.group ?? '', [...groups.get(tool.group ?? '') ?? [], button]);
        }
        arrange(root, [...groups].flatMap(([name, buttons]) => name ? [this.#group(name, buttons)] : buttons));
        root.hidden = list.length === 0;
        if (focused && !hasFocus(root))
            this.#api.lost();
    }

    /** Buttons that belong together, under their name. @param {string} name @param {HTMLElement[]} buttons */
    #group(name, buttons) {
        const known = [...this.root.children].find((child) => child.getAttribute('aria-label') === name);
        const group = known ?? html('div', { class: 'b-group', role: 'group', 'aria-label': name },
            html('span', { class: 'b-group-name', 'aria-hidden': 'true' }, name));
        arrange(group, [group.children[0], ...buttons]);
        return group;
    }

    /** @param {HTMLButtonElement} button @param {Tool} tool */
    #dress(button, tool) {
        setAttributes(button, {
            class: `b-tool ${tool.style ?? ''}`, 'aria-label': tool.label,
            'aria-pressed': tool.picked, 'aria-keyshortcuts': tool.key,
        });
        button.classList.toggle('is-faint', tool.faint ?? false);
        button.classList.toggle('is-main', tool.main ?? false);
        button.classList.toggle('b-drags', tool.drags ?? false);
        button.replaceChildren(...tool.face);
        button.onclick = () => this.#api.act(tool);
    }

    /** @param {Tool} tool */
    #button(tool) {
        const button = html('button', { type: 'button', 'data-id': tool.id });
        if (tool.drags)
            button.addEventListener('pointerdown', (event) => this.#api.drag(event, button));
        return button;
    }
}

/** Makes these the children; those that stay are not moved without need, which would cost the focus.
 * @param {Element} parent @param {Element[]} wanted */
function arrange(parent, wanted) {
    for (const child of [...parent.children])
        if (!wanted.includes(child))
            child.remove();
    wanted.forEach((child, i) => {
        if (parent.children[i] !== child)
            parent.insertBefore(child, parent.children[i] ?? null);
    });
}
