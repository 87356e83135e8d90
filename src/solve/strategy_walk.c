/* strategy_walk.c - see strategy_walk.h. */
#include "solve/strategy_walk.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/canonical.h"
#include "core/error.h"

enum {
    AT_ONCE = 32, /* positions that a thread takes from a level */
    MOVES_AT_ONCE = 16,
};

/* Reasons that several places give. */
#define NO_NUMBER N_("a position has no number")
#define WRONG_WIN N_("a line ends in a win of the player who should not win")

bool walk_reject(struct walk *walk, const char *what)
{
    const char *none = NULL;

    atomic_compare_exchange_strong(&walk->what, &none, what);
    return false;
}

bool walk_run_out(struct walk *walk)
{
    atomic_store(&walk->out_of_memory, true);
    return walk_reject(walk, "");
}

bool walk_number(const struct walk *walk, const struct tb_state *state, struct packed *out,
                 int *symmetry)
{
    const struct tb_game *game = walk->game;
    bool found = false;

    if (game->solved->pack_least)
        return game->solved->pack_least(state, walk->symmetries, out, symmetry);
    for (uint64_t set = walk->symmetries; set; set &= set - 1) {
        int number = __builtin_ctzll(set);
        struct tb_state image;
        struct packed key;

        game->transform(state, number, &image);
        if (!game->solved->pack(&image, &key))
            return false;
        if (!found || packed_less(key, *out)) {
            *out = key;
            *symmetry = number;
        }
        found = true;
    }
    return found;
}

/* ---- Answers --------------------------------------------------------------------------------- */

void walk_list_answers(const struct walk *walk, const struct tb_state *state, struct answers *out)
{
    const struct tb_game *game = walk->game;
    tb_move moves[TB_MOVES_MAX];
    int count = game->moves(state, moves);

    out->count = 0;
    out->ends = false;
    for (int i = 0; i < count; i++) {
        struct tb_state after;

        state_copy(game, &after, state);
        game->play(&after, moves[i]);
        struct tb_result result = game->result(&after);

        if (!result.over)
            out->list[out->count++] = (struct after){
                .move = moves[i],
                .outline = game->solved->outline ? game->solved->outline(&after) : 0,
                .symmetry = -1,
            };
        else if (!(result.winners >> walk->claim.player & 1))
            out->ends = true;
    }
}

bool walk_first_answer(struct walk *walk, const struct tb_state *state, struct answers *answers,
                       int first)
{
    struct after *begin = &answers->list[first], *end = &answers->list[answers->count];
    struct after *best = NULL;
    unsigned outline = UINT_MAX;

    for (const struct after *a = begin; a < end; a++)
        outline = a->outline < outline ? a->outline : outline;
    for (struct after *a = begin; a < end; a++) {
        struct tb_state after;

        if (a->outline != outline)
            continue;
        if (a->symmetry < 0) {
            state_copy(walk->game, &after, state);
            walk->game->play(&after, a->move);
            if (!walk_number(walk, &after, &a->key, &a->symmetry))
                return walk_reject(walk, NO_NUMBER);
            strategy_table_fetch(walk->table, a->key);
        }
        if (!best || packed_less(a->key, best->key))
            best = a;
    }
    struct after taken = *best;

    *best = *begin;
    *begin = taken;
    return true;
}

void walk_play(const struct walk *walk, const struct tb_state *state, const struct after *after,
               struct tb_state *image)
{
    struct tb_state next;

    state_copy(walk->game, &next, state);
    walk->game->play(&next, after->move);
    walk->game->transform(&next, after->symmetry, image);
}

/* ---- The next level -------------------------------------------------------------------------- */

/* Adds the last position of `next` to the list of its bound. */
static bool add_to_list(struct walker *w, int bound)
{
    size_t number = w->next.count;

    if (!ARRAY_RESERVE(w->after, w->after_capacity, number, 1))
        return walk_run_out(w->walk);
    w->after[number] = w->lists[bound_byte(bound)];
    w->lists[bound_byte(bound)] = number;
    return true;
}

bool walk_push(struct walker *w, const struct tb_state *state, int bound)
{
    struct front *next = &w->next;
    size_t size = w->walk->game->state_size;

    if (!array_reserve(&next->states, &next->states_capacity, next->count, 1, size) ||
        !ARRAY_RESERVE(next->bounds, next->bounds_capacity, next->count, 1))
        return walk_run_out(w->walk);
    memcpy(next->states + next->count * size, state, size);
    next->bounds[next->count++] = bound;
    return !w->in_ending || add_to_list(w, bound);
}

bool walk_must_wait(const struct walker *w, const struct tb_state *state)
{
    return w->walk->aside && !w->in_ending && w->walk->game->solved->ending->key(state);
}

