/* Rules and tutorials, in both languages. */
import assert from 'node:assert/strict';
import { mouseMove, pageTest, shot, visit } from './harness.js';

const GAMES = ['dorix', 'tictacdoh', 'quoridor', 'orbital'];

for (const game of GAMES)
    pageTest(`every task of ${game} can be solved`, {}, async (page) => {
        await visit(page, `#/learn/${game}`, '.dots');
        const lessons = await page.evaluate(async (name) => {
            const { lessonsOf } = await import('./js/game.js');
            return JSON.parse(JSON.stringify(await lessonsOf(name)));
        }, game);
        for (const [i, task] of lessons.entries()) {
            await visit(page, `#/learn/${game}/${i + 1}`, `.dots li:nth-child(${i + 1}) [aria-current] >> visible=true`);
            await page.waitForSelector('.board');
            await page.click('text=Show me');
            if (!task.refused) {
                await page.waitForSelector('.b-hint, .is-hint, .is-hinted, .b-flag');
                await mouseMove(page, game, task.solution, '.lesson');
            }
            await page.waitForSelector('.verdict.is-good');
        }
        await shot(page, `learn-${game}`);
        assert.equal(await page.locator('.dots .is-done').count(), lessons.length);
    });

pageTest('a wrong move is not accepted', {}, async (page) => {
    await visit(page, '#/learn/dorix/6', '.board');
    await page.waitForSelector('.board.is-open');
    await page.click('.lesson [data-square="d2"]');
    await page.waitForSelector('text=Try again');
});

for (const [locale, word] of [['en-GB', 'Your turn'], ['fr-FR', 'joueur']])
    pageTest(`the rules with boards, ${locale}`, { locale }, async (page) => {
        for (const game of GAMES) {
            await visit(page, `#/rules/${game}`, 'figure .board');
            assert.match(await page.locator('article').innerText(), new RegExp(word));
            await page.waitForFunction(() =>
                [...document.querySelectorAll('figure')].every((figure) => figure.querySelector('.board.is-open, .board.is-over')));
            await shot(page, `rules-${game}-${locale.slice(0, 2)}`);
        }
        await visit(page, '#/rules/match', 'article h1');
        await visit(page, '#/rules/dorix', 'figure .board.is-open');
        await page.click('figure >> nth=0 >> [data-square="b2"]');
        await page.waitForSelector('figcaption button:not([disabled])');
    });
