/*
 * dfpn.c - see dfpn.h.
 *
 * A question is a position, a side that attacks, and a number of plies. Its proof
 * number says how much must at least be proven to prove it, its disproof number
 * how much must be refuted to refute it, in open questions weighted by how hard
 * they look; the search always goes to the one that lies on the easiest way to
 * either. For the player to move, one number is the smallest among the moves and
 * the other grows with all of them: it is the largest plus one for each further
 * open move, which does not count a position twice where moves transpose.
 *
 * Plies fall with every move, so questions never form a circle and the order of
 * search cannot make a proof unsound.
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
    BUSY_BITS = 16, /* of the number of counters; chance collisions only misguide */
    NUMBER_MAX = NUMBER_INFINITE - 1,
    GUESS = 4, /* both numbers of an even position with one move */
};

static const double HELD_WEIGHT = 0.3; /* of each ply for which a position held */

/* Parameters of the search, found by experiment: a win within few plies is mostly refuted, and that
 * takes less work the longer the search stays with a move. */
struct steering {
    double leave_ratio; /* leave a move when its number is this multiple of the next one's */
    double lead;        /* weight of a good standing in a first guess, */
    double moves;       /* and of the number of moves, as a power */
};

static const struct steering STEER_WITHIN = {.leave_ratio = 3, .lead = 0.5, .moves = 1.25};
static const struct steering STEER_UNLIMITED = {.leave_ratio = 1.5, .lead = 1, .moves = 1};

/* A move, where it leads, and what is known of that. */
struct child {
    uint64_t key; /* meaningful unless the bounds settle it */
    tb_move move;
    uint32_t proof, disproof;
    struct bounds bounds;
};

struct worker {
    struct dfpn *solver;
    struct child *children; /* a stack: those of all positions on the path */
    size_t used, capacity;
    unsigned char *scratch; /* the states that expand() works on */
    struct direct direct;
    uint64_t nodes; /* added to the solver's count */
    uint32_t fresh; /* nodes not yet added */
    bool leads;     /* this thread reports */
    bool ended;
    struct bounds answer;
    bool succeeded; /* the player to move, by this move */
    tb_move move;
};

/* A position on the path. */
struct node {
    struct tb_state state;
    uint64_t key;
    int plies;
    bool root;
    bool attacking; /* is a player of the attacker's side to move */
    bool complete;  /* are all its moves among the children */
    int count;
    size_t first; /* of its children */
};

/* A node's numbers as the player to move sees them. */
struct summary {
    uint32_t own, other; /* for success, for failure */
    uint32_t second;     /* the second smallest of what `own` is the smallest */
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

/* Hands the nodes over, looks at the clock, and reports if it is time. */
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

/* Estimates a new position: it is hard to beat a player who has a good position or many moves, or
 * who could not be beaten in fewer plies. */
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

/* True if the child is what the player to move wants. */
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

/* Makes the children of the moves and finds what is known at once; returns how
 * many there are, fewer than the moves if the last of them succeeds. */
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
            children[i].key =
                canonical_hash(game, next, solver->question.player, solver->symmetries);
            __builtin_prefetch(proof_table_bucket(&solver->table, children[i].key));
        }
    }
    return count;
}

/* Puts the children on top of the stack. False when out of memory. */
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

/* The number for success of an open child; one that other threads look at seems harder. */
static uint32_t own_number(const struct dfpn *solver, const struct child *child, bool attacking)
{
    uint64_t number = attacking ? child->proof : child->disproof;

    if (solver->busy)
        number *= 1u + atomic_load_explicit(busy_counter(solver, child->key), memory_order_relaxed);
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
    /* Moves that were not looked at may be better still, for the one who chooses. */
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

/* Looks into the best child until its numbers make another one better, or bring
 * this node's to their limits. */
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

/* ---- Asking ------------------------------------------------------------------------------ */

static void search_root(struct worker *w)
{
    struct dfpn *solver = w->solver;
    const struct tb_game *game = solver->game;
    const struct dfpn_question *question = &solver->question;
    struct node root = {.plies = question->plies, .root = true};

    memcpy(&root.state, question->state, game->state_size);
    root.key = canonical_hash(game, &root.state, question->player, solver->symmetries);
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
    uint64_t key =
        canonical_hash(solver->game, question->state, question->player, solver->symmetries);

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
