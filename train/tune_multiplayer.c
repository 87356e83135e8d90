/*
 * tune_multiplayer.c - fits what a game tells of players and moves where three or more sides play
 * (struct multiplayer_model) to self-play.
 *
 *     tune_multiplayer GAME PLAYERS [games [rounds [nodes [seed]]]]
 *
 * A round plays games of MCTS against itself, with few nodes per move and now and then a random
 * move. For every position two questions are kept: which of the players won in the end, and which
 * of the moves the search chose. A choice is explained by the terms of what there was to choose
 * from: multinomial logistic regression (Newton's method, with a slight pull to zero) finds the
 * weights that make the choices likeliest. The next round plays with them.
 *
 * Prints the weights in their order after each round. The same arguments always print the same.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/advice.h"
#include "core/game.h"
#include "search/search.h"

enum {
    WIDTH = MULTIPLAYER_TERMS > MULTIPLAYER_MOVE_TERMS ? MULTIPLAYER_TERMS : MULTIPLAYER_MOVE_TERMS,
    PLIES_MAX = 400,
    RANDOM_PLIES = 4,  /* at the start of a game */
    RANDOM_EVERY = 15, /* then one move in this many */
    NEWTON_STEPS = 12,
    TABLE_MB = 8,
    RIVALS_MAX = 64, /* moves beside the chosen one, drawn where there are more */
};

static const double ridge = 3.0; /* pull towards 0, in squares of log-odds */

/* One of `count` rows of terms, from `first` on. */
struct choice {
    size_t first;
    int count, chosen;
};

struct choices {
    int width; /* of a row */
    int8_t *rows;
    size_t used, capacity;
    struct choice *list;
    size_t count, list_capacity;
};

static void die(const char *message)
{
    fprintf(stderr, "tune_multiplayer: %s\n", message);
    exit(1);
}

/* Room for one choice of `count` rows, all zero; chosen is not set. */
static struct choice *add_choice(struct choices *c, int count)
{
    if (c->count == c->list_capacity) {
        c->list_capacity = c->list_capacity ? 2 * c->list_capacity : 1024;
        c->list = realloc(c->list, c->list_capacity * sizeof *c->list);
    }
    if (c->used + (size_t)count > c->capacity) {
        c->capacity = 2 * (c->used + (size_t)count);
        c->rows = realloc(c->rows, c->capacity * (size_t)c->width);
    }
    if (!c->list || !c->rows)
        die("out of memory");
    memset(c->rows + c->used * (size_t)c->width, 0, (size_t)count * (size_t)c->width);
    c->list[c->count] = (struct choice){.first = c->used, .count = count, .chosen = -1};
    c->used += (size_t)count;
    return &c->list[c->count++];
}

static void *rows_of(const struct choices *c, const struct choice *choice)
{
    return c->rows + choice->first * (size_t)c->width;
}

/* ---- Self-play ----------------------------------------------------------------------- */

/* The chosen move in front, then others. */
static void add_moves(struct choices *moves, const struct tb_game *game,
                      const struct tb_state *state, tb_move chosen, struct rng *rng)
{
    tb_move list[TB_MOVES_MAX];
    int count = game->moves(state, list);

    for (int i = 0; i < count; i++)
        if (list[i] == chosen) {
            list[i] = list[0];
            list[0] = chosen;
        }
    for (int i = 1; i < count && i <= RIVALS_MAX; i++) {
        int from = i + (int)rng_below(rng, (uint32_t)(count - i));
        tb_move move = list[from];

        list[from] = list[i];
        list[i] = move;
    }
    count = count < RIVALS_MAX + 1 ? count : RIVALS_MAX + 1;
    if (count < 2)
        return;
    struct choice *choice = add_choice(moves, count);

    choice->chosen = 0;
    game_advice(game)->multiplayer->read_moves(state, list, count, rows_of(moves, choice),
                                                NULL);
}

/* Plays a game and adds its positions. */
static void sample_game(const struct tb_setup *setup, struct engine *engine, uint64_t nodes,
                        struct rng *rng, struct choices *players, struct choices *moves)
{
    const struct tb_game *game = setup->game;
    size_t first = players->count;
    struct tb_state state = {{0}};

    game->init(setup, &state);
    engine_clear(engine);
    for (int ply = 0; ply < PLIES_MAX && !game->result(&state).over; ply++) {
        struct search_task task = {.game = game, .state = &state, .limits = {.nodes = nodes}};
        struct search_info info;

        engine_reseed(engine, rng_next(rng));
        tb_move move = engine_think(engine, &task, &info);

        if (!info.lines[0].exact) {
            struct choice *choice = add_choice(players, setup->players);

            game_advice(game)->multiplayer->read(&state, rows_of(players, choice), NULL);
            add_moves(moves, game, &state, move, rng);
        }
        if (ply < RANDOM_PLIES || rng_below(rng, RANDOM_EVERY) == 0)
            game_play_random(game, &state, rng);
        else
            game->play(&state, move);
    }
    unsigned winners = game->result(&state).winners;

    if (!winners)
        players->count = first; /* a draw tells nothing about who was ahead */
    for (size_t i = first; i < players->count; i++)
        players->list[i].chosen = __builtin_ctz(winners);
}

/* ---- Fitting ------------------------------------------------------------------------- */

/* Solves a x = b for a symmetric positive matrix, by Cholesky's method; a is
 * destroyed, b becomes x. */
