/*
 * unused_messages.mjs - keys of the page's words that no code uses, one per line; exits with 1 if there are any.
 *
 * A key is used if it is a string of the code, or fits a template such as `ending.${ending}`. The words of a game may
 * be used by its own board and by the code of all boards, there without the name of the game.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The code below a folder, without the words themselves. @param {string} folder */
const sources = (folder) => readdirSync(`${root}${folder}`, { recursive: true }).map(String)
    .filter((file) => file.endsWith('.js') && !/lang\/|strings\.js$/.test(file))
    .map((file) => readFileSync(`${root}${folder}/${file}`, 'utf8')).join('\n');

/** Returns a predicate: true for a key that is a string of the code or matches one of its
 * templates. Templates that would match almost any key do not count. @param {string} code */
function usesOf(code) {
    const strings = new Set([...code.matchAll(/'([\w.:-]+)'|`([\w.:-]+)`|\b(\w): \{/g)].flatMap(([, plain, tick, letter]) =>
        plain && /^[A-Z]+$/.test(plain) ? [plain, ...plain] : plain ?? tick ?? letter)); // 'SML' names three pieces
    const templates = [...code.matchAll(/`([\w.:]*(?:\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\}[\w.:]*)+)`/g)].map(([, text]) =>
        text.split(/\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\}/)).filter((parts) => /\w{3}/.test(parts.join('').replace(/^board\.$/, '')));
    const fits = templates.map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('.*')}$`));
    return (/** @type {string} */ key) => strings.has(key) || fits.some((one) => one.test(key));
}

const words = (/** @type {string} */ name) => import(pathToFileURL(`${root}web/js/lang/${name}.js`).href);
const { en } = await words('en'), { online } = await words('online');
const games = readdirSync(`${root}web/games`).filter((name) => !name.includes('.'));
const page = sources('web/js'), isUsed = usesOf(page + games.map((game) => sources(`web/games/${game}`)).join('\n'));
const unused = Object.keys({ ...en, ...online }).filter((key) => !isUsed(key) && !(key.startsWith('board.') && isUsed(key.slice('board.'.length))));
for (const game of games) {
    const { strings } = await import(pathToFileURL(`${root}web/games/${game}/strings.js`).href);
    const isUsedHere = usesOf(page + sources(`web/games/${game}`));
    unused.push(...Object.keys(strings.en).map((key) => `${game}:${key}`)
        .filter((key) => !isUsedHere(key) && !isUsedHere(key.slice(game.length + 1))));
}
for (const key of unused)
    console.log(`${key}: no code uses this key`);
process.exitCode = unused.length > 0 ? 1 : 0;
