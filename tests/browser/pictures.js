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

/**
 * Plays some moves of Quoridor against the computer. Whatever it answers, most of them are legal;
 * one that is not is left out.
 *
 * @param {import('playwright-core').Page} page
 */
async function playQuoridor(page) {
    await page.click('.card-quoridor .main');
    for (const move of ['e2', 'e3', 'c7h', 'e4', 'f6v', 'd3h']) {
        await page.waitForSelector('.play .board.is-open');
        await page.waitForTimeout(500); // pieces glide
        await page.keyboard.press('/');
        await page.keyboard.type(move);
        await page.keyboard.press('Enter');
        await page.waitForTimeout(2500); // the computer moves
        await page.keyboard.press('Escape');
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
        await page.addInitScript(() => localStorage.setItem('tablier.settings', '{"guide":false}'));
        await page.goto(server.url + hash);
        await act(page);
        await page.waitForSelector('.board .b-svg');
        await page.waitForTimeout(2500);
        await page.screenshot({ path: join(process.env.OUT ?? '.', `${name}-${colorScheme}.jpg`), type: 'jpeg', quality: 70 });
        await context.close();
    }

await browser.close();
server.close();
