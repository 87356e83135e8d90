/*
 * alphabeta.c - principal variation search of one position.
 *
 * Scores are for the player to move. A score comes with a proof: the set of
 * bounds (table.h) that it proves, whatever the evaluation thinks. A lower bound
 * is proven by one move into a position with a proven upper bound; an upper
 * bound only if every legal move was searched and each has one. Hence
 *  - a score of SCORE_PROVEN or more that beats alpha is a forced win, and one
 *    of -SCORE_PROVEN or less that stays below beta a forced loss, because only
 *    the end of the game and the game's own probe() make such scores;
 *  - no move is skipped while all moves before it lose, and a cut-off that rests
 *    on the evaluation never returns such a score.
 * Once the window lies among proven scores, only the distance is in question;
 * then nothing is reduced, skipped or believed without a proof.
 */
#include "core/advice.h"
#include "core/features.h"
#include "core/solved.h"
#include "search/alphabeta.h"

#include <math.h>
#include <string.h>

enum { QUIESCE_PLIES = 8 }; /* forcing moves looked at beyond the horizon */

const struct search_parameters search_parameters_default = {
#define PARAMETER(name, value, least, most) .name = value,
    SEARCH_PARAMETERS(PARAMETER)
#undef PARAMETER
};

/* The state of one position, shared by the functions below. */
struct node {
    struct search_frame *frame;
    int ply, depth, alpha, beta;
    bool pv;    /* an open window: the value is wanted, not a bound */
    bool sound; /* only the distance to a proven end is in question */
    int extend; /* plies to add, for a forced move */
    int eval;
    struct table_entry known; /* move = MOVE_NONE and no bound if nothing is */
};

/* ---- Scores ------------------------------------------------------------------ */

static int to_table(int score, int ply)
{
    return score >= SCORE_PROVEN ? score + ply : score <= -SCORE_PROVEN ? score - ply : score;
}

static int from_table(int score, int ply)
{
    return score >= SCORE_PROVEN ? score - ply : score <= -SCORE_PROVEN ? score + ply : score;
}

static int clamp(int value, int limit)
{
    return value > limit ? limit : value < -limit ? -limit : value;
}

/* An error of the evaluation that belongs to the position: the sum of two even
 * ones, within +-size. */
static int eval_noise(uint64_t key, int size)
{
    struct rng rng = {key};
    uint32_t width = (uint32_t)size + 1;

    return (int)rng_below(&rng, width) + (int)rng_below(&rng, width) - size;
}

/* A margin in points. */
static int margin(const struct worker *w, int thousandths, int depth)
{
    return w->shared->scale * thousandths / 1000 * depth;
}

/* The inputs of the position before, if the network has looked at it, or of the one before that. */
static const struct net_input *near_input(const struct worker *w, const struct search_frame *f)
{
    for (const struct search_frame *g = f - 1; g >= w->frames && g >= f - 2; g--)
        if (g->looked)
            return &g->input;
    return NULL;
}

/* Lets the network look at a position, unless it has; false if there is no network for it. */
static bool look(const struct worker *w, struct search_frame *f)
{
    const struct net *net = w->shared->spec.net;

    const struct features *features = w->game->features;

    if (!net || f->looked)
        return net;
    if (features->read_changes) {
        f->looked = features->read_changes(&f->state, near_input(w, f), &f->input);
        if (f->looked)
            net_follow(net, &f->input, &f->hidden);
    } else {
        f->looked = features->read(&f->state, &f->input);
        if (f->looked)
            net_look(net, &f->input, &f->hidden);
    }
    return f->looked;
}

static int evaluate(const struct worker *w, struct search_frame *f)
{
    const struct alphabeta *a = w->shared;
    int points = 0;

    if (look(w, f)) {
        points = net_value(a->spec.net, &f->input, &f->hidden);
    } else if (a->spec.sides == 2 && w->advice->evaluate) {
        points = w->advice->evaluate(&f->state);
    } else if (w->advice->evaluate_players) {
        float payoff[TB_PLAYERS_MAX];

        w->advice->evaluate_players(&f->state, payoff);
        float ours = fminf(fmaxf(payoff[a->root_player], -0.999f), 0.999f);

        points = (int)(PAYOFF_SCALE * atanhf(f->ours ? ours : -ours));
    }
    if (a->eval_noise)
        points += eval_noise(f->hash ^ a->seed, a->eval_noise);
    return clamp(points, EVAL_MAX);
}

