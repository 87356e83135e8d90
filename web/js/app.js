/*
 * app.js - the page: its head, the view that the address names, and what to do
 * when something fails.
 */
import { ModuleError, games, watchNetworks } from './rules.js';
import { awaited, drawAwaited, resumeWaiting } from './awaited.js';
import { button, el, fill, linkButton, pause } from './dom.js';
import { icon } from './icons.js';
import { lang, languages, loadWords, nameOf, t } from './i18n.js';
import { part, setLoaders } from './later.js';
import { memberLink, watchMember } from './member.js';
import { notice } from './notices.js';
import { idle } from './parts/miniature.js';
import { hashOf, readRoute, settleAddress } from './router.js';
import { onSettings, rereadSettings, settings } from './settings.js';
import { onForeignWrite, onStorageFailure } from './storage.js';
import { setTitle } from './title.js';
import { drawTurns, turnCount, turnLink, watchTurns } from './turns.js';
import * as home from './views/home.js';

/** @typedef {import('./router.js').Route} Route */
/** @typedef {(host: HTMLElement, route: Route) => Promise<(() => void) | void>} Show */

/** The views' modules: that of the first view is here; those of a game at this screen are loaded together, those of lessons and puzzles, those that need a
 * server, and all others.
 * @type {Record<string, () => Promise<{ show: Show }>>} */
const views = {
    home: async () => home,
    ...Object.fromEntries(/** @type {const} */ ([
        'games', 'new', 'study', 'game', 'import', 'edit', 'rules', 'stats', 'settings', 'about',
    ]).map((name) => [name, async () => (await part('rest'))[name]])),
    ...Object.fromEntries(/** @type {const} */ (['learn', 'puzzle', 'puzzles', 'run']).map((name) => [name, async () => (await part('learning'))[name]])),
    ...Object.fromEntries(/** @type {const} */ (['start', 'play']).map((name) => [name, async () => (await part('tables'))[name]])),
    ...Object.fromEntries(/** @type {const} */ (['online', 'me', 'member', 'ratings', 'link-device']).map((name) => [name, async () => (await part('remote'))[name]])),
};

setLoaders({
    tables: () => import('./tables.js'),
    learning: () => import('./learning.js'),
    remote: async () => {
        const remote = await import('./remote.js');
        await remote.onlineWords();
        return remote;
    },
    rest: () => import('./rest.js'),
});

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const top = /** @type {HTMLElement} */ (document.getElementById('top'));

// ---- The head of the page --------------------------------------------------------

/** Passes the settings that the styles depend on to the page. */
function applySettings() {
    const { dataset } = document.documentElement, theme = settings.get('theme');
    document.documentElement.lang = lang();
    if (theme === 'auto')
        delete dataset.theme;
    else
        dataset.theme = theme;
    dataset.board = settings.get('board');
    dataset.pieces = settings.get('pieces');
    for (const name of /** @type {const} */ (['coords', 'largeCoords', 'dots', 'numbers']))
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
    keepAll();
    showRoute();
}

