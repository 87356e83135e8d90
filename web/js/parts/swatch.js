/*
 * swatch.js - small boards that show the looks to choose from. Each has a tree of its own, in which a look other than the
 * page's can be in use.
 */
import { el } from '../dom.js';
import { cards, replayOf } from '../game.js';
import { Miniature, withoutRules } from './miniature.js';
import { open } from '../rules.js';
import { savedGames } from '../saved.js';

/** @typedef {import('../settings.js').Settings} Settings */

/** The drawing, and all styles of the page. @returns {Promise<{ drawing: Element, sheet: CSSStyleSheet }>} */
async function draw() {
    const game = savedGames()[0]?.record.game ?? cards[0].name, mini = new Miniature(game), sheet = new CSSStyleSheet();
    const replay = await replayOf(game), moves = replay?.moves.split(' ') ?? [];
    await mini.show(await open({ game, ...replay, moves: moves.slice(0, moves.length / 2) }));
    sheet.replaceSync([...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]).map(({ cssText }) => cssText).join(''));
    return { drawing: /** @type {Element} */ (mini.root.firstElementChild), sheet };
}

/** @type {ReturnType<typeof draw> | undefined} */
let drawn;

/** @param {Settings['board']} board @param {Settings['pieces']} pieces */
export function swatch(board, pieces) {
    const host = el('span', { class: 'look', 'aria-hidden': 'true' }), tree = host.attachShadow({ mode: 'open' });
    drawn ??= draw();
    drawn.then(({ drawing, sheet }) => {
        tree.adoptedStyleSheets = [sheet];
        tree.append(el('div', { class: 'mini', 'data-board': board, 'data-pieces': pieces }, drawing.cloneNode(true)));
    }).catch((error) => {
        drawn = undefined;
        withoutRules(error);
    });
    return host;
}
