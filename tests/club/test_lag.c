/* test_lag.c - the lag quota against its worked example, and its bounds. */
#include "club/lag.h"
#include "core/rng.h"
#include "test.h"

/* One minute without increment, a line with much lag. */
static void worked_example(void **state)
{
    struct lag_quota quota = lag_quota_start(60, 2000);

    (void)state;
    assert_int_equal(quota.gain, 390);
    assert_int_equal(quota.quota, 1170);
    assert_int_equal(quota.most, 2730);
    assert_int_equal(lag_flag_wait(&quota), 1170);
    assert_int_equal(lag_compensate(&quota, 500), 500);
    assert_int_equal(quota.quota, 1060);
    assert_int_equal(lag_compensate(&quota, 5000), 1060);
    assert_int_equal(quota.quota, 390);
    for (int i = 0; i < 10; i++)
        assert_int_equal(lag_compensate(&quota, 0), 0);
    assert_int_equal(quota.quota, 2730);
    assert_int_equal(lag_flag_wait(&quota), 2000);
    assert_int_equal(quota.compensated, 1560);
}

static void gain_depends_on_speed_and_line(void **state)
{
    (void)state;
    assert_int_equal(lag_quota_start(0, LAG_UNKNOWN).gain, 150);
    assert_int_equal(lag_quota_start(300, LAG_UNKNOWN).gain, 1000);
    assert_int_equal(lag_quota_start(1 << 30, LAG_UNKNOWN).gain, 1000);
    assert_int_equal(lag_quota_start(300, 20).gain, 160);
    assert_int_equal(lag_quota_start(60, 300).gain, 390);
}

/* A player gets back no more than the start's quota and one gain per move, and never more than
 * the lag. */
static void never_gives_too_much(void **state)
{
    struct rng rng = {1};

    (void)state;
    for (int game = 0; game < 200; game++) {
        int speed = (int)rng_below(&rng, 1000), measured = (int)rng_below(&rng, 1200);
        struct lag_quota quota = lag_quota_start(speed, measured);

        for (int move = 1; move <= 60; move++) {
            int lag = (int)rng_below(&rng, 3000) - 100, before = quota.quota;
            int given = lag_compensate(&quota, lag);

            assert_true(given >= 0 && given <= before && given <= (lag > 0 ? lag : 0));
            assert_true(quota.quota >= 0 && quota.quota <= quota.most);
            assert_true(quota.compensated <= (3 + move) * quota.gain);
            assert_true(lag_flag_wait(&quota) <= LAG_FLAG_WAIT_MOST);
        }
    }
}

static void meter_is_smooth(void **state)
{
    struct lag_meter meter = {0};

    (void)state;
    assert_int_equal(lag_of(&meter), LAG_UNKNOWN);
    lag_measure(&meter, 100);
    assert_int_equal(lag_of(&meter), 100);
    lag_measure(&meter, 200);
    assert_int_equal(lag_of(&meter), 110);
    lag_measure(&meter, 1 << 30);
    assert_int_equal(lag_of(&meter), 1099);
    lag_measure(&meter, -5);
    assert_int_equal(lag_of(&meter), 989);
}

static void bars(void **state)
{
    static const int lags[] = {-1, 0, 149, 150, 299, 300, 499, 500, 9000};
    static const int expected[] = {0, 4, 4, 3, 3, 2, 2, 1, 1};

    (void)state;
    for (int i = 0; i < COUNT(lags); i++)
        assert_int_equal(lag_bars(lags[i]), expected[i]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_example),
        cmocka_unit_test(gain_depends_on_speed_and_line),
        cmocka_unit_test(never_gives_too_much),
        cmocka_unit_test(meter_is_smooth),
        cmocka_unit_test(bars),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
