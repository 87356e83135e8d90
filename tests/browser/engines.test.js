/*
 * The minimum for every engine: a complete game of each kind, a lesson, an analysis, play without a connection, and an
 * online game. scripts/browsers runs this in all of them.
 */
import assert from 'node:assert/strict';
import {
    adviceFor, assertApart, checkAxe, enter, engine, keyMove, mouseMove, openPage, pageTest, playOut, recordOf, settled, shot, startGame,
    typeMove, visit,
} from './harness.js';
import { GAMES, VIEWS } from './list.js';
import { startProgram } from './server.js';

const options = (game) => game === 'quoridor' ? { Board: '5', Barriers: '2' } : {};

for (const game of GAMES) {
    pageTest(`${game} against the computer, by mouse`, {}, async (page) => {
        await startGame(page, game, { seats: ['person', '2'], options: options(game) });
        await playOut(page, async () => {
            const before = (await recordOf(page)).moves.length, move = await adviceFor(page, 3);
            await mouseMove(page, game, move);
            await page.waitForFunction((count) => document.querySelectorAll('.moves .move').length > count, before);
        });
        assert.match(await page.locator('.status').innerText(), /wins|win!|draw/);
    });

    pageTest(`${game} at one screen, by keyboard`, { viewport: { width: 360, height: 640 } }, async (page) => {
        await startGame(page, game, { seats: ['person', 'person'], options: options(game) });
        await playOut(page, async () => keyMove(page, game, await adviceFor(page, 3)));
        assert.match(await page.locator('.status').innerText(), /wins|win!|draw/);
    });

    pageTest(`the lessons of ${game}`, {}, async (page) => {
        await visit(page, `#/learn/${game}`, '.path');
        const lessons = await page.evaluate(async (name) => {
            const { courseOf } = await moduleOf('js/course.js');
            return JSON.parse(JSON.stringify((await courseOf(name, 'en')).flatMap(({ steps }) => steps)));
        }, game);
        for (const [i, { task }] of lessons.slice(0, 3).entries()) {
            await visit(page, `#/learn/${game}/${i + 1}`, `.task >> text=${task.text}`);
            await page.waitForSelector('.lesson .board.is-open');
            await page.click('text=Show me');
            if (task.refused)
                await page.waitForFunction(() => document.querySelector('.verdict').textContent);
            await mouseMove(page, game, task.solution, '.lesson');
            await page.waitForSelector('.verdict.is-good');
        }
    });
}

pageTest('an analysis: lines, values, a variation, back and forth', {}, async (page) => {
    await visit(page, '#/game/quoridor?size=5&walls=3&moves=c2+c4+b3h', '.review .accuracy');
    await page.waitForFunction(() => document.querySelectorAll('.tree .move').length === 4);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.lines li', { state: 'attached' });
    await enter(page, 'b5');
    await page.waitForSelector('.tree .branch');
    await page.waitForSelector('.lines .move');
    await page.click('.lines .move >> nth=0');
    await page.waitForFunction(() => document.querySelectorAll('.tree .move').length === 6);
});

pageTest('without a connection, after one visit', { serviceWorkers: 'allow' }, async (page) => {
    const own = await startProgram(process.env.TABLIER_PROGRAM);
    try {
        await page.goto(own.url);
        await page.waitForSelector('.cards');
        await page.evaluate(async () => {
            await navigator.serviceWorker.ready;
            if (!navigator.serviceWorker.controller)
                await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
        });
    } finally {
        await own.close();
    }
    await page.reload();
    await page.waitForSelector('.cards');
    await page.evaluate(() => { location.hash = '#/start/tictacdoh'; });
    await page.waitForSelector('.table .board.is-open');
    await typeMove(page, 'Lc3');
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
    await settled(page);
    await page.evaluate(() => { location.hash = '#/rules/orbital'; });
    await page.waitForSelector('figure .board');
    page.troubles = [];
});

pageTest('an online game', {}, async (ann) => {
    const bob = await openPage({ viewport: { width: 360, height: 640 } });
    try {
        await visit(ann, '#/new/tictacdoh?online', '[name=where]');
        await ann.click('form.setup [type=submit]');
        await ann.waitForSelector('.invite');
        await bob.goto(await ann.locator('.invite input').first().inputValue());
        await bob.click('.join [type=submit]');
        const moves = [];
        for (const players = [ann, bob]; ; players.reverse()) {
            const [mover] = players;
            await mover.waitForSelector('.play .board.is-open, .status.is-over');
            if (await mover.locator('.status.is-over').count() > 0)
                break;
            const move = await adviceFor(mover, 3, { game: 'tictacdoh', players: 2, options: {}, moves });
            moves.push(move);
            await enter(mover, move);
            for (const page of players)
                await page.waitForFunction((count) => document.querySelectorAll('.moves .move').length === count, moves.length);
        }
        for (const page of [ann, bob])
            assert.match(await page.locator('.status').innerText(), /You win|wins|draw/);
        await bob.waitForSelector('.offer button');
        await assertApart(bob, '.offer:not(:empty)', '.status');
        await assertApart(bob, '.offer:not(:empty)', '.b-seats:last-child');
        assert.deepEqual(bob.troubles, []);
    } finally {
        await bob.context().close();
    }
});

/** Looks at a view in both themes; what does not depend on colours is looked at once. */
async function lookAt(page, name, width) {
    await checkAxe(page, name);
    await shot(page, `${engine}-${width}-${name}`);
    await page.evaluate(() => { document.documentElement.dataset.theme = 'dark'; });
    await checkAxe(page, `${name}, dark`, ['color-contrast']);
    await shot(page, `${engine}-${width}-${name}-dark`);
    await page.evaluate(() => { document.documentElement.dataset.theme = 'light'; });
}

for (const width of [1280, 360])
    pageTest(`every view, ${width} wide: no wider than the window, and axe finds nothing in either theme`,
        { viewport: { width, height: width === 360 ? 640 : 800 } }, async (page) => {
            for (const [name, hash, selector] of VIEWS) {
                await visit(page, hash, selector);
                await lookAt(page, name, width);
            }
            for (const game of GAMES) {
                await visit(page, `#/start/${game}`, '.table .board.is-open');
                await lookAt(page, `table of ${game}`, width);
            }
        });
