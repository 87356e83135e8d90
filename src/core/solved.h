/*
 * solved.h - exact values that a game knows without a search, and their table.
 */
#ifndef TABLIER_CORE_SOLVED_H
#define TABLIER_CORE_SOLVED_H

#include "core/game.h"

/* The result of perfect play, for the side to move. */
struct verdict {
    int value; /* 1 a win, 0 a draw, -1 a loss */
    int plies; /* until the game is over with best play on both sides; -1: unknown */
};

/* Receives the progress of the work: the current part, from 1, the number of its positions that are
 * done, and their total, 0 if unknown. False stops the work. Called by one thread at a time. */
struct solved_watch {
    bool (*report)(void *context, int part, size_t done, size_t positions);
    void *context;
};

/* One setup whose openings are solved: two sides, and positions that cannot repeat. */
struct opening_plan {
    struct tb_setup setup;
    int plies; /* all positions up to this many plies after the start */
    int exact; /* with the number of plies to the end, up to this many after the start */
};

enum { OPENING_PLANS_MAX = 8 };

/*
 * An ending: positions that lead only to each other, few enough to solve all of them in about a
 * millisecond when one of them is met. NULL where a game has no such endings.
 */
enum { ENDING_SIZE = 13122 };

struct ending {
    /* The same number for all positions of one ending; 0: the position is in none. */
    uint64_t (*key)(const void *state);
    /* Solves the ending of a position; false, which is rare, if it cannot be solved completely. */
    bool (*solve)(const void *state, uint8_t table[ENDING_SIZE]);
    /* The value of a position that is not over, from the solved ending it is in. */
    struct verdict (*read)(const uint8_t *table, const void *state);
};

/* One solved ending. Begins zero-initialised. */
struct ending_table {
    uint64_t key;
    uint8_t plies[ENDING_SIZE];
};

/* A setup solved as a whole, from every position. */
struct first_move {
    tb_move move;
    struct verdict verdict; /* for the player who makes it */
};

struct whole {
    struct verdict start;
    int count;
    struct first_move moves[TB_MOVES_MAX];
    uint64_t positions; /* solved, each once up to symmetry */
};

/* The values of all positions of a setup, but those that an ending gives. Any thread may read. */
struct whole_values {
    /* False where the value is not among them. For positions that are not over. */
    bool (*read)(const struct whole_values *values, const void *state, struct verdict *out);
    void (*drop)(struct whole_values *values);
};

/* A position as a number: another position of the setup has another. `low` is below 2^63. */
struct packed {
    uint64_t high, low;
};

/* probe() is required. A game's table is a file of its own format, or one of openings as
 * solve/opening.h makes them; src/games/NAME/NAME.table is embedded as NAME_table. It is for games
 * of two sides. Its bytes 8 to 15 are the checksum of all that follow, the lowest first. */
struct solved {
    /* Gets the exact value if it is known without a search: from a table, or a race that can be
     * counted out; else false. Never wrong, and cheap: the search calls it at every node. */
    bool (*probe)(const void *state, struct verdict *out);

    const struct ending *ending;

    /* A format of its own: the first eight bytes of the file, six that name it and two of a
     * version; NULL: there is none. */
    const char *name;

    /* Refuses a file that is not a whole, undamaged table of this version. */
    int (*check)(const unsigned char *file, size_t size, struct tb_error *error);

    /* Makes the file, in memory that the caller frees. TB_ERR_STOPPED if the watch says so. */
    int (*build)(const struct solved_watch *watch, unsigned char **file, size_t *size,
                 struct tb_error *error);

    /* Solves a setup of two players as a whole, with this many threads. TB_ERR_STOPPED if the watch
     * says so. Unless `values` is NULL it receives all values, which the caller drops. */
    int (*whole)(const struct tb_setup *setup, int threads, const struct solved_watch *watch,
                 struct whole *out, struct whole_values **values, struct tb_error *error);

    /* For proofs as tables (solve/strategy.h); false for a position that has no number. */
    bool (*pack)(const void *state, struct packed *out);

    /* A table of openings: writes what is to be solved, and returns how many plans. */
    int (*openings)(struct opening_plan plans[OPENING_PLANS_MAX]);
};

/* True if the table's bytes are there. The web app's module begins with zeros in their place, until
 * it is given the file. */
static inline bool table_is_loaded(const unsigned char *file)
{
    return file[0] != 0;
}

/* True if the game's table can be made again. */
static inline bool game_has_table(const struct tb_game *game)
{
    return game->solved && (game->solved->build || game->solved->openings);
}

/* The exact value of a position of an ending, which is solved in the table first, unless the table
 * has it. False if the position is in none. */
bool ending_probe(const struct tb_game *game, struct ending_table *table, const void *state,
                  struct verdict *out);

/* The game's own answer at once; false where it has none. */
static inline bool game_probe(const struct tb_game *game, const void *state, struct verdict *out)
{
    return game->solved && game->solved->probe(state, out);
}

/* The same with endings, for callers that can wait a millisecond. */
static inline bool position_probe(const struct tb_game *game, struct ending_table *table,
                                  const void *state, struct verdict *out)
{
    return ending_probe(game, table, state, out) || game_probe(game, state, out);
}

#endif
