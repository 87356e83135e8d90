/* solve.c - choice and order of the questions, and the meaning of their answers. */
#include "solve/solve.h"

#include <string.h>

#include "core/clock.h"
#include "solve/retrograde.h"
#include "solve/solver.h"

enum { FIRST_SHARE = 4096 }; /* nodes for a question, at first */

struct work {
    const struct solve_task *task;
    struct solution *solution;
    const struct tb_game *game;
    const void *state;
    bool two_sides;
    int64_t start_ms;
    bool ended; /* no time or memory left, or told to stop */
    struct dfpn_question question;
    double promise[TB_PLAYERS_MAX]; /* of the findings: how the question looked last */
};

static int64_t elapsed(const struct work *w)
{
    return clock_ms() - w->start_ms;
}

static bool out_of_time(const struct work *w)
{
    return w->task->time_ms && elapsed(w) >= w->task->time_ms;
}

/* Passes a report on; false if the answer is to stop. */
static bool pass_on(struct work *w, const struct solve_progress *progress)
{
    bool going = !w->task->report || w->task->report(w->task->context, progress);

    w->ended = !going || out_of_time(w);
    return going;
}

/* ---- Proof search --------------------------------------------------------------------- */

static void on_search(void *context, const struct dfpn_progress *progress)
{
    struct work *w = context;
    struct solve_progress passed = {
        .stage = SOLVE_SEARCHING,
        .nodes = progress->nodes,
        .ms = elapsed(w),
        .player = w->question.player,
        .plies = w->question.plies,
        .fill = progress->fill,
        .proof = progress->proof,
        .disproof = progress->disproof,
    };

    if (!pass_on(w, &passed))
        dfpn_stop(w->task->solver);
}

static struct dfpn_limits limits_of(struct work *w, uint64_t nodes)
{
    int64_t left = w->task->time_ms - elapsed(w);
    struct dfpn_limits limits = {.nodes = nodes, .report = on_search, .context = w};

    if (w->task->time_ms)
        limits.time_ms = left > 1 ? left : 1;
    return limits;
}

/* Asks about one side; true if that is settled now. */
static bool ask(struct work *w, struct finding *finding, int plies, uint64_t nodes)
{
    struct dfpn_limits limits = limits_of(w, nodes);

    if (bounds_settled(&finding->bounds, plies))
        return true;
    w->question = (struct dfpn_question){w->state, finding->player, plies};
    struct bounds found = dfpn_ask(w->task->solver, &w->question, &limits);

    if (found.win < finding->bounds.win)
        finding->bounds.win = found.win;
    if (found.hold > finding->bounds.hold)
        finding->bounds.hold = found.hold;
    w->ended = w->ended || out_of_time(w) || dfpn_starved(w->task->solver);
    w->promise[finding - w->solution->findings] = dfpn_promise(w->task->solver);
    return bounds_settled(&finding->bounds, plies);
}

/* The side with a proven win, or NULL. */
static struct finding *winner(const struct work *w)
{
    for (int i = 0; i < w->solution->count; i++)
        if (w->solution->findings[i].bounds.win <= PLIES_ANY)
            return &w->solution->findings[i];
    return NULL;
}

/* The open question that looks most like a win; NULL: none is open. */
static struct finding *most_promising(const struct work *w, int plies)
{
    struct finding *best = NULL;
    double promise = -1;

    for (int i = 0; i < w->solution->count; i++) {
        struct finding *finding = &w->solution->findings[i];

        if (bounds_settled(&finding->bounds, plies) || w->promise[i] <= promise)
            continue;
        best = finding;
        promise = w->promise[i];
    }
    return best;
}

/* Asks about all sides, for longer and longer, until one has a proven win or none can
 * have it: a win of one side spares the hard work of refuting the others. So the side that looks
 * most like winning comes next. */
static bool ask_all(struct work *w, int plies)
{
    for (int i = 0; i < w->solution->count; i++)
        w->promise[i] = 1;
    for (uint64_t nodes = FIRST_SHARE; !w->ended; nodes *= 2) {
        struct finding *finding = most_promising(w, plies);

        if (!finding)
            return true;
        ask(w, finding, plies, nodes);
        if (winner(w))
            return true;
    }
    return false;
}

/* Closes the gap between what is proven and what is refuted. */
static bool shorten(struct work *w, struct finding *finding)
{
    while (!w->ended && finding->bounds.hold + 1 < finding->bounds.win)
        ask(w, finding, finding->bounds.hold + 1, 0);
    return finding->bounds.hold + 1 == finding->bounds.win;
}

