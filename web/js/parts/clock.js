/* clock.js - the time that the players have left, one face for each. */
import { el } from '../dom.js';

/** Minutes and seconds; tenths when it gets short. @param {number} ms */
export function clockText(ms) {
    const left = Math.max(0, ms), seconds = Math.floor(left / 1000);
    const face = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    return left < 10000 ? `${face}.${Math.floor((left % 1000) / 100)}` : face;
}

/** Runs for one player at a time. */
export class Clock {
    /** @type {number} */
    #running = -1;
    #since = 0;
    #timer = 0;

    /**
     * @param {number[]} times     milliseconds left; it counts them down
     * @param {(who: number) => void} onFlag
     */
    constructor(times, onFlag) {
        this.times = times;
        this.faces = times.map((ms) => el('span', { class: 'clock', role: 'timer' }, clockText(ms)));
        this.onFlag = onFlag;
    }

    /** @param {number} who */
    run(who) {
        if (who === this.#running)
            return;
        this.stop();
        this.#running = who;
        this.#since = performance.now();
        this.#timer = setInterval(() => this.#tick(), 100);
    }

    stop() {
        this.#tick();
        clearInterval(this.#timer);
        this.#running = -1;
    }

    #tick() {
        const who = this.#running;
        if (who < 0)
            return;
        const now = performance.now();
        this.times[who] = Math.max(0, this.times[who] - (now - this.#since));
        this.#since = now;
        this.draw();
        if (this.times[who] === 0) {
            clearInterval(this.#timer);
            this.#running = -1;
            this.onFlag(who);
        }
    }

    draw() {
        this.times.forEach((ms, i) => {
            this.faces[i].textContent = clockText(ms);
            this.faces[i].classList.toggle('is-short', ms < 20000);
        });
    }
}
