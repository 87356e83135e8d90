/*
 * quoridor_layers.h - Quoridor for two players solved from all positions: see layers_boards.h.
 */
#ifndef TABLIER_QUORIDOR_LAYERS_H
#define TABLIER_QUORIDOR_LAYERS_H

#include "core/solved.h"
#include "games/quoridor/quoridor.h"

struct layers_task {
    int size, walls, threads;
    bool turn_needs_barrier, keep; /* keep: answer->values is wanted */
    int keep_most; /* and only of positions with at most this many barriers on the board; 0: all */
    const struct quoridor *from; /* only positions that can follow this one; NULL: all */
    size_t bytes; /* limit for their values; 0: none */
    const struct solved_watch *watch;
};

enum layers_end {
    LAYERS_DONE,
    LAYERS_STOPPED,
    LAYERS_NO_MEMORY,
    LAYERS_TOO_LONG,
    LAYERS_TOO_MANY, /* for the limit */
};

/* Plies to the end: odd if the player to move wins, even if he loses, 0 if nobody wins. */
struct layers_answer {
    int start;
    int pawn[QUORIDOR_SQUARES]; /* after the first player's pawn has gone there; by row and column */
    int barriers[2 * 64];       /* after a first barrier: across, then upright, by anchor */
    uint64_t positions;         /* solved */
    struct whole_values *values; /* where the task says so: all but those of races without barriers
                                    in hand. Where too many follow the position `from`: only those
                                    with at most one barrier more */
};

/* For boards up to 5 x 5, 7 x 7 and 9 x 9. */
enum layers_end quoridor_layers_5(const struct layers_task *task, struct layers_answer *answer);
enum layers_end quoridor_layers_7(const struct layers_task *task, struct layers_answer *answer);
enum layers_end quoridor_layers_9(const struct layers_task *task, struct layers_answer *answer);

/*
 * The table of Quoridor: on 5 x 5, with 4 to 10 barriers per player, all positions with at most
 * three on the board. From three on, what follows is solved in seconds; with fewer per player, from
 * the start. The file, quoridor.table, is made by `tablier table quoridor`.
 */
#define QUORIDOR_TABLE_NAME "TQUOR501"

/* The values of the position and of all that follow it within two barriers on the board and one
 * move; NULL if the table does not contain them, the watch stops it or memory runs out. They take about this many
 * bytes, and some tenths of a second to read. */
enum { OPENING_BYTES = 24 << 20 };
struct whole_values *quoridor_openings_5(const struct quoridor *q,
                                         const struct solved_watch *watch);
int quoridor_table_check(const unsigned char *file, size_t size, struct tb_error *error);
int quoridor_table_build(const struct solved_watch *watch, int threads, unsigned char **file,
                         size_t *size, struct tb_error *error);

#endif
