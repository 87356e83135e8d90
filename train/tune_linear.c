/*
 * tune_linear.c - fits the weights of a linear evaluation to self-play.
 *
 *     tune_linear GAME [games [rounds [nodes [seed]]]]
 *
 * A round plays games of the engine against itself, with few nodes per move and now and then a
 * random move, and takes from them every position that is not about to end. Its label is its value
 * where the search has proven it, else half what the search expects and half the result of the
 * game. Logistic regression then finds the weights for which 1 / (1 + exp(-2 e / scale)) best
 * predicts the labels, e being the evaluation and scale its evaluate_scale; the next round plays
 * with them. The first round begins with the weights that are compiled in.
 *
 * At the end it prints the weights in their order and plays them against the
 * old ones. The same arguments always print the same.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/advice.h"
#include "core/solved.h"
#include "games/dorix/dorix.h"
#include "games/orbital/orbital.h"
#include "games/quoridor/quoridor.h"
#include "games/tictacdoh/tictacdoh.h"
#include "search/search.h"

enum {
    TERMS_MAX = 40,
    PLIES_MAX = 300,
    RANDOM_PLIES = 3,  /* at the start of a game */
    RANDOM_EVERY = 10, /* then one move in this many */
    NEWTON_STEPS = 20,
    CHECK_GAMES = 100,
    TABLE_MB = 4,
};

static const double ridge = 4.0; /* pull towards 0, in squares of log-odds */

/* A game whose evaluation is a sum of weighted terms. */
struct subject {
    const struct tb_game *game;
    int terms;
    const int *weights;
    void (*read)(const void *state, int *terms);
};

static const struct subject subjects[] = {
    {&dorix_game, DORIX_TERMS, dorix_weights, dorix_terms},
    {&quoridor_game, QUORIDOR_TERMS, quoridor_weights, quoridor_terms},
    {&orbital_game, ORBITAL_TERMS, orbital_weights, orbital_terms},
    {&tictacdoh_game, TICTACDOH_TERMS, tictacdoh_weights, tictacdoh_terms},
};

struct sample {
    int8_t terms[TERMS_MAX];
    float label; /* from 0, a loss for the player to move, to 1, a win */
};

struct samples {
    struct sample *list;
    size_t count, capacity;
};

/* What the engine plays with; evaluate() has no other way to be told. */
static const struct subject *subject;
static double tuned[TERMS_MAX];

static int evaluate_tuned(const void *state)
{
    int terms[TERMS_MAX];
    double points = 0;

    subject->read(state, terms);
    for (int i = 0; i < subject->terms; i++)
        points += tuned[i] * terms[i];
    return (int)lrint(fmax(-EVAL_MAX, fmin(EVAL_MAX, points)));
}

static void die(const char *message)
{
    fprintf(stderr, "tune_linear: %s\n", message);
    exit(1);
}

/* ---- Self-play ---------------------------------------------------------------------- */

static struct engine *new_engine(const struct tb_game *game)
{
    struct engine_options options = {.kind = ENGINE_ALPHABETA, .table_mb = TABLE_MB};
    struct tb_setup setup;
    struct engine *engine;

    if (tb_setup_init(&setup, subject->game, 2, NULL))
        die("the game is not for two players");
    setup.game = game;
    engine = engine_new(&setup, &options, NULL);
    if (!engine)
        die("out of memory");
    return engine;
}

static void start(struct tb_state *state)
{
    struct tb_setup setup;

    memset(state, 0, sizeof *state);
    tb_setup_init(&setup, subject->game, 2, NULL);
    subject->game->init(&setup, state);
}

static tb_move random_move(const struct tb_state *state, struct rng *rng)
{
    tb_move moves[TB_MOVES_MAX];
    int count = subject->game->moves(state, moves);

    return moves[rng_below(rng, (uint32_t)count)];
}

