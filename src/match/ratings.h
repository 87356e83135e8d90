/*
 * ratings.h - a rating list from the results of a tournament.
 *
 * The model is the one of Rao and Kupper (1967), as rating programs use it: with
 * x = rating of the first player - rating of the second + the first-move advantage,
 *
 *     P(first wins)  = 1 / (1 + 10^((d - x) / 400))
 *     P(second wins) = 1 / (1 + 10^((d + x) / 400))
 *
 * and a draw otherwise. Ratings, the advantage and d are estimated together, by maximum
 * likelihood; intervals come from the curvature of the likelihood there. A weak prior (a
 * normal distribution of 1000 Elo) keeps the rating of someone who has won or lost every
 * game finite; it moves others by a small fraction of their error.
 */
#ifndef TABLIER_MATCH_RATINGS_H
#define TABLIER_MATCH_RATINGS_H

#include "core/position.h"

/* Results of entrant i, who moves first, against j: in cells[i * count + j]. */
struct crosstable {
    int count;
    struct results {
        int wins, draws, losses; /* of the one who moves first */
    } * cells;
};

int crosstable_init(struct crosstable *table, int count, struct tb_error *error);
void crosstable_release(struct crosstable *table);
struct results *crosstable_at(const struct crosstable *table, int first, int second);
/* Games and points of an entrant against another, with either moving first; against all if `other`
 * is -1. */
int crosstable_games(const struct crosstable *table, int entrant, int other);
double crosstable_points(const struct crosstable *table, int entrant, int other);

struct estimate {
    double value, error; /* Elo; half the width of the 95 % interval */
};

struct rating_list {
    int count;
    struct estimate *ratings;  /* on average 0 */
    double *covariance;        /* of the ratings, count by count, Elo squared */
    struct estimate advantage; /* of the first move */
    double draw_elo;           /* d */
    double draw_rate;          /* between equals with no advantage, 0 to 1 */
};

int ratings_estimate(struct rating_list *list, const struct crosstable *table,
                     struct tb_error *error);
void ratings_release(struct rating_list *list);

/* The probability that a is stronger than b, given the results. */
double ratings_superiority(const struct rating_list *list, int a, int b);

#endif
