/*
 * page_messages.mjs - the texts of the web app for `scripts/messages extract`: prints an entry of a
 * template catalogue for every key of web/js/lang/*.js and of the games' strings.js, with the key as
 * its context. Those of a game begin with its name: `quoridor:pawn`.
 */
import { readFileSync, readdirSync } from 'node:fs';

const root = new URL('../', import.meta.url);

/** Loads a script that has no imports of its own. @param {string} file */
const load = (file) => import(`data:text/javascript;charset=utf-8,${encodeURIComponent(readFileSync(new URL(file, root), 'utf8'))}`);

/** @param {string} text */
const quoted = (text) => `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n')}"`;

/** @param {string} file @param {Record<string, string>} words @param {string} prefix */
function print(file, words, prefix = '') {
    for (const [key, text] of Object.entries(words))
        console.log(`\n#: ${file}\nmsgctxt ${quoted(prefix + key)}\nmsgid ${quoted(text)}\nmsgstr ""`);
}

for (const name of ['en', 'online']) {
    const file = `web/js/lang/${name}.js`;
    print(file, (await load(file))[name]);
}
for (const game of readdirSync(new URL('web/games/', root), { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const file = `web/games/${game.name}/strings.js`;
    print(file, (await load(file)).strings.en, `${game.name}:`);
}
