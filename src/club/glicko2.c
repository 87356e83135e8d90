/*
 * glicko2.c - ratings of two sides by Glicko-2. Names follow the paper.
 */
#include "club/glicko2.h"

#include <math.h>

#include "club/portable_math.h"

#define SCALE 173.7178
#define PI 3.14159265358979323846
#define SMALL 1e-6
#define PERIODS_PER_DAY 0.21436

const struct glicko_system glicko_club = {
    .tau = 0.5,
    .growth = 0,
    .deviation_min = 45,
    .deviation_max = 350,
    .rating_min = 400,
    .rating_max = 4000,
    .volatility_max = 0.1,
};

const struct glicko glicko_newcomer = {1500, 350, 0.06};

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static double g(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / (PI * PI));
}

static double expected_score(double weight, double difference)
{
    return 1 / (1 + portable_exp(-weight * difference));
}

struct volatility {
    double a, phi, v, delta, tau;
};

static double f(const struct volatility *at, double x)
{
    double e = portable_exp(x), d = at->phi * at->phi + at->v + e;

    return e * (at->delta * at->delta - d) / (2 * d * d) - (x - at->a) / (at->tau * at->tau);
}

/* Returns the new volatility, by the Illinois algorithm. */
static double new_volatility(const struct volatility *at)
{
    double low = at->a, high, square = at->delta * at->delta - at->phi * at->phi - at->v;

    if (square > 0) {
        high = portable_log(square);
    } else {
        int k = 1;

        while (f(at, at->a - k * at->tau) < 0)
            k++;
        high = at->a - k * at->tau;
    }

    double at_low = f(at, low), at_high = f(at, high);

    while (fabs(high - low) > SMALL) {
        double middle = low + (low - high) * at_low / (at_high - at_low);
        double value = f(at, middle);

        if (value * at_high <= 0) {
            low = high;
            at_low = at_high;
        } else {
            at_low /= 2;
        }
        high = middle;
        at_high = value;
    }
    return portable_exp(low / 2);
}

struct glicko glicko_rate(const struct glicko_system *system, struct glicko player,
                          const struct glicko_game *games, int count)
{
    double phi = player.deviation / SCALE, precision = 0, surplus = 0;

    for (int i = 0; i < count; i++) {
        double weight = g(games[i].deviation / SCALE);
        double difference = (player.rating + games[i].advantage - games[i].rating) / SCALE;
        double expected = expected_score(weight, difference);

        precision += weight * weight * expected * (1 - expected);
        surplus += weight * (games[i].score - expected);
    }

    double v = 1 / precision;
    double volatility = new_volatility(&(struct volatility){
        .a = portable_log(player.volatility * player.volatility),
        .phi = phi,
        .v = v,
        .delta = v * surplus,
        .tau = system->tau,
    });

    volatility = fmin(volatility, system->volatility_max);

    double variance = 1 / (1 / (phi * phi + system->growth * volatility * volatility) + precision);

    return (struct glicko){
        clamp(player.rating + SCALE * variance * surplus, system->rating_min, system->rating_max),
        clamp(SCALE * sqrt(variance), system->deviation_min, system->deviation_max),
        volatility,
    };
}

struct glicko glicko_idle(const struct glicko_system *system, struct glicko player, double days)
{
    double sigma = SCALE * player.volatility;
    double grown =
        sqrt(player.deviation * player.deviation + days * PERIODS_PER_DAY * sigma * sigma);

    player.deviation = clamp(grown, system->deviation_min, system->deviation_max);
    return player;
}

/* Returns the mean of a side's members as one player: its variance is that of a mean. */
static struct glicko side_mean(const struct glicko_side *side)
{
    struct glicko mean = {0, 0, 0};
    double variance = 0;

    for (int i = 0; i < side->count; i++) {
        mean.rating += side->members[i].rating;
        mean.volatility += side->members[i].volatility;
        variance += side->members[i].deviation * side->members[i].deviation;
    }
    mean.rating /= side->count;
    mean.volatility /= side->count;
    mean.deviation = sqrt(variance) / side->count;
    return mean;
}

/* Shares a change of the mean among the members, as their covariance with the mean has it. */
static void side_update(const struct glicko_system *system, struct glicko_side *side,
                        struct glicko before, struct glicko after)
{
    double old = before.deviation * before.deviation, new = after.deviation * after.deviation;

    for (int i = 0; i < side->count; i++) {
        struct glicko *member = &side->members[i];
        double variance = member->deviation * member->deviation,
               covariance = variance / side->count;
        double gain = covariance / old;

        member->rating = clamp(member->rating + gain * (after.rating - before.rating),
                               system->rating_min, system->rating_max);
        member->deviation = clamp(sqrt(variance - gain * gain * (old - new)), system->deviation_min,
                                  system->deviation_max);
        member->volatility = clamp(member->volatility + (after.volatility - before.volatility),
                                   SMALL, system->volatility_max);
    }
}

void glicko_rate_sides(const struct glicko_system *system, struct glicko_side sides[2],
                       double score, double advantage)
{
    /* The limits are those of members; a mean has a smaller deviation. */
    struct glicko_system mean_system = *system;
    struct glicko before[2] = {side_mean(&sides[0]), side_mean(&sides[1])};

    mean_system.deviation_min = 0;
    for (int i = 0; i < 2; i++) {
        struct glicko_game game = {
            .rating = before[1 - i].rating,
            .deviation = before[1 - i].deviation,
            .score = i == 0 ? score : 1 - score,
            .advantage = i == 0 ? advantage : -advantage,
        };
        struct glicko after = glicko_rate(&mean_system, before[i], &game, 1);

        side_update(system, &sides[i], before[i], after);
    }
}
