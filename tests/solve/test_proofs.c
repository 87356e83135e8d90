/*
 * test_proofs.c - proofs claimed by the engine, and wins it must not overlook, checked against
 * plain minimax without any pruning.
 */
#include "test.h"
#include "thinking.h"

#include <string.h>

#include "core/advice.h"
#include "solve/dfpn.h"

/* ---- Plain minimax ------------------------------------------------------------- */

enum { WIN = 1000 };

/* Positions that are a draw when they repeat. */
struct brink {
    const struct tb_state *states;
    int count;
};

static bool on_the_brink(const struct tb_game *game, const struct brink *brink, const void *state)
{
    for (int i = 0; i < brink->count; i++)
        if (memcmp(&brink->states[i], state, game->state_size) == 0)
            return true;
    return false;
}

/* The value for the side to move of two, as far as `depth` plies show it: WIN - n
 * for a win in n plies, its opposite for a loss, 0 for a draw; *open is set where
 * 0 may only mean that the depth was too small. */
static int minimax(const struct tb_game *game, const struct tb_state *state,
                   const struct brink *brink, int depth, bool *open)
{
    struct tb_result result = game->result(state);
    tb_move moves[TB_MOVES_MAX];
    int best = -WIN - 1;

    if (result.over)
        return result.winners == 0 ? 0 : result.winners >> game->turn(state) & 1 ? WIN : -WIN;
    if (depth == 0) {
        *open = true;
        return 0;
    }
    int count = game->moves(state, moves);

    for (int i = 0; i < count; i++) {
        struct tb_state next = *state;
        int value = 0;

        game->play(&next, moves[i]);
        if (!on_the_brink(game, brink, &next))
            value = -minimax(game, &next, brink, depth - 1, open);
        if (value > best)
            best = value;
    }
    return best > 0 ? best - 1 : best < 0 ? best + 1 : 0;
}

/* A depth at which minimax looks at about `limit` positions or fewer. */
static int affordable_depth(const struct tb_game *game, const struct tb_state *state,
                            uint64_t limit)
{
    uint64_t width = game_perft(game, state, 1);
    int depth = 1;

    while (depth < 20 && game_perft(game, state, depth) * (width > 3 ? width : 3) <= limit)
        depth++;
    return depth;
}

static int line_value(const struct search_line *line)
{
    const struct verdict *verdict = &line->verdict;

    return verdict->value == 0 ? 0 : verdict->value * (WIN - verdict->plies);
}

/* ---- Claims against minimax ----------------------------------------------------------- */

/* Every exact line must be true of its move; a distance may be too long, not too short. */
static void check_claims(const struct tb_position *position, const struct brink *brink,
                         const struct search_info *info, uint64_t limit)
{
    const struct tb_game *game = position->setup.game;

    for (int i = 0; i < info->line_count; i++) {
        const struct search_line *line = &info->lines[i];
        struct tb_state next = position->state;
        bool open = false;
        int claimed = line_value(line), truth = 0;

        assert_true(game_is_legal(game, &position->state, line->pv[0]));
        if (!line->exact || (line->verdict.value != 0 && line->verdict.plies < 0))
            continue;
        game->play(&next, line->pv[0]);
        int depth = line->verdict.value ? line->verdict.plies - 1 : 20;

        if (depth > affordable_depth(game, &next, limit))
            continue;
        if (!on_the_brink(game, brink, &next))
            truth = -minimax(game, &next, brink, depth, &open);
        truth = truth > 0 ? truth - 1 : truth < 0 ? truth + 1 : 0;
        if (claimed == 0)
            assert_true(truth == 0 && !open);
        else
            assert_true(claimed > 0 ? truth >= claimed : truth <= claimed);
    }
}

/* Whatever minimax finds within its depth, the search finds and says the same. */
static void check_truth(const struct tb_position *position, const struct search_info *info,
                        int depth)
{
    static const struct brink none = {0};
    bool open = false;
    int truth = minimax(position->setup.game, &position->state, &none, depth, &open);
    const struct search_line *best = &info->lines[0];

    if (truth == 0 && open)
        return;
    assert_true(best->exact);
    assert_int_equal(line_value(best), truth);
    assert_int_equal(best->verdict.value, (truth > 0) - (truth < 0));
    assert_true(best->score == best->verdict.value);
}

