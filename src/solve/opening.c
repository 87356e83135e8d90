/*
 * opening.c - see opening.h.
 *
 * The positions of a plan's last ply are solved one by one, as many at a time as
 * there are threads; the values of all before them follow from their moves. What is
 * found depends neither on the threads nor on the order, so the file does not either.
 */
#include "solve/opening.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/canonical.h"
#include "core/error.h"
#include "core/retrieval.h"
#include "solve/solve.h"
#include "solve/solver.h"
#include "solve/strategy.h"

enum { SHARE = 16 }; /* positions that a thread takes at a time: neighbours help each other */

/* A position of the opening. */
struct entry {
    uint64_t key;
    struct tb_state state;
    int ply;
    struct verdict verdict;
};

struct record {
    uint64_t key;
    unsigned char plies;
};

struct build {
    const struct opening_task *task;
    int threads;
    int plan;
    struct entry *entries; /* of this plan, in the order of their plies */
    size_t count, capacity;

    pthread_mutex_t lock; /* for these: */
    size_t left;          /* entries that no thread has taken: the first ones */
    size_t solved;
    bool stopped, failed;

    struct retrieval_pair *pairs; /* of all plans */
    size_t pair_count;
    struct record *records; /* of all plans: positions of perfect play */
    size_t record_count, record_capacity;
    unsigned char values[TABLEBASE_VALUES];
    unsigned value_count;
    bool too_many_values; /* for the table */
};

static const struct opening_plan *plan_of(const struct build *b)
{
    return &b->task->plans[b->plan];
}

/* ---- Positions ------------------------------------------------------------------------- */

/* The entry with that key among the last of those listed, which have one ply. */
static struct entry *find_entry(const struct build *b, size_t end, int ply, uint64_t key)
{
    for (size_t i = end; i-- > 0 && b->entries[i].ply == ply;)
        if (b->entries[i].key == key)
            return &b->entries[i];
    return NULL;
}

static uint64_t key_of(const struct build *b, const struct tb_state *state)
{
    const struct tb_game *game = plan_of(b)->setup.game;

    return canonical_hash(game, state, game->turn(state), canonical_all(game, state));
}

static bool add_entry(struct build *b, const struct tb_state *state, int ply)
{
    uint64_t key = key_of(b, state);

    if (find_entry(b, b->count, ply, key))
        return true;
    if (!ARRAY_RESERVE(b->entries, b->capacity, b->count, 1))
        return false;
    b->entries[b->count++] = (struct entry){.key = key, .state = *state, .ply = ply};
    return true;
}

