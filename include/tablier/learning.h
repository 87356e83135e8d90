/* tablier/learning.h - for people who learn: reviews of their matches, and puzzles. */
#ifndef TB_LEARNING_H
#define TB_LEARNING_H

#include <tablier/records.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Reviews: a match judged move by move ------------------------------------------ */

/* Values are expected results of the player who moved, 0 (a loss) to 1 (a win). */
struct tb_review;

enum tb_judgement { TB_BEST, TB_GOOD, TB_INACCURACY, TB_MISTAKE, TB_BLUNDER };

struct tb_review_options {
    size_t size;
    uint64_t nodes; /* per position, like the next two; all zero: 60,000 nodes */
    int64_t time_ms;
    int depth;
    int threads;  /* 0: 1 */
    int table_mb; /* 0: a default */
    /* Called before each position is searched, in the calling thread; false ends the review with
     * TB_ERR_STOPPED. May be NULL. */
    bool (*report)(void *context, int done, int count);
    void *context;
};

struct tb_reviewed {
    size_t size;
    int entry; /* of the match, from 0 */
    int player;
    tb_move move;         /* the move played, */
    tb_move best;         /* and the engine's choice */
    double before, after; /* the value with the best move, and with this one */
    double loss;
    bool exact; /* both values are proven */
    enum tb_judgement judgement;
};

/* Searches all positions of the match, and returns when done. NULL on failure; options may be
 * NULL. Any thread. */
TB_API struct tb_review *tb_review_new(const struct tb_match *match,
                                       const struct tb_review_options *options,
                                       struct tb_error *error);
TB_API void tb_review_free(struct tb_review *review);
TB_API int tb_review_count(const struct tb_review *review); /* of moves */
TB_API int tb_review_move(const struct tb_review *review, int index, struct tb_reviewed *move);
/* "Inaccuracy", in a language; NULL for a number that is not a judgement. */
TB_API const char *tb_judgement_text(enum tb_judgement judgement, const char *lang);
/* 0 to 100; below 0 for a player who made no move. */
TB_API double tb_review_accuracy(const struct tb_review *review, int player);
/* The move that decided the match, from 0; -1 if none did. */
TB_API int tb_review_turning(const struct tb_review *review);
/* Writes the review into a record of its match: evaluations, comments in this language, and the
 * better lines as variations. */
TB_API int tb_review_annotate(const struct tb_review *review, struct tb_record *record,
                              const char *lang, struct tb_error *error);

/* ---- Puzzles: positions with a task ------------------------------------------------- */

/* The puzzles of one file, all of one game, counted from 0. They never change: any number of
 * threads may use them. */
struct tb_puzzles;

enum { TB_PUZZLE_ID = 8, TB_GRADES = 5 };

/* The task of the player to move. */
enum tb_goal {
    TB_GOAL_WIN,  /* force a win, */
    TB_GOAL_HOLD, /* or leave the opponent no forced win, both within `plies`; */
    TB_GOAL_DRAW, /* hold the draw */
};

struct tb_puzzle {
    size_t size;
    char id[TB_PUZZLE_ID]; /* six characters, derived from position and task */
    enum tb_goal goal;
    int plies;  /* counted from the position; TB_PLIES_ANY: no limit */
    int grade;  /* 1, the easiest, to TB_GRADES */
    int length; /* the number of moves to find */
};

/* Reads a file of puzzles, or a text that is one: NULL if anything in it is invalid, and the
 * error names the line. Solutions are taken as they are; `tablier puzzles --check` proves
 * them. */
TB_API struct tb_puzzles *tb_puzzles_load(const char *path, struct tb_error *error);
TB_API struct tb_puzzles *tb_puzzles_new(const char *text, size_t length, struct tb_error *error);
TB_API void tb_puzzles_free(struct tb_puzzles *puzzles);
TB_API int tb_puzzles_count(const struct tb_puzzles *puzzles);
TB_API int tb_puzzles_get(const struct tb_puzzles *puzzles, int index, struct tb_puzzle *puzzle);
/* Copies the position of a puzzle. */
TB_API int tb_puzzles_position(const struct tb_puzzles *puzzles, int index,
                               struct tb_position *position);
/* Writes the task as a sentence: "Player 1 to move: win in 3 moves." */
TB_API int tb_puzzles_task(const struct tb_puzzles *puzzles, int index, const char *lang, char *out,
                           size_t size);

enum tb_attempt_state {
    TB_ATTEMPT_OPEN,  /* a move of the solver is due, */
    TB_ATTEMPT_REPLY, /* or a reply of the opponent: any legal move */
    TB_ATTEMPT_WRONG, /* the last move was wrong */
    TB_ATTEMPT_SOLVED,
};

/* The state of a puzzle after some moves. */
struct tb_attempt {
    size_t size;
    enum tb_attempt_state state;
    tb_move answer; /* the only right move while it is open, else TB_MOVE_NONE */
    /* Set before the call: receives the position after the moves. May be NULL. */
    struct tb_position *position;
};

/* Judges an attempt: moves of the solver and replies in turn. TB_ERR_OVER if there are moves
 * after a wrong one or after the solution; moves may be NULL if count is 0. */
TB_API int tb_puzzles_attempt(const struct tb_puzzles *puzzles, int index,
                              const char *const *moves, int count, struct tb_attempt *attempt,
                              struct tb_error *error);

/* The index of the puzzle with an id; TB_ERR_RANGE if there is none. */
TB_API int tb_puzzles_find(const struct tb_puzzles *puzzles, const char *id);
/* The next puzzle of a grade (0: any) from `index` on, after the last one from the first on;
 * TB_ERR_RANGE if there is none. */
TB_API int tb_puzzles_next(const struct tb_puzzles *puzzles, int index, int grade);
/* Writes what is typical of the puzzle, one theme per line; may be empty. */
TB_API int tb_puzzles_themes(const struct tb_puzzles *puzzles, int index, const char *lang,
                             char *out, size_t size);
/* Writes the whole solution, as in the file: "e4(e5=d5 *=e5)" is e4, then d5 after e5 and e5
 * after anything else. */
TB_API int tb_puzzles_solution(const struct tb_puzzles *puzzles, int index, char *out,
                               size_t size);

#ifdef __cplusplus
}
#endif

#endif
