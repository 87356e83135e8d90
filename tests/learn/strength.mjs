/*
 * strength.mjs SOURCE - the page's estimate of a visitor's strength: a visitor who always plays the level that it offers
 * comes to the level of even chances.
 */
import { readFileSync } from 'node:fs';

const module = readFileSync(`${process.argv[2]}/web/js/strength.js`);
const { strengthOf } = await import(`data:text/javascript;base64,${module.toString('base64')}`);
let faults = strengthOf([[1, 1], [1, 0]]) === null ? 0 : 1; // two games say nothing
let seed = 1;
for (let own = 0; own <= 8; own++) {
    const outcomes = [[1, 0.5], [1, 0.5], [1, 0.5]];
    let sum = 0;
    for (let i = 0; i < 400; i++) {
        const level = Math.round(Math.max(0, Math.min(12, strengthOf(outcomes.slice(0, 30)))));
        seed = (seed * 16807) % 2147483647;
        outcomes.unshift([level, seed / 2147483647 < 1 / (1 + 3 ** (level - own)) ? 1 : 0]);
        sum += i < 50 ? 0 : level;
    }
    if (Math.abs(sum / 350 - own) > 0.6) {
        console.error(`Strength ${own}: offered level ${sum / 350} on average.`);
        faults++;
    }
}
process.exit(faults ? 1 : 0);
