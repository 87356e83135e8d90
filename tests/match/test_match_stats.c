/*
 * test_match_stats.c - the statistics of matches against figures that others
 * have published (results of chess programs, where the formulas come from) and
 * against values worked out by hand.
 */
#include <math.h>
#include <stdio.h>

#include "match/stats.h"
#include "test.h"

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.9g is not %.9g", value, expected);
}

static struct sample singles(uint64_t losses, uint64_t draws, uint64_t wins)
{
    return (struct sample){.cells = SINGLE_CELLS, .count = {losses, draws, wins}};
}

/* The single games of pairs, where a middle pair counts as two draws. */
static struct sample games_of(const struct sample *pairs)
{
    const uint64_t *n = pairs->count;

    return singles(2 * n[0] + n[1], n[1] + 2 * n[2] + n[3], n[3] + 2 * n[4]);
}

static void elo_and_score(void **state)
{
    (void)state;
    assert_near(elo_of_score(0.5), 0, 1e-12);
    assert_near(elo_of_score(10.0 / 11), 400, 1e-9);
    assert_near(elo_of_score(0.75), 190.848502, 1e-6);
    assert_near(elo_of_score(0.25), -190.848502, 1e-6);
    assert_near(score_of_elo(-400), 1.0 / 11, 1e-12);
    assert_true(isinf(elo_of_score(1)) && elo_of_score(1) > 0);
    assert_true(isinf(elo_of_score(0)) && elo_of_score(0) < 0);
    for (double elo = -900; elo <= 900; elo += 37)
        assert_near(elo_of_score(score_of_elo(elo)), elo, 1e-9);
}

static void means_and_spreads(void **state)
{
    struct sample games = singles(1, 1, 2);
    struct sample pairs = {PAIR_CELLS, {1, 0, 2, 0, 1}};

    (void)state;
    assert_int_equal(sample_total(&games), 4);
    assert_near(sample_mean(&games), 0.625, 1e-12);
    /* (0.625^2 + 0.125^2 + 2 * 0.375^2) / 4 */
    assert_near(sample_variance(&games), 0.171875, 1e-12);
    assert_near(sample_mean(&pairs), 0.5, 1e-12);
    assert_near(sample_variance(&pairs), 0.125, 1e-12);
}

/* Matches of single games: wins, losses, draws, then Elo, half the width of the
 * interval and the superiority in per cent, as a match manager printed them. */
static void single_games_published(void **state)
{
    static const struct {
        uint64_t wins, losses, draws;
        double elo, error, los;
    } matches[] = {
        {332, 316, 352, 5.6, 17.3, 73.5},   {1342, 1317, 1341, 2.2, 8.8, 68.6},
        {745, 678, 501, 12.1, 13.3, 96.2},  {143, 129, 368, 7.6, 17.5, 80.2},
        {1216, 1199, 3939, 0.9, 5.3, 63.5},
    };
    struct sample none = {.cells = PAIR_CELLS};

    (void)state;
    for (int i = 0; i < COUNT(matches); i++) {
        struct sample games = singles(matches[i].losses, matches[i].draws, matches[i].wins);
        struct interval elo = elo_of_interval(score_interval(&games, &none));

        assert_near(elo.value, matches[i].elo, 0.051);
        assert_near((elo.high - elo.low) / 2, matches[i].error, 0.06);
        assert_near(100 * superiority(&games), matches[i].los, 0.051);
    }
}

/* The same of paired games. */
static void pairs_published(void **state)
{
    static const struct {
        struct sample pairs;
        double elo, error, los;
    } matches[] = {
        {{PAIR_CELLS, {39, 5335, 18992, 5622, 12}}, 1.35, 1.2, 98.6},
        {{PAIR_CELLS, {235, 1384, 2521, 1341, 239}}, -1.06, 4.05, 30.33},
        {{PAIR_CELLS, {50, 287, 610, 387, 73}}, 18.04, 8.23, 100.00},
    };

    (void)state;
    for (int i = 0; i < COUNT(matches); i++) {
        struct sample games = games_of(&matches[i].pairs);
        struct interval elo = elo_of_interval(score_interval(&games, &matches[i].pairs));

        assert_near(elo.value, matches[i].elo, 0.0051);
        assert_near((elo.high - elo.low) / 2, matches[i].error, 0.051);
        assert_near(100 * superiority(&matches[i].pairs), matches[i].los, 0.06);
    }
}

