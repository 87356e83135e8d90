/*
 * guide.js - help for somebody new to a game: the goal before the first move, the rule behind the first refusal, advice
 * after two losses in a row. Each is given once per game, none if the settings turn it off. And the level of the computer
 * that suits the visitor.
 */
import { lastLevel } from './quick.js';
import { ownSeat, savedGames } from './saved.js';
import { settings } from './settings.js';
import { read, write } from './storage.js';
import { strengthOf } from './strength.js';

/** @typedef {'goal' | 'rule' | 'losses'} Tip */

/** @param {Tip} tip @param {string} game */
const nameOf = (tip, game) => `${tip}.${game}`;

/** What has been given. @returns {string[]} */
const given = () => read('guide', []);

/** True if the tip is still to be given. @param {Tip} tip @param {string} game */
export const isDue = (tip, game) => settings.get('guide') && !given().includes(nameOf(tip, game));

/** Notes that the tip has been given. @param {Tip} tip @param {string} game */
export function noteGiven(tip, game) {
    if (isDue(tip, game))
        write('guide', [...given(), nameOf(tip, game)]);
}

/** True if the visitor has lost the last two games of this kind against the computer. @param {string} game */
export function lostTwice(game) {
    const last = savedGames().filter((one) => one.over && one.record.game === game && !one.practice && ownSeat(one)).slice(0, 2);
    return last.length === 2 && last.every((one) => one.won?.length && !one.won.includes(ownSeat(one)));
}

/** How many of the last games say how strong the visitor is. */
const LAST_GAMES = 30;

/** The visitor's last games of two against the computer. @param {string} game @returns {import('./strength.js').Outcome[]} */
function outcomesOf(game) {
    return savedGames().flatMap(({ over, won, practice, record, seats }) => {
        const seat = ownSeat({ seats }), other = seats[2 - seat];
        return over && won && !practice && record.game === game && seats.length === 2 && seat && other.kind === 'computer'
            ? [/** @type {import('./strength.js').Outcome} */ ([other.level, won.length === 0 ? 0.5 : won.includes(seat) ? 1 : 0])]
            : [];
    }).slice(0, LAST_GAMES);
}

/** The level that gives even chances with two players; null while there are too few games. @param {import('./types.js').Game} game */
export function evenLevel(game) {
    const strength = strengthOf(outcomesOf(game.name));
    return strength === null ? null : Math.max(0, Math.min(lastLevel(game, 2), Math.round(strength)));
}
