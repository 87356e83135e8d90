/*
 * strategy.c - see strategy.h.
 *
 * Writing and checking walk alike, one level of two plies after the other, with all threads: each
 * position of a level is opened, and the answers to its moves that are new make up the next level.
 * They differ in how an answer is found: by known values or a solver, or among the positions of the
 * table.
 *
 * Where the game has endings (solved.h), which must be solved to know a value, positions of many levels
 * lead into the same one. So a walk that writes by values puts positions of endings aside until all others
 * are done; then it takes ending by ending, and solves each once.
 *
 * After the header come the game, the position and the number of claims, and for each claim the
 * player, whether he wins, the plies (65535: any) and the table (strategy_table.h). A position that
 * needs to be held for one ply is not in the table: the player must not be able to win at once.
 */
#include "solve/strategy.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/canonical.h"
#include "core/error.h"
#include "solve/solver.h"
#include "solve/strategy_table.h"

enum { ENDINGS = 4096, AT_ONCE = 32 };

/* Positions of one level that one thread has found. */
struct front {
    unsigned char *states;
    int *bounds;
    size_t count, states_capacity, bounds_capacity;
};

struct worker {
    struct walk *walk;
    int index; /* 0: the one who reports */
    struct front now, next;
    atomic_size_t taken; /* of `now`, by any thread */
    struct ending_table *endings; /* by key; NULL: not needed */
    /* Positions of the ending being walked, in `next`, as lists by bound: the first, and by position the
     * one after it, both counted from 1; 0: none. */
    bool in_ending;
    size_t lists[BOUND_ANY + 1], *after, after_capacity;
};

/* The walk of one claim. */
struct walk {
    const struct tb_game *game;
    struct claim claim;
    uint64_t symmetries;
    struct strategy_table *table;
    struct strategy_table *aside; /* positions of endings, with either player to move; may be NULL */
    atomic_size_t next_shard; /* of those put aside */
    bool writes; /* the table is being made, by one of these: */
    const struct whole_values *values;
    struct dfpn *solver;
    const struct strategy_task *task; /* NULL: the table is checked */
    const struct proof_watch *watch;
    int threads;
    struct worker *workers;
    atomic_size_t opened;
    const char *_Atomic what; /* the first thing that is not as claimed */
    atomic_bool stopped, out_of_memory;
};

static bool reject(struct walk *walk, const char *what)
{
    const char *none = NULL;

    atomic_compare_exchange_strong(&walk->what, &none, what);
    return false;
}

static bool run_out(struct walk *walk)
{
    atomic_store(&walk->out_of_memory, true);
    return reject(walk, "");
}

/* Finds the image of a position with the least number: one stands for all, so that a table
 * depends neither on the threads nor on which image they meet first. */
static bool number_of(const struct walk *walk, const struct tb_state *state, struct packed *out,
                      struct tb_state *least)
{
    const struct tb_game *game = walk->game;
    bool found = false;

    for (uint64_t set = walk->symmetries; set; set &= set - 1) {
        int symmetry = __builtin_ctzll(set);
        struct tb_state image;
        struct packed key;

        if (game->transform_player(state, symmetry, walk->claim.player) != walk->claim.player)
            continue;
        game->transform(state, symmetry, &image);
        if (!game->solved->pack(&image, &key))
            return false;
        if (!found || key.high < out->high || (key.high == out->high && key.low < out->low)) {
            *out = key;
            state_copy(game, least, &image);
        }
        found = true;
    }
    return found;
}

static uint8_t bound_byte(int plies)
{
    return plies >= PLIES_ANY ? BOUND_ANY : (uint8_t)plies;
}

static int bound_plies(uint8_t byte)
{
    return byte == BOUND_ANY ? PLIES_ANY : byte;
}

/* Adds the last position of `next` to the list of its bound. */
static bool add_to_list(struct worker *w, int bound)
{
    size_t number = w->next.count;

    if (!ARRAY_RESERVE(w->after, w->after_capacity, number, 1))
        return run_out(w->walk);
    w->after[number] = w->lists[bound_byte(bound)];
    w->lists[bound_byte(bound)] = number;
    return true;
}

