/*
 * test_plackett_luce.c - Plackett-Luce ratings: numbers that openskill.py gives as well.
 */
#include <math.h>
#include <string.h>

#include "club/plackett_luce.h"
#include "test.h"

static const struct plackett_luce newcomer = {1500, 350};

static void near_to(double value, double wanted, double tolerance)
{
    if (!(fabs(value - wanted) <= tolerance))
        fail_msg("%.9g is not %.9g, to %g", value, wanted, tolerance);
}

static void is(struct plackett_luce rating, double value, double deviation)
{
    near_to(rating.rating, value, 5.1e-4);
    near_to(rating.deviation, deviation, 5.1e-4);
}

static struct plackett_luce_team alone(int rank, double rating, double deviation)
{
    return (struct plackett_luce_team){rank, 1, {{rating, deviation}}};
}

static void newcomers(void **state)
{
    static const double wanted[][4] = {{1620.500, 344.620, 1439.750, 338.445},
                                       {1617.401, 347.070, 1460.866, 343.544}};

    (void)state;
    for (int count = 3; count <= 4; count++) {
        struct plackett_luce_team teams[4];

        for (int i = 0; i < count; i++)
            teams[i] = (struct plackett_luce_team){i == 2 ? 1 : 2, 1, {newcomer}};
        plackett_luce_rate(teams, count);
        for (int i = 0; i < count; i++)
            is(teams[i].members[0], wanted[count - 3][i == 2 ? 0 : 2],
               wanted[count - 3][i == 2 ? 1 : 3]);
    }
}

static void two_against_two(void **state)
{
    struct plackett_luce new = newcomer;
    struct plackett_luce_team teams[2] = {{2, 2, {new, new}}, {1, 2, {new, new}}};

    (void)state;
    plackett_luce_rate(teams, 2);
    for (int i = 0; i < 2; i++) {
        is(teams[0].members[i], 1500 - 82.500, 343.474);
        is(teams[1].members[i], 1500 + 82.500, 343.474);
    }
}

static void different_players(void **state)
{
    struct plackett_luce_team teams[] = {alone(2, 1700, 150), alone(1, 1500, 350),
                                         alone(2, 1400, 100)};

    (void)state;
    plackett_luce_rate(teams, 3);
    is(teams[0].members[0], 1672.912, 149.054);
    is(teams[1].members[0], 1672.138, 336.882);
    is(teams[2].members[0], 1397.979, 99.892);
}

/* A draw moves equals nowhere, and the weaker up; the order of the teams does not matter. */
static void draws_and_order(void **state)
{
    struct plackett_luce_team equal[] = {alone(1, 1500, 200), alone(1, 1500, 200),
                                         alone(1, 1500, 200)};
    struct plackett_luce_team uneven[] = {alone(1, 1800, 100), alone(1, 1500, 100)};
    struct plackett_luce_team ab[] = {alone(1, 1800, 100), alone(2, 1500, 200), alone(3, 1400, 90)};
    struct plackett_luce_team ba[] = {ab[2], ab[0], ab[1]};

    (void)state;
    plackett_luce_rate(equal, 3);
    for (int i = 0; i < 3; i++)
        near_to(equal[i].members[0].rating, 1500, 1e-9);
    plackett_luce_rate(uneven, 2);
    assert_true(uneven[0].members[0].rating < 1800 && uneven[1].members[0].rating > 1500);
    plackett_luce_rate(ab, 3);
    plackett_luce_rate(ba, 3);
    near_to(ab[0].members[0].rating, ba[1].members[0].rating, 1e-9);
    near_to(ab[2].members[0].deviation, ba[0].members[0].deviation, 1e-9);
}

/* The same bits on every machine and with every compiler: these are of aarch64, gcc 12, -O3. */
static void bits(void **state)
{
    struct plackett_luce_team teams[4] = {alone(1, 1712.5, 91), alone(1, 1433, 350),
                                          alone(1, 1500, 350), alone(1, 1601.75, 120)};
    uint64_t sum = 0;

    (void)state;
    for (int i = 0; i < 1000; i++) {
        int count = 3 + i % 2;

        for (int j = 0; j < count; j++)
            teams[j].rank = (i + j) % count == 0 ? 1 : 2;
        plackett_luce_rate(teams, count);
        for (int j = 0; j < count; j++) {
            uint64_t words[2];

            memcpy(words, &teams[j].members[0], sizeof words);
            sum = (sum ^ words[0]) * 0x9e3779b97f4a7c15;
            sum = (sum ^ words[1]) * 0x9e3779b97f4a7c15;
        }
    }
    assert_int_equal(sum, 0x7dc8931cff0c4e43);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(newcomers),         cmocka_unit_test(two_against_two),
        cmocka_unit_test(different_players), cmocka_unit_test(draws_and_order),
        cmocka_unit_test(bits),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
