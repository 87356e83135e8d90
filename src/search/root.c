/*
 * root.c - one iteration at the root: the moves in order, a window around the last
 * score, and what is proven of each move.
 *
 * Before each iteration the prover gets a turn, if there is one. A move that it knows
 * to win is worth at least a win at some time or other. Lost moves, and in a drawn
 * position those that may lose, never compete with better ones by their scores: root
 * moves stand in order of rank. Where all moves lose, the search is left to find the
 * longest defence.
 */
#include <stdlib.h>
#include <string.h>

#include "core/advice.h"
#include "search/deepen.h"

enum {
    ASPIRATION_DEPTH = 4,
    /* A proven result may take as long again, and some, to be made exact: a
     * shorter win, a longer defence. */
    PROOF_TIMES = 2,
    PROOF_NODES = 50000,
    /* A win with unknown distance is worth some more nodes. */
    SOMEHOW = SCORE_WIN - DISTANCE_UNKNOWN,
    SOMEHOW_NODES = 1000000,
    /* The prover may search this many times the positions that the search has, and some more. */
    PROVER_TIMES = 3,
    PROVER_NODES = 10000,
};

/* ---- What is known of a root move -------------------------------------------- */

/* True if the prover has proven that the move wins. */
static bool root_known_won(const struct root_move *r)
{
    return r->known && r->verdict.value > 0;
}

bool root_proven_lost(const struct root_move *r)
{
    return (r->score <= -SCORE_PROVEN && r->proof & BOUND_UPPER) ||
           (r->known && r->verdict.value < 0);
}

const struct root_move *root_find(const struct worker *w, tb_move move)
{
    const struct root_move *r = w->roots;

    while (r->move != move)
        r++;
    return r;
}

/* Behind the last root move that has the rank of the one at `index`. */
static int root_rank_end(const struct worker *w, int index)
{
    int end = index;

    while (end < w->root_count && w->roots[end].rank == w->roots[index].rank)
        end++;
    return end;
}

/* True if it is certain that no root move but the first is worth more than a draw. */
static bool others_lose_or_draw(const struct worker *w)
{
    for (int i = 1; i < w->root_count; i++)
        if (!(w->roots[i].proof & BOUND_UPPER) || w->roots[i].score > 0)
            return false;
    return true;
}

/* True if the value of root move `index` is proven. A draw of the best move is, only if no other
 * move can be better. */
bool root_exact(const struct worker *w, int index)
{
    const struct root_move *r = &w->roots[index];

    if (r->score >= SCORE_PROVEN)
        return r->proof & BOUND_LOWER;
    if (w->shared->spec.sides != 2)
        return false;
    if (r->score <= -SCORE_PROVEN)
        return r->proof & BOUND_UPPER;
    return r->proof == BOUND_EXACT && (index > 0 || others_lose_or_draw(w));
}

/* True if there is nothing more to find: the lines are exact, and all other moves worse. */
bool root_nothing_left(const struct worker *w)
{
    int lines = w->job->lines < w->root_count ? w->job->lines : w->root_count;
    int end = root_rank_end(w, lines - 1);

    for (int i = 0; i < end; i++) {
        unsigned needed = i < lines ? BOUND_EXACT : BOUND_UPPER;

        if ((w->roots[i].proof & needed) != needed)
            return false;
    }
    return true;
}

/* True if the values of all lines are proven. Where only the prover knows that one is not won,
 * the search still has to find the best of it. */
bool root_lines_exact(const struct worker *w, int lines)
{
    for (int i = 0; i < lines; i++)
        if (!root_exact(w, i) && !root_known_won(&w->roots[i]))
            return false;
    return true;
}

/* ---- Searching them ----------------------------------------------------------- */

/* The points that a beginner's habits and a personality give a move. */
static int taste_points(const struct worker *w, tb_move move)
{
    const struct job *job = w->job;
    const struct tb_state *state = &w->frames[0].state;
    int points = 0;

    if (job->habit_bonus) {
        int habit = game_advice(w->shared->spec.setup.game)->habit(state, move);

        if (habit == 0)
            points = 100 * job->habit_bonus;
        else if (habit == HABIT_RISK)
            points = -100 * job->risk_cost;
    }
    if (job->personality)
        points += job->personality->likes(state, move) * job->taste;
    return points * w->shared->scale / 10000;
}

