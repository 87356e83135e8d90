/*
 * features.c - turns self-play of two-player Quoridor (lab/selfplay_file.h) into what train.py
 * reads.
 *
 *     features [-t THREADS] [-m MAX] OUT FILE...
 *
 * Every sample becomes a record of RECORD bytes: the network's inputs as bits, what the game
 * itself thinks, the labels, and for each of the network's answers to a move 16 bits, the
 * highest of which says that the move is legal and the others in which classes it is.
 * Positions whose value the game knows (probe()) are left out: they are never judged.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lab/selfplay_file.h"
#include "train/samples.h"

enum { BITS = 1344, MOVES = QUORIDOR_LOGIT_CLASS, CHUNK = 1 << 14, THREADS_MAX = 64 };

struct record {
    uint8_t inputs[BITS / 8];
    int16_t base, score;
    int8_t result;
    uint8_t flags, bucket, target;
    uint16_t moves[MOVES]; /* 0x8000: legal; bit c: in class c */
    uint8_t padding[4];
};

_Static_assert(BITS >= (int)QUORIDOR_FEATURES && sizeof(struct record) == 600, "as train.py reads it");

static _Noreturn void die(const char *message, const char *name)
{
    fprintf(stderr, "features: %s %s\n", message, name);
    exit(1);
}

static void fill_moves(const struct quoridor *q, const struct net_input *input,
                       struct record *out)
{
    tb_move moves[TB_MOVES_MAX];
    int count = quoridor_game.moves(q, moves), member[TB_MOVES_MAX];

    for (int i = 0; i < count; i++)
        out->moves[quoridor_logit(q, moves[i])] = 0x8000;
    /* Asked with a 1 for one class, the game says which moves are in it. */
    for (int c = 0; c < QUORIDOR_CLASSES; c++) {
        int logits[QUORIDOR_LOGITS] = {0};

        logits[QUORIDOR_LOGIT_CLASS + c] = 1;
        quoridor_priors(q, input, logits, moves, count, member);
        for (int i = 0; i < count; i++)
            if (member[i])
                out->moves[quoridor_logit(q, moves[i])] |= (uint16_t)(1u << c);
    }
}

static tb_move move_of(const struct sample *sample)
{
    int code = sample->move - QUORIDOR_SQUARES, place = code % SAMPLE_PLACES;

    if (code < 0)
        return sample->move;
    if (code >= 2 * SAMPLE_PLACES)
        return QUORIDOR_PASS;
    return (tb_move)((code < SAMPLE_PLACES ? QUORIDOR_ACROSS : QUORIDOR_UPRIGHT) +
                     place / 8 * QUORIDOR_STRIDE + place % 8);
}

static bool convert(const struct sample *sample, struct record *out)
{
    struct net_input input;
    struct verdict verdict;
    struct quoridor q;

    sample_state(sample, &q);
    if (quoridor_game.result(&q).over || quoridor_probe(&q, &verdict))
        return false;
    memset(out, 0, sizeof *out);
    quoridor_features(&q, &input);
    for (int i = 0; i < input.count; i++)
        out->inputs[input.active[i] / 8] |= (uint8_t)(1 << input.active[i] % 8);
    out->base = (int16_t)input.base;
    out->score = sample->score;
    out->result = sample->result;
    out->flags = sample->flags;
    out->bucket = (uint8_t)input.bucket;
    out->target = (uint8_t)quoridor_logit(&q, move_of(sample));
    fill_moves(&q, &input, out);
    return (out->moves[out->target] & 0x8000) != 0;
}

/* ---- Threads: each converts every n-th chunk of the samples -------------------------------- */

struct work {
    const struct sample *samples;
    size_t count;
    int index, threads;
    FILE *out;
    pthread_mutex_t *lock;
    size_t *written;
};

