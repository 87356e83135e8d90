/*
 * check.h - conformance checks of external engines: what match runners do, one thing at a time.
 *
 * Every check starts the program afresh, so that one fault fails one check. A check is a row of a
 * table, one table per protocol. Reasons are as those of contestants: "it ...".
 */
#ifndef TABLIER_MATCH_CHECK_H
#define TABLIER_MATCH_CHECK_H

#include "core/rng.h"
#include "match/program.h"

enum check_result { CHECK_OK, CHECK_FAILS, CHECK_UNSUPPORTED };

enum {
    CHECK_OPTIONS_MAX = 64, /* of one program */
    CHECK_QUIET_US = 250000, /* that an answer must not come within */
};

/* One program under test. */
struct checker {
    const struct contestant_spec *spec;
    struct contestant_terms terms;
    int64_t margin_us; /* that an answer may take beyond its limit */

    /* Of the current check: */
    struct program *program;
    struct tb_match *match;           /* the position that the program is to know */
    char *options[CHECK_OPTIONS_MAX]; /* its `option` lines */
    int option_count;
    struct rng rng;
    bool unsupported; /* the check does not apply to this program */
};

struct check {
    const char *name;  /* for programs: "stop" */
    const char *title; /* for people, in English */
    enum finish (*run)(struct checker *checker);
};

/* The checks for the protocol of a specification; the list ends with a NULL name. */
const struct check *check_list(const struct contestant_spec *spec);

/* Runs one check. *reason is set if it fails. */
enum check_result check_run(struct checker *checker, const struct check *check,
                            struct fault_words *reason);

/* Finds the game that a UGI program plays, from its options and its first move; NULL if that leaves
 * several. */
const struct tb_game *check_guess_game(struct checker *checker);

/* ---- For the tables ------------------------------------------------------------------- */

extern const struct check ugi_checks[], qtp_checks[];

/* Gives checker->match the start of the setup; every other function adds to it. */
enum finish check_start_match(struct checker *checker, const struct tb_setup *setup);
/* Plays up to `plies` random moves; none of them ends the game. */
enum finish check_random_moves(struct checker *checker, int plies);
/* Plays random moves until the game is over. */
enum finish check_random_game(struct checker *checker);
/* Plays the program's move; a fault if it is not legal. */
enum finish check_play(struct checker *checker, const char *move);

/* Waits without an answer: a fault if a line begins with `word` before `command` is sent. */
enum finish check_quiet(struct checker *checker, const char *word, const char *command);
/* A fault unless the program ends by itself, well. Its input is closed. */
enum finish check_ends(struct checker *checker, const char *after);

/* check_fault(checker, "template", arguments...): notes the reason and returns FINISH_PROTOCOL. */
#define check_fault(checker, ...)                                                                  \
    contestant_fault_message(&(checker)->program->base, FINISH_PROTOCOL, MESSAGE(__VA_ARGS__))

#endif
