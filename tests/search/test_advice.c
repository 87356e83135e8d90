/*
 * test_advice.c - the advice that games give to the search: within its bounds, independent of
 * symmetry, and about legal moves only.
 */
#include <math.h>

#include "core/features.h"
#include "games/dorix/dorix.h"
#include "scene.h"
#include "search/multiplayer.h"

enum { GAMES = 200 };

static void check_evaluation(const struct scene *scene)
{
    const struct tb_game *game = scene->game;
    float payoff[TB_PLAYERS_MAX], image[TB_PLAYERS_MAX];
    int value = 0;

    if (scene->advice->evaluate && scene->sides == 2) {
        value = scene->advice->evaluate(&scene->state);
        check(scene, abs(value) <= EVAL_MAX, "evaluate() is out of bounds");
        check(scene, scene->advice->evaluate_scale > 0, "evaluate() has no scale");
    }
    if (scene->advice->evaluate_players)
        scene->advice->evaluate_players(&scene->state, payoff);
    for (int s = 0; s < game->symmetries(&scene->state); s++) {
        struct tb_state turned;

        memset(&turned, 0, sizeof turned);
        game->transform(&scene->state, s, &turned);
        if (scene->advice->evaluate && scene->sides == 2)
            check(scene, scene->advice->evaluate(&turned) == value,
                  "evaluate() depends on symmetry");
        if (!scene->advice->evaluate_players)
            continue;
        scene->advice->evaluate_players(&turned, image);
        for (int p = 0; p < scene->setup.players; p++) {
            int q = game->transform_player(&scene->state, s, p);

            check(scene, payoff[p] >= -1 && payoff[p] <= 1, "a payoff is out of bounds");
            check(scene, fabsf(payoff[p] - image[q]) < 1e-4f, "payoffs depend on symmetry");
        }
    }
}

static bool is_listed(const struct scene *scene, tb_move move)
{
    for (int i = 0; i < scene->count; i++)
        if (scene->moves[i] == move)
            return true;
    return false;
}

static bool wins(const struct scene *scene, tb_move move)
{
    struct tb_state next = scene->state;

    scene->game->play(&next, move);
    return scene->game->result(&next).winners >> scene->game->turn(&scene->state) & 1;
}

static void check_order(const struct scene *scene)
{
    enum { UNTOUCHED = 123456789 };
    int priority[TB_MOVES_MAX + 1], alone;

    if (!scene->advice->order)
        return;
    for (int i = 0; i <= scene->count; i++)
        priority[i] = UNTOUCHED;
    scene->advice->order(&scene->state, scene->moves, scene->count, priority);
    check(scene, priority[scene->count] == UNTOUCHED, "order() writes too much");
    for (int i = 0; i < scene->count; i++) {
        check(scene, abs(priority[i]) < 100000, "a priority is missing or out of proportion");
        scene->advice->order(&scene->state, &scene->moves[i], 1, &alone);
        check(scene, alone == priority[i], "a priority depends on the other moves of the list");
        check(scene, priority[i] >= 0 || !wins(scene, scene->moves[i]),
              "order() thinks little of a winning move");
    }
}

/* True if a symmetry leaves the position as it is. Then moves are equal, but a network sees one
 * image of the board, in which they differ. */
static bool is_own_image(const struct scene *scene)
{
    for (int s = 1; s < scene->game->symmetries(&scene->state); s++) {
        struct tb_state turned;

        memset(&turned, 0, sizeof turned);
        scene->game->transform(&scene->state, s, &turned);
        if (memcmp(&turned, &scene->state, sizeof turned) == 0)
            return true;
    }
    return false;
}

/* What the model, with a network or without, thinks of players and moves does not depend on
 * symmetry, and what it thinks of a move not on other moves. */