static bool push(struct worker *w, const struct tb_state *state, int bound)
{
    struct front *next = &w->next;
    size_t size = w->walk->game->state_size;

    if (!array_reserve(&next->states, &next->states_capacity, next->count, 1, size) ||
        !ARRAY_RESERVE(next->bounds, next->bounds_capacity, next->count, 1))
        return run_out(w->walk);
    memcpy(next->states + next->count * size, state, size);
    next->bounds[next->count++] = bound;
    return !w->in_ending || add_to_list(w, bound);
}

/* ---- Writing: answers by known values --------------------------------------------------------- */

/* The plies that the claim's player needs for a win; PLIES_NONE where he has none. */
static int distance(struct worker *w, const struct tb_state *state)
{
    const struct walk *walk = w->walk;
    const struct tb_game *game = walk->game;
    struct tb_result result = game->result(state);
    const struct ending *ending = game->solved->ending;
    struct verdict verdict;

    if (result.over)
        return result.winners >> walk->claim.player & 1 ? 0 : PLIES_NONE;
    uint64_t key = ending ? ending->key(state) : 0;

    if (!(key && ending_probe(game, &w->endings[key % ENDINGS], state, &verdict)) &&
        !walk->values->read(walk->values, state, &verdict)) {
        reject(w->walk, "a position has no value");
        return PLIES_NONE;
    }
    bool his = game->turn(state) == walk->claim.player;

    return verdict.value == (his ? 1 : -1) ? verdict.plies : PLIES_NONE;
}

/* True if the values say what is claimed of the position. */
static bool is_true(struct worker *w, const struct tb_state *state)
{
    struct claim claim = w->walk->claim;

    if (w->walk->solver)
        return claim.wins || claim.plies == PLIES_ANY;
    return distance(w, state) <= claim.plies ? claim.wins : !claim.wins;
}

/* Lowers the bound of a position that was reached before with more plies left. */
static bool is_tighter(struct walk *walk, struct packed key, int bound)
{
    struct strategy_entry *entry = strategy_table_find(walk->table, key);
    bool tighter = walk->claim.wins && bound < bound_plies(entry->bound);

    if (tighter)
        entry->bound = bound_byte(bound);
    return tighter;
}

/* True if the position waits until all others are done. */
static bool must_wait(const struct worker *w, const struct tb_state *state)
{
    return w->walk->aside && !w->in_ending && w->walk->game->solved->ending->key(state);
}

/* Puts a position aside with the plies that are left: the fewest for a win, the most otherwise. */
static bool put_aside(struct worker *w, const struct tb_state *state, int plies)
{
    struct walk *walk = w->walk;
    struct tb_state image;
    struct packed key;

    if (!walk->claim.wins && plies <= 1)
        return true;
    if (!number_of(walk, state, &key, &image))
        return reject(walk, "a position has no number");
    return strategy_table_merge(walk->aside, key, bound_byte(plies), walk->claim.wins) ||
           run_out(walk);
}

/* Puts a position into the table, and opens it in the next level, unless it is there. */
static bool add_position(struct worker *w, const struct tb_state *state, int bound)
{
    struct walk *walk = w->walk;
    struct tb_state image;
    struct packed key;

    if (!number_of(walk, state, &key, &image))
        return reject(walk, "a position has no number");
    int added = strategy_table_add(walk->table, key, bound_byte(bound));

    if (added == 0 && walk->solver && is_tighter(walk, key, bound))
        added = 1;
    if (added > 0 && walk->task->entered && !walk->task->entered(walk->task->context, state, bound))
        added = -1;
    return added < 0 ? run_out(walk) : added == 0 || push(w, &image, bound);
}

/* Puts a position into the table, with the prover's opponent to move and `plies` left. */
static bool enter(struct worker *w, const struct tb_state *state, int plies)
{
    const struct walk *walk = w->walk;

    if (!walk->claim.wins && plies <= 1)
        return true;
    if (must_wait(w, state))
        return put_aside(w, state, plies);
    int bound = walk->claim.wins && walk->values ? distance(w, state) : plies;

    return w->in_ending ? push(w, state, bound) : add_position(w, state, bound);
}

/* Enters the position after the first move of the prover that is good enough. Moves that keep most of
 * the position as it is come first in the list of moves, so that tables stay small. */
