/* opening.c - see opening.h. */
#include "solve/opening.h"

#include <stdlib.h>
#include <string.h>

#include "core/canonical.h"
#include "core/text.h"
#include "solve/solve.h"

/* A position of the opening. */
struct entry {
    uint64_t key;
    struct tb_state state;
    int ply;
};

struct build {
    const struct opening_task *task;
    int plan;
    struct dfpn *solver;
    struct entry *entries; /* of this plan, in the order of their plies */
    size_t count, room;
    size_t solved;
    uint64_t *words; /* of all plans */
    size_t word_count;
    bool stopped;
};

/* ---- Positions ------------------------------------------------------------------------- */

static bool add_entry(struct build *b, const struct tb_state *state, int ply)
{
    const struct tb_game *game = b->task->plans[b->plan].setup.game;
    uint64_t key = canonical_hash(game, state, game->turn(state), canonical_all(game, state));

    for (size_t i = b->count; i-- > 0 && b->entries[i].ply == ply;)
        if (b->entries[i].key == key)
            return true;
    if (b->count == b->room) {
        size_t room = b->room ? 2 * b->room : 1024;
        struct entry *grown = realloc(b->entries, room * sizeof *grown);

        if (!grown)
            return false;
        b->entries = grown;
        b->room = room;
    }
    b->entries[b->count++] = (struct entry){key, *state, ply};
    return true;
}

/* Lists all positions of the plan that are not over, each once up to symmetry. */
static bool list_positions(struct build *b)
{
    const struct opening_plan *plan = &b->task->plans[b->plan];
    const struct tb_game *game = plan->setup.game;
    struct tb_position start;

    b->count = b->solved = 0;
    tb_position_start(&start, &plan->setup);
    if (!add_entry(b, &start.state, 0))
        return false;
    for (size_t i = 0; i < b->count && b->entries[i].ply < plan->plies; i++) {
        tb_move moves[TB_MOVES_MAX];
        int count = game->moves(&b->entries[i].state, moves);

        for (int k = 0; k < count; k++) {
            struct tb_state next = b->entries[i].state;

            game->play(&next, moves[k]);
            if (!game->result(&next).over && !add_entry(b, &next, b->entries[i].ply + 1))
                return false;
        }
    }
    return true;
}

/* ---- Values --------------------------------------------------------------------------------- */

static bool on_progress(void *context, const struct solve_progress *progress)
{
    struct build *b = context;
    const struct opening_task *task = b->task;

    (void)progress;
    if (task->report && !task->report(task->context, b->plan, b->solved, b->count))
        b->stopped = true;
    return !b->stopped;
}

/* Solves one position and adds its word. */
static bool solve_entry(struct build *b, const struct entry *entry)
{
    const struct opening_plan *plan = &b->task->plans[b->plan];
    struct tb_position position = {.setup = plan->setup, .state = entry->state};
    struct solve_task task = {
        .solver = b->solver,
        .position = &position,
        .player = -1,
        .shortest = entry->ply <= plan->exact,
        .report = on_progress,
        .context = b,
    };
    struct solution solution;

    solve(&task, &solution);
    if (!solution.answered || !solution.valued)
        return false;
    if (!task.shortest)
        solution.verdict.plies = -1;
    b->words[b->word_count++] = known_word(entry->key, &solution.verdict);
    b->solved++;
    return !b->stopped;
}

/* Solves the last positions first: they are the easiest, and what is found out
 * about them helps with those before. */
static bool solve_plan(struct build *b)
{
    const struct opening_plan *plan = &b->task->plans[b->plan];
    bool done = list_positions(b);
    struct dfpn_options options = {
        .bytes = b->task->bytes,
        .threads = b->task->threads,
        .origin = done ? &b->entries[0].state : NULL,
        .rules_only = true,
    };
    uint64_t *words =
        done ? realloc(b->words, (b->word_count + b->count) * sizeof *words) : NULL;

    if (!words)
        return false;
    b->words = words;
    b->solver = dfpn_new(&plan->setup, &options);
    done = b->solver != NULL;
    for (size_t i = b->count; done && i-- > 0;)
        done = solve_entry(b, &b->entries[i]);
    dfpn_free(b->solver);
    return done;
}

/* ---- The file ------------------------------------------------------------------------------- */

static int compare_words(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

int opening_build(const struct opening_task *task, struct bytes *file, struct tb_error *error)
{
    struct build b = {.task = task};
    bool done = true;

    for (; done && b.plan < task->count; b.plan++)
        done = solve_plan(&b);
    if (done) {
        qsort(b.words, b.word_count, sizeof *b.words, compare_words);
        bytes_begin(file, OPENING_NAME);
        for (size_t i = 0; i < b.word_count; i++)
            bytes_number(file, b.words[i], KNOWN_ENTRY);
    }
    free(b.entries);
    free(b.words);
    if (done && !file->failed)
        return TB_OK;
    return error_set(error, TB_ERR_MEMORY, b.stopped ? "the work was cut short"
                                                     : "not enough memory to build the table");
}

int opening_check(const unsigned char *data, size_t size, struct tb_error *error)
{
    struct reader reader;
    int code = reader_begin(&reader, data, size, OPENING_NAME, "table of openings", error);
    uint64_t last = 0;

    while (!code && reader.at < size) {
        uint64_t word = reader_number(&reader, KNOWN_ENTRY);

        if (reader.failed || word >> 8 <= last >> 8)
            return error_set(error, TB_ERR_RECORD, "the table of openings is out of order");
        last = word;
    }
    return code;
}