/* True if the last of `plies` plies belongs to the side, as long as nobody passes or moves twice. A
 * side seldom wins by a move of others. */
static bool moves_last(const struct work *w, const struct finding *finding, int plies)
{
    int last = (w->game->turn(w->state) + plies - 1) % w->task->position->setup.players;

    return same_side(w->game, w->state, last, finding->player);
}

/* Asks for more and more plies, up to the limit, until a side wins: what is found
 * out with few plies shows the way with more. */
static bool ask_deeper(struct work *w, int limit)
{
    for (int plies = 1; plies <= limit && !w->ended; plies++) {
        for (int i = 0; i < w->solution->count && !w->ended; i++) {
            struct finding *finding = &w->solution->findings[i];

            if (plies == limit || moves_last(w, finding, plies))
                ask(w, finding, plies, 0);
        }
        struct finding *best = winner(w);

        if (best)
            return shorten(w, best);
    }
    return !w->ended;
}

/* Wins are proven soonest by asking for all the plies that there are; that few
 * plies are not enough, by asking for fewer first. */
static void search(struct work *w)
{
    const struct solve_task *task = w->task;
    bool unlimited = !task->plies && !w->game->repeats;

    if (!unlimited && (task->shortest || !task->plies)) {
        w->solution->answered = ask_deeper(w, task->plies ? task->plies : PLIES_MAX);
        return;
    }
    w->solution->answered = ask_all(w, unlimited ? PLIES_ANY : task->plies);
    struct finding *best = winner(w);

    if (task->shortest && best)
        w->solution->answered = shorten(w, best);
}

/* A move that keeps what was found: the winner's, or one that holds off the others. */
static void choose_move(struct work *w)
{
    const struct finding *best = winner(w);
    struct solution *solution = w->solution;
    int turn = w->game->turn(w->state);

    if (w->ended || (!best && solution->count != 2))
        return;
    const struct finding *asked = best ? best : &solution->findings[1];
    int plies = best ? best->bounds.win : asked->bounds.hold;
    struct dfpn_question question = {w->state, asked->player, plies};
    struct dfpn_limits limits = limits_of(w, 0);
    bool attacking = same_side(w->game, w->state, turn, asked->player);

    if (attacking != (best != NULL) || plies <= 0 || (plies == PLIES_ANY && w->game->repeats))
        return;
    w->question = question;
    solution->chosen = dfpn_choose(w->task->solver, &question, &limits, &solution->move);
}

/* ---- Retrograde analysis ----------------------------------------------------------------- */

static bool on_retrograde(void *context, size_t positions, size_t solved)
{
    struct work *w = context;
    struct solve_progress progress = {
        .stage = solved ? SOLVE_WORKING_BACK : SOLVE_LISTING,
        .nodes = positions,
        .ms = elapsed(w),
        .positions = positions,
        .solved = solved,
    };

    /* Part of the time is for the search, if there are too many positions. */
    return pass_on(w, &progress) && (!w->task->time_ms || progress.ms < w->task->time_ms / 4);
}

/* Converts a verdict to bounds for a player of the viewer's side, or of another. */
static struct bounds bounds_of(const struct verdict *verdict, bool same)
{
    int value = same ? verdict->value : -verdict->value;

    if (value <= 0)
        return (struct bounds){PLIES_NONE, PLIES_ANY};
    return (struct bounds){verdict->plies, verdict->plies - 1};
}

/* A move into a position with the value that this one has. */
static void choose_solved(struct work *w, const struct retrograde *r, const struct verdict *now)
{
    tb_move moves[TB_MOVES_MAX];
    int count = w->game->moves(w->state, moves), turn = w->game->turn(w->state);

    for (int i = 0; i < count && !w->solution->chosen; i++) {
        struct tb_state next;
        struct verdict after;

        memcpy(&next, w->state, w->game->state_size);
        w->game->play(&next, moves[i]);
        if (!retrograde_verdict(r, &next, &after))
            continue;
        bool same = same_side(w->game, &next, turn, w->game->turn(&next));

        w->solution->chosen = (same ? after.value : -after.value) == now->value &&
                              (now->value == 0 || after.plies == now->plies - 1);
        w->solution->move = moves[i];
    }
}

