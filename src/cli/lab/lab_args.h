/* lab_args.h - the arguments of `tablier lab`, and the cells of its experiment. */
#ifndef TABLIER_CLI_LAB_ARGS_H
#define TABLIER_CLI_LAB_ARGS_H

#include "cli/lab/work_session.h"
#include "cli/position_args.h"
#include "lab/experiment.h"

enum { SWEEPS_MAX = 8, SEATS_MAX = 32 };

struct word_list {
    const char *words[SEATS_MAX];
    int count;
};

/* 0 or NULL: not given. */
struct lab_args {
    struct position_args position; /* players and options */
    struct setting_list sweeps;    /* "walls=5,10" */
    struct word_list seats, ladder;
    struct work_args work;
    uint64_t games, seed, max_plies;
    const char *openings, *out, *records;
    bool rotate, force, json, csv, compare, seeded;
};

/* Makes the cells of the game, from malloc(), or prints an error message. */
int lab_args_cells(const struct lab_args *args, const char *game, struct lab_cell **cells,
                   int *count);

int take_word(void *target, const char *value, struct tb_error *error); /* word_list */
int take_lab_seed(void *target, const char *value, struct tb_error *error);

#endif
