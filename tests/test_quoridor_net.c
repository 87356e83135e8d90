/*
 * test_quoridor_net.c - the network: the same numbers with every instruction set and as the
 * trainer computed them; damaged files are refused; and what Quoridor tells it is right.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/checksum.h"
#include "games/quoridor/quoridor_view.h"
#include "net/net.h"
#include "search/search.h"
#include "test.h"

enum { HEADER = 48, GAMES = 60, PLIES = 60, ROUNDS = 40 };

static struct net *shipped(void)
{
    struct tb_error error;
    struct net *net = net_new(&quoridor_game, quoridor_game.net, *quoridor_game.net_size, &error);

    assert_non_null(net);
    return net;
}

/* ---- Numbers ----------------------------------------------------------------------------- */

/* Each line of the file: base, bucket, value, first logit, logit 100, sum of all; the inputs
 * that are 1. Written by train/train.py, which computes in whole numbers of its own. */
static void agrees_with_trainer(void **state)
{
    FILE *file = fopen(TESTS_DIR "/net/quoridor.check", "r");
    struct net *net = shipped();
    char line[4096];
    int lines = 0;

    (void)state;
    assert_non_null(file);
    for (; fgets(line, sizeof line, file); lines++) {
        struct net_input input = {0};
        struct net_hidden hidden;
        int value, first, hundredth, logits[NET_LOGITS_MAX], at = 0;
        long sum, own = 0;

        assert_int_equal(sscanf(line, "%d %d %d %d %d %ld :%n", &input.base, &input.bucket,
                                &value, &first, &hundredth, &sum, &at), 6);
        for (char *word = strtok(line + at, " \n"); word; word = strtok(NULL, " \n"))
            input.active[input.count++] = (uint16_t)atoi(word);
        for (const struct net_kernels *const *k = net_kernels_all(); *k; k++) {
            net_use(net, *k);
            net_look(net, &input, &hidden);
            net_logits(net, &hidden, logits);
            for (int i = own = 0; i < QUORIDOR_LOGITS; i++)
                own += logits[i];
            assert_int_equal(net_value(net, &input, &hidden), value);
            assert_int_equal(logits[0], first);
            assert_int_equal(logits[100], hundredth);
            assert_int_equal(own, sum);
        }
    }
    assert_in_range(lines, 30, 1000);
    fclose(file);
    net_free(net);
}

/* Any weights and inputs, sums that wrap around included. */
static void kernels_agree(void **state)
{
    enum { INPUTS = 50, LOGITS = 22 };
    static int16_t bias[NET_HIDDEN_MAX], weights[INPUTS * NET_HIDDEN_MAX];
    static int8_t rows[LOGITS * NET_HIDDEN_MAX];
    const struct net_kernels *const *all = net_kernels_all(), *plain = NULL;
    int32_t row_bias[LOGITS];
    struct rng rng = {5};

    (void)state;
    for (int i = 0; all[i]; i++)
        plain = all[i];
    for (int round = 0; round < ROUNDS; round++) {
        int width = 32 * (1 + round % 8), count = (int)rng_below(&rng, INPUTS);
        uint32_t spread = round % 2 ? 65536 : 600;
        uint16_t active[INPUTS];
        struct net_hidden one, other;
        int out[LOGITS], expected[LOGITS];

        for (int i = 0; i < NET_HIDDEN_MAX; i++)
            bias[i] = (int16_t)(rng_below(&rng, spread) - spread / 2);
        for (int i = 0; i < INPUTS * NET_HIDDEN_MAX; i++)
            weights[i] = (int16_t)(rng_below(&rng, spread) - spread / 2);
        for (int i = 0; i < LOGITS * NET_HIDDEN_MAX; i++)
            rows[i] = (int8_t)((int)rng_below(&rng, 255) - 127);
        for (int i = 0; i < LOGITS; i++)
            row_bias[i] = (int32_t)rng_below(&rng, 1 << 20) - (1 << 19);
        for (int i = 0; i < count; i++)
            active[i] = (uint16_t)rng_below(&rng, INPUTS);
        plain->look(bias, weights, active, count, width, one.unit);
        plain->dot(one.unit, rows, row_bias, LOGITS, width, expected);
        for (int i = 0; all[i]; i++) {
            all[i]->look(bias, weights, active, count, width, other.unit);
            assert_memory_equal(one.unit, other.unit, (size_t)width);
            all[i]->dot(one.unit, rows, row_bias, LOGITS, width, out);
            assert_memory_equal(out, expected, sizeof out);
        }
    }
}