/* ---- Moving along the path ---------------------------------------------------- */

void worker_arrive(struct worker *w, struct search_frame *f)
{
    f->hash = game_hash(w->game, &f->state);
    f->looked = false;
    f->player = w->game->turn(&f->state);
    f->ours = game_side(w->game, &f->state, f->player) == w->shared->us;
    table_prefetch(&w->shared->table, f->hash ^ w->shared->salt);
}

void worker_enter(struct worker *w, int ply, tb_move move)
{
    struct search_frame *f = &w->frames[ply];

    f->move = move;
    state_copy(w->game, &f[1].state, &f->state);
    w->game->play(&f[1].state, move);
    worker_arrive(w, &f[1]);
}

static int search(struct worker *w, int ply, int depth, int alpha, int beta);

int worker_descend(struct worker *w, int ply, int depth, int alpha, int beta, unsigned *proof)
{
    const struct search_frame *f = &w->frames[ply];

    if (f[1].ours == f->ours) {
        int score = search(w, ply + 1, depth, alpha, beta);

        *proof = f[1].proof;
        return score;
    }
    int score = -search(w, ply + 1, depth, -beta, -alpha);

    *proof = (f[1].proof & BOUND_LOWER ? BOUND_UPPER : 0) |
             (f[1].proof & BOUND_UPPER ? BOUND_LOWER : 0);
    return score;
}

/* ---- Values that need no search ------------------------------------------------- */

static bool repeated(const struct worker *w, int ply)
{
    uint64_t hash = w->frames[ply].hash;

    for (int i = ply - 1; i >= 0; i--)
        if (w->frames[i].hash == hash)
            return true;
    return repetition_draws(&w->shared->repetition, hash);
}

/* Returns the score of the game's own verdict. It does not know the history: where
 * that has brought positions to the brink of a draw, this is not a proof. */
static int verdict_score(const struct worker *w, struct search_frame *f, int ply,
                         const struct verdict *verdict)
{
    bool known = verdict->plies >= 0 && verdict->plies < DISTANCE_UNKNOWN;
    int plies = known                 ? verdict->plies
                : verdict->plies < -1 ? -1 - verdict->plies
                                      : DISTANCE_UNKNOWN;

    if (w->shared->repetition.count)
        return verdict->value * (EVAL_MAX - ply - plies);
    f->proof = known || verdict->value == 0 ? BOUND_EXACT
               : verdict->value > 0         ? BOUND_LOWER
                                            : BOUND_UPPER;
    return verdict->value * (SCORE_WIN - ply - plies);
}

void worker_meet(struct worker *w, const void *state)
{
    uint64_t key = w->endings ? w->game->solved->ending->key(state) : 0;
    struct verdict verdict;

    if (key)
        ending_probe(w->game, &w->endings[key % ENDINGS].table, state, &verdict);
}

/* Asks the game, and the endings that it can solve. */
static bool probe(const struct worker *w, const void *state, struct verdict *out)
{
    uint64_t key = w->endings ? w->game->solved->ending->key(state) : 0;

    if (!key)
        return game_probe(w->game, state, out);
    struct met_ending *met = &w->endings[key % ENDINGS];

    if (met->table.key != key) {
        if (game_probe(w->game, state, out))
            return true;
        met->visits = met->key == key ? met->visits + 1 : 0;
        met->key = key;
        if (met->visits < ENDING_VISITS)
            return false;
    }
    return ending_probe(w->game, &met->table, state, out);
}

/* True if the value is known at once: end of the game, repetition, or the game's own knowledge. */
static bool settled(const struct worker *w, struct search_frame *f, int ply, int *score)
{
    struct tb_result result = w->game->result(&f->state);
    struct verdict verdict;

    if (result.over) {
        int value = result.winners == 0 ? 0 : result.winners & w->shared->our_mask ? 1 : -1;

        *score = (f->ours ? value : -value) * (SCORE_WIN - ply);
        f->proof = BOUND_EXACT;
        return true;
    }
    if (w->shared->repetition.cycles && repeated(w, ply)) {
        *score = !w->shared->repetition.illegal ? 0
                 : f->ours == f[-1].ours        ? ply - EVAL_MAX
                                                : EVAL_MAX - ply;
        return true;
    }
    if (w->shared->spec.no_probe || w->shared->spec.sides != 2 ||
        !probe(w, &f->state, &verdict))
        return false;
    *score = verdict_score(w, f, ply, &verdict);
    return true;
}

