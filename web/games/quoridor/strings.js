/* What the page says about this game. {0}, {1}, ... stand for the arguments; the translations are in po/. */

/** @type {import('../../js/types.js').Strings} */
export const strings = {
    card: { place: 3, title: 'Quoridor', author: 'Mirko Marchesi', publisher: 'Gigamic', players: [2, 4], minutes: [10, 20] },
    en: {
        pitch: 'Bring your pawn across the board, and put barriers in the others’ way.',
        keys: 'H, V: place a horizontal or a vertical barrier',
        'option.size': 'Board',
        'option.walls': 'Barriers',
        'option.extra': 'More barriers for all but player 1',
        'option.turn': 'Turning beside a pawn',
        'option.turn.blocked': 'whatever blocks the jump',
        'option.turn.barrier': 'only at a barrier',
        h: 'Horizontal barrier',
        v: 'Vertical barrier',
        pawn: 'pawn of player {0}',
        barrier: 'barrier {0}',
        above: 'above',
        below: 'below',
        left: 'on the left',
        right: 'on the right',
        'place.h': 'barrier {0}, above {1} and {2}',
        'place.v': 'barrier {0}, right of {1} and {2}',
        hand: 'Player {0}: barriers in hand: {1}',
        start: 'Move your pawn or place a barrier.',
        startPawn: 'You have no barriers left.',
        'mode.h': 'Choose the place of a horizontal barrier.',
        'mode.v': 'Choose the place of a vertical barrier.',
        waiting: 'Drag the barrier or turn it; tap it again to place it.',
        give: 'player {0} gives a barrier to player {1}',
    },
};
