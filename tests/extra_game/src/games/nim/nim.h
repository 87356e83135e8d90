/*
 * nim.h - Nim: heaps of stones; the player who takes the last stone wins.
 *
 * For two, for three, or for four in teams (players 1 and 3 against 2 and 4). Heap a has 1 stone
 * at first, b has 3, c has 5, and so on up to NIM_STONES. A move is a heap and the number of stones
 * taken from it, `c2`; its number is heap * NIM_STONES + stones - 1. A position is the heaps and
 * the player to move, `1/3/5 1`.
 */
#ifndef TABLIER_GAMES_NIM_H
#define TABLIER_GAMES_NIM_H

#include "core/game.h"

enum { NIM_HEAPS = 6, NIM_STONES = 9, NIM_MOVES = NIM_HEAPS * NIM_STONES };

struct nim {
    uint8_t stones[NIM_HEAPS];
    uint8_t heaps;
    uint8_t turn; /* from 0 */
    uint8_t players;
    uint8_t spare[7]; /* zero */
};

_Static_assert(sizeof(struct nim) == 16, "the state has no padding");

static inline int nim_heap(tb_move move)
{
    return (int)move / NIM_STONES;
}

static inline int nim_taken(tb_move move)
{
    return (int)move % NIM_STONES + 1;
}

/* Returns the number of heaps that are not empty. */
int nim_heaps_left(const struct nim *s);
/* Returns the number of stones in all heaps. */
int nim_stones_left(const struct nim *s);
/* True if two sides play: two players, or four in teams. */
static inline bool nim_two_sides(const struct nim *s)
{
    return s->players != 3;
}

void nim_move_text(const void *state, tb_move move, struct text *out);
void nim_why(const void *state, const char *text, struct tb_reason *out);
void nim_position_text(const void *state, struct text *out);
int nim_position_parse(const struct tb_setup *setup, const char *text, void *state,
                       struct tb_error *error);
void nim_draw(const void *state, const struct tb_style *style, struct text *out);
void nim_remark(const void *state, const tb_move *move, struct text *out);
void nim_goal(const void *state, int player, struct text *out);

extern const struct tb_game nim_game;
extern const struct advice nim_advice;
extern const struct features nim_features;
extern const struct picture nim_picture;
extern const struct solved nim_solved;
extern const struct tensor nim_tensor;
extern const struct themes nim_themes;

/* Embedded files: the table of solved positions, and the network. */
extern const unsigned char nim_table[];
extern const unsigned char nim_net[];
extern const size_t nim_net_size;

#endif
