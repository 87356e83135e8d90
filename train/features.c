/*
 * features.c - turns self-play (lab/selfplay_file.h) into what train.py reads.
 *
 *     features [-t THREADS] [-m MAX] [-n MOVES] [-f PERCENT] OUT FILE...
 *
 * OUT begins with HEAD bytes of text, lines KEY VALUE filled up with newlines. Then each position
 * that was searched is a record, numbers with their lowest byte first:
 *     uint16  the inputs of the network that are 1, `active` numbers; `inputs` means none
 *     int16   base (what the game itself thinks), score (what the search expected)
 *     int8    result of the game; uint8 flags (1: the score is proven), bucket, count of moves
 *     uint8   for each of `moves` moves `parts` numbers: the answers of the network that its
 *             policy score of the move is the sum of; NONE means none
 * Where three or more sides play, `views` of them, there are the inputs, then the bases, then the
 * scores of the views of all players, the mover's first; the result is the place of the winner in
 * this order, -1 for none; and what the game itself thinks of each move, int16, precedes the answers.
 * A player's score is a mean of what its next searches expected and of the result: the first search
 * weighs 100 - PERCENT, and PERCENT is left for those after it, divided in the same way (default: 50).
 * The first move is the one that the search chose. Where a position has more moves than MOVES,
 * the others are drawn at random. Positions whose value the game knows (probe()) are left out:
 * they are never judged.
 */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/advice.h"
#include "core/features.h"
#include "core/solved.h"
#include "lab/selfplay_file.h"
#include "search/multiplayer.h"

enum {
    HEAD = 256,
    NONE = 255,
    MOVES_DEFAULT = 64,
    FUTURE_DEFAULT = 50,
    THREADS_MAX = 64,
    BATCH = 1 << 18, /* positions converted at once */
    CHUNK = 1 << 10, /* positions that a thread takes from a batch at a time */
    DIGITS = 15,     /* answers told apart at once, see fill_parts() */
};

static const char usage[] = "features [-t THREADS] [-m MAX] [-n MOVES] [-f PERCENT] OUT FILE...";

static _Noreturn void die(const char *message, const char *name)
{
    fprintf(stderr, "features: %s %s\n", message, name);
    exit(1);
}

struct sample {
    struct tb_state state;
    tb_move move; /* what the search chose */
    int16_t scores[TB_PLAYERS_MAX]; /* of the views; with two sides the first is the mover's */
    int8_t result;
    uint8_t flags;
};

struct run {
    struct tb_setup setup; /* of the first file; the others must have the same */
    const struct features *shape;
    const char *path;
    FILE *out;
    int threads, moves;
    int future; /* per cent */
    size_t max, read, written;
    struct sample *samples;
    int count;
    int next; /* the first sample that no thread has taken */
    pthread_mutex_t lock;
};

/* ---- Records --------------------------------------------------------------------------------- */

static size_t record_size(const struct run *run)
{
    const struct features *shape = run->shape;
    int views = shape->views ? shape->views : 1;

    return (size_t)(views * (2 * shape->active + 4) + 4 +
                    run->moves * (shape->parts + (shape->views ? 2 : 0)));
}

static uint8_t *put16(uint8_t *to, int value)
{
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
    return to + 2;
}

/* Brings the chosen move to the front, and after it as many others as there is room for. */
static int choose_moves(const struct run *run, const struct sample *sample, tb_move *moves)
{
    const struct tb_game *game = run->setup.game;
    int count = game->moves(&sample->state, moves);
    struct rng rng = {game_hash(game, &sample->state)};

    for (int i = 0; i < count; i++)
        if (moves[i] == sample->move) {
            moves[i] = moves[0];
            moves[0] = sample->move;
        }
    for (int i = 1; count > run->moves && i < run->moves; i++) {
        int other = i + (int)rng_below(&rng, (uint32_t)(count - i));
        tb_move move = moves[other];

        moves[other] = moves[i];
        moves[i] = move;
    }
    return count < run->moves ? count : run->moves;
}

