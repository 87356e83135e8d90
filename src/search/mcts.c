/*
 * mcts.c - Monte Carlo tree search, for any number of sides.
 *
 * ENGINE_UCT is the textbook method: UCB1, uniform playouts to the end. It is
 * the baseline. ENGINE_MCTS takes the game's advice: the order of moves decides
 * which child is grown next and how much it is explored (PUCT), the evaluation
 * takes the place of playouts, and values that are proven spread through the
 * tree. With three or more sides and no eval noise, the tree uses the game's
 * multiplayer model (multiplayer.h) for evaluation and priors, tries only the likeliest
 * moves of a position, and values a draw as in a match: a win shared by all sides.
 *
 * With several threads each grows a tree of its own; the roots are added up.
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/advice.h"
#include "core/solved.h"
#include "core/windows.h"
#include "search/mcts.h"
#include "search/multiplayer.h"
#include "search/parallel.h"

enum {
    EDGES_MAX = 40,           /* of a node other than the root */
    POINTS_APART = -12 * 256, /* moves that are worse by more do not count */
    METER_PERIOD = 1,
    PLAYOUT_PLIES = 1000, /* a playout that takes longer is a draw */
    REPORT_FIRST = 1024,  /* simulations; then at every power of two */
};

static const double explore_uct = 1.0;
static const double explore_puct = 1.2;

static bool advised(const struct tree *t)
{
    return t->shared->spec.kind == ENGINE_MCTS;
}

/* ---- Values -------------------------------------------------------------------- */

/* Everyone on `side` gets `value`, the others its opposite. */
static void payoffs_of_side(const struct tree *t, int side, float value, float *payoff)
{
    for (int p = 0; p < t->shared->spec.setup.players; p++)
        payoff[p] = t->shared->sides[p] == side ? value : -value;
}

static void payoffs_of_outcome(const struct tree *t, int outcome, float *payoff)
{
    for (int p = 0; outcome == OUTCOME_DRAWN && p < TB_PLAYERS_MAX; p++)
        payoff[p] = t->draw;
    if (outcome != OUTCOME_DRAWN)
        payoffs_of_side(t, outcome - OUTCOME_WON, 1, payoff);
}

static uint8_t outcome_of_result(const struct tree *t, const struct tb_result *result)
{
    if (!result->over)
        return OUTCOME_OPEN;
    if (result->winners == 0)
        return OUTCOME_DRAWN;
    return OUTCOME_WON + t->shared->sides[__builtin_ctz(result->winners)];
}

/* Plays on at random, or as the game thinks fit, and takes the result. */
static void playout(struct tree *t, struct tb_state *state, float *payoff)
{
    const struct tb_game *game = t->game;

    if (advised(t) && t->advice->playout) {
        t->advice->playout(state, &t->rng, PLAYOUT_PLIES);
    } else {
        for (int ply = 0; ply < PLAYOUT_PLIES && game_play_random(game, state, &t->rng); ply++)
            ;
    }
    struct tb_result result = game->result(state);

    payoffs_of_outcome(t, result.over ? outcome_of_result(t, &result) : OUTCOME_DRAWN, payoff);
}

static double random_error(struct tree *t, double size)
{
    double a = (double)rng_next(&t->rng) * 0x1p-64, b = (double)rng_next(&t->rng) * 0x1p-64;

    return size * (a + b - 1);
}

/* The expected payoffs of a leaf, which may be changed. */
static void leaf_payoffs(struct tree *t, struct tb_state *state, float *payoff)
{
    const struct tb_game *game = t->game;
    int players = t->shared->spec.setup.players;
    double eval_noise = t->job->eval_noise / 100.0;

    if (t->modelled) {
        multiplayer_expect(t->advice->multiplayer, t->shared->spec.net, state, players, payoff);
    } else if (advised(t) && t->shared->spec.sides == 2 && t->advice->evaluate) {
        double points = (double)t->advice->evaluate(state) / t->advice->evaluate_scale;

        payoffs_of_side(t, t->shared->sides[game->turn(state)],
                        (float)tanh(points + random_error(t, eval_noise)), payoff);
    } else if (advised(t) && t->advice->evaluate_players) {
        t->advice->evaluate_players(state, payoff);
        for (int p = 0; eval_noise > 0 && p < players; p++)
            payoff[p] += (float)random_error(t, eval_noise);
    } else {
        playout(t, state, payoff);
    }
}

