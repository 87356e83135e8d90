/* test_pool.c - pairing: its rules one by one, and its pairs against all sets of pairs. */
#include <string.h>

#include "club/pool.h"
#include "core/rng.h"
#include "test.h"

enum { SEEKS_MAX = 400, NOW = 1000 * 1000 };

static struct pool_seek seek_of(uint64_t player, int rating, int waited_s)
{
    return (struct pool_seek){
        .player = player,
        .group = 1,
        .since = NOW - 1000 * waited_s,
        .players = 2,
        .rating = rating,
        .below = POOL_ANY,
        .above = POOL_ANY,
    };
}

static struct pool pool_of(const struct pool_seek *seeks, int count)
{
    return (struct pool){.seeks = seeks, .count = count, .now = NOW, .seed = 1};
}

/* Fails if a seek is at two tables, or a pair does not fit. */
static int match(const struct pool *pool, struct pool_table *tables)
{
    bool seated[SEEKS_MAX] = {0};
    int count = pool_match(pool, tables);

    assert_true(count >= 0);
    for (int i = 0; i < count; i++)
        for (int a = 0; a < tables[i].players; a++) {
            int seat = tables[i].seats[a];

            if (seat == POOL_COMPUTER)
                continue;
            assert_in_range(seat, 0, pool->count - 1);
            assert_false(seated[seat]);
            seated[seat] = true;
            for (int b = 0; b < a; b++)
                assert_true(pool_fits(pool, seat, tables[i].seats[b]));
        }
    return count;
}

static int pairs(const struct pool_seek *seeks, int count)
{
    struct pool_table tables[SEEKS_MAX];
    struct pool pool = pool_of(seeks, count);

    return match(&pool, tables);
}

/* ---- The rules -------------------------------------------------------------------------- */

static void window_grows(void **state)
{
    (void)state;
    assert_int_equal(pool_window(0), 100);
    assert_int_equal(pool_window(10 * 1000), 220);
    assert_int_equal(pool_window(39999), 579);
    assert_int_equal(pool_window(40000), POOL_ANY);
    /* The shorter wait decides. */
    struct pool_seek seeks[] = {seek_of(1, 1500, 40), seek_of(2, 1620, 1)};

    assert_int_equal(pairs(seeks, 2), 0);
    seeks[1].since -= 1000;
    assert_int_equal(pairs(seeks, 2), 1);
    seeks[1] = seek_of(2, 3900, 40);
    assert_int_equal(pairs(seeks, 2), 1);
    /* One who has waited for long gets anybody. */
    seeks[0].since = NOW - 119 * 1000;
    seeks[1].since = NOW;
    assert_int_equal(pairs(seeks, 2), 0);
    seeks[0].since -= 1000;
    assert_int_equal(pairs(seeks, 2), 1);
}

static void not_the_last_opponent(void **state)
{
    struct pool_seek seeks[] = {seek_of(1, 1500, 30), seek_of(2, 1500, 19), seek_of(3, 1580, 1)};

    (void)state;
    seeks[1].last = 1;
    assert_int_equal(pairs(seeks, 2), 0);
    assert_int_equal(pairs(seeks, 3), 1);
    seeks[1].since -= 1000;
    assert_int_equal(pairs(seeks, 2), 1);
}

static void blocks_and_ranges(void **state)
{
    struct pool_seek seeks[] = {seek_of(1, 1500, 90), seek_of(2, 1500, 90)};
    struct pool_block blocks[] = {{7, 5}, {2, 1}, {3, 2}};
    struct pool pool = pool_of(seeks, 2);
    struct pool_table tables[1];

    (void)state;
    pool_sort_blocks(blocks, COUNT(blocks));
    pool.blocks = blocks;
    pool.block_count = COUNT(blocks);
    assert_int_equal(match(&pool, tables), 0);
    seeks[1].player = 4;
    assert_int_equal(match(&pool, tables), 1);
    seeks[0].above = 50;
    seeks[1].rating = 1551;
    assert_int_equal(match(&pool, tables), 0);
    seeks[1].rating = 1550;
    assert_int_equal(match(&pool, tables), 1);
    seeks[1].below = 49;
    assert_int_equal(match(&pool, tables), 0);
}

