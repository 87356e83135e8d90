/*
 * check.h - conformance checks of external engines: the requests of match runners, one by one.
 *
 * Every check starts the program afresh, so that one fault fails one check. A check is a row of a
 * table, one table per protocol. Its steps follow each other without a test between them: after the
 * first fault nothing is sent or read. Reasons continue a sentence, as those of contestants:
 * "it ...".
 */
#ifndef TABLIER_MATCH_CHECK_H
#define TABLIER_MATCH_CHECK_H

#include "core/rng.h"
#include "match/program.h"

enum check_result { CHECK_OK, CHECK_FAILS, CHECK_UNSUPPORTED };

enum {
    CHECK_OPTIONS_MAX = 64, /* of one program */
    CHECK_QUIET_US = 250000, /* silence that a check expects before it sends `stop` and the like */
};

/* One program under test. */
struct checker {
    const struct contestant_spec *spec;
    struct contestant_terms terms;
    int64_t margin_us; /* tolerated excess of an answer over its time limit */

    /* Of the current check: */
    struct program *program;
    enum finish finish;               /* its first fault */
    struct tb_match *match;           /* the position that the program is to know */
    char *options[CHECK_OPTIONS_MAX]; /* its `option` lines */
    int option_count;
    struct rng rng;
    bool unsupported; /* the check does not apply to this program */
};

struct check {
    const char *name;  /* for programs: "stop" */
    const char *title; /* for people, in English */
    void (*run)(struct checker *checker);
};

struct check_protocol {
    void (*begin)(struct checker *checker); /* the introduction that a check begins with */
    const struct check *checks;             /* the list ends with a NULL name */
};

/* The checks for the protocol of a specification. */
const struct check_protocol *check_protocol_of(const struct contestant_spec *spec);

/* Runs one check. *reason is set if it fails. */
enum check_result check_run(struct checker *checker, const struct check_protocol *protocol,
                            const struct check *check, struct fault_words *reason);

/* Finds the game that a UGI program plays, from its options and its first move; NULL if that leaves
 * several. */
const struct tb_game *check_guess_game(struct checker *checker);

/* ---- For the tables ------------------------------------------------------------------- */

extern const struct check_protocol ugi_protocol, qtp_protocol;

/* Gives checker->match the start of the setup; every other function adds to it. */
void check_start_match(struct checker *checker, const struct tb_setup *setup);
/* Plays up to `plies` random moves; none of them ends the game. */
void check_random_moves(struct checker *checker, int plies);
/* Plays random moves until the game is over. */
void check_random_game(struct checker *checker);
/* True if a game may go on: nothing is wrong, it is not over, and has fewer plies than that. */
bool check_goes_on(const struct checker *checker, int plies);
/* Plays the program's move; a fault if it is not legal. */
void check_play(struct checker *checker, const char *move);

void check_send(struct checker *checker, const char *line);
/* Reads a line; false after a fault. `awaited` is the answer that is due, for the reason. */
bool check_receive(struct checker *checker, int64_t deadline_us, const char *awaited,
                   const char **line);
/* Waits for CHECK_QUIET_US: a fault if the program sends a line that begins with `word`, which it
 * may only do after `command`. */
void check_quiet(struct checker *checker, const char *word, const char *command);
/* Closes the program's input. A fault unless it then exits by itself, with status 0. */
void check_ends(struct checker *checker, const char *after);
/* A fault: this answer, which is clean text, to the command. */
void check_wrong_answer(struct checker *checker, const char *answer, const char *command);

/* A fault: memory has run out. */
void check_no_memory(struct checker *checker);

/* Notes this finish, unless one is noted already. */
void check_note(struct checker *checker, enum finish finish);

/* check_fault(checker, "template", arguments...): notes the reason, unless one is noted already. */
#define check_fault(checker, ...)                                                                  \
    ((checker)->finish ? (void)0                                                                   \
                       : check_note(checker, contestant_fault(&(checker)->program->base,           \
                                                              FINISH_PROTOCOL, __VA_ARGS__)))

#endif