static bool choose_answer(struct worker *w, const struct tb_state *state, int plies)
{
    struct walk *walk = w->walk;
    const struct tb_game *game = walk->game;
    bool wins = walk->claim.wins;
    tb_move moves[TB_MOVES_MAX];
    int count = game->moves(state, moves);

    if (!wins && plies <= 2)
        return true;
    for (int i = 0; i < count; i++) {
        struct tb_state next;

        state_copy(game, &next, state);
        game->play(&next, moves[i]);
        int value = distance(w, &next);

        if (wins ? value < plies : value >= plies)
            return game->result(&next).over || enter(w, &next, plies_after(plies));
    }
    return reject(walk, "a claim is not true");
}

/* Enters the position with the least number among those after moves of the prover that keep the other from
 * ever winning. Lines may go round in circles here, and the table is all that they can meet: the same
 * few answers again and again keep it small. */
static bool choose_refuge(struct worker *w, const struct tb_state *state)
{
    struct walk *walk = w->walk;
    const struct tb_game *game = walk->game;
    tb_move moves[TB_MOVES_MAX];
    int count = game->moves(state, moves);
    struct packed key, least = {UINT64_MAX, UINT64_MAX};
    struct tb_state best;

    for (int i = 0; i < count; i++) {
        struct tb_state next;

        state_copy(game, &next, state);
        game->play(&next, moves[i]);
        if (distance(w, &next) < PLIES_NONE)
            continue;
        if (game->result(&next).over)
            return true;
        if (!game->solved->pack(&next, &key))
            return reject(walk, "a position has no number");
        if (key.high < least.high || (key.high == least.high && key.low < least.low)) {
            least = key;
            best = next;
        }
    }
    return least.high < UINT64_MAX ? enter(w, &best, PLIES_ANY)
                                   : reject(walk, "a claim is not true");
}

/* Returns how good a move of the prover is by what the solver knows of the position after it, with
 * `plies` left; 0: perhaps not good at all. */
static int worth(struct walk *walk, const struct tb_state *next, int plies)
{
    struct dfpn_question question = {next, walk->claim.player, plies};
    struct bounds bounds = dfpn_recall(walk->solver, &question);
    struct tb_state image;
    struct packed key;

    if (walk->claim.wins ? !bounds_proven(&bounds, plies) : !bounds_refuted(&bounds, plies))
        return 0;
    if (walk->game->result(next).over)
        return 3;
    return number_of(walk, next, &key, &image) && strategy_table_find(walk->table, key) ? 2 : 1;
}

/* Enters the position after a move that the solver has proven; the solver is asked where it has
 * forgotten. */
static bool ask_solver(struct worker *w, const struct tb_state *state, int plies)
{
    struct walk *walk = w->walk;
    const struct tb_game *game = walk->game;
    const struct dfpn_question question = {state, walk->claim.player, plies};
    tb_move moves[TB_MOVES_MAX], best = 0;
    int count = game->moves(state, moves), most = 0;
    struct tb_state next;

    for (int i = 0; i < count && most < 3; i++) {
        state_copy(game, &next, state);
        game->play(&next, moves[i]);
        int value = worth(walk, &next, plies_after(plies));

        best = value > most ? moves[i] : best;
        most = value > most ? value : most;
    }
    if (most == 0 && !dfpn_choose(walk->solver, &question, NULL, &best))
        return reject(walk, "a claim is not true");
    state_copy(game, &next, state);
    game->play(&next, best);
    return game->result(&next).over || enter(w, &next, plies_after(plies));
}

/* ---- Checking: answers in the table ------------------------------------------------------------ */

static bool wins_at_once(const struct walk *walk, const struct tb_state *state)
{
    tb_move moves[TB_MOVES_MAX];
    int count = walk->game->moves(state, moves);

    for (int i = 0; i < count; i++) {
        struct tb_state next;

        state_copy(walk->game, &next, state);
        walk->game->play(&next, moves[i]);
        if (walk->game->result(&next).winners >> walk->claim.player & 1)
            return true;
    }
    return false;
}

