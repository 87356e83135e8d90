/*
 * book_make.h - book builder (book.h): games of the computer against itself, and their counts.
 *
 * The games depend on the seed alone: game number N is always the same, no matter which thread
 * plays it and which games came before.
 */
#ifndef TABLIER_LEARN_BOOK_MAKE_H
#define TABLIER_LEARN_BOOK_MAKE_H

#include "learn/book.h"
#include "search/search.h"

enum {
    BOOK_PLIES_MAX = 300,                        /* then a game counts as a draw */
    BOOK_LINE_MAX = 64 + BOOK_PLIES_MAX * (TB_MOVE_TEXT + 6), /* bytes of a game as text */
};

struct book_game {
    uint64_t number;
    int winner; /* from 1; 0: a draw */
    int plies;  /* that were played before the result was proven */
    int length; /* until the end of the game: the rest as the proof counts it */
    tb_move moves[BOOK_PLIES_MAX];
    int scores[BOOK_PLIES_MAX]; /* of the position before the move, for its mover (BOOK_SCORE) */
};

/* ---- Playing ------------------------------------------------------------------------------- */

struct book_player;
struct book_wide; /* book_wide.h */

/* Plays as the facts say: game, nodes, seed, each. `wide`, which may be NULL, has the targets of
 * games and must not change. NULL on failure; freed by book_player_free(). */
struct book_player *book_player_new(const struct book_facts *facts, const struct book_wide *wide,
                                    struct tb_error *error);
void book_player_free(struct book_player *player);

/* Returns the number of games that try every pair of a first and a second move; 0 without `each`.
 * Each target of `wide` has the next `each` games. */
uint64_t book_player_beginnings(const struct book_player *player);

/* Plays game `number`. False if stop(context) returned true first. */
bool book_player_play(struct book_player *player, uint64_t number, struct book_game *out,
                      bool (*stop)(void *context), void *context);

/* A game as a line of text, without its end, and back: NUMBER WINNER LENGTH, then moves and
 * scores in turn. */
void book_game_write(const struct book_game *game, const struct tb_game *rules, struct text *out);
int book_game_read(const char *line, const struct tb_game *rules, struct book_game *game,
                   struct tb_error *error);

/* ---- Counting ------------------------------------------------------------------------------ */

struct book_maker;

struct book_maker *book_maker_new(const struct book_facts *facts);
void book_maker_free(struct book_maker *maker);

/* Counts a game; a duplicate of an earlier one does not count. False if memory runs out. */
bool book_maker_add(struct book_maker *maker, const struct book_game *game);

/* With `each`: keeps the position with the first key and these, which follow it, and marks the first
 * as complete; does nothing if one of them did not occur. False if the book has no room for them. */
bool book_maker_keep(struct book_maker *maker, uint64_t key, const uint64_t *keys, int count);

/* The book as text, which the caller frees: with `each` the positions after up to BOOK_FULL_PLIES
 * moves and those that book_maker_keep() named, else as many as fit into BOOK_BYTES_MAX, those
 * with more games first; NULL if memory runs out. */
char *book_maker_write(const struct book_maker *maker);

#endif
