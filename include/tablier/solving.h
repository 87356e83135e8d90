/*
 * tablier/solving.h - solvers, which prove who can force a win, and proofs as files.
 *
 * A solver works on one position. One thread at a time uses it, except for tb_solver_stop().
 */
#ifndef TB_SOLVING_H
#define TB_SOLVING_H

#include <tablier/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Solvers ------------------------------------------------------------------ */

struct tb_solver;

enum { TB_CLAIMS_MAX = 8 };

struct tb_solver_options {
    size_t size;
    int table_mb;       /* 0: 256 */
    int threads;        /* 0: 1 */
    bool rules_only;    /* do not use the tables of solved games */
    const char *resume; /* a file of tb_solver_save() to resume from, or NULL */
};

/* NULL on failure; options may be NULL. Any thread. */
TB_API struct tb_solver *tb_solver_new(const struct tb_position *position,
                                       const struct tb_solver_options *options,
                                       struct tb_error *error);
TB_API void tb_solver_free(struct tb_solver *solver); /* not while it works */

enum tb_stage { TB_STAGE_LISTING, TB_STAGE_WORKING_BACK, TB_STAGE_SEARCHING, TB_STAGE_CHECKING };

struct tb_progress {
    size_t size;
    enum tb_stage stage;
    uint64_t nodes; /* positions visited */
    int64_t ms;
    uint64_t positions, solved; /* of a retrograde analysis */
    double fill;                /* of the table, 0 to 1 */
    int player;                 /* the current question: can this player win */
    int plies;                  /* within this number of plies, or TB_PLIES_ANY */
};

struct tb_question {
    size_t size;
    bool only;       /* ask only whether `player` can force a win, not who can */
    int player;
    int plies;       /* maximum plies; 0: no limit */
    bool shortest;   /* find the smallest number of plies */
    int64_t time_ms; /* time limit; 0: none */
    /* Called about twice a second, in the calling thread; false ends the work. May be NULL. */
    bool (*report)(void *context, const struct tb_progress *progress);
    void *context;
};

/* What is known about one side, named by its first player: it can force a win within `win` plies
 * (-1: not known to), and none within `hold` plies (-1: unknown). */
struct tb_finding {
    int player, win, hold;
};

struct tb_solution {
    size_t size;
    bool answered; /* the question is answered */
    bool valued;   /* the value for the player to move is known: */
    int value;     /* 1 a win, 0 a draw, -1 a loss; */
    int plies;     /* -1 unless they are known to be the smallest */
    bool chosen;   /* a move that keeps the value is known: */
    tb_move move;
    int count; /* of the findings, the side to move first */
    struct tb_finding findings[TB_PLAYERS_MAX];
    uint64_t positions; /* solved by a retrograde analysis; 0: there was none */
    uint64_t nodes;
    int64_t ms;
};

/* Works until the question is answered, the time is over or the report returns false: then
 * `answered` is false and the solution contains what is known. question may be NULL. */
TB_API int tb_solver_ask(struct tb_solver *solver, const struct tb_question *question,
                         struct tb_solution *solution, struct tb_error *error);
/* Ends the work soon, and for good: the solver answers no more questions, but can be saved. Any
 * thread, even a signal handler. */
TB_API void tb_solver_stop(struct tb_solver *solver);

/* ---- Proofs ---------------------------------------------------------------------- */

/* Writes a proof of the last solution, which tb_verify() checks. */
TB_API int tb_solver_prove(struct tb_solver *solver, const char *path, struct tb_error *error);

/* A claim that is proven: the player can (or cannot) force a win within `plies` plies. */
struct tb_claim {
    int player;
    bool wins;
    int plies;      /* TB_PLIES_ANY: any number */
    uint64_t nodes; /* positions in its tree or table */
};

enum tb_file_kind { TB_FILE_PROOF, TB_FILE_TABLE, TB_FILE_OPENINGS };

/* The contents of a checked file. */
struct tb_verified {
    size_t size;
    enum tb_file_kind kind;
    uint64_t positions; /* in a table; the rest is for a proof */
    int count;
    struct tb_claim claims[TB_CLAIMS_MAX];
    /* Set before the call: receives the position that is proven. May be NULL. */
    struct tb_position *position;
    const struct tb_game *game; /* NULL: a table of openings, of any game */
    int threads; /* set before the call, for proofs that are tables of positions; 0: one */
};

/* Checks a proof by the rules alone, or a table. The report is called from time to time, and
 * false ends the work with TB_ERR_STOPPED; it may be NULL. Any thread. */
TB_API int tb_verify(const char *path, struct tb_verified *verified,
                     bool (*report)(void *context, const struct tb_progress *progress),
                     void *context, struct tb_error *error);

/* ---- Long work ---------------------------------------------------------------------- */

/* Writes all knowledge of the solver to a file, for tb_solver_options.resume. A later result
 * depends on that file being right; a proof does not, since tb_verify() checks it by the rules.
 * Another version of the library refuses the file. */
TB_API int tb_solver_save(const struct tb_solver *solver, const char *path,
                          struct tb_error *error);

#ifdef __cplusplus
}
#endif

#endif
