/*
 * measure_inner.h - the sums behind the statistics of measure.h; included by measure*.c only.
 *
 * Each measure is a struct ratio (statistics.h): over all games, the sum of a numerator x divided
 * by the sum of a denominator m, together with the sums of x*x (`xx`), x*m (`xm`) and m*m (`mm`),
 * from which the width of its interval follows. A share of games has x = 0 or 1 and m = 1 per game;
 * a share of moves has x = the moves that count and m = all moves of the game.
 *
 * Games with the same moves are not independent: all duplicates of a game together are one
 * observation. A side is the players who win together: one player each, unless they play in teams.
 */
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

    /* Results: shares of games. */
    struct ratio win[TB_PLAYERS_MAX]; /* by side */
    struct ratio draw;
    struct ratio first; /* score of the side that begins: 1 a win, 0.5 a draw */
    struct ratio swap;  /* games in which the pie rule was used to swap seats */
    struct ratio pie;   /* score of the player who made the first move, whichever side that is after
                           a swap */
    struct ratio repetition, cut,
        fault;            /* ended by repetition; as too long; by resignation or time */
    struct keyed players; /* score by name */

    /* Lengths and moves. */
    struct ratio length, moves,
        forced;        /* plies; legal moves per position; plies with one of them */
    struct ratio only; /* positions where one move holds and the next best is far worse */
    struct ratio moves_ply[PLIES_SHOWN]; /* legal moves by ply */
    struct ratio nodes;                  /* positions searched in a game */

    /* The course of the game, by the players' own evaluations (measure_lead.c). */
    struct ratio lead, lead_last; /* changes of the leader; when the last one is, 0 to 1 */
    struct ratio certain[TENTHS]; /* the leader after each tenth of the game wins */
    struct ratio drama;           /* how far the winner trailed */
    struct ratio threshold;       /* the best evaluation that a loser had */
    struct ratio decisive;        /* when the winner was above it for the first time, 0 to 1 */
    struct ratio uncertainty;     /* how open the result was, on average */

    /* Three or more sides: the last move of a loser decided who won, although another move would
     * have let another side win (king) or the player's own (king_self). */
    struct ratio king, king_self;

    /* The board (measure_board.c). */
    struct keyed first_moves, first_squares; /* score of the side that begins */
    struct keyed squares, kinds; /* moves by target and by form. Only x, xx and xm are summed: m and
                                    mm are those of all_moves */
    struct ratio all_moves;      /* plies: m and mm */

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
