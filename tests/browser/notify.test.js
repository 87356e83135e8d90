/* Notifications are shown to visitors who asked for them. They need a browser that has windows. */
import assert from 'node:assert/strict';
import { fromMenu } from './harness.js';
import { hide, makeGame, onlineTest, open, say, typeMove } from './visitors.js';

onlineTest('a notification, if it was asked for, when the tab is not seen', async (visitor) => {
    const [ann, bob] = [await visitor(), await visitor({ serviceWorkers: 'allow', permissions: ['notifications'] })];
    const { links } = await makeGame({ game: 'quoridor' });
    await Promise.all([open(ann, links[0]), open(bob, links[1])]);
    await bob.waitForSelector('.table .b-seat');
    // Notes each notification that the browser accepts. Its own list was empty now and
    // then when it was read at once.
    await bob.evaluate(async () => {
        await navigator.serviceWorker.ready;
        const { showNotification } = ServiceWorkerRegistration.prototype;
        globalThis.shown = [];
        ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
            await showNotification.call(this, title, options);
            globalThis.shown.push(`${title}: ${options.body}`);
        };
    });
    const shown = () => bob.evaluate(() => globalThis.shown);
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
    await bob.waitForFunction(() => globalThis.shown.length > 0);
    assert.deepEqual(await shown(), ['Quoridor · Tablier: Your move.']);
});