/* ---- Growing ------------------------------------------------------------------------ */

/* Move number `rank` of a position in the order in which its children are grown:
 * the game's, or one at random that belongs to the node. */
static tb_move nth_move(struct tree *t, uint32_t index, const struct tb_state *state, int rank)
{
    struct move_list *list = &t->list;
    struct rng rng = {t->job->seed + index};

    list->count = t->game->moves(state, list->moves);
    if (advised(t) && t->advice->order) {
        t->advice->order(state, list->moves, list->count, list->priority);
        for (int i = 0; i < list->count; i++)
            list->score[i] = list->priority[i] + (int)rng_below(&rng, t->job->eval_noise ? 10 : 1);
        for (int i = 0; i <= rank; i++)
            move_list_pick(list, i);
        return list->moves[rank];
    }
    for (int i = 0; i <= rank; i++) {
        int from = i + (int)rng_below(&rng, (uint32_t)(list->count - i));
        tb_move move = list->moves[from];

        list->moves[from] = list->moves[i];
        list->moves[i] = move;
    }
    return list->moves[rank];
}

/* Sets the outcome of a position that has just been reached, if it is known. What
 * the game itself knows does not count where the history may make it a draw. */
static void settle(struct tree *t, struct node *node, const struct tb_state *state)
{
    struct tb_result result = t->game->result(state);
    struct verdict verdict;

    node->player = (uint8_t)t->game->turn(state);
    node->outcome = outcome_of_result(t, &result);
    if (t->modelled && t->advice->multiplayer->check_wins_at_leaf && !result.over &&
        t->advice->wins_at_once(state)) {
        node->outcome = OUTCOME_WON + t->shared->sides[node->player];
        node->plies = 1;
        return;
    }
    if (result.over || !advised(t) || t->shared->spec.no_probe || t->shared->spec.sides != 2 ||
        t->shared->repetition.count || !game_probe(t->game, state, &verdict))
        return;
    int side = t->shared->sides[node->player];
    int other = t->shared->sides[(node->player + 1) % t->shared->spec.setup.players];

    node->outcome = verdict.value == 0  ? OUTCOME_DRAWN
                    : verdict.value > 0 ? OUTCOME_WON + side
                                        : OUTCOME_WON + other;
    node->plies =
        (uint16_t)(verdict.plies >= 0 && verdict.plies < DISTANCE_UNKNOWN ? verdict.plies
                                                                          : DISTANCE_UNKNOWN);
}

/* The prior that the game's order gives: by rank alone. */
static double order_prior(const struct tree *t, const struct node *node, int rank)
{
    return t->advice->order ? 1 / ((rank + 1.5) * t->shared->harmonic[node->legal])
                            : 1.0 / node->legal;
}

/* Lists the moves that are worth a look, best first: all, or as many as are nearly sure to have
 * the best among them. */
static void list_edges(struct tree *t, struct node *node, const struct tb_state *state, bool all)
{
    struct move_list *list = &t->list;
    double sum = 0, covered = 0, cover = t->advice->multiplayer->cover / 1000.0;
    int best = INT_MIN;

    node->edges = t->edges_used;
    node->listed = 0;
    multiplayer_points(t->advice->multiplayer, t->shared->spec.net, state, list->moves, list->count,
                       list->score);
    for (int i = 0; i < list->count; i++)
        best = list->score[i] > best ? list->score[i] : best;
    for (int i = 0; i < list->count; i++)
        if (list->score[i] - best > POINTS_APART)
            sum += multiplayer_weight(list->score[i] - best);
    for (int i = 0; i < list->count && t->edges_used < t->edges_capacity; i++) {
        if (!all && (i == EDGES_MAX || covered >= cover))
            break;
        move_list_pick(list, i);
        double prior = multiplayer_weight(list->score[i] - best) / sum;

        covered += prior;
        t->edges[t->edges_used++] = (struct edge){list->moves[i], (float)prior};
        node->listed++;
    }
}

