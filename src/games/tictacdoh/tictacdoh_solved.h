/*
 * tictacdoh_solved.h - perfect play of Tic Tac Doh for two players.
 *
 * An outcome is one number of four bits, for the player to move: 0 a draw, 1 to
 * 8 a win in 2n - 1 plies, 9 to 15 a loss in 2(n - 8) plies.
 *
 * The table holds the outcome of every position that can be set up, up to
 * symmetry and translation, that is not over, has at least TABLE_LEFT pieces in
 * the stash and cannot be won at once. The rest is found by a look ahead. Its
 * file, tictacdoh.table, is made by tictacdoh_table_build().
 */
#ifndef TABLIER_TICTACDOH_SOLVED_H
#define TABLIER_TICTACDOH_SOLVED_H

#include "core/retrieval.h"
#include "core/solved.h"
#include "games/tictacdoh/tictacdoh.h"

enum {
    OUTCOME_DRAW = 0,
    OUTCOME_WIN = 1,  /* at once */
    OUTCOME_LOSS = 8, /* plus half the plies */
    TABLE_LEFT = 3,
    STASH_MIN = 3, /* with fewer, no line is possible and every game is drawn */
    STASH_MAX = 5,
    TABLE_HEADER = 64,
};

/* The file in memory: eight bytes that name it, its checksum, then for each
 * stash from STASH_MIN the parameters of its slots; all numbers little-endian. */
#define TABLE_NAME "TTDTAB01"

/* The embedded file, and its size. */
extern const unsigned char tictacdoh_table[];
extern const size_t tictacdoh_table_size;

/* The same for positions that differ by symmetry or translation, and only for them. */
uint64_t tictacdoh_canonical(const struct tictacdoh *s);

/* Pieces in the stash. */
static inline int tictacdoh_left(const struct tictacdoh *s)
{
    return s->left[SMALL] + s->left[MEDIUM] + s->left[LARGE];
}

/* True if there is a move that makes a line. */
bool tictacdoh_can_line(const struct tictacdoh *s);

/* The outcome of a move, for its player, from the outcome after it. */
unsigned tictacdoh_outcome_before(unsigned after);
/* True if a is the better outcome for the player to move. */
bool tictacdoh_outcome_better(unsigned a, unsigned b);


uint64_t tictacdoh_table_checksum(const unsigned char *file, size_t size);

/* Makes the file (core/solved.h); its parts are the stashes. */
int tictacdoh_table_build(const struct solved_watch *watch, int threads, unsigned char **file,
                          size_t *size, struct tb_error *error);

#endif
