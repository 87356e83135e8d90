/* The things that the modules of the page hand each other. */

export * from '../tablier/types.js';
import type { Ending, Game, MatchRecord, Message, OptionValue, Snapshot } from '../tablier/types.js';

/** What the first view says of a game before the rules are loaded: the same as the rules say. */
export type Card = Pick<Game, 'title' | 'author' | 'authorLink' | 'publisher' | 'players' | 'minutes' | 'age'> & {
    /** Its place among the games, as in the rules. */
    place: number;
};

/** What is said, by key; the translations are in po/. */
export type Strings = { en: Record<string, string>; card: Card };

/**
 * A task of a course. What is legal and who has won is for the rules to say; a task
 * adds what it wants to see.
 */
export interface Task {
    /** The key of its words in lessons.TAG.json, different from all others of the game. */
    name: string;
    /** Ids of the rules that its words explain, */
    explains?: string[];
    /** and of those that it uses: they are explained here or before. */
    uses?: string[];
    /** Where it begins; the game's own start if nothing is said. */
    position?: string;
    /** One of these moves, */
    moves?: string[];
    /** a move that looks like this, */
    like?: RegExp;
    /** a move that wins, */
    wins?: boolean;
    /** a move that ends the game in a draw, */
    draws?: boolean;
    /** a move after which the game goes on, */
    goesOn?: boolean;
    /** or an attempt that the rules refuse. */
    refused?: boolean;
    /** Squares and arrows that show what the words say: `Gb2`, `Rb2c3`. */
    drawings?: string[];
    /** What `Show me` points at; where it is to be refused, what to try. */
    solution: string;
}

/** The words of a task in one language. */
export interface TaskWords {
    /** The rule that the task teaches, shown first, */
    rule?: string;
    /** and what to do; both together take at most six lines of a phone. */
    text: string;
}

/** A game that shows an idea; its notes are among the words of the lesson. */
export interface ExampleGame {
    options?: Record<string, OptionValue>;
    /** With spaces between them. */
    moves: string;
    /** Who wins, by force from a number of moves on: the solver proves it. */
    winner: number;
    from: number;
    /** True if it was not won by force one move earlier: the move before was the mistake. */
    turned?: boolean;
}

/** A game with the notes on it, by the number of moves before each. */
export interface AnnotatedGame {
    options?: Record<string, OptionValue>;
    moves: string[];
    notes: Record<number, string>;
}

/** A lesson of a course: tasks that explain rules, puzzles of one theme, or a game that shows an idea. */
export interface Lesson {
    /** The key of its words, and its address: #/learn/GAME/NAME. */
    name: string;
    tasks?: Task[];
    /** Ids of puzzles in puzzles.txt. */
    puzzles?: string[];
    /** The theme that all of them have; empty: they have none. */
    theme?: string;
    /** The beginning of the task of each: `win`, `hold 2`. */
    task?: string;
    example?: ExampleGame;
}

/** The words of a lesson in one language. */
export interface LessonWords {
    title: string;
    /** Of puzzles and games: what to look for. */
    text?: string;
    /** On a game. */
    notes?: Record<number, string>;
    /** By name. */
    tasks?: Record<string, TaskWords>;
}

/** One step of a lesson, with its words. */
export interface Step {
    /** Its name in the stored progress. */
    name: string;
    task?: Task & TaskWords;
    /** The id of a puzzle. */
    puzzle?: string;
    example?: AnnotatedGame;
}

/** A lesson as the page shows it. */
export interface CourseLesson {
    name: string;
    title: string;
    text?: string;
    chapter: 'rules' | 'tactics' | 'ideas';
    steps: Step[];
}

/** A short game that the first view replays. */
export type Replay = Omit<Partial<MatchRecord>, 'moves'> & { moves: string };

/** A board in a rule page. */
export type Diagram = Partial<MatchRecord>;

/** The boards of a rule page. */
export interface Diagrams {
    /** In the place of the drawings in text, by their number from 0. */
    fences: Record<number, Diagram[]>;
    /** At the end of a section, by its number from 1. */
    sections: Record<number, Diagram[]>;
    /** The section with the rule that forbids a move, by its number from 1. */
    rule?: (move: string, before: Snapshot) => number;
}

// ---- Games on a server, as docs/server/play.md describes them ----------------------

/** Seconds for all moves and for each, or days for each move. */
export type OnlineClock = { main: number; increment: number } | { days: number };

/** A member, as the server describes one to itself: docs/server/members.md. */
export interface Member {
    name: string;
    kind: 'person' | 'bot' | 'computer';
    about: string;
    shown: Record<'ratings' | 'games' | 'openings' | 'online' | 'about', boolean>;
}

/** A rating in a list; one that is provisional is not certain yet. */
export interface Rating {
    list: string;
    rating: number;
    deviation: number;
    games: number;
    provisional: boolean;
}

export interface RatingList {
    list: string;
    rated: boolean;
    /** Two games with sides exchanged are one result. */
    pairs: boolean;
    members: number;
    /** Why its games are not rated. */
    reason?: string;
    message?: Message;
}

export interface Leaderboard {
    members: (Omit<Rating, 'list'> & { rank: number; name: string })[];
    next: string | number | null;
    me: { rank: number | null; percentile: number | null } | null;
    /** Members by rating, in steps of 50. */
    distribution: { from: number; count: number }[];
}

/** Finished games, by game or by opponent. */
export interface Results {
    name: string;
    played: number;
    drawn: number;
    won: number;
}

