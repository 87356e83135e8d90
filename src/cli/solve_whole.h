/* solve_whole.h - tablier solve --whole: a setup solved from all its positions, move by move. */
#ifndef TABLIER_CLI_SOLVE_WHOLE_H
#define TABLIER_CLI_SOLVE_WHOLE_H

#include "core/position.h"
#include "file/output.h"

struct whole_args {
    int threads;
    size_t bytes;
    int plies; /* the proof's only claim is about that number; 0: it has both */
    bool json;
    struct output *proof; /* open; NULL: none is wanted */
};

/* Solves the game from the position and prints what each move leads to; an exit status. */
int solve_whole(const struct tb_position *position, const struct whole_args *args);

#endif
