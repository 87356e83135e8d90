/* That an engine can play at all: a move by mouse in each game, and the computer's answer. */
import assert from 'node:assert/strict';
import { mouseMove, pageTest, recordOf, settled, visit } from './harness.js';

/** A first move of each game. */
const FIRST = [['dorix', 'b2'], ['tictacdoh', 'Lc3'], ['quoridor', 'e2'], ['orbital', 'Bb2']];

pageTest('a move in each game', { viewport: { width: 1280, height: 800 } }, async (page) => {
    for (const [game, move] of FIRST) {
        await visit(page, `#/start/${game}`, '.table .board.is-open');
        await page.check('[name=level][value="1"]');
        await mouseMove(page, game, move);
        await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
        await settled(page);
        assert.equal((await recordOf(page)).moves[0], move);
    }
});
