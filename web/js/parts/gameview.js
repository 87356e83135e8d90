/*
 * gameview.js - the base of the views of a game in progress, at one screen or online: its table, the
 * seats, the viewer, the offer to swap, analysing and sharing it. The views themselves carry out a
 * move: they store the game in this browser, or send the move to the server.
 *
 * The table owns the state of the game from the rules (`live`); nothing here computes it again.
 */
import { el } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { go } from '../router.js';
import { studyOf } from '../study.js';
import { Table } from './table.js';
import { calledAmong, resultText, viewerAt } from './words.js';

/** @typedef {import('../types.js').MatchRecord} MatchRecord */
/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('./words.js').Sitter} Sitter */

/** A move that comes right after another leaves that one time to arrive. */
export const PAUSE_MS = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 350;

/** The face of a button of the bar. @param {import('../icons.js').IconName} name @param {string} text */
export const face = (name, text) => [icon(name), el('span', {}, text)];

export class GameView {
    /** @type {Table | null} as soon as the game is known */
    table = null;
    gone = new AbortController();

    /** The visitor's seat; 0: none, or several. */
    get own() {
        return 0;
    }

    /** The players' names, by seat. @returns {string[]} */
    get names() {
        return [];
    }

    /** The same for sentences of the rules, which name no one who gave no name. @returns {Sitter[]} */
    get sitters() {
        return [];
    }

    /** By player: the seat, as the rules say. */
    get seats() {
        return this.table?.live?.seats ?? this.names.map((_, i) => i + 1);
    }

    /** The player whose side the visitor has; 0 if there is none. */
    get you() {
        return this.seats.indexOf(this.own) + 1;
    }

    /** The name of a player in a sentence. @param {number} player  from 1 */
    called(player) {
        const { names } = this;
        return calledAmong(this.seats.map((seat) => names[seat - 1]), player);
    }

    /** Who reads what the rules say here. */
    viewer() {
        const { sitters } = this;
        return viewerAt(this.seats.map((seat) => sitters[seat - 1]), this.you);
    }

    /** How the game ended. @param {Snapshot} live */
    result(live) {
        return resultText(live, (player) => this.called(player), this.you);
    }

    /** @param {string} game @param {string} id
     * @param {Omit<import('./table.js').TableApi, 'viewer' | 'side' | 'signal'>} api */
    makeTable(game, id, api) {
        return this.table = new Table(game, id, {
            ...api, viewer: () => this.viewer(), side: () => this.you, signal: this.gone.signal,
        });
    }

    /** The buttons of the game. @param {import('../dom.js').Child[]} children @param {string} [style] */
    bar(children, style = '') {
        return el('div', { class: `bar main-bar ${style}`, role: 'group', 'aria-label': t('play.actions') }, children);
    }

    /** Goes on to the analysis. @param {MatchRecord} record @param {string[]} people  by seat @param {string} [source] */
    study(record, people, source) {
        go(`#/study/${studyOf(record, people, { quarters: this.table?.stage.quarters, source, seat: this.own })}`);
    }
}