/* True if a position, with the prover's opponent to move, is good enough with `plies` left. */
static bool accept(struct worker *w, const struct tb_state *state, int plies)
{
    struct walk *walk = w->walk;
    bool wins = walk->claim.wins;
    struct tb_state image;
    struct packed key;

    if (!wins && plies <= 1)
        return plies <= 0 || !wins_at_once(walk, state);
    struct strategy_entry *entry =
        number_of(walk, state, &key, &image) ? strategy_table_find(walk->table, key) : NULL;
    int bound = entry ? bound_plies(entry->bound) : 0;

    if (!entry || (wins ? bound > plies : bound < plies))
        return false;
    return atomic_exchange(&entry->reached, 1) || push(w, &image, bound);
}

static bool find_answer(struct worker *w, const struct tb_state *state, int plies)
{
    struct walk *walk = w->walk;
    const struct tb_game *game = walk->game;
    tb_move moves[TB_MOVES_MAX];
    int count = game->moves(state, moves);

    for (int i = 0; i < count; i++) {
        struct tb_state next;

        state_copy(game, &next, state);
        game->play(&next, moves[i]);
        struct tb_result result = game->result(&next);
        bool won = result.winners >> walk->claim.player & 1;

        if (result.over ? won == walk->claim.wins : accept(w, &next, plies_after(plies)))
            return true;
    }
    return reject(walk, "a move has no answer in the table");
}

/* ---- The walk ------------------------------------------------------------------------------------ */

/* The prover is to move with `plies` left. */
static bool answer(struct worker *w, const struct tb_state *state, int plies)
{
    struct walk *walk = w->walk;

    if ((walk->game->turn(state) == walk->claim.player) != walk->claim.wins)
        return reject(walk, "the players do not take turns");
    if (plies <= 0)
        return !walk->claim.wins || reject(walk, "a line is longer than the claim allows");
    if (walk->solver)
        return ask_solver(w, state, plies);
    if (walk->writes && plies == PLIES_ANY && !walk->claim.wins)
        return choose_refuge(w, state);
    return walk->writes ? choose_answer(w, state, plies) : find_answer(w, state, plies);
}

/* Answers every move in a position of the table. */
static bool open_position(struct worker *w, const struct tb_state *state, int bound)
{
    struct walk *walk = w->walk;
    const struct tb_game *game = walk->game;
    tb_move moves[TB_MOVES_MAX];
    int count = game->moves(state, moves);

    for (int i = 0; i < count; i++) {
        struct tb_state next;

        state_copy(game, &next, state);
        game->play(&next, moves[i]);
        struct tb_result result = game->result(&next);
        bool won = result.winners >> walk->claim.player & 1;

        if (result.over && won != walk->claim.wins)
            return won ? reject(walk, "a line ends in a win of the player who should not win")
                       : reject(walk, "a line ends without the win");
        if (result.over)
            continue;
        int plies = plies_after(bound);
        bool fine = must_wait(w, &next) ? put_aside(w, &next, plies) : answer(w, &next, plies);

        if (!fine)
            return false;
    }
    return true;
}

/* Reports from time to time; false if the walk ends early. */
static bool goes_on(struct worker *w)
{
    struct walk *walk = w->walk;
    size_t opened = atomic_load(&walk->opened);

    if (w->index == 0 && walk->watch && !walk->watch->report(walk->watch->context, opened)) {
        atomic_store(&walk->stopped, true);
        reject(walk, "");
    }
    return !atomic_load(&walk->what);
}

static void *work(void *context)
{
    struct worker *w = context;
    struct walk *walk = w->walk;
    size_t size = walk->game->state_size;

    for (int k = 0; k < walk->threads; k++) {
        struct worker *from = &walk->workers[(w->index + k) % walk->threads];
        size_t i;

        while ((i = atomic_fetch_add(&from->taken, AT_ONCE)) < from->now.count && goes_on(w)) {
            size_t end = i + AT_ONCE < from->now.count ? i + AT_ONCE : from->now.count;

            atomic_fetch_add(&walk->opened, end - i);
            for (; i < end; i++) {
                struct tb_state state;

                memcpy(&state, from->now.states + i * size, size);
                if (!open_position(w, &state, from->now.bounds[i]))
                    return NULL;
            }
        }
    }
    return NULL;
}

