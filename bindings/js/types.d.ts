/* The things that the library takes and hands out. */

/** A BCP 47 tag: 'en', 'fr', 'de-CH'. English serves where there is no translation. */
export type Lang = string;

/** A message as data: an English template and its arguments. */
export interface Message {
    template: string;
    arguments?: Record<string, Argument>;
}

/** Text, a count, a number with decimals, a player, players who play together, a list, or a message. */
export type Argument = string | number | { number: number; digits: number } | { player: number } | { side: number[] }
    | { and: string[] } | { or: string[] } | Message;

/** Who reads a sentence about players: their names (null or empty for one without), and the
 * number of the player who reads, from 1. */
export interface Viewer {
    names?: (string | null)[];
    you?: number;
}

/** A number, or one of the option's words. */
export type OptionValue = number | string;

export interface GameOption {
    name: string;
    min: number;
    max: number;
    step: number;
    /** Where there are words, `min` to `max` are indexes into them. */
    words: string[] | null;
    /** Every value that it may have, spelled as in a record. */
    values: OptionValue[];
    /** By number of players. */
    defaults: Record<number, OptionValue>;
    text: string;
}

export interface Game {
    name: string;
    title: string;
    author: string;
    /** What the game's own documents state, and only that: where to write to the author, */
    authorLink?: string;
    publisher?: string;
    /** the minutes that a game takes, from and to, */
    minutes?: [number, number];
    /** and the age of the youngest players, in years. */
    age?: number;
    /** The numbers of players that it allows. */
    players: number[];
    /** By number of players, the side of each player, from 1: players of one side win together. */
    sides: Record<number, number[]>;
    /** The highest level of the computer player; the lowest is 0. */
    levels: number;
    /** By number of players, the last level with the usual options: less where play is perfect before. One beyond it plays like it. */
    lastLevels: Record<number, number>;
    /** The computer's personalities, for games of two sides. */
    personalities: string[];
    /** Can a position come back? Then the repetition rule applies. */
    repeats: boolean;
    options: GameOption[];
    /** The themes of its puzzles: as their file spells them, and in words. */
    themes: { name: string; text: string }[];
}

/** Endings that the moves do not show. */
export type CalledEnding = 'resignation' | 'agreement' | 'time' | 'limit';
export type Ending = 'board' | 'repetition' | CalledEnding;

/** Numbers of the winners, from 1; empty for a draw. */
export type Winners = number[];

/** What a position is worth to one player: an estimate (`score`) or proven (`value`). */
export interface Evaluation {
    /** From 1. */
    player: number;
    /** 1 a certain win, -1 a certain loss. */
    score?: number;
    value?: 'win' | 'draw' | 'loss';
    /** Until the end. */
    plies?: number;
}

/** What is said about a place in a line of moves. */
export interface Note {
    /** The number of moves before it: 0 the start, 1 after the first. */
    at: number;
    comment?: string;
    eval?: Evaluation;
    /** That the move took. */
    ms?: number;
    /** Drawn on the board: a colour (G, R, B or Y) and a square, `Gb2`, or two for an arrow, `Rb2c3`. */
    drawings?: string[];
    /** Instead of the move before the note. */
    variations?: Variation[];
}

export interface Variation {
    moves: string[];
    notes?: Note[];
}

/** One match, whole: every call carries one. */
export interface MatchRecord {
    game: string;
    players: number;
    options: Record<string, OptionValue>;
    /** Where it begins; null for the game's own start. */
    position: string | null;
    /** Occurrences of a position that make a draw: 0 (off), 2 to 9; 1: bringing one back is illegal. */
    repetition: number;
    /** The pie rule. */
    swap: boolean;
    /** Moves, and perhaps `swap` as the second entry. */
    moves: string[];
    /** In the order of the moves. Records are read and written with them. */
    notes?: Note[];
    ending?: CalledEnding;
    /** Needed only with `ending`. */
    result?: Winners;
}

/** What is not said takes the usual value. */
export type RecordInput = { game: string } & Partial<MatchRecord>;

/** A piece on the board. */
export interface Piece {
    /** "pawn", "barrier"; a letter where the notation has one: "S". */
    kind: string;
    /** Its owner, from 1; missing if it is nobody's. */
    player?: number;
    /** The direction it points in. */
    way?: 'n' | 'e' | 's' | 'w';
    /** It was placed last and restricts where the next player may play. */
    sends?: true;
}

/** Pieces of one kind that are not on the board: how many are left, of how many at the start. */
export interface Supply {
    kind: string;
    count: number;
    of: number;
}

