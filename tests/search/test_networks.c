/*
 * test_networks.c - networks: the same numbers with every instruction set and as the trainer
 * computed them; damaged files are refused.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/features.h"
#include "net/net.h"
#include "search/search.h"
#include "test.h"

enum { HEADER = 48, ROUNDS = 40 };

/* ---- Numbers ----------------------------------------------------------------------------- */

/* Each line of the file: base, bucket, value, first logit, logit 100 or the last, sum of all; the
 * inputs that are 1. Written by train/train.py, which computes in whole numbers of its own. */
static void check_net(const struct tb_game *game, const struct features *features)
{
    char path[4096], line[4096];
    struct net *net = net_new(game, features, features->net, *features->net_size, NULL);
    int lines = 0, far = features->logits > 100 ? 100 : features->logits - 1;

    snprintf(path, sizeof path, TESTS_DIR "/net/%s.check", features->name);
    FILE *file = fopen(path, "r");

    assert_non_null(file);
    assert_non_null(net);
    for (; fgets(line, sizeof line, file); lines++) {
        struct net_input input = {0};
        struct net_hidden hidden;
        int value, first, distant, logits[NET_LOGITS_MAX], at = 0;
        long sum, own = 0;

        assert_int_equal(sscanf(line, "%d %d %d %d %d %ld :%n", &input.base, &input.bucket,
                                &value, &first, &distant, &sum, &at), 6);
        for (char *word = strtok(line + at, " \n"); word; word = strtok(NULL, " \n"))
            input.active[input.count++] = (uint16_t)atoi(word);
        for (const struct net_kernels *const *k = net_kernels_all(); *k; k++) {
            net_use(net, *k);
            net_look(net, &input, &hidden);
            net_logits_all(net, &hidden, logits);
            for (int i = own = 0; i < features->logits; i++)
                own += logits[i];
            assert_int_equal(net_value(net, &input, &hidden), value);
            assert_int_equal(logits[0], first);
            assert_int_equal(logits[far], distant);
            assert_int_equal(own, sum);
        }
    }
    assert_in_range(lines, 30, 1000);
    fclose(file);
    net_free(net);
}

static void agrees_with_trainer(void **state)
{
    int nets = 0;

    (void)state;
    for (int i = 0; game_table[i]; i++)
        for (const struct features *f = game_table[i]->features; f; f = f->next) {
            check_net(game_table[i], f);
            nets++;
        }
    assert_in_range(nets, 4, 16);
}

/* The first layer, column by column. */
static void look_slowly(const int16_t *from, const int16_t *weights, const struct net_input *input,
                        int gone, int width, struct net_hidden *out)
{
    for (int i = 0; i < width; i++) {
        long sum = from[i];

        for (int r = 0; r < input->count; r++)
            sum += weights[input->active[r] * width + i];
        for (int r = 0; r < gone; r++)
            sum -= weights[input->gone[r] * width + i];
        out->sum[i] = (int16_t)(uint16_t)sum;
        long clipped = out->sum[i] < 0 ? 0 : out->sum[i] > NET_ONE ? NET_ONE : out->sum[i];

        out->unit[i] = (int8_t)(clipped * clipped / 512);
    }
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
        int asked = 1 + (int)rng_below(&rng, LOGITS), gone = (int)rng_below(&rng, INPUTS);
        uint16_t asks[LOGITS];
        struct net_input input = {.count = count};
        struct net_hidden one, other;
        int out[LOGITS + 3], expected[LOGITS + 3];

        for (int i = 0; i < NET_HIDDEN_MAX; i++)
            bias[i] = (int16_t)(rng_below(&rng, spread) - spread / 2);
        for (int i = 0; i < INPUTS * NET_HIDDEN_MAX; i++)
            weights[i] = (int16_t)(rng_below(&rng, spread) - spread / 2);
        for (int i = 0; i < LOGITS * NET_HIDDEN_MAX; i++)
            rows[i] = (int8_t)((int)rng_below(&rng, 255) - 127);
        for (int i = 0; i < LOGITS; i++)
            row_bias[i] = (int32_t)rng_below(&rng, 1 << 20) - (1 << 19);
        for (int i = 0; i < count; i++)
            input.active[i] = (uint16_t)rng_below(&rng, INPUTS);
        for (int i = 0; i < gone; i++)
            input.gone[i] = (uint16_t)rng_below(&rng, INPUTS);
        for (int i = 0; i < asked; i++)
            asks[i] = (uint16_t)rng_below(&rng, LOGITS);
        look_slowly(bias, weights, &input, gone, width, &one);
        plain->dot(one.unit, rows, row_bias, asks, asked, width, expected);
        for (int i = 0; all[i]; i++) {
            all[i]->look(bias, weights, &input, gone, width, &other);
            assert_memory_equal(one.unit, other.unit, (size_t)width);
            assert_memory_equal(one.sum, other.sum, (size_t)width * sizeof *one.sum);
            /* In place. */
            memcpy(other.sum, bias, sizeof other.sum);
            all[i]->look(other.sum, weights, &input, gone, width, &other);
            assert_memory_equal(one.unit, other.unit, (size_t)width);
            assert_memory_equal(one.sum, other.sum, (size_t)width * sizeof *one.sum);
            all[i]->dot(one.unit, rows, row_bias, asks, asked, width, out);
            assert_memory_equal(out, expected, (size_t)asked * sizeof *out);
        }
    }
}

