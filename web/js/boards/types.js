/*
 * The types that the boards and the rest of the page share.
 *
 * Players and turns are counted from 1. Moves, squares and positions are
 * spelled as in docs/NOTATION.md.
 */

/**
 * A move to point at, the best first: a hint or a line of the analysis.
 * @typedef {object} Mark
 * @property {string} move
 * @property {string} [score]           shown beside the move if it is short
 * @property {boolean} [exact]          the score is proven
 * @property {number} [threatens]       the player who would make the move if the one to move passed
 * @property {string} [played]          the sign of a mistake that was played here: ??, ? or ?!
 */

/**
 * A move that was played since the viewer's last turn.
 * @typedef {object} Recent
 * @property {string} move
 * @property {number} player
 * @property {import('../types.js').Scene['pieces']} before  the pieces before it
 */

/**
 * Everything that a board shows.
 * @typedef {import('../types.js').Scene & ViewOnly} View
 */

/**
 * @typedef {object} ViewOnly
 * @property {string} game
 * @property {number} players
 * @property {Record<string, number | string>} options
 * @property {string} position
 * @property {number} turn              whose moves `moves` are
 * @property {number} [toMove]          who is really to move, if the move is chosen in advance
 * @property {boolean} over
 * @property {number[] | null} winners  empty for a draw
 * @property {string[]} moves           the legal moves, all of them
 * @property {boolean} interactive      whether the user may move
 * @property {string} [lastMove]
 * @property {number} [mover]           who played it
 * @property {number[]} sides           by player: those of one side win together
 * @property {string[]} goals           by player: how that player wins, in a sentence
 * @property {Recent[]} [recent]        what to mark as played, the latest last
 * @property {Mark[]} [marks]
 * @property {string} [judged]          the sign of the last move: ??, ?, ?! or !
 * @property {string[]} [drawings]      squares and arrows, `Gb2`, `Rb2c3`
 * @property {number} [side]            the player whose own side is at the bottom; 0: the usual one
 * @property {number} [turned]          quarter turns against the clock besides
 */

/**
 * What a board asks of the page.
 * @typedef {object} BoardApi
 * @property {string} title                        of the game
 * @property {string} [wait]                       the prompt until there is a position
 * @property {(key: string, ...args: (string | number)[]) => string} t
 * @property {(move: string) => void} onMove      a complete move out of `View.moves`
 * @property {() => void} [onAct]                 something is being chosen: what was refused is over
 * @property {(word: string) => void} [onDraw]    a square or an arrow was drawn; without it, nothing can be
 * @property {(text: string) => void} onRefused   a choice that leads to none of them
 * @property {boolean} [closeUp]                 may only the part be shown that matters?
 * @property {() => boolean} [animated]          may pieces move?
 * @property {boolean} [picture]                 it is only looked at: no squares to choose, no keys
 * @property {HTMLElement} [beside]               stands at the left of the drawing, as tall as it
 * @property {HTMLElement} [tools]                where its buttons go; without it, below the board
 * @property {HTMLElement} [foot]                 where its prompt and what confirms a move go
 * @property {() => boolean} confirmTouch         does the last tap of a move need another?
 *     Barriers under a finger always do.
 */

/**
 * `animateFrom` is the view before `lastMove` was played.
 * @typedef {{ animateFrom?: View, lastMove?: string }} UpdateOptions
 */

/** What an editor changes. @typedef {import('../types.js').Composition} Composition */

/** @typedef {(composition: Composition) => void} OnEdit */

/**
 * @typedef {object} Board
 * @property {number} quarters                    how it is turned
 * @property {(view: View, options?: UpdateOptions) => void} update
 * @property {(start: Start) => void} prepare  draws it where nobody sees it yet
 * @property {(side: number, turned: number) => boolean} face  turns what was prepared; whether it lay otherwise
 * @property {(start: Start, side: number) => void} preview  shows it before the rules answer
 * @property {(places: string[]) => void} blame   squares or barriers that forbid a move
 * @property {(people: Person[]) => void} people  by player
 * @property {() => void} cancel                  abandons a half-built move
 * @property {(shown: Pick<View, 'marks' | 'drawings'>) => void} mark  shows others over the same position
 * @property {(moves: string[]) => void} widen    lets these moves be chosen; what was begun stays
 * @property {(colour: string) => void} setPen    what a press draws with: G, R, B or Y; empty: it plays
 * @property {() => void} destroy
 * @property {(on: boolean, onEdit?: OnEdit) => void} setEditable
 * @property {Composition} composition            what the editor shows
 * @property {(edited: Partial<View>) => void} restore  shows what was edited
 */

/**
 * How a square was chosen. The point is in the units of the drawing; it means
 * nothing if the square was `named`, by keyboard or assistive technology.
 * @typedef {{ x: number, y: number, touch: boolean, moved: boolean, named: boolean }} Press
 */

/**
 * Where the squares lie in the drawing: the one at the upper left has its
 * corner at (x, y).
 * @typedef {object} Shape
 * @property {number} side     squares along each edge
 * @property {number} width
 * @property {number} height
 * @property {number} x
 * @property {number} y
 * @property {number} pitch
 */

/**
 * A button below the board. One that is `picked` is pressed in; a `faint` one
 * leads to no legal move now, and is there so that one can ask why.
 * @typedef {object} Tool
 * @property {string} id
 * @property {string} label         the accessible name
 * @property {(SVGElement | string)[]} face
 * @property {boolean} [picked]     undefined: not a switch
 * @property {boolean} [faint]
 * @property {boolean} [main]       the one to press next
 * @property {boolean} [drags]      can be dragged onto the board
 * @property {string} [key]         the letter that chooses it
 * @property {string} [style]       a further class
 * @property {string} [group]       the name of those that belong together
 * @property {() => void} act
 */

/** @typedef {(host: HTMLElement, api: BoardApi) => Board} CreateBoard */

/**
 * The usual start of a game for two, to be shown before the rules answer; `goal` is that of the first player.
 * @typedef {Pick<View, 'options' | 'pieces' | 'hands' | 'supply' | 'targets'> & { goal: import('../types.js').Message }} Start
 */

/**
 * Who sits at an edge.
 * @typedef {object} Person
 * @property {string} name
 * @property {string} [brief]    instead of the name where that would be cut off
 * @property {string} [note]     after the name, as far as there is room
 * @property {boolean} won
 * @property {Node[]} [more]     after the pieces in hand
 * @property {HTMLElement} [clock]
 * @property {number[]} [partners]  players of the same side
 * @property {string} [partnersText]  the same in words
 */

export {};