static void only_within_a_group(void **state)
{
    struct pool_seek seeks[] = {seek_of(1, 1500, 90), seek_of(2, 1500, 90)};

    (void)state;
    seeks[1].group = 2;
    assert_int_equal(pairs(seeks, 2), 0);
    seeks[1] = seek_of(1, 1500, 90); /* oneself */
    assert_int_equal(pairs(seeks, 2), 0);
    seeks[1] = seek_of(2, 1500, -1); /* takes part from later on */
    assert_int_equal(pairs(seeks, 2), 0);
    seeks[1].since = NOW;
    assert_int_equal(pairs(seeks, 2), 1);
}

static void lower_balance_begins(void **state)
{
    struct pool_seek seeks[] = {seek_of(1, 1500, 9), seek_of(2, 1500, 9)};
    struct pool pool = pool_of(seeks, 2);
    struct pool_table table;
    int began = 0;

    (void)state;
    for (int lower = 0; lower < 2; lower++) {
        seeks[lower].begun = -1;
        seeks[!lower].begun = 0;
        assert_int_equal(match(&pool, &table), 1);
        assert_int_equal(table.seats[0], lower);
    }
    seeks[0].begun = seeks[1].begun = 2;
    for (pool.seed = 0; pool.seed < 200; pool.seed++) {
        assert_int_equal(match(&pool, &table), 1);
        began += table.seats[0] == 0;
    }
    assert_in_range(began, 70, 130);
    assert_int_equal(pool_begun(5, true), 5);
    assert_int_equal(pool_begun(4, true), 5);
    assert_int_equal(pool_begun(-3, false), -3);
    assert_int_equal(pool_begun(0, false), -1);
}

static void nothing_to_do(void **state)
{
    struct pool_seek seek = seek_of(1, 1500, 0);

    (void)state;
    assert_int_equal(pairs(&seek, 0), 0);
    assert_int_equal(pairs(&seek, 1), 0);
}

/* ---- Tables of three and four ----------------------------------------------------------- */

static void tables_fill_up(void **state)
{
    struct pool_seek seeks[6];
    struct pool pool = pool_of(seeks, 6);
    struct pool_table tables[SEEKS_MAX];

    (void)state;
    for (int i = 0; i < 6; i++) {
        seeks[i] = seek_of((uint64_t)i + 1, 1500 + 10 * i, 1);
        seeks[i].players = 4;
        seeks[i].begun = 3 - i;
    }
    assert_int_equal(match(&pool, tables), 1);
    assert_int_equal(tables[0].players, 4);
    for (int i = 1; i < 4; i++)
        assert_true(seeks[tables[0].seats[i - 1]].begun < seeks[tables[0].seats[i]].begun);
    for (int i = 0; i < 6; i++)
        seeks[i].players = 3;
    assert_int_equal(match(&pool, tables), 2);
    struct pool_block block = {1, 2};

    pool.blocks = &block;
    pool.block_count = 1;
    pool.count = 3;
    assert_int_equal(match(&pool, tables), 0);
}

/* Two people who agree to computer players do not wait for more; others do. */
static void computers_complete_tables(void **state)
{
    struct pool_seek seeks[3];
    struct pool pool = pool_of(seeks, 3);
    struct pool_table tables[SEEKS_MAX];

    (void)state;
    for (int i = 0; i < 3; i++) {
        seeks[i] = seek_of((uint64_t)i + 1, 1500, 5);
        seeks[i].players = 4;
    }
    seeks[0].level = 6;
    assert_int_equal(match(&pool, tables), 0);
    seeks[2].level = 4;
    assert_int_equal(match(&pool, tables), 1);
    assert_int_equal(tables[0].level, 4);
    assert_int_equal(tables[0].seats[0] + tables[0].seats[1], 2);
    assert_int_equal(tables[0].seats[2], POOL_COMPUTER);
    assert_int_equal(tables[0].seats[3], POOL_COMPUTER);
    seeks[2].since = NOW - 4000;
    assert_int_equal(match(&pool, tables), 0);
}

