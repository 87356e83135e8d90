/*
 * strength.js - the level of the computer against which the visitor would win every second game.
 *
 * A level is taken to beat the one below it in three games of four, as most do (docs/results/levels.md). Of all strengths, the one
 * is found that makes the results of the last games likeliest; older games count less, and before there are many a newcomer's
 * strength is assumed.
 */

const ENOUGH = 3, NEWCOMER = 1, SPREAD = 2.5, FADE = 0.93;
const STEP = Math.log(3); // log-odds of three in four

/** A level and the score against it: 1 won, 0.5 drawn, 0 lost. @typedef {[level: number, score: number]} Outcome */

/** The strength on the scale of levels; null while there are too few games. @param {Outcome[]} outcomes  the latest first */
export function strengthOf(outcomes) {
    if (outcomes.length < ENOUGH)
        return null;
    let best = NEWCOMER, likeliest = -Infinity;
    for (let strength = -1; strength <= 13; strength += 0.1) {
        let sum = -(((strength - NEWCOMER) / SPREAD) ** 2) / 2, weight = 1;
        for (const [level, score] of outcomes) {
            const win = 1 / (1 + Math.exp(STEP * (level - strength)));
            sum += weight * (score * Math.log(win) + (1 - score) * Math.log(1 - win));
            weight *= FADE;
        }
        if (sum > likeliest)
            [best, likeliest] = [strength, sum];
    }
    return best;
}
