/* axe-core finds nothing to complain about on any view; in the dark theme only colours can differ. */
import { checkAxe, fromMenu, pageTest, settled, shot, startGame, visit } from './harness.js';
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

pageTest('axe finds nothing on any view', { bypassCSP: true }, async (page) => {
    for (const [name, hash, selector] of VIEWS) {
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