/** Makes the service worker keep everything for a visit without a connection, bit by bit, in the language in use. */
async function keepAll() {
    (await navigator.serviceWorker?.ready)?.active?.postMessage({ keep: lang() });
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
    // The full names are asked for when the list is about to be opened: that takes the browser 20 ms.
    const list = el('select', {
        'data-tool': 'lang', 'aria-label': t('settings.lang'), onchange: () => settings.set('lang', list.value),
        onfocus: () => tags.forEach((tag, i) => list.options[i].setAttribute('aria-label', called(tag))),
    }, tags.map((tag) => el('option', { value: tag, lang: tag, selected: tag === lang() }, tag.toUpperCase())));
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
            el('a', { class: 'counted', href: '#/' }, t('head.games'), turnCount),
            el('a', { href: '#/online' }, t('head.online')),
            el('a', { href: '#/learn' }, t('home.learn')),
            el('a', { href: '#/puzzles' }, t('head.puzzles')),
            el('a', { href: '#/import' }, t('head.study'))),
        awaited, turnLink,
        el('div', { class: 'tools' },
            memberLink, languageTool(),
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

/** The class of the layout that a view will have: the head of the page takes its place before the view is there.
 * @param {import('./router.js').Address} route */
const likenessOf = ({ view, parts }) => view === 'start' || view === 'play' || (view === 'online' && parts.length > 0) ? 'table'
    : (view === 'learn' && parts.length > 1) || (view === 'puzzle' && parts.length > 0) || view === 'run' ? 'lesson'
    : view === 'game' || view === 'study' ? 'study' : '';

/** Tells the styles of the whole page the layout of the view. With :has() on the page they would find it themselves, but then
 * the browser restyles every element whenever one is added. */
function noteLayout() {
    const { dataset } = document.documentElement, found = main.querySelector('.table, .lesson, .study, form.setup, .view-edit > .play');
    const layout = ['table', 'lesson', 'study', 'setup'].find((name) => found?.classList.contains(name)) ?? (found ? 'edit' : 'text');
    if (dataset.layout !== layout)
        dataset.layout = layout;
}

new MutationObserver(noteLayout).observe(main, { childList: true, subtree: true });

async function showRoute() {
    const mine = ++showing, route = readRoute(hashOf());
    left.abort();
    left = new AbortController();
    const known = Object.hasOwn(views, route.view), load = known ? views[route.view] : views.home;
    leave?.();
    leave = undefined;
    for (const dialog of document.querySelectorAll('dialog')) {
        dialog.close();
        dialog.remove(); // at once, and the focus with it: its own handler comes only later
    }
    const host = el('div', { class: `view view-${route.view}` }, el('p', { class: 'wait soft' }, t('head.wait')),
        el('i', { class: likenessOf(route), hidden: true }));
    fill(main, host);
    if (mine > 1)
        scrollTo(0, 0);
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
    const said = main.querySelector('h1')?.textContent;
    const sought = main.querySelector('.is-sought'); // a place within the view
    const heading = /** @type {HTMLElement | null} */ (sought ?? main.querySelector('h1'));
    setTitle(said && route.view !== 'home' ? said : '');
    await pause(); // what follows lays the view out
    if (mine !== showing)
        return;
    if (sought)
        sought.scrollIntoView();
    // Not on the first view, nor where the visitor has already begun to do something.
    if (mine > 1 && heading && document.activeElement === document.body) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
    }
}

/** A script that could not be loaded, perhaps because the server has another version of the page by now.
 * @param {unknown} error @returns {Promise<never>} */
async function misfit(error) {
    const page = await fetch('./', { cache: 'no-store' }).then((response) => response.text(), () => '');
    const [, own = ''] = /\/(v\/\w+\/)/.exec(import.meta.url) ?? [];
    throw new ModuleError(page && !page.includes(own) ? 'version' : 'unreachable', String(error));
}

/** What to say of a module or a script that cannot be used. @type {Record<ModuleError['code'], import('./i18n.js').Key>} */
const MISFITS = { missing: 'fail.noWasm', unreachable: 'fail.unreachable', version: 'fail.version' };

/** @param {unknown} error */
function failure(error) {
    const missing = error instanceof ModuleError, old = missing && error.code === 'version';
    const text = missing ? t(MISFITS[error.code]) : error instanceof Error ? error.message : String(error);
    return el('section', { class: 'panel failure', role: 'alert' },
        el('h1', {}, t('fail.title')), el('p', {}, text),
        el('div', { class: 'row' },
            // A script or the rules may arrive at the second try; for all else the way home is the best one.
            old ? button(t('fail.reload'), () => location.reload(), { class: 'main' })
                : [button(t('fail.retry'), showRoute, { class: missing ? 'main' : '' }), linkButton(t('fail.home'), '#/', { class: missing ? 'button' : 'button main' })]));
}

// ---- Beginning -----------------------------------------------------------------------

/** A module of the app by its name in web/, for tests and for a look from the console. */
Object.assign(globalThis, { moduleOf: async (/** @type {string} */ name) =>
    ({ ...(await part('rest')).modules, ...(await part('learning')).modules, ...(await part('remote')).modules })[name] });

settleAddress();
await loadWords();
applySettings();
onStorageFailure(() => notice(t('fail.storage'), true));
/** Files of networks that were reported: each is reported once. @type {Set<string>} */
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
const shown = showRoute();
/** The rest is for later: the rules, which every game needs, and then a copy of everything for offline play. */
async function prepare() {
    await shown;
    await idle();
    await games().catch(() => {}); // the view that needs them shows the error
    if (!('serviceWorker' in navigator) || !isSecureContext)
        return;
    await idle();
    await navigator.serviceWorker.register('sw.js', { updateViaCache: 'none' });
    await keepAll();
}
prepare().catch(() => {}); // without a copy there is no offline play, nothing more
resumeWaiting();
watchTurns();
watchMember();
