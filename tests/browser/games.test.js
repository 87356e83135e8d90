/* Whole games of every kind and every number of players: against the computer, and at one screen. */
import assert from 'node:assert/strict';
import { adviceFor, keyMove, pageTest, playOut, recordOf, shot, startGame, typeMove } from './harness.js';

const KINDS = [
    ['dorix', 2], ['dorix', 3], ['dorix', 4],
    ['tictacdoh', 2], ['tictacdoh', 3], ['tictacdoh', 4],
    ['quoridor', 2], ['quoridor', 4],
    ['orbital', 2],
];

/** A smaller board keeps the games short. */
const options = (game) => game === 'quoridor' ? { Board: '5', Barriers: '2' } : {};

for (const [game, players] of KINDS) {
    pageTest(`${game} for ${players} against the computer`, {}, async (page) => {
        const seats = ['person', '2', '1', '2'].slice(0, players);
        await startGame(page, game, { players, seats, options: options(game) });
        await playOut(page, async () => typeMove(page, await adviceFor(page, 3)));
        assert.match(await page.locator('.status').innerText(), /wins|win!|win, together|draw/);
        await shot(page, `end-${game}-${players}`);
    });

    pageTest(`${game} for ${players} at one screen, by keyboard`, {}, async (page) => {
        const seats = Array(players).fill('person');
        await startGame(page, game, { players, seats, options: options(game) });
        await playOut(page, async () => keyMove(page, game, await adviceFor(page, 4)));
        const { moves } = await recordOf(page);
        assert.ok(moves.length > 4);
        assert.match(await page.locator('.status').innerText(), /wins|win!|win, together|draw/);
    });
}
