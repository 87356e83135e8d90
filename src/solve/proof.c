/*
 * proof.c - checking a proof: the rules of the game and nothing else.
 *
 * After the header come the game, the position, the number of claims, and for
 * each claim the player, whether he wins, the plies (65535: any) and its tree, in
 * the order in which it is walked. Leaves take no room: a finished game decides
 * itself, and so does a position that is held when no plies are left. Any other
 * position begins with a number:
 *     0                   it came before, perhaps elsewhere on a board without edges:
 *                         then the number of that place among those kept, and the
 *                         symmetry that leads there
 *     1 + 2 * move + keep the prover's move, by its place in the list of moves
 *     1 + keep            any move of the others; all follow in order
 * keep is 1 if the place is referred to later.
 */
#include "solve/proof.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/canonical.h"
#include "core/error.h"
#include "solve/solver.h"

enum { REPORT_NODES = 1 << 20 };

/* The result at a place that is referred to. */
struct kept {
    int plies;   /* a win: most plies that it takes; a hold: least plies that it lasts */
    bool closed; /* a reference to a place that is still open would be a circle */
};

struct check {
    const struct tb_game *game;
    struct claim claim;
    struct reader reader;
    struct kept *kept;
    unsigned char *states; /* of those places, one after the other */
    size_t count, kept_capacity, states_capacity;
    uint64_t nodes, before;          /* in this claim's tree; in those of earlier claims */
    const struct proof_watch *watch; /* NULL: nobody watches */
    bool stopped;
    bool wrong;         /* something is not as claimed, */
    const char *what;   /* this first; or */
    bool out_of_memory; /* it could not be checked */
};

static int reject(struct check *c, const char *what)
{
    if (!c->wrong)
        c->what = what;
    c->wrong = true;
    return PLIES_NONE;
}

/* ---- References ------------------------------------------------------------------- */

/* Keeps a place for later reference; returns its number, or -1. */
static long keep(struct check *c, const struct tb_state *state)
{
    if (!ARRAY_RESERVE(c->kept, c->kept_capacity, c->count, 1) ||
        !array_reserve(&c->states, &c->states_capacity, c->count, 1, c->game->state_size)) {
        c->out_of_memory = true;
        reject(c, "");
        return -1;
    }
    struct tb_state here;

    canonical_transform(c->game, state, 0, &here);
    memcpy(c->states + c->count * c->game->state_size, &here, c->game->state_size);
    c->kept[c->count] = (struct kept){0};
    return (long)c->count++;
}

/* The plies that the earlier place needed, if it is this position. */
static int follow_reference(struct check *c, const struct tb_state *state)
{
    uint64_t place = reader_varint(&c->reader), symmetry = reader_varint(&c->reader);
    struct tb_state image;

    if (c->reader.failed || place >= c->count || !c->kept[place].closed ||
        symmetry >= (uint64_t)c->game->symmetries(state))
        return reject(c, "a reference leads nowhere");
    canonical_transform(c->game, state, (int)symmetry, &image);
    if (memcmp(&image, c->states + place * c->game->state_size, c->game->state_size) != 0 ||
        c->game->transform_player(state, (int)symmetry, c->claim.player) != c->claim.player)
        return reject(c, "a reference leads to another position");
    return c->kept[place].plies;
}

/* ---- The tree ------------------------------------------------------------------------ */

static int walk(struct check *c, const struct tb_state *state, int plies);

static int walk_move(struct check *c, const struct tb_state *state, tb_move move, int plies)
{
    struct tb_state next = *state;

    c->game->play(&next, move);
    return walk(c, &next, plies);
}

/* The plies that the position needs for a win: those of the worst reply. For a
 * hold, the plies that it holds: those of the worst reply again. */
static int walk_replies(struct check *c, const struct tb_state *state, const tb_move *moves,
                        int count, int plies)
{
    int worst = c->claim.wins ? 0 : PLIES_ANY;

    for (int i = 0; i < count && !c->wrong; i++) {
        int after = walk_move(c, state, moves[i], plies);

        if (c->claim.wins ? after > worst : after < worst)
            worst = after;
    }
    return worst;
}

static int walk_position(struct check *c, const struct tb_state *state, int plies)
{
    const struct tb_game *game = c->game;
    bool attacking = same_side(game, state, game->turn(state), c->claim.player);
    uint64_t word = reader_varint(&c->reader);
    tb_move moves[TB_MOVES_MAX];
    int count = game->moves(state, moves), after;
    long place = -1;

    if (c->reader.failed)
        return reject(c, "the tree ends too early");
    if (word == 0)
        return follow_reference(c, state);
    if ((word - 1) % 2 && (place = keep(c, state)) < 0)
        return PLIES_NONE;
    if (attacking != c->claim.wins)
        after = word <= 2 ? walk_replies(c, state, moves, count, plies_after(plies))
                          : reject(c, "a position has a word that means nothing");
    else if ((word - 1) / 2 < (uint64_t)count)
        after = walk_move(c, state, moves[(word - 1) / 2], plies_after(plies));
    else
        after = reject(c, "the prover's move does not exist");
    if (place >= 0) {
        c->kept[place].plies = plies_before(after);
        c->kept[place].closed = true;
    }
    return plies_before(after);
}

