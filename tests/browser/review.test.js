/* What the computer says of a game: reviews, evaluations, proven values, the explorer, practice. */
import assert from 'node:assert/strict';
import { inTree, keptTree, paste } from './analysis.js';
import { checkAxe, enter, fromMenu, openTab, pageTest, restEngine, settled, startGame, thorough, typeMove, visit, switchLanguage } from './harness.js';

pageTest('proven values are marked', {}, async (page) => {
    await paste(page, 'b2:LM,c3:M,d4:S', 'tictacdoh');
    await page.waitForSelector('.score.is-exact');
    assert.equal(await page.locator('.score').first().innerText(), 'wins in 1');
    assert.equal(await page.locator('.evaltext').innerText(), 'Win for Player 1 at once, proven.');
    await page.waitForSelector('.b-flag >> text=wins');
    await page.click('.lines .move >> nth=0');
    await page.waitForSelector('text=/Player \\d wins/');
});

pageTest('the analysis of your own game calls you You', {}, async (page) => {
    await startGame(page, 'dorix', { seats: ['person', '1'] });
    await settled(page);
    await typeMove(page, 'b2');
    await settled(page);
    await fromMenu(page, 'Analyse');
    await page.waitForSelector('.lines li', { state: 'attached' });
    await page.waitForSelector('.status >> text=Your move.');
    assert.match(await page.locator('.evaltext').innerText(), /^Chances: you \d+%, Computer · level 1 \d+%\.$/);
    await page.waitForSelector('.graph-host >> text=show your chances');
    await page.waitForSelector('.accuracy >> text=/^You accuracy/');
    assert.doesNotMatch(await page.locator('.review').innerText(), /player \d|[{|}]/i);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.status >> text=Computer · level 1 to move.');
    await visit(page, '#/import', '.kept-games');
    assert.match(await page.locator('.kept-games .what').innerText(), /^You – Computer · level 1/);
    // By the pie rule the seats were changed, and so was who is who.
    await page.evaluate(async () => {
        const { studyOf } = await moduleOf('js/study.js');
        const record = { game: 'orbital', players: 2, swap: true, moves: ['Ta1n', 'swap', 'Ba2'] };
        location.hash = `#/study/${studyOf(record, ['Ann', 'Computer · level 1'], { seat: 1 })}`;
    });
    await page.waitForSelector('.status >> text=Computer · level 1 to move.');
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('.status >> text=Your move.');
    await page.keyboard.press('Home');
    await page.waitForSelector('.status >> text=Your move.');
    // Older analyses say which player he was in the end.
    await page.evaluate(() => {
        const key = `tablier.study.${location.hash.split('/')[2]}`, { seat, ...saved } = JSON.parse(localStorage.getItem(key));
        localStorage.setItem(key, JSON.stringify({ ...saved, you: 2, version: saved.version + 1 }));
    });
    await page.reload();
    await page.waitForSelector('.status >> text=Your move.');
});

pageTest('the review of a game that nothing has decided counts the mistakes', {}, async (page) => {
    await visit(page, '#/game/orbital?moves=Bb2+Bb3+Tc3n', '.review .accuracy');
    const said = await page.locator('.review').innerText();
    assert.match(said, /Bb2\?\?/);
    assert.match(said, /2 moves are worth another look\./);
    assert.doesNotMatch(said, /decided the game/);
});

pageTest('one point of view, and evaluations that are kept', {}, async (page) => {
    await visit(page, '#/game/quoridor?size=7&walls=3&moves=d2+d6+e2', '.review .accuracy'); // player 2 to move
    await openTab(page, 'engine');
    await page.waitForSelector('.lines li');
    const seen = async () => {
        const said = await page.locator('.evaltext').innerText(), first = await page.locator('.score').first().innerText();
        return { said, first, bar: await page.getAttribute('.evalbar', 'aria-label') };
    };
    await page.uncheck('.play-side .check input');
    await page.check('.play-side .check input');
    await page.waitForFunction(() => {
        const said = document.querySelector('.evaltext').textContent, first = document.querySelector('.score')?.textContent ?? '?';
        return said.includes(first);
    });
    const { said, bar } = await seen();
    const chances = /^Chances: Player 1 (\d+)%, Player 2 (\d+)%\.$/.exec(said);
    assert.ok(chances ? Number(chances[1]) + Number(chances[2]) === 100 : /^(Win for Player [12]|Draw)/.test(said), said);
    assert.match(bar, /^Evaluation: (Chances|Win|Draw)/);
    await page.uncheck('.play-side .check input');
    const dots = await page.locator('.graph .dot').count();
    assert.ok(dots >= 3, `${dots} values`);
    await page.reload();
    await page.waitForFunction((count) => document.querySelectorAll('.graph .dot').length === count, dots);
    assert.equal(await page.locator('.lines li').count(), 0);
});

