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
        this.faces = times.map(makeFace);
        reserve(this.faces, times);
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

    /** @returns {boolean} whether it ran */
    stop() {
        const ran = this.#running >= 0;
        this.#tick();
        clearInterval(this.#timer);
        this.#running = -1;
        return ran;
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
        this.times.forEach((ms, i) => drawFace(this.faces[i], ms));
    }
}

/** Shows clocks that run elsewhere. */
export class FarClock {
    #timer = 0;
    /** @type {number[]} */
    #left = [];
    #running = -1;
    #since = 0;

    /** @param {number} players @param {() => number} now  the time there, in milliseconds */
    constructor(players, now) {
        this.faces = Array.from({ length: players }, () => makeFace(0));
        this.now = now;
    }

    /** @param {number[]} left @param {number} running  the player whose clock runs; -1: none
     * @param {number} since  the time of these values */
    set(left, running, since) {
        if (this.#left.length === 0)
            reserve(this.faces, left);
        this.#left = left;
        this.#running = running;
        this.#since = since;
        clearInterval(this.#timer);
        if (running >= 0)
            this.#timer = setInterval(() => this.#draw(), 100);
        this.#draw();
    }

    #draw() {
        this.#left.forEach((ms, i) =>
            drawFace(this.faces[i], i === this.#running ? ms - Math.max(0, this.now() - this.#since) : ms));
    }

    stop() {
        clearInterval(this.#timer);
    }
}
