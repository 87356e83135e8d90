/*
 * practice.js - a position played against the strongest level: after each mistake the move may be
 * taken back, and a position that is proven to be won is played until it is won.
 */
import { gameNamed, review } from '../rules.js';
import { button, el, fill } from '../dom.js';
import { lang, t } from '../i18n.js';
import { lastLevel } from '../quick.js';
import { go } from '../router.js';
import { newGame, saveGame } from '../saved.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */

/** Judgements after which a move may be taken back. */
const BAD = ['mistake', 'blunder'];

/** Begins to practise a position that is not over. @param {Snapshot} now */
export async function practise({ record, position, turn }) {
    const { ending, result, ...rest } = record, level = lastLevel(await gameNamed(record.game), record.players, record.options);
    const seats = Array.from({ length: record.players }, (_, i) => /** @type {import('../saved.js').Seat} */ (
        i + 1 === turn ? { kind: 'person', name: '' } : { kind: 'computer', level }));
    const game = newGame({ ...rest, position, moves: [], swap: false }, seats, null);
    game.practice = {};
    saveGame(game);
    go(`#/play/${game.id}`);
}

/** @param {() => void} act */
export const practiceButton = (act) => button(t('practice.start'), act, { title: t('practice.help') });

/**
 * @typedef {object} Acts
 * @property {(text: string) => void} say
 * @property {HTMLElement} place     for questions
 * @property {() => void} takeBack
 * @property {() => void} goOn       lets the computer answer
 * @property {() => void} keep       saves the game
 * @property {() => import('../types.js').Viewer} viewer  who plays here
 */

/** The judge of a game that is practice. */
export class Practice {
    /** The computer waits until the last move is judged and, perhaps, taken back. */
    waiting = false;
    #stop = new AbortController();

    /** @param {{ won?: boolean }} facts  kept with the game @param {Acts} acts */
    constructor(facts, acts) {
        this.facts = facts;
        this.acts = acts;
    }

    /** Cancels the pending judgement. */
    cancel() {
        this.#stop.abort();
        this.#stop = new AbortController();
        if (this.waiting)
            fill(this.acts.place);
        this.waiting = false;
    }

    /** Judges a move of the person. @param {Snapshot} before @param {string} move */
    async judge(before, move) {
        const { record: { ending, result, ...rest }, position } = before, { signal } = this.#stop;
        this.waiting = true;
        try {
            const { moves: [judged] } = await review({ ...rest, position, moves: [move], swap: false }, { signal, lang: lang(), viewer: this.acts.viewer() });
            signal.throwIfAborted();
            if (this.facts.won === undefined) {
                this.facts.won = judged.before.value === 'win';
                this.acts.keep();
            }
            const slip = judged.before.value === 'win' && judged.after.value !== null && judged.after.value !== 'win';
            if (slip || BAD.includes(judged.judgement))
                return this.#ask(judged, slip);
            this.waiting = false;
            this.acts.goOn();
        } catch {
            if (!signal.aborted)
                this.#failed(before, move);
        }
    }

    /** Plays on without a judgement, or without heeding it. */
    #playOn() {
        return button(t('practice.on'), () => {
            this.cancel();
            this.acts.goOn();
        }, { class: 'small' });
    }

    /** A worker has failed. @param {Snapshot} before @param {string} move */
    #failed(before, move) {
        fill(this.acts.place, el('p', { role: 'status' }, t('fail.thinking')), el('div', { class: 'row' },
            button(t('fail.retry'), () => {
                this.cancel();
                this.judge(before, move);
            }, { class: 'main small' }), this.#playOn()));
    }

    /** @param {import('../types.js').ReviewMove} judged @param {boolean} slip */
    #ask({ move, sentence, remarks }, slip) {
        const back = button(t('practice.undo'), () => this.acts.takeBack(), { class: 'main small' });
        fill(this.acts.place,
            el('p', { role: 'status' }, [t(slip ? 'practice.slip' : 'practice.mistake', move), ...slip ? [] : [sentence, ...remarks]].filter(Boolean).join(' ')),
            el('div', { class: 'row' }, back, !slip && this.#playOn()));
        back.focus({ preventScroll: true });
    }

    /** The final message. @param {boolean} won */
    verdict(won) {
        return won ? t('practice.won') : t(this.facts.won ? 'practice.notYet' : 'practice.over');
    }
}
