/* runtime.js - the test's script for Deno and Bun: a match at random, calls in workers, a language and puzzles. ENTRY
 * is replaced by the package's entry. */
import { Game, RulesError, load, nextPuzzle, puzzles, snapshot, think } from 'ENTRY';

await load();
const game = new Game('quoridor', { options: { size: 5 } });
while (!game.isOver()) {
    const moves = game.moves();
    game.move(moves[Math.floor(Math.random() * moves.length)]);
}
const again = await snapshot(game.record());
const { move, info } = await think({ game: 'orbital', moves: ['Ba1'] }, { nodes: 500, seed: 1 });
const refused = await snapshot({ game: 'dorix', moves: ['z9'] }, 'de').catch((error) => error);
const all = await puzzles('dorix');
console.log(JSON.stringify({
    agrees: again.over && again.plies === game.history().length, move, value: info.lines[0].value,
    refused: refused instanceof RulesError, message: refused.message, puzzle: nextPuzzle(all, 0, 3) >= 0,
}));
globalThis.Deno?.exit(); // which waits for workers of browsers' kind
process.exit();
