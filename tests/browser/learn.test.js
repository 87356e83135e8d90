/* Rules and tutorials, in both languages. */
import assert from 'node:assert/strict';
import { pageTest, shot, visit } from './harness.js';

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
                await solve(page, game, task.solution);
            }
            await page.waitForSelector('.verdict.is-good');
        }
        await shot(page, `learn-${game}`);
        assert.equal(await page.locator('.dots .is-done').count(), lessons.length);
    });

/** Plays a move on the board of a task. */
async function solve(page, game, move) {
    const click = (square) => page.click(`.lesson [data-square="${square}"]`);
    if (game === 'dorix')
        for (const square of move.split(/[>:,]/)) {
            if (await page.locator('.verdict.is-good').count() === 0)
                await click(square);
        }
    else if (game === 'quoridor' && move.length === 3) {
        await page.locator(`.lesson [data-square="${move.slice(0, 2)}"]`).focus();
        await page.keyboard.press(move[2]);
        await page.keyboard.press('Enter');
    } else if (game === 'quoridor') {
        await click(move);
    } else {
        await page.click(`[data-id=${move[0]}]`);
        await click(move.slice(1, 3));
        if (move.length === 4)
            await page.click(`[data-id=${move[3]}]`);
    }
}

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
