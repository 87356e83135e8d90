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

/* Plays as the facts say: game, nodes, seed, each. NULL on failure; freed by book_player_free(). */
struct book_player *book_player_new(const struct book_facts *facts, struct tb_error *error);
void book_player_free(struct book_player *player);

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

/* The book as text, which the caller frees: with `each` all positions after one and two moves, and
 * of the others as many as fit into BOOK_BYTES_MAX, those with more games first; NULL if memory
 * runs out. */
char *book_maker_write(const struct book_maker *maker);

#endif