/* Counts a position, and asks now and then whether to go on. */
static void count_node(struct check *c)
{
    c->nodes++;
    if (!c->watch || (c->before + c->nodes) % REPORT_NODES != 0)
        return;
    if (!c->watch->report(c->watch->context, c->before + c->nodes)) {
        c->stopped = true;
        reject(c, "");
    }
}

/* Walks one position with `plies` plies left. Returns the most plies that the win takes, or the
 * least for which the position is held. */
static int walk(struct check *c, const struct tb_state *state, int plies)
{
    struct tb_result result = c->game->result(state);
    bool won = result.winners >> c->claim.player & 1;

    if (c->wrong)
        return PLIES_NONE;
    count_node(c);
    if (result.over && won != c->claim.wins)
        return won ? reject(c, "a line ends in a win of the player who should not win")
                   : reject(c, "a line ends without the win");
    if (result.over)
        return c->claim.wins ? 0 : PLIES_ANY;
    if (plies == 0)
        return c->claim.wins ? reject(c, "a line is longer than the claim allows") : 0;
    int needed = walk_position(c, state, plies);

    if (!c->wrong && (c->claim.wins ? needed > plies : needed < plies))
        return c->claim.wins ? reject(c, "a line is longer than the claim allows")
                             : reject(c, "a line is shorter than the claim demands");
    return needed;
}

/* ---- The file -------------------------------------------------------------------------- */

static int read_position(struct reader *reader, struct tb_position *position,
                         struct tb_error *error)
{
    const struct tb_game *game = tb_game_find(reader_text(reader));
    const char *text = reader_text(reader);
    struct tb_setup setup;

    if (reader->failed || !game)
        return error_set(error, TB_ERR_RECORD, "The proof names no game that exists.");
    tb_setup_init(&setup, game, 0, NULL);
    return tb_position_parse(position, &setup, text, error);
}

/* A win in any number of plies might go round in circles where positions repeat; a hold may do
 * so. */
int proof_read_claim(struct reader *reader, const struct tb_position *position,
                     struct claim *claim, bool *joined, struct tb_error *error)
{
    unsigned player = (unsigned)reader_number(reader, 1), wins = (unsigned)reader_number(reader, 1);
    unsigned plies = (unsigned)reader_number(reader, 2);
    bool any = plies == PLIES_FIELD_ANY;

    if (joined && (*joined = wins == WINS_FIELD_JOINED))
        wins = 0;
    *claim = (struct claim){(int)player, wins, any ? PLIES_ANY : (int)plies};
    if (reader->failed || player >= (unsigned)position->setup.players || wins > 1 ||
        (any ? wins && tb_game_repeats(position->setup.game) : plies > PLIES_MAX))
        return error_set(error, TB_ERR_RECORD, "The proof makes a claim that means nothing.");
    return TB_OK;
}

static int verify_claim(struct reader *reader, struct proof_report *report, int number,
                        const struct proof_watch *watch, struct tb_error *error)
{
    struct check c = {
        .game = report->position.setup.game,
        .claim = report->claims[number],
        .reader = *reader,
        .watch = watch,
    };

    for (int i = 0; i < number; i++)
        c.before += report->nodes[i];
    walk(&c, &report->position.state, c.claim.plies);
    free(c.kept);
    free(c.states);
    *reader = c.reader;
    report->nodes[number] = c.nodes;
    if (c.stopped)
        return error_set(error, TB_ERR_STOPPED, "The check was stopped.");
    if (c.out_of_memory)
        return error_memory(error);
    if (c.wrong)
        return error_set(error, TB_ERR_RECORD,
                         "The proof does not hold: {problem} (position {position}).",
                         arg_term("problem", c.what), arg_unsigned("position", c.nodes));
    return TB_OK;
}

int proof_read_head(struct reader *reader, struct proof_report *report, struct tb_error *error)
{
    int code = read_position(reader, &report->position, error);

    if (code)
        return code;
    report->count = (int)reader_number(reader, 1);
    if (reader->failed || report->count < 1 || report->count > PROOF_CLAIMS_MAX)
        return error_set(error, TB_ERR_RECORD, "The proof makes no claim.");
    return TB_OK;
}

int proof_read_end(const struct reader *reader, struct tb_error *error)
{
    if (reader->at != reader->size)
        return error_set(error, TB_ERR_RECORD, "The proof has data after its end.");
    return TB_OK;
}

int proof_verify(const unsigned char *data, size_t size, const struct proof_watch *watch,
                 struct proof_report *report, struct tb_error *error)
{
    struct reader reader;
    int code = reader_begin(&reader, data, size, PROOF_NAME, N_("proof"), error);

    if (code || (code = proof_read_head(&reader, report, error)))
        return code;
    for (int i = 0; i < report->count; i++)
        if ((code = proof_read_claim(&reader, &report->position, &report->claims[i], NULL,
                                     error)) ||
            (code = verify_claim(&reader, report, i, watch, error)))
            return code;
    return proof_read_end(&reader, error);
}
