/*
 * bundlers.test.mjs - a small page that uses the package, built by each bundler without configuration, plays a
 * match in Chromium; with MORE_BUNDLERS also built by an older Vite, and as a program in Deno and Bun. Run by
 * bundlers.sh in a folder with the page's script, the package and the bundlers.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const { chromium } = createRequire(join(process.env.BROWSER_PACKAGES, 'x.js'))('playwright-core');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
const more = process.env.MORE_BUNDLERS;
/** @param {string} name  a program, or the path of one */
const bin = (name) => name.includes('/') ? name : join(process.env.BUNDLERS, 'node_modules/.bin', name);
/** Each Vite with its folder. */
const vites = [['vite', process.env.BUNDLERS], ...(more ? [['vite7', more]] : [])]
    .map(([name, place]) => [name, join(place, 'node_modules/vite')]);

let browser, server, origin;

before(async () => {
    server = createServer((request, response) => {
        const path = new URL(request.url, 'http://x').pathname;
        try {
            const body = readFileSync(join(process.cwd(), path));
            response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${server.address().port}`;
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
});

after(async () => {
    await browser?.close();
    server?.close();
});

/** A page in a folder of its own. @param {string} name @param {string} entry @param {string} script  of the page */
function writePage(name, entry, script) {
    const source = readFileSync('play.js', 'utf8').replace("'ENTRY'", `'${entry}'`);
    mkdirSync(name, { recursive: true });
    writeFileSync(join(name, 'play.js'), source);
    writeFileSync(join(name, 'index.html'),
        `<!doctype html><link rel="icon" href="data:,"><title>playing</title><script type="module" src="${script}"></script>`);
}

/** @param {string} path @param {(page: any) => Promise<void>} [more] @param {string} [base] */
async function plays(path, more, base = origin) {
    const page = await browser.newPage(), failures = [];
    page.on('pageerror', (error) => failures.push(error.message));
    page.on('response', (response) => response.ok() || failures.push(`${response.status()} ${response.url()}`));
    try {
        await page.goto(`${base}/${path}`);
        await page.waitForFunction(() => document.title !== 'playing', null, { timeout: 60000 });
        const title = await page.title();
        assert.match(title, /^\{/, title);
        const found = JSON.parse(title);
        assert.ok(found.agrees && found.svg && found.plies > 4 && found.winners.length <= 1, title);
        await more?.(page);
        return { found, failures };
    } finally {
        await page.close();
    }
}

const run = (name, command, ...words) =>
    execFileSync(bin(command), words, { cwd: name, stdio: 'pipe', env: { ...process.env, NODE_ENV: 'production' } });

for (const [name, entry, build, path] of [
    ...vites.map(([name, folder]) =>
        [name, 'tablier', () => run(name, join(folder, 'bin/vite.js'), 'build', '--base', './'), `${name}/dist/index.html`]),
    ['webpack', 'tablier', () => run('webpack', 'webpack', './play.js', '--mode', 'production', '-o', 'dist'), 'webpack/page.html'],
    ['parcel', 'tablier', () => run('parcel', 'parcel', 'build', 'index.html', '--public-url', './', '--no-cache'), 'parcel/dist/index.html'],
    ['esbuild', 'tablier/inline', () => run('esbuild', 'esbuild', 'play.js', '--bundle', '--outfile=dist/main.js'), 'esbuild/page.html'],
    ['rollup', 'tablier/inline', () => run('rollup', 'rollup', 'play.js', '-p', '@rollup/plugin-node-resolve', '-f', 'es', '-o', 'dist/main.js'), 'rollup/page.html'],
])
    test(`a page built by ${name}`, async () => {
        writePage(name, entry, './play.js');
        writeFileSync(join(name, 'page.html'), readFileSync(join(name, 'index.html'), 'utf8').replace('./play.js', './dist/main.js'));
        build();
        const { found, failures } = await plays(path);
        // The other files are not inside tablier/inline: the search does without a table.
        if (entry === 'tablier') assert.deepEqual({ failures, value: found.value !== null }, { failures: [], value: true });
    });

/** A page of a workspace, which has the package in the node_modules of the whole. @param {string} name */
function writeWorkspace(name) {
    writePage(`${name}/app`, 'tablier', './play.js');
    writeFileSync(`${name}/package.json`, '{ "name": "whole", "private": true, "workspaces": ["app"] }');
    writeFileSync(`${name}/app/package.json`, '{ "name": "app", "type": "module", "dependencies": { "tablier": "*" } }');
    cpSync('node_modules/tablier', `${name}/node_modules/tablier`, { recursive: true, dereference: true });
}

for (const [vite, folder] of vites)
    for (const [what, write, root, settings] of [
        ['', (name) => writePage(name, 'tablier', './play.js'), '', {}],
        [' in a workspace', writeWorkspace, '/app', {}],
        [' with a cache of its own', (name) => writePage(name, 'tablier', './play.js'), '', { cacheDir: 'cache' }],
    ])
        test(`the development server of ${vite}${what}`, async () => {
            const name = `${vite}-dev${what.replaceAll(' ', '-')}`;
            write(name);
            const { createServer: serve } = await import(pathToFileURL(join(folder, 'dist/node/index.js')).href);
            rmSync('node_modules/.vite', { recursive: true, force: true });
            const running = await serve({ root: `${name}${root}`, logLevel: 'silent', server: { port: 0, host: '127.0.0.1' }, ...settings });
            try {
                await running.listen();
                const { failures, found } = await plays('index.html', undefined, running.resolvedUrls.local[0].replace(/\/$/, ''));
                assert.deepEqual({ failures, value: found.value !== null }, { failures: [], value: true });
            } finally {
                await running.close();
            }
        });

const processor = { arm64: 'aarch64', x64: 'x64' }[process.arch];
for (const [name, path, ...words] of more ? [
    ['Deno', `@deno/linux-${process.arch}-glibc/deno`, 'run', '--no-prompt', '--allow-read'],
    ['Bun', `@oven/bun-linux-${processor}/bin/bun`, 'run'],
] : [])
    test(name, (context) => {
        const program = join(more, 'node_modules', path);
        try {
            execFileSync(program, ['--version'], { stdio: 'pipe' });
        } catch {
            console.log(`skipped: ${name} from npm does not run on this machine`);
            context.skip();
            return;
        }
        for (const entry of ['tablier', './node_modules/tablier/index.js']) {
            writeFileSync('runtime.mjs', readFileSync('runtime.js', 'utf8').replace("'ENTRY'", `'${entry}'`));
            const found = JSON.parse(execFileSync(program, [...words, 'runtime.mjs'], { timeout: 120000 }).toString());
            assert.match(found.message, /^Zug 1 „z9“: /);
            assert.ok(found.agrees && found.refused && found.puzzle && found.value === 'win', JSON.stringify(found));
        }
    });

test('the board of the README, built by Vite', async () => {
    const [, block] = /```html\n([^]*?)```/.exec(readFileSync('node_modules/tablier/README.md', 'utf8'));
    mkdirSync('board', { recursive: true });
    writeFileSync('board/index.html', `<!doctype html><link rel="icon" href="data:,">\n${block}`);
    run('board', 'vite', 'build', '--base', './');
    const page = await browser.newPage(), said = [];
    page.on('pageerror', (error) => said.push(error.message));
    page.on('console', (message) => said.push(message.text()));
    try {
        await page.goto(`${origin}/board/dist/index.html`);
        await page.locator('tablier-board [data-square=c3]').first().dispatchEvent('click', undefined, { timeout: 30000 });
        await page.waitForFunction(() => document.querySelector('tablier-board').moves.length === 3);
        assert.deepEqual(said, ['c3']);
    } finally {
        await page.close();
    }
});

/** In the page: the first board gets a language, the second that of the page. */
async function speakTwo() {
    const [first, second] = document.querySelectorAll('tablier-board');
    const label = (board, square) => board.shadowRoot.querySelector(`[data-square=${square}]`).getAttribute('aria-label');
    first.lang = 'fr';
    document.documentElement.lang = 'de';
    await new Promise((resolve) => setTimeout(resolve));
    await Promise.all([first.ready, second.ready]);
    return { first: label(first, 'b1'), second: label(second, 'a1'), reason: first.match.why('z9', 'fr').text.split(/\s:/)[0] };
}

test('a plain page, without a bundler, and the board', async () => {
    writePage('plain', '../node_modules/tablier/index.js', './play.js');
    cpSync('board.html', 'plain/board.html');
    const { failures, found } = await plays('plain/index.html');
    assert.deepEqual(failures, []);
    assert.notEqual(found.value, null);
    await plays('plain/board.html', async (page) => {
        assert.equal(await page.locator('tablier-board .b-svg').count(), 2);
        await page.locator('#played [data-square=b3]').focus();
        for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key);
        assert.deepEqual(await page.evaluate(async () => {
            const [first, second] = document.querySelectorAll('tablier-board');
            second.setAttribute('moves', 'c2');
            await second.ready;
            return [first.moves, second.moves, first.shadowRoot.activeElement?.dataset.square];
        }), [['b2', 'c2', 'c3'], ['c2'], 'c3']);
        assert.deepEqual(await page.evaluate(speakTwo), {
            first: 'b1, vide, peut être choisie', second: 'a1, leer',
            reason: 'La case z9 n’est pas sur le plateau',
        });
        if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, 'element.png') });
    });
});
