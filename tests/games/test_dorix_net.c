/* test_dorix_net.c - the input features of the Dorix network, and the use of its outputs. */
#include <stdlib.h>
#include <string.h>

#include "core/features.h"
#include "games/dorix/dorix.h"
#include "net/net.h"
#include "test.h"

enum { GAMES = 16, PLIES = 70 };

/* Calls `check` on the positions of random games, which reach empty hands. */
static void each_position(void (*check)(const struct dorix *s))
{
    struct tb_setup setup = test_setup("dorix");
    struct rng rng = {12};

    for (int game = 0; game < GAMES; game++) {
        struct tb_state state = {{0}};

        dorix_game.init(&setup, &state);
        for (int ply = 0; ply < PLIES && !dorix_game.result(&state).over; ply++) {
            check((const struct dorix *)&state);
            game_play_random(&dorix_game, &state, &rng);
        }
    }
}

static int ascending(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

static struct net *net;
static int lifts, collapses;

/* All images of a position have the same features, and each move the same policy score. */
static void check_symmetry(const struct dorix *s)
{
    static int priority[TB_MOVES_MAX], image_priority[TB_MOVES_MAX];
    static tb_move moves[TB_MOVES_MAX], image_moves[TB_MOVES_MAX];
    struct net_input first = {0};
    int count = dorix_game.moves(s, moves);

    for (int symmetry = 0; symmetry < dorix_game.symmetries(s); symmetry++) {
        struct net_input input;
        struct net_hidden hidden;
        int logits[NET_LOGITS_MAX];
        struct dorix image;

        dorix_game.transform(s, symmetry, &image);
        assert_true(dorix_features.read(&image, &input));
        net_look(net, &input, &hidden);
        net_logits_all(net, &hidden, logits);
        for (int i = 0; i < count; i++)
            image_moves[i] = dorix_game.transform_move(s, symmetry, moves[i]);
        dorix_features.priors(&image, &input, logits, image_moves, count, image_priority);
        qsort(input.active, (size_t)input.count, sizeof *input.active, ascending);
        if (symmetry == 0) {
            first = input;
            memcpy(priority, image_priority, sizeof priority);
        }
        assert_int_equal(input.count, first.count);
        assert_memory_equal(input.active, first.active, (size_t)input.count * sizeof *input.active);
        assert_int_equal(input.bucket, first.bucket);
        assert_int_equal(net_value(net, &input, &hidden), net_value(net, &first, &hidden));
        assert_memory_equal(priority, image_priority, (size_t)count * sizeof *priority);
    }
}

static bool is_symmetric(const struct dorix *s)
{
    for (int symmetry = 1; symmetry < 8; symmetry++) {
        struct dorix image;

        dorix_game.transform(s, symmetry, &image);
        if (memcmp(&image, s, sizeof image) == 0)
            return true;
    }
    return false;
}

/* Where a position is its own image, its moves come in pairs; only one of each pair is seen from
 * the same side. */
static void check_lopsided(const struct dorix *s)
{
    if (!is_symmetric(s))
        check_symmetry(s);
}

static void symmetry_changes_nothing(void **state)
{
    (void)state;
    net = net_new(&dorix_game, &dorix_features, dorix_features.net, *dorix_features.net_size, NULL);
    assert_non_null(net);
    each_position(check_lopsided);
    net_free(net);
}

static void check_inputs(const struct dorix *s)
{
    static int sums[TB_MOVES_MAX];
    static tb_move moves[TB_MOVES_MAX];
    struct net_input input;
    bool seen[DORIX_FEATURES] = {false};
    int logits[DORIX_LOGITS], count = dorix_game.moves(s, moves);

    assert_true(dorix_features.read(s, &input));
    assert_in_range(input.bucket, 0, DORIX_BUCKETS - 1);
    assert_in_range(input.count, 2, DORIX_ACTIVE);
    assert_int_equal(input.base, dorix_evaluate(s));
    for (int i = 0; i < input.count; i++) {
        assert_true(input.active[i] < DORIX_FEATURES && !seen[input.active[i]]);
        seen[input.active[i]] = true;
    }
    assert_true(seen[DORIX_FEATURES - 1] == dorix_could_win(s, 1 - s->turn));
    /* How many answers the opinion of a move is the sum of. */
    for (int i = 0; i < DORIX_LOGITS; i++)
        logits[i] = 1;
    dorix_features.priors(s, &input, logits, moves, count, sums);
    for (int i = 0; i < count; i++) {
        int lift = dorix_move_lift(moves[i]);
        struct dorix lifted = dorix_lifted(s, lift);
        int falls = dorix_fall(&lifted, dorix_move_place(moves[i])).count;

        if (lifted.height[dorix_move_place(moves[i])] == 0)
            falls = 0;
        assert_int_equal(sums[i], 5 + 2 * (lift >= 0) + falls + (falls > 0));
        assert_in_range(sums[i], 5, DORIX_LOGITS_MOVE);
        lifts += lift >= 0;
        collapses += falls > 1;
    }
}

static void inputs_are_in_range(void **state)
{
    struct net_input input;
    struct tb_position start = {.setup = test_setup("dorix players=3")};

    (void)state;
    each_position(check_inputs);
    assert_true(lifts > 0 && collapses > 0);
    dorix_game.init(&start.setup, &start.state);
    assert_false(dorix_features.read(&start.state, &input));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_are_in_range),
        cmocka_unit_test(symmetry_changes_nothing),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