bool walk_put_aside(struct walker *w, const struct tb_state *state, int plies)
{
    struct walk *walk = w->walk;
    struct packed key;
    int symmetry;

    if (!walk->claim.wins && plies <= 1)
        return true;
    if (!walk_number(walk, state, &key, &symmetry))
        return walk_reject(walk, NO_NUMBER);
    return strategy_table_merge(walk->aside, key, bound_byte(plies), walk->claim.wins) ||
           walk_run_out(walk);
}

/* ---- Levels ---------------------------------------------------------------------------------- */

/* The prover is to move with `plies` left. */
static bool answer(struct walker *w, const struct tb_state *state, int plies)
{
    struct walk *walk = w->walk;

    if ((walk->game->turn(state) == walk->claim.player) != walk->claim.wins)
        return walk_reject(walk, "the players do not take turns");
    if (plies <= 0)
        return !walk->claim.wins || walk_reject(walk, "a line is longer than the claim allows");
    return walk->steps->answer(w, state, plies);
}

/* Answers in the least images of the positions after some moves, but only once in each. */
static bool answer_once(struct walker *w, const struct tb_state *state, const struct after *moves,
                        int count)
{
    struct walk *walk = w->walk;

    for (int i = 0; i < count; i++) {
        int added = strategy_table_add(walk->answered, moves[i].key, 0);
        struct tb_state image;

        if (added < 0)
            return walk_run_out(walk);
        if (added == 0)
            continue;
        walk_play(walk, state, &moves[i], &image);
        if (!answer(w, &image, PLIES_ANY))
            return false;
    }
    return true;
}

/* Answers every move in a position of the table, where any number of plies is held. */
static bool open_in_circles(struct walker *w, const struct tb_state *state)
{
    struct walk *walk = w->walk;
    const struct tb_game *game = walk->game;
    tb_move moves[TB_MOVES_MAX];
    struct after some[MOVES_AT_ONCE];
    int count = game->moves(state, moves), listed = 0;

    for (int i = 0; i < count; i++) {
        struct after *after = &some[listed];
        struct tb_state next;

        state_copy(game, &next, state);
        game->play(&next, moves[i]);
        struct tb_result result = game->result(&next);

        if (result.winners >> walk->claim.player & 1)
            return walk_reject(walk, WRONG_WIN);
        if (result.over)
            continue;
        after->move = moves[i];
        if (!walk_number(walk, &next, &after->key, &after->symmetry))
            return walk_reject(walk, NO_NUMBER);
        strategy_table_fetch(walk->answered, after->key);
        if (++listed < MOVES_AT_ONCE)
            continue;
        if (!answer_once(w, state, some, listed))
            return false;
        listed = 0;
    }
    return answer_once(w, state, some, listed);
}

/* Answers every move in a position of the table. */
static bool open_position(struct walker *w, const struct tb_state *state, int bound)
{
    struct walk *walk = w->walk;
    const struct tb_game *game = walk->game;
    tb_move moves[TB_MOVES_MAX];

    if (walk->answered)
        return open_in_circles(w, state);
    int count = game->moves(state, moves);

    for (int i = 0; i < count; i++) {
        struct tb_state next;

        state_copy(game, &next, state);
        game->play(&next, moves[i]);
        struct tb_result result = game->result(&next);
        bool won = result.winners >> walk->claim.player & 1;

        if (result.over && won != walk->claim.wins)
            return won ? walk_reject(walk, WRONG_WIN)
                       : walk_reject(walk, "a line ends without the win");
        if (result.over)
            continue;
        int plies = plies_after(bound);
        bool fine =
            walk_must_wait(w, &next) ? walk_put_aside(w, &next, plies) : answer(w, &next, plies);

        if (!fine)
            return false;
    }
    return true;
}

/* Reports from time to time; false if the walk ends early. */
static bool goes_on(struct walker *w)
{
    struct walk *walk = w->walk;
    size_t opened = atomic_load(&walk->opened);

    if (w->index == 0 && walk->watch && !walk->watch->report(walk->watch->context, opened)) {
        atomic_store(&walk->stopped, true);
        walk_reject(walk, "");
    }
    return !atomic_load(&walk->what);
}

static void *work(void *context)
{
    struct walker *w = context;
    struct walk *walk = w->walk;
    size_t size = walk->game->state_size;

    for (int k = 0; k < walk->threads; k++) {
        struct walker *from = &walk->workers[(w->index + k) % walk->threads];
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
        struct walker *w = &walk->workers[i];
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
    while (!atomic_load(&walk->what) && next_level(walk)) {
        walk->table->level++;
        run_threads(walk, work);
    }
}

/* ---- Endings --------------------------------------------------------------------------------- */

/* Opens a position of an ending, or answers in it, with these plies left. */
static bool step_in_ending(struct walker *w, const struct tb_state *state, int plies)
{
    struct walk *walk = w->walk;
    struct tb_state image;
    struct packed key;
    int symmetry;

    if ((walk->game->turn(state) == walk->claim.player) == walk->claim.wins)
        return answer(w, state, plies);
    if (!walk_number(walk, state, &key, &symmetry))
        return walk_reject(walk, NO_NUMBER);
    int added = strategy_table_add(walk->table, key, bound_byte(plies));

    walk->game->transform(state, symmetry, &image);
    return added < 0 ? walk_run_out(walk) : added == 0 || open_position(w, &image, plies);
}

/* Walks one ending from the positions in `next`, those with the most plies left first: each leads
 * only to positions with fewer, so that the first bound of a position is the largest. */
static bool walk_ending(struct walker *w)
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
static bool walk_rows(struct walker *w, const struct strategy_row *rows, size_t count)
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

        if (answers ? !walk_push(w, &state, plies) : !walk->steps->enter(w, &state, plies))
            return false;
    }
    return walk_ending(w);
}

