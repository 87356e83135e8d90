/*
 * test_perft.c - node counts from the start that independent programs agree
 * on: the sequences of exactly 1, 2, 3, ... moves.
 */
#include "test.h"

struct counts {
    const char *name;
    const char *setup;
    uint64_t nodes[6]; /* from depth 1, ended by 0 */
};

static struct counts table[] = {
    {"dorix-2", "dorix", {16, 240, 3600, 50592, 711848}},
    {"dorix-3", "dorix players=3", {16, 240, 3360, 47040}},
    {"dorix-4", "dorix players=4", {16, 240, 3360, 43680}},
    {"tictacdoh-2", "tictacdoh", {3, 76, 2666, 82032}},
    {"quoridor-2", "quoridor", {131, 16677, 2062264, 247569030}},
    {"quoridor-4", "quoridor players=4", {131, 16677, 2062065}},
    {"quoridor-small", "quoridor size=5 walls=3", {35, 1109, 31540}},
    {"orbital-2", "orbital", {80, 744, 6440, 52416}},
    {"orbital-reach-line", "orbital reach=line", {80, 1024, 11456, 120112}},
};

static void counts_agree(void **state)
{
    const struct counts *counts = *state;
    struct tb_setup setup = test_setup(counts->setup);
    struct tb_position start;

    tb_position_start(&start, &setup, NULL);
    for (int depth = 1; counts->nodes[depth - 1]; depth++)
        assert_int_equal(tb_perft(&start, depth), counts->nodes[depth - 1]);
}

int main(int argc, char **argv)
{
    enum { COUNT = sizeof table / sizeof *table };
    struct CMUnitTest tests[COUNT];

    for (int i = 0; i < COUNT; i++)
        tests[i] = (struct CMUnitTest){
            .name = table[i].name, .test_func = counts_agree, .initial_state = &table[i]};
    return test_main(argc, argv, tests, COUNT);
}
