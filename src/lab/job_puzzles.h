/* job_puzzles.h - looking for puzzles as jobs: games of given numbers between weak players. */
#ifndef TABLIER_LAB_JOB_PUZZLES_H
#define TABLIER_LAB_JOB_PUZZLES_H

#include "lab/journal.h"
#include "learn/puzzle_file.h"

/* Puzzles that are wanted. Games are looked at in the order of their numbers, so that the result
 * does not depend on the workers; a puzzle that equals an earlier one is left out. */
struct puzzle_work {
    struct tb_setup setup;
    uint64_t seed;
    int wanted;
    struct journal journal; /* of the games that were looked at; closed: there is none */
    /* Gets each puzzle as a line of a file, in order. */
    int (*found)(void *context, const char *line, struct tb_error *error);
    void *context;

    int count, easy; /* puzzles so far, and the immediate ones among them */
    uint64_t *names; /* of these, and of those that were known before */
    int name_count;
    size_t name_capacity;
    char **results; /* of games, from malloc(), until they have been looked through */
    size_t capacity;
    int next; /* the first that has not */
    uint64_t fingerprint;
};

/* Prepares work whose setup, seed, `wanted` and found() are set. */
int puzzle_work_begin(struct puzzle_work *work, struct tb_error *error);
/* A puzzle that is not wanted again. */
int puzzle_work_know(struct puzzle_work *work, const struct puzzle *puzzle, struct tb_error *error);
/* Stores games in a journal, and resumes from it. */
int puzzle_work_open(struct puzzle_work *work, const char *path, struct tb_error *error);
/* Closes the journal, and removes it once what was found is elsewhere. */
void puzzle_work_end(struct puzzle_work *work, bool finished);

struct work puzzle_work(struct puzzle_work *work);

#endif