/* Turns the next level into this one; false if it is empty. */
static bool next_level(struct walk *walk)
{
    size_t count = 0;

    for (int i = 0; i < walk->threads; i++) {
        struct worker *w = &walk->workers[i];
        struct front old = w->now;

        w->now = w->next;
        w->next = old;
        w->next.count = 0;
        atomic_store(&w->taken, 0);
        count += w->now.count;
    }
    return count > 0;
}

static void run_threads(struct walk *walk, void *(*what)(void *))
{
    pthread_t threads[STRATEGY_THREADS_MAX];
    int made = 1;

    while (made < walk->threads &&
           pthread_create(&threads[made], NULL, what, &walk->workers[made]) == 0)
        made++;
    what(&walk->workers[0]);
    while (made > 1)
        pthread_join(threads[--made], NULL);
}

static void walk_levels(struct walk *walk)
{
    while (!atomic_load(&walk->what) && next_level(walk))
        run_threads(walk, work);
}

/* ---- Endings ------------------------------------------------------------------------------------- */

/* Opens a position of an ending, or answers in it, with these plies left. */
static bool step_in_ending(struct worker *w, const struct tb_state *state, int plies)
{
    struct walk *walk = w->walk;
    struct tb_state image;
    struct packed key;

    if ((walk->game->turn(state) == walk->claim.player) == walk->claim.wins)
        return answer(w, state, plies);
    if (!number_of(walk, state, &key, &image))
        return reject(walk, "a position has no number");
    int added = strategy_table_add(walk->table, key, bound_byte(plies));

    return added < 0 ? run_out(walk) : added == 0 || open_position(w, &image, plies);
}

/* Walks one ending from the positions in `next`, those with the most plies left first: each leads only
 * to positions with fewer, so that the first bound of a position is the largest. */
static bool walk_ending(struct worker *w)
{
    size_t size = w->walk->game->state_size;

    for (int byte = BOUND_ANY; byte > 0; byte--)
        while (w->lists[byte]) {
            size_t number = w->lists[byte];
            struct tb_state state;

            w->lists[byte] = w->after[number];
            memcpy(&state, w->next.states + (number - 1) * size, size);
            if (!step_in_ending(w, &state, bound_plies((uint8_t)byte)))
                return false;
        }
    w->next.count = 0;
    return true;
}

/* Walks the endings of one shard, whose positions come in the order of their endings. */
static bool walk_rows(struct worker *w, const struct strategy_row *rows, size_t count)
{
    const struct walk *walk = w->walk;
    uint64_t key = 0;

    for (size_t i = 0; i < count; i++) {
        struct tb_state state;

        walk->game->solved->unpack(&rows[i].key, &walk->task->position->setup, &state);
        uint64_t other = walk->game->solved->ending->key(&state);

        if (other != key && (!goes_on(w) || !walk_ending(w)))
            return false;
        key = other;
        int plies = bound_plies(rows[i].bound);
        bool answers = (walk->game->turn(&state) == walk->claim.player) == walk->claim.wins;

        if (answers ? !push(w, &state, plies) : !enter(w, &state, plies))
            return false;
    }
    return walk_ending(w);
}

static void *work_on_endings(void *context)
{
    struct worker *w = context;
    struct walk *walk = w->walk;
    size_t shard;

    w->in_ending = true;
    while ((shard = atomic_fetch_add(&walk->next_shard, 1)) < STRATEGY_SHARDS && goes_on(w)) {
        size_t count;
        struct strategy_row *rows = strategy_shard_take(walk->aside, (int)shard, &count);
        bool fine = rows ? walk_rows(w, rows, count) : run_out(walk);

        free(rows);
        if (!fine)
            return NULL;
    }
    return NULL;
}

static bool workers_begin(struct walk *walk)
{
    walk->workers = calloc((size_t)walk->threads, sizeof *walk->workers);
    for (int i = 0; walk->workers && i < walk->threads; i++) {
        struct worker *w = &walk->workers[i];

        w->walk = walk;
        w->index = i;
        if (walk->values && !(w->endings = calloc(ENDINGS, sizeof *w->endings)))
            return false;
    }
    return walk->workers;
}

static void workers_end(struct walk *walk)
{
    for (int i = 0; walk->workers && i < walk->threads; i++) {
        struct worker *w = &walk->workers[i];

        free(w->now.states);
        free(w->now.bounds);
        free(w->next.states);
        free(w->next.bounds);
        free(w->endings);
        free(w->after);
    }
    free(walk->workers);
}