/** A position as data: everything that a picture of it shows. */
export interface Scene {
    /** By place ("e4", "e3h"), from the bottom up. */
    pieces: Record<string, Piece[]>;
    /** By player: what each one holds. */
    hands: Supply[][];
    /** What all players draw on. */
    supply: Supply[];
    /** The squares that won, by line; empty while nobody has won on the board. */
    win: string[][];
    /** Squares to which the last move sends the player to move, whether or not anything fits there. */
    reach: string[];
    /** Squares that a player holds where that counts (towers): by square, the player from 1. */
    held: Record<string, number>;
    /** By player: the squares that win when that player reaches one; empty in games without such a goal. */
    targets: string[][];
}

/** Pieces for compose(), by place, from the bottom up; whose turn it is, from 1. */
export interface Composition extends Pick<Scene, 'pieces'> {
    /** By player, where pieces on the board have no owner: how many each one holds. */
    hands?: number[];
    turn: number;
}

export interface Composed extends Pick<Scene, 'pieces' | 'hands' | 'supply'> {
    position: string;
    turn: number;
    /** Why the position cannot be played; null: it can. */
    error: string | null;
}

/** Who made an entry of a record: the player, and the seat, from 1, that this person took before any swap. */
export interface Entry {
    player: number;
    seat: number;
}

export interface Snapshot extends Scene {
    position: string;
    /** The player to move, from 1. */
    turn: number;
    over: boolean;
    /** null while it is not over. */
    winners: Winners | null;
    ending: Ending | null;
    /** Legal moves in their canonical spelling, `swap` not among them. */
    moves: string[];
    /** By player: who wins if that player resigns or oversteps the time now. */
    without: Winners[];
    canSwap: boolean;
    swapped: boolean;
    plies: number;
    /** By player: the seat, from 1, of who plays as that player now. */
    seats: number[];
    /** By player: the side, from 1. Players of one side win together. */
    sides: number[];
    /** By player: how that player wins, in a sentence. */
    goals: string[];
    /** One for each of the record's moves. */
    entries: Entry[];
    /** The record with every option spelled out and every move in its canonical spelling. */
    record: MatchRecord;
}

export interface Reason {
    legal: boolean;
    /** Its canonical spelling, if it is legal. */
    move: string | null;
    /** The rule that forbids it. */
    text: string;
    /** Squares or pieces to blame. */
    places: string[];
}

export interface CheckedPosition {
    ok: true;
    game: string;
    players: number;
    options: Record<string, OptionValue>;
    position: string;
}

export interface RefusedPosition {
    ok: false;
    error: string;
}

/** What a record says besides the match. */
export interface RecordMeta {
    /** One a seat, as they sat before a swap. */
    names?: (string | null)[];
    /** 2026.11.15 */
    date?: string | null;
    tags?: Record<string, string>;
}

export interface ParsedRecord {
    /** Where it begins in the text, from 1. */
    line: number;
    record: MatchRecord;
    names: (string | null)[];
    date: string | null;
    tags: Record<string, string>;
    result: Winners | null;
    ending: CalledEnding | null;
    error?: undefined;
}

export interface BadRecord {
    line: number;
    error: { message: string; ply: number };
}

/** One line of play and what it is worth to the player to move. */
export interface Line {
    move: string;
    /** The expected result, -1 to 1. */
    score: number;
    /** Known if it is exact. */
    value: 'win' | 'draw' | 'loss' | null;
    /** Until the end, with best play on both sides; null if not known. */
    plies: number | null;
    /** Proven. */
    exact: boolean;
    pv: string[];
}

export interface ThinkInfo {
    lines: Line[];
    /** 0 for a search that grows a tree. */
    depth: number;
    nodes: number;
    ms: number;
    /** That took part; 0 in reports of a search that goes on. */
    threads: number;
}

/** Without level and limits it thinks until the signal stops it. */
export interface ThinkOptions {
    /** 0 (for children) to 12; without it the computer plays its best. */
    level?: number;
    /** One of the game's personalities; only where two sides meet. */
    personality?: string;
    timeMs?: number;
    nodes?: number;
    depth?: number;
    /** How many lines to report, 1 to 32. */
    lines?: number;
    /** Memory for what it remembers. */
    tableMb?: number;
    /** Where a level chooses by lot: below 10^9. Give each game one of its own. */
    seed?: number;
    /**
     * How many threads search, 1 to 4. Without it: one; in a browser whose workers may share
     * memory (`crossOriginIsolated`), half as many as it has processors, unless the answer is to
     * be the same again, which a limit of nodes or depth and the levels below the last promise.
     */
    threads?: number;
    /** Stops it; then the promise is rejected with the signal's reason. */
    signal?: AbortSignal;
}

export interface Thought {
    /** What the computer plays next: a move, or `swap`. */
    move: string;
    info: ThinkInfo;
}

/** What the page sends to a worker, and what it hears. */
export type ToWorker =
    | { module: WebAssembly.Module; memory?: WebAssembly.Memory }
    | { module: WebAssembly.Module; memory: WebAssembly.Memory; helper: number }
    | { id: number; fields: string[] }
    | { id: number; file: Uint8Array };
