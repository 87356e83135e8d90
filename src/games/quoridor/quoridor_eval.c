/*
 * quoridor_eval.c - advice for the search: how good a Quoridor position is,
 * which moves are worth a look, and races that can be counted out.
 *
 * Everything rests on two families of nested sets for each player: the squares
 * within k steps of the pawn, and the squares within k steps of the goal. Their
 * intersections are the squares that lie on some shortest way (the corridor),
 * or on a way that is a little longer.
 */
#include "core/advice.h"
#include "core/solved.h"
#include "games/quoridor/quoridor_layers.h"
#include "games/quoridor/quoridor_view.h"

#include <math.h>
#include <string.h>

/* ---- Races ---------------------------------------------------------------------------- */

/* True if `runner` can walk one of its shortest ways such that the other pawn cannot
 * get next to it, so that nothing slows the runner and no pawn can jump. `lead` is 1
 * when the other pawn moves first. */
static bool runs_free(const struct quoridor *q, const struct quoridor_edges *open,
                      const struct view *view, int runner, int lead)
{
    quoridor_board here = quoridor_bit(q->pawn[runner]), other = quoridor_bit(q->pawn[1 - runner]);

    if (lead)
        other = quoridor_board_spread(other, open);
    for (int k = view->steps; k > 0; k--) {
        quoridor_board near = quoridor_board_spread(here, open);

        if (near & other)
            return false;
        here = near & view->from_goal[k - 1];
        here &= -here;
        other = quoridor_board_spread(other, open);
    }
    return true;
}

/* A player whose opponent has no barrier left cannot be slowed except by the
 * other pawn. If the pawns never meet, counting steps decides. */
static bool quoridor_probe(const void *state, struct verdict *out)
{
    const struct quoridor *q = state;
    int me = q->turn, you = 1 - me;

    if (q->players != 2 || (q->left[me] && q->left[you]))
        return false;
    struct quoridor_edges open = quoridor_edges(q);
    struct view mine, yours;

    flood(&open, quoridor_goal(q, me), quoridor_bit(q->pawn[me]), mine.from_goal, &mine.steps);
    flood(&open, quoridor_goal(q, you), quoridor_bit(q->pawn[you]), yours.from_goal, &yours.steps);
    if (mine.steps <= yours.steps && q->left[you] == 0 && runs_free(q, &open, &mine, me, 0)) {
        *out = (struct verdict){.value = 1, .plies = 2 * mine.steps - 1};
        return true;
    }
    if (yours.steps < mine.steps && q->left[me] == 0 && runs_free(q, &open, &yours, you, 1)) {
        *out = (struct verdict){.value = -1, .plies = 2 * yours.steps};
        return true;
    }
    return false;
}

/* ---- Evaluation --------------------------------------------------------------------------- */

/* In points; fitted to self-play by train/tune_linear.c. Room in the corridor was
 * tried as a term too, and found to be worth nothing. */
const int quoridor_weights[QUORIDOR_TERMS] = {27, 53, 66, 226, 45, 106};

/* Terms count for the player to move and against the other, so that a change of roles changes the
 * sign; the first term is that of the turn itself. */
static void terms_of(const struct quoridor *q, int mine, int yours, int *terms)
{
    int me = q->turn, you = 1 - me, lead = yours - mine;

    terms[0] = 1;
    terms[1] = lead;
    terms[2] = q->left[me] - q->left[you];
    terms[3] = (q->left[me] > 0) - (q->left[you] > 0);
    /* A lead is worth more when few barriers can still take it away. */
    terms[4] = q->left[me] + q->left[you] <= 4 ? lead : 0;
    terms[5] = (mine <= 3) - (yours <= 3);
}

void quoridor_terms(const void *state, int *terms)
{
    const struct quoridor *q = state;
    struct quoridor_edges open = quoridor_edges(q);
    int me = q->turn, you = 1 - me;

    terms_of(q, quoridor_distance(&open, quoridor_bit(q->pawn[me]), quoridor_goal(q, me)),
             quoridor_distance(&open, quoridor_bit(q->pawn[you]), quoridor_goal(q, you)), terms);
}

