/* An extra game on the page: at home, played, taught, explained, and online. */
import assert from 'node:assert/strict';
import {
    adviceFor, browser, pageTest, playOut, recordOf, settled, startGame, typeMove, visit, watch,
} from './harness.js';

pageTest('Nim is at home, with its picture', {}, async (page) => {
    await visit(page, '#/', '.cards');
    const card = page.locator('.card-nim');
    assert.match(await card.innerText(), /Nim[\s\S]*Take the last stone/);
    // Home is drawn before its pictures have come.
    assert.equal(await card.locator('img').evaluate((img) => img.decode().then(() => img.naturalWidth > 0)), true);
});

pageTest('Nim against the computer', {}, async (page) => {
    await startGame(page, 'nim', { seats: ['person', '2'], options: { Heaps: '4' } });
    await settled(page);
    await page.click('.play [data-square="c3"]');
    await page.waitForSelector('.moves .move >> text=c3');
    await playOut(page, async () => typeMove(page, await adviceFor(page, 3)));
    assert.equal((await recordOf(page)).options.heaps, 4);
    assert.match(await page.locator('.status').innerText(), /wins|win/);
});

pageTest('Nim: a refusal, a lesson, the rules in French, an analysis', { locale: 'fr-FR' }, async (page) => {
    await startGame(page, 'nim', { seats: ['person', 'person'] });
    await settled(page);
    await page.click('.play [data-square="a5"]');
    await page.waitForSelector('.play .refusal:not(:empty)');
    await visit(page, '#/learn/nim', '.board.is-open');
    await page.click('.lesson [data-square="c1"]');
    await page.waitForSelector('.verdict.is-good');
    await visit(page, '#/rules/nim', 'figure .board.is-open');
    assert.match(await page.locator('article').innerText(), /Prenez la dernière pierre/);
    await visit(page, '#/game/nim?moves=c5', '.lines li');
    await page.waitForSelector('.lines .score.is-exact');
});

pageTest('Nim online, between two people', {}, async (ann) => {
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'block' });
    try {
        const bob = await watch(await context.newPage());
        await visit(ann, '#/new/nim?online', '[name=where]');
        await ann.click('form.setup [type=submit]');
        await ann.waitForSelector('.invite');
        await bob.goto(await ann.locator('.invite input').first().inputValue());
        await bob.click('.join [type=submit]');
        for (const [page, square] of [[ann, 'c1'], [bob, 'b2'], [ann, 'b1'], [bob, 'a1']]) {
            await page.waitForSelector('.play .board.is-open');
            await page.click(`.play [data-square="${square}"]`);
        }
        for (const page of [ann, bob])
            await page.waitForSelector('.status.is-over');
        assert.deepEqual(bob.troubles, []);
    } finally {
        await context.close();
    }
});
