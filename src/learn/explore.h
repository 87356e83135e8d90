/*
 * explore.h - explorer: every move of a position with its exact value, where a table, the rules, a
 * short proof or all positions that can follow give it, and its results in the games of a book.
 */
#ifndef TABLIER_LEARN_EXPLORE_H
#define TABLIER_LEARN_EXPLORE_H

#include "core/solved.h"
#include "learn/book.h"
#include "search/exact.h"

enum {
    EXPLORE_BYTES = 16 << 20, /* of a proof search, where none is named */
    EXPLORE_NODES = 100000,   /* for each question of it, likewise */
    EXPLORE_VALUES = 100 << 20, /* bytes for all positions that can follow, a second or two; on
                                   small boards EXACT_BYTES */
};

struct explore_options {
    const struct book *book; /* NULL: there is none */
    uint64_t nodes;          /* for a question of a proof search; 0: as above */
    size_t bytes;
    struct exact *exact; /* keeps the values of all positions that can follow; NULL: they are
                            not kept */
    /* Called before every move; if it returns true, the other moves stay unknown. May be NULL. */
    bool (*stop)(void *context);
    void *context;
};

struct explored {
    tb_move move;
    bool exact;
    struct verdict verdict; /* for the player who moves; plies count the move itself */
    bool booked;
    struct book_entry entry; /* for the player who moves */
};

/* True if proofs are tried, so that more nodes may decide more moves. */
bool explore_proves(const struct tb_position *position);

/* Writes the moves, best first, and returns how many there are, 0 if the game is over; -1 if
 * memory runs out. The caller frees *out. */
int explore(const struct tb_position *position, const struct explore_options *options,
            struct explored **out);

#endif
