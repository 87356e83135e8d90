/* today.js - the puzzle of the day of one game, solved where it stands on home; the other games' are one click away. */
import { cards } from '../game.js';
import { el, fill, button } from '../dom.js';
import { t } from '../i18n.js';
import { Solver } from '../parts/solver.js';
import { dots } from '../parts/tile.js';
import { dailyPuzzle, note, outcome } from '../puzzles.js';
import { helpButtons, noteSolved, ratingText, streakText } from '../views/puzzle.js';

/** @param {HTMLElement} place @param {string} name  of the game @param {AbortSignal} signal  home is left */
export async function showToday(place, name, signal) {
    const all = await Promise.all(cards.map(async (game) => ({ game, puzzle: await dailyPuzzle(game.name) })));
    const rich = all.filter(({ puzzle }) => puzzle), first = rich.find(({ game }) => game.name === name) ?? rich[0];
    /** @type {Solver | null} */
    let solver = null;
    signal.addEventListener('abort', () => solver?.leave());

    /** @param {typeof rich[number]} one */
    async function show({ game, puzzle: shown }) {
        const puzzle = /** @type {import('../types.js').Puzzle} */ (shown), tools = el('div', { class: 'row' });
        const facts = el('p', { class: 'soft facts' }), { title } = game;
        const say = (/** @type {number} */ change) => fill(facts, [ratingText(game.name, title, change), streakText()].filter(Boolean).join(' · '));
        solver?.leave();
        const mine = solver = new Solver(game.name, puzzle, {
            onSpoilt: () => say(note(game.name, puzzle, false)),
            onEnd: (end) => {
                if (end === 'solved')
                    say(noteSolved(mine));
                fill(tools, others(game.name));
            },
        });
        say(0);
        fill(tools, outcome(game.name, puzzle.id) === undefined ? helpButtons(mine, title) : others(game.name));
        const body = el('div', { class: `today-puzzle puzzle play-${game.name}`, 'data-puzzle': puzzle.id },
            el('p', { class: 'soft' }, `${title} `, dots(puzzle.grade)), mine.task,
            el('div', { class: 'play-board' }, mine.stage.root), mine.stage.aside(), mine.verdict, tools, facts);
        fill(place, body);
        await mine.begin();
    }

    /** The puzzles of the other games; those that were tried are marked. @param {string} but */
    const others = (but) => rich.filter(({ game }) => game.name !== but).map((one) => {
        const done = outcome(one.game.name, /** @type {any} */ (one.puzzle).id) !== undefined;
        return button(`${done ? '✓ ' : ''}${one.game.title}`, () => show(one), { class: 'small', 'aria-label': t('puzzle.dailyOf', one.game.title) });
    });

    if (first && !signal.aborted)
        await show(first);
}