static void agree(const char *words, int plies_from, int plies_to, int positions, int lines,
                  uint64_t nodes)
{
    struct engine *engine = new_engine(words, (struct engine_options){.kind = ENGINE_ALPHABETA});
    struct rng rng = {42};
    struct tb_position position;
    struct search_info info;

    for (int n = 0; n * TEST_SHARE < positions;) {
        int plies = plies_from + (int)rng_below(&rng, (uint32_t)(plies_to - plies_from + 1));

        if (!random_position(&position, words, plies, &rng))
            continue;
        int depth = affordable_depth(position.setup.game, &position.state, 30000);
        struct search_task task = task_for(&position, (struct search_limits){.nodes = nodes});

        task.lines = lines;
        if (n % 7 == 0)
            engine_clear(engine);
        engine_think(engine, &task, &info);
        check_claims(&position, &(struct brink){0}, &info, 100000);
        check_truth(&position, &info, depth);
        n++;
    }
    engine_free(engine);
}

static void agrees_in_tictacdoh(void **state)
{
    (void)state;
    agree("tictacdoh", 4, 13, 120, 1, 150000);
    agree("tictacdoh stash=3", 3, 8, 60, 3, 150000);
}

static void agrees_in_orbital(void **state)
{
    (void)state;
    agree("orbital", 18, 34, 120, 1, 150000);
    agree("orbital pieces=3", 8, 17, 60, 2, 150000);
}

static void agrees_in_quoridor(void **state)
{
    (void)state;
    agree("quoridor size=3 walls=1", 0, 8, 100, 1, 150000);
    agree("quoridor size=3 walls=3", 0, 6, 60, 2, 150000);
    agree("quoridor size=5 walls=1", 4, 12, 30, 1, 150000);
}

static void agrees_in_dorix(void **state)
{
    (void)state;
    agree("dorix", 8, 30, 60, 1, 40000);
}

static void agrees_in_dorix_with_teams(void **state)
{
    (void)state;
    agree("dorix players=4", 12, 36, 60, 1, 40000);
}

/* With few nodes most claims rest on pruned trees: none may be false. */
static void proves_nothing_false(void **state)
{
    static const char *const games[] = {"tictacdoh", "orbital", "quoridor size=3 walls=2", "dorix",
                                        "dorix players=4"};
    static const enum engine_kind kinds[] = {ENGINE_ALPHABETA, ENGINE_MCTS};
    struct rng rng = {7};

    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++)
        for (int k = 0; k < 2; k++) {
            struct engine *engine = new_engine(games[g], (struct engine_options){.kind = kinds[k]});

            for (int n = 0; n < 50; n++) {
                struct tb_position position;
                struct search_info info;

                if (!random_position(&position, games[g], (int)rng_below(&rng, 26), &rng))
                    continue;
                struct search_task task = task_for(
                    &position, (struct search_limits){.nodes = 50 + rng_below(&rng, 2000)});

                task.lines = 1 + n % 5;
                engine_think(engine, &task, &info);
                check_claims(&position, &(struct brink){0}, &info, 30000);
            }
            engine_free(engine);
        }
}

/* Positions that occurred twice are a draw when they repeat: every claim must respect that,
 * although the table has results of searches without that history. */
static void proofs_respect_the_history(void **state)
{
    struct engine *engine =
        new_engine("quoridor size=3 walls=1", (struct engine_options){.kind = ENGINE_ALPHABETA});
    struct rng rng = {99};
    struct tb_state history[64];

    (void)state;
    for (int n = 0; n < 150; n++) {
        struct tb_position position;
        struct search_info info;
        tb_move moves[TB_MOVES_MAX];
        int length = 0, count;

        if (!random_position(&position, "quoridor size=3 walls=1", n % 5, &rng))
            continue;
        struct search_task task = task_for(&position, (struct search_limits){.nodes = 20000});

        engine_think(engine, &task, &info);
        for (; length < 24; length++) {
            struct tb_position next = position;

            history[length] = position.state;
            count = tb_moves(&position, moves);
            tb_play(&next, moves[rng_below(&rng, (uint32_t)count)], NULL);
            if (tb_position_result(&next).over)
                break;
            position = next;
        }
        task = task_for(&position, (struct search_limits){.nodes = 20000});
        task.history = history;
        task.history_length = length;
        task.repetition = 2;
        task.lines = 4;
        engine_think(engine, &task, &info);
        check_claims(&position, &(struct brink){history, length}, &info, 30000);
    }
    engine_free(engine);
}

/* ---- The prover at the root ------------------------------------------------------------------ */

