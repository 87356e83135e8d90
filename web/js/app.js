/*
 * app.js - the page: its head, the view that the address names, and what to do
 * when something fails.
 */
import { ModuleError, games, watchNetworks } from './rules.js';
import { awaited, drawAwaited, resumeWaiting } from './awaited.js';
import { button, el, fill, linkButton } from './dom.js';
import { cards } from './game.js';
import { icon } from './icons.js';
import { lang, languages, loadWords, nameOf, t } from './i18n.js';
import { notice } from './notices.js';
import { readRoute } from './router.js';
import { onSettings, rereadSettings, settings } from './settings.js';
import { onForeignWrite, onStorageFailure } from './storage.js';
import { drawTurns, turnLink, watchTurns } from './turns.js';

/** @typedef {import('./router.js').Route} Route */
/** @typedef {(host: HTMLElement, route: Route) => Promise<(() => void) | void>} Show */

/** The views' modules, each loaded when it is first shown. @type {Record<string, () => Promise<{ show: Show }>>} */
const views = {
    home: () => import('./views/home.js'),
    games: () => import('./views/games.js'),
    new: () => import('./views/setup.js'),
    start: () => import('./views/start.js'),
    play: () => import('./views/play.js'),
    online: () => import('./views/online.js'),
    study: () => import('./views/study.js'),
    game: () => import('./views/link.js'),
    import: () => import('./views/import.js'),
    edit: () => import('./views/edit.js'),
    rules: () => import('./views/rules.js'),
    learn: () => import('./views/learn.js'),
    puzzle: () => import('./views/puzzle.js'),
    settings: () => import('./views/settings.js'),
    about: () => import('./views/about.js'),
};

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const top = /** @type {HTMLElement} */ (document.getElementById('top'));

// ---- The head of the page --------------------------------------------------------

/** What the styles need to know of the settings. */
function applySettings() {
    const { dataset } = document.documentElement, theme = settings.get('theme');
    document.documentElement.lang = lang();
    if (theme === 'auto')
        delete dataset.theme;
    else
        dataset.theme = theme;
    dataset.board = settings.get('board');
    for (const name of /** @type {const} */ (['coords', 'dots', 'numbers']))
        dataset[name] = settings.get(name) ? 'on' : 'off';
}

const systemDark = matchMedia('(prefers-color-scheme: dark)');

function isDark() {
    const theme = settings.get('theme');
    return theme === 'dark' || (theme === 'auto' && systemDark.matches);
}

/** A setting was changed, here or in another tab. @param {keyof import('./settings.js').Settings} [name]  if here */
async function settingsChanged(name) {
    applySettings();
    drawHead();
    const other = await loadWords(), wanted = settings.get('lang');
    if (name === 'lang' && wanted !== 'auto' && wanted !== lang())
        notice(t('fail.lang', nameOf(wanted)), true);
    if (!other)
        return;
    applySettings();
    drawHead();
    keepWords();
    showRoute();
}

/** Keeps everything in the language in use for a visit without a connection: when the catalogue was loaded first,
 * the service worker was not there yet to keep it. */
async function keepWords() {
    const tag = lang();
    if (tag === 'en' || !isSecureContext || !('serviceWorker' in navigator))
        return;
    await navigator.serviceWorker.ready;
    const cache = await caches.open('tablier').catch(() => null); // CACHE of sw.js
    const names = [`tablier/lang/${tag}.mo`, `rules/match.${tag}.html`,
        ...cards.flatMap(({ name }) => [`rules/${name}.${tag}.html`, `games/${name}/lessons.${tag}.json`])];
    // There may be no room for it, and a language may lack some.
    await Promise.allSettled(names.map(async (name) => await cache?.match(name) ?? await cache?.add(name)));
}

onSettings(settingsChanged);

/** What leads to another language: a button to the other of two, or a list. */
function languageTool() {
    const tags = languages(), [other] = tags.filter((tag) => tag !== lang());
    const called = (/** @type {string} */ tag) => `${tag.toUpperCase()} · ${nameOf(tag)}`; // as shown, then in full
    if (tags.length < 2)
        return null;
    if (tags.length === 2)
        return button(other.toUpperCase(), () => settings.set('lang', other), {
            'data-tool': 'lang', lang: other, 'aria-label': called(other),
        });
    const list = el('select', { 'data-tool': 'lang', 'aria-label': t('settings.lang'), onchange: () => settings.set('lang', list.value) },
        tags.map((tag) => el('option', { value: tag, lang: tag, selected: tag === lang(), 'aria-label': called(tag) }, tag.toUpperCase())));
    return list;
}

function drawHead() {
    const dark = isDark(), sound = settings.get('sound');
    const focused = document.activeElement?.getAttribute('data-tool');
    fill(/** @type {HTMLElement} */ (document.getElementById('skip')), t('head.skip'));
    drawAwaited();
    drawTurns();
    fill(top,
        el('a', { class: 'brand', href: '#/' },
            el('img', { src: 'img/icon.svg', alt: '', width: 28, height: 28 }), 'Tablier'),
        el('nav', { 'aria-label': t('head.nav') },
            el('a', { href: '#/' }, t('head.games')),
            el('a', { href: '#/online' }, t('head.online')),
            el('a', { href: '#/puzzle' }, t('head.puzzles')),
            el('a', { href: '#/import' }, t('head.study')),
            el('a', { href: '#/about' }, t('head.about'))),
        awaited, turnLink,
        el('div', { class: 'tools' },
            languageTool(),
            button(icon(dark ? 'sun' : 'moon'), () => settings.set('theme', dark ? 'light' : 'dark'), {
                'data-tool': 'theme', 'aria-label': t(dark ? 'head.light' : 'head.dark'),
            }),
            button(icon(sound ? 'sound' : 'mute'), () => settings.set('sound', !sound), {
                'data-tool': 'sound', 'aria-label': t('head.sound'), 'aria-pressed': String(sound),
            }),
            el('a', { class: 'button', href: '#/settings', 'data-tool': 'settings', 'aria-label': t('settings.title') },
                icon('gear'))));
    if (focused)
        /** @type {HTMLElement | null} */ (top.querySelector(`[data-tool=${focused}]`))?.focus();
}

