/*
 * refusals.mjs SOURCE - the server's refusal codes: documented, with a sentence in the page, and a
 * request that the server had no room or time for is repeated with its key.
 */
import assert from 'node:assert';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const source = process.argv[2];
const matches = (path, pattern) => [...readFileSync(join(source, path), 'utf8').matchAll(pattern)];
const withStatus = (found) => found.map((match) => `${match[1]} ${match[2]}`).sort();

/** Here the server's own sentence has more than the code: which field, which rule, how long to wait. */
const SERVER_SAYS_MORE = ['syntax', 'illegal', 'late', 'terms', 'rate', 'size', 'member',
    'rights', 'banned', 'name'];

// ---- A browser, as far as the page's requests need one -----------------------------------

const stored = new Map();
/** What the server answers, one after the other; null: the answer is lost. */
let answers = [];
/** @type {string[]} */
let keys = [];

for (const [name, value] of Object.entries({
    document: { baseURI: 'http://localhost/' },
    navigator: { languages: ['en'] },
    setTimeout: (/** @type {() => void} */ call) => queueMicrotask(call),
    localStorage: {
        getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
        setItem: (/** @type {string} */ key, /** @type {string} */ text) => stored.set(key, text),
        removeItem: (/** @type {string} */ key) => stored.delete(key),
        key: (/** @type {number} */ i) => [...stored.keys()][i] ?? null,
        get length() { return stored.size; },
    },
    fetch: async (/** @type {URL} */ url, /** @type {RequestInit} */ request) => {
        keys.push(/** @type {Record<string, string>} */ (request.headers)['Idempotency-Key']);
        const answer = answers.shift();
        if (!answer)
            throw new TypeError('lost');
        return { ok: !answer.error, json: async () => answer };
    },
}))
    Object.defineProperty(globalThis, name, { value, configurable: true });

// ---- The test ----------------------------------------------------------------------------

const folder = mkdtempSync(join(tmpdir(), 'tablier-refusals-'));
try {
    cpSync(join(source, 'web'), folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const load = (/** @type {string} */ path) => import(pathToFileURL(join(folder, path)).href);
    const refusals = matches('src/server/common/refusal.h', /^ +X\([A-Z]+, "([a-z]+)", (\d+)\)/gm);
    const documented = matches('docs/server/errors.md', /^\| `([a-z]+)` \| (\d+) \|/gm);
    const codes = refusals.map((match) => match[1]);

    assert.ok(codes.length > 15, 'the codes are in src/server/common/refusal.h');
    assert.deepEqual(withStatus(documented), withStatus(refusals), 'docs/server/errors.md lists the codes');
    const { en } = await load('js/lang/en.js');
    const known = Object.keys(en).filter((key) => key.startsWith('refused.'));
    const wanted = ['line', ...codes.filter((code) => !SERVER_SAYS_MORE.includes(code))];

    assert.deepEqual(known.sort(), wanted.map((code) => `refused.${code}`).sort(), 'en.js');

    const { joinGame } = await load('js/online.js');
    for (const code of ['store', 'busy', 'timeout']) {
        stored.clear();
        keys = [];
        answers = [null, { error: { code } }, { error: { code } }];
        await assert.rejects(joinGame('game', 'Ann', 'invitation'), { code });
        answers = [{ seat: 2, secret: 'mine' }];
        assert.equal((await joinGame('game', 'Ann', 'invitation')).secret, 'mine');
        assert.equal(keys.length, 4, `${code}: three attempts, then one more`);
        assert.equal(new Set(keys).size, 1, `${code}: the same key until the answer has come`);
    }
} finally {
    rmSync(folder, { recursive: true });
}
