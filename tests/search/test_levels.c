/*
 * test_levels.c - the computer's levels and personalities: how the weak ones err, and where the
 * last one is perfect.
 */
#include "test.h"
#include "thinking.h"

#include "core/advice.h"
#include "core/solved.h"
#include "games/dorix/dorix.h"
#include "games/orbital/orbital.h"
#include "search/level.h"

#include <limits.h>

/* The weaker levels answer within a second, whatever the game. */
static void levels_play_every_game(void **state)
{
    struct rng rng = {5};

    (void)state;
    for (int g = 0; g < ALL_GAMES; g++)
        for (int level = 1; level <= LEVEL_MAX; level++) {
            struct engine *engine =
                new_engine(all_games[g], (struct engine_options){.level = level, .seed = 1});
            struct tb_position position;
            struct search_info info;

            while (!random_position(&position, all_games[g], 7, &rng)) {
            }
            struct search_task task = task_for(&position, (struct search_limits){.time_ms = 60});
            tb_move move = engine_think(engine, &task, &info);

            assert_true(game_is_legal(position.setup.game, &position.state, move));
            assert_true(info.line_count == 1);
            assert_true(level >= level_last(&position.setup) || level > 6 ||
                        level_find(&position.setup, level)->time_ms <= 1000);
            engine_free(engine);
        }
}

/* Levels end where play is perfect, with two players and the usual options; one beyond plays like
 * the last. */
static void levels_end_where_play_is_perfect(void **state)
{
    struct tb_setup orbital = test_setup("orbital"), few = test_setup("orbital pieces=3");
    struct rng rng = {8};

    (void)state;
    assert_int_equal(level_last(&orbital), 6);
    assert_int_equal(level_last(&few), LEVEL_MAX);
    struct tb_setup doh = test_setup("tictacdoh"), three;

    assert_int_equal(level_last(&doh), 6);
    assert_int_equal(tb_setup_init(&three, doh.game, 3, NULL), TB_OK);
    assert_int_equal(level_last(&three), LEVEL_MAX);
    assert_int_equal(level_clamp(&orbital, LEVEL_CHILD), LEVEL_CHILD);
    for (int n = 0; n < 3; n++) {
        struct tb_position position;
        tb_move moves[2];

        while (!random_position(&position, "orbital", 9, &rng)) {
        }
        for (int i = 0; i < 2; i++) {
            struct engine_options options = {
                .level = i ? LEVEL_MAX : 6, .seed = 1, .untimed = true};
            struct engine *engine = new_engine("orbital", options);
            struct search_task task = task_for(&position, (struct search_limits){.nodes = 5000});

            moves[i] = engine_think(engine, &task, NULL);
            engine_free(engine);
        }
        assert_int_equal(moves[0], moves[1]);
    }
}

/* The last level of Tic Tac Doh never gives the value of a position away. */
static void the_last_level_is_perfect(void **state)
{
    struct engine *engine =
        new_engine("tictacdoh", (struct engine_options){.level = 6, .untimed = true});
    struct rng rng = {17};

    (void)state;
    for (int n = 0; n < 400; n++) {
        struct tb_position position;
        struct verdict before, after;

        if (!random_position(&position, "tictacdoh", (int)rng_below(&rng, 9), &rng))
            continue;
        const struct tb_game *game = position.setup.game;
        struct search_task task = task_for(&position, (struct search_limits){0});

        assert_true(game->solved->probe(&position.state, &before));
        game->play(&position.state, engine_think(engine, &task, NULL));
        struct tb_result result = game->result(&position.state);

        if (result.over)
            after.value = result.winners == 0 ? 0 : -1;
        else
            assert_true(game->solved->probe(&position.state, &after));
        if (!result.over || result.winners == 0 || before.value > 0)
            assert_int_equal(after.value, -before.value);
    }
    engine_free(engine);
}

/* Weak levels of Quoridor follow a beginner's habits: they mostly walk, and hardly lay a barrier
 * that neither hinders anybody nor is beside a pawn. */
static void weak_levels_have_habits(void **state)
{
    (void)state;
    for (int level = 0; level <= 4; level++) {
        int counts[HABITS] = {0};

        for (int i = 0; i < 100; i++) {
            struct engine *engine = new_engine("quoridor", (struct engine_options){
                .level = level_option(level), .seed = (uint64_t)i, .untimed = true});
            struct rng rng = {(uint64_t)i};
            struct tb_position position;

            while (!random_position(&position, "quoridor", 6, &rng)) {
            }
            struct search_task task = task_for(&position, (struct search_limits){0});
            tb_move move = engine_think(engine, &task, NULL);

            counts[game_advice(task.game)->habit(task.state, move)]++;
            engine_free(engine);
        }
        assert_true(counts[0] + counts[1] + counts[2] >= 60);
        assert_true(counts[5] <= 8);
        assert_true(level < 1 || counts[0] > counts[2]);
    }
}

