/* view.js - the state of a match, in the form that boards take. */

/**
 * @param {import('../types.js').Snapshot} snapshot
 * @returns {import('../boards/types.js').View}  to look at, without any marks
 */
export function viewOf({ record, entries, position, turn, over, winners, moves, pieces, hands, supply, win, reach, held, sides, targets, goals }) {
    const last = record.moves.findLastIndex((move) => move !== 'swap');
    return {
        game: record.game, players: record.players, options: record.options, position, turn, over, winners, moves,
        interactive: false, lastMove: record.moves[last], mover: entries[last]?.player,
        pieces, hands, supply, win, reach, held, sides, targets, goals,
    };
}