static void *work_on_endings(void *context)
{
    struct walker *w = context;
    struct walk *walk = w->walk;
    size_t shard;

    w->in_ending = true;
    while ((shard = atomic_fetch_add(&walk->next_shard, 1)) < STRATEGY_SHARDS && goes_on(w)) {
        size_t count;
        struct strategy_row *rows = strategy_shard_take(walk->aside, (int)shard, &count);
        bool fine = rows ? walk_rows(w, rows, count) : walk_run_out(walk);

        free(rows);
        if (!fine)
            return NULL;
    }
    return NULL;
}

/* ---- The claim ------------------------------------------------------------------------------- */

static bool workers_begin(struct walk *walk)
{
    walk->workers = calloc((size_t)walk->threads, sizeof *walk->workers);
    for (int i = 0; walk->workers && i < walk->threads; i++) {
        struct walker *w = &walk->workers[i];

        w->walk = walk;
        w->index = i;
        if (walk->task && walk->task->values &&
            !(w->endings = calloc(WALK_ENDINGS, sizeof *w->endings)))
            return false;
    }
    return walk->workers;
}

static void workers_end(struct walk *walk)
{
    for (int i = 0; walk->workers && i < walk->threads; i++) {
        struct walker *w = &walk->workers[i];

        free(w->now.states);
        free(w->now.bounds);
        free(w->next.states);
        free(w->next.bounds);
        free(w->endings);
        free(w->after);
    }
    free(walk->workers);
}

static int thread_count(int wanted)
{
    return wanted < 1 ? 1 : wanted > STRATEGY_THREADS_MAX ? STRATEGY_THREADS_MAX : wanted;
}

/* The symmetries that keep the start and the claim's player. */
static uint64_t symmetries_of(const struct walk *walk, const struct tb_state *start)
{
    uint64_t kept = 0;

    for (uint64_t set = canonical_keeping(walk->game, start); set; set &= set - 1)
        if (walk->game->transform_player(start, __builtin_ctzll(set), walk->claim.player) ==
            walk->claim.player)
            kept |= set & -set;
    return kept;
}

static bool never_wins(const struct claim *claim)
{
    return !claim->wins && claim->plies == PLIES_ANY;
}

int walk_exchange(const struct tb_position *position, const struct claim claims[2])
{
    const struct tb_game *game = position->setup.game;
    int count = game->symmetries(&position->state), symmetry = 0;

    if (game->solved->ending || !never_wins(&claims[0]) || !never_wins(&claims[1]))
        return 0;
    while (symmetry < count &&
           game->transform_player(&position->state, symmetry, claims[1].player) !=
               claims[0].player)
        symmetry++;
    return symmetry < count ? symmetry : 0;
}

int walk_claim(struct walk *walk, const struct tb_position *position, struct tb_error *error)
{
    struct tb_state image;
    const struct tb_state *start = &image;
    int plies = walk->claim.plies;

    walk->game = position->setup.game;
    walk->game->transform(&position->state, walk->exchange, &image);
    walk->claim.player =
        walk->game->transform_player(&position->state, walk->exchange, walk->claim.player);
    walk->symmetries = symmetries_of(walk, start);
    walk->threads = thread_count(walk->threads);
    bool waits = walk->task && walk->task->values && walk->game->solved->ending;

    bool circles = !waits && never_wins(&walk->claim);

    walk->aside = waits ? strategy_table_new() : NULL;
    walk->answered = circles ? strategy_table_new() : NULL;
    if (!walk->table || (waits && !walk->aside) || (circles && !walk->answered) ||
        !workers_begin(walk)) {
        walk_run_out(walk);
    } else {
        struct walker *first = &walk->workers[0];

        walk->table->level++; /* the start's */
        if (walk->steps->holds && !walk->steps->holds(first, start))
            walk_reject(walk, "a claim is not true");
        else if ((walk->game->turn(start) == walk->claim.player) == walk->claim.wins)
            answer(first, start, plies);
        else if (!walk->steps->enter(first, start, plies))
            walk_reject(walk, "the position is not in the table");
        walk_levels(walk);
        if (walk->aside)
            run_threads(walk, work_on_endings);
    }
    workers_end(walk);
    strategy_table_free(walk->aside);
    strategy_table_free(walk->answered);
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
