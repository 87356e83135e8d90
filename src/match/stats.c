/* stats.c - Elo, intervals, likelihood of superiority, the sequential test. */
#include "match/stats.h"

#include <math.h>

/* The standard normal deviate that 97.5 % stay below. */
static const double Z = 1.959963984540054;

static double cell_score(const struct sample *sample, int cell)
{
    return (double)cell / (sample->cells - 1);
}

uint64_t sample_total(const struct sample *sample)
{
    uint64_t total = 0;

    for (int i = 0; i < sample->cells; i++)
        total += sample->count[i];
    return total;
}

double sample_mean(const struct sample *sample)
{
    double sum = 0;

    for (int i = 0; i < sample->cells; i++)
        sum += cell_score(sample, i) * (double)sample->count[i];
    return sum / (double)sample_total(sample);
}

/* The mean squared distance from `centre`. */
static double spread_around(const struct sample *sample, double centre)
{
    double sum = 0;

    for (int i = 0; i < sample->cells; i++) {
        double distance = cell_score(sample, i) - centre;

        sum += distance * distance * (double)sample->count[i];
    }
    return sum / (double)sample_total(sample);
}

double sample_variance(const struct sample *sample)
{
    return spread_around(sample, sample_mean(sample));
}

/* ---- Elo --------------------------------------------------------------------- */

double elo_of_score(double score)
{
    if (score <= 0)
        return -INFINITY;
    if (score >= 1)
        return INFINITY;
    return 400 * log10(score / (1 - score));
}

double score_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

struct interval elo_of_interval(struct interval score)
{
    return (struct interval){
        .value = elo_of_score(score.value),
        .low = elo_of_score(score.low),
        .high = elo_of_score(score.high),
    };
}

/* ---- Intervals ------------------------------------------------------------------ */

/* Wilson's interval for a share of `games` independent games. */
static struct interval wilson(double share, double games)
{
    double scale = 1 + Z * Z / games;
    double centre = (share + Z * Z / (2 * games)) / scale;
    double half = Z / scale * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games));

    return (struct interval){
        .value = share,
        .low = fmax(0, fmin(share, centre - half)),
        .high = fmin(1, fmax(share, centre + half)),
    };
}

/*
 * Draws and pairing make a score more certain than as many won or lost games
 * would be. The interval is that of the number of won or lost games that would
 * be just as certain. Where all observations are equal there is no spread to
 * measure; one more, as far off as can be, stands in for it.
 */
struct interval share_interval(double share, double variance, double observations, double games)
{
    if (share <= 0 || share >= 1)
        return wilson(share, games);
    if (variance <= 0)
        variance = 0.25 / (observations + 1);
    return wilson(share, share * (1 - share) * observations / variance);
}

struct interval score_interval(const struct sample *games, const struct sample *pairs)
{
    bool paired = sample_total(pairs) > 0;
    double count = (double)sample_total(games);

    return share_interval(sample_mean(games), sample_variance(paired ? pairs : games),
                          paired ? count / 2 : count, count);
}

/* The spread is taken around 1/2: what it would be if neither were the stronger. */
double superiority(const struct sample *sample)
{
    double count = (double)sample_total(sample);
    double spread = count > 0 ? spread_around(sample, 0.5) : 0;

    if (spread <= 0)
        return 0.5;
    return 0.5 * erfc((0.5 - sample_mean(sample)) / sqrt(2 * spread / count));
}

/* ---- The sequential test ----------------------------------------------------------- */

struct sprt sprt_make(double elo0, double elo1, double alpha, double beta)
{
    return (struct sprt){.elo0 = elo0,
                         .elo1 = elo1,
                         .lower = log(beta / (1 - alpha)),
                         .upper = log((1 - beta) / alpha)};
}

/*
 * The multiplier of the most likely distribution with mean `score`: by Lagrange
 * its probabilities are share[i] / (1 + t * distance[i]) with the distances from
 * the mean, where t is the root of sum(share * distance / (1 + t * distance)),
 * which falls between two poles.
 */
static double multiplier(const struct sample *sample, const double *share, double score)
{
    double low = -1 / (1 - score), high = 1 / score;

    for (int step = 0; step < 100; step++) {
        double t = (low + high) / 2, sum = 0;

        for (int i = 0; i < sample->cells; i++) {
            double distance = cell_score(sample, i) - score;

            sum += share[i] * distance / (1 + t * distance);
        }
        if (sum > 0)
            low = t;
        else
            high = t;
    }
    return (low + high) / 2;
}

double sprt_llr(const struct sprt *sprt, const struct sample *sample)
{
    double score0 = score_of_elo(sprt->elo0), score1 = score_of_elo(sprt->elo1);
    double share[PAIR_CELLS], total = 0, ratio = 0;

    if (sample_total(sample) == 0)
        return 0;
    /* A cell that was never seen is not impossible. */
    for (int i = 0; i < sample->cells; i++)
        total += share[i] = sample->count[i] > 0 ? (double)sample->count[i] : 1e-3;
    for (int i = 0; i < sample->cells; i++)
        share[i] /= total;
    double t0 = multiplier(sample, share, score0), t1 = multiplier(sample, share, score1);

    for (int i = 0; i < sample->cells; i++) {
        double at = cell_score(sample, i);

        ratio += share[i] * log((1 + t0 * (at - score0)) / (1 + t1 * (at - score1)));
    }
    return total * ratio;
}

enum sprt_verdict sprt_judge(const struct sprt *sprt, double llr)
{
    if (llr >= sprt->upper)
        return SPRT_ELO1;
    return llr <= sprt->lower ? SPRT_ELO0 : SPRT_OPEN;
}

/* ---- Means of anything --------------------------------------------------------------- */

void running_add(struct running *running, double value)
{
    double before = value - running->mean;

    running->mean += before / (double)++running->count;
    running->squares += before * (value - running->mean);
}

double running_variance(const struct running *running)
{
    return running->count < 2 ? 0 : running->squares / (double)(running->count - 1);
}
