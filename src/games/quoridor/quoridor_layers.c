/*
 * quoridor_layers.c - the layers of layers_boards.h as an answer about all first moves, and
 * positions as numbers.
 */
#include "games/quoridor/quoridor_layers.h"

#include "core/message.h"

/* ---- Positions as numbers -------------------------------------------------------------------- */

/* The low half: from the lowest bit the turn, the pawns, the barriers in hand; then the rest. */
enum { PACKED_REST = 23, PLACES_LISTED = 9, HIGH_BITS = 63 };

static uint64_t pack_rest(const struct quoridor *q)
{
    return (uint64_t)q->turn | (uint64_t)q->pawn[0] << 1 | (uint64_t)q->pawn[1] << 8 |
           (uint64_t)q->left[0] << 15 | (uint64_t)q->left[1] << 19;
}

static void add_place(struct packed *out, int place, bool listed)
{
    if (listed)
        out->high = out->high << 7 | (uint64_t)place;
    else if (place < HIGH_BITS)
        out->high |= UINT64_C(1) << place;
    else
        out->low |= UINT64_C(1) << (place - HIGH_BITS + PACKED_REST);
}

/* On nine rows the barriers are listed, up to nine of them, and counted; on fewer each place has a
 * bit. */
bool quoridor_pack(const void *state, struct packed *out)
{
    const struct quoridor *q = state;
    int side = q->size - 1, count = 0;
    bool listed = q->size == QUORIDOR_STRIDE;

    if (listed && quoridor_board_count(q->across | q->upright) > PLACES_LISTED)
        return false;

    *out = (struct packed){0, pack_rest(q)};
    for (int upright = 0; upright < 2; upright++)
        for (quoridor_board rest = upright ? q->upright : q->across; rest; count++) {
            int square = quoridor_board_take(&rest);
            int place = square / QUORIDOR_STRIDE * side + square % QUORIDOR_STRIDE;

            add_place(out, upright ? place + side * side : place, listed);
        }
    if (listed)
        out->low |= (uint64_t)count << PACKED_REST;
    return q->players == 2;
}

static void set_place(struct quoridor *q, int place)
{
    int side = q->size - 1, anchor = place % (side * side);
    quoridor_board bit = quoridor_bit(anchor / side * QUORIDOR_STRIDE + anchor % side);

    if (place >= side * side)
        q->upright |= bit;
    else
        q->across |= bit;
}

void quoridor_unpack(const struct packed *number, const struct tb_setup *setup, void *state)
{
    struct quoridor *q = state;
    uint64_t low = number->low, high = number->high;

    quoridor_game.init(setup, q);
    q->turn = low & 1;
    for (int p = 0; p < 2; p++) {
        q->pawn[p] = low >> (1 + 7 * p) & 127;
        q->left[p] = low >> (15 + 4 * p) & 15;
    }
    low >>= PACKED_REST;
    if (q->size == QUORIDOR_STRIDE) {
        for (; low > 0; low--, high >>= 7)
            set_place(q, high & 127);
        return;
    }
    for (; high; high &= high - 1)
        set_place(q, bits_first(high));
    for (; low; low &= low - 1)
        set_place(q, HIGH_BITS + bits_first(low));
}

/* ---- The answer ------------------------------------------------------------------------------ */

/* The most barriers per player that some gigabytes of memory serve: 8.3 GB with three on 7 x 7. */
static int walls_limit(int size)
{
    return size <= 5 ? 10 : size == 7 ? 3 : 2;
}

/* The value of a position `plies` before its end, one ply earlier, for the other player. */
static struct verdict verdict_before(int plies)
{
    if (plies == 0)
        return (struct verdict){0, -1};
    return (struct verdict){plies % 2 ? -1 : 1, plies + 1};
}

/* Plies to the end after a first move; 1: it wins at once. */
static int plies_after(const struct quoridor *q, const struct layers_answer *answer, tb_move move)
{
    int stride = QUORIDOR_STRIDE, size = q->size, side = size - 1;

    if (move < QUORIDOR_ACROSS)
        return answer->pawn[(int)move / stride * size + (int)move % stride];
    bool upright = move >= QUORIDOR_UPRIGHT;
    int anchor = (int)move - (upright ? QUORIDOR_UPRIGHT : QUORIDOR_ACROSS);

    return answer->barriers[(upright ? side * side : 0) + anchor / stride * side +
                            anchor % stride];
}

static enum layers_end solve_layers(const struct layers_task *task, struct layers_answer *answer)
{
#ifdef __wasm__ /* the web app solves only small boards */
    return task->size <= 5 ? quoridor_layers_5(task, answer) : LAYERS_TOO_MANY;
#else
    return (task->size <= 5   ? quoridor_layers_5
            : task->size == 7 ? quoridor_layers_7
                              : quoridor_layers_9)(task, answer);
#endif
}

int quoridor_whole(const struct tb_setup *setup, int threads, const struct solved_watch *watch,
                   struct whole *out, struct whole_values **values, struct tb_error *error)
{
    struct quoridor q;
    struct layers_task task = {
        .size = setup->options[QUORIDOR_OPTION_SIZE],
        .walls = setup->options[QUORIDOR_OPTION_WALLS],
        .threads = threads,
        .turn_needs_barrier = setup->options[QUORIDOR_OPTION_TURN] == QUORIDOR_TURN_BARRIER,
        .keep = values != NULL,
        .watch = watch,
    };
    struct layers_answer answer = {0};
    tb_move moves[TB_MOVES_MAX];

    if (setup->options[QUORIDOR_OPTION_EXTRA])
        return error_set(error, TB_ERR_ARGUMENT,
                         "All positions can be solved only if all players have as many barriers.");
    if (task.walls > walls_limit(task.size))
        return error_set(error, TB_ERR_ARGUMENT,
                         "On a board of {size} rows, all positions can be solved with at most "
                         "{walls} barriers per player.",
                         arg_count("size", task.size), arg_count("walls", walls_limit(task.size)));
    enum layers_end end = solve_layers(&task, &answer);

    if (end != LAYERS_DONE)
        return end == LAYERS_STOPPED ? error_set(error, TB_ERR_STOPPED, "The work was interrupted.")
                                     : error_memory(error);
    if (values)
        *values = answer.values;
    quoridor_game.init(setup, &q);
    *out = (struct whole){.count = quoridor_game.moves(&q, moves), .positions = answer.positions};
    out->start = (struct verdict){answer.start == 0 ? 0 : answer.start % 2 ? 1 : -1,
                                  answer.start ? answer.start : -1};
    for (int i = 0; i < out->count; i++)
        out->moves[i] = (struct first_move){
            moves[i], verdict_before(plies_after(&q, &answer, moves[i]))};
    return TB_OK;
}

/* ---- What can follow a position -------------------------------------------------------------- */

struct whole_values *quoridor_after(const void *state, size_t bytes,
                                    const struct solved_watch *watch)
{
    const struct quoridor *q = state;
    struct layers_task task = {
        .size = q->size,
        .threads = 1,
        .turn_needs_barrier = q->turn_rule == QUORIDOR_TURN_BARRIER,
        .keep = true,
        .from = q,
        .bytes = bytes,
        .watch = watch,
    };
    struct layers_answer answer = {0};

    if (q->players != 2)
        return NULL;
    struct whole_values *openings = bytes < OPENING_BYTES ? NULL : quoridor_openings_5(q, watch);

    if (openings)
        return openings;
    return solve_layers(&task, &answer) == LAYERS_DONE ? answer.values : NULL;
}
