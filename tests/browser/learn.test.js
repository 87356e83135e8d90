/* Rules and tutorials, in all languages. */
import assert from 'node:assert/strict';
import { mouseMove, pageTest, shot, thorough, visit, switchLanguage } from './harness.js';

const GAMES = ['dorix', 'tictacdoh', 'quoridor', 'orbital'];

/** The steps of a course with the addresses, in a language. */
const stepsOf = (page, game, tag = 'en') => page.evaluate(async ([name, lang]) => {
    const { courseOf } = await moduleOf('js/course.js');
    const course = JSON.parse(JSON.stringify(await courseOf(name, lang)));
    return course.flatMap((lesson) => lesson.steps.map((step, i) => ({ ...step, lesson: lesson.name, words: step.task ?? { name: lesson.name, rule: lesson.text, text: '' }, address: `#/learn/${name}/${lesson.name}/${i + 1}` })));
}, [game, tag]);

/** Some whole lessons, with a task that is to be refused: wasm/course.test.mjs tries the solutions of all. */
const LESSONS = { dorix: ['piles', 'fight'], tictacdoh: ['sheet', 'end'], quoridor: ['barriers'], orbital: ['goal', 'placing'] };

for (const game of GAMES)
    pageTest(`the tasks of ${thorough ? 'all' : 'some'} lessons of ${game} can be solved, and are remembered`, {}, async (page) => {
        await visit(page, `#/learn/${game}`, '.path');
        assert.equal(await page.locator('.path .is-done').count(), 0);
        const tasks = (await stepsOf(page, game)).filter(({ task, lesson }) => task && (thorough || LESSONS[game].includes(lesson)));
        for (const { address, task } of tasks) {
            await visit(page, address, `.task >> text=${task.text}`);
            await page.waitForSelector('.board.is-open');
            await page.click('text=Show me');
            if (task.refused)
                await page.waitForSelector('.verdict:not(.is-good):has-text("Now try it yourself")');
            else
                await page.waitForSelector('.b-hint, .is-hint, .is-hinted, .b-flag');
            await mouseMove(page, game, task.solution, '.lesson');
            await page.waitForSelector('.verdict.is-good');
        }
        await shot(page, `learn-${game}`);
        await visit(page, `#/learn/${game}`, '.path');
        await page.reload();
        await page.waitForSelector('.path .is-done');
        assert.equal(await page.locator('.path .is-done').count(), new Set(tasks.map(({ lesson }) => lesson)).size);
        assert.equal(await page.locator('.path-head progress').getAttribute('value'), String(tasks.length));
        await shot(page, `path-${game}`);
        await visit(page, '#/learn', '.tiles');
        assert.deepEqual(await page.locator('.tile progress').evaluateAll((bars) => bars.map(({ value }) => value)),
            GAMES.map((name) => name === game ? tasks.length : 0));
    });

pageTest('a rule and its task fit on a phone, and the board is seen whole', {
    viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true,
}, async (page) => {
    await visit(page, '#/', '.cards');
    for (const [n, locale] of (await page.evaluate(async () => (await moduleOf('js/i18n.js')).languages())).entries()) {
        // The words of all games have the same room: each language has the board of one game, in turn.
        const shown = GAMES[n % GAMES.length];
        await visit(page, `#/learn/${shown}/goal`, `.board-${shown}.is-open`);
        await switchLanguage(page, locale);
        await page.waitForSelector(`html[lang=${locale}] .board.is-open`);
        for (const game of GAMES) {
            const tasks = (await stepsOf(page, game, locale)).map(({ words }) => words);
            const lines = await page.evaluate((all) => {
                const [rule, text] = ['.rule', '.task'].map((name) => document.querySelector(name));
                const count = (element, words) => {
                    element.textContent = words ?? '';
                    const { lineHeight, paddingTop } = getComputedStyle(element);
                    return Math.round((element.getBoundingClientRect().height - 2 * parseFloat(paddingTop)) / parseFloat(lineHeight));
                };
                const found = all.map((task) => [count(rule, task.rule), count(text, task.text)]);
                count(rule, all[0].rule);
                count(text, all[0].text);
                return found;
            }, tasks);
            const long = tasks.filter((_, i) => lines[i][0] + lines[i][1] > 6).map(({ name }) => name);
            assert.deepEqual(long, [], `${game}, ${locale}: ${lines}`);
            const { y, height } = await page.locator('.b-svg').boundingBox();
            assert.ok(y >= 0 && y + height <= 640, `${game}, ${locale}: the board ends at ${y + height}`);
        }
    }
    await page.setViewportSize({ width: 640, height: 360 });
    const board = await page.locator('.b-svg').boundingBox(), task = await page.locator('.task').boundingBox();
    assert.ok(board.y >= 0 && board.y + board.height <= 360 && task.x >= board.x + board.width, JSON.stringify([board, task]));
});

