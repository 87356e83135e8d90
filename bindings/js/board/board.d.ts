/* The element <tablier-board>; importing the module defines it. */
import type { Game } from './index.js';
import type { MatchRecord, RecordInput, Winners } from './types.js';

/** The player has chosen a move, which is played unless the event is cancelled. */
export type MoveEvent = CustomEvent<{ move: string; player: number }>;
/** The player has tried something that is not allowed, for this reason. */
export type RefuseEvent = CustomEvent<{ move: string; reason: string; places: string[] }>;
/** The match is over; no winners: a draw. */
export type OverEvent = CustomEvent<{ winners: Winners }>;

/**
 * Attributes: `game`, `players`, `options` ("size=5 walls=4"), `position`, `moves` ("e2 e8"), `playable` (the
 * user may move), `side` (the player at the bottom), `data-theme` ("light" or "dark"; without it, the
 * system's), `lang` (such as "fr"; without it, the language of the page around the element). Events: `move`,
 * `refuse`, `over`, and `error` for attributes that are not a match.
 */
export class TablierBoard extends HTMLElement {
    /** Resolves when the board shows what was set last. */
    readonly ready: Promise<void>;
    /** The match that it shows; null until it is ready. Change it through play() and undo(). */
    readonly match: Game | null;
    get record(): MatchRecord | null;
    set record(record: RecordInput);
    /** The moves so far. */
    moves: string[];
    /** Plays a move, animated. Throws a RulesError if it is not legal. */
    play(move: string): string;
    /** Takes back the last move; false if there is none. */
    undo(): boolean;
}

declare global {
    interface HTMLElementTagNameMap {
        'tablier-board': TablierBoard;
    }
}
