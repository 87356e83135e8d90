/*
 * seat.h - players at the board: people and engines. A kind of player is one row in a table.
 */
#ifndef TABLIER_CLI_SEAT_H
#define TABLIER_CLI_SEAT_H

#include "core/position.h"

enum { SEAT_SPEC = 32 }; /* bytes that hold how any seat is asked for */

struct seat {
    const struct seat_kind *kind; /* NULL: nobody yet */
    char spec[SEAT_SPEC];         /* how it was asked for: "random" */
    void *data;                   /* the kind's own */
};

/* What the computer's choices depend on. */
struct seat_seed {
    uint64_t number;
    bool given; /* by the user: the same choices on any machine, however busy, where no time is set */
};

struct seat_kind {
    const char *name;
    const char *argument; /* what may follow its name: ":MS"; NULL if nothing does */
    const char *text;     /* what it is, in English */
    /* `argument` is what follows "name:" in the spec, NULL if nothing does. After a
     * failure the seat is still closed. */
    int (*open)(struct seat *seat, const char *argument, struct seat_seed seed,
                struct tb_error *error);
    /* Writes the entry to play, a move or `swap`. NULL: a person decides. */
    int (*choose)(struct seat *seat, const struct tb_match *match, char out[TB_MOVE_TEXT],
                  struct tb_error *error);
    void (*close)(struct seat *seat); /* NULL where nothing is kept */
};

/* Ends with a NULL name. */
extern const struct seat_kind seat_kinds[];

/* Seats the player that `spec` names, "human" or "level:5". */
int seat_open(struct seat *seat, const char *spec, struct seat_seed seed, struct tb_error *error);
void seat_close(struct seat *seat);
bool seat_is_human(const struct seat *seat);

#endif
