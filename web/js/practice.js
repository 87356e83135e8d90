/* practice.js - a game against the computer while the others have not sat down yet: by the rules agreed on. */
import { games, open } from './rules.js';
import { lastQuick } from './quick.js';
import { loadGame, newGame, saveGame } from './saved.js';
import { readTab, writeTab } from './storage.js';

/** @typedef {Pick<import('./types.js').OnlineState, 'id' | 'game' | 'players' | 'options' | 'position' | 'repetition'>} Terms */

/**
 * The one that was begun before, unless it is over; else a new one.
 *
 * @param {Terms} state
 * @param {number} seat  the visitor's, from 1
 */
export async function practiceGame({ id, game, players, options, position, repetition }, seat) {
    const before = loadGame(readTab(`practice.${id}`) ?? '');
    if (before && !before.over)
        return before;
    const info = (await games()).find(({ name }) => name === game), level = info ? lastQuick(info).level : 3;
    const { record } = await open({ game, players, options, position, repetition });
    const made = newGame(record, Array.from({ length: players }, (_, i) =>
        i + 1 === seat ? { kind: 'person', name: '' } : { kind: 'computer', level }), null);
    saveGame(made);
    writeTab(`practice.${id}`, made.id);
    return made;
}
