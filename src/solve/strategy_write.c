/*
 * strategy_write.c - writes the tables of strategy.h: answers come from known values, or from a
 * solver.
 */
#include "core/error.h"
#include "solve/solver.h"
#include "solve/strategy_walk.h"

/* ---- Positions of the table ------------------------------------------------------------------ */

/* The plies that the claim's player needs for a win; PLIES_NONE where he has none. */
static int distance(struct walker *w, const struct tb_state *state)
{
    const struct walk *walk = w->walk;
    const struct tb_game *game = walk->game;
    struct tb_result result = game->result(state);
    const struct whole_values *values = walk->task->values;
    const struct ending *ending = game->solved->ending;
    struct verdict verdict;

    if (result.over)
        return result.winners >> walk->claim.player & 1 ? 0 : PLIES_NONE;
    uint64_t key = ending ? ending->key(state) : 0;

    if (!(key && ending_probe(game, &w->endings[key % WALK_ENDINGS], state, &verdict)) &&
        !values->read(values, state, &verdict)) {
        walk_reject(w->walk, "a position has no value");
        return PLIES_NONE;
    }
    bool his = game->turn(state) == walk->claim.player;

    return verdict.value == (his ? 1 : -1) ? verdict.plies : PLIES_NONE;
}

/* True if the values say what is claimed of the position. */
static bool is_true(struct walker *w, const struct tb_state *state)
{
    struct claim claim = w->walk->claim;

    if (w->walk->task->solver)
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

/* Puts a position into the table, and opens it in the next level, unless it is there. */
static bool add_position(struct walker *w, const struct tb_state *state, int bound)
{
    struct walk *walk = w->walk;
    struct tb_state image;
    struct packed key;
    int symmetry;

    if (!walk_number(walk, state, &key, &symmetry))
        return walk_reject(walk, "a position has no number");
    int added = strategy_table_add(walk->table, key, bound_byte(bound));

    if (added == 0 && walk->task->solver && is_tighter(walk, key, bound))
        added = 1;
    if (added > 0 && walk->task->entered && !walk->task->entered(walk->task->context, state, bound))
        added = -1;
    if (added <= 0)
        return added == 0 || walk_run_out(walk);
    walk->game->transform(state, symmetry, &image);
    return walk_push(w, &image, bound);
}

/* Puts a position into the table, with the prover's opponent to move and `plies` left. */
static bool enter(struct walker *w, const struct tb_state *state, int plies)
{
    const struct walk *walk = w->walk;

    if (!walk->claim.wins && plies <= 1)
        return true;
    if (walk_must_wait(w, state))
        return walk_put_aside(w, state, plies);
    int bound = walk->claim.wins && walk->task->values ? distance(w, state) : plies;

    return w->in_ending ? walk_push(w, state, bound) : add_position(w, state, bound);
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* Enters the position after the first move of the prover that is good enough. Moves that keep most
 * of the position as it is come first in the list of moves, so that tables stay small. */
static bool choose_answer(struct walker *w, const struct tb_state *state, int plies)
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
    return walk_reject(walk, "a claim is not true");
}

/* Answers with a move that keeps the other from ever winning. Lines may go round in circles here,
 * and the table is all that they can meet, so the same few answers again and again keep it small: a
 * move to a position of the table as it was when the level began, whatever other threads do, else
 * to the first position in order (walk_first_answer()). */
static bool choose_refuge(struct walker *w, const struct tb_state *state)
{
    struct walk *walk = w->walk;
    struct answers answers;

    walk_list_answers(walk, state, &answers);
    if (answers.ends)
        return true;
    for (int i = 0; i < answers.count; i++) {
        if (!walk_first_answer(walk, state, &answers, i))
            return false;
        if (!w->in_ending && strategy_table_had(walk->table, answers.list[i].key))
            return true;
    }
    for (int i = 0; i < answers.count; i++) {
        struct tb_state next;

        walk_play(walk, state, &answers.list[i], &next);
        if (distance(w, &next) == PLIES_NONE)
            return enter(w, &next, PLIES_ANY);
    }
    return walk_reject(walk, "a claim is not true");
}

/* Returns how good a move of the prover is by what the solver knows of the position after it, with
 * `plies` left; 0: perhaps not good at all. */
static int worth(struct walk *walk, const struct tb_state *next, int plies)
{
    struct dfpn_question question = {next, walk->claim.player, plies};
    struct bounds bounds = dfpn_recall(walk->task->solver, &question);
    struct packed key;
    int symmetry;

    if (walk->claim.wins ? !bounds_proven(&bounds, plies) : !bounds_refuted(&bounds, plies))
        return 0;
    if (walk->game->result(next).over)
        return 3;
    return walk_number(walk, next, &key, &symmetry) && strategy_table_find(walk->table, key) ? 2
                                                                                             : 1;
}

/* Enters the position after a move that the solver has proven; the solver is asked where it has
 * forgotten. */
static bool ask_solver(struct walker *w, const struct tb_state *state, int plies)
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
    if (most == 0 && !dfpn_choose(walk->task->solver, &question, NULL, &best))
        return walk_reject(walk, "a claim is not true");
    state_copy(game, &next, state);
    game->play(&next, best);
    return game->result(&next).over || enter(w, &next, plies_after(plies));
}

static bool answer(struct walker *w, const struct tb_state *state, int plies)
{
    const struct walk *walk = w->walk;

    if (walk->task->solver)
        return ask_solver(w, state, plies);
    if (plies == PLIES_ANY && !walk->claim.wins)
        return choose_refuge(w, state);
    return choose_answer(w, state, plies);
}

/* ---- The file -------------------------------------------------------------------------------- */

/* Writes a claim; the second one in the table of the first if that can be. */
static int write_claim(const struct strategy_task *task, int number, struct strategy_table **table,
                       struct bytes *out, struct tb_error *error)
{
    static const struct walk_steps steps = {is_true, enter, answer};
    const struct claim *claim = &task->claims[number];
    int exchange =
        number == 1 && task->values ? walk_exchange(task->position, task->claims) : 0;

    proof_write_claim(out, claim, exchange);
    if (!exchange) {
        strategy_table_free(*table);
        *table = strategy_table_new();
    }
    struct walk walk = {
        .steps = &steps,
        .claim = *claim,
        .table = *table,
        .exchange = exchange,
        .task = task,
        .watch = task->watch,
        .threads = task->solver ? 1 : task->threads,
    };
    uint32_t since = *table ? (*table)->level + 1 : 0;
    int code = walk_claim(&walk, task->position, error);

    return code || strategy_table_write(*table, since, walk.threads, out) ? code
                                                                          : error_memory(error);
}

int strategy_write(const struct strategy_task *task, struct bytes *out, struct tb_error *error)
{
    struct strategy_table *table = NULL;
    int code = TB_OK;

    proof_write_head(out, STRATEGY_NAME, task->position, task->count);
    for (int i = 0; i < task->count && !code; i++)
        code = write_claim(task, i, &table, out, error);
    strategy_table_free(table);
    return code;
}
