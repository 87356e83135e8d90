/*
 * test_quoridor_net.c - the input features of the Quoridor network.
 */
#include <string.h>

#include "core/features.h"
#include "games/quoridor/quoridor_view.h"
#include "net/net.h"
#include "test.h"

enum { GAMES = 60, PLIES = 60 };

static struct net *shipped(void)
{
    struct tb_error error;
    struct net *net =
        net_new(&quoridor_game, &quoridor_features, quoridor_features.net,
                *quoridor_features.net_size, &error);

    assert_non_null(net);
    return net;
}

/* ---- What it is told ------------------------------------------------------------------------- */

/* Calls `check` on the positions of random games in which pawns move often. */
static void each_position(void (*check)(const struct quoridor *q))
{
    struct tb_setup setup = test_setup("quoridor");
    struct rng rng = {11};

    for (int game = 0; game < GAMES; game++) {
        struct tb_state state = {{0}};
        struct quoridor *q = (struct quoridor *)&state;

        quoridor_game.init(&setup, q);
        for (int ply = 0; ply < PLIES && !quoridor_game.result(q).over; ply++) {
            tb_move moves[TB_MOVES_MAX];

            check(q);
            quoridor_game.moves(q, moves);
            if (rng_below(&rng, 2))
                quoridor_game.play(q, moves[0]);
            else
                game_play_random(&quoridor_game, q, &rng);
        }
    }
}

/* A barrier lengthens a player's ways where walk_ways() says so. */
static int lengthening_found, lengthening_all;

static void check_lengthening(const struct quoridor *q)
{
    struct quoridor_edges open = quoridor_edges(q);
    quoridor_board across_free, upright_free;

    quoridor_free_places(q, &across_free, &upright_free);
    for (int p = 0; p < 2; p++) {
        struct view view;

        view_init(&view, q, &open, p);
        struct ways ways = walk_ways(&view, &open);

        assert_true(ways.corridor == corridor(&view, 0));
        for (int place = 0; place < 81; place++)
            for (int kind = 0; kind < 2; kind++) {
                struct quoridor next = *q;
                quoridor_board b = (quoridor_board)1 << place;

                if (!((kind ? upright_free : across_free) & b))
                    continue;
                *(kind ? &next.upright : &next.across) |= b;
                struct quoridor_edges edges = quoridor_edges(&next);
                int steps =
                    quoridor_distance(&edges, (quoridor_board)1 << q->pawn[p], quoridor_goal(q, p));

                bool said = ((kind ? ways.upright : ways.across) & b) != 0;

                assert_true(!said || steps != view.steps);
                lengthening_found += said;
                lengthening_all += steps != view.steps;
            }
    }
}

/* Few are not found. */
static void lengthening_is_right(void **state)
{
    (void)state;
    each_position(check_lengthening);
    assert_true(lengthening_found > lengthening_all * 8 / 10);
}

static struct net *symmetric_net;

static void check_symmetry(const struct quoridor *q)
{
    struct net_input inputs[4];
    struct net_hidden hidden;
    int logits[NET_LOGITS_MAX], priority[TB_MOVES_MAX], image_priority[TB_MOVES_MAX];
    tb_move moves[TB_MOVES_MAX], image_moves[TB_MOVES_MAX];
    int count = quoridor_game.moves(q, moves), value = 0;

    for (int symmetry = 0; symmetry < 4; symmetry++) {
        struct quoridor image;

        if (q->pawn[q->turn] % 9 == 4 && symmetry & 1)
            continue; /* a pawn in the middle: the network sees both images */
        quoridor_game.transform(q, symmetry, &image);
        assert_true(quoridor_features.read(&image, &inputs[symmetry]));
        net_look(symmetric_net, &inputs[symmetry], &hidden);
        net_logits_all(symmetric_net, &hidden, logits);
        for (int i = 0; i < count; i++)
            image_moves[i] = quoridor_game.transform_move(q, symmetry, moves[i]);
        quoridor_features.priors(&image, &inputs[symmetry], logits, image_moves, count,
                                 image_priority);
        if (symmetry == 0) {
            value = net_value(symmetric_net, &inputs[0], &hidden);
            memcpy(priority, image_priority, sizeof priority);
        }
        assert_int_equal(net_value(symmetric_net, &inputs[symmetry], &hidden), value);
        assert_memory_equal(priority, image_priority, (size_t)count * sizeof *priority);
    }
}

static void symmetry_changes_nothing(void **state)
{
    (void)state;
    symmetric_net = shipped();
    each_position(check_symmetry);
    net_free(symmetric_net);
}

static void check_inputs(const struct quoridor *q)
{
    struct net_input input;
    bool seen[QUORIDOR_FEATURES] = {false};

    assert_true(quoridor_features.read(q, &input));
    assert_in_range(input.bucket, 0, QUORIDOR_BUCKETS - 1);
    assert_int_equal(input.base, quoridor_evaluate(q));
    for (int i = 0; i < input.count; i++) {
        assert_true(input.active[i] < QUORIDOR_FEATURES && !seen[input.active[i]]);
        seen[input.active[i]] = true;
    }
}

static void inputs_are_in_range(void **state)
{
    struct net_input input;
    struct tb_setup small = test_setup("quoridor size=5"), four = test_setup("quoridor players=4");
    struct tb_state position = {{0}};

    (void)state;
    each_position(check_inputs);
    quoridor_game.init(&small, &position);
    assert_false(quoridor_features.read(&position, &input));
    memset(&position, 0, sizeof position);
    quoridor_game.init(&four, &position);
    assert_false(quoridor_features.read(&position, &input));
}

/* Boards full of barriers, all upright or all across but for one column: more changes than there is
 * room for. */
static void many_changes_are_a_new_list(void **state)
{
    struct tb_setup setup = test_setup("quoridor");
    struct tb_state start = {{0}};
    struct net_input input, before, whole;
    quoridor_board row = 0, narrow = 0;

    (void)state;
    quoridor_game.init(&setup, &start);
    struct quoridor *q = (void *)&start;

    memset(&input, 0, sizeof input);
    for (int r = 0; r < 8; r++) {
        row |= (quoridor_board)0xff << 9 * r;
        narrow |= (quoridor_board)0x7f << 9 * r;
    }
    for (int round = 0; round < 4; round++) {
        q->upright = round % 2 ? 0 : row;
        q->across = round % 2 ? narrow : 0;
        assert_true(quoridor_features.read(q, &whole));
        before = input;
        assert_true(quoridor_features.read_changes(q, round == 2 ? &before : NULL, &input));
        assert_false(input.changes);
        assert_int_equal(input.count, whole.count);
        assert_int_equal(input.gone_count, 0);
        assert_memory_equal(input.active, whole.active, (size_t)whole.count * sizeof *whole.active);
    }
    /* The same position again, and one that differs in a barrier. */
    assert_true(quoridor_features.read_changes(q, NULL, &input));
    assert_true(input.changes && input.count == 0 && input.gone_count == 0);
    q->across ^= 1;
    assert_true(quoridor_features.read_changes(q, NULL, &input));
    assert_true(input.changes && input.gone_count > 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengthening_is_right),
        cmocka_unit_test(inputs_are_in_range),
        cmocka_unit_test(symmetry_changes_nothing),
        cmocka_unit_test(many_changes_are_a_new_list),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
