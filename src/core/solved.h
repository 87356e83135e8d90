/*
 * solved.h - exact values of positions: the hooks of a game (struct solved, see tb_game.solved) and
 * their types. All of it is for games of two sides.
 *
 * There are four sources of exact values, each for other positions:
 *
 *   probe()    a formula or an embedded table; microseconds, used at every node of a search
 *   ending     a class of late positions, solved together in a millisecond when one of them occurs
 *   openings   the first plies of a setup, solved once and stored as a table (solve/opening.h)
 *   whole()    all positions of a small setup, solved on request; seconds to hours
 *
 * The game defines only what these need; the callers own all memory that is named here.
 */
#ifndef TABLIER_CORE_SOLVED_H
#define TABLIER_CORE_SOLVED_H

#include "core/game.h"

/* The result of perfect play by both sides, for the side to move. */
struct verdict {
    int value; /* 1 a win, 0 a draw, -1 a loss */
    /* Until the game is over; negative: unknown. Below -1, the winner can end it within -1 -
     * plies. */
    int plies;
};

/* Receives the progress of a computation: the current part, from 1, the positions of it that are
 * done, and their total, 0 if unknown. Returns false to stop it. Called by one thread at a time. */
struct solved_watch {
    /* NULL: nobody watches. */
    bool (*report)(void *context, int part, size_t done, size_t positions);
    void *context;
};

/* Reports the progress; false if the computation is to stop. */
static inline bool solved_report(const struct solved_watch *watch, int part, size_t done,
                                 size_t positions)
{
    return !watch->report || watch->report(watch->context, part, done, positions);
}

/* One setup whose openings are solved; its positions must not repeat. */
struct opening_plan {
    struct tb_setup setup;
    int plies; /* all positions up to this many plies after the start */
    int exact; /* with the number of plies to the end, up to this many after the start */
    bool perfect; /* and all positions that can come up if the winner plays perfectly */
};

enum { OPENING_PLANS_MAX = 8 };

/*
 * An ending is a set of positions that is closed: every move leads to another one of the set or
 * ends the game. It has at most ENDING_SIZE positions, so that all are solved in about a
 * millisecond. An example is the race of two pawns after the last barrier is placed.
 */
enum { ENDING_SIZE = 13122 };

struct ending {
    /* Identifies the ending that the position is in; 0: none. */
    uint64_t (*key)(const void *state);
    /* Solves the ending that the position is in, one byte per position in the game's own encoding;
     * false, which is rare, if it cannot be solved completely. */
    bool (*solve)(const void *state, uint8_t table[ENDING_SIZE]);
    /* The value of a position that is not over, from the solved ending it is in. */
    struct verdict (*read)(const uint8_t *table, const void *state);
};

/* The ending that was solved last: a cache of one, which its user zero-initialises. */
struct ending_table {
    uint64_t key; /* 0: none */
    uint8_t plies[ENDING_SIZE];
};

struct first_move {
    tb_move move;
    struct verdict verdict; /* for the player who makes it */
};

/* A setup that is solved from every position. */
struct whole {
    struct verdict start;
    int count; /* of first moves */
    struct first_move moves[TB_MOVES_MAX];
    uint64_t positions; /* solved; symmetric ones count once */
};

/* The values of all positions of a setup that are not in an ending. Any thread may read. Each game
 * that has whole() embeds this at the start of its own struct. */
struct whole_values {
    /* Gets the value of a position that is not over; false if it is not stored. */
    bool (*read)(const struct whole_values *values, const void *state, struct verdict *out);
    void (*drop)(struct whole_values *values);
};

enum small { SMALL_NO, SMALL_YES, SMALL_TABLE /* with the help of the game's table */ };

/* A position as a number that no other position of the setup has. `low` is below 2^63. */
struct packed {
    uint64_t high, low;
};

static inline bool packed_less(struct packed a, struct packed b)
{
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}

