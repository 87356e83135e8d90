/* view.js - how a match stands, as a board wants to hear it. */

/**
 * @param {import('../types.js').Snapshot} snapshot
 * @returns {import('../boards/types.js').View}  to look at, without any marks
 */
export function viewOf({ record, entries, position, turn, over, winners, moves, pieces, hands, supply, win, reach, held, sides }) {
    const last = record.moves.findLastIndex((move) => move !== 'swap');
    return {
        game: record.game, players: record.players, options: record.options, position, turn, over, winners, moves,
        interactive: false, lastMove: record.moves[last], mover: entries[last]?.player,
        pieces, hands, supply, win, reach, held, sides,
    };
}
