/*
 * page.mjs SOURCE - the page's Glicko-2 gives the numbers of tests/club/glicko_cases.txt, which
 * tests/club/test_glicko2.c expects of the server's.
 */
import { readFileSync } from 'node:fs';

const source = process.argv[2];
const module = readFileSync(`${source}/web/js/glicko.js`);
const { rate } = await import(`data:text/javascript;base64,${module.toString('base64')}`);
const lines = readFileSync(`${source}/tests/club/glicko_cases.txt`, 'utf8').split('\n');
const cases = lines.filter((line) => line && !line.startsWith('#'));
let faults = cases.length === 0 ? 1 : 0;
for (const line of cases) {
    const [r, rd, volatility, theirs, deviation, score, ...wanted] = line.split(' ').map(Number);
    const after = rate({ rating: r, deviation: rd, volatility }, { rating: theirs, deviation }, score);
    const got = [after.rating, after.deviation, after.volatility];
    if (!wanted.every((value, i) => Math.abs(value - got[i]) < 1e-8)) {
        console.error(`${line}\nglicko.js: ${got.join(' ')}`);
        faults++;
    }
}
process.exit(faults ? 1 : 0);
