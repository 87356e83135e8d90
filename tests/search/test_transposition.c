/* test_transposition.c - the transposition table: entries are found unchanged, proofs are kept. */
#include "test.h"

#include "core/rng.h"
#include "search/table.h"

static void table_keeps_what_it_is_given(void **state)
{
    struct table table;
    struct rng rng = {1};
    int kept = 0;

    (void)state;
    assert_true(table_init(&table, 1 << 20));
    for (int i = 0; i < 20000; i++) {
        struct table_entry entry = {
            .move = i % 3 ? rng_below(&rng, 1u << 17) : MOVE_NONE,
            .score = (int)rng_below(&rng, 64001) - 32000,
            .eval = i % 5 ? (int)rng_below(&rng, 40001) - 20000 : TABLE_NO_EVAL,
            .depth = (int)rng_below(&rng, 128),
            .bound = 1 + rng_below(&rng, 3),
        };
        struct table_entry found;
        uint64_t key = rng_next(&rng);

        entry.proof = entry.bound & rng_below(&rng, 4);
        table_store(&table, key, &entry);
        if (!table_probe(&table, key, &found))
            continue;
        kept++;
        assert_int_equal(found.move, entry.move);
        assert_int_equal(found.score, entry.score);
        assert_int_equal(found.eval, entry.eval);
        assert_int_equal(found.depth, entry.depth);
        assert_int_equal(found.bound, entry.bound);
        assert_int_equal(found.proof, entry.proof);
        assert_false(table_probe(&table, key ^ 1, &found));
    }
    assert_true(kept > 19000);
    table_clear(&table);
    table_release(&table);
}

static void a_proof_outlives_an_opinion(void **state)
{
    struct table table;
    struct table_entry proof = {.move = 1, .score = 31990, .depth = 2, .bound = BOUND_LOWER,
                                .proof = BOUND_LOWER};
    struct table_entry opinion = {.move = 2, .score = 10, .depth = 60, .bound = BOUND_EXACT};
    struct table_entry found;

    (void)state;
    assert_true(table_init(&table, 1));
    table_store(&table, 5, &proof);
    table_store(&table, 5, &opinion);
    assert_true(table_probe(&table, 5, &found));
    assert_int_equal(found.score, 31990);
    table_release(&table);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_keeps_what_it_is_given),
        cmocka_unit_test(a_proof_outlives_an_opinion),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