/* ---- Damaged files ------------------------------------------------------------------------- */

static void refused(const unsigned char *bytes, size_t size, const struct tb_game *game)
{
    struct engine_options options = {.net = bytes, .net_size = size};
    struct tb_error error = {0};
    struct tb_setup setup = test_setup("quoridor");

    assert_null(net_new(game, bytes, size, &error));
    assert_true(error.code < 0 && error.text[0] && error.french[0]);
    /* An engine says so too, and plays without a network if it is told to. */
    assert_null(engine_new(&setup, &options, &error));
    options.no_net = true;
    struct engine *engine = engine_new(&setup, &options, &error);

    assert_non_null(engine);
    engine_free(engine);
}

static void damage_is_noticed(void **state)
{
    size_t size = *quoridor_game.net_size;
    unsigned char *copy = malloc(size + 1);
    struct rng rng = {3};

    (void)state;
    assert_non_null(copy);
    memcpy(copy, quoridor_game.net, size);
    copy[size] = 0;
    refused(copy, size + 1, &quoridor_game);
    refused(copy, 0, &quoridor_game);
    refused(copy, HEADER - 1, &quoridor_game);
    refused(copy, HEADER, &quoridor_game);
    refused(copy, size - 1, &quoridor_game);
    for (int i = 0; i < ROUNDS; i++) {
        size_t at = i < HEADER - 8 ? (size_t)i : rng_below(&rng, (uint32_t)size);
        unsigned char old = copy[at];

        copy[at] ^= (unsigned char)(1 << rng_below(&rng, 8));
        refused(copy, size, &quoridor_game);
        copy[at] = old;
    }
    assert_null(net_new(tb_game_find("dorix"), copy, size, NULL));
    /* Sizes that the checksum does not cover and no network has. */
    memset(copy + HEADER - 8 - 12, 0xff, 4);
    refused(copy, size, &quoridor_game);
    free(copy);
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

/* A barrier lengthens a player's ways where lengthening() says so. */
static int lengthening_found, lengthening_all;

static void check_lengthening(const struct quoridor *q)
{
    struct quoridor_edges open = quoridor_edges(q);
    quoridor_board across_free, upright_free;

    quoridor_free_places(q, &across_free, &upright_free);
    for (int p = 0; p < 2; p++) {
        struct view view;
        quoridor_board across, upright;
        int narrow;

        view_init(&view, q, &open, p);
        lengthening(&view, &open, &across, &upright, &narrow);
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

                bool said = ((kind ? upright : across) & b) != 0;

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
        assert_true(quoridor_features(&image, &inputs[symmetry]));
        net_look(symmetric_net, &inputs[symmetry], &hidden);
        net_logits(symmetric_net, &hidden, logits);
        for (int i = 0; i < count; i++)
            image_moves[i] = quoridor_game.transform_move(q, symmetry, moves[i]);
        quoridor_priors(&image, &inputs[symmetry], logits, image_moves, count, image_priority);
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

    assert_true(quoridor_features(q, &input));
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
    assert_false(quoridor_features(&position, &input));
    memset(&position, 0, sizeof position);
    quoridor_game.init(&four, &position);
    assert_false(quoridor_features(&position, &input));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_trainer), cmocka_unit_test(kernels_agree),
        cmocka_unit_test(damage_is_noticed),   cmocka_unit_test(lengthening_is_right),
        cmocka_unit_test(inputs_are_in_range), cmocka_unit_test(symmetry_changes_nothing),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
