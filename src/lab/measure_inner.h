/* measure_inner.h - internals of the files of measure.h; nothing else includes it. */
#ifndef TABLIER_LAB_MEASURE_INNER_H
#define TABLIER_LAB_MEASURE_INNER_H

#include "core/text.h"
#include "lab/duplicates.h"
#include "lab/keyed.h"
#include "lab/measure.h"

enum { PLIES_SHOWN = 120, TENTHS = 10 };

struct measures {
    struct tb_setup setup;
    struct match_rules rules;
    struct tb_position start;
    int sides, side[TB_PLAYERS_MAX];

    struct ratio win[TB_PLAYERS_MAX]; /* by side, like the next */
    struct ratio draw, first, swap, pie, repetition, cut, fault;
    struct keyed players;
    struct ratio length, moves, forced, only, moves_ply[PLIES_SHOWN];
    struct ratio lead, lead_last, certain[TENTHS], nodes, king, king_self;
    struct ratio drama, threshold, decisive, uncertainty;
    struct keyed first_moves, first_squares;
    struct keyed squares, kinds; /* only x, xx and xm: the rest is that of all moves */
    struct ratio all_moves;      /* plies, for m and mm */

    int *lengths; /* of every game */
    int count;
    size_t capacity;
    struct duplicates duplicates;
    struct duplicate *game; /* the game being added, with the count of its earlier duplicates */
};

/* Adds a value that follows from the moves of the game being added alone, so that it is equal for
 * all duplicates of the game. */
static inline void measures_count(const struct measures *measures, struct ratio *ratio, double x,
                                  double m)
{
    int before = measures->game->count;

    if (before == 0)
        ratio_add(ratio, x, m);
    else
        ratio_add_again(ratio, x, m, before * x, before * m);
}

/* Where moves go and what they look like: measure_board.c. */
void board_add(struct measures *measures, const struct tb_match *match, double score);
void board_statistics(struct measures *measures, struct statistics *out);

/* The course of a game, by the players' own evaluations: measure_lead.c. */
void lead_add(struct measures *measures, const struct record *record);

#endif
