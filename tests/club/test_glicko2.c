/*
 * test_glicko2.c - Glicko-2: Glickman's worked example, numbers of other programs, and the cases
 * that the page's puzzles are tested with.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "club/glicko2.h"
#include "club/portable_math.h"
#include "test.h"

static void near_to(double value, double wanted, double tolerance)
{
    if (!(fabs(value - wanted) <= tolerance))
        fail_msg("%.9g is not %.9g, to %g", value, wanted, tolerance);
}

/* One game between two members; `first` has the advantage. */
static void play(struct glicko *first, struct glicko *second, double score, double advantage)
{
    struct glicko_side sides[2] = {{1, {*first}}, {1, {*second}}};

    glicko_rate_sides(&glicko_club, sides, score, advantage);
    *first = sides[0].members[0];
    *second = sides[1].members[0];
}

/* "Example of the Glicko-2 system": 1464.06, 151.52, 0.05999 there, where steps are rounded. */
static void paper(void **state)
{
    static const struct glicko_game games[] = {
        {1400, 30, 1, 0}, {1550, 100, 0, 0}, {1700, 300, 0, 0}};
    struct glicko_system system = glicko_club;
    struct glicko after;

    (void)state;
    system.growth = 1;
    after = glicko_rate(&system, (struct glicko){1500, 200, 0.06}, games, COUNT(games));
    near_to(after.rating, 1464.0507, 5e-5);
    near_to(after.deviation, 151.5165, 5e-5);
    near_to(after.volatility, 0.0599960, 5e-8);
}

static void newcomers(void **state)
{
    static const struct glicko_system other = {0.75, 0, 45, 500, 400, 4000, 0.1};
    struct glicko a = glicko_newcomer, b = glicko_newcomer;

    (void)state;
    play(&a, &b, 1, 0);
    near_to(a.rating, 1662.212, 5e-4);
    near_to(b.rating, 1337.788, 5e-4);
    near_to(a.deviation, 290.2305, 5e-5);
    near_to(b.deviation, 290.2305, 5e-5);

    a = glicko_rate(&other, (struct glicko){1500, 500, 0.09},
                    &(struct glicko_game){1500, 500, 1, 0}, 1);
    near_to(a.rating, 1741.476, 5e-4);
    near_to(a.deviation, 396.690, 5e-4);
    near_to(a.volatility, 0.0899983, 5e-8);
}

static void settled(void **state)
{
    struct glicko a = {1800, 60, 0.06}, b = {1600, 60, 0.06};

    (void)state;
    play(&a, &b, 1, 0);
    near_to(a.rating, 1804.8636, 5e-5);
    near_to(b.rating, 1595.1364, 5e-5);
    near_to(a.deviation, 59.3729, 5e-5);
    near_to(b.deviation, 59.3729, 5e-5);

    a = (struct glicko){1700, 60, 0.06};
    b = (struct glicko){1500, 200, 0.06};
    play(&a, &b, 0.5, 0);
    near_to(a.rating, 1696.1199, 5e-5);
    near_to(a.deviation, 59.4984, 5e-5);
    near_to(b.rating, 1546.8550, 5e-5);
    near_to(b.deviation, 179.9004, 5e-5);
}

static void first_move_advantage(void **state)
{
    struct glicko a = {1500, 80, 0.06}, b = a;

    (void)state;
    play(&a, &b, 1, 65);
    near_to(a.rating, 1513.978, 5e-4);
    a = b = (struct glicko){1500, 80, 0.06};
    play(&a, &b, 0, 65);
    near_to(b.rating, 1520.088, 5e-4);
}

static void idle(void **state)
{
    static const struct {
        double days, deviation;
    } rows[] = {{0, 60}, {30, 65.56}, {90, 75.47}, {365, 110.00}, {36500, 350}};

    (void)state;
    for (int i = 0; i < COUNT(rows); i++) {
        struct glicko after =
            glicko_idle(&glicko_club, (struct glicko){1500, 60, 0.06}, rows[i].days);

        near_to(after.deviation, rows[i].deviation, 5e-3);
        assert_true(after.rating == 1500 && after.volatility == 0.06);
    }
}

/* A team is one side with its members' mean. The members of equal teams move as the mean does; the
 * larger a member's deviation, the more it moves. */
