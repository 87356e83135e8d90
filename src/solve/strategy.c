/*
 * strategy.c - checks the tables of strategy.h.
 *
 * After the header come the game, the position and the number of claims, and for each claim the
 * player, whether he wins, the plies (65535: any) and the table (strategy_table.h). A position that
 * needs to be held for one ply is not in the table: the player must not be able to win at once.
 */
#include "core/error.h"
#include "solve/strategy_walk.h"

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

static bool find_answer(struct walker *w, const struct tb_state *state, int plies)
{
    struct walk *walk = w->walk;
    const struct tb_game *game = walk->game;
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
    return walk_reject(walk, "a move has no answer in the table");
}

/* ---- The file -------------------------------------------------------------------------------- */

static int verify_claim(struct reader *reader, int threads, const struct proof_watch *watch,
                        struct proof_report *report, int number, struct tb_error *error)
{
    static const struct walk_steps steps = {.enter = accept, .answer = find_answer};
    struct claim *claim = &report->claims[number];
    int code = proof_read_claim(reader, &report->position, claim, error);

    if (code)
        return code;
    struct walk walk = {
        .steps = &steps,
        .claim = *claim,
        .table = strategy_table_read(reader),
        .watch = watch,
        .threads = threads,
    };

    if (reader->failed)
        code = error_set(error, TB_ERR_RECORD, "The proof has a table that is cut short.");
    else
        code = walk_claim(&walk, &report->position, error);
    report->nodes[number] = atomic_load(&walk.opened);
    strategy_table_free(walk.table);
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

    if (setup->players != 2 || !setup->game->solved || !setup->game->solved->pack)
        return error_set(error, TB_ERR_RECORD, "The proof names no game that exists.");
    for (int i = 0; i < report->count && !code; i++)
        code = verify_claim(&reader, threads, watch, report, i, error);
    return code ? code : proof_read_end(&reader, error);
}
