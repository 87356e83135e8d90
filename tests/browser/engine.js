/*
 * engine.js - the browser that the tests run in: ENGINE is chromium (the default), firefox or
 * webkit.
 *
 * Chromium is the shell without windows, which takes half the time; CHROMIUM is another program.
 *
 * Firefox is Debian's, over WebDriver BiDi. It cannot be given a colour scheme, reduced motion or
 * to do without service workers for one page; playwright-core from 1.65 on asks for the first
 * in any case, which Firefox ESR refuses, so package.json keeps to 1.64.
 */
import { chromium, firefox } from 'playwright-core';

export const engine = process.env.ENGINE ?? 'chromium';

/** Without a process for graphics, which copies what it draws, the tests take an eighth less of the processor. */
const CHROMIUM_ARGS = ['--headless', '--no-sandbox', '--disable-gpu', '--in-process-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'];
/** A profile without animations; nothing is fetched from outside. */
const FIREFOX_PREFS = {
    'ui.prefersReducedMotion': 1, 'ui.systemUsesDarkTheme': process.env.THEME === 'dark' ? 1 : 0,
    'app.update.enabled': false, 'network.captive-portal-service.enabled': false, 'network.connectivity-service.enabled': false,
};

async function launchFirefox() {
    const browser = await firefox.launch({
        channel: 'moz-firefox', executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr', firefoxUserPrefs: FIREFOX_PREFS,
    });
    return {
        newContext: ({ viewport, locale } = {}) => browser.newContext({ viewport, locale, colorScheme: null, reducedMotion: null }),
        close: () => browser.close(),
    };
}

export async function launch() {
    if (engine === 'webkit')
        return (await import('./webkit.js')).launchWebkit();
    if (engine === 'firefox')
        return launchFirefox();
    return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', args: CHROMIUM_ARGS });
}
