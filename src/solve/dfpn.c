/*
 * dfpn.c - see dfpn.h.
 *
 * A node is a question: can the attacking side force a win from this position within N plies? It is
 * an OR node if the attacker is to move, an AND node if another side is. Its proof number estimates
 * the work that is left to prove the win, its disproof number the work that is left to refute it; 0
 * means done, NUMBER_INFINITE impossible. A new leaf gets both from first_guess(): they are
 * weights, not counts of leaves.
 *
 * Seen by the player to move, a node has the number `own` (proof at an OR node, disproof at an AND
 * node), the work until one move succeeds, and the number `other`, the work until all moves fail:
 *
 *   own   = the smallest own-number among the moves
 *   other = the largest other-number among the moves + (open moves - 1)
 *
 * The usual sum in place of the largest would count a position several times that several moves
 * lead to. explore() stays below a node until one of its numbers reaches the limit that the parent
 * set: there, another move has become more promising. Numbers and bounds of all nodes are in a
 * table of fixed size (proof_table.h), which the threads share; a node that was evicted is searched
 * again.
 *
 * Every move has one ply less than its parent, so no line of questions returns to itself, and
 * neither the order of the search nor a repeated position can make a proof unsound.
 */
#include "solve/dfpn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifndef __wasi__
#include <pthread.h>
#endif

#include "core/advice.h"
#include "core/array.h"
#include "core/canonical.h"
#include "core/clock.h"
#include "core/solved.h"
#include "solve/direct.h"
#include "solve/solver.h"

enum {
    REPORT_MS = 500,
    PERIOD = 256,   /* nodes between two looks at the clock */
    BUSY_BITS = 16, /* log2 of the number of busy counters; a collision only misguides the search */
    NUMBER_MAX = NUMBER_INFINITE - 1,
    GUESS = 4, /* both numbers of a new position that is even and has one move */
};

/* A new position that could not be won in `hold` plies is 1 + HELD_WEIGHT * hold times as hard. */
static const double HELD_WEIGHT = 0.3;

/* Parameters of the search, found by experiment. Questions with a ply limit are mostly refuted, and
 * that takes less work the longer the search stays with a move. */
struct steering {
    double leave_ratio; /* leave a move when its number is this multiple of the next one's */
    double lead;        /* weight of the evaluation in first_guess() */
    double moves;       /* exponent of the number of moves there */
};

static const struct steering STEER_WITHIN = {.leave_ratio = 3, .lead = 0.5, .moves = 1.25};
static const struct steering STEER_UNLIMITED = {.leave_ratio = 1.5, .lead = 1, .moves = 1};

/* A move of a node, and the position after it. */
struct child {
    uint64_t key; /* of the position in the table; unset if the bounds settle it */
    tb_move move;
    uint32_t proof, disproof;
    struct bounds bounds;
};

struct worker {
    struct dfpn *solver;
    struct child *children; /* a stack: the children of all nodes on the path from the root */
    size_t used, capacity;
    unsigned char *scratch; /* the states of the children that expand() is adding */
    struct direct direct;
    uint64_t nodes; /* added to the solver's count */
    uint32_t fresh; /* searched since, not yet added */
    bool leads;     /* this is the thread that reports */
    bool ended;     /* a limit is reached, or the search was stopped */
    /* The result. */
    struct bounds answer;
    bool succeeded; /* the player to move at the root succeeds, with this move: */
    tb_move move;
};

/* A node on the path from the root. */
struct node {
    struct tb_state state;
    uint64_t key;
    int plies; /* within which the attacker must win */
    bool root;
    bool attacking; /* true: an OR node, the attacking side is to move */
    bool complete;  /* all moves are among the children; false: one that succeeds ended the list */
    int count;      /* of its children */
    size_t first;   /* the first of them in worker.children */
};

/* A node's numbers as the player to move sees them; see the head comment. */
struct summary {
    uint32_t own, other; /* work left until that player succeeds, fails */
    uint32_t second;     /* the second smallest own-number among the moves */
    uint32_t open;       /* children that are not settled */
    int best;            /* the child that succeeds, or has the smallest number */
    struct bounds bounds;
};

/* ---- Limits -------------------------------------------------------------------------- */

static void report(struct dfpn *solver, int64_t now)
{
    struct dfpn_progress progress = {
        .nodes = atomic_load(&solver->nodes),
        .ms = now - solver->start_ms,
        .fill = proof_table_fill(&solver->table),
        .proof = atomic_load(&solver->proof),
        .disproof = atomic_load(&solver->disproof),
    };

    solver->report_ms = now + REPORT_MS;
    solver->limits->report(solver->limits->context, &progress);
}