/* Lists the other moves too once all listed moves are known to lose. */
static bool widen(struct tree *t, struct node *node, const struct tb_state *state)
{
    if (node->tried < node->listed || node->listed == node->legal ||
        t->edges_capacity - t->edges_used < node->legal)
        return false;
    t->list.count = t->game->moves(state, t->list.moves);
    list_edges(t, node, state, true);
    return true;
}

/* Lists all moves of a root that was an inner node before, where only the likely ones count. */
static void widen_root(struct tree *t, const struct tb_state *state)
{
    struct node *root = &t->nodes[0];

    if (root->listed == root->legal)
        return;
    t->list.count = t->game->moves(state, t->list.moves);
    list_edges(t, root, state, true);
}

/* Lists a node's moves; if one of them wins at once, that settles it, and this
 * move becomes its only further child. */
static void open_node(struct tree *t, struct node *node, const struct tb_state *state)
{
    const struct tb_game *game = t->game;
    struct move_list *list = &t->list;

    list->count = game->moves(state, list->moves);
    node->legal = node->listed = (uint16_t)list->count;
    if (t->modelled)
        list_edges(t, node, state, node == t->nodes);
    if (!advised(t) || t->used == t->capacity ||
        (t->advice->wins_at_once && !t->advice->wins_at_once(state)))
        return;
    list->count = t->advice->forcing ? t->advice->forcing(state, list->moves) : node->legal;
    for (int i = 0; i < list->count; i++) {
        struct tb_state next;

        state_copy(game, &next, state);
        game->play(&next, list->moves[i]);
        if (game->result(&next).winners & 1u << node->player) {
            node->outcome = OUTCOME_WON + t->shared->sides[node->player];
            node->plies = 1;
            t->nodes[t->used] = (struct node){.move = list->moves[i],
                                              .visits = 1,
                                              .total = 1,
                                              .mean = 1,
                                              .sibling = node->child,
                                              .outcome = node->outcome};
            node->child = t->used++;
            return;
        }
    }
}

/* The prior of the child that is grown next. */
static double next_prior(const struct tree *t, const struct node *node)
{
    return t->modelled ? t->edges[node->edges + node->tried].prior
                       : order_prior(t, node, node->tried);
}

/* Adds the next child of a node; 0 when the tree is full. Changes the state to the child's. */
static uint32_t grow(struct tree *t, uint32_t parent, struct tb_state *state)
{
    struct node *node = &t->nodes[parent];

    if (t->used == t->capacity || node->tried == node->listed)
        return 0;
    uint32_t child = t->used++;

    t->nodes[child] = (struct node){
        .move = t->modelled ? t->edges[node->edges + node->tried].move
                            : nth_move(t, parent, state, node->tried),
        .prior = next_prior(t, node),
        .sibling = node->child,
    };
    node->child = child;
    node->tried++;
    t->game->play(state, t->nodes[child].move);
    settle(t, &t->nodes[child], state);
    return child;
}

/* ---- Choosing ------------------------------------------------------------------------ */

/* A child's mean payoff to the one who chooses it; what is proven counts as such. */
static double mean(const struct tree *t, const struct node *parent, const struct node *child)
{
    if (child->outcome == OUTCOME_OPEN)
        return child->mean;
    if (child->outcome == OUTCOME_DRAWN)
        return t->draw;
    return child->outcome - OUTCOME_WON == t->shared->sides[parent->player] ? 1 : -1;
}