static int weigh(const int *terms)
{
    int score = 0;

    for (int i = 0; i < QUORIDOR_TERMS; i++)
        score += quoridor_weights[i] * terms[i];
    return score;
}

int quoridor_points(const struct quoridor *q, int mine, int yours)
{
    int terms[QUORIDOR_TERMS];

    terms_of(q, mine, yours, terms);
    return weigh(terms);
}

int quoridor_evaluate(const void *state)
{
    int terms[QUORIDOR_TERMS];

    quoridor_terms(state, terms);
    return weigh(terms);
}

/* ---- More than two players --------------------------------------------------------------------- */

/* For any number of players: a soft choice of the one who seems to be ahead. */
static void quoridor_evaluate_players(const void *state, float *payoff)
{
    const struct quoridor *q = state;
    struct quoridor_edges open = quoridor_edges(q);
    float weight[TB_PLAYERS_MAX], sum = 0;

    for (int p = 0; p < q->players; p++) {
        int steps = quoridor_distance(&open, quoridor_bit(q->pawn[p]), quoridor_goal(q, p));
        int wait = (p - q->turn + q->players) % q->players;

        weight[p] = expf(-0.55f * ((float)steps + (float)wait / (float)q->players) +
                         0.30f * (float)q->left[p]);
        sum += weight[p];
    }
    for (int p = 0; p < q->players; p++)
        payoff[p] = 2 * weight[p] / sum - 1;
}

/* ---- Ordering ------------------------------------------------------------------------------- */

/* Sets of barriers, across and upright, and what being in one adds to the priority. */
struct class {
    quoridor_board across, upright;
    int priority;
};

enum { CLASSES = 6, PRIORITY_REMOTE = -60 };

static void classify(const struct quoridor *q, const struct quoridor_edges *open,
                     const struct view *views, struct class *classes)
{
    int me = q->turn;
    quoridor_board points = touched_points(q);

    memset(classes, 0, CLASSES * sizeof *classes);
    for (int p = 0; p < q->players; p++) {
        quoridor_board across, upright, near = around(quoridor_bit(q->pawn[p]), 1, open);

        crossing(corridor(&views[p], 0), open, &across, &upright);
        struct class *hit = &classes[p == me ? 0 : 1];

        hit->across |= across;
        hit->upright |= upright;
        if (p != me) {
            crossing(corridor(&views[p], 2), open, &across, &upright);
            classes[2].across |= across;
            classes[2].upright |= upright;
        }
        classes[p == me ? 3 : 4].across |= near;
        classes[p == me ? 3 : 4].upright |= near;
    }
    classes[5].across = points << 1 | points >> 1;
    classes[5].upright = points << QUORIDOR_STRIDE | points >> QUORIDOR_STRIDE;
    static const int priorities[CLASSES] = {-60, 130, 40, 20, 60, 30};

    for (int i = 0; i < CLASSES; i++)
        classes[i].priority = priorities[i];
}

/* The sets of all classes in words, so that one barrier is looked up in them
 * quickly: row 0 and 1 the lower and upper half of `across`, 2 and 3 of `upright`. */
struct lookup {
    uint64_t half[4][CLASSES];
    int priority[CLASSES];
};

static void lookup_init(struct lookup *lookup, const struct class *classes)
{
    for (int k = 0; k < CLASSES; k++) {
        lookup->half[0][k] = (uint64_t)classes[k].across;
        lookup->half[1][k] = (uint64_t)(classes[k].across >> 64);
        lookup->half[2][k] = (uint64_t)classes[k].upright;
        lookup->half[3][k] = (uint64_t)(classes[k].upright >> 64);
        lookup->priority[k] = classes[k].priority;
    }
}

static int barrier_priority(const struct lookup *lookup, int place, bool upright)
{
    const uint64_t *half = lookup->half[2 * upright + (place >= 64)];
    int priority = PRIORITY_REMOTE;

    for (int k = 0; k < CLASSES; k++)
        priority += (int)(half[k] >> (place & 63) & 1) * lookup->priority[k];
    return priority;
}