static void teams(void **state)
{
    struct glicko known = {1600, 60, 0.06}, fresh = {1400, 200, 0.06}, other = {1500, 100, 0.06};
    struct glicko_side sides[2] = {{2, {known, fresh}}, {2, {other, other}}};
    struct glicko mean = {1500, sqrt(60 * 60 + 200 * 200) / 2, 0.06}, after;

    (void)state;
    glicko_rate_sides(&glicko_club, sides, 1, 0);
    after = glicko_rate(&glicko_club, mean,
                        &(struct glicko_game){1500, sqrt(2 * 100 * 100) / 2, 1, 0}, 1);
    struct glicko *a = &sides[0].members[0], *b = &sides[0].members[1];

    near_to((a->rating + b->rating) / 2, after.rating, 1e-9);
    near_to((b->rating - 1400) / (a->rating - 1600), (200.0 * 200) / (60 * 60), 1e-9);
    assert_true(b->deviation < 200 && a->deviation < 60 && 200 - b->deviation > 60 - a->deviation);
    near_to(sides[1].members[0].rating, sides[1].members[1].rating, 0);
    assert_true(sides[1].members[0].rating < 1500);
}

static void limits(void **state)
{
    struct glicko strong = {3999, 350, 0.06}, weak = {401, 350, 0.06};

    (void)state;
    for (int i = 0; i < 50; i++)
        play(&weak, &strong, 1, 0);
    assert_true(weak.rating <= 4000 && strong.rating >= 400);
    for (int i = 0; i < 2000; i++)
        play(&weak, &strong, i % 2, 0);
    near_to(weak.deviation, 45, 0);
    assert_true(weak.volatility > 0 && weak.volatility <= 0.1);
    strong = (struct glicko){4000, 350, 0.06};
    weak = (struct glicko){400, 45, 0.06};
    play(&strong, &weak, 0, 65);
    assert_true(isfinite(strong.rating) && isfinite(weak.rating) && strong.volatility <= 0.1);
}

/* The page's web/js/glicko.js is tested with the same file. */
static void page_cases(void **state)
{
    struct glicko_system system = glicko_club;
    FILE *file = fopen(TESTS_DIR "/club/glicko_cases.txt", "r");
    char line[400];
    int cases = 0;

    (void)state;
    assert_non_null(file);
    system.growth = 1;
    while (fgets(line, sizeof line, file)) {
        struct glicko before, wanted, after;
        struct glicko_game game = {0, 0, 0, 0};

        if (line[0] == '#')
            continue;
        assert_int_equal(sscanf(line, "%lf %lf %lf %lf %lf %lf %lf %lf %lf", &before.rating,
                                &before.deviation, &before.volatility, &game.rating,
                                &game.deviation, &game.score, &wanted.rating, &wanted.deviation,
                                &wanted.volatility),
                         9);
        after = glicko_rate(&system, before, &game, 1);
        near_to(after.rating, wanted.rating, 1e-8);
        near_to(after.deviation, wanted.deviation, 1e-8);
        near_to(after.volatility, wanted.volatility, 1e-8);
        cases++;
    }
    fclose(file);
    assert_true(cases > 9);
}

/* Within 2 units in the last place of the C library's, which are within 1. */
static void portable_functions(void **state)
{
    (void)state;
    for (int i = -70000; i <= 70000; i++) {
        double x = i * 0.01 + 1e-4 / ((double)i * i + 1), e = exp(x);

        near_to(portable_exp(x) / e, 1, 0x3p-52);
        near_to(portable_log(e), log(e), 0x3p-52 * fmax(fabs(log(e)), 0x1p-10));
    }
    assert_true(portable_exp(0) == 1 && portable_log(1) == 0);
}

/* The same bits on every machine and with every compiler: these are of aarch64, gcc 12, -O3. */
static void bits(void **state)
{
    struct glicko a = {1734.25, 77.5, 0.0593}, b = {1612.75, 131.125, 0.0617};
    uint64_t sum = 0;

    (void)state;
    for (int i = 0; i < 1000; i++) {
        double numbers[6];
        uint64_t words[6];

        play(&a, &b, i % 3 * 0.5, i % 2 ? 65 : 17);
        a = glicko_idle(&glicko_club, a, i % 7);
        b = glicko_idle(&glicko_club, b, i % 11);
        memcpy(numbers, &a, sizeof a);
        memcpy(numbers + 3, &b, sizeof b);
        memcpy(words, numbers, sizeof words);
        for (int j = 0; j < 6; j++)
            sum = (sum ^ words[j]) * 0x9e3779b97f4a7c15;
    }
    assert_int_equal(sum, 0x9919665251180348);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paper),
        cmocka_unit_test(newcomers),
        cmocka_unit_test(settled),
        cmocka_unit_test(first_move_advantage),
        cmocka_unit_test(idle),
        cmocka_unit_test(teams),
        cmocka_unit_test(limits),
        cmocka_unit_test(page_cases),
        cmocka_unit_test(portable_functions),
        cmocka_unit_test(bits),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
