/*
 * guide.js - help for somebody new to a game: the goal before the first move, the rule behind the first refusal, advice
 * after two losses in a row. Each is given once per game, none if the settings turn it off.
 */
import { ownSeat, savedGames } from './saved.js';
import { settings } from './settings.js';
import { read, write } from './storage.js';

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