/* Asks the game which logits make up the policy score of each move: given powers of four for some
 * of them and zero for the others, the digits of a move's sum say which it holds. */
static void fill_parts(const struct features *shape, const struct sample *sample,
                       const struct net_input *input, const tb_move *moves, int count, uint8_t *out)
{
    int sums[TB_MOVES_MAX], filled[TB_MOVES_MAX] = {0};

    for (int first = 0; first < shape->logits; first += DIGITS) {
        int logits[256] = {0};

        for (int i = 0; i < DIGITS && first + i < shape->logits; i++)
            logits[first + i] = 1 << 2 * i;
        shape->priors(&sample->state, input, logits, moves, count, sums);
        for (int m = 0; m < count; m++)
            for (int i = 0; i < DIGITS; i++)
                for (int times = sums[m] >> 2 * i & 3; times > 0; times--) {
                    if (filled[m] == shape->parts)
                        die("more answers to a move than it says:", shape->name);
                    out[m * shape->parts + filled[m]++] = (uint8_t)(first + i);
                }
    }
}

static uint8_t *put_inputs(const struct features *shape, const struct net_input *input, uint8_t *to)
{
    for (int i = 0; i < shape->active; i++)
        to = put16(to, i < input->count ? input->active[i] : shape->inputs);
    return to;
}

/* The views of all players, the mover's first. */
static uint8_t *put_views(const struct run *run, const struct sample *sample, uint8_t *to)
{
    const struct multiplayer_model *model = game_advice(run->setup.game)->multiplayer;
    int8_t terms[TB_PLAYERS_MAX][MULTIPLAYER_TERMS] = {{0}};
    struct net_input inputs[TB_PLAYERS_MAX];
    int views = run->shape->views, turn = run->setup.game->turn(&sample->state);

    model->read(&sample->state, terms, inputs);
    for (int i = 0; i < views; i++)
        to = put_inputs(run->shape, &inputs[(turn + i) % views], to);
    for (int i = 0; i < views; i++)
        to = put16(to, multiplayer_player_points(model, terms[(turn + i) % views]));
    return to;
}

static uint8_t *put_move_points(const struct run *run, const struct sample *sample,
                                const tb_move *moves, int count, uint8_t *to)
{
    int points[TB_MOVES_MAX] = {0};

    multiplayer_points(game_advice(run->setup.game)->multiplayer, NULL, &sample->state, moves, count,
                       points);
    for (int i = 0; i < run->moves; i++)
        to = put16(to, i < count ? points[i] : 0);
    return to;
}

/* False for a position that is never judged. */
static bool convert(const struct run *run, const struct sample *sample, uint8_t *out)
{
    const struct tb_game *game = run->setup.game;
    const struct features *shape = run->shape;
    struct net_input input;
    struct verdict verdict;
    tb_move moves[TB_MOVES_MAX];

    if (game->result(&sample->state).over || game_probe(game, &sample->state, &verdict))
        return false;
    if (!shape->read(&sample->state, &input) || input.count > shape->active)
        die("no features of", game->name);
    int count = choose_moves(run, sample, moves);

    out = shape->views ? put_views(run, sample, out)
                       : put16(put_inputs(shape, &input, out), input.base);
    for (int i = 0; i == 0 || i < shape->views; i++)
        out = put16(out, sample->scores[i]);
    *out++ = (uint8_t)sample->result;
    *out++ = sample->flags;
    *out++ = (uint8_t)input.bucket;
    *out++ = (uint8_t)count;
    if (shape->views)
        out = put_move_points(run, sample, moves, count, out);
    memset(out, NONE, (size_t)(run->moves * shape->parts));
    fill_parts(shape, sample, &input, moves, count, out);
    return true;
}

/* ---- Threads ----------------------------------------------------------------------------------- */