static int pawn_priority(const struct view *mine, int to)
{
    if (mine->steps > 0 && (mine->from_goal[mine->steps - 1] & quoridor_bit(to)))
        return 220;
    return mine->from_goal[mine->steps] & quoridor_bit(to) ? 10 : -20;
}

static void quoridor_order(const void *state, const tb_move *moves, int count, int *priority)
{
    const struct quoridor *q = state;
    struct quoridor_edges open = quoridor_edges(q);
    struct view views[TB_PLAYERS_MAX];
    struct class classes[CLASSES];
    struct lookup lookup;

    for (int p = 0; p < q->players; p++)
        view_init(&views[p], q, &open, p);
    classify(q, &open, views, classes);
    lookup_init(&lookup, classes);
    for (int i = 0; i < count; i++) {
        int move = (int)moves[i];

        if (move < QUORIDOR_ACROSS)
            priority[i] = pawn_priority(&views[q->turn], move);
        else if (move < QUORIDOR_UPRIGHT)
            priority[i] = barrier_priority(&lookup, move - QUORIDOR_ACROSS, false);
        else if (move < QUORIDOR_PASS)
            priority[i] = barrier_priority(&lookup, move - QUORIDOR_UPRIGHT, true);
        else
            priority[i] = PRIORITY_REMOTE;
    }
}

static bool quoridor_wins_at_once(const void *state)
{
    const struct quoridor *q = state;

    return (quoridor_pawn_targets(q) & quoridor_goal(q, q->turn)) != 0;
}

/* Where the pawns are near each other, the one who must not move may be better off. */
static bool quoridor_null(void *state)
{
    struct quoridor *q = state;
    struct quoridor_edges open = quoridor_edges(q);

    if (q->players != 2)
        return false;
    quoridor_board near =
        quoridor_board_spread(quoridor_board_spread(quoridor_bit(q->pawn[0]), &open), &open);

    if (quoridor_board_spread(near, &open) & quoridor_bit(q->pawn[1]))
        return false;
    q->turn ^= 1;
    return true;
}

static const struct level levels[LEVEL_ROWS] = {
    {.depth = 1, .nodes = 20000, .simulations = 16, .time_ms = 500, .eval_noise = 150, .spread = 30,
     .random = 97, .habits = {34, 46, 10, 4, 5, 1}, .waits = 100, .pace = 80, .finds_wins = 70,
     .sees_threats = 60, .many_random = 100, .many_wins = 45, .many_threats = 10},
    {.depth = 1, .nodes = 20000, .simulations = 23, .time_ms = 500, .eval_noise = 180, .spread = 8,
     .random = 96, .habits = {44, 39, 4, 6, 6, 1}, .pace = 5, .looks = 1, .habit_bonus = 300,
     .finds_wins = 80, .sees_threats = 57, .many_random = 100, .many_wins = 46, .many_threats = 11},
    {.depth = 1, .nodes = 20000, .simulations = 32, .time_ms = 500, .eval_noise = 150, .spread = 8,
     .random = 91, .habits = {45, 33, 3, 9, 9, 1}, .pace = 10, .looks = 2, .habit_bonus = 330,
     .finds_wins = 88, .sees_threats = 66, .many_random = 81, .many_wins = 72, .many_threats = 29},
    {.depth = 1, .nodes = 20000, .simulations = 55, .time_ms = 500, .eval_noise = 120,
     .many_noise = 100, .spread = 8,
     .random = 75, .habits = {49, 29, 3, 9, 9, 1}, .pace = 18, .looks = 3, .habit_bonus = 260,
     .finds_wins = 94, .sees_threats = 76, .many_random = 60, .many_wins = 84, .many_threats = 47},
    {.depth = 1, .nodes = 20000, .simulations = 140, .time_ms = 500, .eval_noise = 80,
     .many_noise = 46, .spread = 8,
     .random = 41, .habits = {53, 21, 5, 11, 10}, .pace = 27, .looks = 5, .habit_bonus = 140,
     .finds_wins = 97, .sees_threats = 90, .many_random = 22, .many_wins = 96, .many_threats = 81},
    {.depth = 2, .nodes = 20000, .simulations = 2000, .time_ms = 700, .eval_noise = 60,
     .many_noise = 8, .spread = 6, .random = 3, .habits = {55, 18, 4, 13, 10}, .pace = 11,
     .looks = 8, .habit_bonus = 80, .finds_wins = 100, .sees_threats = 96, .many_random = 1,
     .many_wins = 100, .many_threats = 98},
    {.depth = 3, .nodes = 40000, .simulations = 6000, .time_ms = 700, .eval_noise = 104,
     .many_noise = -1, .finds_wins = 100, .sees_threats = 100},
    {.nodes = 500000, .net_nodes = 60, .simulations = 30000, .time_ms = 3000, .random = 9,
     .habits = {55, 18, 4, 13, 10}, .finds_wins = 100, .sees_threats = 100, .many_wins = 100,
     .many_threats = 100},
    {.nodes = 800000, .net_nodes = 570, .simulations = 50000, .time_ms = 4000, .finds_wins = 100,
     .sees_threats = 100},
    {.nodes = 1200000, .net_nodes = 1400, .simulations = 80000, .time_ms = 5500, .finds_wins = 100,
     .sees_threats = 100},
    {.nodes = 2000000, .net_nodes = 4500, .simulations = 120000, .time_ms = 7000, .finds_wins = 100,
     .sees_threats = 100},
    {.nodes = 4000000, .net_nodes = 16000, .simulations = 180000, .time_ms = 8500, .finds_wins = 100,
     .sees_threats = 100},
    {.time_ms = 10000, .finds_wins = 100, .sees_threats = 100},
};