/* Walks from the position; an error if the claim does not hold. */
static int walk_claim(struct walk *walk, const struct tb_position *position,
                      struct tb_error *error)
{
    const struct tb_state *start = &position->state;
    int plies = walk->claim.plies;

    walk->game = position->setup.game;
    walk->symmetries = canonical_keeping(walk->game, start);
    bool waits = walk->values && walk->game->solved->ending;

    walk->aside = waits ? strategy_table_new() : NULL;
    if (!walk->table || (waits && !walk->aside) || !workers_begin(walk)) {
        run_out(walk);
    } else {
        struct worker *first = &walk->workers[0];

        if (walk->writes && !is_true(first, start))
            reject(walk, "a claim is not true");
        else if ((walk->game->turn(start) == walk->claim.player) == walk->claim.wins)
            answer(first, start, plies);
        else if (walk->writes ? !enter(first, start, plies) : !accept(first, start, plies))
            reject(walk, "the position is not in the table");
        walk_levels(walk);
        if (walk->aside)
            run_threads(walk, work_on_endings);
    }
    workers_end(walk);
    strategy_table_free(walk->aside);
    if (atomic_load(&walk->stopped))
        return error_set(error, TB_ERR_STOPPED, "The check was stopped.");
    if (atomic_load(&walk->out_of_memory))
        return error_memory(error);
    if (atomic_load(&walk->what))
        return error_set(error, TB_ERR_RECORD,
                         "The proof does not hold: {problem} (position {position}).",
                         arg_term("problem", atomic_load(&walk->what)),
                         arg_unsigned("position", atomic_load(&walk->opened)));
    return TB_OK;
}

static int thread_count(int wanted)
{
    return wanted < 1 ? 1 : wanted > STRATEGY_THREADS_MAX ? STRATEGY_THREADS_MAX : wanted;
}

/* ---- The file ------------------------------------------------------------------------------------- */

int strategy_write(const struct strategy_task *task, struct bytes *out, struct tb_error *error)
{
    int code = TB_OK;

    proof_write_head(out, STRATEGY_NAME, task->position, task->count);
    for (int i = 0; i < task->count && !code; i++) {
        struct walk walk = {
            .claim = task->claims[i],
            .table = strategy_table_new(),
            .writes = true,
            .values = task->values,
            .solver = task->solver,
            .task = task,
            .watch = task->watch,
            .threads = task->solver ? 1 : thread_count(task->threads),
        };

        proof_write_claim(out, &walk.claim);
        code = walk_claim(&walk, task->position, error);
        if (!code && !strategy_table_write(walk.table, walk.threads, out))
            code = error_memory(error);
        strategy_table_free(walk.table);
    }
    return code;
}

static int verify_claim(struct reader *reader, int threads, const struct proof_watch *watch,
                        struct proof_report *report, int number, struct tb_error *error)
{
    struct claim *claim = &report->claims[number];
    int code = proof_read_claim(reader, &report->position, claim, error);

    if (code)
        return code;
    struct walk walk = {
        .claim = *claim,
        .table = strategy_table_read(reader),
        .watch = watch,
        .threads = thread_count(threads),
    };

    if (reader->failed)
        code = error_set(error, TB_ERR_RECORD, "The proof has a table that is cut short.");
    else
        code = walk_claim(&walk, &report->position, error);
    report->nodes[number] = atomic_load(&walk.opened);
    strategy_table_free(walk.table);
    return code;
}

int strategy_verify(const unsigned char *data, size_t size, int threads,
                    const struct proof_watch *watch, struct proof_report *report,
                    struct tb_error *error)
{
    struct reader reader;
    int code = reader_begin(&reader, data, size, STRATEGY_NAME, N_("proof"), error);

    if (code || (code = proof_read_head(&reader, report, error)))
        return code;
    const struct tb_setup *setup = &report->position.setup;

    if (setup->players != 2 || !setup->game->solved || !setup->game->solved->pack)
        return error_set(error, TB_ERR_RECORD, "The proof names no game that exists.");
    for (int i = 0; i < report->count && !code; i++)
        code = verify_claim(&reader, threads, watch, report, i, error);
    return code ? code : proof_read_end(&reader, error);
}