/* Adds the new nodes to the solver's count, checks the limits, and reports if it is time. */
static void check_limits(struct worker *w)
{
    struct dfpn *solver = w->solver;
    uint64_t nodes = atomic_fetch_add(&solver->nodes, w->fresh) + w->fresh;
    int64_t now = clock_ms(), limit = solver->limits->time_ms;

    w->nodes += w->fresh;
    w->fresh = 0;
    if (w->leads && solver->limits->report && now >= solver->report_ms)
        report(solver, now);
    if (nodes >= solver->node_limit || (limit && now - solver->start_ms >= limit) ||
        (solver->limits->halt && solver->limits->halt(solver->limits->context)) ||
        atomic_load(&solver->stopped))
        atomic_store(&solver->ended, true);
    w->ended = atomic_load(&solver->ended);
}

/* ---- Children -------------------------------------------------------------------------- */

static const struct steering *steering(const struct dfpn *solver)
{
    return solver->question.plies < PLIES_ANY ? &STEER_WITHIN : &STEER_UNLIMITED;
}

static uint32_t as_number(double x)
{
    return x < 1 ? 1 : x > NUMBER_MAX / 16 ? NUMBER_MAX / 16 : (uint32_t)x;
}

/* Sets the numbers of a new position: a player is hard to beat who has a good evaluation or many
 * moves, or who is proven to survive fewer plies. */
static void first_guess(const struct dfpn *solver, const void *state, struct child *child)
{
    const struct tb_game *game = solver->game;
    const struct advice *advice = game_advice(game);
    const struct steering *steer = steering(solver);
    bool attacking = same_side(game, state, game->turn(state), solver->question.player);
    double moves = game->count ? pow(game->count(state), steer->moves) : 1, lead = 0;

    if (advice->evaluate && solver->two_sides)
        lead = steer->lead * advice->evaluate(state) / advice->evaluate_scale;
    lead = exp(lead > 4 ? 4 : lead < -4 ? -4 : lead);
    double own = GUESS / lead, other = GUESS * lead * moves;
    double held = child->bounds.hold > 0 ? 1 + HELD_WEIGHT * child->bounds.hold : 1;

    child->proof = as_number((attacking ? own : other) * held);
    child->disproof = as_number((attacking ? other : own) / held);
}

static void refresh(const struct dfpn *solver, struct child *child, int plies)
{
    struct proof_table_entry entry;

    if (bounds_settled(&child->bounds, plies) ||
        !proof_table_get(&solver->table, child->key, &entry))
        return;
    child->bounds = entry.bounds;
    if (entry.proof) {
        child->proof = entry.proof;
        child->disproof = entry.disproof;
    }
}

static uint64_t key_of(const struct dfpn *solver, const void *state, int player)
{
    const struct advice *advice = game_advice(solver->game);

    if (advice->image_hash && solver->symmetries == advice->image_set)
        return advice->image_hash(state) + (uint64_t)player * 0x9e3779b97f4a7c15u;
    return canonical_hash(solver->game, state, player, solver->symmetries);
}

/* True if the move is proven to succeed for the player who makes it. */
static bool succeeds(const struct child *child, bool attacking, int plies)
{
    return attacking ? bounds_proven(&child->bounds, plies) : bounds_refuted(&child->bounds, plies);
}

static bool reserve(struct worker *w, size_t more)
{
    if (ARRAY_RESERVE(w->children, w->capacity, w->used, more))
        return true;
    atomic_store(&w->solver->starved, true);
    return false;
}

/* Fills in the children of the moves with what is known without a search. Stops after one that
 * succeeds; returns their number. */
static int make_children(struct worker *w, const struct node *node, const tb_move *moves, int count)
{
    struct dfpn *solver = w->solver;
    const struct tb_game *game = solver->game;
    struct child *children = w->children + w->used;
    int plies = plies_after(node->plies);

    for (int i = 0; i < count; i++) {
        unsigned char *next = w->scratch + (size_t)i * game->state_size;

        if (++w->fresh >= PERIOD)
            check_limits(w);
        memcpy(next, &node->state, game->state_size);
        game->play(next, moves[i]);
        children[i] =
            (struct child){.move = moves[i], .bounds = direct_bounds(&w->direct, next, plies)};
        if (succeeds(&children[i], node->attacking, plies))
            return i + 1;
        if (!bounds_settled(&children[i].bounds, plies)) {
            children[i].key = key_of(solver, next, solver->question.player);
            __builtin_prefetch(proof_table_bucket(&solver->table, children[i].key));
        }
    }
    return count;
}

