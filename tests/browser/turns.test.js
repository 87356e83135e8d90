/* Own games on the server away from their tables: home and the head say whose turn it is, finished ones are listed. */
import assert from 'node:assert/strict';
import { checkAxe, smallTargets, shot, startGame, switchLanguage } from './harness.js';
import { PHONE, meet, onlineTest, open, playMoves, say, typeMove, waitForMoves } from './visitors.js';

onlineTest('home and the head say that it is my turn in a game on the server', async (visitor) => {
    const { ann, bob, id } = await meet(visitor, 'quoridor');
    await playMoves([ann, bob], ['e2']);
    await open(ann, '#/');
    await say(ann, /Quoridor.*Ann – Bob.*Bob to move/, '.waiting');
    await ann.locator('.my-turn').waitFor({ state: 'hidden' });
    await ann.click('.waiting .row-tools button');
    await say(ann, /This game of Quoridor Ann – Bob is no longer in this list, but it goes on/, '.waiting');
    await ann.click('.waiting .is-deleted button');
    await typeMove(bob, 'e8');
    await waitForMoves(bob, 2);
    await ann.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))); // rather than wait
    await say(ann, /Your turn/, '.my-turn');
    await open(ann, '#/rules/dorix');
    await ann.waitForSelector('.view-rules h1');
    await say(ann, /Your turn/, '.my-turn');
    await open(ann, '#/');
    await say(ann, /Your turn/, '.waiting .is-mine');
    await checkAxe(ann, 'home');
    await switchLanguage(ann);
    await say(ann, /À vous/, '.my-turn');
    await ann.waitForFunction(() => document.title === '(1) Tablier');
    await say(ann, /À vous de jouer/, '.waiting .is-mine');
    for (const [width, height] of [[360, 640], [640, 360], [1280, 800]]) {
        await ann.setViewportSize({ width, height });
        await shot(ann, `home-turn-${width}`);
    }
    await switchLanguage(ann);
    await ann.click('.my-turn');
    await ann.waitForSelector('.view-online .board.is-open');
    assert.match(ann.url(), new RegExp(id));
    await ann.locator('.my-turn').waitFor({ state: 'hidden' }); // it is in sight
});

onlineTest('a game that was finished on the server is among the finished games', async (visitor) => {
    const { ann, bob, id } = await meet(visitor, 'tictacdoh');
    await playMoves([ann, bob], ['Mc3', 'Mb2']);
    await open(bob, '#/'); // he is away when it ends
    await typeMove(ann, 'Md4');
    await ann.waitForSelector('.status.is-over');
    await open(ann, '#/');
    for (const [page, said, other] of [[ann, 'You won', 'Bob'], [bob, 'You lost', 'Ann']]) {
        await open(page, '#/games');
        await say(page, new RegExp(`Tic Tac Doh · ${said}against ${other} · online.*3 moves`), '.kept-games');
        await page.waitForSelector('.kept-games .mini svg');
        await page.fill('[name=text]', 'nothing like it');
        await say(page, /No game fits/, '.view-games');
        await page.fill('[name=text]', `${other} md4`);
        await page.click('.kept-game');
        await page.waitForSelector('.view-online .status.is-over');
        assert.match(page.url(), new RegExp(id));
    }
    await open(bob, '#/games');
    await bob.click('.row-tools button');
    await bob.click('.is-deleted button');
    await bob.waitForSelector('.kept-game');
    await bob.reload();
    await bob.waitForSelector('.kept-game');
    await bob.setViewportSize(PHONE.viewport);
    await shot(bob, 'games-online-360');
    assert.deepEqual(await smallTargets(bob), []);
    await bob.setViewportSize({ width: 1280, height: 800 });
});

onlineTest('the finished games of this browser do not wait for a server that hangs', async (visitor) => {
    const { ann, id } = await meet(visitor, 'tictacdoh');
    await startGame(ann, 'tictacdoh', { seats: ['person', 'person'] });
    for (const move of ['Mc3', 'Mb2', 'Md4'])
        await typeMove(ann, move);
    await ann.waitForSelector('.status.is-over');
    await ann.route(`**/api/games/${id}*`, () => {}); // never answered
    await open(ann, '#/games');
    await ann.waitForSelector('.kept-game', { timeout: 4000 });
    await ann.unroute(`**/api/games/${id}*`);
});
