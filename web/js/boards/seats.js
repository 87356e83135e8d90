/*
 * seats.js - the players at the edges of a board: number, name, what is in hand, clock.
 *
 * The player whose side is at the bottom has the seat there, the others follow clockwise. Of four,
 * two sit at the left and the right if there is room beside the board, else in the corners.
 */

import { html } from './svg.js';

/** @import { Person, View } from './types.js' */

/** @typedef {{ root: HTMLElement, partners: HTMLElement, who: HTMLElement, hand: HTMLElement, more: HTMLElement }} Seat */

/** @typedef {'top' | 'bottom' | 'left' | 'right'} Edge */

/** The players' places, by the number of players; the player at the bottom comes first.
 * @type {Record<number, Edge[]>} */
const PLACES = {
    2: ['bottom', 'top'], 3: ['bottom', 'top', 'top'], 4: ['bottom', 'top', 'top', 'bottom'],
};
/** @type {Edge[]} four with room on all sides */
const AROUND = ['bottom', 'left', 'top', 'right'];
/** What a seat beside the board needs, in the size of the text: see .b-side in boards.css. */
const SIDE_REM = 6.6;

/** @param {number} player @returns {Seat} */
function makeSeat(player) {
    const who = html('span', { class: 'who' });
    const hand = html('span', { class: 'b-hand' }), more = html('span', { class: 'b-more' });
    const badge = html('span', { class: 'b-badge' }, String(player));
    const partners = html('span', { class: 'b-partners', role: 'img' });
    const root = html('div', { class: `b-seat b-p${player}`, 'data-player': player },
        badge, partners, who, hand, more);
    return { root, partners, who, hand, more };
}

export class Seats {
    top = html('div', { class: 'b-seats' });
    bottom = html('div', { class: 'b-seats' });
    left = html('div', { class: 'b-side is-left' });
    right = html('div', { class: 'b-side is-right' });
    /** @type {Seat[]} by player */
    #seats = [];
    #key = '';
    #players = 0;
    #first = 0;

    /** @param {HTMLElement} host  of the board @param {SVGSVGElement} drawing
     * @param {HTMLElement} [beside]  as tall as the drawing */
    constructor(host, drawing, beside) {
        this.host = host;
        this.root = html('div', { class: 'b-frame' }, ...beside ? [beside] : [],
            this.top, this.left, drawing, this.right, this.bottom);
        // Not within the observer: moving a seat changes the size of what is observed.
        this.observer = new ResizeObserver(() => requestAnimationFrame(() => this.#place()));
        this.observer.observe(host);
        this.observer.observe(drawing);
    }

    destroy() {
        this.observer.disconnect();
    }

    /** Puts everybody at his edge. @param {View} view */
    arrange(view) {
        const { players, side = 0, turned = 0, turn, toMove = turn, over } = view;
        this.#players = players;
        this.#first = ((side || 1) - 1 + Math.floor((turned & 3) * players / 4)) % players;
        while (this.#seats.length < players)
            this.#seats.push(makeSeat(this.#seats.length + 1));
        this.#place();
        this.#seats.forEach(({ root }, i) =>
            root.classList.toggle('is-turn', !over && toMove === i + 1));
    }

    /** True if there is room for a seat on both sides of the drawing. */
    #hasRoom() {
        const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
        return (this.host.clientWidth - this.root.clientWidth) / 2 >= SIDE_REM * rem;
    }

    #place() {
        const players = this.#players, first = this.#first;
        const around = players === 4 && this.#hasRoom(), key = `${players} ${first} ${around}`;
        if (players === 0 || key === this.#key)
            return;
        this.#key = key;
        for (const edge of AROUND)
            this[edge].replaceChildren();
        (around ? AROUND : PLACES[players]).forEach((edge, i) =>
            this[edge].append(this.#seats[(first + i) % players].root));
    }

    /** @param {Person[]} people  by player */
    name(people) {
        people.forEach(({ name, brief = '', note = '', won, more, clock, partners = [], partnersText = '' }, i) => {
            const seat = this.#seats[i] ??= makeSeat(i + 1);
            if (seat.who.textContent !== name)
                seat.who.textContent = name;
            seat.who.title = name;
            seat.who.dataset.brief = brief;
            seat.who.dataset.note = note;
            seat.root.classList.toggle('is-winner', won);
            if (seat.partners.title !== partnersText) {
                seat.partners.title = partnersText;
                seat.partners.setAttribute('aria-label', partnersText);
                seat.partners.replaceChildren(...partners.map((player) =>
                    html('span', { class: `b-p${player}` }, html('span', { class: 'b-badge' }, String(player)))));
            }
            const wanted = [...(more ?? []), ...(clock ? [clock] : [])];
            const shown = seat.more.childNodes;
            const same = (/** @type {Node} */ node, /** @type {number} */ k) =>
                node === clock ? shown[k] === node : node.isEqualNode(shown[k]);
            if (wanted.length !== shown.length || !wanted.every(same))
                seat.more.replaceChildren(...wanted);
        });
        this.settle();
    }

    /** @param {number} player */
    handOf(player) {
        return (this.#seats[player - 1] ??= makeSeat(player)).hand;
    }

    /** Nothing to say of anybody: then there is no strip. To be asked for when the hands are drawn. */
    settle() {
        const bare = this.#seats.every(({ who, hand }) =>
            !who.textContent && !hand.childNodes.length);
        this.top.hidden = this.bottom.hidden = bare;
    }
}