/* Pushes the node's children onto the stack. False when out of memory. */
static bool expand(struct worker *w, struct node *node)
{
    const struct tb_game *game = w->solver->game;
    tb_move moves[TB_MOVES_MAX];
    int count = game->moves(&node->state, moves), plies = plies_after(node->plies);

    if (!reserve(w, (size_t)count))
        return false;
    node->first = w->used;
    node->count = make_children(w, node, moves, count);
    node->complete = node->count == count;
    for (int i = 0; node->complete && i < count; i++) {
        struct child *child = &w->children[node->first + (size_t)i];

        refresh(w->solver, child, plies);
        if (child->proof == 0 && !bounds_settled(&child->bounds, plies))
            first_guess(w->solver, w->scratch + (size_t)i * game->state_size, child);
    }
    w->used += (size_t)node->count;
    return true;
}

/* ---- Search ------------------------------------------------------------------------------ */

static _Atomic uint8_t *busy_counter(const struct dfpn *solver, uint64_t key)
{
    return &solver->busy[key >> (64 - BUSY_BITS)];
}

/* Returns the own-number of an open child, an eighth more for each thread that is searching it: so
 * threads spread over moves that look about as good, and do not search worse ones in vain. */
static uint32_t own_number(const struct dfpn *solver, const struct child *child, bool attacking)
{
    uint64_t number = attacking ? child->proof : child->disproof;

    if (solver->busy)
        number += number / 8 *
                  atomic_load_explicit(busy_counter(solver, child->key), memory_order_relaxed);
    return number < NUMBER_MAX ? (uint32_t)number : NUMBER_MAX;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* Updates the bounds of a parent by one more child. */
static void extend_bounds(struct bounds *bounds, const struct bounds *child, bool attacking)
{
    int (*pick)(int, int) = attacking ? smaller : larger;

    bounds->win = pick(bounds->win, plies_before(child->win));
    bounds->hold = pick(bounds->hold, plies_before(child->hold));
}

static void add_open(struct summary *s, int index, uint32_t own, uint32_t other)
{
    s->open++;
    s->other = other > s->other ? other : s->other;
    if (own < s->own) {
        s->second = s->own;
        s->own = own;
        s->best = index;
    } else if (own < s->second) {
        s->second = own;
    }
}

static struct summary summarise(const struct worker *w, const struct node *node)
{
    const struct dfpn *solver = w->solver;
    bool attacking = node->attacking;
    int plies = plies_after(node->plies), winner = -1;
    struct summary s = {
        .own = NUMBER_INFINITE,
        .second = NUMBER_INFINITE,
        .bounds = {attacking ? PLIES_NONE : 0, attacking ? PLIES_ANY : -1},
    };

    for (int i = 0; i < node->count; i++) {
        struct child *child = &w->children[node->first + (size_t)i];

        refresh(solver, child, plies);
        extend_bounds(&s.bounds, &child->bounds, attacking);
        if (succeeds(child, attacking, plies))
            winner = i;
        else if (!bounds_settled(&child->bounds, plies))
            add_open(&s, i, own_number(solver, child, attacking),
                     attacking ? child->disproof : child->proof);
    }
    if (winner >= 0) {
        s.best = winner;
        s.own = 0;
        s.other = NUMBER_INFINITE;
    } else if (s.open) {
        s.other = s.other + s.open - 1 < NUMBER_MAX ? s.other + s.open - 1 : NUMBER_MAX;
    }
    /* A move that was left out may be even better for the player to move. */
    if (!node->complete && attacking)
        s.bounds.hold = -1;
    else if (!node->complete)
        s.bounds.win = PLIES_NONE;
    return s;
}

static void remember(struct worker *w, const struct node *node, const struct summary *s,
                     uint64_t work)
{
    struct proof_table_entry entry = {.bounds = s->bounds, .work = work};

    if (!bounds_settled(&s->bounds, node->plies)) {
        entry.proof = node->attacking ? s->own : s->other;
        entry.disproof = node->attacking ? s->other : s->own;
    }
    proof_table_put(&w->solver->table, node->key, &entry);
}

static void publish(struct dfpn *solver, const struct node *root, const struct summary *s)
{
    atomic_store(&solver->proof, root->attacking ? s->own : s->other);
    atomic_store(&solver->disproof, root->attacking ? s->other : s->own);
}

static struct summary explore(struct worker *w, struct node *node, uint32_t own_limit,
                              uint32_t other_limit);

static uint32_t as_limit(double x)
{
    return x < NUMBER_INFINITE ? (uint32_t)x : NUMBER_INFINITE;
}

/* Searches the best child until its numbers make another one better, or bring this node's to their
 * limits. */
static void descend(struct worker *w, const struct node *node, const struct summary *s,
                    uint32_t own_limit, uint32_t other_limit)
{
    const struct tb_game *game = w->solver->game;
    const struct child *child = &w->children[node->first + (size_t)s->best];
    struct node next = {.key = child->key, .plies = plies_after(node->plies)};
    uint32_t beyond = as_limit(s->second * steering(w->solver)->leave_ratio + 1);
    uint32_t own = beyond < own_limit ? beyond : own_limit;
    uint32_t other = other_limit < NUMBER_INFINITE ? other_limit - s->open + 1 : NUMBER_INFINITE;

    state_copy(game, &next.state, &node->state);
    game->play(&next.state, child->move);
    next.attacking =
        same_side(game, &next.state, game->turn(&next.state), w->solver->question.player);
    if (next.attacking == node->attacking)
        explore(w, &next, own, other);
    else
        explore(w, &next, other, own);
}

/* Searches below a node until it is settled, one of its numbers reaches its limit, or the search
 * ends; stores the numbers in the table. */
static struct summary explore(struct worker *w, struct node *node, uint32_t own_limit,
                              uint32_t other_limit)
{
    struct dfpn *solver = w->solver;
    uint64_t before = w->nodes + w->fresh;
    struct summary s = {.bounds = BOUNDS_OPEN};

    if (!expand(w, node)) {
        w->ended = true;
        return s;
    }
    if (solver->busy)
        atomic_fetch_add_explicit(busy_counter(solver, node->key), 1, memory_order_relaxed);
    for (;;) {
        s = summarise(w, node);
        if (node->root)
            publish(solver, node, &s);
        if (s.own == 0 || s.open == 0 || s.own >= own_limit || s.other >= other_limit || w->ended)
            break;
        descend(w, node, &s, own_limit, other_limit);
    }
    if (solver->busy)
        atomic_fetch_sub_explicit(busy_counter(solver, node->key), 1, memory_order_relaxed);
    remember(w, node, &s, w->nodes + w->fresh - before);
    w->used = node->first;
    return s;
}

/* ---- Questions --------------------------------------------------------------------------- */

static void search_root(struct worker *w)
{
    struct dfpn *solver = w->solver;
    const struct tb_game *game = solver->game;
    const struct dfpn_question *question = &solver->question;
    struct node root = {.plies = question->plies, .root = true};

    memcpy(&root.state, question->state, game->state_size);
    root.key = key_of(solver, &root.state, question->player);
    root.attacking = same_side(game, &root.state, game->turn(&root.state), question->player);
    while (!w->ended && !bounds_settled(&w->answer, question->plies)) {
        struct summary s = explore(w, &root, NUMBER_INFINITE, NUMBER_INFINITE);

        if (root.count == 0) /* out of memory at the first step: nothing is known */
            return;
        w->answer = s.bounds;
        w->succeeded = s.own == 0;
        w->move = w->children[root.first + (size_t)s.best].move;
    }
}

static void *worker_run(void *argument)
{
    struct worker *w = argument;
    const struct tb_game *game = w->solver->game;

    w->scratch = malloc((size_t)game->moves_max * game->state_size);
    if (w->scratch)
        search_root(w);
    else
        atomic_store(&w->solver->starved, true);
    atomic_store(&w->solver->ended, true);
    atomic_fetch_add(&w->solver->nodes, w->fresh);
    free(w->scratch);
    free(w->children);
    return NULL;
}

static struct direct direct_of(const struct dfpn *solver, int player)
{
    return (struct direct){.game = solver->game,
                           .two_sides = solver->two_sides,
                           .probes = solver->probes,
                           .player = player};
}

/* Runs all threads; returns the one that has the answer, else any. */
static struct worker run_workers(struct dfpn *solver)
{
    struct worker workers[DFPN_THREADS_MAX];
    int started = 1, answered = 0;

    for (int i = 0; i < solver->threads; i++)
        workers[i] = (struct worker){.solver = solver,
                                     .direct = direct_of(solver, solver->question.player),
                                     .leads = i == 0,
                                     .answer = BOUNDS_OPEN};
#ifndef __wasi__
    pthread_t threads[DFPN_THREADS_MAX];

    while (started < solver->threads &&
           pthread_create(&threads[started], NULL, worker_run, &workers[started]) == 0)
        started++;
#endif
    worker_run(&workers[0]);
    for (int i = 1; i < started; i++) {
#ifndef __wasi__
        pthread_join(threads[i], NULL);
#endif
        if (bounds_settled(&workers[i].answer, solver->question.plies))
            answered = i;
    }
    return workers[answered];
}

/* Searches even if the table already has an entry for the position itself. */
static struct worker search(struct dfpn *solver, const struct dfpn_question *question,
                            const struct dfpn_limits *limits)
{
    static const struct dfpn_limits none = {0};

    solver->question = *question;
    solver->limits = limits ? limits : &none;
    solver->start_ms = clock_ms();
    solver->report_ms = solver->start_ms + REPORT_MS;
    solver->node_limit = UINT64_MAX;
    if (solver->limits->nodes)
        solver->node_limit = atomic_load(&solver->nodes) + solver->limits->nodes;
    atomic_store(&solver->ended, false);
    return run_workers(solver);
}

struct bounds dfpn_recall(const struct dfpn *solver, const struct dfpn_question *question)
{
    struct direct direct = direct_of(solver, question->player);
    struct bounds bounds = direct_bounds(&direct, question->state, question->plies);
    struct proof_table_entry entry;

    if (bounds_settled(&bounds, question->plies))
        return bounds;
    uint64_t key = key_of(solver, question->state, question->player);

    proof_table_get(&solver->table, key, &entry);
    return entry.bounds;
}

struct bounds dfpn_ask(struct dfpn *solver, const struct dfpn_question *question,
                       const struct dfpn_limits *limits)
{
    struct bounds known = dfpn_recall(solver, question);

    if (bounds_settled(&known, question->plies) || atomic_load(&solver->stopped))
        return known;
    struct bounds found = search(solver, question, limits).answer;

    return (struct bounds){smaller(known.win, found.win), larger(known.hold, found.hold)};
}

double dfpn_promise(const struct dfpn *solver)
{
    double proof = atomic_load(&solver->proof), disproof = atomic_load(&solver->disproof);

    return proof + disproof > 0 ? disproof / (proof + disproof) : 0.5;
}

bool dfpn_choose(struct dfpn *solver, const struct dfpn_question *question,
                 const struct dfpn_limits *limits, tb_move *move)
{
    struct worker w = search(solver, question, limits);

    *move = w.move;
    return w.succeeded;
}

void dfpn_stop(struct dfpn *solver)
{
    atomic_store(&solver->stopped, true);
}

bool dfpn_starved(const struct dfpn *solver)
{
    return atomic_load(&solver->starved);
}

uint64_t dfpn_nodes(const struct dfpn *solver)
{
    return atomic_load(&solver->nodes);
}

/* ---- Making and ending ------------------------------------------------------------------- */

struct dfpn *dfpn_make(const struct tb_setup *setup, const struct dfpn_options *options,
                       uint64_t buckets)
{
    struct dfpn *solver = calloc(1, sizeof *solver);
    struct tb_state start;

    if (!solver)
        return NULL;
    setup->game->init(setup, &start);
    solver->setup = *setup;
    solver->game = setup->game;
    solver->symmetries = options->origin ? canonical_keeping(setup->game, options->origin)
                                         : canonical_all(setup->game, &start);
    solver->threads = options->threads > 1 ? options->threads : 1;
    solver->two_sides = game_side_count(setup->game, &start, setup->players) == 2;
    solver->probes = solver->two_sides && setup->game->solved && !options->rules_only;
#ifdef __wasi__
    solver->threads = 1;
#endif
    if (solver->threads > 1)
        solver->busy = calloc((size_t)1 << BUSY_BITS, sizeof *solver->busy);
    if (proof_table_init(&solver->table, buckets) && (solver->busy || solver->threads == 1))
        return solver;
    dfpn_free(solver);
    return NULL;
}

struct dfpn *dfpn_new(const struct tb_setup *setup, const struct dfpn_options *options)
{
    uint64_t buckets = options->bytes / sizeof(struct proof_table_bucket);

    return dfpn_make(setup, options, buckets ? buckets : 1);
}

void dfpn_free(struct dfpn *solver)
{
    if (!solver)
        return;
    proof_table_release(&solver->table);
    free((void *)solver->busy);
    free(solver);
}