/* Lists the root moves in the order in which they look good at first sight. */
void root_list(struct worker *w)
{
    struct search_frame *f = &w->frames[0];
    struct move_list *list = &f->list;
    struct hints hints = {.table = MOVE_NONE, .previous = MOVE_NONE};
    struct table_entry entry;

    if (table_probe(&w->shared->table, f->hash ^ w->shared->salt, &entry))
        hints.table = entry.move;
    hints.killers[0] = hints.killers[1] = MOVE_NONE;
    list->count = w->game->moves(&f->state, list->moves);
    worker_order(w, f, &hints, 0);
    for (int i = 0; i < list->count; i++) {
        move_list_pick(list, i);
        w->roots[i] = (struct root_move){
            .move = list->moves[i],
            .bias = taste_points(w, list->moves[i]),
            .pv_length = 1,
            .pv = {list->moves[i]},
        };
    }
    w->root_count = list->count;
}

static void root_pv(struct root_move *r, const struct search_frame *child)
{
    r->pv_length = pv_join(r->pv, r->move, child->pv, child->pv_length);
}

/* The value of a root move that is not the first, or a bound outside the window. */
static int search_later(struct worker *w, int depth, int index, int alpha, int beta,
                        unsigned *proof)
{
    bool sound = alpha >= SCORE_PROVEN || beta <= -SCORE_PROVEN;
    int reduction = sound ? 0 : worker_reduction(w, depth, index, true);
    int score = worker_descend(w, 0, depth - 1 - reduction, alpha, alpha + 1, proof);

    if (reduction && score > alpha && !w->meter.ended)
        score = worker_descend(w, 0, depth - 1, alpha, alpha + 1, proof);
    if (score > alpha && score < beta && !w->meter.ended)
        score = worker_descend(w, 0, depth - 1, alpha, beta, proof);
    return score;
}

/* All that is asked for has been proven: limits the time to improve on it. */
void root_proved(struct worker *w)
{
    uint64_t more = w->roots[0].score == SOMEHOW ? SOMEHOW_NODES : PROOF_NODES;

    meter_read(&w->meter);
    if (w->meter.cap == UINT64_MAX)
        w->meter.cap = more + PROOF_TIMES * atomic_load_explicit(&w->job->control->nodes,
                                                                 memory_order_relaxed);
}

/* The value of the root move at `index`, which may be known though the search is cut
 * short; false if it is not. */
static bool root_value(struct worker *w, int depth, int index, int first, int alpha, int beta)
{
    struct root_move *r = &w->roots[index];
    int least = r->verdict.plies > 0 ? SCORE_WIN - r->verdict.plies : SOMEHOW, score;
    unsigned proof;
    /* A proven result counts as it is. */
    int low = abs(alpha) <= EVAL_MAX ? alpha - r->bias : alpha;
    int high = abs(beta) <= EVAL_MAX ? beta - r->bias : beta;

    uint64_t before = meter_nodes(&w->meter);

    worker_enter(w, 0, r->move);
    if (index == first)
        score = worker_descend(w, 0, depth - 1, low, high, &proof);
    else
        score = search_later(w, depth, index - first, low, high, &proof);
    if (abs(score) <= EVAL_MAX)
        score += r->bias;
    r->nodes += meter_nodes(&w->meter) - before;
    if (root_known_won(r) && (w->meter.ended || score < least)) {
        score = least;
        proof = BOUND_LOWER;
    } else if (w->meter.ended) {
        return false;
    }
    r->score = score;
    r->proof = proof;
    r->valued = score > alpha;
    if (r->valued)
        root_pv(r, &w->frames[1]);
    return true;
}

/* Searches the root moves of one rank from `first` on and returns the best score. As
 * long as a win is only known to exist, how soon it comes is the first question. */
