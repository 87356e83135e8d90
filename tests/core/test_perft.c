/*
 * test_perft.c - node counts that independent programs agree on: the sequences of exactly
 * 1, 2, 3, ... moves, from the start or from a position.
 */
#include "test.h"

struct counts {
    const char *name;
    const char *setup;
    uint64_t nodes[6]; /* from depth 1, ended by 0 */
    const char *position;
};

static struct counts table[] = {
    {"dorix-2", "dorix", {16, 240, 3600, 50592, 711848}, NULL},
    {"dorix-3", "dorix players=3", {16, 240, 3360, 47040}, NULL},
    {"dorix-4", "dorix players=4", {16, 240, 3360, 43680}, NULL},
    {"dorix-hold-barred", "dorix players=3 hold=barred", {15, 673, 36263},
     "a1:221,b1:21,c1:121,d1:2,b2:21,c2:2,d2:233,b3:13131,c3:3313,d3:32,a4:113,c4:213,d4:2323 "
     "0/0/0 2"}, /* 17, 794, 44114 with hold=free */
    {"tictacdoh-tie-last", "tictacdoh players=3 tie=last", {3, 76, 2666}, NULL},
    {"quoridor-extra", "quoridor size=3 walls=0 extra=1", {3, 33, 76, 304, 768}, NULL},
    {"tictacdoh-2", "tictacdoh", {3, 76, 2666, 82032}, NULL},
    {"quoridor-2", "quoridor", {131, 16677, 2062264, 247569030}, NULL},
    {"quoridor-4", "quoridor players=4", {131, 16677, 2062065}, NULL},
    {"quoridor-small", "quoridor size=5 walls=3", {35, 1109, 31540}, NULL},
    {"orbital-2", "orbital", {80, 744, 6440, 52416}, NULL},
    {"orbital-reach-line", "orbital reach=line", {80, 1024, 11456, 120112}, NULL},
};

static void counts_agree(void **state)
{
    const struct counts *counts = *state;
    struct tb_setup setup = test_setup(counts->setup);
    struct tb_position start;

    if (counts->position)
        assert_int_equal(tb_position_parse(&start, &setup, counts->position, NULL), TB_OK);
    else
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