static void those_who_chose_each_other_meet(void **state)
{
    struct pool_seek seeks[4];
    struct pool pool = pool_of(seeks, 4);
    struct pool_table tables[4];

    (void)state;
    for (int i = 0; i < 4; i++)
        seeks[i] = seek_of((uint64_t)i + 1, i < 2 ? 1500 : 2500, 1);
    seeks[0].last = 3;
    assert_int_equal(match(&pool, tables), 2);
    assert_int_equal(tables[0].seats[0] + tables[0].seats[1], 1);
    seeks[0].table = seeks[2].table = 7;
    assert_int_equal(match(&pool, tables), 1); /* the other two are too far apart */
    assert_int_equal(tables[0].seats[0] + tables[0].seats[1], 2);
    struct pool_block block = {1, 3};

    pool.blocks = &block;
    pool.block_count = 1;
    assert_int_equal(match(&pool, tables), 2);
    assert_int_equal(tables[0].seats[0] + tables[0].seats[1], 1);
}

/* A table is not split, waits for others who fit all at it, and needs the agreement of all. */
static void tables_stay_together(void **state)
{
    struct pool_seek seeks[6];
    struct pool pool = pool_of(seeks, 6);
    struct pool_table tables[6];

    (void)state;
    for (int i = 0; i < 6; i++) {
        seeks[i] = seek_of((uint64_t)i + 1, 1500, 6);
        seeks[i].players = 4;
        seeks[i].table = i < 3 ? 1 : i < 5 ? 2 : 3;
    }
    assert_int_equal(match(&pool, tables), 1); /* three and one; two wait */
    assert_int_equal(tables[0].seats[0] + tables[0].seats[1] + tables[0].seats[2] +
                         tables[0].seats[3],
                     0 + 1 + 2 + 5);
    pool.count = 5;
    assert_int_equal(match(&pool, tables), 0);
    seeks[0].level = seeks[1].level = seeks[3].level = 3;
    assert_int_equal(match(&pool, tables), 0);
    seeks[2].level = 2;
    assert_int_equal(match(&pool, tables), 1);
    assert_int_equal(tables[0].level, 2);
    assert_int_equal(tables[0].seats[3], POOL_COMPUTER);
    for (int i = 0; i < 5; i++)
        seeks[i].table = 9; /* one too many: a table is full */
    seeks[0].level = seeks[1].level = seeks[2].level = seeks[3].level = 0;
    assert_int_equal(match(&pool, tables), 1);
}

/* ---- Against all sets of pairs ---------------------------------------------------------- */

struct score {
    int pairs, cost;
};

static bool better(struct score a, struct score b)
{
    return a.pairs != b.pairs ? a.pairs > b.pairs : a.cost < b.cost;
}

/* The best set of pairs of the seeks that are not in `used`, by trying all. */
static struct score brute_force(const struct pool *pool, unsigned used)
{
    int first = 0;

    while (first < pool->count && used >> first & 1)
        first++;
    if (first == pool->count)
        return (struct score){0, 0};
    struct score best = brute_force(pool, used | 1u << first);

    for (int other = first + 1; other < pool->count; other++) {
        if (used >> other & 1 || !pool_fits(pool, first, other))
            continue;
        struct score score = brute_force(pool, used | 1u << first | 1u << other);

        score.pairs++;
        score.cost += pool_cost(pool, first, other);
        if (better(score, best))
            best = score;
    }
    return best;
}

static struct score score_of(const struct pool *pool)
{
    struct pool_table tables[SEEKS_MAX];
    struct score score = {match(pool, tables), 0};

    for (int i = 0; i < score.pairs; i++)
        score.cost += pool_cost(pool, tables[i].seats[0], tables[i].seats[1]);
    return score;
}