static int search_rank(struct worker *w, int depth, int first, int alpha, int beta)
{
    int best = -SCORE_INFINITE, end = root_rank_end(w, first);

    for (int i = first; i < end && best < beta; i++) {
        if (best == SOMEHOW && !root_known_won(&w->roots[i]))
            break;
        if (!root_value(w, depth, i, first, alpha, beta))
            break;
        int score = w->roots[i].score;

        if (score > best)
            best = score;
        if (score > alpha) {
            alpha = score;
            if (w->job->lines == 1 && score >= SCORE_PROVEN)
                root_proved(w);
        }
    }
    return best;
}

/* Best first among those of one rank, from `first` on; the others keep their order. */
static void sort_roots(struct worker *w, int first)
{
    int end = root_rank_end(w, first);

    for (int i = first + 1; i < end; i++) {
        struct root_move moved = w->roots[i];
        int at = i;

        if (!moved.valued)
            continue;
        while (at > first && (!w->roots[at - 1].valued || w->roots[at - 1].score < moved.score))
            at--;
        memmove(&w->roots[at + 1], &w->roots[at], (size_t)(i - at) * sizeof moved);
        w->roots[at] = moved;
    }
}

/* One line of one iteration: opens the window around the last score until the new one fits. */
void root_search(struct worker *w, int depth, int first)
{
    int centre = w->roots[first].score,
        delta = w->shared->scale * w->shared->parameters->aspiration / 1000 + 1;
    int alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;

    for (int i = first; i < w->root_count; i++) {
        w->roots[i].valued = false;
        w->roots[i].nodes = 0;
    }
    if (depth >= ASPIRATION_DEPTH && w->shared->scale && abs(centre) <= EVAL_MAX) {
        alpha = centre - delta;
        beta = centre + delta;
    }
    for (;;) {
        int score = search_rank(w, depth, first, alpha, beta);

        sort_roots(w, first);
        if (w->meter.ended || (score > alpha && score < beta))
            return;
        delta *= 4;
        if (score <= alpha)
            alpha = score - delta < -EVAL_MAX ? -SCORE_INFINITE : score - delta;
        else
            beta = score + delta > EVAL_MAX ? SCORE_INFINITE : score + delta;
    }
}

/* ---- What is proven ------------------------------------------------------------------- */

/* In a drawn position the moves that are known to keep the draw come first, and lost
 * moves come last everywhere; where all are lost they are equals. */
static int root_rank(const struct worker *w, const struct root_move *r)
{
    if (!r->known || (w->valued && w->verdict.value < 0))
        return 0;
    if (r->verdict.value < 0)
        return -1;
    return w->valued && w->verdict.value == 0;
}

/* By rank; of equal rank those that are known to win first. */
static bool ranks_before(const struct root_move *a, const struct root_move *b)
{
    return a->rank != b->rank ? a->rank > b->rank : root_known_won(a) && !root_known_won(b);
}

static void sort_by_rank(struct worker *w)
{
    for (int i = 1; i < w->root_count; i++) {
        struct root_move moved = w->roots[i];
        int at = i;

        while (at > 0 && ranks_before(&moved, &w->roots[at - 1]))
            at--;
        memmove(&w->roots[at + 1], &w->roots[at], (size_t)(i - at) * sizeof moved);
        w->roots[at] = moved;
    }
}

/* Gives the prover its turn. Half of the nodes that are left stay for the search. */
void root_consult(struct worker *w)
{
    struct prover *prover = w->job->prover;
    struct control *control = w->job->control;

    if (!prover || w->index > 0)
        return;
    meter_read(&w->meter);
    uint64_t done = prover_nodes(prover);
    uint64_t searched = atomic_load_explicit(&control->nodes, memory_order_relaxed) - done;
    uint64_t allowed = PROVER_TIMES * searched + PROVER_NODES - done;
    uint64_t half = control_left(control) / 2;

    prover_work(prover, control, allowed < half ? allowed : half);
    meter_read(&w->meter);
    w->valued = prover_value(prover, &w->verdict);
    for (int i = 0; i < w->root_count; i++) {
        struct root_move *r = &w->roots[i];

        r->known = prover_move_value(prover, r->move, &r->verdict);
        r->rank = root_rank(w, r);
    }
    sort_by_rank(w);
}
