/* axe-core finds nothing to complain about on any view, in either theme. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { pageTest, settled, shot, startGame, visit } from './harness.js';
import { GAMES, VIEWS } from './list.js';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

async function check(page, name) {
    await page.addScriptTag({ path: axe });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) =>
        `${name}: ${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`).join(' | ')}`), []);
}

for (const colorScheme of ['light', 'dark'])
    pageTest(`axe finds nothing, ${colorScheme}`, { colorScheme, bypassCSP: true }, async (page) => {
        for (const [name, hash, selector] of VIEWS) {
            await visit(page, hash, selector);
            await check(page, name);
            await shot(page, `${colorScheme}-${name}`);
        }
        for (const game of GAMES) {
            await startGame(page, game, { seats: ['person', 'person'] });
            await settled(page);
            await check(page, `play-${game}`);
            await shot(page, `${colorScheme}-play-${game}`);
        }
        await page.click('text=Share and export');
        await page.waitForSelector('dialog');
        await check(page, 'share');
    });
