/*
 * games.js - the games that were left unfinished, at this screen and on the server, in one list on home: those that wait
 * for the visitor's move first, with board and clock.
 */
import { titleOf } from '../game.js';
import { open } from '../rules.js';
import { button, el, fill } from '../dom.js';
import { plural, t } from '../i18n.js';
import { dropTicket, restoreTicket } from '../online.js';
import { dropGame, isMine, ownSeat, restoreGame, savedGames } from '../saved.js';
import { matchOf } from '../state.js';
import { askFor, drawTurns, isMyTurn, openTickets } from '../turns.js';
import { clockText } from '../parts/clock.js';
import { deletableRow } from '../parts/deletable.js';
import { thumbnail, withoutRules } from '../parts/miniature.js';
import { occupantName } from '../parts/terms.js';
import { nameAt, opponents } from '../parts/words.js';

/** @typedef {import('../saved.js').SavedGame} SavedGame */
/** @typedef {import('../online.js').Ticket} Ticket */

/** A row of the list; asked: when the server has told how its game stands.
 * @typedef {{ row: HTMLLIElement, mine: boolean, touched: number, asked?: Promise<void> }} Item */

const SHOWN = 6;

/** @param {string} what @param {HTMLElement} board @param {string} who @param {HTMLElement} how @param {string} href
 * @param {() => () => void} remove @param {() => boolean} [goesOn]  without this row */
function rowOf(what, board, who, how, href, remove, goesOn) {
    return deletableRow([el('a', { class: 'kept-game', href }, board,
        el('span', { class: 'what' }, el('strong', {}, what), el('span', {}, who), how))],
    { what: t('kept.theGame', what, who), remove, goesOn, changed: drawTurns });
}

/** How far it is, whose turn it is, and the time left. @param {SavedGame} game @param {number} seat  whose turn it is */
function standing(game, seat) {
    const { record, seats, clock, times } = game, plies = record.moves.filter((move) => move !== 'swap').length;
    const who = seat === ownSeat(game) ? t('kept.yourTurn')
        : seats[seat - 1].kind === 'computer' ? t('kept.computerTurn') : t('kept.turn', nameAt(game, seat));
    return [t('kept.move', Math.floor(plies / record.players) + 1), who, clock && clockText(times[seat - 1])].filter(Boolean).join(' · ');
}

/** A game at this screen. @param {SavedGame} game @param {AbortSignal} signal @returns {Item} */
function near(game, signal) {
    const how = el('span', { class: 'soft' }, game.turn ? standing(game, game.turn) : '\u00a0'), mine = isMine(game);
    if (!game.turn) // it was kept before turns were noted
        open(game.record).then(({ seats, turn }) => fill(how, standing(game, seats[turn - 1]))).catch(withoutRules);
    const row = rowOf(titleOf(game.record.game), thumbnail(game.record, { seat: ownSeat(game), signal }), opponents(game), how, `#/play/${game.id}`, () => {
        dropGame(game.id);
        return () => restoreGame(game);
    });
    row.classList.toggle('is-mine', mine);
    return { row, mine, touched: game.touched };
}

/** The state of the player's game on the server, in words. @param {import('../turns.js').Own} own */
function farStanding(own) {
    const { ticket: { seat }, state: { now: { status, clocks, turn, seats } } } = own, mine = isMyTurn(own);
    const said = mine ? t('kept.yourTurn') : status === 'open' ? t('lobby.waits')
        : status === 'running' ? t('kept.turn', occupantName(seats[(turn ?? 1) - 1])) : t('online.ended');
    return mine && clocks && seat ? `${said} · ${clockText(clocks.left[seat - 1])}` : said;
}

/** A game on the server. @param {Ticket} ticket @param {AbortSignal} signal @returns {Item} */
function far(ticket, signal) {
    const how = el('span', { class: 'soft' }, ticket.mine ? t('kept.yourTurn') : '\u00a0'), board = el('span', { class: 'mini' });
    let goesOn = true;
    const row = rowOf(titleOf(ticket.game), board, ticket.people.join(' – '), how, `#/online/${ticket.id}`, () => {
        dropTicket(ticket.id);
        return () => restoreTicket(ticket);
    }, () => goesOn);
    row.classList.add('is-far');
    row.classList.toggle('is-mine', Boolean(ticket.mine));
    /** @type {Item} */
    const item = { row, mine: Boolean(ticket.mine), touched: ticket.touched };
    item.asked = askFor(ticket).then((own) => {
        if (signal.aborted || !own)
            return;
        item.mine = isMyTurn(own);
        goesOn = ['open', 'running'].includes(own.state.now.status);
        fill(how, farStanding(own));
        row.classList.toggle('is-mine', item.mine);
        board.replaceWith(thumbnail(matchOf(own.state), { seat: ticket.seat ?? 0, signal }));
    });
    return item;
}

/** @param {Item[]} items */
const inOrder = (items) => [...items].sort((a, b) => Number(b.mine) - Number(a.mine) || b.touched - a.touched);

/** @param {AbortSignal} signal  home is left @returns {HTMLElement | false} */
export function section(signal) {
    const items = [...openTickets().map((ticket) => far(ticket, signal)),
        ...savedGames().filter((game) => !game.over && game.record.moves.length > 0).map((game) => near(game, signal))];
    if (items.length === 0)
        return false;
    let shown = inOrder(items), most = SHOWN;
    const rows = el('ul', { class: 'kept-games' });
    const draw = () => fill(rows, shown.slice(0, most).map(({ row }) => row));
    const all = button(plural('home.all', items.length), () => {
        most = items.length;
        draw();
        shown[SHOWN].row.querySelector('a')?.focus();
        all.remove();
    });
    draw();
    // The server's answers may change the order; rows do not move under the visitor's hand.
    Promise.all(items.map(({ asked }) => asked)).then(() => {
        const order = inOrder(items);
        if (rows.matches(':hover, :focus-within') || order.every((item, i) => item === shown[i]))
            return;
        shown = order;
        draw();
    });
    return el('section', { class: 'panel waiting' }, el('h2', {}, t('home.kept')), rows, items.length > SHOWN && all);
}