static void random_seeks(struct pool_seek *seeks, int count, struct rng *rng)
{
    int spread = 50 + (int)rng_below(rng, 800), longest = 1 + (int)rng_below(rng, 60);

    for (int i = 0; i < count; i++) {
        seeks[i] = seek_of((uint64_t)i + 1, 1500 + (int)rng_below(rng, (uint32_t)spread),
                           (int)rng_below(rng, (uint32_t)longest));
        seeks[i].last = rng_below(rng, (uint32_t)count) + 1;
        if (rng_below(rng, 4) == 0)
            seeks[i].above = (int)rng_below(rng, 200);
        if (rng_below(rng, 4) == 0)
            seeks[i].below = (int)rng_below(rng, 200);
    }
}

static void as_good_as_brute_force(void **state)
{
    struct rng rng = {7};
    struct pool_block blocks[3];
    struct pool_seek seeks[10];

    (void)state;
    for (int round = 0; round < 3000 / TEST_SHARE; round++) {
        int count = 2 + (int)rng_below(&rng, 9);
        struct pool pool = pool_of(seeks, count);

        random_seeks(seeks, count, &rng);
        for (int i = 0; i < 3; i++)
            blocks[i] = (struct pool_block){1 + rng_below(&rng, 10), 1 + rng_below(&rng, 10)};
        pool_sort_blocks(blocks, 3);
        pool.blocks = blocks;
        pool.block_count = 3;
        struct score best = brute_force(&pool, 0), ours = score_of(&pool);

        assert_int_equal(ours.pairs, best.pairs);
        assert_int_equal(ours.cost, best.cost);
    }
}

/* A large pool looks only at near places: nearly as many pairs, and nearly as cheap, as the same
 * seeks in pools of ten at a time, each of which is matched exactly. */
static void large_pools_are_no_worse(void **state)
{
    static struct pool_seek seeks[SEEKS_MAX];
    struct rng rng = {3};
    int whole = 0, parts = 0;

    (void)state;
    for (int round = 0; round < 20 / (TEST_SHARE > 1 ? 10 : 1); round++) {
        struct pool pool = pool_of(seeks, SEEKS_MAX);

        random_seeks(seeks, SEEKS_MAX, &rng);
        whole += score_of(&pool).pairs;
        for (int i = 0; i < SEEKS_MAX; i += 10) {
            struct pool part = pool_of(seeks + i, 10);

            parts += score_of(&part).pairs;
        }
    }
    assert_true(whole >= parts);
    assert_true(whole >= 20 / (TEST_SHARE > 1 ? 10 : 1) * SEEKS_MAX / 2 * 9 / 10);
}

/* Nearest neighbours do not fit, those further away do. */
static void looks_beyond_those_who_do_not_fit(void **state)
{
    static struct pool_seek seeks[SEEKS_MAX];
    enum { HALF = 40 };

    (void)state;
    for (int i = 0; i < 2 * HALF; i++) {
        seeks[i] = seek_of((uint64_t)i + 1, i < HALF ? 1500 : 1600, 1);
        if (i < HALF) {
            seeks[i].below = -50;
            seeks[i].above = 200;
        } else {
            seeks[i].below = 200;
            seeks[i].above = -50;
        }
    }
    assert_int_equal(pairs(seeks, 2 * HALF), HALF);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(window_grows),
        cmocka_unit_test(not_the_last_opponent),
        cmocka_unit_test(blocks_and_ranges),
        cmocka_unit_test(only_within_a_group),
        cmocka_unit_test(lower_balance_begins),
        cmocka_unit_test(nothing_to_do),
        cmocka_unit_test(tables_fill_up),
        cmocka_unit_test(computers_complete_tables),
        cmocka_unit_test(those_who_chose_each_other_meet),
        cmocka_unit_test(tables_stay_together),
        cmocka_unit_test(as_good_as_brute_force),
        cmocka_unit_test(large_pools_are_no_worse),
        cmocka_unit_test(looks_beyond_those_who_do_not_fit),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
