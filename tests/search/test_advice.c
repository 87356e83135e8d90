/*
 * test_advice.c - the advice that games give to the search: within its bounds,
 * blind to symmetry, about legal moves only, and right wherever it claims to
 * know.
 *
 * What probe() says is checked in two ways. Verdicts of a few plies are compared
 * with plain minimax. And from positions near the end of random games everything
 * that can still be reached is listed and solved backward from the ends, so that
 * each verdict meets the exact value and distance.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/advice.h"
#include "core/game.h"
#include "core/solved.h"
#include "games/dorix/dorix.h"
#include "search/multiplayer.h"
#include "search/search.h"
#include "test.h"

enum {
    GAMES = 200,
    PLY_CAP = 150,
    PROBES = 10000,     /* positions whose verdict is compared with minimax */
    MINIMAX_PLIES = 2,
    GRAPH_MAX = 20000,  /* positions of one backward analysis */
    GRAPH_SUM = 2000000, /* and of all of a setup, with those begun in vain */
};

/* In Quoridor a distance may be too long by a step: a pawn with one way to go can
 * be caught and jumped. */
static const struct setup {
    const char *words;
    bool jumps;
} setups[] = {
#ifdef TEST_SETUPS
    TEST_SETUPS
#else
    {"dorix", false},
    {"dorix players=3", false},
    {"dorix players=4", false},
    {"orbital", false},
    {"orbital pieces=3 line=row free=empty", false},
    {"orbital reach=line", false},
    {"quoridor", true},
    {"quoridor size=5 walls=2", true},
    {"quoridor size=5 walls=2 turn=barrier", true},
    {"quoridor size=3 walls=2", true},
    {"quoridor players=4", true},
    {"tictacdoh", false},
    {"tictacdoh stash=3", false},
    {"tictacdoh players=3", false},
    {"tictacdoh players=4", false},
#endif
};

struct scene {
    const struct tb_game *game;
    const struct advice *advice;
    bool jumps;
    struct tb_setup setup;
    struct tb_state state;
    tb_move moves[TB_MOVES_MAX];
    int count;
    int sides;
    struct rng rng;
};

static _Noreturn void fail_at(const struct scene *scene, const char *what)
{
    struct tb_position position = {.setup = scene->setup, .state = scene->state};
    char text[TB_POSITION_TEXT];

    tb_position_text(&position, text, sizeof text);
    fail_msg("%s '%s': %s", scene->game->name, text, what);
    abort();
}

static void check(const struct scene *scene, bool truth, const char *what)
{
    if (!truth)
        fail_at(scene, what);
}

static int side_of(const struct scene *scene, int player)
{
    return scene->game->side ? scene->game->side(&scene->state, player) : player;
}

static void scene_init(struct scene *scene, const struct setup *setup)
{
    unsigned sides = 0;

    memset(scene, 0, sizeof *scene);
    scene->setup = test_setup(setup->words);
    scene->jumps = setup->jumps;
    scene->game = scene->setup.game;
    scene->advice = game_advice(scene->game);
    scene->game->init(&scene->setup, &scene->state);
    for (int p = 0; p < scene->setup.players; p++)
        sides |= 1u << side_of(scene, p);
    scene->sides = __builtin_popcount(sides);
    scene->rng.state = 1;
}

static void scene_restart(struct scene *scene)
{
    memset(&scene->state, 0, sizeof scene->state);
    scene->game->init(&scene->setup, &scene->state);
    scene->count = scene->game->moves(&scene->state, scene->moves);
}

/* Plays a random move; false at the end of the game. */
static bool scene_advance(struct scene *scene)
{
    scene->game->play(&scene->state,
                      scene->moves[rng_below(&scene->rng, (uint32_t)scene->count)]);
    scene->count = scene->game->moves(&scene->state, scene->moves);
    return scene->count > 0;
}

/* ---- Opinions ---------------------------------------------------------------------- */

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

/* The terms of players and moves do not depend on symmetry, and those of a move not on other moves.
 */