static struct sample *add_sample(struct samples *samples, const struct tb_state *state)
{
    int terms[TERMS_MAX];

    if (samples->count == samples->capacity) {
        samples->capacity = samples->capacity ? 2 * samples->capacity : 1024;
        samples->list = realloc(samples->list, samples->capacity * sizeof *samples->list);
        if (!samples->list)
            die("out of memory");
    }
    struct sample *sample = &samples->list[samples->count++];

    subject->read(state, terms);
    for (int i = 0; i < subject->terms; i++)
        sample->terms[i] = (int8_t)terms[i];
    return sample;
}

/* The result for a player: 1, 0.5 or 0; a game that was broken off is a draw. */
static float score_of(const struct tb_state *state, int player)
{
    unsigned winners = subject->game->result(state).winners;

    return winners == 0 ? 0.5f : winners >> player & 1 ? 1 : 0;
}

/* Such positions are never evaluated, or make no difference. */
static bool ends_soon(const struct tb_state *state)
{
    struct verdict verdict;

    return game_probe(subject->game, state, &verdict) && verdict.value != 0 &&
           verdict.plies >= 0 && verdict.plies <= 2;
}

/* Plays a game and adds its positions. */
static void sample_game(const struct tb_game *game, struct engine *engine, uint64_t nodes,
                        struct rng *rng, struct samples *samples)
{
    size_t open[PLIES_MAX]; /* samples that wait for the result, by ply */
    int players[PLIES_MAX], waiting = 0;
    struct tb_state state;

    start(&state);
    engine_clear(engine);
    for (int ply = 0; ply < PLIES_MAX && !game->result(&state).over; ply++) {
        struct search_task task = {.game = game, .state = &state, .limits = {.nodes = nodes}};
        struct search_info info;
        tb_move move = engine_think(engine, &task, &info);

        if (!ends_soon(&state)) {
            add_sample(samples, &state)->label = 0.5f + 0.5f * (float)info.lines[0].score;
            if (!info.lines[0].exact) {
                open[waiting] = samples->count - 1;
                players[waiting++] = game->turn(&state);
            }
        }
        if (ply < RANDOM_PLIES || rng_below(rng, RANDOM_EVERY) == 0)
            move = random_move(&state, rng);
        game->play(&state, move);
    }
    for (int i = 0; i < waiting; i++) {
        struct sample *sample = &samples->list[open[i]];

        sample->label = 0.5f * sample->label + 0.5f * score_of(&state, players[i]);
    }
}

/* ---- Fitting ------------------------------------------------------------------------- */

/* Solves a x = b for a symmetric positive matrix, by Cholesky's method; a is
 * destroyed, b becomes x. */
static void solve(int n, double (*a)[TERMS_MAX], double *b)
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

/* One step of Newton's method on the log-odds w of the samples; returns the mean
 * loss before it. */
static double newton_step(const struct samples *samples, int n, double *w)
{
    double hessian[TERMS_MAX][TERMS_MAX] = {{0}}, gradient[TERMS_MAX], loss = 0;

    for (int i = 0; i < n; i++) {
        gradient[i] = ridge * w[i];
        hessian[i][i] = ridge;
    }
    for (size_t s = 0; s < samples->count; s++) {
        const struct sample *sample = &samples->list[s];
        double odds = 0, label = sample->label;

        for (int i = 0; i < n; i++)
            odds += w[i] * sample->terms[i];
        double p = 1 / (1 + exp(-odds));

        loss -= label * log(p + 1e-12) + (1 - label) * log(1 - p + 1e-12);
        for (int i = 0; i < n; i++) {
            if (sample->terms[i] == 0)
                continue;
            gradient[i] += (p - label) * sample->terms[i];
            for (int j = 0; j <= i; j++)
                hessian[i][j] += p * (1 - p) * sample->terms[i] * sample->terms[j];
        }
    }
    solve(n, hessian, gradient);
    for (int i = 0; i < n; i++)
        w[i] -= gradient[i];
    return loss / (double)samples->count;
}

