/*
 * strategy.c - checks the tables of strategy.h.
 *
 * After the header come the game, the position and the number of claims, and for each claim the
 * player, whether he wins (2, only in the second: he does not, and the table goes on from that of
 * the first, with the players exchanged), the plies (65535: any) and the table (strategy_table.h). A
 * position that needs to be held for one ply is not in the table: the player must not be able to
 * win at once.
 */
#include "core/error.h"
#include "solve/strategy_walk.h"

#define NO_ANSWER N_("a move has no answer in the table")

/* ---- Answers in the table -------------------------------------------------------------------- */

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
static bool accept(struct walker *w, const struct tb_state *state, int plies)
{
    struct walk *walk = w->walk;
    bool wins = walk->claim.wins;
    struct tb_state image;
    struct packed key;
    int symmetry;

    if (!wins && plies <= 1)
        return plies <= 0 || !wins_at_once(walk, state);
    struct strategy_entry *entry =
        walk_number(walk, state, &key, &symmetry) ? strategy_table_find(walk->table, key) : NULL;
    int bound = entry ? bound_plies(entry->bound) : 0;

    if (!entry || (wins ? bound > plies : bound < plies))
        return false;
    if (atomic_exchange(&entry->reached, 1))
        return true;
    walk->game->transform(state, symmetry, &image);
    return walk_push(w, &image, bound);
}

/* Accepts an answer whose position is in the table, where any number of plies is good enough. */
static bool accept_answer(struct walker *w, const struct tb_state *state,
                          const struct after *answer)
{
    struct strategy_entry *entry = strategy_table_find(w->walk->table, answer->key);
    struct tb_state image;

    if (!entry || entry->bound != BOUND_ANY)
        return false;
    if (atomic_exchange(&entry->reached, 1))
        return true;
    walk_play(w->walk, state, answer, &image);
    return walk_push(w, &image, PLIES_ANY);
}

/* The first answers in order are those that the writer prefers, so they are tried first. */
static bool find_refuge(struct walker *w, const struct tb_state *state)
{
    struct answers answers;

    walk_list_answers(w->walk, state, &answers);
    for (int i = 0; !answers.ends && i < answers.count; i++) {
        if (!walk_first_answer(w->walk, state, &answers, i))
            return false;
        if (accept_answer(w, state, &answers.list[i]))
            return true;
    }
    return answers.ends || walk_reject(w->walk, NO_ANSWER);
}

static bool find_answer(struct walker *w, const struct tb_state *state, int plies)
{
    struct walk *walk = w->walk;
    const struct tb_game *game = walk->game;

    if (walk->answered)
        return find_refuge(w, state);
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
    return walk_reject(walk, NO_ANSWER);
}

/* ---- The file -------------------------------------------------------------------------------- */

static int verify_claim(struct reader *reader, int threads, const struct proof_watch *watch,
                        struct proof_report *report, int number, struct strategy_table **table,
                        struct tb_error *error)
{
    static const struct walk_steps steps = {.enter = accept, .answer = find_answer};
    struct claim *claim = &report->claims[number];
    bool joined;
    int exchange = 0, code = proof_read_claim(reader, &report->position, claim, &joined, error);

    if (code)
        return code;
    if (joined && number == 1)
        exchange = walk_exchange(&report->position, report->claims);
    if (joined && !exchange)
        return error_set(error, TB_ERR_RECORD, "The proof makes a claim that means nothing.");
    if (!joined) {
        strategy_table_free(*table);
        *table = strategy_table_new();
    }
    if (!*table)
        return error_memory(error);
    if (!strategy_table_read(*table, reader))
        return reader->failed
                   ? error_set(error, TB_ERR_RECORD, "The proof has a table that is cut short.")
                   : error_memory(error);
    struct walk walk = {
        .steps = &steps,
        .claim = *claim,
        .table = *table,
        .exchange = exchange,
        .watch = watch,
        .threads = threads,
    };

    code = walk_claim(&walk, &report->position, error);
    report->nodes[number] = atomic_load(&walk.opened);
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
    struct strategy_table *table = NULL;

    if (setup->players != 2 || !setup->game->solved || !setup->game->solved->pack)
        return error_set(error, TB_ERR_RECORD, "The proof names no game that exists.");
    for (int i = 0; i < report->count && !code; i++)
        code = verify_claim(&reader, threads, watch, report, i, &table, error);
    strategy_table_free(table);
    return code ? code : proof_read_end(&reader, error);
}