/* The value for the side to move, by proof search for as long as it takes. */
static int proven_value(struct dfpn *solver, const struct tb_position *position)
{
    struct tb_result result = tb_position_result(position);
    int turn = tb_turn(position);
    struct dfpn_question win = {&position->state, turn, PLIES_ANY};
    struct dfpn_question loss = {&position->state, 1 - turn, PLIES_ANY};

    if (result.over)
        return result.winners == 0 ? 0 : result.winners >> turn & 1 ? 1 : -1;
    struct bounds bounds = dfpn_ask(solver, &win, NULL);

    if (bounds_proven(&bounds, PLIES_ANY))
        return 1;
    bounds = dfpn_ask(solver, &loss, NULL);
    return bounds_proven(&bounds, PLIES_ANY) ? -1 : 0;
}

static int proven_value_after(struct dfpn *solver, const struct tb_position *position,
                              tb_move move)
{
    struct tb_position next = *position;

    tb_play(&next, move, NULL);
    return -proven_value(solver, &next);
}

/* Positions that no search solves in so few nodes without the prover: nearly all
 * values are proven, none is wrong, and the move played keeps what there is. */
static void check_prover(const char *words, int threads, int lines)
{
    struct tb_setup setup = test_setup(words);
    struct dfpn *solver = dfpn_new(&setup, &(struct dfpn_options){.bytes = 16 << 20});
    struct engine *engine = new_engine(
        words, (struct engine_options){.kind = ENGINE_ALPHABETA, .threads = threads});
    struct rng rng = {23};
    int proven = 0, positions = 12;

    assert_non_null(solver);
    for (int n = 0; n < positions; n++) {
        struct tb_position position;
        struct search_info info;

        if (!random_position(&position, words, 7 + n % 4, &rng))
            continue;
        struct search_task task = task_for(&position, (struct search_limits){.nodes = 150000});
        int value = proven_value(solver, &position);

        task.lines = lines;
        tb_move move = engine_think(engine, &task, &info);

        for (int i = 0; i < info.line_count; i++)
            if (info.lines[i].exact)
                assert_int_equal(info.lines[i].verdict.value,
                                 proven_value_after(solver, &position, info.lines[i].pv[0]));
        if (info.lines[0].exact) {
            proven++;
            assert_int_equal(info.lines[0].verdict.value, value);
            assert_int_equal(proven_value_after(solver, &position, move), value);
        }
    }
    assert_true(proven >= positions * 2 / 3);
    dfpn_free(solver);
    engine_free(engine);
}

static void the_prover_is_right(void **state)
{
    (void)state;
    check_prover("orbital", 1, 1);
    check_prover("orbital", 1, 4);
    check_prover("orbital", 2, 2);
    check_prover("orbital pieces=3", 1, 3);
}

/* The engine wins a won position, although it searches again before every move. */
static void a_proven_win_is_brought_home(void **state)
{
    struct engine *engine = new_engine("orbital", (struct engine_options){.level = LEVEL_MAX});
    struct rng rng = {5};

    (void)state;
    for (int n = 0; n < 3; n++) {
        struct tb_position position;
        struct search_info info;

        do {
            engine_clear(engine);
            assert_true(random_position(&position, "orbital", 6, &rng));
            struct search_task task =
                task_for(&position, (struct search_limits){.nodes = 100000});

            engine_think(engine, &task, &info);
        } while (!info.lines[0].exact || info.lines[0].verdict.value <= 0);
        int winner = tb_turn(&position);

        while (!tb_position_result(&position).over) {
            struct search_task task =
                task_for(&position, (struct search_limits){.nodes = 100000});
            tb_move moves[TB_MOVES_MAX];
            int count = tb_moves(&position, moves);

            tb_play(&position,
                    tb_turn(&position) == winner ? engine_think(engine, &task, NULL)
                                                 : moves[rng_below(&rng, (uint32_t)count)],
                    NULL);
        }
        assert_int_equal(tb_position_result(&position).winners, 1u << winner);
    }
    engine_free(engine);
}

