/* french.test.mjs - the module answers in the language whose catalogue it was given. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import { wasm } from './sides.mjs';

wasm(new Uint8Array(readFileSync(join(dirname(process.env.TABLIER_WASM), 'lang/fr.mo'))));

test('errors are in the requested language', () => {
    const said = (call, lang, ...fields) => {
        const { error, value } = JSON.parse(wasm(['call', call, 'lang', lang, ...fields]));
        return (error ?? value[0].error).message;
    };
    const cases = [
        ['parse', ['text', '[Game "Dorix"]\n\n1. a1 z9 *'],
            /^Line 3: Move 2 'z9': Square/, /^Ligne 3 : Coup 2 « z9 » : La case/],
        ['parse', ['text', '[Game "Dorix"]\n\n1. a1'], /breaks off/, /^Ligne 3 : La partie s’interrompt/],
        ['parse', ['text', '[Game "Chess"]\n\n*'], /no game 'Chess'/, /pas de jeu « Chess »/],
        ['position', ['game', 'quoridor', 'position', 'e1/e9 99/1 - 1'],
            /cannot have 99 barriers/, /ne peut pas avoir 99 barrières/],
        ['position', ['game', 'quoridor', 'position', 'e1/e9 8/10 e3h,e3v 1'],
            /^Barrier e3v: This/, /^Barrière e3v : Cette barrière/],
        ['position', ['game', 'tictacdoh', 'position', 'a1:S,c3:M,e5:L'],
            /and .* do not fit/, / et .* ne tiennent pas/],
        ['position', ['game', 'orbital', 'position', 'b2:B1B2 Bb2 1'], /^B2 on b2: /, /^B2 en b2 : /],
        ['snapshot', ['game', 'quoridor', 'options.size', '4'], /3, 5, 7 or 9\.$/, /3, 5, 7 ou 9\.$/],
        ['snapshot', ['game', 'quoridor', 'players', '3'], /2 or 4 players\.$/, /2 ou 4 joueurs\.$/],
        ['snapshot', ['game', 'quoridor', 'moves', 'e2', 'moves', 'e5'], /^Move 2 'e5': /, /^Coup 2 « e5 » : /],
    ];
    for (const [call, fields, english, french] of cases) {
        assert.match(said(call, 'en', ...fields), english);
        assert.match(said(call, 'fr', ...fields), french);
    }
});