pageTest('the mistakes of a game are gone through one after the other, and practised', {}, async (page) => {
    await paste(page, '[Game "Tic Tac Doh"]\n\n1. Sc3 Mb2 2. Ld3 Sc4 3. Mb4 *\n');
    await page.waitForSelector('.review .accuracy');
    await page.click('text=Learn from the mistakes');
    const said = (text) => page.waitForFunction((wanted) => document.querySelector('.status').textContent.startsWith(wanted), text);
    await said('Find a better move than Mb2.');
    await enter(page, 'Mb2');
    await said('Mb2 is what was played.');
    await enter(page, 'Mc2');
    await said('Mc2 is the move!');
    await page.click('text=Next mistake, 2 of 2');
    await said('Find a better move than Mb4.');
    await checkAxe(page, 'tour');
    await page.click('text=Show the better move');
    await said('Sc2 was best. The line c2, c3 and c4 is complete.');
    await page.waitForSelector('.tour >> text=That was the last mistake.');
    await page.click('text=Back to the review');
    await page.waitForSelector('.tour:empty', { state: 'attached' });
    // The wheel over the board steps through the moves.
    const shown = (move) => page.waitForFunction((start) => document.querySelector('.tree [aria-current]').textContent.startsWith(start), move);
    await shown('Sc4');
    await page.hover('.study-board .b-svg');
    await page.mouse.wheel(0, -100);
    await shown('Ld3');
    await page.mouse.wheel(0, 100);
    await shown('Sc4');
    await page.click('.mistakes button:text-is("Practise") >> nth=0');
    await page.waitForSelector('.table .board.is-open');
    assert.match(await page.locator('.who >> nth=0').innerText(), /Computer · level 6/);
});

// For each game, moves with a mistake among them.
const MISTAKES = {
    dorix: 'moves=b2+c3+b3+c2', tictacdoh: 'moves=Sc3+Mb2+Ld3+Sc4+Mb4',
    quoridor: 'size=5&walls=3&moves=c2+c4+b3h+b4+d2+b5+d3+c5', orbital: 'moves=Bb2+Bb3+Tc3n',
};

/** Games whose cards ./test looks at in each window. */
const CARDS = { desktop: ['tictacdoh'], phone: ['dorix'] };

for (const [name, viewport] of Object.entries({ desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } })) {
    pageTest(`a card shows the mistake, and the better move only to those who ask (${name})`, { viewport }, async (page) => {
        for (const [game, query] of Object.entries(MISTAKES).filter(([one]) => thorough || CARDS[name].includes(one))) {
            await visit(page, '#/about', '.keys');
            await visit(page, `#/game/${game}?${query}`, '.review .accuracy');
            const card = page.locator('.mistakes li:has(.main)').first(), flags = page.locator('.study-board .b-flag');
            const played = await card.locator('.move strong').innerText();
            // A card that is swiped to is picked; beside a large board, its move is pressed.
            if (name === 'phone')
                await card.evaluate((one) => one.scrollIntoView({ inline: 'center' }));
            else
                await card.locator('.move').click();
            await page.waitForSelector('.study-board .sign');
            const sign = await page.locator('.study-board .sign').textContent();
            assert.ok(played.endsWith(sign), `${game}: ${played} has the sign ${sign}`);
            await page.waitForSelector('.lines li', { state: 'attached' }); // the engine has found some
            assert.equal(await flags.count(), 0, `${game}: a better move is marked`);
            assert.doesNotMatch(await card.innerText(), /Better:/, game);
            // Trying again shows the move that was played, not the one to find.
            await card.locator('text=Try again').click();
            await page.waitForSelector('.study-board .is-played .b-flag');
            assert.match(await flags.first().textContent(), /\?/);
            assert.equal(await flags.count(), 1);
            await page.click('.tour >> text=Show the better move');
            await page.waitForFunction(() => document.querySelector('.status').textContent.includes('was best.'));
            await page.waitForSelector('.study-board .b-over:not(.is-played) .b-flag');
            await page.click('text=Back to the review');
            assert.match(await card.innerText(), /Better:/, game);
        }
    });
}

pageTest('a button of a card works while the card is still being swiped to', { viewport: { width: 390, height: 844 } }, async (page) => {
    await restEngine(page);
    await visit(page, `#/game/tictacdoh?${MISTAKES.tictacdoh}`, '.review .accuracy');
    await page.locator('.mistakes li:not(.more)').last().evaluate((card) => {
        card.scrollIntoView({ inline: 'center' });
        [...card.querySelectorAll('button')].find((one) => one.textContent === 'Show the better move').click();
    });
    const isSaid = () => document.querySelector('.status').textContent.includes('was best.');
    await page.waitForFunction(isSaid);
    await page.waitForTimeout(500); // longer than a swipe takes to end, which must change nothing
    assert.ok(await page.evaluate(isSaid));
});