pageTest('a puzzle of a lesson: a wrong move is explained, the right one is remembered, the rating stays', {}, async (page) => {
    await visit(page, '#/learn/dorix/edge', '.lesson .board.is-open');
    assert.match(await page.locator('.rule').innerText(), /two squares of the same diagonal/);
    await page.click('.lesson [data-square="a2"]');
    await page.waitForSelector('.verdict:not(.is-good):not(:empty)');
    await page.waitForSelector('.lesson .board.is-open');
    await mouseMove(page, 'dorix', 'c4:c3,d4', '.lesson');
    await page.waitForSelector('.verdict.is-good');
    await page.click('text=Next task');
    await page.waitForSelector('.dots li:nth-child(2) [aria-current]');
    await visit(page, '#/learn/dorix', '.path .is-begun:has-text("1 of 3")');
    assert.equal(await page.evaluate(() => localStorage.getItem('tablier.puzzles.ratings')), null);
});

pageTest('an annotated game is played through, and opened with its notes', {}, async (page) => {
    await visit(page, '#/learn/tictacdoh/first-reply', '.task >> text=every position is solved');
    await page.waitForSelector('.stage.is-drawn');
    for (let i = 0; i < 2; i++)
        await page.getByRole('button', { name: 'One move on' }).click();
    await page.waitForSelector('.task >> text=player 1 wins by force from here');
    await page.click('text=Analyse');
    await page.waitForSelector('.view-study >> text=player 1 wins by force from here', { state: 'attached' }); // perhaps in another tab
    await visit(page, '#/learn/tictacdoh/first-reply', '.stage.is-drawn');
    for (let i = 0; i < 11; i++)
        await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.task >> text=Small on b2, c2 and d2.');
    await visit(page, '#/learn/tictacdoh', '.path .is-done >> text=The first reply');
});

pageTest('a task is drawn on its board, where the visitor can draw too; the course ends in a game', {}, async (page) => {
    await visit(page, '#/learn/dorix/goal', '.lesson .board.is-open');
    const drawn = await page.locator('.b-arrow.is-drawn').count();
    assert.ok(drawn > 0);
    await page.locator('[data-square=b3]').click({ button: 'right' });
    await page.waitForSelector('.b-drawn-square');
    assert.equal(await page.locator('.b-arrow.is-drawn').count(), drawn);
    await page.evaluate(async () => {
        const { courseOf, noteDone } = await moduleOf('js/course.js');
        for (const { steps } of await courseOf('dorix', 'en'))
            steps.forEach(({ name }) => noteDone('dorix', name));
    });
    await visit(page, '#/learn/dorix', '.path-head a[href="#/learn/quoridor"], .path-head a[href="#/learn/tictacdoh"]');
    await page.click('.path-head a.main');
    await page.waitForSelector('.who >> text=Computer · level 3');
});

