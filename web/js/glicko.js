/*
 * glicko.js - ratings by Glicko-2, one game at a time.
 *
 * Mark Glickman, "Example of the Glicko-2 system" (glicko.net). Names follow the paper.
 */

/** @typedef {{ rating: number, deviation: number, volatility: number }} Rating */

const SCALE = 173.7178, CENTRE = 1500;
/** How much the volatility may change. */
const TAU = 0.5;
const SMALL = 1e-6;
const DEVIATION_MIN = 45;

/** @param {number} phi */
const g = (phi) => 1 / Math.sqrt(1 + 3 * phi * phi / (Math.PI * Math.PI));

/**
 * The new volatility, by the Illinois algorithm.
 *
 * @param {number} sigma @param {number} phi @param {number} v @param {number} delta
 */
function newVolatility(sigma, phi, v, delta) {
    const a = Math.log(sigma * sigma);
    const f = (/** @type {number} */ x) => {
        const e = Math.exp(x), d = phi * phi + v + e;
        return e * (delta * delta - d) / (2 * d * d) - (x - a) / (TAU * TAU);
    };
    let low = a, high;
    if (delta * delta > phi * phi + v) {
        high = Math.log(delta * delta - phi * phi - v);
    } else {
        let k = 1;
        while (f(a - k * TAU) < 0)
            k++;
        high = a - k * TAU;
    }
    let atLow = f(low), atHigh = f(high);
    while (Math.abs(high - low) > SMALL) {
        /** @type {number} */
        const middle = low + (low - high) * atLow / (atHigh - atLow);
        const at = f(middle);
        if (at * atHigh <= 0)
            [low, atLow] = [high, atHigh];
        else
            atLow /= 2;
        [high, atHigh] = [middle, at];
    }
    return Math.exp(low / 2);
}

/**
 * @param {Rating} me
 * @param {{ rating: number, deviation: number }} opponent
 * @param {number} score  1 a win, 0 a loss
 * @returns {Rating}
 */
export function rate(me, opponent, score) {
    const mu = (me.rating - CENTRE) / SCALE, phi = me.deviation / SCALE;
    const weight = g(opponent.deviation / SCALE);
    const expected = 1 / (1 + Math.exp(-weight * (mu - (opponent.rating - CENTRE) / SCALE)));
    const v = 1 / (weight * weight * expected * (1 - expected));
    const delta = v * weight * (score - expected);
    const volatility = newVolatility(me.volatility, phi, v, delta);
    const before = Math.sqrt(phi * phi + volatility * volatility);
    const after = 1 / Math.sqrt(1 / (before * before) + 1 / v);
    return {
        rating: CENTRE + SCALE * (mu + after * after * weight * (score - expected)),
        deviation: Math.max(DEVIATION_MIN, SCALE * after),
        volatility,
    };
}