pageTest('a game with many mistakes has cards for the worst, and for all on request', {}, async (page) => {
    await restEngine(page);
    await visit(page, '#/game/dorix?moves=b2+c3+b3+c2+a1+d4+b1+a2+c1+d2+a3+d3+d1+c4', '.review .accuracy');
    const cards = page.locator('.mistakes li:not(.more)'), more = page.locator('.mistakes .more button');
    assert.equal(await cards.count(), 8);
    const total = Number(/^All (\d+) mistakes$/.exec(await more.innerText())[1]);
    assert.ok(total > 8);
    assert.match(await cards.last().innerText(), /8 of 8/);
    await more.click();
    await page.waitForFunction((count) => document.querySelectorAll('.mistakes li').length === count, total);
    assert.equal(await more.count(), 0);
    assert.ok(await page.evaluate(() => document.activeElement?.closest('.mistakes li') !== null));
});

pageTest('the explorer and the analysis count the same moves to the same win', {}, async (page) => {
    await paste(page, 'size=5 walls=0 c2/a4 0/0 - 1', 'quoridor');
    await page.waitForSelector('.score.is-exact');
    const line = await page.locator('.score').first().innerText();
    assert.match(line, /^(wins|loses) in [1-9]$/);
    await openTab(page, 'explorer');
    await page.waitForSelector('.explored tbody .sign');
    assert.ok((await page.locator('.explored .value').first().innerText()).endsWith(line), line);
    assert.doesNotMatch(await page.locator('.play-side').innerText(), /plies/);
});

pageTest('names go with people through a change of seats', {}, async (page) => {
    await restEngine(page);
    await page.evaluate(async () => {
        const { studyOf } = await moduleOf('js/study.js');
        const record = { game: 'orbital', players: 2, swap: true, moves: ['Bb2', 'swap', 'Bb3', 'Tc3n'] };
        location.hash = `#/study/${studyOf(record, ['Ann', 'Ben'], { seat: 1 })}`;
    });
    await page.waitForSelector('.study .review');
    await openTab(page, 'review');
    await page.locator('.review .accuracy, .review button.main').first().waitFor();
    if (await page.locator('.review .accuracy').count() === 0)
        await page.click('text=Review the game');
    await page.waitForSelector('.review .accuracy');
    const said = await page.locator('.review').innerText();
    assert.doesNotMatch(said, /player \d|[{|}]/i);
    for (const head of await page.locator('.mistakes .card-head .move').allInnerTexts())
        assert.match(head, /Bb\d/.test(head) ? /You$/ : /Ben$/, head);
});

pageTest('a review speaks the language of the page, even after a change', {}, async (page) => {
    await paste(page, '[Game "Tic Tac Doh"]\n\n1. Sc3 Mb2 2. Ld3 Sc4 3. Mb4 *\n');
    await page.waitForSelector('.review .accuracy');
    const said = () => page.locator('.mistakes').innerText();
    const english = await said();
    assert.match(english, /The line c2, c3 and c4/);
    await openTab(page, 'moves');
    await page.click('.tree .move:text-is("Sc4")');
    await page.click('text=Delete from here'); // the review stays one of the moves that it was made of
    await inTree(page, 3);
    await openTab(page, 'review');
    await switchLanguage(page);
    await page.waitForSelector('.mistakes >> text=/Bévue|Erreur|Gaffe|Imprécision|faute/i');
    assert.doesNotMatch(await said(), /\b(the|line|win|complete|blunder|mistake)\b/i);
    await inTree(page, 3);
    await page.reload();
    await page.waitForSelector('.mistakes'); // kept
    assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem(
        `tablier.study.${location.hash.split('/')[2]}`)).review.lang), 'fr');
});