// ---- Views --------------------------------------------------------------------------

/** @type {(() => void) | void} */
let leave;
/** Each showing has a number: one that comes too late is not shown. */
let showing = 0;
/** Tells the view that is shown, or that is coming, that it is left. */
let left = new AbortController();

async function showRoute() {
    const mine = ++showing, route = readRoute(location.hash);
    left.abort();
    left = new AbortController();
    const known = Object.hasOwn(views, route.view), load = known ? views[route.view] : views.home;
    leave?.();
    leave = undefined;
    for (const dialog of document.querySelectorAll('dialog')) {
        dialog.close();
        dialog.remove(); // at once, and the focus with it: its own handler comes only later
    }
    const host = el('div', { class: `view view-${route.view}` }, el('p', { class: 'wait soft' }, t('head.wait')));
    fill(main, host);
    try {
        const { signal } = left, fail = (/** @type {unknown} */ error) => {
            if (signal.aborted)
                return;
            leave?.();
            leave = undefined;
            fill(main, failure(error));
        };
        const leaving = await (await load().catch(misfit)).show(host, { ...route, signal, fail });
        if (mine !== showing)
            return leaving?.();
        leave = leaving;
    } catch (error) {
        if (mine === showing)
            fill(main, failure(error));
    }
    if (mine !== showing)
        return;
    if (!known)
        notice(t('fail.address'));
    const heading = main.querySelector('h1');
    const said = heading?.textContent;
    document.title = said && route.view !== 'home' ? `${said} · Tablier` : 'Tablier';
    scrollTo(0, 0);
    // Not on the first view, nor where the visitor has already begun to do something.
    if (mine > 1 && heading && document.activeElement === document.body) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
    }
}

/** A script that could not be loaded, or that asks another for what that one does not have.
 * @param {unknown} error @returns {never} */
function misfit(error) {
    throw new ModuleError(error instanceof SyntaxError ? 'version' : 'unreachable', String(error));
}

/** Fetches every loaded file again, bypassing the browser's cache, and then reloads the page. */
async function reload() {
    const place = new URL('./', document.baseURI).href;
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
        .filter((name) => name.startsWith(place) && !name.startsWith(`${place}api`));
    await Promise.allSettled([place, ...new Set(loaded)].map((name) => fetch(name, { cache: 'reload' })));
    location.reload();
}

/** What to say of a module or a script that cannot be used. @type {Record<ModuleError['code'], import('./i18n.js').Key>} */
const MISFITS = { missing: 'fail.noWasm', unreachable: 'fail.unreachable', version: 'fail.version' };

/** @param {unknown} error */
function failure(error) {
    const text = error instanceof ModuleError ? t(MISFITS[error.code])
        : error instanceof Error ? error.message : String(error);
    const old = error instanceof ModuleError && error.code === 'version';
    return el('section', { class: 'panel failure', role: 'alert' },
        el('h1', {}, t('fail.title')), el('p', {}, text),
        el('div', { class: 'row' },
            old ? button(t('fail.reload'), reload, { class: 'main' }) : button(t('fail.retry'), showRoute, { class: 'main' }),
            !old && linkButton(t('fail.home'), '#/')));
}

// ---- Beginning -----------------------------------------------------------------------

await loadWords();
applySettings();
onStorageFailure(() => notice(t('fail.storage'), true));
/** What was told: once is enough. @type {Set<string>} */
const badNetworks = new Set();
watchNetworks(({ file, text }) => {
    if (!badNetworks.has(file))
        notice(`${text} ${t('fail.network')}`, true);
    badNetworks.add(file);
});
systemDark.addEventListener('change', drawHead);
addEventListener('hashchange', showRoute);
// Where only a media query tells of a new width, WebKit keeps the old styles until something else changes.
addEventListener('resize', () => document.documentElement.style.setProperty('--window', `${innerWidth}px`));
document.getElementById('skip')?.addEventListener('click', (event) => {
    event.preventDefault();
    main.focus();
});
onForeignWrite((name) => {
    if (name !== 'settings')
        return;
    rereadSettings();
    settingsChanged();
});
addEventListener('unhandledrejection', (event) => {
    const { reason } = event;
    if (reason?.name !== 'AbortError')
        notice(reason instanceof Error ? reason.message : String(reason));
});
drawHead();
// The copy for offline play comes last: first the view, then the rules, which every game needs.
showRoute().then(games).catch(() => {}).then(() => {
    if ('serviceWorker' in navigator && isSecureContext)
        navigator.serviceWorker.register('sw.js', { updateViaCache: 'none' }).then(keepWords).catch(() => {});
});
resumeWaiting();
watchTurns();
