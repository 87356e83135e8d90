/* Without a connection after one visit; what the page weighs; how soon it is there. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { allKept, isKept, kept } from './offline.js';
import { engine, openTab, pageTest, root, server, settled, startGame, threadsOf, typeMove, visit } from './harness.js';

/** Where there is no room to keep the book, it comes through all the same. */
async function checkFullStorage(page) {
    const session = await page.context().newCDPSession(page), { origin } = new URL(server.url);
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    const text = await page.evaluate(async () => (await moduleOf('js/game.js')).bookOf('dorix'));
    assert.match(text, /^tablier-book/);
    assert.equal(await isKept(page, 'games/dorix/book.txt'), false);
    await session.send('Storage.overrideQuotaForOrigin', { origin });
}

pageTest('everything works offline after one visit', { serviceWorkers: 'allow' }, async (page) => {
    await visit(page, '', '.cards');
    await allKept(page);
    if (engine === 'chromium')
        await checkFullStorage(page);
    await visit(page, '#/online', 'text=There is no game server here');
    await visit(page, '#/game/dorix', '.tabs');
    await openTab(page, 'explorer');
    await page.waitForSelector('.explored .shares');
    await kept(page, 'games/dorix/book.txt');
    // The network of strong play is kept when it is first needed, and not before.
    await kept(page, 'tablier/dorix.net');
    assert.equal(await isKept(page, 'tablier/quoridor.net'), false);
    await visit(page, '#/game/quoridor', '.tabs');
    await openTab(page, 'moves');
    await page.waitForSelector('.lines li');
    await kept(page, 'tablier/quoridor.net');
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
    await visit(page, '#/learn/quoridor/barriers', '.board');
    await visit(page, '#/game/dorix', '.lines li');
    await openTab(page, 'explorer');
    await page.waitForSelector('.explored .shares'); // the book was kept
    await openTab(page, 'moves');
    await visit(page, '#/game/quoridor', '.lines li');
    assert.equal(await page.locator('.notice').count(), 0); // the networks were there
    const [, line] = readFileSync(join(root, 'web/games/orbital/puzzles.txt'), 'utf8').split('\n'), [id] = line.split('\t');
    page.tolerated = /ERR_FAILED/; // the worker asks for it in vain
    await page.goto(`${server.url}p/${id}`);
    await page.waitForSelector(`.puzzle[data-puzzle="${id}"] .board`);
    await page.context().setOffline(false);
});

pageTest('in French too, after one visit', { serviceWorkers: 'allow', locale: 'fr-FR' }, async (page) => {
    await visit(page, '', '.cards');
    await allKept(page);
    for (const name of ['tablier/lang/fr.mo', 'tablier/lang/fr.online.mo', 'rules/orbital.fr.html', 'games/orbital/lessons.fr.json'])
        assert.ok(await isKept(page, name), name);
    assert.equal(await isKept(page, 'tablier/lang/de.mo'), false);
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForSelector('h1 >> text=Quatre jeux, une table');
    await visit(page, '#/rules/orbital', 'figure .board');
    assert.match(await page.locator('article').innerText(), /joueurs/);
    await visit(page, '#/learn/orbital/placing', '.task');
    assert.match(await page.locator('.task').innerText(), /^Posez une Base/);
    await visit(page, '#/online', 'text=Il n’y a pas de serveur de jeu ici');
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
test('the service worker knows every file that a visitor can need', () => {
    // A board in a frame of another site (embed.html with its script) is seen only with a connection.
    const others = /^(sw\.js|files\.js|api|(index|404|embed)\.html|robots\.txt|favicon\.ico|img\/card\.png|lab\/.*|v\/\w+\/tablier\/embed\.js)$|\.br$/;
    assert.equal(files.filter((name) => /(^|\/)embed\.(html|js)$/.test(name)).length, 2);
    const wanted = ['./', ...files.filter((name) => !others.test(name))];
    assert.deepEqual([...listed].sort(), wanted.sort());
});

test('files that browsers keep for good are below a folder of this version', () => {
    const [version] = new Set(files.filter((name) => name.startsWith('v/')).map((name) => name.split('/')[1]));
    assert.match(version, /^[0-9a-f]{12}$/);
    const page = readFileSync(join(site, 'index.html'), 'utf8');
    const named = [...page.matchAll(/(?:src|href)="(v\/[^"]+)"/g)].map(([, name]) => name);
    assert.ok(named.length > 3);
    for (const name of named)
        assert.ok(name.startsWith(`v/${version}/`) && files.includes(name), name);
    // The compressed files have the same content.
    for (const name of files.filter((one) => one.endsWith('.br')))
        assert.ok(brotliDecompressSync(readFileSync(join(site, name))).equals(readFileSync(join(site, name.slice(0, -3)))), name);
});

test('the page is light', async () => {
    let size = 0, module = 0, puzzles = 0;
    for (const name of listed.filter((one) => !/(\/book\.txt|\/solver\.wasm|\.net|\.table|\.mo|\.(?!en\.)[\w-]+\.(json|html))$/.test(one))) {
        const response = await fetch(server.url + name);
        assert.equal(response.status, 200, name);
        const bytes = gzipSync(Buffer.from(await response.arrayBuffer())).length;
        size += bytes;
        module = name.endsWith('/tablier.wasm') ? bytes : module;
        puzzles += name.endsWith('/puzzles.txt') ? bytes : 0;
    }
    console.log(`${Math.round(size / 1000)} kB compressed, ${Math.round(module / 1000)} kB of it the module, ` +
        `${Math.round(puzzles / 1000)} kB puzzles`);
    assert.ok(size < 1500000);
    assert.ok(puzzles < 150000);
    // The page was 147 kB before it learned to review, to explain and to wait, 207 before people met there, 219 before
    // the computer had personalities and the games their variants, and 226 before reviews kept better moves to themselves
    // and the network used the browser's products of bytes.
    assert.ok(size - module - puzzles < 227000);
});

pageTest('the manifest can be read', {}, async (page) => {
    await visit(page, '', '.cards');
    const manifest = await page.evaluate(async () => (await fetch('manifest.webmanifest')).json());
    for (const { src } of manifest.icons)
        assert.ok((await fetch(server.url + src)).ok, src);
});
