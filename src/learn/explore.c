/* explore.c - see explore.h. */
#include "learn/explore.h"

#include <stdlib.h>

#include "core/advice.h"
#include "core/solved.h"
#include "solve/dfpn.h"

/* The part of the nodes that may go into a distance: the value matters more. */
enum { DISTANCE_PART = 4 };

/* Data shared by all moves of the position. */
struct look {
    const struct tb_game *game;
    const struct explore_options *options;
    int player, other; /* who moves, and one of the other side; -1: there are more sides */
    struct dfpn *solver; /* NULL: proofs are not tried */
    struct exact *exact;  /* values of all positions that can follow, if they are known */
    struct exact own;     /* where the caller keeps none */
    struct ending_table ending;
    uint64_t nodes;
};

/* ---- Exact values -------------------------------------------------------------------------- */

/* A player of the other side, if there are two sides. */
static int find_other(const struct tb_position *position, int player)
{
    const struct tb_game *game = position->setup.game;
    int mine = game_side(game, &position->state, player);

    if (tb_side_count(position) != 2)
        return -1;
    for (int p = 0; p < position->setup.players; p++)
        if (game_side(game, &position->state, p) != mine)
            return p;
    return -1;
}

static void set(struct explored *out, int value, int plies)
{
    out->exact = true;
    out->verdict = (struct verdict){value, plies};
}

/* Gets the value of the position after the move from the rules and the game itself. */
static void know(struct look *look, const struct tb_position *after, struct explored *out)
{
    const struct tb_game *game = look->game;
    const struct advice *advice = game_advice(game);
    const void *state = &after->state;
    struct tb_result result = tb_position_result(after);
    struct verdict verdict;

    if (result.over) {
        set(out, result.winners == 0 ? 0 : result.winners >> look->player & 1 ? 1 : -1, 1);
        return;
    }
    if (look->other < 0)
        return;
    bool mine = game_side(game, state, game->turn(state)) ==
                game_side(game, state, look->player);

    if (advice->wins_at_once && advice->wins_at_once(state))
        set(out, mine ? 1 : -1, 2);
    else if ((HAS_SOLVER && look->exact->values &&
              look->exact->values->read(look->exact->values, state, &verdict)) ||
             position_probe(game, &look->ending, state, &verdict))
        set(out, mine ? verdict.value : -verdict.value,
            verdict.plies < 0 ? -1 : verdict.plies + 1);
}

/* Asks longer and longer until the smallest number of plies is known, as far as the nodes go. */
static int find_distance(const struct look *look, const struct tb_position *after, int player)
{
    uint64_t end = dfpn_nodes(look->solver) + look->nodes / DISTANCE_PART, now;

    for (int plies = 1; plies <= PLIES_MAX && (now = dfpn_nodes(look->solver)) < end; plies++) {
        struct dfpn_question question = {&after->state, player, plies};
        struct dfpn_limits limits = {.nodes = end - now};
        struct bounds bounds = dfpn_ask(look->solver, &question, &limits);

        if (bounds_proven(&bounds, plies))
            return plies + 1;
        if (!bounds_refuted(&bounds, plies))
            break;
    }
    return -1;
}

/* Adds the distance where only the value is known. */
static void measure(const struct look *look, const struct tb_position *after, struct explored *out)
{
    if (out->verdict.value != 0 && out->verdict.plies < 0)
        out->verdict.plies =
            find_distance(look, after, out->verdict.value > 0 ? look->player : look->other);
}

/* Proves it, for a game whose positions never repeat. */
static void prove(const struct look *look, const struct tb_position *after, struct explored *out)
{
    struct dfpn_limits limits = {.nodes = look->nodes};
    struct dfpn_question win = {&after->state, look->player, PLIES_ANY};
    struct dfpn_question loss = {&after->state, look->other, PLIES_ANY};
    struct bounds won = dfpn_ask(look->solver, &win, &limits);

    if (bounds_proven(&won, PLIES_ANY)) {
        set(out, 1, -1);
        return;
    }
    struct bounds lost = dfpn_ask(look->solver, &loss, &limits);

    if (bounds_proven(&lost, PLIES_ANY))
        set(out, -1, -1);
    else if (bounds_refuted(&won, PLIES_ANY) && bounds_refuted(&lost, PLIES_ANY))
        set(out, 0, -1);
}

