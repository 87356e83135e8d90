/*
 * dfpn.h - depth-first proof-number search: can a side force a win within N plies, whatever all the
 * others do?
 *
 * A solver keeps its results in a table of fixed size and is asked one question after another about
 * positions of one setup. Answers are proven, up to two positions having the same 64-bit hash;
 * proof.h makes and checks proofs that do not rest on that.
 */
#ifndef TABLIER_SOLVE_DFPN_H
#define TABLIER_SOLVE_DFPN_H

#include <stdio.h>

#include "core/game.h"
#include "solve/bounds.h"

enum { DFPN_THREADS_MAX = 64 };

struct dfpn_options {
    size_t bytes; /* of the table */
    int threads;  /* 0 means 1 */
    /* Questions will be about this position and those after it: only symmetries
     * that leave it as it is are looked for. NULL: all symmetries. */
    const void *origin;
    bool rules_only; /* never use the game's own probe() */
};

struct dfpn_question {
    const void *state;
    int player; /* can this player's side force a win */
    int plies;  /* within this many plies: 0 to PLIES_MAX, or PLIES_ANY if the game never repeats */
};

struct dfpn_progress {
    uint64_t nodes;           /* positions looked at so far, in all questions */
    int64_t ms;               /* in this question */
    double fill;              /* of the table, 0 to 1 */
    uint32_t proof, disproof; /* of the position asked about */
};

/* Limits of a search; zero-initialised: until the answer is found or dfpn_stop() is called. */
struct dfpn_limits {
    int64_t time_ms;
    uint64_t nodes;
    /* Called about twice a second, in the thread that asked. May be NULL. */
    void (*report)(void *context, const struct dfpn_progress *progress);
    /* Called every few hundred nodes, in any thread; the search ends if it returns true. May be
     * NULL. */
    bool (*halt)(void *context);
    void *context;
};

struct dfpn;

/* NULL when out of memory. Freed by dfpn_free(), which accepts NULL. */
struct dfpn *dfpn_new(const struct tb_setup *setup, const struct dfpn_options *options);
void dfpn_free(struct dfpn *solver);

/* Everything that is proven about the question: settled for question->plies
 * unless it was cut short. limits may be NULL. */
struct bounds dfpn_ask(struct dfpn *solver, const struct dfpn_question *question,
                       const struct dfpn_limits *limits);

/* The same without a search: from the rules, the table and the game alone. */
struct bounds dfpn_recall(const struct dfpn *solver, const struct dfpn_question *question);

/* Returns the likelihood of a yes to the last question, which was left open: 0 to 1. */
double dfpn_promise(const struct dfpn *solver);

/* For a position that is not over: the move by which the player to move succeeds,
 * who is of the attacker's side if there is a win, of another if there is none.
 * False if there is none, or if the search was cut short. */
bool dfpn_choose(struct dfpn *solver, const struct dfpn_question *question,
                 const struct dfpn_limits *limits, tb_move *move);

/* Makes dfpn_ask() return soon, now and in future. From any thread or a signal handler. */
void dfpn_stop(struct dfpn *solver);

/* True if a search was cut short because memory ran out. */
bool dfpn_starved(const struct dfpn *solver);

uint64_t dfpn_nodes(const struct dfpn *solver);

/* ---- Stopping today and going on tomorrow: checkpoint.c ------------------------------ */

/* Writes all that the solver knows to a file, in which it seeks; may be called from
 * limits->report. False if that fails; errno says why. */
bool dfpn_save(const struct dfpn *solver, FILE *file);

/* A solver that knows what the file holds, with a table of the same size. Refuses
 * a file that is damaged, of another version of the program, or made for another setup;
 * the entries of the table are trusted. */
struct dfpn *dfpn_load(const char *path, const struct tb_setup *setup,
                       const struct dfpn_options *options, struct tb_error *error);

#endif