/* The child with the highest upper confidence bound (UCT); 0: a new one. */
static uint32_t choose_uct(const struct tree *t, const struct node *node)
{
    double log_visits = log(node->visits + 1), best = -INFINITY;
    uint32_t chosen = 0;

    if (node->tried < node->legal)
        return 0;
    for (uint32_t c = node->child; c; c = t->nodes[c].sibling) {
        const struct node *child = &t->nodes[c];
        double value = mean(t, node, child) + explore_uct * sqrt(log_visits / (child->visits + 1));

        if (value > best) {
            best = value;
            chosen = c;
        }
    }
    return chosen;
}

/* The same with the game's order as prior (PUCT). */
static uint32_t choose_puct(const struct tree *t, const struct node *node)
{
    double explore = t->modelled ? t->advice->multiplayer->explore / 100.0 : explore_puct;
    double reach = explore * sqrt(node->visits), best = -INFINITY, total = 0;
    uint32_t chosen = 0, visits = 0;

    for (uint32_t c = node->child; c; c = t->nodes[c].sibling) {
        const struct node *child = &t->nodes[c];
        double value = mean(t, node, child) + reach * child->prior / (1 + child->visits);

        total += child->total;
        visits += child->visits;
        if (value > best) {
            best = value;
            chosen = c;
        }
    }
    if (node->tried < node->listed) {
        /* As good as its siblings, or a little better. */
        double unseen = visits ? total / visits : 0;

        if (t->modelled)
            unseen += t->advice->multiplayer->hope / 100.0;

        if (unseen + reach * next_prior(t, node) > best)
            return 0;
    }
    return chosen;
}

/* ---- Proofs ------------------------------------------------------------------------------ */

/* Settles a node whose children say enough: one that wins for the player to
 * move, or all of them known and of one mind. With two sides a choice between
 * draws and losses is a draw; with more, nobody can say whom a loser helps. */
static void prove(struct tree *t, struct node *node)
{
    int win = OUTCOME_WON + t->shared->sides[node->player];
    int common = OUTCOME_OPEN, shortest = UINT16_MAX, longest = 0;
    bool mixed = false, complete = node->tried == node->legal;

    for (uint32_t c = node->child; c; c = t->nodes[c].sibling) {
        const struct node *child = &t->nodes[c];

        if (child->outcome == win) {
            shortest = child->plies < shortest ? child->plies : shortest;
        } else {
            complete = complete && child->outcome != OUTCOME_OPEN;
            mixed = mixed || (common != OUTCOME_OPEN && common != child->outcome);
            common = child->outcome;
            longest = child->plies > longest ? child->plies : longest;
        }
    }
    if (shortest < UINT16_MAX) {
        node->outcome = (uint8_t)win;
        node->plies = (uint16_t)(shortest + 1);
    } else if (complete && (!mixed || t->shared->spec.sides == 2)) {
        node->outcome = (uint8_t)(mixed ? OUTCOME_DRAWN : common);
        node->plies = (uint16_t)(longest + 1);
    }
}

/* ---- One simulation ------------------------------------------------------------------------ */

/* True if the position has occurred on this path before, or too often in the match. */
static bool repeated(struct tree *t, struct node *node, const struct tb_state *state, int length)
{
    if (!t->shared->repetition.cycles)
        return false;
    if (!node->hash)
        node->hash = game_hash(t->game, state);
    uint64_t hash = t->hashes[length] = node->hash;

    for (int i = 0; i < length; i++)
        if (t->hashes[i] == hash)
            return true;
    return length > 0 && repetition_draws(&t->shared->repetition, hash);
}

/* Walks down to a leaf, growing the tree by one node, and says what it is worth;
 * returns the length of the path. */
