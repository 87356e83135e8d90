/*
 * test_ratings.c - rating lists: against formulas that have been published, against
 * tables made from known ratings, and by simulation of what the intervals promise.
 */
#include <math.h>

#include "core/rng.h"
#include "match/ratings.h"
#include "test.h"

static void near_to(double value, double wanted, double tolerance)
{
    if (!(fabs(value - wanted) <= tolerance))
        fail_msg("%g is not %g, to %g", value, wanted, tolerance);
}

static struct rating_list list_of(const struct crosstable *table)
{
    struct rating_list list;

    assert_int_equal(ratings_estimate(&list, table, NULL), TB_OK);
    return list;
}

/* Two players, no draws, seats shared evenly: the difference is 400 log10(p / (1 - p)), and
 * its error follows from the binomial distribution (both as in Elo, 1978). */
static void two_players(void **state)
{
    static const int wins[] = {50, 60, 75, 90};

    (void)state;
    for (int i = 0; i < 4; i++) {
        struct crosstable table;

        assert_int_equal(crosstable_init(&table, 2, NULL), TB_OK);
        *crosstable_at(&table, 0, 1) = (struct results){10 * wins[i], 0, 1000 - 10 * wins[i]};
        *crosstable_at(&table, 1, 0) = (struct results){1000 - 10 * wins[i], 0, 10 * wins[i]};
        struct rating_list list = list_of(&table);
        double p = wins[i] / 100.0, k = log(10) / 400;

        near_to(list.ratings[0].value - list.ratings[1].value, 400 * log10(p / (1 - p)), 0.5);
        near_to(list.ratings[0].value + list.ratings[1].value, 0, 1e-6);
        near_to(list.advantage.value, 0, 1e-3);
        near_to(list.draw_elo, 0, 0);
        /* Each rating is half the difference from the mean. */
        near_to(list.ratings[0].error, 1.96 / (2 * k * sqrt(2000 * p * (1 - p))), 0.2);
        ratings_release(&list);
        crosstable_release(&table);
    }
}

/* Equals with draws: P(draw) = (10^(2d/400) - 1) / (1 + 10^(d/400))^2, so a share t of draws
 * means d = 400 log10((1 + t) / (1 - t)) (Rao and Kupper, 1967). The first-move advantage
 * follows from the wins of first and second in the same way. */
static void draws_and_advantage(void **state)
{
    struct crosstable table;

    (void)state;
    assert_int_equal(crosstable_init(&table, 2, NULL), TB_OK);
    *crosstable_at(&table, 0, 1) = (struct results){350, 300, 350};
    *crosstable_at(&table, 1, 0) = (struct results){350, 300, 350};
    struct rating_list list = list_of(&table);

    near_to(list.draw_elo, 400 * log10(1.3 / 0.7), 0.01);
    near_to(list.draw_rate, 0.3, 1e-4);
    near_to(list.ratings[0].value, 0, 1e-6);
    ratings_release(&list);

    *crosstable_at(&table, 0, 1) = (struct results){640, 0, 360};
    *crosstable_at(&table, 1, 0) = (struct results){640, 0, 360};
    list = list_of(&table);
    near_to(list.advantage.value, 400 * log10(0.64 / 0.36), 0.2);
    near_to(list.ratings[0].value, 0, 1e-6);
    ratings_release(&list);
    crosstable_release(&table);
}

/* The chance of a result in the model. */
static double chance(double x, double d)
{
    return 1 / (1 + pow(10, (d - x) / 400));
}

