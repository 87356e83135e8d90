/*
 * pictures.js - the page as the README shows it, and the small board of each game for the lists of the page;
 * scripts/pictures runs this.
 */
import { writeFileSync } from 'node:fs';
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

/** The boards of home as the page draws them, each as an SVG that needs no style sheet, by game. */
async function smallBoards() {
    const context = await browser.newContext({ reducedMotion: 'reduce', colorScheme: 'light', serviceWorkers: 'block', viewport: { width: 1280, height: 2000 } });
    const page = await context.newPage();
    await page.goto(server.url);
    await page.waitForFunction(() => document.querySelectorAll('.card .mini .b-svg').length === document.querySelectorAll('.card').length);
    const all = await page.evaluate(flatten);
    await context.close();
    return all;
}

/** Runs in the page: the drawings of the cards with their styles as attributes. */
function flatten() {
    const GEOMETRY = ['x', 'y', 'width', 'height', 'rx', 'ry', 'cx', 'cy', 'r', 'x1', 'y1', 'x2', 'y2', 'd', 'points', 'transform', 'offset', 'gradientUnits', 'id'];
    const USUAL = { fill: '#000', 'fill-opacity': '1', 'fill-rule': 'nonzero', opacity: '1', stroke: 'none', 'stroke-width': '1', 'stroke-opacity': '1', 'stroke-linecap': 'butt',
        'stroke-linejoin': 'miter', 'stroke-dasharray': 'none', 'paint-order': 'normal' };
    const LETTERS = { 'font-size': '', 'font-weight': '400', 'text-anchor': 'start', 'dominant-baseline': 'auto' };
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }), context = canvas.getContext('2d');
    const short = (text) => text.replace(/-?\d*\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10));
    const hex = (colour) => {
        context.fillStyle = colour;
        context.clearRect(0, 0, 1, 1);
        context.fillRect(0, 0, 1, 1);
        return `#${[...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    };
    const valueOf = (name, value) => /url/.test(value) ? value.replace(/"/g, '') : /^(fill|stroke|stop-color)$/.test(name) && value !== 'none' ? hex(value)
        : /opacity/.test(name) ? String(Math.round(Number(value) * 100) / 100) : short(value).replace(/px/g, '');
    const attributes = (one, style, wanted) => [...GEOMETRY.flatMap((name) => one.hasAttribute(name) ? [[name, short(one.getAttribute(name))]] : []),
        ...Object.entries(wanted).flatMap(([name, usual]) => {
            const value = valueOf(name, style.getPropertyValue(name));
            return value === usual || value === '' ? [] : [[name, value]];
        })].map(([name, value]) => ` ${name}="${value}"`).join('');
    const write = (one) => {
        const style = getComputedStyle(one), name = one.localName, inner = () => [...one.children].map(write).join('');
        if (/^(linear|radial)Gradient$/.test(name))
            return `<${name}${attributes(one, style, {})}>${inner()}</${name}>`;
        if (name === 'stop')
            return `<stop${attributes(one, style, { 'stop-color': '', 'stop-opacity': '1' })}/>`;
        if (style.display === 'none' || style.visibility === 'hidden' || Number(style.opacity) === 0)
            return '';
        if (name === 'g' || name === 'defs') {
            const text = inner(), own = attributes(one, style, { opacity: '1' });
            return text && (own || name === 'defs') ? `<${name}${own}>${text}</${name}>` : text;
        }
        if (/transparent|rgba\(0, 0, 0, 0\)|^none$/.test(style.fill) && style.stroke === 'none')
            return '';
        return name === 'text' ? `<text${attributes(one, style, { ...USUAL, ...LETTERS })}>${one.textContent}</text>` : `<${name}${attributes(one, style, USUAL)}/>`;
    };
    return Object.fromEntries([...document.querySelectorAll('.card')].map((card) => {
        const drawing = card.querySelector('.mini .b-svg'), body = [...drawing.children].map(write).join('');
        return [card.className.match(/card-(\w+)/)[1], `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${drawing.getAttribute('viewBox')}" font-family="system-ui,sans-serif">${body}</svg>\n`];
    }));
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

for (const [name, text] of Object.entries(await smallBoards()))
    writeFileSync(join(process.env.GAMES ?? '.', name, 'picture.svg'), text);
await browser.close();
server.close();
