/* Notifications are shown to visitors who asked for them. They need a browser that has windows. */
import assert from 'node:assert/strict';
import { fromMenu } from './harness.js';
import { hide, makeGame, onlineTest, open, say, typeMove } from './visitors.js';

onlineTest('a notification, if it was asked for, when the tab is not seen', async (visitor) => {
    const [ann, bob] = [await visitor(), await visitor({ serviceWorkers: 'allow', permissions: ['notifications'] })];
    const { links } = await makeGame({ game: 'quoridor' });
    await Promise.all([open(ann, links[0]), open(bob, links[1])]);
    await bob.waitForSelector('.table .b-seat');
    await bob.evaluate(async () => {
        await navigator.serviceWorker.ready;
    });
    const shown = () => bob.evaluate(async () =>
        (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body }) => `${title}: ${body}`));
    await hide(bob, true);
    await typeMove(ann, 'e2');
    await bob.waitForFunction(() => document.title.startsWith('● Your move'));
    assert.deepEqual(await shown(), [], 'nobody has asked for it');
    await hide(bob, false);
    await fromMenu(bob, 'Notify me when it is my turn');
    await say(bob, /will notify you/, '#notices');
    // The browser has the last word on what it shows, and a busy machine makes it drop one: the next turn is another try.
    let list = [];
    for (const [mine, theirs] of [['e8', 'e3'], ['d8', 'e4'], ['d9', 'd4']]) {
        await typeMove(bob, mine);
        await hide(bob, true);
        await typeMove(ann, theirs);
        await bob.waitForFunction(() => document.title.startsWith('● Your move'));
        for (const end = Date.now() + 15000; list.length === 0 && Date.now() < end; await bob.waitForTimeout(200))
            list = await shown();
        if (list.length > 0)
            break;
        await hide(bob, false);
    }
    assert.deepEqual(list, ['Quoridor · Tablier: Your move.']);
});