/* ---- What is asked --------------------------------------------------------------------------- */

/* Outputs that the game does not need are not read: wrong numbers there change nothing. */
static void check_asked(const struct tb_game *game, const struct net *net, const void *state)
{
    const struct features *features = net_features(net);
    static tb_move moves[TB_MOVES_MAX];
    static int priority[TB_MOVES_MAX], expected[TB_MOVES_MAX];
    struct net_input input;
    struct net_hidden hidden;
    int all[NET_LOGITS_MAX], some[NET_LOGITS_MAX], count = game->moves(state, moves);
    uint16_t asked[NET_LOGITS_MAX];
    bool seen[NET_LOGITS_MAX] = {false};

    assert_true(features->read(state, &input));
    net_look(net, &input, &hidden);
    net_logits_all(net, &hidden, all);
    for (int i = 0; i < NET_LOGITS_MAX; i++)
        some[i] = 1 << 20;
    int asks = features->needed_logits(state, &input, moves, count, asked);

    for (int i = 0; i < asks; i++) {
        assert_true(asked[i] < features->logits && !seen[asked[i]]);
        seen[asked[i]] = true;
    }
    net_logits(net, &hidden, asked, asks, some);
    features->priors(state, &input, all, moves, count, expected);
    features->priors(state, &input, some, moves, count, priority);
    assert_memory_equal(priority, expected, (size_t)count * sizeof *priority);
}

/* Returns the number of positions; none if it has no features for that many players. */
static int check_asked_in_games(const struct tb_game *game, int players, const struct net *net,
                                struct rng *rng)
{
    struct tb_setup setup;
    int positions = 0;

    if (tb_setup_init(&setup, game, players, NULL) != TB_OK)
        return 0;
    for (int round = 0; round < 40; round++) {
        struct tb_state state = {{0}};
        struct net_input input;

        game->init(&setup, &state);
        if (!net_features(net)->read(&state, &input))
            return 0;
        for (int ply = 0; ply < 70 && !game->result(&state).over; ply++, positions++) {
            check_asked(game, net, &state);
            game_play_random(game, &state, rng);
        }
    }
    return positions;
}

static void asks_for_what_it_reads(void **unused)
{
    int positions = 0;

    (void)unused;
    for (int i = 0; game_table[i]; i++) {
        const struct tb_game *game = game_table[i];

        for (const struct features *f = game->features; f; f = f->next) {
            struct net *net = net_new(game, f, f->net, *f->net_size, NULL);
            struct rng rng = {14};

            for (int players = 2; f->needed_logits && players <= TB_PLAYERS_MAX; players++)
                positions += check_asked_in_games(game, players, net, &rng);
            net_free(net);
        }
    }
    assert_in_range(positions, 4000, 20000);
}

/* ---- Teams ----------------------------------------------------------------------------------- */

static struct net_input dorix_inputs(const char *words, const char *text)
{
    struct tb_setup setup = test_setup(words);
    struct tb_position position;
    struct net_input input = {0};

    assert_int_equal(tb_position_parse(&position, &setup, text, NULL), TB_OK);
    assert_true(setup.game->features->read(&position.state, &input));
    return input;
}