/* Nobody wins before the next ply. True if that leaves nothing of the window. */
static bool out_of_reach(struct node *n, int *score)
{
    int limit = SCORE_WIN - n->ply - 1;

    if (n->alpha >= limit || n->beta <= -limit) {
        *score = n->alpha >= limit ? limit : -limit;
        n->frame->proof = n->alpha >= limit ? BOUND_UPPER : BOUND_LOWER;
        return true;
    }
    n->alpha = n->alpha < -limit - 1 ? -limit - 1 : n->alpha;
    n->beta = n->beta > limit ? limit : n->beta;
    return false;
}

/* ---- The table -------------------------------------------------------------------- */

static void recall(const struct worker *w, struct node *n)
{
    if (table_probe(&w->shared->table, n->frame->hash ^ w->shared->salt, &n->known)) {
        n->known.score = from_table(n->known.score, n->ply);
        if (n->known.move >= w->game->move_limit)
            n->known.move = MOVE_NONE;
    } else {
        n->known = (struct table_entry){.move = MOVE_NONE, .eval = TABLE_NO_EVAL};
    }
}

static bool table_answers(const struct node *n)
{
    const struct table_entry *e = &n->known;
    unsigned believed = e->depth >= n->depth && !n->sound ? e->bound : e->proof;

    if (n->pv)
        return false;
    return (believed & BOUND_LOWER && e->score >= n->beta) ||
           (believed & BOUND_UPPER && e->score <= n->alpha);
}

/* Keeps the result of a node and returns it. */
static int remember(const struct worker *w, const struct node *n, int score, tb_move move)
{
    unsigned bound = score >= n->beta    ? BOUND_LOWER
                     : score <= n->alpha ? BOUND_UPPER
                                         : BOUND_EXACT;
    struct table_entry entry = {
        .move = move,
        .score = to_table(score, n->ply),
        .eval = n->eval,
        .depth = n->depth > 0 ? n->depth : 0,
        .bound = bound | n->frame->proof,
        .proof = n->frame->proof,
    };

    table_store(&w->shared->table, n->frame->hash ^ w->shared->salt, &entry);
    return score;
}

static void pv_set(struct search_frame *f, tb_move move)
{
    f->pv_length = pv_join(f->pv, move, f[1].pv, f[1].pv_length);
}

static struct hints hints_of(const struct node *n)
{
    const struct search_frame *f = n->frame;

    return (struct hints){
        .table = n->known.move,
        .killers = {f->killers[0], f->killers[1]},
        .previous = f[-1].move,
        .previous_player = f[-1].player,
    };
}

/* The network's answers that the moves need. */
static void find_logits(const struct worker *w, const struct search_frame *f, int from, int *logits)
{
    const struct net *net = w->shared->spec.net;
    const struct move_list *list = &f->list;
    uint16_t asked[NET_LOGITS_MAX];

    if (w->game->features->needed_logits) {
        int count = w->game->features->needed_logits(&f->state, &f->input, list->moves + from,
                                                     list->count - from,
                                  asked);

        net_logits(net, &f->hidden, asked, count, logits);
    } else {
        net_logits_all(net, &f->hidden, logits);
    }
}

void worker_order(struct worker *w, struct search_frame *f, const struct hints *hints, int from)
{
    if (look(w, f)) {
        int logits[NET_LOGITS_MAX];

        find_logits(w, f, from, logits);
        ordering_ask(&w->ordering, &f->state, &f->input, logits, &f->list, from);
    } else {
        ordering_look(&w->ordering, &f->state, &f->list, from);
    }
    ordering_score(&w->ordering, &f->state, hints, &f->list, from);
}

/* ---- Beyond the horizon -------------------------------------------------------------- */

/* Plays out the moves that the game calls forcing. The player to move may always
 * decline them, so nothing here proves an upper bound. */
static int quiesce(struct worker *w, struct node *n)
{
    struct search_frame *f = n->frame;
    int best = n->eval, alpha = best > n->alpha ? best : n->alpha;
    tb_move best_move = MOVE_NONE;

    f->list.count = 0;
    if (best < n->beta && w->advice->forcing && n->depth > -QUIESCE_PLIES) {
        struct hints hints = hints_of(n);

        f->list.count = w->advice->forcing(&f->state, f->list.moves);
        worker_order(w, f, &hints, 0);
    }
    for (int i = 0; i < f->list.count && best < n->beta; i++) {
        unsigned proof;

        move_list_pick(&f->list, i);
        worker_enter(w, n->ply, f->list.moves[i]);
        int score = worker_descend(w, n->ply, n->depth - 1, alpha, n->beta, &proof);

        if (w->meter.ended)
            return 0;
        if (score <= best)
            continue;
        best = score;
        best_move = f->list.moves[i];
        f->proof = proof & BOUND_LOWER;
        if (score > alpha) {
            alpha = score;
            if (n->pv)
                pv_set(f, best_move);
        }
    }
    return remember(w, n, best, best_move);
}