/* A table with exactly the expected results of known ratings gives them back. */
static void known_ratings_come_back(void **state)
{
    static const double ratings[] = {-210, -80, 20, 90, 180};
    enum { COUNT = 5, GAMES = 1000000 };
    struct crosstable table;

    (void)state;
    assert_int_equal(crosstable_init(&table, COUNT, NULL), TB_OK);
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            double x = ratings[i] - ratings[j] + 35;
            int wins = (int)lround(GAMES * chance(x, 60)),
                losses = (int)lround(GAMES * chance(-x, 60));

            if (i != j)
                *crosstable_at(&table, i, j) =
                    (struct results){wins, GAMES - wins - losses, losses};
        }
    struct rating_list list = list_of(&table);

    for (int i = 0; i < COUNT; i++)
        near_to(list.ratings[i].value, ratings[i], 0.05);
    near_to(list.advantage.value, 35, 0.05);
    near_to(list.draw_elo, 60, 0.05);
    assert_true(ratings_superiority(&list, 4, 0) > 0.999);
    near_to(ratings_superiority(&list, 1, 3) + ratings_superiority(&list, 3, 1), 1, 1e-12);
    near_to(ratings_superiority(&list, 2, 2), 0.5, 0);
    ratings_release(&list);
    crosstable_release(&table);
}

/* Nobody is infinitely strong, and an entrant without a game is somewhere. */
static void extremes_are_finite(void **state)
{
    struct crosstable table;

    (void)state;
    assert_int_equal(crosstable_init(&table, 3, NULL), TB_OK);
    *crosstable_at(&table, 0, 1) = (struct results){20, 0, 0};
    *crosstable_at(&table, 1, 0) = (struct results){0, 0, 20};
    struct rating_list list = list_of(&table);

    assert_true(list.ratings[0].value > 300 && list.ratings[0].value < 2000);
    assert_true(list.ratings[1].value < -300 && list.ratings[1].value > -2000);
    near_to(list.ratings[2].value, 0, 1);
    assert_true(list.ratings[2].error > 500);
    assert_int_equal(crosstable_games(&table, 0, -1), 40);
    near_to(crosstable_points(&table, 0, 1), 40, 0);
    near_to(crosstable_points(&table, 1, 0), 0, 0);
    ratings_release(&list);
    *crosstable_at(&table, 0, 1) = (struct results){0, 20, 0}; /* draws alone */
    *crosstable_at(&table, 1, 0) = (struct results){0, 20, 0};
    list = list_of(&table);
    near_to(list.ratings[0].value, list.ratings[1].value, 1e-6);
    assert_true(isfinite(list.draw_elo) && list.draw_rate > 0.9);
    ratings_release(&list);
    crosstable_release(&table);
}

/* The 95 % intervals hold the truth in about 95 % of many small tournaments. */
static void intervals_cover(void **state)
{
    static const double ratings[] = {-120, -20, 40, 100};
    enum { COUNT = 4, TOURNAMENTS = 400, GAMES = 40 };
    struct rng rng = {5};
    int inside = 0, advantage_inside = 0;

    (void)state;
    for (int t = 0; t < TOURNAMENTS; t++) {
        struct crosstable table;

        assert_int_equal(crosstable_init(&table, COUNT, NULL), TB_OK);
        for (int game = 0; game < COUNT * COUNT * GAMES; game++) {
            int i = game % COUNT, j = game / COUNT % COUNT;
            double x = ratings[i] - ratings[j] + 50;
            double luck = (double)rng_below(&rng, 1000000) / 1000000;
            struct results *r = crosstable_at(&table, i, j);

            if (i == j)
                continue;
            r->wins += luck < chance(x, 80);
            r->losses += luck >= 1 - chance(-x, 80);
            r->draws += luck >= chance(x, 80) && luck < 1 - chance(-x, 80);
        }
        struct rating_list list = list_of(&table);

        for (int i = 0; i < COUNT; i++)
            inside += fabs(list.ratings[i].value - ratings[i]) <= list.ratings[i].error;
        advantage_inside += fabs(list.advantage.value - 50) <= list.advantage.error;
        ratings_release(&list);
        crosstable_release(&table);
    }
    near_to((double)inside / (TOURNAMENTS * COUNT), 0.95, 0.025);
    near_to((double)advantage_inside / TOURNAMENTS, 0.95, 0.035);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players),
        cmocka_unit_test(draws_and_advantage),
        cmocka_unit_test(known_ratings_come_back),
        cmocka_unit_test(extremes_are_finite),
        cmocka_unit_test(intervals_cover),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
