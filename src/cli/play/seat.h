/*
 * seat.h - players at the board: people and engines. A kind of player is one row in a table.
 */
#ifndef TABLIER_CLI_SEAT_H
#define TABLIER_CLI_SEAT_H

#include "search/search.h"

enum { SEAT_SPEC = 32 }; /* bytes that hold how any seat is asked for */

struct seat {
    const struct seat_kind *kind; /* NULL: nobody yet */
    char spec[SEAT_SPEC];         /* how it was asked for: "random" */
    struct engine_options options;
    struct search_limits limits;
    struct engine *engine; /* NULL: not made before the first move */
};

/* What the computer's choices depend on. */
struct seat_seed {
    uint64_t number;
    bool given; /* by the user: where no time is set, the same choices on any machine */
};

struct seat_kind {
    const char *name;
    const char *argument; /* what may follow its name: "[:MS]"; NULL if nothing does */
    const char *text;     /* what it is, in English */
    enum engine_kind engine; /* of all but people */
};

/* Ends with a NULL name. The first is a person. */
extern const struct seat_kind seat_kinds[];

/* Seats the player that `spec` names: "human", "level:5", "level:5:runner" with a
 * personality, or a searcher with its milliseconds per
 * move, "mcts:3000". After a failure the seat is still closed. */
int seat_open(struct seat *seat, const char *spec, struct seat_seed seed, struct tb_error *error);
void seat_close(struct seat *seat);
bool seat_is_human(const struct seat *seat);

/* Makes the engine of a computer's seat, unless it has one. An unknown personality is refused. */
int seat_prepare(struct seat *seat, const struct tb_setup *setup, struct tb_error *error);

/* Writes the entry that the computer plays, a move or `swap`. */
int seat_choose(struct seat *seat, const struct tb_match *match, char out[TB_MOVE_TEXT],
                struct tb_error *error);

#endif
