/* message.test.mjs - the renderer in JavaScript, by the cases that hold for the one in C. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import { readCatalogue, renderMessage } from '../../bindings/js/message.js';

const cases = JSON.parse(readFileSync(new URL('../messages/cases.json', import.meta.url), 'utf8'));
const french = readCatalogue(new Uint8Array(
    readFileSync(join(dirname(process.env.TABLIER_WASM), 'lang/fr.mo'))));

test('messages are rendered as in C', () => {
    for (const { template, arguments: given, lang = 'en', names, you, expected } of cases) {
        const words = lang.startsWith('fr') ? french : new Map();
        assert.equal(renderMessage({ template, arguments: given }, { lang, words, names, you }), expected);
    }
});
