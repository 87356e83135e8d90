/* pictures.js - the page as the README shows it; scripts/pictures runs this. */
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { startProgram } from './server.js';

const server = await startProgram(process.env.TABLIER_PROGRAM);
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking',
        '--disable-component-update', '--disable-sync'],
});

/** Plays a few moves of Quoridor against the computer. @param {import('playwright-core').Page} page */
async function playQuoridor(page) {
    await page.click('.card-quoridor .main');
    for (const square of ['e2', 'e3', 'e4']) {
        await page.waitForSelector(`.board [data-square="${square}"]`);
        await page.waitForTimeout(2500); // the computer moves
        await page.click(`.board [data-square="${square}"]`);
    }
}

const SCREENS = {
    laptop: { hash: '#/', act: playQuoridor, viewport: { width: 1280, height: 800 } },
    phone: { hash: '#/puzzle/dorix', act: async () => {}, viewport: { width: 360, height: 640 } },
};

for (const [name, { hash, act, viewport }] of Object.entries(SCREENS))
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
        const context = await browser.newContext({
            viewport, colorScheme, locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'block',
        });
        const page = await context.newPage();
        await page.goto(server.url + hash);
        await act(page);
        await page.waitForSelector('.board .b-svg');
        await page.waitForTimeout(2500);
        await page.screenshot({ path: join(process.env.OUT ?? '.', `${name}-${colorScheme}.jpg`), type: 'jpeg', quality: 70 });
        await context.close();
    }

await browser.close();
server.close();