static void *convert_chunks(void *argument)
{
    struct run *run = argument;
    size_t size = record_size(run);
    uint8_t *records = malloc(CHUNK * size);

    if (!records)
        die("out of", "memory");
    for (;;) {
        size_t made = 0;

        pthread_mutex_lock(&run->lock);
        int at = run->next;

        run->next += CHUNK;
        pthread_mutex_unlock(&run->lock);
        if (at >= run->count)
            break;
        for (int i = at; i < run->count && i < at + CHUNK; i++)
            made += convert(run, &run->samples[i], records + made * size);
        pthread_mutex_lock(&run->lock);
        if (fwrite(records, size, made, run->out) != made)
            die("cannot", "write");
        run->written += made;
        pthread_mutex_unlock(&run->lock);
    }
    free(records);
    return NULL;
}

/* Converts the samples that were read. */
static void flush(struct run *run)
{
    pthread_t ids[THREADS_MAX];

    run->next = 0;
    for (int i = 0; i < run->threads; i++)
        if (pthread_create(&ids[i], NULL, convert_chunks, run) != 0)
            die("cannot start", "a thread");
    for (int i = 0; i < run->threads; i++)
        pthread_join(ids[i], NULL);
    run->count = 0;
}

/* ---- Games ------------------------------------------------------------------------------------- */

static void write_head(const struct run *run)
{
    const struct tb_game *game = run->setup.game;
    const struct features *shape = run->shape;
    char head[HEAD + 1];

    memset(head, '\n', sizeof head);
    int length = snprintf(head, sizeof head,
                          "tablier records 3\nnetwork %s\ninputs %d\nlogits %d\nbuckets %d\n"
                          "active %d\nparts %d\nviews %d\nmoves %d\nscale %d\n",
                          shape->name, shape->inputs, shape->logits, shape->buckets, shape->active,
                          shape->parts, shape->views, run->moves, game_advice(game)->evaluate_scale);

    head[length] = '\n';
    if (fwrite(head, 1, HEAD, run->out) != HEAD)
        die("cannot", "write");
}

/* The games of all files are of one kind, for which there are networks. */
static void check_setup(struct run *run, const struct tb_setup *setup)
{
    if (run->setup.game) {
        if (run->setup.game != setup->game || run->setup.players != setup->players ||
            memcmp(run->setup.options, setup->options, sizeof setup->options) != 0)
            die("not of the same game as the first file:", run->path);
        return;
    }
    run->setup = *setup;
    run->shape = features_find(setup);
    if (!run->shape)
        die("of a game without networks:", run->path);
    write_head(run);
}

/* The result for the player to move; with views, how long after it the winner sits, -1 for none. */
static int8_t result_for(const struct run *run, const struct selfplay_game *game, int turn)
{
    int views = run->shape->views;

    if (!views)
        return game->result[turn];
    for (int i = 0; i < views; i++)
        if (game->result[(turn + i) % views] > 0)
            return (int8_t)i;
    return -1;
}

/* Fills in the score of each player at each ply: from the last ply backwards, a mean of its own search
 * there and its score after it, which is the result at the end. */
static void expectations(const struct run *run, const struct selfplay_game *game, const int8_t *turns,
                         double (*expected)[TB_PLAYERS_MAX])
{
    int views = run->shape->views;

    for (int p = 0; p < views; p++) {
        bool drawn = result_for(run, game, 0) < 0;
        double later = SELFPLAY_VALUE * (drawn ? 2.0 / views - 1 : game->result[p]);

        for (int i = game->count - 1; i >= 0; i--) {
            const struct selfplay_ply *ply = &game->plies[i];

            if (turns[i] == p && ply->count > 0)
                later += (ply->choices[0].value - later) * (100 - run->future) / 100;
            expected[i][p] = later;
        }
    }
}

