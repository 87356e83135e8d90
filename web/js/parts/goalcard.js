/* goalcard.js - the goal of a game and how it is reached, in two sentences over its board, with a way to the tutorial. */
import { button, el, fill, linkButton } from '../dom.js';
import { say, t } from '../i18n.js';
import { isDue, noteGiven } from '../guide.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */

export class GoalCard {
    #game;
    #learn;

    /** @param {HTMLElement} host  over the board @param {string} game @param {boolean} [learn]  the tutorial is offered: at this screen */
    constructor(host, game, learn = true) {
        this.host = host;
        this.#game = game;
        this.#learn = learn;
        host.addEventListener('click', ({ target }) => target === host && this.hide());
    }

    /** Shows the card before the visitor's first game of this kind; a move takes it away.
     * @param {Snapshot} live @param {boolean} fresh  the visitor has not moved yet @param {number} you  the player who reads it; 0: the one to move */
    follow(live, fresh, you) {
        if (!fresh || live.over)
            this.hide();
        else if (!this.host.hasChildNodes() && isDue('goal', this.#game))
            this.show(live.goals[(you || live.turn) - 1]);
    }

    /** Shows the card before the rules answer. @param {string} goal */
    preview(goal) {
        if (isDue('goal', this.#game))
            this.show(goal);
    }

    /** @param {string} goal  in a sentence */
    show(goal) {
        fill(this.host, el('section', { class: 'goal-card', 'aria-label': t('guide.goal') },
            el('p', {}, goal), el('p', { class: 'soft' }, say(`${this.#game}:pitch`)),
            el('div', { class: 'row' },
                button(t(this.#learn ? 'home.new' : 'dialog.close'), () => this.hide(), { class: 'main' }),
                this.#learn && linkButton(t('guide.learn'), `#/learn/${this.#game}/goal`, { onclick: () => this.hide() }))));
    }

    hide() {
        if (!this.host.hasChildNodes())
            return;
        noteGiven('goal', this.#game);
        fill(this.host);
    }
}