/* Levels 2 to 4 of Orbital do not begin with a string of Antennas: of the first six pieces about
 * two are, and more without their habit. */
static void weak_levels_keep_all_kinds(void **state)
{
    struct tb_setup setup = test_setup("orbital");

    (void)state;
    for (int level = 2; level <= 4; level++) {
        int count = 0;

        for (int i = 0; i < 40; i++) {
            struct engine *engine = new_engine("orbital", (struct engine_options){
                .level = level_option(level), .seed = (uint64_t)i, .untimed = true});
            struct tb_position position;

            assert_int_equal(tb_position_start(&position, &setup, NULL), TB_OK);
            for (int ply = 0; ply < 6; ply++) {
                struct search_task task = task_for(&position, (struct search_limits){0});
                tb_move move = engine_think(engine, &task, NULL);

                count += orbital_kind(orbital_shape(move)) == ORBITAL_ANTENNA;
                task.game->play(&position.state, move);
            }
            engine_free(engine);
        }
        assert_in_range(count, 50, 84);
    }
}

/* The piles of a set beside a square that are not higher than `height`. */
static unsigned lower_beside(const struct dorix *s, unsigned piles, int square, int height)
{
    unsigned found = 0;

    for (int d = 0; d < DORIX_DIRECTIONS; d++) {
        int next = dorix_neighbour[square][d];

        if (next != DORIX_OFF_BOARD && s->height[next] <= height)
            found |= piles & 1u << next;
    }
    return found;
}

/* True if a pawn on one of the player's piles could take one of the others. */
static bool can_take(const struct dorix *s, unsigned ours, unsigned theirs)
{
    for (int square = 0; square < DORIX_SQUARES; square++)
        if ((ours >> square & 1) && lower_beside(s, theirs, square, s->height[square]))
            return true;
    return false;
}

struct care {
    int singles, in_reach; /* single pawns, and those beside a pile of the other player */
    int chances, takes;    /* moves that could take a pile, and that did */
};

/* Counts them in the first twelve plies of 60 games of a level of Dorix with itself. */
static struct care care_of(int level)
{
    struct tb_setup setup = test_setup("dorix");
    struct care care = {0};

    for (int i = 0; i < 60; i++) {
        struct engine *engine = new_engine("dorix", (struct engine_options){
            .level = level_option(level), .seed = (uint64_t)i, .untimed = true});
        struct tb_position position;
        struct tb_state history[12];
        const struct dorix *s = (const struct dorix *)&position.state;

        assert_int_equal(tb_position_start(&position, &setup, NULL), TB_OK);
        for (int ply = 0; ply < 12 && !dorix_result(s).over; ply++) {
            struct search_task task = task_for(&position, (struct search_limits){0});
            unsigned ours = s->control[s->turn], theirs = s->control[1 - s->turn];

            history[ply] = position.state;
            task.history = history;
            task.history_length = ply;
            tb_move move = engine_think(engine, &task, NULL);
            int place = dorix_move_place(move), mover = s->turn;

            if (s->height[place] == 0) {
                care.singles++;
                care.in_reach += lower_beside(s, theirs, place, INT_MAX) != 0;
            }
            care.chances += can_take(s, ours, theirs);
            dorix_play(&position.state, move);
            care.takes += (theirs & s->control[mover]) != 0;
        }
        engine_free(engine);
    }
    return care;
}

/* Up to level 4 of Dorix more and more piles are taken, and from level 1 on fewer and fewer single
 * pawns are beside one that can take them. Level 1 still errs. */
static void weak_levels_mind_their_piles_once(void **state)
{
    struct care care[6];

    (void)state;
    for (int level = 0; level < 6; level++)
        care[level] = care_of(level);
    for (int level = 2; level < 5; level++)
        assert_true(care[level].in_reach * care[level - 1].singles <
                    care[level - 1].in_reach * care[level].singles);
    assert_true(5 * care[1].in_reach > care[1].singles);
    assert_true(5 * care[4].in_reach < care[4].singles);
    for (int level = 1; level < 5; level++)
        assert_true(care[level].takes * care[level - 1].chances >
                    care[level - 1].takes * care[level].chances);
}

/* How many of 40 wins at once a level of Tic Tac Doh plays. */
static int wins_found(const char *setup, int level)
{
    struct rng rng = {5};
    int won = 0;

    for (int i = 0; i < 40; i++) {
        struct engine *engine = new_engine(setup, (struct engine_options){
            .level = level_option(level), .seed = (uint64_t)i, .untimed = true});
        struct tb_position position;
        struct search_task task;
        bool wins = false;

        while (!wins) {
            tb_move moves[TB_MOVES_MAX];

            if (!random_position(&position, setup, 6, &rng))
                continue;
            task = task_for(&position, (struct search_limits){0});
            for (int k = task.game->moves(task.state, moves); k-- > 0 && !wins;) {
                struct tb_state next = position.state;

                task.game->play(&next, moves[k]);
                wins = task.game->result(&next).winners & 1u << task.game->turn(task.state);
            }
        }
        struct tb_state after = position.state;

        task.game->play(&after, engine_think(engine, &task, NULL));
        won += task.game->result(&after).winners & 1u << task.game->turn(task.state) ? 1 : 0;
        engine_free(engine);
    }
    return won;
}

