/*
 * batch_api.c - many games at once.
 *
 * A step goes in two passes over the games: the first finds each action's move, so that
 * nothing has changed if one is not legal; the second plays. Each pass is shared out among
 * the threads in equal parts. A sampled move is remembered and need not be looked up.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "api/check.h"
#include "core/error.h"
#include "core/tensor.h"

enum { GAMES_MAX = 1 << 24, PLIES_MAX = 1000 };

struct batch_game {
    struct tb_state state;
    int plies;
    tb_move sampled; /* the move of the last sample, which is legal; valid if has_sample */
    bool has_sample;
    tb_move move; /* the move that the second pass of a step plays */
    struct rng rng;
};

struct tb_batch;
/* Works on the games from `first` to before `end`; false ends the whole pass as failed. */
typedef bool (*pass_function)(struct tb_batch *batch, int first, int end);

struct tb_batch {
    struct tb_setup setup;
    struct tb_state start;
    const struct tb_game *game;
    int count, actions, floats, plies_max;
    struct batch_game *games;
    struct { /* the arguments of the call that is under way */
        const int32_t *actions;
        int32_t *out;
        float *rewards;
        uint8_t *bytes;
    } call;

    int threads; /* the caller's included */
    pthread_t *helpers;
    int started;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t begin, done;
    pass_function pass;
    unsigned round; /* counts the passes */
    int working;    /* helper threads that have not finished the current pass */
    bool failed, ended;
};

/* ---- Threads ------------------------------------------------------------------------ */

static bool run_share(struct tb_batch *v, pass_function pass, int share)
{
    int first = (int)((int64_t)v->count * share / v->threads);
    int end = (int)((int64_t)v->count * (share + 1) / v->threads);

    return pass(v, first, end);
}

struct helper {
    struct tb_batch *batch;
    int share;
};

static void *help(void *argument)
{
    struct helper helper = *(struct helper *)argument;
    struct tb_batch *v = helper.batch;
    unsigned seen = 0;

    free(argument);
    pthread_mutex_lock(&v->lock);
    for (;;) {
        while (v->round == seen && !v->ended)
            pthread_cond_wait(&v->begin, &v->lock);
        if (v->ended)
            break;
        pass_function pass = v->pass;

        seen = v->round;
        pthread_mutex_unlock(&v->lock);
        bool good = run_share(v, pass, helper.share);

        pthread_mutex_lock(&v->lock);
        v->failed |= !good;
        if (--v->working == 0)
            pthread_cond_signal(&v->done);
    }
    pthread_mutex_unlock(&v->lock);
    return NULL;
}

/* Runs a pass over all games. */
static bool run_pass(struct tb_batch *v, pass_function pass)
{
    if (v->threads == 1)
        return pass(v, 0, v->count);
    pthread_mutex_lock(&v->lock);
    v->pass = pass;
    v->round++;
    v->working = v->started;
    v->failed = false;
    pthread_cond_broadcast(&v->begin);
    pthread_mutex_unlock(&v->lock);
    bool good = run_share(v, pass, 0);

    pthread_mutex_lock(&v->lock);
    while (v->working > 0)
        pthread_cond_wait(&v->done, &v->lock);
    good = good && !v->failed;
    pthread_mutex_unlock(&v->lock);
    return good;
}

static bool start_helpers(struct tb_batch *v)
{
    if (v->threads == 1)
        return true;
    v->helpers = calloc((size_t)v->threads - 1, sizeof *v->helpers);
    for (int i = 1; v->helpers && i < v->threads; i++) {
        struct helper *helper = malloc(sizeof *helper);

        if (!helper)
            return false;
        *helper = (struct helper){v, i};
        if (pthread_create(&v->helpers[i - 1], NULL, help, helper) != 0) {
            free(helper);
            return false;
        }
        v->started++;
    }
    return v->helpers;
}

/* ---- Making and freeing --------------------------------------------------------------- */

static void restart(struct tb_batch *v, struct batch_game *g)
{
    state_copy(v->game, &g->state, &v->start);
    g->plies = 0;
    g->has_sample = false;
}