static void check_model(const struct scene *scene, const struct net *net, int sample)
{
    const struct multiplayer_model *model = scene->advice->multiplayer;
    const struct tb_game *game = scene->game;
    int points[TB_MOVES_MAX], alone, players = scene->setup.players;
    tb_move move = scene->moves[sample % scene->count];
    float payoff[TB_PLAYERS_MAX], image[TB_PLAYERS_MAX], sum = 0;

    bool unclear = net && is_own_image(scene);

    multiplayer_points(model, net, &scene->state, scene->moves, scene->count, points);
    multiplayer_expect(model, net, &scene->state, players, payoff);
    for (int p = 0; p < players; p++)
        sum += (payoff[p] + 1) / 2;
    check(scene, fabsf(sum - 1) < 1e-4f, "the chances of all together are not one");
    for (int s = 0; s < game->symmetries(&scene->state); s++) {
        tb_move turned_move = game->transform_move(&scene->state, s, move);
        struct tb_state turned;

        memset(&turned, 0, sizeof turned);
        game->transform(&scene->state, s, &turned);
        multiplayer_expect(model, net, &turned, players, image);
        for (int p = 0; p < players; p++)
            check(scene,
                  fabsf(payoff[p] - image[game->transform_player(&scene->state, s, p)]) < 1e-4f,
                  "the chances of a player depend on symmetry");
        multiplayer_points(model, net, &turned, &turned_move, 1, &alone);
        check(scene, unclear || alone == points[sample % scene->count],
              "the points of a move depend on symmetry or on other moves");
    }
}

static void check_multiplayer(const struct scene *scene, const struct net *net, int sample)
{
    if (!scene->advice->multiplayer || scene->sides < 3)
        return;
    check(scene, !scene->advice->multiplayer->check_wins_at_leaf || scene->advice->wins_at_once,
          "nobody to ask for a win at once");
    check_model(scene, NULL, sample);
    if (net)
        check_model(scene, net, sample);
}

static void check_forcing(const struct scene *scene)
{
    tb_move forcing[TB_MOVES_MAX];
    int count;

    if (!scene->advice->forcing)
        return;
    count = scene->advice->forcing(&scene->state, forcing);
    check(scene, count >= 0 && count <= scene->count, "forcing() lists too many moves");
    for (int i = 0; i < count; i++) {
        check(scene, is_listed(scene, forcing[i]), "forcing() lists an illegal move");
        check(scene, i == 0 || forcing[i - 1] < forcing[i], "forcing moves do not ascend");
    }
}

static void check_null(const struct scene *scene)
{
    struct tb_state state = scene->state;

    if (!scene->advice->null)
        return;
    bool passed = scene->advice->null(&state);

    check(scene, passed == (memcmp(&state, &scene->state, sizeof state) != 0),
          "null() says one thing and does another");
    if (passed)
        check(scene,
              scene->game->turn(&state) ==
                  (scene->game->turn(&scene->state) + 1) % scene->setup.players,
              "null() hands the turn to the wrong player");
}

/* One ply of a playout is a legal move, and a long one comes to an end. */
static void check_playout(const struct scene *scene)
{
    struct rng rng = scene->rng;
    struct tb_state state = scene->state;
    bool legal = false;

    if (!scene->advice->playout)
        return;
    scene->advice->playout(&state, &rng, 1);
    for (int i = 0; i < scene->count && !legal; i++) {
        struct tb_state next = scene->state;

        scene->game->play(&next, scene->moves[i]);
        legal = memcmp(&next, &state, sizeof state) == 0;
    }
    check(scene, legal, "a playout makes an illegal move");
    scene->advice->playout(&state, &rng, 5000);
    check(scene, scene->game->result(&state).over, "a playout does not end");
}

static bool can_win(const struct scene *scene)
{
    for (int i = 0; i < scene->count; i++)
        if (wins(scene, scene->moves[i]))
            return true;
    return false;
}

/* True if a move wins, or neither lets the next player win nor leaves him a move that does. */
static bool can_escape(const struct scene *scene)
{
    for (int i = 0; i < scene->count; i++) {
        struct scene after = {.game = scene->game, .state = scene->state};

        after.game->play(&after.state, scene->moves[i]);
        after.count = after.game->moves(&after.state, after.moves);
        unsigned winners = after.game->result(&after.state).winners;

        if (wins(scene, scene->moves[i]) ||
            !(winners >> after.game->turn(&after.state) & 1 || can_win(&after)))
            return true;
    }
    return false;
}

/* Returns true if the player to move cannot escape. */
static bool check_next_moves(const struct scene *scene)
{
    if (scene->advice->wins_at_once)
        check(scene, scene->advice->wins_at_once(&scene->state) == can_win(scene),
              "wins_at_once() is wrong");
    if (!scene->advice->escapes)
        return false;
    bool escapes = scene->advice->escapes(&scene->state);

    check(scene, escapes == can_escape(scene), "escapes() is wrong");
    return !escapes;
}