/* Lists all positions of the plan that are not over, each once up to symmetry. */
static bool list_positions(struct build *b)
{
    const struct opening_plan *plan = plan_of(b);
    const struct tb_game *game = plan->setup.game;
    struct tb_position start;

    b->count = 0;
    tb_position_start(&start, &plan->setup, NULL);
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

/* ---- Values by search ------------------------------------------------------------------ */

static bool is_searched(const struct build *b, const struct entry *entry)
{
    return entry->ply == plan_of(b)->plies || entry->ply <= plan_of(b)->exact;
}

static bool on_progress(void *context, const struct solve_progress *progress)
{
    struct build *b = context;
    const struct opening_task *task = b->task;

    (void)progress;
    pthread_mutex_lock(&b->lock);
    if (!b->stopped && !solved_report(&task->watch, b->plan + 1, b->solved, b->count))
        b->stopped = true;
    bool going = !b->stopped && !b->failed;

    pthread_mutex_unlock(&b->lock);
    return going;
}

static bool solve_entry(struct build *b, struct dfpn *solver, struct entry *entry)
{
    struct tb_position position = {.setup = plan_of(b)->setup, .state = entry->state};
    struct solve_task task = {
        .solver = solver,
        .position = &position,
        .player = -1,
        .shortest = entry->ply <= plan_of(b)->exact,
        .report = on_progress,
        .context = b,
    };
    struct solution solution;

    solve(&task, &solution);
    entry->verdict = solution.verdict;
    if (!task.shortest)
        entry->verdict.plies = -1;
    return solution.answered && solution.valued;
}

/* Takes the last entries that are left: at the end one at a time, so that all threads
 * end together. The easiest come first, and help with those before. */
static size_t take_entries(struct build *b, size_t *first)
{
    pthread_mutex_lock(&b->lock);
    size_t share = b->left > 4 * SHARE * (size_t)b->threads ? SHARE : b->left > 0;

    if (b->stopped || b->failed)
        share = 0;
    *first = b->left -= share;
    pthread_mutex_unlock(&b->lock);
    return share;
}

static void count_entries(struct build *b, size_t solved, bool failed)
{
    pthread_mutex_lock(&b->lock);
    b->solved += solved;
    b->failed = b->failed || failed;
    pthread_mutex_unlock(&b->lock);
}

static void *solve_entries(void *argument)
{
    struct build *b = argument;
    struct dfpn_options options = {
        .bytes = b->task->bytes / (size_t)b->threads,
        .origin = &b->entries[0].state,
        .rules_only = true,
    };
    struct dfpn *solver = dfpn_new(&plan_of(b)->setup, &options);
    bool failed = !solver;
    size_t first, share;

    if (failed)
        count_entries(b, 0, true);
    while (!failed && (share = take_entries(b, &first)) > 0) {
        for (size_t i = first + share; i-- > first && !failed;)
            failed = is_searched(b, &b->entries[i]) && !solve_entry(b, solver, &b->entries[i]);
        count_entries(b, share, failed);
    }
    dfpn_free(solver);
    return NULL;
}

static bool search_values(struct build *b)
{
    pthread_t threads[DFPN_THREADS_MAX];
    int started = 0;

    b->left = b->count;
    b->solved = 0;
    while (started < b->threads - 1 &&
           pthread_create(&threads[started], NULL, solve_entries, b) == 0)
        started++;
    solve_entries(b);
    while (started > 0)
        pthread_join(threads[--started], NULL);
    return !b->stopped && !b->failed;
}

/* ---- Values by moves ------------------------------------------------------------------- */

/* Returns the value of a move for its player: that of the position after it, which, if not over,
 * comes before `end` among the entries. */
static int move_value(const struct build *b, const struct entry *entry, tb_move move, size_t end)
{
    const struct tb_game *game = plan_of(b)->setup.game;
    struct tb_state next = entry->state;
    int player = game->turn(&entry->state);

    game->play(&next, move);
    struct tb_result result = game->result(&next);

    if (result.over)
        return !result.winners ? 0 : result.winners >> player & 1 ? 1 : -1;
    int value = find_entry(b, end, entry->ply + 1, key_of(b, &next))->verdict.value;

    return same_side(game, &next, game->turn(&next), player) ? value : -value;
}

static void derive_value(struct build *b, struct entry *entry, size_t end)
{
    tb_move moves[TB_MOVES_MAX];
    int count = plan_of(b)->setup.game->moves(&entry->state, moves);

    entry->verdict = (struct verdict){.value = -1, .plies = -1};
    for (int i = 0; i < count && entry->verdict.value < 1; i++) {
        int value = move_value(b, entry, moves[i], end);

        if (value > entry->verdict.value)
            entry->verdict.value = value;
    }
}

/* From the last ply but one back to the start. */
static void derive_values(struct build *b)
{
    size_t later_end = b->count, end = b->count; /* of the entries with a ply more, and these */

    for (size_t i = b->count; i-- > 0;) {
        if (i + 1 < b->count && b->entries[i].ply != b->entries[i + 1].ply) {
            later_end = end;
            end = i + 1;
        }
        if (!is_searched(b, &b->entries[i]))
            derive_value(b, &b->entries[i], later_end);
    }
}

/* ---- Perfect play ---------------------------------------------------------------------- */

/* Takes a position in which the winner's opponent is to move. */
static bool add_record(void *context, const struct tb_state *state, int bound)
{
    struct build *b = context;

    if (!ARRAY_RESERVE(b->records, b->record_capacity, b->record_count, 1))
        return false;
    b->records[b->record_count++] = (struct record){
        tablebase_key(plan_of(b)->setup.game->solved->outline(state), key_of(b, state)),
        (unsigned char)bound,
    };
    return true;
}

/* Lists the positions that come up when the winner plays for the fewest plies from the start. */
static bool list_play(struct build *b, struct dfpn *solver)
{
    struct tb_position start;
    struct solve_task task = {
        .solver = solver,
        .position = &start,
        .player = -1,
        .shortest = true,
        .report = on_progress,
        .context = b,
    };
    struct solution solution;
    struct claim claims[PROOF_CLAIMS_MAX];
    struct bytes proof = {0};

    tb_position_start(&start, &plan_of(b)->setup, NULL);
    solve(&task, &solution);
    if (!solution.answered || solve_claims(&task, &solution, claims) == 0 || !claims[0].wins)
        return false;
    struct strategy_task play = {
        .position = &start,
        .claims = claims,
        .count = 1,
        .solver = solver,
        .entered = add_record,
        .context = b,
    };
    int code = strategy_write(&play, &proof, NULL);

    bytes_release(&proof);
    return code == TB_OK;
}

static bool solve_play(struct build *b)
{
    const struct opening_plan *plan = plan_of(b);
    struct tb_position start;

    if (!plan->perfect)
        return true;
    tb_position_start(&start, &plan->setup, NULL);
    struct dfpn_options options = {
        .bytes = b->task->bytes,
        .origin = &start.state,
        .rules_only = true,
    };
    struct dfpn *solver = dfpn_new(&plan->setup, &options);

    b->failed = !solver || !list_play(b, solver);
    dfpn_free(solver);
    return !b->failed;
}

/* ---- The file ------------------------------------------------------------------------------- */

/* The value's place in the list; TABLEBASE_VALUES if that is full. */
static unsigned value_index(struct build *b, unsigned char byte)
{
    unsigned i = 0;

    while (i < b->value_count && b->values[i] != byte)
        i++;
    if (i == b->value_count && i < TABLEBASE_VALUES)
        b->values[b->value_count++] = byte;
    return i;
}

static bool add_pairs(struct build *b)
{
    struct retrieval_pair *pairs =
        realloc(b->pairs, (b->pair_count + b->count) * sizeof *pairs);

    if (!pairs)
        return false;
    b->pairs = pairs;
    for (size_t i = 0; i < b->count; i++) {
        unsigned value = value_index(b, tablebase_byte(&b->entries[i].verdict));

        if (value == TABLEBASE_VALUES) {
            b->too_many_values = true;
            return false;
        }
        b->pairs[b->pair_count++] = (struct retrieval_pair){b->entries[i].key, value};
    }
    return true;
}

static bool solve_plan(struct build *b)
{
    if (!list_positions(b) || !search_values(b))
        return false;
    derive_values(b);
    return add_pairs(b) && solve_play(b);
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = ((const struct retrieval_pair *)a)->key;
    uint64_t y = ((const struct retrieval_pair *)b)->key;

    return (x > y) - (x < y);
}

static int compare_records(const void *a, const void *b)
{
    const struct record *x = a, *y = b;

    return x->key != y->key ? (x->key < y->key ? -1 : 1) : x->plies - y->plies;
}

/* Sorts the records, and leaves the least bound of each position. */
static void sort_records(struct build *b)
{
    size_t count = 0;

    if (b->record_count > 0)
        qsort(b->records, b->record_count, sizeof *b->records, compare_records);
    for (size_t i = 0; i < b->record_count; i++)
        if (count == 0 || b->records[i].key != b->records[count - 1].key)
            b->records[count++] = b->records[i];
    b->record_count = count;
}

static void write_records(struct build *b, struct bytes *file)
{
    sort_records(b);
    bytes_number(file, b->record_count, 4);
    for (size_t i = 0; i < b->record_count; i++) {
        for (int shift = 56; shift >= 0; shift -= 8)
            bytes_number(file, b->records[i].key >> shift & 0xff, 1);
        bytes_number(file, b->records[i].plies, 1);
    }
}

static bool write_file(struct build *b, struct bytes *file)
{
    uint32_t third = retrieval_third(b->pair_count);
    unsigned char *slots = malloc(retrieval_size(third));
    uint64_t seed;

    qsort(b->pairs, b->pair_count, sizeof *b->pairs, compare_keys);
    bool done = slots && retrieval_build(b->pairs, b->pair_count, third, slots, &seed);

    if (done) {
        bytes_begin(file, OPENING_NAME);
        bytes_number(file, b->pair_count, 4);
        bytes_number(file, third, 4);
        bytes_number(file, seed, 4);
        bytes_add(file, b->values, sizeof b->values);
        bytes_add(file, slots, retrieval_size(third));
        write_records(b, file);
    }
    free(slots);
    return done && !file->failed;
}

int opening_build(const struct opening_task *task, struct bytes *file, struct tb_error *error)
{
    struct build b = {
        .task = task,
        .threads = task->threads < 1                  ? 1
                   : task->threads > DFPN_THREADS_MAX ? DFPN_THREADS_MAX
                                                      : task->threads,
        .lock = PTHREAD_MUTEX_INITIALIZER,
    };
    bool done = true;

    for (; done && b.plan < task->count; b.plan++)
        done = solve_plan(&b);
    done = done && write_file(&b, file);
    free(b.entries);
    free(b.pairs);
    free(b.records);
    if (done)
        return TB_OK;
    if (b.stopped)
        return error_set(error, TB_ERR_STOPPED, "The work was interrupted.");
    if (b.too_many_values)
        return error_set(error, TB_ERR_INTERNAL,
                         "The table cannot hold that many different values.");
    return error_memory(error);
}

int opening_check(const unsigned char *data, size_t size, struct tb_error *error)
{
    struct reader reader;
    int code = reader_begin(&reader, data, size, OPENING_NAME, N_("table of openings"), error);

    if (!code && (size < TABLEBASE_HEADER || size < tablebase_size(data) + 4 ||
                  size != tablebase_size(data) + 4 +
                              (size_t)TABLEBASE_RECORD * tablebase_records(data)))
        return error_set(error, TB_ERR_RECORD, "The table of openings has the wrong size.");
    return code;
}
