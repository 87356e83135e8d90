/* thinking.c - see thinking.h */
#include "thinking.h"

#include <math.h>

#include "test.h"

const char *const all_games[ALL_GAMES] = {
    "quoridor",  "quoridor players=4",  "dorix", "dorix players=3", "dorix players=4", "orbital",
    "tictacdoh", "tictacdoh players=3", "tictacdoh players=4",
};

bool random_position_in(struct tb_position *position, const struct tb_setup *setup, int plies,
                        struct rng *rng)
{
    tb_move moves[TB_MOVES_MAX];

    tb_position_start(position, setup, NULL);
    for (int i = 0; i < plies; i++) {
        int count = tb_moves(position, moves);

        if (count == 0)
            return false;
        setup->game->play(&position->state, moves[rng_below(rng, (uint32_t)count)]);
    }
    return !tb_position_result(position).over;
}

bool random_position(struct tb_position *position, const char *words, int plies, struct rng *rng)
{
    struct tb_setup setup = test_setup(words);

    return random_position_in(position, &setup, plies, rng);
}

struct engine *new_engine(const char *words, struct engine_options options)
{
    struct tb_setup setup = test_setup(words);
    struct tb_error error;

    options.table_mb = options.table_mb ? options.table_mb : 4;
    struct engine *engine = engine_new(&setup, &options, &error);

    if (!engine)
        fail_msg("%s: %s", words, error.text);
    return engine;
}

struct search_task task_for(const struct tb_position *position, struct search_limits limits)
{
    return (struct search_task){
        .game = position->setup.game,
        .state = &position->state,
        .repetition = 3,
        .limits = limits,
    };
}

void check_lines(const struct tb_position *start, const struct search_info *info)
{
    for (int i = 0; i < info->line_count; i++) {
        struct tb_position position = *start;

        assert_true(info->lines[i].length >= 1 && info->lines[i].length <= SEARCH_PV_MAX);
        assert_true(fabs(info->lines[i].score) <= 1);
        if (i > 0)
            assert_true(info->lines[i].score <= info->lines[i - 1].score);
        for (int j = 0; j < i; j++)
            assert_int_not_equal(info->lines[i].pv[0], info->lines[j].pv[0]);
        for (int j = 0; j < info->lines[i].length; j++)
            assert_int_equal(tb_play(&position, info->lines[i].pv[j], NULL), TB_OK);
    }
}
