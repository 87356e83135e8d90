/*
 * swatch.js - small boards that show the looks to choose from. Each has a tree of its own, in which a look other than the
 * page's can be in use.
 */
import { el } from '../dom.js';
import { cards } from '../game.js';
import { Miniature, withoutRules } from './miniature.js';
import { open } from '../rules.js';
import { savedGames } from '../saved.js';

/** @typedef {import('../settings.js').Settings} Settings */

/** Some moves of each game, after which there is something to see. @type {Record<string, string>} */
const SHOWN = { dorix: 'b2 c3 b2 c2', tictacdoh: 'Sc3 Mb2 Ld3', quoridor: 'e2 e8 e3 e7 e4 e6 d4h e6v', orbital: 'Bb2 Bb3 Tc3n' };

/** The drawing, and all styles of the page. @returns {Promise<{ drawing: Element, sheet: CSSStyleSheet }>} */
async function draw() {
    const game = savedGames()[0]?.record.game ?? cards[0].name, mini = new Miniature(game), sheet = new CSSStyleSheet();
    await mini.show(await open({ game, moves: (SHOWN[game] ?? '').split(' ').filter(Boolean) }));
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
