/*
 * opening.h - makes a table (core/tablebase.h) of the values of all positions in the
 * first plies of a game, by proof search.
 */
#ifndef TABLIER_SOLVE_OPENING_H
#define TABLIER_SOLVE_OPENING_H

#include "core/tablebase.h"
#include "solve/bytes.h"
#include "solve/dfpn.h"

/* Begins every such file. */
#define OPENING_NAME "TABKNW03"

struct opening_task {
    const struct opening_plan *plans;
    int count;
    size_t bytes; /* of all solvers' tables together */
    int threads;  /* each with a solver of its own; the file does not depend on them */
    struct solved_watch watch; /* its parts are the plans */
};

/* Makes the file. */
int opening_build(const struct opening_task *task, struct bytes *file, struct tb_error *error);

/* Refuses a file that is not a whole, undamaged table of this version. */
int opening_check(const unsigned char *data, size_t size, struct tb_error *error);

#endif