static int inputs_of_one_alone(const struct net_input *one, const struct net_input *other)
{
    int alone = 0;

    for (int i = 0; i < one->count; i++) {
        int k = 0;

        while (k < other->count && other->active[k] != one->active[i])
            k++;
        alone += k == other->count;
    }
    return alone;
}

/* The network sees a team as one player: which of the two a pawn belongs to does not matter, and
 * only the pawns in hand differ from a game of two. */
static void a_team_is_seen_as_one_player(void **state)
{
    const char *four = "dorix players=4";
    struct net_input team = dorix_inputs(four, "b2:12,c3:2,c2:1 8/8/10/10 1");
    struct net_input partners = dorix_inputs(four, "b2:32,c3:4,c2:3 10/9/8/9 1");
    struct net_input two = dorix_inputs("dorix", "b2:12,c3:2,c2:1 13/13 1");
    struct net_input start = dorix_inputs(four, "- 10/10/10/10 1");
    struct net_input most = dorix_inputs("dorix players=4 pawns=15", "- 15/15/15/15 1");

    (void)state;
    assert_int_equal(team.count, partners.count);
    assert_int_equal(inputs_of_one_alone(&team, &partners), 0);
    assert_int_equal(team.count, two.count);
    assert_int_equal(inputs_of_one_alone(&team, &two), 2);
    assert_int_equal(inputs_of_one_alone(&start, &most), 0); /* hands have a limit */
}

/* ---- Changes ------------------------------------------------------------------------------- */

/* Inputs that are 1, kept up to date by the changes. */
struct active_set {
    bool is[4096];
};

static void check_changes(const struct tb_game *game, const struct net *net, const void *state,
                          const struct net_input *near, struct net_input *input,
                          struct active_set *set, struct net_hidden *hidden)
{
    struct net_input whole;
    struct net_hidden expected = {.unit = {0}};
    struct active_set wanted = {{false}};

    assert_true(game->features->inputs <= 4096);
    assert_true(game->features->read(state, &whole));
    net_look(net, &whole, &expected);
    assert_true(game->features->read_changes(state, near, input));
    if (!input->changes)
        memset(set, 0, sizeof *set);
    for (int i = 0; i < input->gone_count; i++) {
        assert_true(set->is[input->gone[i]]);
        set->is[input->gone[i]] = false;
    }
    for (int i = 0; i < input->count; i++) {
        assert_false(set->is[input->active[i]]);
        set->is[input->active[i]] = true;
    }
    for (int i = 0; i < whole.count; i++)
        wanted.is[whole.active[i]] = true;
    assert_memory_equal(set, &wanted, sizeof wanted);
    assert_int_equal(input->base, whole.base);
    assert_int_equal(input->bucket, whole.bucket);
    net_follow(net, input, hidden);
    assert_memory_equal(hidden->unit, expected.unit, sizeof expected.unit);

    /* The notes are as good as those of read(). */
    static tb_move moves[TB_MOVES_MAX];
    static int priority[TB_MOVES_MAX], other[TB_MOVES_MAX];
    int logits[NET_LOGITS_MAX], count = game->moves(state, moves);

    net_logits_all(net, hidden, logits);
    game->features->priors(state, &whole, logits, moves, count, priority);
    game->features->priors(state, input, logits, moves, count, other);
    assert_memory_equal(priority, other, (size_t)count * sizeof *priority);
}

/* Random games as a search meets them: at each ply it looks at some children, whose inputs follow
 * those of a child seen there before, in this game or in another; notes of the parent help, or of
 * the position before that, or none. */
