/*
 * puzzle.h - puzzles whose solutions are proven.
 *
 * A puzzle is a position, a task for the player to move, and the complete tree of the
 * solution: wherever the solver has to find a move, exactly one move achieves the task, and
 * after it the tree goes on for every reply. The last move of the tree leaves a position
 * in which the task is proven to succeed.
 *
 * The tree is kept as text:
 *
 *     tree   := move [ '(' branch { ' ' branch } ')' ]
 *     branch := replies '=' tree
 *     replies := reply { '/' reply } | '*'
 *
 * The first move is the solver's. '*' comes last and matches all replies that are not
 * named before it. Only replies that do not end the game have a branch.
 *
 * A file of puzzles has one line per puzzle, with tabs between its fields:
 *
 *     id  position  task  grade  themes  tree
 *
 * Empty lines and lines that begin with '#' are skipped.
 */
#ifndef TABLIER_LEARN_PUZZLE_H
#define TABLIER_LEARN_PUZZLE_H

#include "core/game.h"
#include "solve/dfpn.h"

enum {
    PUZZLE_ID_SIZE = 7,    /* six characters and the end */
    PUZZLE_GRADES = 5,
    PUZZLE_TREE_MAX = 4000, /* characters of a tree */
    PUZZLE_LINE_MAX = 8192, /* of a line in a file */
};

enum puzzle_goal {
    PUZZLE_WIN,  /* force a win within `plies` plies */
    PUZZLE_HOLD, /* leave the opponent no forced win within `plies` plies */
};

struct puzzle {
    struct tb_position position;
    enum puzzle_goal goal;
    int plies;       /* counted from the position; PLIES_ANY: without a limit */
    bool draw;       /* PUZZLE_HOLD without a limit: the position is a draw, not a win */
    int grade;       /* 1, the easiest, to PUZZLE_GRADES */
    unsigned themes; /* bit i: theme number i of the game */
    char id[PUZZLE_ID_SIZE];
    char *tree;
};

/* A zero-initialised puzzle is empty and may be released. */
void puzzle_release(struct puzzle *puzzle);

/* Reads one line of a file into an empty puzzle. The setup is that of the game by default;
 * the position's own words override it. */
int puzzle_read(const char *line, const struct tb_game *game, struct puzzle *puzzle,
                struct tb_error *error);

/* Writes the line without its end. */
void puzzle_write(const struct puzzle *puzzle, struct text *out);

/* Derives the id from the position and the task. */
void puzzle_identify(struct puzzle *puzzle);

/* Writes the task as a sentence: "Player 1 to move: win in 3 moves." */
void puzzle_task_text(const struct puzzle *puzzle, const struct tb_viewer *viewer,
                      struct text *out);

/* Returns the number of moves that the solver has to find on the longest path of a tree. */
int puzzle_moves(const char *tree);

/* The move that a tree begins with; NULL text if the tree is broken. */
bool puzzle_answer(const char *tree, char out[TB_MOVE_TEXT]);

/* The tree after the opponent's reply to the first move; NULL: the puzzle ends there. */
const char *puzzle_follow(const char *tree, const char *reply);

/* ---- Attempts ---------------------------------------------------------------------------- */

/* The progress of an attempt at a puzzle. */
struct puzzle_attempt {
    struct tb_position position;
    const char *tree; /* from the solver's next move on; NULL: solved */
    bool wrong;       /* the last move was the solver's, and not the right one */
    bool replying;    /* the last move was right, and a reply is due */
    int plies;        /* that are left for the task, or PLIES_ANY */
};

/* Points into the puzzle, which must stay. */
struct puzzle_attempt puzzle_attempt_start(const struct puzzle *puzzle);

/* Follows one move of the solver or one reply. TB_ERR_OVER: the puzzle had ended before. */
int puzzle_attempt_play(struct puzzle_attempt *attempt, const char *text, struct tb_error *error);

/* Writes the rest of the task, as a sentence like that of puzzle_task_text(). */
void puzzle_attempt_task(const struct puzzle *puzzle, const struct puzzle_attempt *attempt,
                         const struct tb_viewer *viewer, struct text *out);

/* Writes why the last move is wrong, as a sentence; `reply` is its refutation, or NULL if there is
 * none. */
void puzzle_attempt_fault(const struct puzzle *puzzle, const struct puzzle_attempt *attempt,
                          const char *wrong, const char *reply, const char *lang, struct text *out);

/* ---- Proving: puzzle_prove.c ------------------------------------------------------------- */

struct puzzle_limits {
    uint64_t nodes; /* for each question to the solver; 0: no limit */
    int moves;      /* that the solver has to find, at most */
};

/* Checks that exactly one move is right here. With TB_OK the puzzle gets its tree, as long as the
 * limits and uniqueness allow; TB_ERR_VALUE: the position is not such a puzzle. */
int puzzle_prove(struct puzzle *puzzle, struct dfpn *solver, const struct puzzle_limits *limits);

/* After a wrong move: the reply after which the task cannot be achieved any more. False if the
 * game is over, or if none is found with reasonable effort. */
bool puzzle_refute(const struct puzzle *puzzle, const struct puzzle_attempt *attempt,
                   tb_move *reply);

/* Writes the continuation of a win that is proven within the plies that are left: for the solver
 * where the puzzle is solved, or for the opponent after the refutation of a wrong move. The
 * winner's moves are the quickest, the other's those that look best. Returns how many moves are
 * written, up to `most`; 0 if nothing is proven. */
int puzzle_line(const struct puzzle *puzzle, const struct puzzle_attempt *attempt, tb_move *line,
                int most);

/* Checks every claim of the puzzle. The solver should know the rules alone. */
int puzzle_check(const struct puzzle *puzzle, struct dfpn *solver, struct tb_error *error);

/* ---- Finding: puzzle_find.c -------------------------------------------------------------- */

struct puzzle_finder;

/* Plays games between weak levels and looks for one puzzle in each; NULL without memory. A game,
 * and what is found in it, is decided by the seed and its number alone. */
struct puzzle_finder *puzzle_finder_new(const struct tb_setup *setup, uint64_t seed);
void puzzle_finder_free(struct puzzle_finder *finder);

/* Looks for a puzzle in game `number`. False if there is none, or if `stop` turned true (it may be
 * NULL), or without memory; the puzzle, empty before, is released in any case. */
bool puzzle_finder_look(struct puzzle_finder *finder, uint64_t number, struct puzzle *puzzle,
                        bool (*stop)(void *context), void *context);

/* Returns a hash of the puzzle, equal for all symmetric and translated forms of its position. */
uint64_t puzzle_name(const struct puzzle *puzzle);

/* ---- Rating: puzzle_rate.c --------------------------------------------------------------- */

/* The themes that the first move of the solution shows. */
unsigned puzzle_themes(const struct puzzle *puzzle);

/* True if the next move decides: a win at once, or a danger that comes with the next reply. */
static inline bool puzzle_immediate(const struct puzzle *puzzle)
{
    return puzzle->plies <= 2;
}

/* True if there is nothing to find: an immediate win without a theme, a step that is the only
 * one that could succeed in time, or a danger that no other move even delays. */
bool puzzle_dull(const struct puzzle *puzzle);

/* How hard a proven puzzle is: the expected number of solvers, of levels 0 to 6 and one that does
 * not misjudge on purpose, that do not solve it, plus up to one for the work of a solver that knows
 * the rules alone. */
double puzzle_points(const struct puzzle *puzzle);

enum { PUZZLE_POINTS_MAX = 9 };

/* Returns the grade for a number of points, before the other puzzles of a file are known. */
int puzzle_grade(double points);

#endif