/* ---- Cut-offs without looking at moves ------------------------------------------------- */

/* Passing the turn: a position that is good enough even so needs no search. */
static bool null_cut(struct worker *w, struct node *n, int *score)
{
    struct search_frame *f = n->frame;
    const struct search_parameters *m = w->shared->parameters;
    int reduction = m->null_reduction + n->depth / m->null_step;
    unsigned proof;

    if (!w->advice->null || n->depth < m->null_depth || n->eval < n->beta ||
        f[-1].move == MOVE_NONE)
        return false;
    state_copy(w->game, &f[1].state, &f->state);
    if (!w->advice->null(&f[1].state))
        return false;
    f->move = MOVE_NONE;
    worker_arrive(w, &f[1]);
    if (f[1].ours == f->ours)
        return false;
    *score = worker_descend(w, n->ply, n->depth - 1 - reduction, n->beta - 1, n->beta, &proof);
    if (w->meter.ended || *score < n->beta)
        return false;
    if (*score >= SCORE_PROVEN)
        *score = n->beta;
    return true;
}

static bool eval_cut(struct worker *w, struct node *n, int *score)
{
    if (w->shared->scale == 0 || n->pv || n->sound || n->beta >= SCORE_PROVEN ||
        n->alpha <= -SCORE_PROVEN)
        return false;
    if (n->depth <= w->shared->parameters->eval_cut_depth &&
        n->eval - margin(w, w->shared->parameters->eval_cut, n->depth) >= n->beta) {
        *score = n->eval;
        return true;
    }
    return null_cut(w, n, score);
}

/* ---- Moves -------------------------------------------------------------------------------- */

int worker_reduction(const struct worker *w, int depth, int index, bool pv)
{
    if (depth < w->shared->parameters->reduce_depth || index < 2)
        return 0;
    int reduction = w->shared->reductions[depth < 63 ? depth : 63][index < 63 ? index : 63] - pv;

    return reduction > 0 ? reduction : 0;
}

/* Near the horizon, where some move does not lose: drops the moves from `index`
 * on that may go unseen. Returns how many moves are to be tried in all. */
static int skip_moves(const struct worker *w, const struct node *n, int index)
{
    struct move_list *list = &n->frame->list;
    const struct search_parameters *m = w->shared->parameters;
    int late = m->late_moves + m->late_factor * n->depth * n->depth / 100;

    if (n->depth > m->skip_depth || n->pv || n->sound || w->shared->scale == 0 ||
        !w->advice->order)
        return list->count;
    /* A move that is not promising cannot make up for a bad position in a few plies. */
    int least = n->eval + margin(w, m->hopeless, n->depth) <= n->alpha;

    move_list_keep(list, index, least);
    return list->count < late ? list->count : late;
}

/* Searches the move that was just entered: with a null window first, and with
 * reduced depth before that, unless it is the first. */
static int try_move(struct worker *w, const struct node *n, int index, int alpha, unsigned *proof)
{
    const struct move_list *list = &n->frame->list;
    const struct search_parameters *m = w->shared->parameters;
    int depth = n->depth - 1 + n->extend, score;

    if (index == 0)
        return worker_descend(w, n->ply, depth, alpha, n->beta, proof);
    int reduction = n->sound ? 0 : worker_reduction(w, n->depth, index, n->pv);

    if (reduction) {
        int history = ordering_history(&w->ordering, n->frame->player, list->moves[index]);

        reduction += (list->priority[index] < 0) - history / m->reduce_history;
        if (n->frame->looked)
            reduction += (m->prior_best - list->priority[index]) * m->reduce_prior / 10000;
        reduction = reduction < 0 ? 0 : reduction > depth - 1 ? depth - 1 : reduction;
    }
    if (reduction) {
        score = worker_descend(w, n->ply, depth - reduction, alpha, alpha + 1, proof);
        if (score <= alpha || w->meter.ended)
            return score;
    }
    score = worker_descend(w, n->ply, depth, alpha, alpha + 1, proof);
    if (score > alpha && score < n->beta && !w->meter.ended)
        score = worker_descend(w, n->ply, depth, alpha, n->beta, proof);
    return score;
}

