/* A language from outside the tree on the page: offered, and English where it lacks something. */
import assert from 'node:assert/strict';
import { enter, pageTest, settled, startGame, switchLanguage, visit } from './harness.js';

pageTest('Esperanto, as the browser wishes', { locale: 'eo-XX' }, async (page) => {
    await visit(page, '#/', '.cards');
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'eo');
    const head = await page.locator('header').innerText();
    assert.match(head, /Ludoj[^]*Problemoj/);
    assert.match(head, /Study/);
    await startGame(page, 'quoridor', { seats: ['person', 'person'] });
    await settled(page);
    await enter(page, 'e9');
    await page.waitForFunction(() => /^La peono de .* staras sur e9\.$/.test(document.querySelector('.refusal')?.textContent ?? ''));
});

pageTest('Esperanto, chosen from the list', {}, async (page) => {
    await visit(page, '#/', '.cards');
    await switchLanguage(page, 'eo');
    await page.waitForFunction(() => document.documentElement.lang === 'eo');
    assert.match(await page.locator('header').innerText(), /Ludoj/);
});