static const struct bench_position bench[] = {
    {2, "", .depth = 10},
    {2, "e2 e8 e3 e7 e4 e6 d3h c6h e6v", .depth = 9},
    {2, "e2 e8 e7v d8 d7h c8 b7h e2h d2 c2h a8v c9 f1h b1v h1h d2v", .depth = 9},
    {4, "e2 b5 e8 h5 e3 c5 e7 g5", .nodes = 5000},
    {0},
};

static const struct personality personalities[] = {
    {"runner", quoridor_runner, .taste = {12, 6, 12, 12, 12, 6, 5, 4, 4, 4, 4, 4, 4}},
    {"builder", quoridor_builder, .taste = {60, 30, 45, 50, 45, 5, 6, 6, 6, 6, 6, 4, 4}},
    {"blocker", quoridor_blocker, .taste = {60, 20, 40, 36, 30, 4, 5, 5, 5, 5, 5, 4, 4}},
    {0},
};

const struct advice quoridor_advice = {
    .evaluate = quoridor_evaluate,
    .evaluate_scale = QUORIDOR_SCALE,
    .evaluate_players = quoridor_evaluate_players,
    .multiplayer = &quoridor_multiplayer,
    .order = quoridor_order,
    .wins_at_once = quoridor_wins_at_once,
    .null = quoridor_null,
    .levels = levels,
    .grading_nodes = 1000,
    .habit = quoridor_habit,
    .lead = quoridor_lead,
    .personalities = personalities,
    .bench = NOT_IN_PAGE(bench),
};

static enum small find_small(const void *state)
{
    const struct quoridor *q = state;

    if (q->players != 2 || q->size > 5)
        return SMALL_NO;
    return q->size == 5 && q->left[0] > 3 ? SMALL_TABLE : SMALL_YES;
}

const struct solved quoridor_solved = {
    .probe = quoridor_probe,
    .ending = &quoridor_ending,
    .name = IN_SOLVER(QUORIDOR_TABLE_NAME),
    .check = IN_SOLVER(quoridor_table_check),
    .build = NOT_IN_PAGE(quoridor_table_build),
    .whole = NOT_IN_PAGE(quoridor_whole),
    .after = IN_SOLVER(quoridor_after),
    .small = find_small,
    .pack = NOT_IN_PAGE(quoridor_pack),
    .unpack = NOT_IN_PAGE(quoridor_unpack),
};
