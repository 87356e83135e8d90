/*
 * javascript_speed.mjs - the speed of the class Game of the JavaScript package, beside chess.js.
 *
 *     node bench/javascript_speed.mjs MODULE [FOLDER]
 *
 * MODULE is tablier.wasm; FOLDER has chess.js in its node_modules (`npm install chess.js`). Figures
 * are calls per second of processor time, so that other work on the machine disturbs little: a move
 * and its undo, the same with the list of legal moves between them, and plies of random games with a
 * new object each.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

import { Game, startGames } from '../bindings/js/game.js';

const SECONDS = 1.5;
const [modulePath, folder] = process.argv.slice(2);

/** A small random generator, the same for all. */
let state = 1;
const below = (/** @type {number} */ limit) => {
    state = Math.imul(state, 1664525) + 1013904223 >>> 0;
    return Math.floor(state / 2 ** 32 * limit);
};

/** Calls per second of processor time. @param {() => number} work returns how many calls it made */
function rate(work) {
    work(); // compiled by then
    const start = process.cpuUsage();
    let calls = 0, seconds = 0;
    while (seconds < SECONDS) {
        for (let i = 0; i < 20; i++) calls += work();
        const { user, system } = process.cpuUsage(start);
        seconds = (user + system) / 1e6;
    }
    return Math.round(calls / seconds);
}

/** @param {() => any} create a new game @param {(game: any) => boolean} isOver */
function measure(create, isOver) {
    state = 1;
    const game = create();
    for (let i = 0; i < 4; i++) game.move(game.moves()[below(game.moves().length)]);
    const move = game.moves()[0];
    return [
        rate(() => (game.move(move), game.undo(), 1)),
        rate(() => (game.move(move), game.moves(), game.undo(), 1)), // a list is kept until the next move
        rate(() => {
            const played = create();
            let plies = 0;
            for (; plies < 400 && !isOver(played); plies++) {
                const moves = played.moves();
                played.move(moves[below(moves.length)]);
            }
            return plies;
        }),
    ];
}

/** @param {string} name @param {number[]} rates */
const print = (name, rates) =>
    console.log(name.padEnd(12) + rates.map((value) => value.toLocaleString('en').padStart(14)).join(''));

startGames(await WebAssembly.compile(readFileSync(modulePath)));
console.log(`${''.padEnd(12)}${['move + undo', 'with list', 'random plies'].map((word) => word.padStart(14)).join('')}`);
for (const name of ['dorix', 'tictacdoh', 'quoridor', 'orbital'])
    print(name, measure(() => new Game(name), (game) => game.isOver()));
if (folder) {
    const { Chess } = createRequire(join(resolve(folder), 'x.js'))('chess.js');
    print('chess.js', measure(() => new Chess(), (game) => game.isGameOver()));
}
