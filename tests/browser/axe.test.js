/* axe-core finds nothing to complain about on any view; in the dark theme only colours can differ. */
import { checkAxe, fromMenu, pageTest, settled, shot, startGame, visit } from './harness.js';
import { GAMES, VIEWS } from './list.js';

for (const [colorScheme, rules] of [['light'], ['dark', ['color-contrast', 'link-in-text-block']]])
    pageTest(`axe finds nothing, ${colorScheme}`, { colorScheme, bypassCSP: true }, async (page) => {
        for (const [name, hash, selector] of VIEWS) {
            await visit(page, hash, selector);
            await checkAxe(page, name, rules);
            await shot(page, `${colorScheme}-${name}`);
        }
        for (const game of GAMES) {
            await startGame(page, game, { seats: ['person', 'person'] });
            await settled(page);
            await checkAxe(page, `play-${game}`, rules);
            await shot(page, `${colorScheme}-play-${game}`);
        }
        await fromMenu(page, 'Share and export');
        await page.waitForSelector('dialog');
        await checkAxe(page, 'share', rules);
    });
