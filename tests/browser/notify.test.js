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
    await typeMove(bob, 'e8');
    await hide(bob, true);
    await typeMove(ann, 'e3');
    await bob.waitForFunction(() => document.title.startsWith('● Your move'));
    let list = [];
    for (const end = Date.now() + 40000; list.length === 0 && Date.now() < end;)
        list = await shown();
    assert.deepEqual(list, ['Quoridor · Tablier: Your move.']);
});