static void check_multiplayer(const struct scene *scene, int sample)
{
    const struct tb_game *game = scene->game;
    int8_t terms[TB_PLAYERS_MAX][MULTIPLAYER_TERMS] = {{0}};
    int points[TB_MOVES_MAX], alone;
    tb_move move = scene->moves[sample % scene->count];
    float payoff[TB_PLAYERS_MAX], sum = 0;

    if (!scene->advice->multiplayer || scene->sides < 3)
        return;
    check(scene, !scene->advice->multiplayer->check_wins_at_leaf || scene->advice->wins_at_once,
          "nobody to ask for a win at once");
    scene->advice->multiplayer->read(&scene->state, terms);
    multiplayer_points(scene->advice->multiplayer, &scene->state, scene->moves, scene->count,
                       points);
    multiplayer_expect(scene->advice->multiplayer, &scene->state, scene->setup.players, payoff);
    for (int p = 0; p < scene->setup.players; p++)
        sum += (payoff[p] + 1) / 2;
    check(scene, fabsf(sum - 1) < 1e-4f, "the chances of all together are not one");
    for (int s = 0; s < game->symmetries(&scene->state); s++) {
        int8_t image[TB_PLAYERS_MAX][MULTIPLAYER_TERMS] = {{0}};
        tb_move turned_move = game->transform_move(&scene->state, s, move);
        struct tb_state turned;

        memset(&turned, 0, sizeof turned);
        game->transform(&scene->state, s, &turned);
        scene->advice->multiplayer->read(&turned, image);
        for (int p = 0; p < scene->setup.players; p++)
            check(scene,
                  memcmp(terms[p], image[game->transform_player(&scene->state, s, p)],
                         sizeof *terms) == 0,
                  "the terms of a player depend on symmetry");
        multiplayer_points(scene->advice->multiplayer, &turned, &turned_move, 1, &alone);
        check(scene, alone == points[sample % scene->count],
              "the terms of a move depend on symmetry or on other moves");
    }
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
    for (int game = 0; game < GAMES; game++) {
        scene_restart(&scene);
        for (int ply = 0; ply < PLY_CAP; ply++) {
            check_evaluation(&scene);
            check_order(&scene);
            if (ply % 8 == game % 8)
                check_multiplayer(&scene, 7 * ply + game);
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
            scene.advice->multiplayer->read_moves(&scene.state, scene.moves, scene.count, terms);
            for (int i = 0; i < scene.count; i++)
                if (scene.moves[i] != DORIX_PASS)
                    check_holdings(&scene, scene.moves[i], terms[i]);
            if (!scene_advance(&scene))
                break;
        }
    }
}

/* ---- Verdicts of a few plies ----------------------------------------------------------- */

/* The value for the side to move: 100 - n for a win in n plies, its opposite for
 * a loss, 0 for a draw or where `depth` plies do not tell. */
static int minimax(const struct scene *scene, const struct tb_state *state, int depth)
{
    const struct tb_game *game = scene->game;
    struct tb_result result = game->result(state);
    int side = side_of(scene, game->turn(state)), best = -1000;
    tb_move moves[TB_MOVES_MAX];

    if (result.winners)
        return side_of(scene, __builtin_ctz(result.winners)) == side ? 100 : -100;
    if (result.over || depth == 0)
        return 0;
    int count = game->moves(state, moves);

    for (int i = 0; i < count; i++) {
        struct tb_state next = *state;

        game->play(&next, moves[i]);
        int value = minimax(scene, &next, depth - 1);

        value -= (value > 0) - (value < 0);
        if (side_of(scene, game->turn(&next)) != side)
            value = -value;
        best = value > best ? value : best;
    }
    return best;
}

static void short_verdicts_are_right(void **setup)
{
    struct scene scene;
    struct verdict verdict;
    int probed = 0;

    scene_init(&scene, *setup);
    if (!scene.game->solved || scene.sides != 2)
        return;
    for (int game = 0; game < PROBES && probed < PROBES; game++) {
        scene_restart(&scene);
        for (int ply = 0; ply < PLY_CAP; ply++) {
            if (game_probe(scene.game, &scene.state, &verdict) && verdict.value != 0 &&
                verdict.plies >= 0 && verdict.plies <= MINIMAX_PLIES) {
                int value = minimax(&scene, &scene.state, verdict.plies);

                check(&scene, value == verdict.value * (100 - verdict.plies),
                      "probe() is wrong about the next plies");
                probed++;
            }
            if (!scene_advance(&scene))
                break;
        }
    }
    assert_true(probed > 0);
}

/* ---- Backward analysis -------------------------------------------------------------------- */

/* Everything that can be reached from a position, and what perfect play leads to
 * from there. Players must take turns. */
struct graph {
    struct tb_state *states;
    int *slots;  /* hash table of indices, -1: free; 4 * GRAPH_MAX of them */
    int *first;  /* successors of state i: next[first[i]] to next[first[i + 1] - 1] */
    int *next;
    int *value, *plies; /* the verdicts; plies is -1 while nothing is known */
    int count, edges, edge_room;
};

static void graph_init(struct graph *graph)
{
    memset(graph, 0, sizeof *graph);
    graph->states = malloc(GRAPH_MAX * sizeof *graph->states);
    graph->slots = malloc(4 * GRAPH_MAX * sizeof *graph->slots);
    graph->first = malloc((GRAPH_MAX + 1) * sizeof *graph->first);
    graph->value = malloc(GRAPH_MAX * sizeof *graph->value);
    graph->plies = malloc(GRAPH_MAX * sizeof *graph->plies);
    assert_non_null(graph->states);
    assert_non_null(graph->slots);
    assert_non_null(graph->first);
    assert_non_null(graph->value);
    assert_non_null(graph->plies);
}