static int walk(struct tree *t, float *payoff)
{
    struct tb_state state;
    int length = 0;

    memcpy(&state, t->job->task->state, t->game->state_size);
    for (;; length++) {
        uint32_t index = t->path[length], next;
        struct node *node = &t->nodes[index];

        if (repeated(t, node, &state, length)) {
            node->outcome = OUTCOME_OPEN; /* the rule of repetition proves nothing */
            payoffs_of_outcome(t, OUTCOME_DRAWN, payoff);
            if (t->shared->repetition.illegal)
                payoffs_of_side(t, t->shared->sides[t->nodes[t->path[length - 1]].player], -1,
                                payoff);
            return length;
        }
        if (node->legal == 0 && node->outcome == OUTCOME_OPEN && (node->visits || index == 0))
            open_node(t, node, &state);
        if (node->outcome != OUTCOME_OPEN && index != 0) {
            payoffs_of_outcome(t, node->outcome, payoff);
            return length;
        }
        if ((node->visits == 0 && index != 0) || length == PATH_MAX_PLIES)
            break;
        next = advised(t) ? choose_puct(t, node) : choose_uct(t, node);
        if (t->modelled && next && t->nodes[next].outcome != OUTCOME_OPEN && widen(t, node, &state))
            next = choose_puct(t, node);
        if (next)
            t->game->play(&state, t->nodes[next].move);
        else if ((next = grow(t, index, &state)) == 0)
            break;
        t->path[length + 1] = next;
    }
    leaf_payoffs(t, &state, payoff);
    return length;
}

/* A browser switches to better code of a function at its next call, hence noinline: the loop around
 * this one is entered once per search. */
static __attribute__((noinline)) void simulate(struct tree *t)
{
    float payoff[TB_PLAYERS_MAX];
    int length = walk(t, payoff);
    bool settled = advised(t) && t->nodes[t->path[length]].outcome != OUTCOME_OPEN;

    for (int i = length; i > 0; i--) {
        struct node *node = &t->nodes[t->path[i]], *parent = &t->nodes[t->path[i - 1]];

        node->visits++;
        node->total += payoff[parent->player];
        node->mean = node->total / node->visits;
        if (settled && parent->outcome == OUTCOME_OPEN) {
            prove(t, parent);
            settled = parent->outcome != OUTCOME_OPEN;
        }
    }
    t->nodes[0].visits++;
}

/* ---- The searcher ---------------------------------------------------------------------------- */

/* Sets the root up: what an earlier search of the match has grown below it is of use as long as the
 * tree judges in the same way. */
static void start_root(struct tree *t, const struct job *job, bool was_modelled)
{
    const void *state = job->task->state;

    if (t->modelled && was_modelled && mcts_keep_subtree(t, job->task)) {
        widen_root(t, state);
    } else {
        t->used = 1;
        t->edges_used = 0;
        t->nodes[0] = (struct node){.player = (uint8_t)t->game->turn(state)};
    }
    memcpy(&t->root, state, t->game->state_size);
}

static void start_tree(struct tree *t, const struct job *job, int index)
{
    bool was_modelled = t->modelled;

    t->job = job;
    t->modelled = t->edges && job->eval_noise == 0;
    t->draw = t->modelled ? 2.0f / (float)t->shared->spec.sides - 1 : 0; /* a win, shared */
    start_root(t, job, was_modelled);
    t->rng.state = job->seed + (uint64_t)index;
    t->path[0] = 0;
    meter_start(&t->meter, job->control, METER_PERIOD);
}

/* Grows one tree until the limits or until its root is settled. */
static void *run_tree(void *argument)
{
    struct tree *t = argument;

    while (t->nodes[0].outcome == OUTCOME_OPEN && !meter_tick(&t->meter))
        simulate(t);
    meter_read(&t->meter);
    return NULL;
}

/* The same for the first tree, which also reports. A tree has no depth; a limit
 * of depth means a best line of that length. */