/* Plays a game again and notes whose turn each ply is. */
static void read_turns(const struct run *run, const struct selfplay_options *options,
                       const struct selfplay_game *game, int8_t *turns)
{
    const struct tb_game *rules = options->setup.game;
    struct tb_state state = {{0}};

    if (game->count > SELFPLAY_PLIES_MAX)
        die("too long a game:", run->path);
    rules->init(&options->setup, &state);
    for (int i = 0; i < game->count; i++) {
        tb_move moves[TB_MOVES_MAX];
        int count = rules->moves(&state, moves);
        const struct selfplay_ply *ply = &game->plies[i];

        if (ply->played >= count || (ply->count > 0 && ply->choices[0].move >= count))
            die("not by the rules:", run->path);
        turns[i] = (int8_t)rules->turn(&state);
        rules->play(&state, moves[ply->played]);
    }
}

/* Takes the positions of a game that were searched; a game that was broken off says nothing. */
static bool take_game(void *context, const struct selfplay_options *options,
                      const struct selfplay_game *game)
{
    struct run *run = context;
    const struct tb_game *rules = options->setup.game;
    double expected[SELFPLAY_PLIES_MAX][TB_PLAYERS_MAX];
    int8_t turns[SELFPLAY_PLIES_MAX];
    struct tb_state state = {{0}};

    check_setup(run, &options->setup);
    read_turns(run, options, game, turns);
    expectations(run, game, turns, expected);
    rules->init(&options->setup, &state);
    for (int i = 0; game->ended && i < game->count && run->read < run->max; i++) {
        const struct selfplay_ply *ply = &game->plies[i];
        tb_move moves[TB_MOVES_MAX];

        rules->moves(&state, moves);
        if (ply->count > 0) {
            struct sample *sample = &run->samples[run->count++];

            *sample = (struct sample){
                .state = state,
                .move = moves[ply->choices[0].move],
                .scores = {ply->choices[0].value},
                .result = result_for(run, game, turns[i]),
                .flags = ply->flags & SELFPLAY_EXACT ? 1 : 0,
            };
            for (int v = 0; v < run->shape->views; v++)
                sample->scores[v] = (int16_t)lround(expected[i][(turns[i] + v) % run->shape->views]);
            run->read++;
            if (run->count == BATCH)
                flush(run);
        }
        rules->play(&state, moves[ply->played]);
    }
    return run->read < run->max;
}

static void take_option(struct run *run, int option, const char *argument)
{
    char *end = "";
    long value = option == '?' ? -1 : strtol(argument, &end, 10);

    if (*end || value < (option == 'f' ? 0 : 1) || (option == 't' && value > THREADS_MAX) ||
        (option == 'n' && value > NONE) || (option == 'f' && value > 100))
        die("usage:", usage);
    if (option == 't')
        run->threads = (int)value;
    else if (option == 'f')
        run->future = (int)value;
    else if (option == 'n')
        run->moves = (int)value;
    else
        run->max = (size_t)value;
}

int main(int argc, char **argv)
{
    struct run run = {.threads = 1, .moves = MOVES_DEFAULT, .future = FUTURE_DEFAULT, .max = SIZE_MAX,
                      .lock = PTHREAD_MUTEX_INITIALIZER};

    for (int option; (option = getopt(argc, argv, "t:m:n:f:")) != -1;)
        take_option(&run, option, optarg);
    if (argc - optind < 2)
        die("usage:", usage);
    run.out = fopen(argv[optind], "wb");
    if (!run.out)
        die("cannot write", argv[optind]);
    run.samples = malloc(BATCH * sizeof *run.samples);
    if (!run.samples)
        die("out of", "memory");
    for (int i = optind + 1; i < argc; i++) {
        struct tb_error error;

        run.path = argv[i];
        if (selfplay_read(argv[i], take_game, &run, &error))
            die(error.text, "");
    }
    if (run.read == 0)
        die("there are no positions in", argv[optind + 1]);
    flush(&run);
    printf("%zu of %zu positions\n", run.written, run.read);
    free(run.samples);
    return fclose(run.out) != 0;
}
