/* clock.js - the time that the players have left, one face for each. */
import { el } from '../dom.js';
import { t } from '../i18n.js';

const HOUR = 3600, DAY = 24 * HOUR, SHORT_MS = 20000;

/** The two largest units of what is left: days and hours, hours and minutes, minutes and seconds; tenths of a second
 * at the end. @param {number} ms */
export function clockText(ms) {
    const left = Math.max(0, ms), seconds = Math.floor(left / 1000);
    const two = (/** @type {number} */ part) => String(Math.floor(part)).padStart(2, '0');
    if (seconds >= DAY)
        return t('clock.days', Math.floor(seconds / DAY), Math.floor(seconds % DAY / HOUR));
    if (seconds >= HOUR)
        return t('clock.hours', Math.floor(seconds / HOUR), two(seconds % HOUR / 60));
    const face = `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
    return left < 10000 ? `${face}.${Math.floor((left % 1000) / 100)}` : face;
}

/** @param {number} ms */
const makeFace = (ms) => el('span', { class: 'clock', role: 'timer' }, clockText(ms));

/** @param {HTMLElement} face @param {number} ms */
function drawFace(face, ms) {
    const text = clockText(ms);
    if (face.textContent !== text)
        face.textContent = text;
    face.classList.toggle('is-short', ms < SHORT_MS);
}

/** Gives the faces room for all that they will show, so that nothing beside them moves: 10:00 is followed
 * by 9:59, and 0:10 by 0:09.9; 1 d 0 h by 23 h 59 m. @param {HTMLElement[]} faces @param {number[]} times */
function reserve(faces, times) {
    const longest = Math.max(...times), most = longest >= HOUR * 1000 ? 9 : 6;
    for (const face of faces)
        face.style.minInlineSize = `${most}ch`;
}

/** Runs for one player at a time, here or elsewhere. */
export class Clock {
    /** @type {number} */
    #running = -1;
    #since = 0;
    #timer = 0;

    /**
     * @param {number[]} times  milliseconds left; those of a player are counted down when the clock stops
     * @param {(who: number) => void} onFlag
     * @param {() => number} [now]  the time where it runs, in milliseconds
     */
    constructor(times, onFlag, now = () => performance.now()) {
        this.times = times;
        this.faces = times.map(makeFace);
        reserve(this.faces, times);
        this.onFlag = onFlag;
        this.now = now;
    }

    /** @param {number} who */
    run(who) {
        if (who === this.#running)
            return;
        this.stop();
        this.#start(who, this.now());
    }

    /** Takes over a clock that runs elsewhere. @param {number[]} times @param {number} running  the player whose time
     * runs; -1: none @param {number} since  the time of these values */
    set(times, running, since) {
        this.times = [...times];
        this.#start(running, since);
    }

    /** @param {number} who @param {number} since */
    #start(who, since) {
        clearInterval(this.#timer);
        this.#running = who;
        this.#since = since;
        if (who >= 0)
            this.#timer = setInterval(() => this.#tick(), 100);
        this.draw();
    }

    /** @returns {boolean} whether it ran */
    stop() {
        const who = this.#running;
        if (who >= 0)
            this.times[who] = this.#left(who);
        clearInterval(this.#timer);
        this.#running = -1;
        return who >= 0;
    }

    /** @param {number} who */
    #left(who) {
        const used = who === this.#running ? Math.max(0, this.now() - this.#since) : 0;
        return Math.max(0, this.times[who] - used);
    }

    #tick() {
        const who = this.#running;
        this.draw();
        if (this.#left(who) === 0) {
            this.stop();
            this.onFlag(who);
        }
    }

    draw() {
        this.faces.forEach((face, i) => drawFace(face, this.#left(i)));
    }
}