/* Rewards the move at `index` that refuted the position. */
static void learn(struct worker *w, struct node *n, const struct hints *hints, int index)
{
    struct search_frame *f = n->frame;

    killers_add(f->killers, f->list.moves[index]);
    ordering_reward(&w->ordering, f->player, hints, &f->list, index, n->depth);
}

/* The results of the moves searched so far. */
struct tally {
    int best;
    tb_move move;   /* the one that raised alpha, if any did */
    unsigned proof; /* of `best`, if the moves not searched do not matter */
};

static void tally_add(struct tally *t, int score, unsigned proof)
{
    unsigned lower = score > t->best ? 0 : t->proof & BOUND_LOWER;

    if (score >= t->best)
        lower |= proof & BOUND_LOWER;
    t->proof = lower | (t->proof & proof & BOUND_UPPER);
    t->best = score > t->best ? score : t->best;
}

/* Tries the moves that have been listed, as far as needed. The table's move goes
 * first, before the others have been put in order: often it is enough. */
static struct tally try_moves(struct worker *w, struct node *n)
{
    struct search_frame *f = n->frame;
    struct hints hints = hints_of(n);
    struct tally t = {.best = -SCORE_INFINITE, .move = MOVE_NONE, .proof = BOUND_UPPER};
    int alpha = n->alpha, all = f->list.count, limit = all;
    int first = move_list_lead(&f->list, n->known.move);
    bool skipped = false;

    for (int i = 0; i < limit; i++) {
        unsigned proof;

        if (i == first)
            worker_order(w, f, &hints, first);
        if (!skipped && t.best > -SCORE_PROVEN) {
            skipped = true;
            if ((limit = skip_moves(w, n, i)) <= i)
                break;
        }
        if (i >= first)
            move_list_pick(&f->list, i);
        worker_enter(w, n->ply, f->list.moves[i]);
        int score = try_move(w, n, i, alpha, &proof);

        if (w->meter.ended)
            return t;
        tally_add(&t, score, proof);
        if (score > alpha) {
            alpha = score;
            t.move = f->list.moves[i];
            if (n->pv)
                pv_set(f, t.move);
        }
        if (score >= n->beta) {
            learn(w, n, &hints, i);
            limit = i + 1;
        }
    }
    if (limit < all)
        t.proof &= BOUND_LOWER;
    return t;
}

static int search_moves(struct worker *w, struct node *n)
{
    struct search_frame *f = n->frame;

    f->list.count = w->game->moves(&f->state, f->list.moves);
    n->extend = f->list.count == 1;
    struct tally t = try_moves(w, n);

    if (w->meter.ended)
        return 0;
    f->proof = t.proof;
    if (t.best >= SCORE_WIN - n->ply - 1)
        f->proof |= BOUND_UPPER; /* no win is nearer */
    return remember(w, n, t.best, t.move);
}

/* ---- A position ------------------------------------------------------------------------------ */

static int search(struct worker *w, int ply, int depth, int alpha, int beta)
{
    struct search_frame *f = &w->frames[ply];
    struct node n = {.frame = f, .ply = ply, .depth = depth, .alpha = alpha, .beta = beta};
    int score = 0;

    f->pv_length = 0;
    f->proof = BOUND_NONE;
    if (meter_tick(&w->meter))
        return 0;
    if (settled(w, f, ply, &score) || out_of_reach(&n, &score))
        return score;
    if (ply == PLY_MAX)
        return evaluate(w, f);
    n.pv = n.beta - n.alpha > 1;
    n.sound = n.alpha >= SCORE_PROVEN || n.beta <= -SCORE_PROVEN;
    recall(w, &n);
    if (table_answers(&n)) {
        f->proof = n.known.proof;
        return n.known.score;
    }
    n.eval = n.known.eval != TABLE_NO_EVAL ? n.known.eval : evaluate(w, f);
    if (depth <= 0)
        return quiesce(w, &n);
    if (eval_cut(w, &n, &score) || w->meter.ended)
        return score;
    if (depth >= w->shared->parameters->table_depth && n.known.move == MOVE_NONE && !n.sound)
        n.depth--;
    f[2].killers[0] = f[2].killers[1] = MOVE_NONE;
    return search_moves(w, &n);
}
