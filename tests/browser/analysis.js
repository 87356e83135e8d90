/* analysis.js - helpers for the tests of analyses and records. */
import { openTab, visit } from './harness.js';

export const RECORD = `[Game "Quoridor"]
[Options "size=5 walls=3"]
[Player1 "Ann"]
[Player2 "Bob"]

1. c2 c4 2. b3h b4 3. d2 b5 4. d3 c5 *
`;

/** Waits until the tree shows `count` moves. */
export const inTree = (page, count) =>
    page.waitForFunction((n) => document.querySelectorAll('.tree .move').length === n + 1, count);

/** Opens a text in the view for imports. */
export async function paste(page, text, game = 'dorix') {
    await visit(page, '#/import', 'textarea');
    await page.fill('textarea', text);
    await page.getByLabel('Game of the position').selectOption(game);
    await page.click('button:text-is("Open")');
}

/** The same, and turns to its moves; otherwise it shows the review. */
export async function pasteMoves(page, text, game) {
    await paste(page, text, game);
    await openTab(page, 'moves');
}

/** The tree of the analysis that is shown, as it is kept. */
export const keptTree = (page) => page.evaluate(() => JSON.parse(localStorage.getItem(`tablier.study.${location.hash.split('/')[2]}`)).tree);

/** The record in the box with everything that can be taken away, in one form. */
export async function exported(page, form) {
    await openTab(page, 'moves');
    await page.click('text=Share and export');
    await page.getByLabel('Format').selectOption(form);
    await page.waitForFunction((start) => document.querySelector('dialog textarea')?.value.startsWith(start),
        form === 'json' ? '{' : '[');
    const text = await page.locator('dialog textarea').inputValue();
    await page.click('dialog .dialog-head button');
    return text;
}
