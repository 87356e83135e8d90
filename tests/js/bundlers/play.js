/* play.js - the script of the test's page: a match at random, a search in a worker, and a picture. ENTRY is
 * replaced by the package's entry. */
import { Game, load, snapshot, think } from 'ENTRY';

async function play() {
    await load();
    const game = new Game('quoridor', { options: { size: 5 } });
    while (!game.isOver()) {
        const moves = game.moves();
        game.move(moves[Math.floor(Math.random() * moves.length)]);
    }
    const record = game.record(), again = await snapshot(record);
    const { move, info } = await think({ game: 'orbital', moves: ['Ba1'] }, { nodes: 500, seed: 1 });
    return {
        plies: game.history().length, winners: game.result(), agrees: again.over && again.plies === record.moves.length,
        svg: game.svg().startsWith('<svg'), move, value: info.lines[0].value,
    };
}

play().then((found) => (document.title = JSON.stringify(found)), (error) => (document.title = `failed: ${error.stack}`));
