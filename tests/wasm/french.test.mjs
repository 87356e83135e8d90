/* french.test.mjs - every sentence of an error in the core, the games and the server has its French. */
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

/** The sentences with their French that a file has. */
const tableIn = (file) => new Map(
    [...readFileSync(join(source, file), 'utf8').matchAll(
        new RegExp(`\\{${TEXT},\\s*${TEXT}\\}`, 'g'),
    )].map(([, english, french]) => [joined(english), joined(french)]),
);

/** Who says something that people read, how, and where its French is. */
const PARTS = [
    { files: /^(core|games)\/.*\.c$/, call: 'error_(?:set|prefix)', file: 'core/french.c', least: 60 },
    { files: /^server\/.*\.c$/, call: '(?:refuse|BAD)', file: 'server/refusal.c', least: 50 },
];

/** The sentences of some files. */
function* sentences(files, call) {
    const all = readdirSync(source, { recursive: true })
        .filter((name) => files.test(name) && !/french|_(solved|build)\.c$/.test(name));
    for (const name of all) {
        const text = readFileSync(join(source, name), 'utf8');
        const calls = new RegExp(`\\b${call}\\([^;"]*?,\\s*${TEXT}([^;]*);\\s*(\\w*)`, 'g');
        for (const [, literals, , next] of text.matchAll(calls)) {
            // Where the arguments are words, the French stands behind the English.
            const sentence = joined(literals);
            if (next !== 'error_french' && sentence !== '%s') yield { name, sentence };
        }
    }
}

test('no sentence is without its French', () => {
    for (const { files, call, file, least } of PARTS) {
        const all = [...sentences(files, call)], table = tableIn(file);
        assert.ok(all.length > least, `only ${all.length} sentences found`);
        for (const { name, sentence } of all)
            assert.ok(table.has(sentence), `${name}: "${sentence}" is not in ${file}`);
    }
});

test('both languages take the same arguments', () => {
    const arguments_ = (text) => text.match(/%[^a-z%]*[a-z]+?/g) ?? [];
    for (const { file, least } of PARTS) {
        const table = tableIn(file);
        assert.ok(table.size > least);
        for (const [english, french] of table)
            assert.deepEqual(arguments_(french), arguments_(english), english);
    }
});

test('what is wrong is said in the language that was asked for', () => {
    const said = (call, lang, ...fields) => {
        const { error, value } = JSON.parse(wasm(['call', call, 'lang', lang, ...fields]));
        return (error ?? value[0].error).message;
    };
    const cases = [
        ['parse', ['text', '[Game "Dorix"]\n\n1. a1 z9 *'],
            /^line 3: move 2 'z9': /, /^ligne 3 : coup 2 'z9' : .*case/],
        ['parse', ['text', '[Game "Dorix"]\n\n1. a1'], /breaks off/, /^ligne 3 : la partie s'interrompt/],
        ['parse', ['text', '[Game "Chess"]\n\n*'], /no game 'Chess'/, /pas de jeu 'Chess'/],
        ['position', ['game', 'quoridor', 'position', 'e1/e9 99/1 - 1'],
            /cannot have 99 barriers/, /ne peut pas avoir 99 barrières/],
        ['position', ['game', 'quoridor', 'position', 'e1/e9 8/10 e3h,e3v 1'],
            /^barrier e3v: /, /^barrière e3v : .*barrière/],
        ['position', ['game', 'tictacdoh', 'position', 'a1:S,c3:M,e5:L'],
            /and .* do not fit/, / et .* ne tiennent pas/],
        ['position', ['game', 'orbital', 'position', 'b2:B1B2 Bb2 1'], /^B2 on b2: /, /^B2 en b2 : /],
        ['snapshot', ['game', 'quoridor', 'options.size', '4'], /3, 5, 7 or 9$/, /3, 5, 7 ou 9$/],
        ['snapshot', ['game', 'quoridor', 'players', '3'], /2 or 4 players$/, /2 ou 4 joueurs$/],
        ['snapshot', ['game', 'quoridor', 'moves', 'e2', 'moves', 'e5'], /^move 2 'e5': /, /^coup 2 'e5' : /],
    ];
    for (const [call, fields, english, french] of cases) {
        assert.match(said(call, 'en', ...fields), english);
        assert.match(said(call, 'fr', ...fields), french);
    }
});