pageTest('a barrier right across another is refused, not moved; after the rules comes a game, without its goal', {
    guide: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true,
}, async (page) => {
    await visit(page, '#/learn/quoridor/barriers/3', '.lesson .board.is-open');
    const [low, high] = await Promise.all(['e3', 'f4'].map((square) => page.locator(`.board [data-square="${square}"]`).boundingBox()));
    await page.tap('[data-id=v]');
    await page.touchscreen.tap((low.x + high.x + high.width) / 2, (low.y + low.height + high.y) / 2 + 3);
    await page.waitForSelector('.refusal >> text=would cross');
    await page.waitForSelector('.verdict.is-good');
    await visit(page, '#/learn/quoridor/players/2', '.lesson .board.is-open');
    await mouseMove(page, 'quoridor', 'd5', '.lesson');
    await page.tap('aside .row .main');
    await page.waitForSelector('.table .board.is-open');
    assert.equal(await page.locator('.goal-card').count(), 0);
});

pageTest('a task that went wrong is repeated at the end of its lesson', {}, async (page) => {
    await visit(page, '#/learn/dorix/piles/1', '.lesson .board.is-open');
    await page.click('.lesson [data-square="d4"]');
    await page.waitForSelector('.verdict >> text=the task asks for something else');
    await page.waitForSelector('.lesson .board.is-open');
    await page.click('.lesson [data-square="b2"]');
    await page.click('aside .main >> text=Next task');
    await page.waitForSelector('.task >> text=Try c3');
    await page.waitForSelector('.lesson .board.is-open');
    await page.click('.lesson [data-square="c3"]');
    await page.click('aside .main >> text=Try task 1 again');
    await page.waitForSelector('.task >> text=Make b2 two pawns high');
    await page.waitForSelector('.lesson .board.is-open');
    await page.click('.lesson [data-square="b2"]');
    await page.waitForSelector('aside .main >> text=Next: The collapse');
});

pageTest('a wrong move is not accepted', {}, async (page) => {
    await visit(page, '#/learn/dorix/goal', '.board.is-open');
    await page.click('.lesson [data-square="d2"]');
    await page.waitForSelector('text=That is allowed, but it does not win. Try again.');
    await visit(page, '#/learn/dorix/nothing', '.failure >> text=There is no such lesson');
});

for (const [locale, word] of [['en-GB', 'Your turn'], ['fr-FR', 'joueur']])
    pageTest(`the rules with boards, ${locale}`, { locale }, async (page) => {
        for (const game of thorough || locale === 'en-GB' ? GAMES : ['dorix']) {
            await visit(page, `#/rules/${game}`, 'figure .board');
            assert.match(await page.locator('article').innerText(), new RegExp(word));
            const signs = await page.locator('article code').allInnerTexts(); // those of a terminal's drawing
            assert.deepEqual(signs.filter((sign) => /^[x/\\|=]$/.test(sign)), []);
            for (const figure of await page.locator('figure').all())
                await figure.scrollIntoViewIfNeeded(); // boards are drawn when they are nearly in view
            await page.waitForFunction(() =>
                [...document.querySelectorAll('figure')].every((figure) => figure.querySelector('.board.is-open, .board.is-over')));
            await shot(page, `rules-${game}-${locale.slice(0, 2)}`);
        }
        await visit(page, '#/rules/match', 'article h1');
        await visit(page, '#/rules/dorix', 'figure .board.is-open');
        assert.match(await page.locator('article h1 + p').innerText(), /5\s(to|à)\s20\smin\s· .*8.* · Loïc Lamy$/);
        const second = page.locator('article ol:last-of-type > li').nth(1);
        await page.click('article a.note:text-is("note 2")');
        await second.evaluate((note) => new Promise((seen) => new IntersectionObserver(([entry]) =>
            entry.isIntersecting && seen(true)).observe(note)));
        assert.ok(await second.evaluate((note) => note === document.activeElement));
        await second.locator('.note-back').click();
        assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'note 2');
        const marks = await page.locator('article').evaluate((text) => {
            text.querySelectorAll('code, pre, figure').forEach((one) => one.remove());
            return text.textContent.match(/'| [:;!?»]|« /g) ?? [];
        });
        if (locale === 'fr-FR')
            assert.deepEqual(marks, []);
        await visit(page, '#/rules/orbital', 'figure .board.is-open');
        await visit(page, '#/rules/dorix', 'figure .board.is-open');
        await page.click('figure >> nth=0 >> [data-square="b2"]');
        await page.waitForSelector('figcaption button:not([disabled])');
    });