/* Analyses the position as one player sees it; with two sides that serves both. */
static bool analyse(struct work *w, struct finding *findings, int count)
{
    struct retrograde_task task = {
        .setup = w->task->position->setup,
        .state = w->state,
        .player = findings->player,
        .bytes = w->task->bytes,
        .report = on_retrograde,
        .context = w,
    };
    int viewer = w->two_sides ? w->game->turn(w->state) : findings->player;
    enum retrograde_end end;
    struct retrograde *r = retrograde_solve(&task, &end);
    struct verdict verdict = {0, -1};

    if (!r)
        return false;
    retrograde_verdict(r, w->state, &verdict);
    for (int i = 0; i < count; i++)
        findings[i].bounds =
            bounds_of(&verdict, same_side(w->game, w->state, findings[i].player, viewer));
    if (w->two_sides && verdict.value >= 0)
        choose_solved(w, r, &verdict);
    w->solution->positions += retrograde_count(r);
    retrograde_free(r);
    return true;
}

/* True if the position is solved so. */
static bool work_back(struct work *w)
{
    struct solution *solution = w->solution;
    int step = w->two_sides ? solution->count : 1;

    if (!w->game->repeats || w->task->plies || w->task->bytes == 0)
        return false;
    for (int i = 0; i < solution->count; i += step)
        if (!analyse(w, &solution->findings[i], step)) {
            solution->positions = 0;
            return false;
        }
    solution->nodes = solution->positions;
    solution->answered = true;
    return true;
}

/* ---- The task ---------------------------------------------------------------------------- */

/* Lists the sides that the task is about, the one to move first. */
static void list_sides(struct work *w)
{
    const struct tb_setup *setup = &w->task->position->setup;
    int turn = w->game->turn(w->state);
    unsigned seen = 0;

    for (int i = 0; i < setup->players; i++) {
        int player = (turn + i) % setup->players;
        unsigned bit = 1u << game_side(w->game, w->state, player);

        if (w->task->player >= 0 ? player != w->task->player : (seen & bit) != 0)
            continue;
        seen |= bit;
        w->solution->findings[w->solution->count++] = (struct finding){player, BOUNDS_OPEN};
    }
}

/* The value for the side to move, if the findings tell it. */
static void evaluate(struct work *w)
{
    struct solution *solution = w->solution;
    const struct finding *best = winner(w);
    bool nobody = w->task->player < 0;

    for (int i = 0; i < solution->count; i++)
        nobody = nobody && solution->findings[i].bounds.hold == PLIES_ANY;
    solution->valued = best || nobody;
    solution->verdict = (struct verdict){0, -1};
    if (!best)
        return;
    bool ours = same_side(w->game, w->state, w->game->turn(w->state), best->player);

    solution->verdict.value = ours ? 1 : -1;
    if (best->bounds.win == best->bounds.hold + 1)
        solution->verdict.plies = best->bounds.win;
}

void solve(const struct solve_task *task, struct solution *solution)
{
    struct work w = {
        .task = task,
        .solution = solution,
        .game = task->position->setup.game,
        .state = &task->position->state,
        .two_sides = tb_side_count(task->position) == 2,
        .start_ms = clock_ms(),
    };
    struct tb_result result = w.game->result(w.state);

    *solution = (struct solution){0};
    list_sides(&w);
    if (result.over) {
        for (int i = 0; i < solution->count; i++)
            solution->findings[i].bounds = bounds_over(&result, solution->findings[i].player);
        solution->answered = true;
    } else if (!work_back(&w) && !w.ended) {
        uint64_t before = dfpn_nodes(task->solver);

        search(&w);
        choose_move(&w);
        solution->nodes = dfpn_nodes(task->solver) - before;
    }
    evaluate(&w);
    solution->ms = elapsed(&w);
}

int solve_claims(const struct solve_task *task, const struct solution *solution,
                 struct claim claims[PROOF_CLAIMS_MAX])
{
    bool repeats = task->position->setup.game->repeats;
    bool decided = solution->valued && solution->verdict.value != 0;
    int count = 0;

    for (int i = 0; i < solution->count; i++) {
        const struct finding *finding = &solution->findings[i];
        struct bounds bounds = finding->bounds;

        if (bounds.win <= PLIES_ANY)
            claims[count++] = (struct claim){finding->player, true, bounds.win};
        bool wanted = bounds.win <= PLIES_ANY ? task->shortest : !decided;

        if (wanted && bounds.hold > 0 && !(repeats && bounds.hold == PLIES_ANY))
            claims[count++] = (struct claim){finding->player, false, bounds.hold};
    }
    return count;
}
