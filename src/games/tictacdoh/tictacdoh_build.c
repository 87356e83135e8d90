/*
 * tictacdoh_build.c - solves Tic Tac Doh and makes the table of perfect play.
 *
 * Positions are visited depth first from the empty sheet, each once up to
 * symmetry and translation, and play goes on past a line: so every position
 * that can be set up is met, whether a game can reach it or not. A position's
 * outcome follows from those after it.
 */
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/error.h"
#include "games/tictacdoh/tictacdoh_solved.h"

enum { MEMORY_BITS = 25 };

/* Positions met, by canonical form: an open-addressing hash table of 64-bit
 * words, form << 4 | outcome, 0 where empty. The forms have 57 bits. */
struct build {
    uint64_t *seen;
    size_t positions; /* met */
    size_t entries;   /* that belong into the table */
    struct retrieval_pair *pairs;
    size_t capacity;
    bool failed; /* out of memory */
    bool stopped;
    int stash;
    const struct solved_watch *watch;
};

static uint64_t *find(struct build *b, uint64_t form)
{
    size_t i = (size_t)((form * 0x9e3779b97f4a7c15u) >> (64 - MEMORY_BITS));

    while (b->seen[i] && b->seen[i] >> 4 != form)
        i = (i + 1) & (((size_t)1 << MEMORY_BITS) - 1);
    return &b->seen[i];
}

static void add_pair(struct build *b, uint64_t form, unsigned outcome)
{
    if (!ARRAY_RESERVE(b->pairs, b->capacity, b->entries, 1)) {
        b->failed = true;
        return;
    }
    b->pairs[b->entries++] = (struct retrieval_pair){form, outcome};
}

/* Puts a piece; unlike the game's own move also right after a line. */
static struct tictacdoh placed(const struct tictacdoh *s, int size, int square)
{
    struct tictacdoh next = *s;

    tictacdoh_put(&next, size, square);
    next.line = (tictacdoh_lines(next.counts[SMALL]) | tictacdoh_lines(next.counts[MEDIUM]) |
                 tictacdoh_lines(next.counts[LARGE])) != 0;
    return next;
}

static unsigned visit(struct build *b, const struct tictacdoh *s);

/* The outcome of having moved to this position, for the one who moved. */
static unsigned outcome_after(struct build *b, const struct tictacdoh *next)
{
    struct tb_result result = tictacdoh_game.result(next);
    unsigned beyond = visit(b, next);

    if (result.over)
        return result.winners ? OUTCOME_WIN : OUTCOME_DRAW;
    return tictacdoh_outcome_before(beyond);
}

static unsigned best_move(struct build *b, const struct tictacdoh *s)
{
    struct tictacdoh open = *s;
    uint32_t targets[SIZES];
    unsigned best = OUTCOME_DRAW;
    bool any = false;

    open.line = 0;
    tictacdoh_targets(&open, targets);
    for (int size = SMALL; size < SIZES; size++) {
        for (uint32_t mask = targets[size]; mask; mask &= mask - 1) {
            struct tictacdoh next = placed(&open, size, __builtin_ctz(mask));
            unsigned outcome = outcome_after(b, &next);

            if (!any || tictacdoh_outcome_better(outcome, best))
                best = outcome;
            any = true;
        }
    }
    return best;
}

/* Returns the outcome for the player to move; meaningless if the game is over. */
static unsigned visit(struct build *b, const struct tictacdoh *s)
{
    if (b->stopped)
        return OUTCOME_DRAW;
    if (tictacdoh_left(s) < TABLE_LEFT) {
        /* Not for the table, and quicker solved again than remembered. */
        if (s->line)
            return OUTCOME_DRAW;
        return tictacdoh_can_line(s) ? OUTCOME_WIN : best_move(b, s);
    }
    uint64_t form = tictacdoh_canonical(s);
    uint64_t *seen = find(b, form);

    if (*seen)
        return *seen & 15;
    unsigned outcome = best_move(b, s);

    *find(b, form) = form << 4 | outcome;
    if (++b->positions % 1000000 == 0 &&
        !solved_report(b->watch, b->stash - STASH_MIN + 1, b->positions, 0))
        b->stopped = true;
    if (!tictacdoh_game.result(s).over && !tictacdoh_can_line(s))
        add_pair(b, form, outcome);
    return outcome;
}

static void write_number(unsigned char *at, int bytes, uint64_t number)
{
    for (int i = 0; i < bytes; i++, number >>= 8)
        at[i] = (unsigned char)number;
}

/* Solves one stash and appends its slots to the file. */
static bool append_stash(struct build *b, unsigned char **file, size_t *size)
{
    struct tb_setup setup;
    struct tictacdoh start;

    tb_setup_init(&setup, &tictacdoh_game, 2, NULL);
    setup.options[TICTACDOH_OPTION_STASH] = b->stash;
    tictacdoh_init(&setup, &start);
    memset(b->seen, 0, sizeof *b->seen << MEMORY_BITS);
    b->entries = b->positions = 0;
    visit(b, &start);
    if (b->stopped)
        return false;
    uint32_t third = retrieval_third(b->entries);
    unsigned char *grown = realloc(*file, *size + retrieval_size(third));
    uint64_t seed;

    if (!grown)
        return false;
    *file = grown;
    if (b->failed || !retrieval_build(b->pairs, b->entries, third, grown + *size, &seed))
        return false;
    write_number(grown + 16 + 8 * (b->stash - STASH_MIN), 4, third);
    write_number(grown + 20 + 8 * (b->stash - STASH_MIN), 4, seed);
    *size += retrieval_size(third);
    return true;
}

int tictacdoh_table_build(const struct solved_watch *watch, int threads, unsigned char **file,
                          size_t *size, struct tb_error *error)
{
    (void)threads;
    struct build b = {.watch = watch};
    bool done = true;

    b.seen = malloc(sizeof *b.seen << MEMORY_BITS);
    *file = calloc(1, TABLE_HEADER);
    *size = TABLE_HEADER;
    for (b.stash = STASH_MIN; b.seen && *file && done && b.stash <= STASH_MAX; b.stash++)
        done = append_stash(&b, file, size);
    done = done && b.seen && *file;
    free(b.seen);
    free(b.pairs);
    if (!done) {
        free(*file);
        *file = NULL;
        return b.stopped ? error_set(error, TB_ERR_STOPPED, "The work was interrupted.")
                         : error_memory(error);
    }
    memcpy(*file, TABLE_NAME, 8);
    write_number(*file + 8, 8, tictacdoh_table_checksum(*file, *size));
    return TB_OK;
}