/* With three players the chance to find a win grows from level to level; with two a child's level
 * misses some, though the next player could take them. */
static void wins_of_weak_levels(void **state)
{
    static const char three[] = "tictacdoh players=3";

    (void)state;
    assert_in_range(wins_found(three, 1), 0, 14);
    assert_in_range(wins_found(three, 3), 15, 36);
    assert_int_equal(wins_found(three, 5), 40);
    assert_in_range(wins_found("tictacdoh", 0), 20, 36);
    assert_int_equal(wins_found("tictacdoh", 4), 40);
}

/* How many of 100 moves of a level of Quoridor from a position belong to a habit. */
static int moves_of_habit(const char *text, int level, int habit)
{
    struct tb_setup setup = test_setup("quoridor");
    struct tb_position position;
    int count = 0;

    assert_int_equal(tb_position_parse(&position, &setup, text, NULL), TB_OK);
    for (int i = 0; i < 100; i++) {
        struct engine *engine = new_engine("quoridor", (struct engine_options){
            .level = level_option(level), .seed = (uint64_t)i, .untimed = true});
        struct search_task task = task_for(&position, (struct search_limits){0});

        tb_move move = engine_think(engine, &task, NULL);

        count += game_advice(task.game)->habit(task.state, move) == habit;
        engine_free(engine);
    }
    return count;
}

/* The weakest level keeps pace: it dawdles when it is ahead, and walks when it is behind. */
static void the_weakest_level_keeps_pace(void **state)
{
    (void)state;
    assert_in_range(moves_of_habit("e5/a9 10/10 - 1", 0, 0), 0, 10);
    assert_in_range(moves_of_habit("e5/a5 10/10 - 1", 0, 0), 20, 60);
    assert_in_range(moves_of_habit("e2/a3 10/10 - 1", 0, 0), 80, 100);
}

/* Other weak levels hold up an opponent who is ahead, the better they are the more, and run if they
 * are ahead themselves. */
static void weak_levels_stop_a_runner_once(void **state)
{
    int before = 25;

    (void)state;
    for (int level = 1; level <= 4; level++) {
        int blocks = moves_of_habit("e3/b3 10/10 - 1", level, HABIT_HINDER);

        assert_in_range(blocks, before, 100);
        assert_in_range(moves_of_habit("e7/b8 10/10 - 1", level, 0), 60, 100);
        before = blocks;
    }
    assert_true(before >= 90);
}

/* How much a personality likes the moves that a level plays with it, or without any, in all. */
static int liked(const char *setup, const struct personality *one, const char *name)
{
    struct rng rng = {11};
    int sum = 0;

    for (int i = 0; i < 100; i++) {
        struct engine_options options = {.level = 4, .personality = name, .seed = (uint64_t)i,
                                         .untimed = true};
        struct engine *engine = new_engine(setup, options);
        struct tb_position position;

        while (!random_position(&position, setup, 8, &rng)) {
        }
        struct search_task task = task_for(&position, (struct search_limits){0});

        sum += one->likes(&position.state, engine_think(engine, &task, NULL));
        engine_free(engine);
    }
    return sum;
}

/* A personality plays more of the moves that it likes; it needs two sides, and its right name. */
static void personalities_differ_once(void **state)
{
    static const char *const setups[] = {"dorix", "quoridor"};
    static const struct {
        const char *setup, *name;
    } bad[] = {{"quoridor", "nobody"}, {"quoridor players=4", "runner"}, {"orbital", "runner"}};

    (void)state;
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
        struct tb_setup setup = test_setup(setups[i]);
        const struct personality *one = game_advice(setup.game)->personalities;

        for (; one->name; one++)
            if (liked(setups[i], one, one->name) <= liked(setups[i], one, NULL))
                fail_msg("%s does not play in character", one->name);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct tb_setup setup = test_setup(bad[i].setup);
        struct engine_options options = {.personality = bad[i].name};
        struct tb_error error = {0};

        assert_null(engine_new(&setup, &options, &error));
        assert_int_equal(error.code, TB_ERR_VALUE);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_play_every_game),
        cmocka_unit_test(levels_end_where_play_is_perfect),
        cmocka_unit_test(the_last_level_is_perfect),
        cmocka_unit_test(weak_levels_have_habits),
        cmocka_unit_test(weak_levels_keep_all_kinds),
        cmocka_unit_test(weak_levels_mind_their_piles_once),
        cmocka_unit_test(wins_of_weak_levels),
        cmocka_unit_test(the_weakest_level_keeps_pace),
        cmocka_unit_test(weak_levels_stop_a_runner_once),
        cmocka_unit_test(personalities_differ_once),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
