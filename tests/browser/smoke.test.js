/* That an engine can play at all: a move by mouse in each game, and the computer's answer. */
import assert from 'node:assert/strict';
import { engine, mouseMove, pageTest, recordOf, settled, threadsOf, visit } from './harness.js';

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

pageTest('a strong search, in several threads where memory can be shared', {}, async (page) => {
    await visit(page, '', '.cards');
    const shared = await page.evaluate(async () =>
        (await moduleOf('tablier/platform.js')).canShare());
    assert.equal(await threadsOf(page, shared ? 2 : 1, { timeMs: 100 }), shared ? 2 : 1);
    if (engine === 'firefox') assert.equal(shared, true);
});
