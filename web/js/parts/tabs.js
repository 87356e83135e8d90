/* tabs.js - tabs and their panels, one of them shown: arrows, Home and End go from one to the next. */
import { el, freshId } from '../dom.js';

/**
 * @template {string} Name
 * @param {string} label
 * @param {Record<Name, { text: string, content: import('../dom.js').Child }>} list
 * @param {(name: Name) => void} picked  by the visitor
 */
export function tabs(label, list, picked) {
    const names = /** @type {Name[]} */ (Object.keys(list));
    const id = freshId();
    const heads = names.map((name) => el('button', {
        type: 'button', role: 'tab', id: `${id}-${name}`, 'aria-controls': `${id}-${name}-panel`, 'data-tab': name,
        onclick: () => choose(name),
    }, el('span', {}, list[name].text)));
    const panels = names.map((name) => el('div', {
        role: 'tabpanel', id: `${id}-${name}-panel`, class: `panel-${name}`, 'aria-labelledby': `${id}-${name}`, tabindex: 0,
    }, list[name].content));
    const root = el('div', { role: 'tablist', class: 'tabs', 'aria-label': label, onkeydown: key }, heads);
    let now = names[0];

    /** @param {Name} name */
    function show(name) {
        now = name;
        names.forEach((one, i) => {
            heads[i].setAttribute('aria-selected', String(one === name));
            heads[i].tabIndex = one === name ? 0 : -1;
            panels[i].hidden = one !== name;
        });
    }

    /** @param {Name} name */
    function choose(name) {
        show(name);
        picked(name);
    }

    /** @param {KeyboardEvent} event */
    function key(event) {
        const at = names.indexOf(now), count = names.length;
        const next = { ArrowLeft: (at + count - 1) % count, ArrowRight: (at + 1) % count, Home: 0, End: count - 1 }[event.key];
        if (next === undefined || event.ctrlKey || event.altKey || event.metaKey)
            return;
        event.preventDefault();
        event.stopPropagation();
        choose(names[next]);
        heads[next].focus();
    }

    show(now);
    return {
        root, panels: el('div', { class: 'tab-panels' }, panels), show,
        get now() {
            return now;
        },
    };
}