static void run_first_tree(struct mcts *m, const struct job *job, struct search_info *info)
{
    struct tree *t = &m->trees[0];
    uint64_t next_report = REPORT_FIRST;

    while (next_report < t->nodes[0].visits)
        next_report *= 2;
    while (t->nodes[0].outcome == OUTCOME_OPEN && !meter_tick(&t->meter)) {
        simulate(t);
        if (t->nodes[0].visits < next_report)
            continue;
        next_report *= 2;
        meter_read(&t->meter);
        mcts_collect(m, job, 1, info);
        search_report(job, info);
        if (job->depth < DEPTH_MAX &&
            (info->lines[0].length >= job->depth || t->used == t->capacity))
            break;
    }
    meter_read(&t->meter);
    atomic_store_explicit(&job->control->ended, true, memory_order_relaxed);
}

static void mcts_think(void *self, const struct job *job, struct search_info *info)
{
    struct mcts *m = self;
    struct parallel parallel;

    repetition_start(&m->repetition, job->task);
    for (int p = 0; p < m->spec.setup.players; p++)
        m->sides[p] = (uint8_t)game_side(job->task->game, job->task->state, p);
    for (int i = 0; i < m->spec.threads; i++)
        start_tree(&m->trees[i], job, i);
    parallel_start(&parallel, run_tree, m->trees, sizeof *m->trees, m->spec.threads);
    run_first_tree(m, job, info);
    info->threads = parallel_wait(&parallel);
    info->depth = 0;
    mcts_collect(m, job, m->spec.threads, info);
}

static void mcts_free(void *self)
{
    struct mcts *m = self;

    for (int i = 0; m->trees && i < m->spec.threads; i++) {
        free(m->trees[i].nodes);
        free(m->trees[i].edges);
        move_list_release(&m->trees[i].list);
    }
    free(m->trees);
    free(m->harmonic);
    free(m->candidates);
    repetition_release(&m->repetition);
    free(m);
}

/* Returns how many things of the given size fit into `bytes`. */
static uint32_t capacity_of(size_t bytes, size_t size)
{
    size_t capacity = bytes / size;

    return (uint32_t)(capacity < 1024 ? 1024 : capacity > UINT32_MAX ? UINT32_MAX : capacity);
}

static bool tree_init(struct tree *t, struct mcts *m)
{
    size_t bytes = m->spec.bytes / (size_t)m->spec.threads;
    bool multiplayer = m->spec.kind == ENGINE_MCTS && m->spec.sides > 2 &&
                       game_advice(m->spec.setup.game)->multiplayer;

    t->shared = m;
    t->game = m->spec.setup.game;
    t->advice = game_advice(t->game);
    if (multiplayer) {
        bytes /= 2;
        t->edges_capacity = capacity_of(bytes, sizeof *t->edges);
        t->edges = malloc(t->edges_capacity * sizeof *t->edges);
        if (!t->edges)
            return false;
    }
    t->capacity = capacity_of(bytes, sizeof *t->nodes);
    t->nodes = aligned_alloc(sizeof *t->nodes, t->capacity * sizeof *t->nodes);
    return t->nodes && move_list_init(&t->list, t->game);
}

static void *mcts_create(const struct spec *spec)
{
    struct mcts *m = calloc(1, sizeof *m);
    size_t moves = (size_t)spec->setup.game->moves_max;

    if (!m)
        return NULL;
    m->spec = *spec;
    m->trees = calloc((size_t)spec->threads, sizeof *m->trees);
    m->harmonic = calloc(moves + 1, sizeof *m->harmonic);
    m->candidates = calloc(moves, sizeof *m->candidates);
    bool done = m->trees && m->harmonic && m->candidates;

    for (size_t n = 1; done && n <= moves; n++)
        m->harmonic[n] = m->harmonic[n - 1] + 1 / ((double)n + 0.5);
    for (int i = 0; done && i < spec->threads; i++)
        done = tree_init(&m->trees[i], m);
    if (done)
        return m;
    mcts_free(m);
    return NULL;
}

static void mcts_clear(void *self)
{
    struct mcts *m = self;

    for (int i = 0; i < m->spec.threads; i++)
        m->trees[i].used = 0;
}

const struct searcher mcts_searcher = {
    .create = mcts_create,
    .free = mcts_free,
    .clear = mcts_clear,
    .think = mcts_think,
};
