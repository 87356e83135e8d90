/* toolbar.js - a row of buttons beside a board, for pieces, choices and confirmation. */

import { html, setAttributes } from './svg.js';

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
        const old = new Map([...root.children].map((b) => [b.getAttribute('data-id'), b]));
        const focused = root.contains(document.activeElement);
        const wanted = list.map((tool) => {
            const known = old.get(tool.id);
            const button = known instanceof HTMLButtonElement ? known : this.#button(tool);
            old.delete(tool.id);
            this.#dress(button, tool);
            return button;
        });
        for (const [, button] of old)
            button.remove();
        wanted.forEach((button, i) => {
            if (root.children[i] !== button)
                root.insertBefore(button, root.children[i] ?? null);
        });
        root.hidden = list.length === 0;
        if (focused && !root.contains(document.activeElement))
            this.#api.lost();
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