/* Log-likelihood ratios at which public tests were stopped. */
static void sprt_published(void **state)
{
    static const struct {
        double elo0, elo1, llr;
        struct sample pairs;
    } tests[] = {
        {-0.25, 1.25, 2.94, {PAIR_CELLS, {253, 4282, 17604, 4431, 286}}},
        {0.25, 1.25, 2.97, {PAIR_CELLS, {58, 3302, 33130, 3518, 84}}},
        {-0.25, 1.25, 2.96, {PAIR_CELLS, {491, 7345, 29693, 7670, 465}}},
        {-0.5, 1.5, 2.96, {PAIR_CELLS, {17, 253, 1042, 337, 39}}},
        {0.25, 1.75, 2.93, {PAIR_CELLS, {11, 407, 3238, 513, 11}}},
        {0.25, 1.75, 2.95, {PAIR_CELLS, {33, 1185, 8378, 1302, 50}}},
        {-1, 3, 2.94, {PAIR_CELLS, {424, 2948, 5832, 3045, 460}}},
    };

    (void)state;
    for (int i = 0; i < COUNT(tests); i++) {
        struct sprt sprt = sprt_make(tests[i].elo0, tests[i].elo1, 0.05, 0.05);

        assert_near(sprt_llr(&sprt, &tests[i].pairs), tests[i].llr, 0.0051);
    }
}

/* Without draws the most likely distribution is plain: wins and losses in the
 * given proportion, so the ratio is w log(s1/s0) + l log((1-s1)/(1-s0)). */
static void sprt_without_draws(void **state)
{
    struct sprt sprt = sprt_make(0, 100, 0.05, 0.05);
    struct sample games = singles(400, 0, 600);
    double score = score_of_elo(100);
    double expected = 600 * log(score / 0.5) + 400 * log((1 - score) / 0.5);

    (void)state;
    assert_near(sprt_llr(&sprt, &games), expected, 0.02);
}

static void sprt_bounds_and_verdict(void **state)
{
    struct sprt sprt = sprt_make(0, 5, 0.05, 0.05);
    struct sample nothing = {.cells = PAIR_CELLS};
    struct sample even = {PAIR_CELLS, {10, 20, 100, 20, 10}};

    (void)state;
    assert_near(sprt.upper, 2.944439, 1e-6);
    assert_near(sprt.lower, -2.944439, 1e-6);
    assert_near(sprt_llr(&sprt, &nothing), 0, 0);
    assert_true(sprt_llr(&sprt, &even) < 0);
    assert_int_equal(sprt_judge(&sprt, 2.9), SPRT_OPEN);
    assert_int_equal(sprt_judge(&sprt, 2.95), SPRT_ELO1);
    assert_int_equal(sprt_judge(&sprt, -2.95), SPRT_ELO0);
    sprt = sprt_make(0, 5, 0.01, 0.1);
    assert_near(sprt.upper, log(0.9 / 0.01), 1e-9);
    assert_near(sprt.lower, log(0.1 / 0.99), 1e-9);
    /* Symmetric hypotheses and symmetric results tell nothing. */
    sprt = sprt_make(-5, 5, 0.05, 0.05);
    assert_near(sprt_llr(&sprt, &even), 0, 1e-9);
}

