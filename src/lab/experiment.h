/*
 * experiment.h - an experiment: cells of games, which differ in their rules or players, and
 * the games that have been played so far.
 *
 * An experiment may live in a folder: there `experiment.txt` says what it is, and `journal`
 * holds the results of all jobs that are done, in the order in which they came. A result
 * counts once it is whole in the journal; what a crash left half-written is cut off. Every other
 * file of the folder is made from these two.
 */
#ifndef TABLIER_LAB_EXPERIMENT_H
#define TABLIER_LAB_EXPERIMENT_H

#include "lab/journal.h"
#include "lab/terms.h"

enum { CELLS_MAX = 400, CELL_LABEL = 120, CELL_GAMES_MAX = 10000000 };

struct lab_cell {
    char label[CELL_LABEL]; /* how it differs: "walls=5 swap=on"; "" if there is only one */
    struct lab_terms terms;
    uint64_t fingerprint;
    char *
        *games; /* the record of each game as a line of JSON without its end, NULL: to be played */
};

struct experiment {
    struct lab_cell *cells;
    int cell_count;
    int games;       /* of each cell */
    int done;        /* games that have been played, all cells together */
    int64_t cost_us; /* the time that they took, one after the other */

    char path[PATH_MAX]; /* of the folder; "": there is none */
    struct journal journal;
    bool torn; /* its description was cut short, and has been written again */
};

/* Takes the cells over, which come from malloc() with labels and terms. */
int experiment_init(struct experiment *experiment, struct lab_cell *cells, int count, int games,
                    struct tb_error *error);
void experiment_release(struct experiment *experiment);

/* Opens the folder, which is made if there is none, and reads what was played. Fails with
 * TB_ERR_SETUP if it holds something else, unless that is to be replaced. */
int experiment_open(struct experiment *experiment, const char *path, bool replace,
                    struct tb_error *error);

/* The missing games as work; the experiment must stay. Its results are added and written to the
 * journal as they come. */
struct work experiment_work(struct experiment *experiment);

/* The path of a file of the folder. */
void experiment_file(const struct experiment *experiment, const char *name, char path[PATH_MAX]);

#endif
