/* Without a connection after one visit; what the page weighs; how soon it is there. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { engine, pageTest, server, settled, startGame, threadsOf, typeMove, visit } from './harness.js';

/** Where there is no room to keep the book, it comes through all the same. */
async function checkFullStorage(page) {
    const session = await page.context().newCDPSession(page), { origin } = new URL(server.url);
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    const [text, kept] = await page.evaluate(async () => {
        const response = await fetch('games/dorix/book.txt');
        return [await response.text(), Boolean(await caches.match('games/dorix/book.txt'))];
    });
    assert.match(text, /^tablier-book/);
    assert.equal(kept, false);
    await session.send('Storage.overrideQuotaForOrigin', { origin });
}

pageTest('everything works offline after one visit', { serviceWorkers: 'allow' }, async (page) => {
    await visit(page, '', '.cards');
    await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        for (let i = 0; i < 100 && !navigator.serviceWorker.controller; i++)
            await new Promise((resolve) => setTimeout(resolve, 50));
    });
    if (engine === 'chromium')
        await checkFullStorage(page);
    await visit(page, '#/online', 'text=There is no game server here');
    await visit(page, '#/game/dorix', '.explorer summary');
    await page.click('.explorer summary');
    await page.waitForSelector('.explored .shares');
    await page.waitForFunction(async () => Boolean(await caches.match('games/dorix/book.txt')));
    // The network of strong play is kept when it is first needed, and not before.
    await page.waitForFunction(async () => Boolean(await caches.match('tablier/dorix.net')));
    assert.equal(await page.evaluate(async () => Boolean(await caches.match('tablier/quoridor.net'))), false);
    await visit(page, '#/game/quoridor', '.lines li');
    await page.waitForFunction(async () => Boolean(await caches.match('tablier/quoridor.net')));
    await page.context().setOffline(true);
    await page.goto(server.url);
    await page.reload();
    await page.waitForSelector('.cards');
    await startGame(page, 'tictacdoh', { seats: ['person', '2'] });
    await settled(page);
    await typeMove(page, 'Lc3');
    await settled(page);
    await visit(page, '#/new/dorix', 'form.setup');
    assert.equal(await page.locator('[name=where]').count(), 0);
    await visit(page, '#/online', 'text=There is no game server here');
    await visit(page, '#/rules/orbital', 'figure .board');
    await visit(page, '#/learn/quoridor', '.board');
    await visit(page, '#/game/dorix', '.lines li');
    await page.waitForSelector('.explored .shares'); // the book was kept
    await visit(page, '#/game/quoridor', '.lines li');
    assert.equal(await page.locator('.notice').count(), 0); // the networks were there
    await page.context().setOffline(false);
});

pageTest('in French too, after one visit', { serviceWorkers: 'allow', locale: 'fr-FR' }, async (page) => {
    await visit(page, '', '.cards');
    assert.ok(await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        for (let i = 0; i < 200; i++) {
            if (navigator.serviceWorker.controller && await caches.match('tablier/lang/fr.mo') &&
                await caches.match('rules/orbital.fr.html') && await caches.match('games/orbital/lessons.fr.json'))
                return true;
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
        return false;
    }), 'the catalogue is kept');
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForSelector('h1 >> text=Quatre jeux, une table');
    await visit(page, '#/rules/orbital', 'figure .board');
    assert.match(await page.locator('article').innerText(), /joueurs/);
    await visit(page, '#/learn/orbital', '.task');
    assert.match(await page.locator('.task').innerText(), /^Posez une Base/);
    await page.context().setOffline(false);
});

pageTest('a host that sends no headers leaves one thread', {}, async (page) => {
    await visit(page, '', '.cards');
    assert.equal(await page.evaluate(() => crossOriginIsolated), false);
    assert.equal(await threadsOf(page, 1, { timeMs: 100 }), 1);
});

for (const [how, change] of Object.entries({
    truncated: (/** @type {Buffer} */ body) => body.subarray(0, 100_000),
    changed: (/** @type {Buffer} */ body) => Buffer.concat([body.subarray(0, -1), Buffer.from([body[body.length - 1] ^ 1])]),
}))
    pageTest(`a ${how} network is refused, and the search goes on`, {}, async (page) => {
        await page.route('**/quoridor.net', async (route) => {
            const response = await route.fetch();
            await route.fulfill({ response, body: change(await response.body()) });
        });
        await visit(page, '#/game/quoridor', '.lines li');
        await page.waitForSelector('.notice:has-text("is damaged"):has-text("built-in evaluation")');
        assert.equal(await page.locator('.notice').count(), 1);
    });

const site = process.env.TABLIER_SITE ?? '.';
const list = readFileSync(join(site, 'files.js'), 'utf8');
/** The files that sw.js fetches. */
const listed = [...list.matchAll(/^ {4}'(.+)',$/gm)].map(([, name]) => name);

const files = readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile()).map((entry) => relative(site, join(entry.parentPath, entry.name)));
const sum = (/** @type {string | Buffer} */ data) => createHash('sha256').update(data).digest('hex');

test('another content of any file is another service worker', () => {
    const sums = files.filter((name) => name !== 'files.js').sort()
        .map((name) => `${name} ${sum(readFileSync(join(site, name)))}\n`);
    assert.equal(/Checksum of the files: (\w+)/.exec(list)?.[1], sum(sums.join('')));
});

test('the service worker knows every file', () => {
    // Books, networks, and what other languages say, are kept when they have been asked for.
    const wanted = ['./', ...files.filter((name) => !/^(sw\.js|files\.js|api)$|\/book\.txt$|\.net$|\.table$|\.mo$|\.(?!en\.)[\w-]+\.(json|html)$/.test(name))];
    assert.deepEqual([...listed].sort(), wanted.sort());
});

test('the page is light', async () => {
    let size = 0, module = 0, puzzles = 0;
    for (const name of listed) {
        const response = await fetch(server.url + name);
        assert.equal(response.status, 200, name);
        const bytes = gzipSync(Buffer.from(await response.arrayBuffer())).length;
        size += bytes;
        module = name === 'tablier/tablier.wasm' ? bytes : module;
        puzzles += name.endsWith('/puzzles.txt') ? bytes : 0;
    }
    console.log(`${Math.round(size / 1000)} kB compressed, ${Math.round(module / 1000)} kB of it the module, ` +
        `${Math.round(puzzles / 1000)} kB puzzles`);
    assert.ok(size < 1500000);
    assert.ok(puzzles < 150000);
    // The page was 147 kB before it learned to review, to explain and to wait; it may take 60 more.
    assert.ok(size - module - puzzles < 207000);
});

pageTest('the manifest can be read', {}, async (page) => {
    await visit(page, '', '.cards');
    const manifest = await page.evaluate(async () => (await fetch('manifest.webmanifest')).json());
    for (const { src } of manifest.icons)
        assert.ok((await fetch(server.url + src)).ok, src);
});
