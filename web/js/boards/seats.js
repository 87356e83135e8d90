/*
 * seats.js - the players at the edges of a board: number, name, what is in hand, clock.
 *
 * Whoever is at the bottom sits there, the others go on with the clock.
 */

import { html } from './svg.js';

/** @import { Person, View } from './types.js' */

/** @typedef {{ root: HTMLElement, who: HTMLElement, hand: HTMLElement, more: HTMLElement }} Seat */

/** Where the players sit, by their number, whoever is at the bottom first.
 * @type {Record<number, ('top' | 'bottom')[]>} */
const PLACES = {
    2: ['bottom', 'top'], 3: ['bottom', 'top', 'top'], 4: ['bottom', 'top', 'top', 'bottom'],
};

/** @param {number} player @returns {Seat} */
function makeSeat(player) {
    const who = html('span', { class: 'who' });
    const hand = html('span', { class: 'b-hand' }), more = html('span', { class: 'b-more' });
    const badge = html('span', { class: 'b-badge' }, String(player));
    const root = html('div', { class: `b-seat b-p${player}`, 'data-player': player },
        badge, who, hand, more);
    return { root, who, hand, more };
}

export class Seats {
    top = html('div', { class: 'b-seats' });
    bottom = html('div', { class: 'b-seats' });
    /** @type {Seat[]} by player */
    #seats = [];
    #key = '';

    /** Puts everybody at his edge. @param {View} view */
    arrange(view) {
        const { players, side = 0, turned = 0, turn, over } = view;
        const first = ((side || 1) - 1 + Math.floor((turned & 3) * players / 4)) % players;
        const key = `${players} ${first}`;
        while (this.#seats.length < players)
            this.#seats.push(makeSeat(this.#seats.length + 1));
        if (key !== this.#key) {
            this.#key = key;
            this.top.replaceChildren();
            this.bottom.replaceChildren();
            PLACES[players].forEach((edge, i) =>
                this[edge].append(this.#seats[(first + i) % players].root));
        }
        this.#seats.forEach(({ root }, i) =>
            root.classList.toggle('is-turn', !over && turn === i + 1));
        this.#hide();
    }

    /** @param {Person[]} people  by player */
    name(people) {
        people.forEach(({ name, won, more, clock }, i) => {
            const seat = this.#seats[i] ??= makeSeat(i + 1);
            if (seat.who.textContent !== name)
                seat.who.textContent = name;
            seat.who.title = name;
            seat.root.classList.toggle('is-winner', won);
            const wanted = [...(more ?? []), ...(clock ? [clock] : [])];
            const shown = seat.more.childNodes;
            const same = (/** @type {Node} */ node, /** @type {number} */ k) =>
                node === clock ? shown[k] === node : node.isEqualNode(shown[k]);
            if (wanted.length !== shown.length || !wanted.every(same))
                seat.more.replaceChildren(...wanted);
        });
        this.#hide();
    }

    /** @param {number} player */
    handOf(player) {
        return (this.#seats[player - 1] ??= makeSeat(player)).hand;
    }

    /** Nothing to say of anybody: then there is no strip. */
    #hide() {
        const bare = this.#seats.every(({ who, hand }) =>
            !who.textContent && !hand.childNodes.length);
        this.top.hidden = this.bottom.hidden = bare;
    }
}