static bool set_up(struct tb_batch *v, const struct tb_setup *setup, int count,
                   const struct tb_batch_options *options)
{
    struct rng seeds = {options->seed};
    int shape[TB_SHAPE];

    v->setup = *setup;
    v->game = setup->game;
    v->count = count;
    v->threads = options->threads > 1 ? options->threads : 1;
    v->plies_max = options->plies_max ? options->plies_max : PLIES_MAX;
    v->actions = game_tensor(v->game)->actions(setup);
    game_tensor(v->game)->shape(setup, shape);
    v->floats = shape[0] * shape[1] * shape[2];
    v->game->init(setup, &v->start);
    v->games = calloc((size_t)count, sizeof *v->games);
    if (!v->games)
        return false;
    for (int i = 0; i < count; i++) {
        restart(v, &v->games[i]);
        v->games[i].rng.state = rng_next(&seeds);
    }
    return start_helpers(v);
}

struct tb_batch *tb_batch_new(const struct tb_setup *setup, int count,
                              const struct tb_batch_options *given, struct tb_error *error)
{
    struct tb_batch_options options;

    if (setup_check(setup, error) || api_read_struct(&options, given, seed, error) ||
        api_check_range("count", count, 1, GAMES_MAX, error) ||
        api_check_range("threads", options.threads, 0, TB_THREADS_MAX, error) ||
        api_check_range("plies_max", options.plies_max, 0, INT32_MAX, error))
        return NULL;
    struct tb_batch *batch = calloc(1, sizeof *batch);

    if (batch) {
        pthread_mutex_init(&batch->lock, NULL);
        pthread_cond_init(&batch->begin, NULL);
        pthread_cond_init(&batch->done, NULL);
        if (set_up(batch, setup, count, &options))
            return batch;
    }
    tb_batch_free(batch);
    error_memory(error);
    return NULL;
}

void tb_batch_free(struct tb_batch *batch)
{
    if (!batch)
        return;
    pthread_mutex_lock(&batch->lock);
    batch->ended = true;
    pthread_cond_broadcast(&batch->begin);
    pthread_mutex_unlock(&batch->lock);
    for (int i = 0; i < batch->started; i++)
        pthread_join(batch->helpers[i], NULL);
    pthread_cond_destroy(&batch->done);
    pthread_cond_destroy(&batch->begin);
    pthread_mutex_destroy(&batch->lock);
    free(batch->helpers);
    free(batch->games);
    free(batch);
}

int tb_batch_count(const struct tb_batch *batch)
{
    return batch ? batch->count : TB_ERR_ARGUMENT;
}

int tb_batch_reset(struct tb_batch *batch)
{
    if (!batch)
        return TB_ERR_ARGUMENT;
    for (int i = 0; i < batch->count; i++)
        restart(batch, &batch->games[i]);
    return TB_OK;
}

/* ---- A step ------------------------------------------------------------------------------ */

/* Finds the move of an action; false if it is not legal. */
static bool find_move(const struct tb_batch *v, struct batch_game *g, int32_t action)
{
    const struct tensor *tensor = game_tensor(v->game);

    if (action < 0 || action >= v->actions)
        return false;
    g->move = tensor->move_of(&g->state, action);
    if (g->has_sample && g->sampled == g->move)
        return tensor->action_of(&g->state, g->move) == action;
    return game_is_legal(v->game, &g->state, g->move) &&
           tensor->action_of(&g->state, g->move) == action;
}

static bool pass_find(struct tb_batch *v, int first, int end)
{
    for (int i = first; i < end; i++)
        if (!find_move(v, &v->games[i], v->call.actions[i]))
            return false;
    return true;
}

static bool pass_play(struct tb_batch *v, int first, int end)
{
    int players = v->setup.players;

    for (int i = first; i < end; i++) {
        struct batch_game *g = &v->games[i];

        v->game->play(&g->state, g->move);
        g->has_sample = false;
        struct tb_result result = v->game->result(&g->state);
        bool cut = !result.over && ++g->plies >= v->plies_max;

        if (v->call.bytes)
            v->call.bytes[i] = result.over ? TB_STEP_OVER : cut ? TB_STEP_CUT_OFF : TB_STEP_GOES_ON;
        for (int p = 0; v->call.rewards && p < players; p++)
            v->call.rewards[i * players + p] = !result.winners           ? 0.0f
                                               : result.winners >> p & 1 ? 1.0f
                                                                         : -1.0f;
        if (result.over || cut)
            restart(v, g);
    }
    return true;
}

