/*
 * test_verdicts.c - exact values (core/solved.h) of random positions.
 *
 * The answers of probe() and of endings are checked in two ways: those of a few plies by plain
 * minimax, and all of them where the positions that can follow are few enough to be listed and
 * solved backward from the ends of the game, with the exact value and distance of each.
 */
#include "core/solved.h"
#include "scene.h"
#include "search/search.h"

enum {
    PROBES = 10000, /* positions whose verdict is compared with minimax */
    MINIMAX_PLIES = 2,
    GRAPH_MAX = 20000,   /* positions of one backward analysis */
    GRAPH_SUM = 2000000, /* and of all of a setup, with those begun in vain */
};

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
    while (listed < (TEST_SHARE == 1 ? GRAPH_SUM : GRAPH_SUM / 4)) {
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
    struct CMUnitTest tests[2 * sizeof setups / sizeof *setups + 2];
    int count = scene_tests(tests, 0, "short", short_verdicts_are_right);

    count = scene_tests(tests, count, "late", late_verdicts_are_right);
    tests[count++] = (struct CMUnitTest){.name = "medium-first-loses",
                                         .test_func = medium_first_loses};
    tests[count++] = (struct CMUnitTest){.name = "races-are-searched-to-the-end",
                                         .test_func = races_are_searched_to_the_end};
    return test_main(argc, argv, tests, count);
}
