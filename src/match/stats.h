/*
 * stats.h - statistics of match results: Elo, intervals, SPRT.
 *
 * Scores run from 0 (all lost) to 1 (all won). The same opening played with
 * both colours makes a pair; a pair's two results depend on each other, so where
 * there are pairs their spread is what counts, not that of single games.
 */
#ifndef TABLIER_MATCH_STATS_H
#define TABLIER_MATCH_STATS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SINGLE_CELLS = 3, /* a loss, a draw, a win */
    PAIR_CELLS = 5,   /* 0, 1/2, 1, 3/2, 2 points of two games */
};

/* How often each score came up: cell i stands for the score i / (cells - 1). */
struct sample {
    int cells;
    uint64_t count[PAIR_CELLS];
};

uint64_t sample_total(const struct sample *sample);
double sample_mean(const struct sample *sample);
/* Of one observation, around the mean. */
double sample_variance(const struct sample *sample);

struct interval {
    double value;
    double low, high; /* of the 95 % interval */
};

/* The Elo difference that lets one expect a score, and back; a score of 0 or 1
 * is an infinite difference. */
double elo_of_score(double score);
double score_of_elo(double elo);
struct interval elo_of_interval(struct interval score);

/* The interval of a share, 0 to 1, the mean of `observations` observations with this variance in
 * `games` games. Never empty, never outside 0 to 1, and honest about short matches: 10 wins of 10
 * do not prove infinite strength. */
struct interval share_interval(double share, double variance, double observations, double games);

/* The score of all games, with an interval from the spread of the pairs, or of
 * the games where there are no pairs. There must be a game. */
struct interval score_interval(const struct sample *games, const struct sample *pairs);

/* The probability that the first is the stronger, 0 to 1; 1/2 if nothing is known. */
double superiority(const struct sample *sample);

/* ---- The sequential test --------------------------------------------------- */

/* A test of the hypothesis that the difference in Elo is elo1 against that it is elo0. */
struct sprt {
    double elo0, elo1;
    double lower, upper; /* bounds of the log-likelihood ratio */
};

enum sprt_verdict { SPRT_OPEN, SPRT_ELO0, SPRT_ELO1 };

/* alpha: the probability to accept elo1 where elo0 holds; beta: that of the other error. Wald's
 * bounds. */
struct sprt sprt_make(double elo0, double elo1, double alpha, double beta);
/* The generalised log-likelihood ratio of elo1 against elo0. */
double sprt_llr(const struct sprt *sprt, const struct sample *sample);
enum sprt_verdict sprt_judge(const struct sprt *sprt, double llr);

/* ---- Means of anything ------------------------------------------------------- */

/* A running mean with its spread. */
struct running {
    uint64_t count;
    double mean, squares; /* the sum of squared distances from the mean */
};

void running_add(struct running *running, double value);
/* Of one value, as estimated from the sample; 0 below two values. */
double running_variance(const struct running *running);

#endif