static void changes_add_up(void **unused)
{
    enum { PLIES = 90, CHILDREN = 3 };
    static struct net_input inputs[PLIES];
    static struct active_set sets[PLIES];
    static struct net_hidden hidden[PLIES];
    int games = 0, changes = 0;

    (void)unused;
    for (int i = 0; game_table[i]; i++) {
        const struct tb_game *game = game_table[i];

        if (!game->features || !game->features->read_changes)
            continue;
        struct net *net = net_new(game, game->features, game->features->net,
                                  *game->features->net_size, NULL);
        struct tb_setup setup = test_setup(game->name);
        struct rng rng = {15};

        games++;
        memset(inputs, 0, sizeof inputs);
        memset(hidden, 0, sizeof hidden);
        for (int round = 0; round < ROUNDS; round++) {
            struct tb_state state = {{0}};

            game->init(&setup, &state);
            for (int ply = 0; ply < PLIES && !game->result(&state).over; ply++) {
                for (int child = 0; child < CHILDREN; child++) {
                    struct tb_state next = state;
                    int back = (int)rng_below(&rng, 3);

                    if (child > 0)
                        game_play_random(game, &next, &rng);
                    if (game->result(&next).over || (child > 0 && ply + 1 == PLIES))
                        continue;
                    int at = ply + (child > 0);

                    check_changes(game, net, &next, back && at >= back ? &inputs[at - back] : NULL,
                                  &inputs[at], &sets[at], &hidden[at]);
                    changes += inputs[at].changes;
                }
                game_play_random(game, &state, &rng);
            }
        }
        net_free(net);
    }
    assert_in_range(games, 1, 16);
    assert_in_range(changes, 3000, 30000);
}

/* ---- Damaged files ------------------------------------------------------------------------- */

static void refused(const unsigned char *bytes, size_t size, const struct tb_game *game)
{
    struct engine_options options = {.net = bytes, .net_size = size};
    struct tb_error error = {0};
    struct tb_setup setup = test_setup(game->name);

    /* An engine says so too, where it would use it, and plays without if it is told to. */
    if (game->features) {
        assert_null(net_new(game, game->features, bytes, size, &error));
        assert_true(error.code < 0 && error.text[0] && error.message[0]);
        assert_null(engine_new(&setup, &options, &error));
    }
    options.no_net = true;
    struct engine *engine = engine_new(&setup, &options, &error);

    assert_non_null(engine);
    engine_free(engine);
}

static void damage(const struct tb_game *game, const struct tb_game *other)
{
    size_t size = *game->features->net_size;
    unsigned char *copy = malloc(size + 1);
    const struct tb_game *named;
    struct rng rng = {3};

    assert_non_null(copy);
    memcpy(copy, game->features->net, size);
    copy[size] = 0;
    refused(copy, size + 1, game);
    refused(copy, 0, game);
    refused(copy, HEADER - 1, game);
    refused(copy, HEADER, game);
    refused(copy, size - 1, game);
    for (int i = 0; i < ROUNDS; i++) {
        size_t at = i < HEADER - 8 ? (size_t)i : rng_below(&rng, (uint32_t)size);
        unsigned char old = copy[at];

        copy[at] ^= (unsigned char)(1 << rng_below(&rng, 8));
        refused(copy, size, game);
        copy[at] = old;
    }
    refused(copy, size, other);
    struct net *net = net_new_any(copy, size, &named, NULL);

    assert_non_null(net);
    assert_ptr_equal(named, game);
    net_free(net);
    /* Sizes that the checksum does not cover and no network has. */
    memset(copy + HEADER - 8 - 12, 0xff, 4);
    refused(copy, size, game);
    assert_null(net_new_any(copy, size, &named, NULL));
    assert_ptr_equal(named, game);
    copy[8] ^= 1;
    assert_null(net_new_any(copy, size, &named, NULL));
    assert_null(named);
    free(copy);
}

/* One for another number of players is refused too. */
static void networks_keep_to_their_players(void **state)
{
    int pairs = 0;

    (void)state;
    for (int i = 0; game_table[i]; i++)
        for (const struct features *f = game_table[i]->features; f; f = f->next)
            for (const struct features *of = game_table[i]->features; of; of = of->next) {
                struct tb_error error = {0};

                if (f == of)
                    continue;
                assert_null(net_new(game_table[i], of, f->net, *f->net_size, &error));
                assert_non_null(strstr(error.text, "number of players"));
                pairs++;
            }
    assert_in_range(pairs, 4, 16);
}

static void damage_is_noticed(void **state)
{
    int damaged = 0;

    (void)state;
    for (int i = 0; game_table[i]; i++)
        for (int k = 0; game_table[k] && game_table[i]->features; k++)
            if (k != i) { /* whether it has a network or not */
                damage(game_table[i], game_table[k]);
                damaged++;
            }
    assert_in_range(damaged, 6, 60);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_trainer),
        cmocka_unit_test(kernels_agree),
        cmocka_unit_test(asks_for_what_it_reads),
        cmocka_unit_test(a_team_is_seen_as_one_player),
        cmocka_unit_test(changes_add_up),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(networks_keep_to_their_players),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
