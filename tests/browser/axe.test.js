/* axe-core finds nothing to complain about on any view; in the dark theme only colours can differ. Boards stand out in every look. */
import assert from 'node:assert/strict';
import { PAIRS, faintPairs } from './contrast.js';
import { checkAxe, fromMenu, pageTest, settled, shot, startGame, thorough, visit } from './harness.js';
import { GAMES, VIEWS } from './list.js';

const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Looks at what is shown in both themes. */
async function look(page, name) {
    for (const [colorScheme, rules] of [['light'], ['dark', COLOURS]]) {
        await page.emulateMedia({ colorScheme });
        await checkAxe(page, `${name}, ${colorScheme}`, rules);
        await shot(page, `${colorScheme}-${name}`);
    }
}

/** Views that every game has differ in their boards, which are all looked at in the next test: one game has each of them here. */
const LOOKED = { setup: 'quoridor', study: 'dorix', edit: 'orbital', learn: 'tictacdoh', puzzle: 'quoridor' };
const isLooked = ([name]) => {
    const [view, game] = name.split('-');
    return thorough || !GAMES.includes(game) || !(view in LOOKED) || LOOKED[view] === game;
};

pageTest('axe finds nothing on any view', { bypassCSP: true }, async (page) => {
    for (const [name, hash, selector] of VIEWS.filter(isLooked)) {
        await visit(page, hash, selector);
        await look(page, name);
    }
});

pageTest('axe finds nothing at a table', { bypassCSP: true }, async (page) => {
    for (const game of GAMES) {
        await startGame(page, game, { seats: ['person', 'person'] });
        await settled(page);
        await look(page, `play-${game}`);
    }
    await fromMenu(page, 'Share and export');
    await page.waitForSelector('dialog');
    await look(page, 'share');
});

/** Positions with everything on them that must stand out. */
const POSITIONS = { dorix: 'b2+c3+a1+c2', tictacdoh: 'Sc3+Mb2+Ld3', quoridor: 'e2+e8+d4h+e7+e3', orbital: 'Bb2+Bb3+Tc3n' };

pageTest('what one needs to play stands out on every board, with every set of pieces, in both themes', {}, async (page) => {
    for (const game of GAMES) {
        await visit(page, `#/game/${game}?moves=${POSITIONS[game]}`, '.play .board.is-open .b-dot');
        for (const colorScheme of ['light', 'dark']) {
            await page.emulateMedia({ colorScheme });
            for (const board of ['classic', 'plain', 'contrast', 'paper', 'night'])
                for (const pieces of ['classic', 'flat', 'outline']) {
                    await page.evaluate((look) => Object.assign(document.documentElement.dataset, look), { board, pieces });
                    assert.deepEqual(await page.evaluate(faintPairs, PAIRS[game]), [], `${game}, ${colorScheme}, ${board}, ${pieces}`);
                }
        }
    }
});

pageTest('the sizes of Tic Tac Doh have none of the colours of players, in any look', {}, async (page) => {
    await visit(page, '#/game/tictacdoh?moves=Sc3+Mb2+Ld3', '.play .board.is-open');
    for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        for (const pieces of ['classic', 'flat', 'outline']) {
            const near = await page.evaluate((look) => {
                document.documentElement.dataset.pieces = look;
                /** The hue in degrees: sizes are yellow to brown, and no player is. */
                const hueOf = (paint, place) => {
                    const probe = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
                    probe.style.fill = `oklch(from ${paint} l c h)`;
                    place.append(probe);
                    const [, hue] = /oklch\(\S+ \S+ ([\d.]+)/.exec(getComputedStyle(probe).fill);
                    probe.remove();
                    return Number(hue);
                };
                const players = ['--p1', '--p2', '--p3', '--p4'].map((name) => hueOf(`var(${name})`, document.querySelector('.td-S')));
                return ['S', 'M', 'L'].flatMap((size) => {
                    const own = hueOf('var(--td)', document.querySelector(`.td-${size}`));
                    return players.map((other) => Math.min(Math.abs(own - other), 360 - Math.abs(own - other)));
                });
            }, pieces);
            assert.ok(near.length === 12 && near.every((distance) => distance > 20), `${colorScheme}, ${pieces}: ${near}`);
        }
    }
});