/* A computer player takes the first move over where that is the better side, and only then. */
static void swaps_where_that_is_better(void **state)
{
    const char *words = "orbital";
    struct tb_setup setup = test_setup(words);
    const struct search_task task = {.limits = {.nodes = 20000}};
    int swaps = 0, moves = 0;

    (void)state;
    for (int pie = 0; pie < 2; pie++)
        for (int i = 0; i < 3; i++) {
            static const char *const first[] = {"Bb2", "Ab2", "Ta1n"};
            const struct match_rules rules = {.repetition = 3, .swap = pie};
            struct engine *engine = new_engine(words, (struct engine_options){0});
            struct tb_position start;
            struct search_info info;
            char entry[TB_MOVE_TEXT];

            tb_position_start(&start, &setup, NULL);
            struct tb_match *match = match_new(&start, &rules, NULL);

            assert_int_equal(tb_match_play(match, first[i], NULL), TB_OK);
            engine_choose(engine, match, &task, entry, &info);
            bool swapped = strcmp(entry, "swap") == 0;

            assert_int_equal(swapped, pie && info.lines[0].score < 0);
            assert_int_equal(tb_match_play(match, entry, NULL), TB_OK);
            swaps += swapped;
            moves += pie && !swapped;
            tb_match_free(match);
            engine_free(engine);
        }
    assert_true(swaps > 0 && moves > 0);
}

/* In a lost position, a move whose refutation is hard to find: known to lose, within
 * the limits, and the same again; and not where the truth is asked for. */
static void swindles_in_lost_positions(void **state)
{
    struct engine *one = new_engine("orbital", (struct engine_options){0});
    struct engine *other = new_engine("orbital", (struct engine_options){0});
    struct rng rng = {41};
    int lost = 0;

    (void)state;
    for (int n = 0; n < 12; n++) {
        struct tb_position position;
        struct search_info first, second;

        assert_true(random_position(&position, "orbital", 3 + n % 3, &rng));
        struct search_task task = task_for(&position, (struct search_limits){.nodes = 60000});

        task.swindle = true;
        engine_clear(one);
        tb_move move = engine_think(one, &task, &first);

        assert_true(game_is_legal(position.setup.game, &position.state, move));
        check_lines(&position, &first);
        assert_true(first.nodes <= 60000);
        assert_int_equal(engine_think(other, &task, &second), move);
        assert_int_equal(first.nodes, second.nodes);
        engine_clear(other);
        if (!first.lines[0].exact || first.lines[0].verdict.value >= 0)
            continue;
        lost++;
        task.swindle = false;
        engine_think(other, &task, &second);
        assert_true(second.lines[0].exact && second.lines[0].verdict.value < 0);
        engine_clear(other);
    }
    assert_true(lost > 0);
    engine_free(one);
    engine_free(other);
}

/* The prover's nodes count, and the same limit always leads to the same answer. */
static void the_prover_keeps_to_its_nodes(void **state)
{
    struct engine *one = new_engine("orbital", (struct engine_options){0});
    struct engine *other = new_engine("orbital", (struct engine_options){0});
    struct rng rng = {31};

    (void)state;
    for (uint64_t nodes = 100; nodes < 60000; nodes = nodes * 5 / 3) {
        struct tb_position position;
        struct search_info first, second;

        assert_true(random_position(&position, "orbital", 5, &rng));
        struct search_task task = task_for(&position, (struct search_limits){.nodes = nodes});

        task.lines = 2;
        engine_clear(one);
        tb_move move = engine_think(one, &task, &first);

        assert_int_equal(engine_think(other, &task, &second), move);
        assert_true(first.nodes <= nodes);
        assert_int_equal(first.nodes, second.nodes);
        assert_int_equal(first.lines[0].exact, second.lines[0].exact);
        engine_clear(other);
    }
    engine_free(one);
    engine_free(other);
}

/* ---- Trees ------------------------------------------------------------------------------- */

/* Wins in one and in three plies that minimax sees, a tree must find too. */
static void mcts_finds_short_wins(void **state)
{
    static const char *const games[] = {"tictacdoh", "orbital", "quoridor size=5 walls=1", "dorix"};
    struct rng rng = {17};

    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct engine *engine =
            new_engine(games[g], (struct engine_options){.kind = ENGINE_MCTS, .table_mb = 32});

        for (int found = 0, tries = 0; found < 8 && tries < 400; tries++) {
            struct tb_position position;
            struct search_info info;
            bool open = false;

            if (!random_position(&position, games[g], 4 + (int)rng_below(&rng, 24), &rng) ||
                game_perft(position.setup.game, &position.state, 3) > 60000)
                continue;
            int truth = minimax(position.setup.game, &position.state, &(struct brink){0}, 3, &open);

            if (truth <= 0)
                continue;
            struct search_task task = task_for(&position, (struct search_limits){.nodes = 60000});

            engine_think(engine, &task, &info);
            assert_true(info.lines[0].exact);
            assert_int_equal(info.lines[0].verdict.value, 1);
            found++;
        }
        engine_free(engine);
    }
}