/* ---- The book ------------------------------------------------------------------------------ */

static void look_up(const struct look *look, const struct tb_position *after,
                    struct explored *out)
{
    const struct book *book = look->options->book;

    if (!book || book->facts.game != look->game || after->setup.players != 2 ||
        !book_find(book, after, &out->entry))
        return;
    out->booked = true;
    if (look->game->turn(&after->state) == look->player)
        return;
    out->entry.wins = out->entry.games - out->entry.wins - out->entry.draws;
    out->entry.score = -out->entry.score;
}

/* ---- All moves ----------------------------------------------------------------------------- */

/* Ranks the moves: wins, moves in the book (by their evaluation: how often one was played says
 * little of it), draws, unknown moves, losses. */
static int rank(const struct explored *one)
{
    if (one->exact)
        return one->verdict.value > 0 ? 0 : one->verdict.value == 0 ? 2 : 4;
    return one->booked ? 1 : 3;
}

static int compare(const void *a, const void *b)
{
    const struct explored *x = a, *y = b;
    int order = rank(x) - rank(y);

    if (order == 0 && x->exact && x->verdict.value != 0 && x->verdict.plies != y->verdict.plies) {
        unsigned far = (unsigned)x->verdict.plies, farther = (unsigned)y->verdict.plies;

        /* The quickest win, the longest defence; a distance that is not known comes last. */
        order = far < farther ? -1 : 1;
        if (x->verdict.value < 0 && x->verdict.plies >= 0 && y->verdict.plies >= 0)
            order = -order;
    }
    if (order == 0 && x->booked && y->booked)
        order = x->entry.score != y->entry.score ? y->entry.score - x->entry.score
                : x->entry.games < y->entry.games ? 1
                                                   : -(x->entry.games > y->entry.games);
    if (order == 0)
        order = x->move < y->move ? -1 : x->move > y->move;
    return order;
}

bool explore_proves(const struct tb_position *position)
{
    return game_advice(position->setup.game)->use_prover && tb_side_count(position) == 2;
}

static size_t values_limit(const struct tb_position *position)
{
    return game_small(position->setup.game, &position->state) ? EXACT_BYTES : EXPLORE_VALUES;
}

static bool go_on(void *context, int part, size_t done, size_t positions)
{
    const struct explore_options *options = ((const struct look *)context)->options;

    (void)part, (void)done, (void)positions;
    return !options->stop || !options->stop(options->context);
}

static bool begin(struct look *look, const struct tb_position *position,
                  const struct explore_options *options)
{
    struct dfpn_options wanted = {.bytes = options->bytes ? options->bytes : EXPLORE_BYTES};
    struct solved_watch watch = {go_on, look};

    look->game = position->setup.game;
    look->options = options;
    look->exact = options->exact ? options->exact : &look->own;
    look->player = tb_turn(position);
    look->other = find_other(position, look->player);
    look->nodes = options->nodes ? options->nodes : EXPLORE_NODES;
    if (HAS_SOLVER && look->other >= 0)
        exact_prepare(look->exact, look->game, &position->state, values_limit(position), &watch);
    if (!explore_proves(position))
        return true;
    look->solver = dfpn_new(&position->setup, &wanted);
    return look->solver != NULL;
}

int explore(const struct tb_position *position, const struct explore_options *options,
            struct explored **out)
{
    struct look look = {0};
    tb_move moves[TB_MOVES_MAX];
    int count = position->setup.game->moves(&position->state, moves);
    bool good = begin(&look, position, options), stopped = false;

    *out = calloc((size_t)count + 1, sizeof **out);
    good = good && *out;
    for (int i = 0; good && i < count; i++) {
        struct explored *one = &(*out)[i];
        struct tb_position after = *position;

        one->move = moves[i];
        look.game->play(&after.state, moves[i]);
        stopped = stopped || (options->stop && options->stop(options->context));
        know(&look, &after, one);
        if (look.solver && !stopped && !one->exact)
            prove(&look, &after, one);
        if (look.solver && !stopped && one->exact)
            measure(&look, &after, one);
        look_up(&look, &after, one);
    }
    dfpn_free(look.solver);
    if (HAS_SOLVER)
        exact_release(&look.own);
    if (good)
        qsort(*out, (size_t)count, sizeof **out, compare);
    return good ? count : -1;
}