static void advice_is_sound(void **setup)
{
    struct scene scene;
    int caught = 0;

    scene_init(&scene, *setup);
    const struct features *features = features_find(&scene.setup);
    struct net *net = features && features->views
                          ? net_new(scene.game, features, features->net, *features->net_size, NULL)
                          : NULL;

    for (int game = 0; game < GAMES; game++) {
        scene_restart(&scene);
        for (int ply = 0; ply < PLY_CAP; ply++) {
            check_evaluation(&scene);
            check_order(&scene);
            if (ply % 8 == game % 8)
                check_multiplayer(&scene, net, 7 * ply + game);
            check_forcing(&scene);
            check_null(&scene);
            if (ply % 4 == game % 4)
                caught += check_next_moves(&scene);
            if (rng_below(&scene.rng, 8) == 0)
                check_playout(&scene);
            if (!scene_advance(&scene))
                break;
        }
    }
    check(&scene, caught > 0 || !scene.advice->escapes, "escapes() was always true");
    net_free(net);
}

/* Tic Tac Doh thinks little of the moves that let the next player make a line:
 * each of them loses to his next move. */
static void unsafe_moves_lose(void **state)
{
    static const struct setup setup = {"tictacdoh", false};
    struct scene scene, after;
    int priority[TB_MOVES_MAX], unsafe = 0;

    (void)state;
    scene_init(&scene, &setup);
    for (int game = 0; game < GAMES; game++) {
        scene_restart(&scene);
        do {
            scene.advice->order(&scene.state, scene.moves, scene.count, priority);
            for (int i = 0; i < scene.count; i++) {
                bool punished = false;

                if (priority[i] >= 0)
                    continue;
                after = scene;
                after.game->play(&after.state, scene.moves[i]);
                after.count = after.game->moves(&after.state, after.moves);
                for (int k = 0; k < after.count; k++)
                    punished |= wins(&after, after.moves[k]);
                check(&scene, punished, "a move that loses nothing is called unsafe");
                unsafe++;
            }
        } while (scene_advance(&scene));
    }
    assert_true(unsafe > 0);
}

/* Dorix computes a move's terms without playing it; they must match the board after it: the first
 * nine are piles won, diagonals with three and diagonals with two piles held, each for the mover
 * and then the others in turn. */
static void check_holdings(const struct scene *scene, tb_move move, const int8_t *terms)
{
    const struct dorix *before = (const struct dorix *)&scene->state;
    static const unsigned lines[2] = {DORIX_RISING, DORIX_FALLING};
    struct tb_state state = scene->state;
    const struct dorix *after = (const struct dorix *)&state;

    scene->game->play(&state, move);
    for (int i = 0; i < 3; i++) {
        int p = (before->turn + i) % 3, held[5] = {0};

        for (int k = 0; k < 2; k++)
            held[__builtin_popcount(after->control[p] & lines[k])]++;
        check(scene,
              terms[i] ==
                  __builtin_popcount(after->control[p]) - __builtin_popcount(before->control[p]),
              "the terms of a move have the wrong piles won");
        check(scene, terms[3 + i] == held[3] && terms[6 + i] == held[2],
              "the terms of a move have the wrong diagonals held");
    }
}

static void dorix_tells_what_moves_leave(void **state)
{
    static const struct setup setup = {"dorix players=3", false};
    static int8_t terms[TB_MOVES_MAX][MULTIPLAYER_MOVE_TERMS];
    struct scene scene;

    (void)state;
    scene_init(&scene, &setup);
    for (int game = 0; game < GAMES / 4; game++) {
        scene_restart(&scene);
        for (int ply = 0; ply < PLY_CAP; ply++) {
            memset(terms, 0, (size_t)scene.count * sizeof *terms);
            scene.advice->multiplayer->read_moves(&scene.state, scene.moves, scene.count, terms,
                                                   NULL);
            for (int i = 0; i < scene.count; i++)
                if (scene.moves[i] != DORIX_PASS)
                    check_holdings(&scene, scene.moves[i], terms[i]);
            if (!scene_advance(&scene))
                break;
        }
    }
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[sizeof setups / sizeof *setups + 2];
    int count = scene_tests(tests, 0, "sound", advice_is_sound);

    tests[count++] = (struct CMUnitTest){.name = "unsafe-moves-lose",
                                         .test_func = unsafe_moves_lose};
    tests[count++] = (struct CMUnitTest){.name = "dorix-tells-what-moves-leave",
                                         .test_func = dorix_tells_what_moves_leave};
    return test_main(argc, argv, tests, count);
}
