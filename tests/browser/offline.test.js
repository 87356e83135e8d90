/* Without a connection after one visit; what the page weighs; how soon it is there. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { pageTest, server, settled, startGame, typeMove, visit } from './harness.js';

pageTest('everything works offline after one visit', { serviceWorkers: 'allow' }, async (page) => {
    await visit(page, '', '.cards');
    await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        for (let i = 0; i < 100 && !navigator.serviceWorker.controller; i++)
            await new Promise((resolve) => setTimeout(resolve, 50));
    });
    await visit(page, '#/online', 'text=There is no game server here');
    await visit(page, '#/game/dorix', '.explorer summary');
    await page.click('.explorer summary');
    await page.waitForSelector('.explored .shares');
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
    await page.context().setOffline(false);
});

const site = process.env.TABLIER_SITE ?? '.';
/** The files that sw.js fetches. */
const listed = [...readFileSync(join(site, 'files.js'), 'utf8').matchAll(/^ {4}'(.+)',$/gm)].map(([, name]) => name);

test('the service worker knows every file', () => {
    const files = readdirSync(site, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile()).map((entry) => relative(site, join(entry.parentPath, entry.name)));
    // Books are kept when they have been asked for.
    const wanted = ['./', ...files.filter((name) => !['sw.js', 'files.js', 'api'].includes(name) && !name.endsWith('/book.txt'))];
    assert.deepEqual([...listed].sort(), wanted.sort());
});

test('the page is light', async () => {
    let size = 0, module = 0;
    for (const name of listed) {
        const response = await fetch(server.url + name);
        assert.equal(response.status, 200, name);
        const bytes = gzipSync(Buffer.from(await response.arrayBuffer())).length;
        size += bytes;
        module = name === 'tablier/tablier.wasm' ? bytes : module;
    }
    console.log(`${Math.round(size / 1000)} kB compressed, ${Math.round(module / 1000)} kB of it the module`);
    assert.ok(size < 1500000);
    assert.ok(size - module < 250000);
});

pageTest('the manifest can be read', {}, async (page) => {
    await visit(page, '', '.cards');
    const manifest = await page.evaluate(async () => (await fetch('manifest.webmanifest')).json());
    for (const { src } of manifest.icons)
        assert.ok((await fetch(server.url + src)).ok, src);
});