/** What a member shows to everybody. */
export interface Profile {
    name: string;
    kind: 'person' | 'bot' | 'computer';
    created: number;
    about?: string;
    seen?: number;
    ratings?: Rating[];
    games?: Results[];
    opponents?: Results[];
    openings?: Opening[];
}

/** First moves that a member has played often from a seat. */
export interface Opening extends Omit<Results, 'name'> {
    game: string;
    seat: number;
    moves: string[];
}

/** A browser that is signed in, or a passkey. */
export interface Device {
    id: number;
    seen: number;
    about?: string;
    label?: string;
    current?: boolean;
}

export interface OnlineSeat {
    kind: 'person' | 'computer';
    level?: number;
    /** Of a computer. */
    personality?: string;
    name?: string | null;
    taken: boolean;
    here?: boolean;
    /** The player is a member. */
    member?: boolean;
    /** In the list of the game. */
    rating?: Pick<Rating, 'rating' | 'provisional'>;
    /** What a rated game has done to it, once that is known. */
    change?: number;
    /** What the seat has offered since its last move, in a game's state. */
    offered?: string[];
}

export interface OnlineOffer {
    kind: 'draw' | 'undo' | 'rematch';
    seat: number;
    /** The seats that have agreed. */
    accepted: number[];
    length?: number;
}

/** What events change. */
export interface OnlineNow {
    /** The number of the last event. */
    seq: number;
    status: 'open' | 'running' | 'over' | 'aborted';
    /** How many entries the record has. */
    length: number;
    /** The seat to move. */
    turn: number | null;
    result: 'draw' | number[] | null;
    ending: Ending | null;
    seats: OnlineSeat[];
    watchers: number;
    offer: OnlineOffer | null;
    /** The id of the game that follows. */
    rematch: string | null;
    can_swap: boolean;
    clocks: { left: number[]; running: number | null } | null;
    /** By seat: since when its player is away, and when the others can claim the game. */
    away: ({ since: number; claim: number } | null)[];
    /** The seats that want a computer player to take the place of the one who is away. */
    computer: number[];
    /** The server's clock. */
    time: number;
}

export interface OnlineState {
    id: string;
    game: string;
    players: number;
    options: Record<string, OptionValue>;
    position: string | null;
    repetition: number;
    swap: boolean;
    public: boolean;
    created: number;
    clock: OnlineClock | null;
    /** By the server. */
    paired?: boolean;
    rated: boolean;
    /** The rating list; null without a clock. */
    list: string | null;
    moves: string[];
    now: OnlineNow;
}

export interface OnlineEvent {
    seq: number;
    at: number;
    /** 0 where the server itself acts. */
    seat: number;
    kind: string;
    data?: string | number | null;
}

/** One line of a list of games. */
export interface OnlineEntry {
    id: string;
    game: string;
    players: number;
    clock: OnlineClock | null;
    status: OnlineNow['status'];
    seats: OnlineSeat[];
    moves: number;
    result: OnlineNow['result'];
    created: number;
    updated: number;
}

/** A game that is being played, with its board. */
export interface LiveEntry extends OnlineEntry {
    options: Record<string, OptionValue>;
    position: string;
}

/** The terms of a game that waits for players. */
export type Terms = Pick<OnlineState, 'game' | 'players' | 'options' | 'clock' | 'rated'> & {
    /** The ratings of others, relative to the player's. */
    range?: [number, number] | null;
};

/** A challenge: docs/server/opponents.md. */
export interface Challenge extends Terms {
    id: string;
    from: string;
    /** null: anybody. */
    to: string | null;
    rating: number | null;
    /** That of the challenger; null: fair. */
    seat: number | 'random' | null;
    times: number;
    /** Who sits at the table; level: the player agrees to computer players. */
    seats: { name: string; level: number | null }[];
}

/** Somebody who waits for an opponent. */
export interface OpenSeek extends Terms {
    id: string;
    name: string | null;
    rating: number | null;
    table?: { name: string | null; rating: number | null; level: number | null }[];
}

/** What a new game is to be. */
export interface OnlineTerms {
    game: string;
    players: number;
    options?: Record<string, OptionValue>;
    position: string | null;
    repetition: number;
    swap: boolean;
    clock: OnlineClock | null;
    public: boolean;
    lot: boolean;
    seats: ({ kind: 'person'; mine?: boolean; name?: string } | { kind: 'computer'; level: number; personality?: string })[];
}

export interface SeatLink {
    seat: number;
    secret: string;
}

export interface OnlineCreated {
    id: string;
    watch: string;
    seats: (SeatLink & { mine: boolean })[];
}

/** Why the server does not do what it was asked. */
export interface Refusal {
    code: string;
    /** In English. */
    text?: string;
    /** The same as data. */
    message?: Message;
    /** Squares or pieces to blame. */
    places?: string;
}

export type FromServer = { id?: number } & (
    | { type: 'welcome'; version: number; seat: number | null; invited?: number | null; state: OnlineState; events: OnlineEvent[] }
    | { type: 'event'; event: OnlineEvent; now: OnlineNow }
    | { type: 'state'; state: OnlineState }
    | { type: 'presence'; here: boolean[]; watchers: number; lag: number[] }
    | { type: 'said'; seat: number; phrase: string }
    | { type: 'error' } & Refusal
    | { type: 'pong'; time: number }
    | { type: 'bye'; code: string; text: string });
