/* shifts.js - layout shifts: the distance that the parts of a view move while it loads. */

/** Addresses of all views that anybody can open, with what shows that one is complete. */
export const VIEWS = {
    '': '.cards .mini .b-svg',
    '#/start/dorix': '.play .board.is-open',
    '#/start/tictacdoh': '.play .board.is-open',
    '#/start/quoridor': '.play .board.is-open',
    '#/start/orbital': '.play .board.is-open',
    '#/new/quoridor': 'form.setup',
    '#/learn': '.tile .b-svg',
    '#/learn/orbital': '.path li',
    '#/learn/orbital/1': '.board [data-square]',
    '#/rules/quoridor': 'figure .board',
    '#/puzzle/dorix': '.board [data-square]',
    '#/game/quoridor': '.lines li',
    '#/edit/dorix': '.board [data-square]',
    '#/puzzle': 'h1',
    '#/games': 'h1',
    '#/online': 'h1',
    '#/import': 'h1',
    '#/settings': 'h1',
    '#/about': '.keys',
};

/** Runs before the page's scripts: notes every shift that nobody caused, with what moved. */
function noteShifts() {
    globalThis.shifts = [];
    const called = (node) => node?.className?.baseVal ?? node?.className ?? node?.nodeName ?? '?';
    new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources } of list.getEntries())
            if (!hadRecentInput)
                globalThis.shifts.push({ value, moved: sources.map(({ node }) => called(node)) });
    }).observe({ type: 'layout-shift', buffered: true });
}

/** Loads an address and adds up the shifts until the page has been complete for a moment.
 * @param {import('playwright-core').Page} page @param {string} address @param {string} ready */
export async function layoutShift(page, address, ready) {
    await page.addInitScript(noteShifts);
    await page.goto('about:blank');
    await page.goto(address);
    await page.waitForSelector(ready);
    await page.waitForTimeout(1000);
    const shifts = await page.evaluate(() => globalThis.shifts);
    return {
        total: shifts.reduce((sum, { value }) => sum + value, 0),
        moved: [...new Set(shifts.flatMap(({ moved }) => moved))],
    };
}