/* Few games, or all alike: never an empty interval, never a certain one. */
static void extremes(void **state)
{
    struct sample none = {.cells = PAIR_CELLS};
    struct sample won = singles(0, 0, 10), drawn = singles(0, 10, 0), lost = singles(7, 0, 0);
    struct sample split = {PAIR_CELLS, {0, 0, 5, 0, 0}};
    struct interval interval = score_interval(&won, &none);

    (void)state;
    /* Wilson: the lower end is n / (n + z^2). */
    assert_near(interval.low, 10 / (10 + 3.8414588), 1e-6);
    assert_near(interval.high, 1, 0);
    assert_true(isinf(elo_of_interval(interval).value));
    assert_near(elo_of_interval(interval).low, 166.2, 0.1);
    interval = score_interval(&lost, &none);
    assert_near(interval.low, 0, 0);
    assert_true(interval.high > 0 && interval.high < 0.5);
    interval = score_interval(&drawn, &none);
    assert_true(interval.low < 0.5 && interval.high > 0.5);
    assert_near(interval.high - 0.5, 0.5 - interval.low, 1e-12);
    interval = score_interval(&drawn, &split);
    assert_true(interval.low < 0.45 && interval.low > 0.3);

    assert_near(superiority(&won), 0.99922, 1e-5); /* the normal integral at sqrt(10) */
    assert_near(superiority(&drawn), 0.5, 0);
    assert_near(superiority(&none), 0.5, 0);
}

/* Pairs that always split say more than the same games taken one by one. */
static void pairing_narrows(void **state)
{
    struct sample pairs = {PAIR_CELLS, {2, 10, 76, 10, 2}}, none = {.cells = PAIR_CELLS};
    struct sample games = singles(90, 20, 90);
    struct interval paired = score_interval(&games, &pairs);
    struct interval single = score_interval(&games, &none);

    (void)state;
    assert_true(paired.high - paired.low < 0.6 * (single.high - single.low));
}

/* The 95 % interval holds the truth in about 95 % of simulated matches. */
static void coverage(void **state)
{
    enum { MATCHES = 4000, PAIRS = 60 };
    uint64_t seed = 88172645463325252u;
    struct sample none = {.cells = PAIR_CELLS};
    int held = 0;

    (void)state;
    for (int m = 0; m < MATCHES; m++) {
        struct sample games = {.cells = SINGLE_CELLS};

        for (int g = 0; g < 2 * PAIRS; g++) {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            double x = (double)(seed >> 11) * 0x1p-53;

            games.count[x < 0.55 ? 2 : x < 0.80 ? 1 : 0]++; /* a score of 0.675 */
        }
        struct interval interval = score_interval(&games, &none);

        held += interval.low <= 0.675 && interval.high >= 0.675;
    }
    assert_near((double)held / MATCHES, 0.95, 0.012);
}

static void running_mean(void **state)
{
    struct running running = {0};

    (void)state;
    running_add(&running, 1);
    assert_near(running_variance(&running), 0, 0);
    running_add(&running, 2);
    running_add(&running, 3);
    running_add(&running, 6);
    assert_near(running.mean, 3, 1e-12);
    assert_near(running_variance(&running), 14.0 / 3, 1e-12);
}

/* 15 of 50 with the variance of plain yes and no: Wilson's interval. */
static void shares(void **state)
{
    struct interval interval = share_interval(0.3, 0.21, 50, 50);

    (void)state;
    assert_near(interval.low, 0.191036, 1e-6);
    assert_near(interval.high, 0.437504, 1e-6);
    interval = share_interval(0, 0, 3, 12);
    assert_near(interval.low, 0, 0);
    assert_near(interval.high, 3.8414588 / (12 + 3.8414588), 1e-6);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(elo_and_score),
        cmocka_unit_test(means_and_spreads),
        cmocka_unit_test(single_games_published),
        cmocka_unit_test(pairs_published),
        cmocka_unit_test(sprt_published),
        cmocka_unit_test(sprt_without_draws),
        cmocka_unit_test(sprt_bounds_and_verdict),
        cmocka_unit_test(extremes),
        cmocka_unit_test(pairing_narrows),
        cmocka_unit_test(coverage),
        cmocka_unit_test(running_mean),
        cmocka_unit_test(shares),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