pageTest('the explorer knows every move; without its book the rest works', {}, async (page) => {
    await page.route('**/book.txt', (route) => route.fulfill({ contentType: 'text/plain', body: 'tablier-book 2 dorix\ngames=5' }));
    await paste(page, 'b2:LM,c3:M,d4:S', 'tictacdoh');
    await page.waitForSelector('.board .is-close'); // the grid is fixed
    await openTab(page, 'explorer');
    await page.waitForSelector('.explored tr.is-win');
    await page.waitForFunction(() => {
        const [rows, signs, unknown] = ['tbody tr', 'tbody .sign', '.is-unknown'].map((name) => document.querySelectorAll(`.explored ${name}`).length);
        return rows > 0 && signs === rows && unknown === 0;
    });
    const first = page.locator('.explored tbody button').first();
    assert.match(await first.getAttribute('aria-label'), /^Play \w+: wins at once, proven\.$/);
    await checkAxe(page, 'explorer');
    await first.focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=/Player \\d wins/');
    await page.waitForSelector('.explorer >> text=The game is over.');

    await paste(page, '- 15/15 1');
    await page.waitForSelector('.explorer [role=alert]:text("could not be loaded")');
    const sixteen = () => page.waitForFunction(() => document.querySelectorAll('.explored tbody tr').length === 16);
    await sixteen();
    await page.unroute('**/book.txt');
    await page.route('**/book.txt', (route) => route.fulfill({ status: 404, body: '' }));
    await paste(page, '- 15/15 2');
    await page.waitForSelector('.explorer >> text=There is no book of games here.');
    await sixteen();
    page.troubles = page.troubles.filter((text) => !/404/.test(text)); // which the browser notes by itself
    await page.unroute('**/book.txt');
    await paste(page, '- 15/15 1');
    await page.waitForSelector('.explored .shares');
    await page.click('.explored tbody button:text-is("b2")'); // which every book goes on from
    await inTree(page, 1);
    await page.waitForSelector('.explored .shares');
    await page.waitForSelector('.explorer [role=alert]:empty', { state: 'attached' });
    await page.waitForSelector('.explorer >> text=/Statistics from [\\d,]+ games/');
});

pageTest('a won position is practised until the win is kept', {}, async (page) => {
    await paste(page, 'c2:L,d2:ML,b3:L,c3:S,d3:L,c4:LM', 'tictacdoh');
    await page.click('text=Practise this position');
    await page.waitForSelector('.table .b-seat');
    await settled(page);
    await typeMove(page, 'Sb4');
    await page.waitForSelector('text=Sb4 lets a proven win slip.');
    await page.click('button:text-is("Take it back")');
    await settled(page);
    await typeMove(page, 'Md3');
    // The computer answers only a move that it has nothing against.
    await page.waitForFunction(() => document.querySelectorAll('.moves .move, .movelist .move').length >= 2);
    assert.equal(await page.locator('text=lets a proven win slip').count(), 0);
});

pageTest('moves that were deleted after a review stay deleted', {}, async (page) => {
    await paste(page, '[Game "Tic Tac Doh"]\n\n1. Sc3 Mb2 2. Ld3 Sc4 3. Mb4 *\n');
    await page.waitForSelector('.review .accuracy');
    assert.equal(await page.locator('.mistakes li').count(), 3); // the third loses sooner than it must
    await openTab(page, 'moves');
    await page.click('.tree .move:text-is("Ld3")');
    await page.waitForSelector('.tree .move[aria-current]:text-is("Ld3")');
    await page.click('text=Delete from here');
    await inTree(page, 2);
    // The mistakes of removed positions are removed too.
    await page.waitForFunction(() => document.querySelectorAll('.mistakes li').length === 1);
    await page.click('text=Share and export');
    assert.doesNotMatch(await page.getByLabel('Record', { exact: true }).inputValue(), /2\. Ld3|Mb4/);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.waitForSelector('.mistakes li', { state: 'attached' });
    await inTree(page, 2);
    assert.deepEqual(await keptTree(page), ['', ['Sc3', ['Mb2']]]);
});

pageTest('x shows the threat of the next player, and takes it away; complete towers have a star and the number of their owner', {}, async (page) => {
    await restEngine(page);
    await visit(page, `#/game/orbital?position=${encodeURIComponent('a1:B1T1nA2,d1:B1T2wA1,b2:B1T1e - 2')}`, '.board.is-open');
    assert.deepEqual(await page.locator('.o-crown.b-p1').allTextContents(), ['1', '1']);
    assert.equal(await page.locator('.o-complete.b-p1').count(), 2);
    assert.equal(await page.locator('.o-crown.b-p2').count(), 0);
    assert.deepEqual(await page.locator('.b-seat').evaluateAll((seats) => seats.sort((a, b) => a.dataset.player - b.dataset.player)
        .map((seat) => seat.querySelectorAll('.o-won').length)), [2, 0]);
    await page.keyboard.press('x');
    await page.waitForSelector('.b-over.is-threat .b-flag');
    await page.waitForSelector('.status >> text=Threat: Ab2');
    await page.keyboard.press('x');
    await page.waitForSelector('.b-over.is-threat', { state: 'detached' });
    await page.waitForSelector('.status >> text=to move');
});
