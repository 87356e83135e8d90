/* french.test.mjs - every error and refusal is a sentence in English and in French. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { wasm } from './sides.mjs';

const source = fileURLToPath(new URL('../../src/', import.meta.url));
const LITERAL = '"(?:[^"\\\\]|\\\\.)*"';
const TEXT = `(${LITERAL}(?:\\s*${LITERAL})*)`;

/** Adjacent literals of C as one text. */
const joined = (literals) =>
    [...literals.matchAll(new RegExp(LITERAL, 'g'))].map(([one]) => one.slice(1, -1)).join('');

/** The calls that say something to people, in both languages. */
const CALLS = '(?:error_set|error_system|refuse|BAD|usage_error|failure|reason_set)';

/** Every pair of sentences in the sources, with the file and the call. */
const pairs = readdirSync(source, { recursive: true })
    .filter((name) => /\.c$/.test(name))
    .flatMap((name) => [...readFileSync(join(source, name), 'utf8').matchAll(
        new RegExp(`\\b(${CALLS})\\((?:[^;"]*?,)?\\s*${TEXT},\\s*${TEXT}`, 'g'),
    )].map(([, call, english, french]) => ({ name, call, english: joined(english), french: joined(french) })));

/** A sentence without the words that it is given. */
const bare = (text) => text.replace(/%(?:\.\d+|\.\*)?l*z?[a-z]/g, '');

test('what people read is a sentence, in English and in French', () => {
    assert.ok(pairs.length > 250, `only ${pairs.length} sentences found`);
    for (const { name, call, english, french } of pairs) {
        if (!/[a-z]/.test(bare(english))) continue; // made of sentences that were put together elsewhere
        for (const text of [english, french]) {
            const said = `${name}: "${text}"`;
            assert.match(text, /^(?:[A-ZÀÉÊÎ%'«]|\\"|--)/, `${said} begins small`);
            if (call !== 'error_system') assert.match(text, /(?:[.?]|%s)$/, `${said} has no full stop`);
        }
        assert.notEqual(french, english, `${name}: "${english}" is not translated`);
    }
});

test('what is wrong is said in the language that was asked for', () => {
    const said = (call, lang, ...fields) => {
        const { error, value } = JSON.parse(wasm(['call', call, 'lang', lang, ...fields]));
        return (error ?? value[0].error).message;
    };
    const cases = [
        ['parse', ['text', '[Game "Dorix"]\n\n1. a1 z9 *'],
            /^Line 3: Move 2 'z9': Square/, /^Ligne 3 : Coup 2 « z9 » : La case/],
        ['parse', ['text', '[Game "Dorix"]\n\n1. a1'], /breaks off/, /^Ligne 3 : La partie s'interrompt/],
        ['parse', ['text', '[Game "Chess"]\n\n*'], /no game 'Chess'/, /pas de jeu « Chess »/],
        ['position', ['game', 'quoridor', 'position', 'e1/e9 99/1 - 1'],
            /cannot have 99 barriers/, /ne peut pas avoir 99 barrières/],
        ['position', ['game', 'quoridor', 'position', 'e1/e9 8/10 e3h,e3v 1'],
            /^Barrier e3v: This/, /^Barrière e3v : Cette barrière/],
        ['position', ['game', 'tictacdoh', 'position', 'a1:S,c3:M,e5:L'],
            /and .* do not fit/, / et .* ne tiennent pas/],
        ['position', ['game', 'orbital', 'position', 'b2:B1B2 Bb2 1'], /^B2 on b2: /, /^B2 en b2 : /],
        ['snapshot', ['game', 'quoridor', 'options.size', '4'], /3, 5, 7 or 9\.$/, /3, 5, 7 ou 9\.$/],
        ['snapshot', ['game', 'quoridor', 'players', '3'], /2 or 4 players\.$/, /2 ou 4 joueurs\.$/],
        ['snapshot', ['game', 'quoridor', 'moves', 'e2', 'moves', 'e5'], /^Move 2 'e5': /, /^Coup 2 « e5 » : /],
    ];
    for (const [call, fields, english, french] of cases) {
        assert.match(said(call, 'en', ...fields), english);
        assert.match(said(call, 'fr', ...fields), french);
    }
});
