/* offline.js - the service worker's copy of the page, as tests see it. */

/** True if a file is kept, by its name without the version. @param {import('playwright-core').Page} page @param {string} name */
export const isKept = (page, name) => page.evaluate(async (wanted) =>
    (await (await caches.open('tablier')).keys()).some(({ url }) => url.endsWith(wanted)), `/${name}`);

/** Waits until a file is kept. @param {import('playwright-core').Page} page @param {string} name */
export async function kept(page, name) {
    while (!await isKept(page, name))
        await page.waitForTimeout(50);
}

/** Waits until everything is kept: the page itself comes last. @param {import('playwright-core').Page} page */
export const allKept = async (page) => {
    while (!await page.evaluate(async () => Boolean(await caches.match('./'))))
        await page.waitForTimeout(50);
};
