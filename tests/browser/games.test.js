/*
 * Whole games of every kind and every number of players. Against the computer the moves are made
 * with the keyboard; at one screen, by everybody at the table, they are typed. Not everything is
 * played both ways unless the test is thorough; layout.test.js plays games for two.
 */
import assert from 'node:assert/strict';
import { adviceFor, keyMove, pageTest, playOut, recordOf, shot, startGame, thorough, typeMove } from './harness.js';

const KINDS = [
    ['dorix', 2], ['dorix', 3], ['dorix', 4],
    ['tictacdoh', 2], ['tictacdoh', 3], ['tictacdoh', 4],
    ['quoridor', 2], ['quoridor', 4],
    ['orbital', 2],
];
const BY_KEYBOARD = thorough ? KINDS : [['dorix', 4], ['orbital', 2]];
const AT_ONE_SCREEN = thorough ? KINDS : [['tictacdoh', 4]];

/** A smaller board keeps the games short. */
const options = (game) => game === 'quoridor' ? { Board: '5', Barriers: '2' } : {};

async function playWhole(page, game, players, seats, move) {
    await startGame(page, game, { players, seats, options: options(game) });
    await playOut(page, move);
    const { moves } = await recordOf(page);
    assert.ok(moves.length >= 3); // no game is decided sooner
    assert.match(await page.locator('.status').innerText(), /wins|win!|draw/);
}

for (const [game, players] of BY_KEYBOARD)
    pageTest(`${game} for ${players} against the computer, by keyboard`, {}, async (page) => {
        const seats = ['person', '2', '1', '2'].slice(0, players);
        await playWhole(page, game, players, seats, async () => keyMove(page, game, await adviceFor(page, 3)));
        await shot(page, `end-${game}-${players}`);
    });

for (const [game, players] of AT_ONE_SCREEN)
    pageTest(`${game} for ${players} at one screen`, {}, (page) =>
        playWhole(page, game, players, Array(players).fill('person'),
            async () => typeMove(page, await adviceFor(page, 3))));
