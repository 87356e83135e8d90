/* message.test.mjs - the renderer in JavaScript, by the cases that hold for the one in C. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

import { readCatalogue, renderMessage } from '../../bindings/js/message.js';

const cases = JSON.parse(readFileSync(new URL('../messages/cases.json', import.meta.url), 'utf8'));
const languages = readdirSync(new URL('../../po/', import.meta.url)).filter((name) => name.endsWith('.po'))
    .map((name) => name.slice(0, -3));
const file = (name) => readFileSync(join(dirname(process.env.TABLIER_WASM), `lang/${name}.mo`));
const catalogues = new Map(languages.map((tag) => [tag, new Map([tag, `${tag}.online`].flatMap((name) =>
    [...readCatalogue(new Uint8Array(file(name)))]))]));

test('messages are rendered as in C', () => {
    for (const { template, arguments: given, lang = 'en', names, you, expected } of cases) {
        const words = catalogues.get(lang.split('-')[0]) ?? new Map();
        assert.equal(renderMessage({ template, arguments: given }, { lang, words, names, you }), expected);
    }
});

test('a language is at most 40 kB compressed, and 20 kB more with a server', () => {
    for (const tag of languages) {
        assert.ok(brotliCompressSync(file(tag)).length <= 40000, tag);
        assert.ok(brotliCompressSync(file(`${tag}.online`)).length <= 20000, tag);
    }
});