static void graph_release(struct graph *graph)
{
    free(graph->states);
    free(graph->slots);
    free(graph->first);
    free(graph->next);
    free(graph->value);
    free(graph->plies);
}

/* The index of a state, which is added if it is new; -1 when there is no room. */
static int graph_index(struct graph *graph, const struct tb_game *game,
                       const struct tb_state *state)
{
    size_t slot = game_hash(game, state) % (4 * GRAPH_MAX);

    for (; graph->slots[slot] >= 0; slot = (slot + 1) % (4 * GRAPH_MAX))
        if (memcmp(&graph->states[graph->slots[slot]], state, game->state_size) == 0)
            return graph->slots[slot];
    if (graph->count == GRAPH_MAX)
        return -1;
    graph->states[graph->count] = *state;
    graph->slots[slot] = graph->count;
    return graph->count++;
}

static void graph_link(struct graph *graph, int to)
{
    if (graph->edges == graph->edge_room) {
        graph->edge_room = graph->edge_room ? 2 * graph->edge_room : 1 << 16;
        graph->next = realloc(graph->next, (size_t)graph->edge_room * sizeof *graph->next);
        assert_non_null(graph->next);
    }
    graph->next[graph->edges++] = to;
}

/* Lists all states from `root` on; false if there are too many. */
static bool graph_fill(struct graph *graph, const struct tb_game *game,
                       const struct tb_state *root)
{
    memset(graph->slots, 0xff, 4 * GRAPH_MAX * sizeof *graph->slots);
    graph->count = graph->edges = 0;
    graph_index(graph, game, root);
    for (int i = 0; i < graph->count; i++) {
        tb_move moves[TB_MOVES_MAX];
        int count = game->moves(&graph->states[i], moves);

        graph->first[i] = graph->edges;
        for (int m = 0; m < count; m++) {
            struct tb_state after = graph->states[i];

            game->play(&after, moves[m]);
            int to = graph_index(graph, game, &after);

            if (to < 0)
                return false;
            graph_link(graph, to);
        }
    }
    graph->first[graph->count] = graph->edges;
    return true;
}

/* Settles state i if its end is `plies` away: a win by a successor that is lost
 * in one ply less, a loss if all successors are won by then. */
static bool graph_settle(struct graph *graph, int i, int plies)
{
    bool lost = true;

    for (int e = graph->first[i]; e < graph->first[i + 1]; e++) {
        int to = graph->next[e];

        if (graph->plies[to] >= 0 && graph->value[to] < 0 && graph->plies[to] < plies) {
            graph->value[i] = 1;
            graph->plies[i] = plies;
            return true;
        }
        lost = lost && graph->plies[to] >= 0 && graph->plies[to] < plies && graph->value[to] > 0;
    }
    if (lost) {
        graph->value[i] = -1;
        graph->plies[i] = plies;
    }
    return lost;
}

/* Works backward from the ends. Positions that stay unknown are draws. */
static void graph_solve(struct graph *graph, const struct tb_game *game)
{
    int idle = 0;

    for (int i = 0; i < graph->count; i++) {
        struct tb_result result = game->result(&graph->states[i]);

        graph->plies[i] = result.winners ? 0 : -1;
        graph->value[i] = 0;
        if (result.winners)
            graph->value[i] = result.winners >> game->turn(&graph->states[i]) & 1 ? 1 : -1;
    }
    for (int plies = 1; idle < 2; plies++) {
        idle++;
        for (int i = 0; i < graph->count; i++)
            if (graph->plies[i] < 0 && graph->first[i] < graph->first[i + 1] &&
                graph_settle(graph, i, plies))
                idle = 0;
    }
}

/* Compares the value of a solved ending with state i; true if that is in one. */
static bool graph_check_ending(const struct graph *graph, struct scene *scene, int i)
{
    static struct ending_table table;
    struct verdict verdict;

    if (!ending_probe(scene->game, &table, &scene->state, &verdict))
        return false;
    check(scene, verdict.value == graph->value[i], "an ending has the wrong value");
    check(scene, verdict.plies == graph->plies[i], "an ending has the wrong distance");
    return true;
}

/* Compares every verdict. Returns how many of the positions are in an ending. */
static int graph_check(const struct graph *graph, struct scene *scene)
{
    int endings = 0;

    for (int i = 0; i < graph->count; i++) {
        struct verdict verdict;

        scene->state = graph->states[i];
        if (scene->game->result(&scene->state).over)
            continue;
        endings += graph_check_ending(graph, scene, i);
        if (!game_probe(scene->game, &scene->state, &verdict))
            continue;
        check(scene, verdict.value == graph->value[i], "probe() gives the wrong value");
        if (verdict.value && verdict.plies >= 0)
            check(scene,
                  verdict.plies == graph->plies[i] ||
                      (scene->jumps && verdict.plies == graph->plies[i] + 2),
                  "probe() gives the wrong distance");
    }
    return endings;
}