static void solve(int n, double (*a)[WIDTH], double *b)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = a[i][j];

            for (int k = 0; k < j; k++)
                sum -= a[i][k] * a[j][k];
            a[i][j] = i == j ? sqrt(sum) : sum / a[j][j];
        }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            b[i] -= a[k][i] * b[k];
        b[i] /= a[i][i];
    }
}

struct step {
    double gradient[WIDTH], hessian[WIDTH][WIDTH], loss;
};

/* The likelihood of each row, given the weights. */
static void likelihoods(const struct choices *c, const struct choice *choice, const double *w,
                        double *p)
{
    const int8_t *row = rows_of(c, choice);
    double sum = 0, best = -INFINITY;

    for (int i = 0; i < choice->count; i++, row += c->width) {
        p[i] = 0;
        for (int k = 0; k < c->width; k++)
            p[i] += w[k] * row[k];
        best = fmax(best, p[i]);
    }
    for (int i = 0; i < choice->count; i++)
        sum += p[i] = exp(p[i] - best);
    for (int i = 0; i < choice->count; i++)
        p[i] /= sum;
}

static void add_to_step(const struct choices *c, const struct choice *choice, const double *w,
                        struct step *step)
{
    double p[RIVALS_MAX + 1], mean[WIDTH] = {0};
    const int8_t *rows = rows_of(c, choice);
    int n = c->width;

    likelihoods(c, choice, w, p);
    step->loss -= log(p[choice->chosen] + 1e-12);
    for (int i = 0; i < choice->count; i++) {
        const int8_t *row = rows + i * n;

        for (int k = 0; k < n; k++)
            mean[k] += p[i] * row[k];
        if (p[i] < 1e-4)
            continue;
        for (int k = 0; k < n; k++)
            for (int l = 0; row[k] && l <= k; l++)
                step->hessian[k][l] += p[i] * row[k] * row[l];
    }
    for (int k = 0; k < n; k++) {
        step->gradient[k] += mean[k] - rows[choice->chosen * n + k];
        for (int l = 0; l <= k; l++)
            step->hessian[k][l] -= mean[k] * mean[l];
    }
}

/* Fits the weights and prints them, in 256ths of a doubling. */
static void fit(const struct choices *c, const char *what, int16_t *weights)
{
    double w[WIDTH] = {0};
    double loss = 0;

    for (int round = 0; round < NEWTON_STEPS; round++) {
        static struct step step;

        memset(&step, 0, sizeof step);
        for (int k = 0; k < c->width; k++) {
            step.gradient[k] = ridge * w[k];
            step.hessian[k][k] = ridge;
        }
        for (size_t i = 0; i < c->count; i++)
            add_to_step(c, &c->list[i], w, &step);
        solve(c->width, step.hessian, step.gradient);
        for (int k = 0; k < c->width; k++)
            w[k] -= fmax(-2, fmin(2, step.gradient[k]));
        loss = step.loss / (double)c->count;
    }
    printf("%s: %zu, loss %.4f\n", what, c->count, loss);
    for (int k = 0; k < c->width; k++) {
        weights[k] = (int16_t)lrint(fmax(-8000, fmin(8000, w[k] * 256 / log(2))));
        printf("%d%s", weights[k], k + 1 < c->width ? ", " : "\n");
    }
}

static uint64_t argument(int argc, char **argv, int index, uint64_t otherwise)
{
    return index < argc ? strtoull(argv[index], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
    uint64_t games = argument(argc, argv, 3, 300), rounds = argument(argc, argv, 4, 2);
    uint64_t nodes = argument(argc, argv, 5, 1000);
    struct rng rng = {argument(argc, argv, 6, 1)};
    struct choices players = {.width = MULTIPLAYER_TERMS},
                   moves = {.width = MULTIPLAYER_MOVE_TERMS};
    struct tb_setup setup;

    if (argc < 3 || !tb_game_find(argv[1]) || !game_advice(tb_game_find(argv[1]))->multiplayer ||
        tb_setup_init(&setup, tb_game_find(argv[1]), atoi(argv[2]), NULL))
        die("usage: tune_multiplayer GAME PLAYERS [games [rounds [nodes [seed]]]]");
    static int16_t weights[MULTIPLAYER_TERMS], move_weights[MULTIPLAYER_MOVE_TERMS];
    struct tb_game game = *setup.game;
    struct advice advice = *game.advice;
    struct multiplayer_model multiplayer = *advice.multiplayer;

    memcpy(weights, multiplayer.weights, sizeof weights);
    memcpy(move_weights, multiplayer.move_weights, sizeof move_weights);
    multiplayer.weights = weights;
    multiplayer.move_weights = move_weights;
    advice.multiplayer = &multiplayer;
    game.advice = &advice;
    setup.game = &game;
    struct engine *engine = engine_new(
        &setup, &(struct engine_options){.kind = ENGINE_MCTS, .table_mb = TABLE_MB, .no_net = true},
        NULL);

    if (!engine)
        die("out of memory");
    for (uint64_t round = 1; round <= rounds; round++) {
        players.count = players.used = moves.count = moves.used = 0;
        for (uint64_t i = 0; i < games; i++)
            sample_game(&setup, engine, nodes, &rng, &players, &moves);
        fit(&players, "players", weights);
        fit(&moves, "moves", move_weights);
        fflush(stdout);
    }
    engine_free(engine);
    free(players.rows), free(players.list), free(moves.rows), free(moves.list);
    return 0;
}
