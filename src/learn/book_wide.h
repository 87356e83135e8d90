/*
 * book_wide.h - the positions of a book in which every good move is played.
 *
 * A move is good if a search of WIDE_NODES nodes puts it within 50 Elo of the best. Images of a
 * position have the same good moves. A position is opened by listing its good moves; one whose good
 * moves are all in the book is complete. Positions after up to BOOK_FULL_PLIES moves are opened
 * first, then those that are reached most often: in games of good moves, each of a position with
 * the same chance, and in walks. A walk is the beginning of a game between two players of a middle
 * level, who play like people; without walks no other position is opened. Opened positions and
 * those after their good moves are the targets of games, in the order in which they were found,
 * unless all games of so few moves are played anyway. That order depends on the game and on the
 * walks alone: more targets add to those that are there.
 */
#ifndef TABLIER_LEARN_BOOK_WIDE_H
#define TABLIER_LEARN_BOOK_WIDE_H

#include "learn/book_make.h"

enum {
    WIDE_NODES = 20000,
    WIDE_BATCH = 64,     /* positions that are opened at a time, by any number of threads */
    WIDE_PLIES_MAX = 40, /* positions after more plies are not opened */
    WIDE_TABLE_MB = 8,
    WALK_PLIES = 10,
};

/* ---- Good moves ---------------------------------------------------------------------------- */

/* True if an evaluation (-1 to 1) is within 50 Elo of the best. */
bool book_near(double best, double score);

struct good_moves {
    int count; /* 0: the position is over, or its result is proven */
    tb_move moves[TB_MOVES_MAX];
};

/* Searches a position, with an engine that has WIDE_TABLE_MB. */
void book_good_moves(struct engine *engine, const struct tb_position *position,
                     struct good_moves *out);

/* ---- Positions ----------------------------------------------------------------------------- */

/* Holds the start alone at first. NULL if memory runs out. */
struct book_wide *book_wide_new(const struct tb_game *game);
void book_wide_free(struct book_wide *wide);

size_t book_wide_targets(const struct book_wide *wide);
/* Writes the moves that lead to a target; returns their number. */
int book_wide_path(const struct book_wide *wide, size_t target, tb_move moves[WIDE_PLIES_MAX + 1]);

/* The first moves of a game. */
struct book_walk {
    int plies;
    tb_move moves[WALK_PLIES];
};

/* Plays walk `number`, which depends on the number alone. False if memory runs out. */
bool book_walk_play(const struct tb_game *game, uint64_t number, struct book_walk *walk);
/* Counts the positions that a walk goes through. False if memory runs out. */
bool book_wide_walk(struct book_wide *wide, const struct book_walk *walk);

/* Writes the numbers of the positions to open next; returns how many, 0 if there are none. */
size_t book_wide_next(const struct book_wide *wide, size_t batch[WIDE_BATCH]);
void book_wide_position(const struct book_wide *wide, size_t number, struct tb_position *out);
/* Opens a position. The order of these calls must be that of the batch. False if memory runs
 * out. */
bool book_wide_open(struct book_wide *wide, size_t number, const struct good_moves *good);

/* Lets a book keep the good moves of the opened positions: all those of a position, or none. */
void book_wide_keep(const struct book_wide *wide, struct book_maker *maker);

#endif