static void *convert_chunks(void *argument)
{
    struct work *work = argument;
    struct record *records = malloc(CHUNK * sizeof *records);

    if (!records)
        die("out of", "memory");
    for (size_t at = (size_t)work->index * CHUNK; at < work->count;
         at += (size_t)work->threads * CHUNK) {
        size_t end = at + CHUNK < work->count ? at + CHUNK : work->count, made = 0;

        for (size_t i = at; i < end; i++)
            made += convert(&work->samples[i], &records[made]);
        pthread_mutex_lock(work->lock);
        if (fwrite(records, sizeof *records, made, work->out) != made)
            die("cannot", "write");
        *work->written += made;
        pthread_mutex_unlock(work->lock);
    }
    free(records);
    return NULL;
}

/* Samples that are being read. */
struct reading {
    struct sample *samples;
    size_t count, room, max;
    const char *path;
};

static void add_sample(struct reading *reading, const struct quoridor *q, tb_move move,
                       const struct selfplay_ply *ply, int result)
{
    if (reading->count == reading->room) {
        reading->room = 2 * reading->room + (1 << 16);
        reading->samples = realloc(reading->samples, reading->room * sizeof *reading->samples);
        if (!reading->samples)
            die("out of", "memory");
    }
    reading->samples[reading->count++] =
        sample_make(q, move, ply->choices[0].value, result,
                    (ply->flags & SELFPLAY_EXACT ? 1 : 0) | (ply->flags & SELFPLAY_OTHER ? 2 : 0));
}

/* Plays a game again and takes the positions that were searched; a game that was broken off says
 * nothing. */
static bool take_game(void *context, const struct selfplay_options *options,
                      const struct selfplay_game *game)
{
    struct reading *reading = context;
    struct tb_state state;
    struct quoridor *q = (struct quoridor *)&state;
    struct tb_setup usual;

    tb_setup_init(&usual, &quoridor_game, 2, NULL);
    if (options->setup.game != &quoridor_game ||
        memcmp(&options->setup.options, &usual.options, sizeof usual.options) != 0 ||
        options->setup.players != 2)
        die("not of two players on the usual board:", reading->path);
    quoridor_game.init(&options->setup, q);
    for (int i = 0; game->ended && i < game->count; i++) {
        const struct selfplay_ply *ply = &game->plies[i];
        tb_move moves[TB_MOVES_MAX];
        int count = quoridor_game.moves(q, moves);

        if (ply->played >= count || (ply->count > 0 && ply->choices[0].move >= count))
            die("not by the rules:", reading->path);
        if (ply->count > 0)
            add_sample(reading, q, moves[ply->choices[0].move], ply, game->result[q->turn]);
        quoridor_game.play(q, moves[ply->played]);
    }
    return reading->count < reading->max;
}

int main(int argc, char **argv)
{
    int threads = 1;
    size_t written = 0;
    struct reading reading = {.max = SIZE_MAX};
    struct work work[THREADS_MAX];
    pthread_t ids[THREADS_MAX];
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

    for (int option; (option = getopt(argc, argv, "t:m:")) != -1;) {
        long value = option == '?' ? 0 : strtol(optarg, NULL, 10);

        if (value < 1 || (option == 't' && value > THREADS_MAX))
            die("usage:", "features [-t THREADS] [-m MAX] OUT FILE...");
        if (option == 't')
            threads = (int)value;
        else
            reading.max = (size_t)value;
    }
    if (argc - optind < 2)
        die("usage:", "features [-t THREADS] [-m MAX] OUT FILE...");
    FILE *out = fopen(argv[optind], "wb");

    if (!out)
        die("cannot write", argv[optind]);
    for (int i = optind + 1; i < argc; i++) {
        struct tb_error error;

        reading.path = argv[i];
        if (selfplay_read(argv[i], take_game, &reading, &error))
            die(error.text, "");
    }
    if (reading.count == 0)
        die("there are no positions in", argv[optind + 1]);
    for (int i = 0; i < threads; i++) {
        work[i] = (struct work){reading.samples, reading.count, i, threads, out, &lock, &written};
        if (pthread_create(&ids[i], NULL, convert_chunks, &work[i]) != 0)
            die("cannot start", "a thread");
    }
    for (int i = 0; i < threads; i++)
        pthread_join(ids[i], NULL);
    printf("%zu of %zu positions\n", written, reading.count);
    free(reading.samples);
    return fclose(out) != 0;
}
