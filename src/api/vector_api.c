/*
 * vector_api.c - many games at once.
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

enum { GAMES_MAX = 1 << 24, PLIES_MAX = 1000 };

struct vector_game {
    struct tb_state state;
    int plies;
    tb_move sampled; /* known to be legal, if there is one */
    bool has_sample;
    tb_move move;    /* what the step will play */
    struct rng rng;
};

struct tb_vector;
/* Works on the games from `first` to before `end`; false ends the whole pass as failed. */
typedef bool (*pass_function)(struct tb_vector *vector, int first, int end);

struct tb_vector {
    struct tb_setup setup;
    struct tb_state start;
    const struct tb_game *game;
    int count, actions, floats, plies_max;
    struct vector_game *games;
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
    int working;    /* helpers that have not finished this one */
    bool failed, ended;
};

/* ---- Threads ------------------------------------------------------------------------ */

static bool run_share(struct tb_vector *v, pass_function pass, int share)
{
    int first = (int)((int64_t)v->count * share / v->threads);
    int end = (int)((int64_t)v->count * (share + 1) / v->threads);

    return pass(v, first, end);
}

struct helper {
    struct tb_vector *vector;
    int share;
};

static void *help(void *argument)
{
    struct helper helper = *(struct helper *)argument;
    struct tb_vector *v = helper.vector;
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
static bool run_pass(struct tb_vector *v, pass_function pass)
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

static bool start_helpers(struct tb_vector *v)
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

static void restart(struct tb_vector *v, struct vector_game *g)
{
    state_copy(v->game, &g->state, &v->start);
    g->plies = 0;
    g->has_sample = false;
}

static bool set_up(struct tb_vector *v, const struct tb_setup *setup, int count,
                   const struct tb_vector_options *options)
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

struct tb_vector *tb_vector_new(const struct tb_setup *setup, int count,
                                const struct tb_vector_options *given, struct tb_error *error)
{
    struct tb_vector_options options;

    if (setup_check(setup, error) ||
        api_read_struct(&options, sizeof options, given, error) ||
        api_check_range("count", count, 1, GAMES_MAX, error) ||
        api_check_range("threads", options.threads, 0, TB_THREADS_MAX, error) ||
        api_check_range("plies_max", options.plies_max, 0, INT32_MAX, error))
        return NULL;
    struct tb_vector *vector = calloc(1, sizeof *vector);

    if (vector) {
        pthread_mutex_init(&vector->lock, NULL);
        pthread_cond_init(&vector->begin, NULL);
        pthread_cond_init(&vector->done, NULL);
        if (set_up(vector, setup, count, &options))
            return vector;
    }
    tb_vector_free(vector);
    error_memory(error);
    return NULL;
}

void tb_vector_free(struct tb_vector *vector)
{
    if (!vector)
        return;
    pthread_mutex_lock(&vector->lock);
    vector->ended = true;
    pthread_cond_broadcast(&vector->begin);
    pthread_mutex_unlock(&vector->lock);
    for (int i = 0; i < vector->started; i++)
        pthread_join(vector->helpers[i], NULL);
    pthread_cond_destroy(&vector->done);
    pthread_cond_destroy(&vector->begin);
    pthread_mutex_destroy(&vector->lock);
    free(vector->helpers);
    free(vector->games);
    free(vector);
}

int tb_vector_count(const struct tb_vector *vector)
{
    return vector ? vector->count : TB_ERR_ARGUMENT;
}

int tb_vector_reset(struct tb_vector *vector)
{
    if (!vector)
        return TB_ERR_ARGUMENT;
    for (int i = 0; i < vector->count; i++)
        restart(vector, &vector->games[i]);
    return TB_OK;
}

/* ---- A step ------------------------------------------------------------------------------ */

/* Finds the move of an action; false if it is not legal. */
static bool find_move(const struct tb_vector *v, struct vector_game *g, int32_t action)
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

static bool pass_find(struct tb_vector *v, int first, int end)
{
    for (int i = first; i < end; i++)
        if (!find_move(v, &v->games[i], v->call.actions[i]))
            return false;
    return true;
}

static bool pass_play(struct tb_vector *v, int first, int end)
{
    int players = v->setup.players;

    for (int i = first; i < end; i++) {
        struct vector_game *g = &v->games[i];

        v->game->play(&g->state, g->move);
        g->has_sample = false;
        struct tb_result result = v->game->result(&g->state);
        bool cut = !result.over && ++g->plies >= v->plies_max;

        if (v->call.bytes)
            v->call.bytes[i] = result.over ? TB_STEP_OVER : cut ? TB_STEP_CUT_OFF : TB_STEP_GOES_ON;
        for (int p = 0; v->call.rewards && p < players; p++)
            v->call.rewards[i * players + p] =
                !result.winners ? 0.0f : result.winners >> p & 1 ? 1.0f : -1.0f;
        if (result.over || cut)
            restart(v, g);
    }
    return true;
}

/* Names the first action that is not legal. */
static int refuse_action(struct tb_vector *v, struct tb_error *error)
{
    int i = 0;

    while (i < v->count - 1 && find_move(v, &v->games[i], v->call.actions[i]))
        i++;
    return error_set(error, TB_ERR_ILLEGAL,
                     "Action {action} is not legal in game {game}; nothing was played.",
                     arg_count("action", (int)v->call.actions[i]), arg_count("game", i));
}

int tb_vector_step(struct tb_vector *vector, const int32_t *actions, float *rewards,
                   uint8_t *steps, struct tb_error *error)
{
    if (!vector || !actions)
        return api_missing(error, !vector ? "vector" : "actions");
    vector->call.actions = actions;
    vector->call.rewards = rewards;
    vector->call.bytes = steps;
    if (!run_pass(vector, pass_find))
        return refuse_action(vector, error);
    run_pass(vector, pass_play);
    return TB_OK;
}

/* ---- Questions ---------------------------------------------------------------------------- */

static bool pass_sample(struct tb_vector *v, int first, int end)
{
    tb_move moves[TB_MOVES_MAX];

    for (int i = first; i < end; i++) {
        struct vector_game *g = &v->games[i];

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

int tb_vector_sample(struct tb_vector *vector, int32_t *actions)
{
    if (!vector || !actions)
        return TB_ERR_ARGUMENT;
    vector->call.out = actions;
    run_pass(vector, pass_sample);
    return TB_OK;
}

int tb_vector_turns(const struct tb_vector *vector, int32_t *turns)
{
    if (!vector || !turns)
        return TB_ERR_ARGUMENT;
    for (int i = 0; i < vector->count; i++)
        turns[i] = vector->game->turn(&vector->games[i].state);
    return TB_OK;
}

static bool pass_mask(struct tb_vector *v, int first, int end)
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

int tb_vector_masks(struct tb_vector *vector, uint8_t *masks)
{
    if (!vector || !masks)
        return TB_ERR_ARGUMENT;
    vector->call.bytes = masks;
    run_pass(vector, pass_mask);
    return TB_OK;
}

static bool pass_observe(struct tb_vector *v, int first, int end)
{
    size_t floats = (size_t)v->floats;

    memset(v->call.rewards + (size_t)first * floats, 0,
           sizeof *v->call.rewards * floats * (size_t)(end - first));
    for (int i = first; i < end; i++)
        game_tensor(v->game)->observe(&v->games[i].state, v->call.rewards + (size_t)i * floats);
    return true;
}

int tb_vector_observe(struct tb_vector *vector, float *observations)
{
    if (!vector || !observations)
        return TB_ERR_ARGUMENT;
    vector->call.rewards = observations;
    run_pass(vector, pass_observe);
    return TB_OK;
}

int tb_vector_position(const struct tb_vector *vector, int index, struct tb_position *position)
{
    if (!vector || !position)
        return TB_ERR_ARGUMENT;
    if (index < 0 || index >= vector->count)
        return TB_ERR_RANGE;
    memset(position, 0, sizeof *position);
    position->setup = vector->setup;
    position->state = vector->games[index].state;
    return TB_OK;
}