/*
 * The members other than probe() may be NULL. A game may have one table: a file in a format of its
 * own (name, check, build) or one of openings (openings). The build embeds
 * src/games/NAME/NAME.table as NAME_table. Bytes 8 to 15 of a table are the checksum of the rest,
 * in little-endian order.
 */
struct solved {
    /* Gets the exact value if it is known at once, from a table or by counting; else false. Must be
     * exact and fast: the search calls it at every node. */
    bool (*probe)(const void *state, struct verdict *out);

    const struct ending *ending;

    /* The first eight bytes of a table in the game's own format: six of a name, two of a
     * version. */
    const char *name;

    /* Refuses a file that is not a complete, undamaged table of this version. */
    int (*check)(const unsigned char *file, size_t size, struct tb_error *error);

    /* Builds the table, with up to this many threads, in memory that the caller frees.
     * TB_ERR_STOPPED if the watch stops it. */
    int (*build)(const struct solved_watch *watch, int threads, unsigned char **file, size_t *size,
                 struct tb_error *error);

    /* Solves all positions of a setup with this many threads. TB_ERR_STOPPED if the watch stops it.
     * Unless `values` is NULL, sets *values, which the caller drops. */
    int (*whole)(const struct tb_setup *setup, int threads, const struct solved_watch *watch,
                 struct whole *out, struct whole_values **values, struct tb_error *error);

    /* Solves all positions that can follow this one, unless their values take more than `bytes`:
     * then NULL, as when the watch stops it or memory runs out. The caller drops the values. */
    struct whole_values *(*after)(const void *state, size_t bytes,
                                  const struct solved_watch *watch);

    /* Not SMALL_NO if after() takes seconds at most, so that reviews and the strongest play use it,
     * and the web app loads the module that has it. NULL: never. */
    enum small (*small)(const void *state);

    /* Numbers a position, for proofs as tables (solve/strategy.h); false if it has no number. */
    bool (*pack)(const void *state, struct packed *out);

    /* Finds the least number of the images by a set of symmetries (core/canonical.h) that keep all
     * players, and the symmetry that gives it; false like pack(). NULL: pack() of each image. */
    bool (*pack_least)(const void *state, uint64_t set, struct packed *out, int *symmetry);

    /* The position of the setup that has the number; needed where there are endings. */
    void (*unpack)(const struct packed *number, const struct tb_setup *setup, void *state);

    /* A table of openings: writes what is to be solved, and returns how many plans. */
    int (*openings)(struct opening_plan plans[OPENING_PLANS_MAX]);

    /* 16 bits that are equal for all images of a position: a part of its key where a plan is for
     * perfect play. A proof of a draw as a table (solve/strategy.h) answers with low ones. */
    unsigned (*outline)(const void *state);
};

/* True if the table's bytes are present. The web app's module starts with zeros in their place and
 * loads the file later. */
static inline bool table_is_loaded(const unsigned char *file)
{
    return file[0] != 0;
}

/* True if the game's table can be rebuilt. */
static inline bool game_has_table(const struct tb_game *game)
{
    return game->solved && (game->solved->build || game->solved->openings);
}

/* Gets the exact value of a position of an ending. Solves the ending into *table unless that holds
 * it already. False if the position is in none. */
bool ending_probe(const struct tb_game *game, struct ending_table *table, const void *state,
                  struct verdict *out);

/* Tells whether all positions that can follow one are soon solved. */
static inline enum small game_small(const struct tb_game *game, const void *state)
{
    return game->solved && game->solved->small ? game->solved->small(state) : SMALL_NO;
}

/* Gets the value by probe(), if the game has one and it answers. */
static inline bool game_probe(const struct tb_game *game, const void *state, struct verdict *out)
{
    return game->solved && game->solved->probe(state, out);
}

/* The same with endings first, for callers that can wait a millisecond. */
static inline bool position_probe(const struct tb_game *game, struct ending_table *table,
                                  const void *state, struct verdict *out)
{
    return ending_probe(game, table, state, out) || game_probe(game, state, out);
}

#endif