/* Sets `tuned` to the best weights. */
static double fit(const struct samples *samples)
{
    double w[TERMS_MAX] = {0}, loss = 0;

    for (int step = 0; step < NEWTON_STEPS; step++)
        loss = newton_step(samples, subject->terms, w);
    for (int i = 0; i < subject->terms; i++)
        tuned[i] = w[i] * game_advice(subject->game)->evaluate_scale / 2;
    return loss;
}

/* ---- Checking -------------------------------------------------------------------------- */

/* The score of the first engine's side `player` in one game from `state`. */
static float check_game(struct engine *const engines[2], const struct tb_game *const games[2],
                        uint64_t nodes, int player, struct tb_state state)
{
    struct tb_state history[PLIES_MAX];

    for (int ply = 0; ply < PLIES_MAX && !subject->game->result(&state).over; ply++) {
        int who = subject->game->turn(&state) != player;
        struct search_task task = {
            .game = games[who],
            .state = &state,
            .history = history,
            .history_length = ply,
            .repetition = subject->game->repeats ? 3 : 0,
            .limits = {.nodes = nodes},
        };

        history[ply] = state;
        subject->game->play(&state, engine_think(engines[who], &task, NULL));
    }
    return score_of(&state, player);
}

/* Plays the new weights against the old; each opening twice. */
static void check(const struct tb_game *new_game, uint64_t nodes, struct rng *rng)
{
    const struct tb_game *games[2] = {new_game, subject->game};
    struct engine *engines[2] = {new_engine(games[0]), new_engine(games[1])};
    double score = 0;

    for (int i = 0; i < CHECK_GAMES; i++) {
        static struct tb_state opening;

        if (i % 2 == 0) {
            start(&opening);
            for (int ply = 0; ply < RANDOM_PLIES; ply++)
                subject->game->play(&opening, random_move(&opening, rng));
        }
        engine_clear(engines[0]);
        engine_clear(engines[1]);
        score += check_game(engines, games, nodes, i % 2, opening);
    }
    printf("new against old weights: %.1f of %d\n", score, CHECK_GAMES);
    engine_free(engines[0]);
    engine_free(engines[1]);
}

static uint64_t argument(int argc, char **argv, int index, uint64_t otherwise)
{
    return index < argc ? strtoull(argv[index], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
    uint64_t games = argument(argc, argv, 2, 500), rounds = argument(argc, argv, 3, 3);
    uint64_t nodes = argument(argc, argv, 4, 2000);
    struct rng rng = {argument(argc, argv, 5, 1)};

    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        if (argc > 1 && strcmp(subjects[i].game->name, argv[1]) == 0)
            subject = &subjects[i];
    if (!subject)
        die("usage: tune_linear dorix|quoridor|orbital|tictacdoh [games [rounds [nodes [seed]]]]");
    struct tb_game game = *subject->game;
    struct samples samples = {NULL, 0, 0};
    struct advice advice = *game.advice;
    struct engine *engine = new_engine(&game);

    advice.evaluate = evaluate_tuned;
    game.advice = &advice;
    for (int i = 0; i < subject->terms; i++)
        tuned[i] = subject->weights[i];
    for (uint64_t round = 1; round <= rounds; round++) {
        samples.count = 0;
        for (uint64_t i = 0; i < games; i++)
            sample_game(&game, engine, nodes, &rng, &samples);
        double loss = fit(&samples);

        printf("round %d: %zu positions, loss %.4f\n", (int)round, samples.count, loss);
        fflush(stdout);
    }
    for (int i = 0; i < subject->terms; i++)
        printf("%ld%s", lrint(tuned[i]), i + 1 < subject->terms ? ", " : "\n");
    check(&game, nodes, &rng);
    engine_free(engine);
    free(samples.list);
    return 0;
}