export type FromWorker =
    | { id: number; answer: string }
    | { id: number; report: string }
    | { id: number; failure: string };

/** How a puzzle stands. */
export interface PuzzleState {
    id: string;
    game: string;
    players: number;
    options: Record<string, OptionValue>;
    position: string;
    /** Who solves it. */
    player: number;
    /** What the solver is to do, or still to do: "You to move: win in 2 moves." */
    task: string;
    /** 1 to 5. */
    grade: number;
    /** Moves to find. */
    length: number;
    themes: string[];
    /** open: the solver's turn; reply: the opponent's. */
    state: 'open' | 'reply' | 'wrong' | 'solved';
    /** The right move, while it is the solver's turn. */
    answer: string | null;
    /** All of it, as in the file: "e4(e5=d5 *=e5)" is e4, then d5 after e5 and e5 after anything else. */
    solution: string;
    /** After a wrong move: why it does not do it, as a sentence, and the reply that shows it (null
     * where none is found, or needed). */
    fault: string | null;
    refutation: string | null;
    /** How a proven win goes on, after the refutation or when the puzzle is solved; empty where nothing is
     * proven. */
    line: string[];
}

/** A puzzle of a file: its line says everything. */
export interface Puzzle {
    game: string;
    id: string;
    /** 1 to 5. */
    grade: number;
    /** Their names; Game.themes has their words. */
    themes: string[];
    line: string;
}

/** A network or table that cannot be used: the search does without. */
export interface NetworkProblem {
    /** quoridor.net, orbital.table */
    file: string;
    /** What is wrong with it. */
    text: string;
}

/** What a position is worth to one player. */
export interface ReviewValue {
    /** 0 a loss, 1 a win. */
    expected: number;
    /** What is proven. */
    value: 'win' | 'draw' | 'loss' | null;
    plies: number | null;
}

export interface ReviewMove {
    /** Index in the record's moves. */
    entry: number;
    player: number;
    move: string;
    before: ReviewValue;
    after: ReviewValue;
    best: string[];
    loss: number;
    judgement: 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';
    /** The judgement for people, and its mark: "?!". */
    name: string;
    mark: string;
    /** What proofs say, in one word and for people; may be empty. */
    certainty: '' | 'only-win' | 'only-hold' | 'lost-win' | 'lost-draw' | 'loses-sooner';
    sentence: string;
    /** The move explained in terms of the game. */
    remarks: string[];
    /** The better move explained likewise. */
    bestRemarks: string[];
}

export interface Review {
    moves: ReviewMove[];
    /** By seat, in per cent; null for who made no move. */
    accuracy: (number | null)[];
    /** Index in the record's moves of the one that decided the game. */
    turning: number | null;
    /** The same as notes of the record: evaluations, comments, and better lines as variations. */
    notes: Note[];
}

/** One move and what is known about it; everything is said for the player who makes it. */
export interface ExploredMove {
    move: string;
    /** What is proven; null: nothing is. */
    value: 'win' | 'draw' | 'loss' | null;
    /** Until the end of the game, this move counted; null where that is not known. */
    plies: number | null;
    /** In how many games of the book it led to this position; 0: in none, and the rest is missing. */
    games: number;
    wins?: number;
    draws?: number;
    /** Of these games on average, in plies. */
    length?: number;
    /** The average evaluation, -1 to 1. */
    score?: number;
}

export interface Exploration {
    moves: ExploredMove[];
    /** Is it a game in which a longer search proves more? */
    proofs: boolean;
    /** How the games of the book were played (level 0 is full strength), and whether it has all good
     * moves of this position; null without one. */
    book: { games: number, level: number, nodes: number, complete: boolean } | null;
}

export interface SolveOptions {
    /** Only: can this player (from 1) force a win? */
    player?: number;
    /** Within so many plies. */
    within?: number;
    /** Find the smallest number of plies. */
    shortest?: boolean;
    timeMs?: number;
    /** 64 unless said otherwise. */
    tableMb?: number;
    /** Do without the tables of solved games. */
    rulesOnly?: boolean;
    signal?: AbortSignal;
}

export interface SolveProgress {
    nodes: number;
    ms: number;
}

export interface Solution {
    /** The question that was asked. */
    answered: boolean;
    /** To the player to move; null if it is not known. */
    value: 'win' | 'draw' | 'loss' | null;
    plies: number | null;
    /** A move that keeps the value. */
    move: string | null;
    /** What is proven about each side, named by its first player from 1. */
    findings: { player: number; win: number | null; hold: number | null }[];
    nodes: number;
    ms: number;
}

export interface PictureOptions {
    /** Squares or moves to mark: "e4 e3h". */
    marks?: string;
    /** "e2>e4 d2>d5" */
    arrows?: string;
    dark?: boolean;
    /** Without whose turn it is or who has won. */
    bare?: boolean;
    width?: number;
    lang?: Lang;
}