static void late_verdicts_are_right(void **setup)
{
    struct scene scene;
    struct graph graph;
    int listed = 0, endings = 0;

    scene_init(&scene, *setup);
    if (!scene.game->solved || scene.setup.players != 2)
        return;
    graph_init(&graph);
    while (listed < GRAPH_SUM) {
        struct tb_state late[PLY_CAP + 1];
        int plies = 0;
        bool few = false;

        scene_restart(&scene);
        do
            late[plies++] = scene.state;
        while (plies < PLY_CAP && scene_advance(&scene));
        for (int ply = plies / 4; ply < plies && !few; ply += 1 + plies / 4) {
            few = graph_fill(&graph, scene.game, &late[ply]);
            listed += graph.count;
        }
        if (few) {
            graph_solve(&graph, scene.game);
            endings += graph_check(&graph, &scene);
        }
    }
    assert_true(endings > 0 || !scene.game->solved->ending);
    graph_release(&graph);
}

/* ---- What is known about the games --------------------------------------------------------- */

/* The value that a search finds for the player to move. */
static struct verdict search_position(const struct tb_setup *setup, const struct tb_state *state,
                                      uint64_t nodes)
{
    struct engine_options options = {.kind = ENGINE_ALPHABETA, .table_mb = 16};
    struct engine *engine = engine_new(setup, &options, NULL);
    struct search_info info;

    assert_non_null(engine);
    struct search_task task = {.game = setup->game, .state = state, .limits = {.nodes = nodes}};

    engine_think(engine, &task, &info);
    engine_free(engine);
    assert_true(info.lines[0].exact);
    return info.lines[0].verdict;
}

static void medium_first_loses(void **state)
{
    struct tb_position position = test_after("tictacdoh", "Mc3");
    struct verdict verdict = search_position(&position.setup, &position.state, 200000);

    (void)state;
    assert_int_equal(verdict.value, 1);
    assert_int_equal(verdict.plies, 5);
}

/* Where nobody has a barrier left, a search of a few positions knows the end. */
static void races_are_searched_to_the_end(void **state)
{
    enum { RACES = 60, RACE_NODES = 100 };
    static const struct setup quoridor = {"quoridor", true};
    struct scene scene;
    struct ending_table table = {0};

    (void)state;
    scene_init(&scene, &quoridor);
    for (int met = 0; met < RACES;) {
        struct verdict known;

        scene_restart(&scene);
        while (!ending_probe(scene.game, &table, &scene.state, &known) && scene_advance(&scene))
            ;
        if (scene.game->result(&scene.state).over)
            continue;
        struct verdict found = search_position(&scene.setup, &scene.state, RACE_NODES);

        check(&scene, found.value == known.value, "a race has the wrong value");
        check(&scene, found.plies == known.plies || found.value == 0,
              "a race has the wrong distance");
        met++;
    }
}

/* ---- The tests ------------------------------------------------------------------------------- */

int main(int argc, char **argv)
{
    enum { SETUPS = sizeof setups / sizeof *setups, KINDS = 3 };
    static const struct {
        const char *name;
        CMUnitTestFunction test;
    } kinds[KINDS] = {
        {"sound", advice_is_sound},
        {"short", short_verdicts_are_right},
        {"late", late_verdicts_are_right},
    };
    static char names[SETUPS * KINDS][64];
    struct CMUnitTest tests[SETUPS * KINDS + 4];
    int count = 0;

    for (int i = 0; i < SETUPS; i++)
        for (int k = 0; k < KINDS; k++) {
            char *name = names[count];

            strcpy(name, kinds[k].name);
            strcat(strcat(name, "-"), setups[i].words);
            for (char *c = name; *c; c++)
                *c = *c == ' ' || *c == '=' ? '-' : *c;
            tests[count++] = (struct CMUnitTest){.name = name,
                                                 .test_func = kinds[k].test,
                                                 .initial_state = (void *)(uintptr_t)&setups[i]};
        }
    tests[count++] = (struct CMUnitTest){.name = "unsafe-moves-lose",
                                         .test_func = unsafe_moves_lose};
    tests[count++] = (struct CMUnitTest){.name = "dorix-tells-what-moves-leave",
                                         .test_func = dorix_tells_what_moves_leave};
    tests[count++] = (struct CMUnitTest){.name = "medium-first-loses",
                                         .test_func = medium_first_loses};
    tests[count++] = (struct CMUnitTest){.name = "races-are-searched-to-the-end",
                                         .test_func = races_are_searched_to_the_end};
    return test_main(argc, argv, tests, count);
}