/* Names the first action that is not legal. */
static int refuse_action(struct tb_batch *v, struct tb_error *error)
{
    int i = 0;

    while (i < v->count - 1 && find_move(v, &v->games[i], v->call.actions[i]))
        i++;
    return error_set(error, TB_ERR_ILLEGAL,
                     "Action {action} is not legal in game {game}; nothing was played.",
                     arg_count("action", (int)v->call.actions[i]), arg_count("game", i));
}

int tb_batch_step(struct tb_batch *batch, const int32_t *actions, float *rewards, uint8_t *steps,
                  struct tb_error *error)
{
    if (!batch || !actions)
        return api_missing(error, !batch ? "batch" : "actions");
    batch->call.actions = actions;
    batch->call.rewards = rewards;
    batch->call.bytes = steps;
    if (!run_pass(batch, pass_find))
        return refuse_action(batch, error);
    run_pass(batch, pass_play);
    return TB_OK;
}

/* ---- Questions ---------------------------------------------------------------------------- */

static bool pass_sample(struct tb_batch *v, int first, int end)
{
    tb_move moves[TB_MOVES_MAX];

    for (int i = first; i < end; i++) {
        struct batch_game *g = &v->games[i];

        if (v->game->random_move) {
            g->sampled = v->game->random_move(&g->state, &g->rng);
        } else {
            int count = v->game->moves(&g->state, moves);

            g->sampled = moves[rng_below(&g->rng, (uint32_t)count)];
        }
        g->has_sample = true;
        v->call.out[i] = game_tensor(v->game)->action_of(&g->state, g->sampled);
    }
    return true;
}

int tb_batch_sample(struct tb_batch *batch, int32_t *actions)
{
    if (!batch || !actions)
        return TB_ERR_ARGUMENT;
    batch->call.out = actions;
    run_pass(batch, pass_sample);
    return TB_OK;
}

int tb_batch_turns(const struct tb_batch *batch, int32_t *turns)
{
    if (!batch || !turns)
        return TB_ERR_ARGUMENT;
    for (int i = 0; i < batch->count; i++)
        turns[i] = batch->game->turn(&batch->games[i].state);
    return TB_OK;
}

static bool pass_mask(struct tb_batch *v, int first, int end)
{
    tb_move moves[TB_MOVES_MAX];

    for (int i = first; i < end; i++) {
        uint8_t *mask = v->call.bytes + (size_t)i * (size_t)v->actions;
        const struct tb_state *state = &v->games[i].state;
        int count = v->game->moves(state, moves);

        memset(mask, 0, (size_t)v->actions);
        for (int j = 0; j < count; j++)
            mask[game_tensor(v->game)->action_of(state, moves[j])] = 1;
    }
    return true;
}

int tb_batch_masks(struct tb_batch *batch, uint8_t *masks)
{
    if (!batch || !masks)
        return TB_ERR_ARGUMENT;
    batch->call.bytes = masks;
    run_pass(batch, pass_mask);
    return TB_OK;
}

static bool pass_observe(struct tb_batch *v, int first, int end)
{
    size_t floats = (size_t)v->floats;

    memset(v->call.rewards + (size_t)first * floats, 0,
           sizeof *v->call.rewards * floats * (size_t)(end - first));
    for (int i = first; i < end; i++)
        game_tensor(v->game)->observe(&v->games[i].state, v->call.rewards + (size_t)i * floats);
    return true;
}

int tb_batch_observations(struct tb_batch *batch, float *observations)
{
    if (!batch || !observations)
        return TB_ERR_ARGUMENT;
    batch->call.rewards = observations;
    run_pass(batch, pass_observe);
    return TB_OK;
}

int tb_batch_position(const struct tb_batch *batch, int index, struct tb_position *position)
{
    if (!batch || !position)
        return TB_ERR_ARGUMENT;
    if (index < 0 || index >= batch->count)
        return TB_ERR_RANGE;
    memset(position, 0, sizeof *position);
    position->setup = batch->setup;
    position->state = batch->games[index].state;
    return TB_OK;
}