/* In a game of three or four, a win that a search calls proven is one against all. */
static bool wins_against_all(const struct tb_game *game, const struct tb_state *state,
                             unsigned player, int depth)
{
    struct tb_result result = game->result(state);
    tb_move moves[TB_MOVES_MAX];

    if (result.over)
        return result.winners & player;
    if (depth == 0)
        return false;
    int count = game->moves(state, moves);
    bool mine = player >> game->turn(state) & 1;

    for (int i = 0; i < count; i++) {
        struct tb_state next = *state;

        game->play(&next, moves[i]);
        if (wins_against_all(game, &next, player, depth - 1) == mine)
            return mine;
    }
    return !mine;
}

static void proofs_with_many_sides(void **state)
{
    static const char *const games[] = {"tictacdoh players=3", "tictacdoh players=4",
                                        "dorix players=3", "quoridor players=4 size=3 walls=1"};
    static const enum engine_kind kinds[] = {ENGINE_PARANOID, ENGINE_MCTS, ENGINE_MAXN};
    struct rng rng = {23};
    int checked = 0;

    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++)
        for (int k = 0; k < 3; k++) {
            struct engine *engine = new_engine(games[g], (struct engine_options){.kind = kinds[k]});

            for (int n = 0; n < 60; n++) {
                struct tb_position position;
                struct search_info info;

                if (!random_position(&position, games[g], 2 + (int)rng_below(&rng, 20), &rng))
                    continue;
                struct search_task task =
                    task_for(&position, (struct search_limits){.nodes = 1000});

                engine_think(engine, &task, &info);
                const struct verdict *verdict = &info.lines[0].verdict;

                if (!info.lines[0].exact || verdict->value < 1 || verdict->plies < 0 ||
                    verdict->plies >
                        affordable_depth(position.setup.game, &position.state, 100000))
                    continue;
                assert_true(wins_against_all(position.setup.game, &position.state,
                                             1u << tb_turn(&position), verdict->plies));
                checked++;
            }
            engine_free(engine);
        }
    assert_true(checked > 20);
}

/* ---- Levels --------------------------------------------------------------------------------- */

/* From level 3 up: a win at once is taken, and none is given away that need not be. */
static void careful_levels(void **state)
{
    static const char *const games[] = {"quoridor size=5", "dorix", "orbital", "tictacdoh"};
    struct rng rng = {31};

    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++)
        for (int level = 3; level <= 5; level++) {
            struct engine *engine = new_engine(games[g], (struct engine_options){.level = level});

            for (int n = 0; n < 40; n++) {
                struct tb_position position;
                bool open = false;

                if (!random_position(&position, games[g], 4 + (int)rng_below(&rng, 26), &rng) ||
                    game_perft(position.setup.game, &position.state, 2) > 30000)
                    continue;
                const struct tb_game *game = position.setup.game;
                int best = minimax(game, &position.state, &(struct brink){0}, 2, &open);
                struct search_task task = task_for(&position, (struct search_limits){.nodes = 500});

                game->play(&position.state, engine_think(engine, &task, NULL));
                int value = -minimax(game, &position.state, &(struct brink){0}, 1, &open);

                if (best == WIN - 1)
                    assert_int_equal(value, WIN);
                if (best > 2 - WIN)
                    assert_true(value > 1 - WIN);
            }
            engine_free(engine);
        }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_in_tictacdoh),
        cmocka_unit_test(agrees_in_orbital),
        cmocka_unit_test(agrees_in_quoridor),
        cmocka_unit_test(agrees_in_dorix),
        cmocka_unit_test(agrees_in_dorix_with_teams),
        cmocka_unit_test(proves_nothing_false),
        cmocka_unit_test(proofs_respect_the_history),
        cmocka_unit_test(the_prover_is_right),
        cmocka_unit_test(a_proven_win_is_brought_home),
        cmocka_unit_test(swaps_where_that_is_better),
        cmocka_unit_test(swindles_in_lost_positions),
        cmocka_unit_test(the_prover_keeps_to_its_nodes),
        cmocka_unit_test(mcts_finds_short_wins),
        cmocka_unit_test(proofs_with_many_sides),
        cmocka_unit_test(careful_levels),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
