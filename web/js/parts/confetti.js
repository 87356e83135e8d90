/* confetti.js - a short shower of paper over the board when a game is won; none for visitors who want no motion. */
import { el } from '../dom.js';
import { settings } from '../settings.js';

const BITS = 28;

/** @param {HTMLElement} host  over the board */
export function celebrate(host) {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches || !settings.get('animation'))
        return;
    const bits = Array.from({ length: BITS }, (_, i) => el('i', { class: `b-p${1 + i % 4}` }));
    const layer = el('div', { class: 'confetti', 'aria-hidden': 'true' }, bits);
    host.append(layer);
    const { width, height } = layer.getBoundingClientRect();
    const falls = bits.map((bit, i) => {
        const x = width * (i + Math.random()) / BITS, drift = (Math.random() - 0.5) * width * 0.3;
        return bit.animate([
            { transform: `translate(${x}px, -1rem) rotate(0)`, opacity: 1 },
            { opacity: 1, offset: 0.7 },
            { transform: `translate(${x + drift}px, ${height * 0.9}px) rotate(${360 + 540 * Math.random()}deg)`, opacity: 0 },
        ], { duration: 1100 + 700 * Math.random(), delay: 250 * Math.random(), easing: 'cubic-bezier(.2,.3,.6,1)', fill: 'both' }).finished;
    });
    Promise.allSettled(falls).then(() => layer.remove());
}
