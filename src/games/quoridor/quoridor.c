/*
 * quoridor.c - the rules of Quoridor on bitboards.
 *
 * The costly question is whether a barrier leaves everyone a way. Three facts,
 * asked in this order, answer it for nearly all barriers at once:
 *  1. A barrier closes nothing unless at least two of its three points (two
 *     ends and the middle) touch another barrier or the rim: found for the
 *     whole board by shifts.
 *  2. It closes nothing unless it cuts the one way that we know of each player.
 *  3. Only what is left needs a flood fill.
 */
#include "games/quoridor/quoridor.h"
#include "core/message.h"

#include <string.h>

/* n bits of the lowest row; n bits of the leftmost column. */
#define ROW(n) (((quoridor_board)1 << (n)) - 1)
#define COLUMN(n) ((((quoridor_board)1 << (QUORIDOR_STRIDE * (n))) - 1) / ROW(QUORIDOR_STRIDE))

#define GEOMETRY(n)                                                                                \
    {                                                                                              \
        .squares = ROW(n) * COLUMN(n), .north = ROW(n) * COLUMN((n)-1),                            \
        .east = ROW((n)-1) * COLUMN(n), .anchors = ROW((n)-1) * COLUMN((n)-1),                     \
        .goal = {ROW(n) << (QUORIDOR_STRIDE * ((n)-1)), COLUMN(n) << ((n)-1), ROW(n), COLUMN(n)},  \
    }

static const struct quoridor_geometry geometries[] = {GEOMETRY(3), GEOMETRY(5), GEOMETRY(7),
                                                      GEOMETRY(9)};

const struct quoridor_geometry *quoridor_geometry(const struct quoridor *q)
{
    return &geometries[(q->size - 3) / 2];
}

struct quoridor_edges quoridor_edges(const struct quoridor *q)
{
    const struct quoridor_geometry *g = quoridor_geometry(q);

    return (struct quoridor_edges){
        .north = g->north & ~(q->across | q->across << 1),
        .east = g->east & ~(q->upright | q->upright << QUORIDOR_STRIDE),
    };
}

quoridor_board quoridor_goal(const struct quoridor *q, int player)
{
    /* With two players the sides in use are the top and the bottom. */
    return quoridor_geometry(q)->goal[q->players == 2 ? 2 * player : player];
}

/* ---- Ways --------------------------------------------------------------------- */

static bool can_reach(const struct quoridor_edges *open, quoridor_board from, quoridor_board goal)
{
    quoridor_board reached = from;

    for (;;) {
        quoridor_board wider = quoridor_board_spread(reached, open);

        if (wider & goal)
            return true;
        if (wider == reached)
            return false;
        reached = wider;
    }
}

int quoridor_distance(const struct quoridor_edges *open, quoridor_board from, quoridor_board goal)
{
    quoridor_board reached = from;

    for (int steps = 0;; steps++) {
        if (reached & goal)
            return steps;
        quoridor_board wider = quoridor_board_spread(reached, open);

        if (wider == reached)
            return -1;
        reached = wider;
    }
}

/* One shortest way from `from` to the goal, as the edges it crosses. There must be one. */
static struct quoridor_edges find_way(const struct quoridor_edges *open, quoridor_board from,
                                      quoridor_board goal)
{
    quoridor_board layers[QUORIDOR_SQUARES];
    struct quoridor_edges way = {0, 0};
    int steps = 0;

    for (layers[0] = from; !(layers[steps] & goal); steps++)
        layers[steps + 1] = quoridor_board_spread(layers[steps], open);
    quoridor_board here = layers[steps] & goal;

    here &= -here;
    while (steps-- > 0) {
        quoridor_board back;

        if ((back = quoridor_board_step(here, QUORIDOR_SOUTH, open) & layers[steps])) {
            way.north |= back;
        } else if ((back = quoridor_board_step(here, QUORIDOR_WEST, open) & layers[steps])) {
            way.east |= back;
        } else if ((back = quoridor_board_step(here, QUORIDOR_EAST, open) & layers[steps])) {
            way.east |= here;
        } else {
            back = quoridor_board_step(here, QUORIDOR_NORTH, open) & layers[steps];
            way.north |= here;
        }
        here = back;
    }
    return way;
}

static struct quoridor_edges player_way(const struct quoridor *q, const struct quoridor_edges *open,
                                        int player)
{
    return find_way(open, quoridor_bit(q->pawn[player]), quoridor_goal(q, player));
}

static void find_ways(const struct quoridor *q, struct quoridor_ways *ways)
{
    struct quoridor_edges open = quoridor_edges(q);

    for (int p = 0; p < q->players; p++)
        ways->of[p] = player_way(q, &open, p);
}

int quoridor_shut_in(const struct quoridor *q, quoridor_board across, quoridor_board upright)
{
    struct quoridor_edges open = quoridor_edges(q);

    open.north &= ~(across | across << 1);
    open.east &= ~(upright | upright << QUORIDOR_STRIDE);
    for (int p = 0; p < q->players; p++)
        if (!can_reach(&open, quoridor_bit(q->pawn[p]), quoridor_goal(q, p)))
            return p;
    return -1;
}

/* ---- Barriers ------------------------------------------------------------------ */

struct barriers {
    quoridor_board across, upright;
};

/* Barriers that overlap and cross none. */
static struct barriers free_places(const struct quoridor *q)
{
    quoridor_board anchors = quoridor_geometry(q)->anchors;

    return (struct barriers){
        .across = anchors & ~(q->across | q->across << 1 | q->across >> 1 | q->upright),
        .upright = anchors & ~(q->upright | q->upright << QUORIDOR_STRIDE |
                               q->upright >> QUORIDOR_STRIDE | q->across),
    };
}

void quoridor_free_places(const struct quoridor *q, quoridor_board *across, quoridor_board *upright)
{
    struct barriers places = free_places(q);

    *across = places.across;
    *upright = places.upright;
}

static inline quoridor_board two_of(quoridor_board a, quoridor_board b, quoridor_board c)
{
    return (a & b) | (a & c) | (b & c);
}

/* Those of `places` with at least two points on another barrier or the rim. */
static struct barriers touching_twice(const struct quoridor *q, struct barriers places)
{
    int last = q->size - 2; /* the last row and column of anchors */
    quoridor_board points = q->across | q->across << 1 | q->across >> 1 | q->upright |
                            q->upright << QUORIDOR_STRIDE | q->upright >> QUORIDOR_STRIDE;
    quoridor_board left = points << 1 | COLUMN(QUORIDOR_STRIDE),
                   right = points >> 1 | COLUMN(QUORIDOR_STRIDE) << last;
    quoridor_board below = points << QUORIDOR_STRIDE | ROW(QUORIDOR_STRIDE),
                   above = points >> QUORIDOR_STRIDE | ROW(QUORIDOR_STRIDE)
                                                           << (QUORIDOR_STRIDE * last);

    return (struct barriers){
        .across = places.across & two_of(left, points, right),
        .upright = places.upright & two_of(below, points, above),
    };
}

/* Those of `places` that cut this way. */
static inline struct barriers cutting(struct barriers places, const struct quoridor_edges *way)
{
    return (struct barriers){
        .across = places.across & (way->north | way->north >> 1),
        .upright = places.upright & (way->east | way->east >> QUORIDOR_STRIDE),
    };
}

/* Takes out of `legal` each of the `doubtful` barriers that closes this player's way. */
static void remove_closing(const struct quoridor *q, int player, const struct quoridor_edges *open,
                           struct barriers doubtful, struct barriers *legal)
{
    quoridor_board from = quoridor_bit(q->pawn[player]), goal = quoridor_goal(q, player);

    while (doubtful.across) {
        quoridor_board b = doubtful.across & -doubtful.across;
        struct quoridor_edges closed = {open->north & ~(b | b << 1), open->east};

        doubtful.across ^= b;
        if (!can_reach(&closed, from, goal))
            legal->across ^= b;
    }
    while (doubtful.upright) {
        quoridor_board b = doubtful.upright & -doubtful.upright;
        struct quoridor_edges closed = {open->north, open->east & ~(b | b << QUORIDOR_STRIDE)};

        doubtful.upright ^= b;
        if (!can_reach(&closed, from, goal))
            legal->upright ^= b;
    }
}

/* The legal barriers. `ways` are known ways of all players, or NULL. */
static struct barriers legal_barriers(const struct quoridor *q, const struct quoridor_ways *ways)
{
    if (q->left[q->turn] == 0)
        return (struct barriers){0, 0};
    struct barriers legal = free_places(q);
    struct barriers doubtful = touching_twice(q, legal);

    if (!(doubtful.across | doubtful.upright))
        return legal;
    struct quoridor_edges open = quoridor_edges(q);

    for (int p = 0; p < q->players; p++) {
        struct quoridor_edges way = ways ? ways->of[p] : player_way(q, &open, p);
        struct barriers both = {doubtful.across & legal.across, doubtful.upright & legal.upright};

        remove_closing(q, p, &open, cutting(both, &way), &legal);
    }
    return legal;
}

/* ---- Pawns ----------------------------------------------------------------------- */

/* Where a pawn may go that stands face to face with the pawn on `over`. */
static quoridor_board jump_targets(const struct quoridor *q, enum quoridor_direction direction,
                                   quoridor_board over, quoridor_board occupied,
                                   const struct quoridor_edges *open)
{
    quoridor_board behind = quoridor_board_step(over, direction, open);

    if (behind & ~occupied)
        return behind;
    if (q->turn_rule == QUORIDOR_TURN_BARRIER) {
        const struct quoridor_geometry *g = quoridor_geometry(q);
        struct quoridor_edges empty = {g->north, g->east};

        if (behind || !quoridor_board_step(over, direction, &empty))
            return 0; /* another pawn or the rim behind, not a barrier */
    }
    quoridor_board sideways = quoridor_board_step(over, (direction + 1) % 4, open) |
                              quoridor_board_step(over, (direction + 3) % 4, open);

    return sideways & ~occupied;
}

quoridor_board quoridor_pawn_targets(const struct quoridor *q)
{
    struct quoridor_edges open = quoridor_edges(q);
    quoridor_board from = quoridor_bit(q->pawn[q->turn]), occupied = 0, targets = 0;

    for (int p = 0; p < q->players; p++)
        occupied |= quoridor_bit(q->pawn[p]);
    quoridor_board around = quoridor_board_spread(from, &open) & ~from;

    if (!(around & occupied))
        return around;
    for (enum quoridor_direction d = QUORIDOR_NORTH; d <= QUORIDOR_WEST; d++) {
        quoridor_board next = quoridor_board_step(from, d, &open);

        targets |= next & occupied ? jump_targets(q, d, next, occupied, &open) : next;
    }
    return targets;
}

/* ---- The game's functions ---------------------------------------------------------- */

static void quoridor_init(const struct tb_setup *setup, void *state)
{
    struct quoridor *q = state;
    int size = setup->options[QUORIDOR_OPTION_SIZE], middle = size / 2, last = size - 1;
    int south = middle, west = middle * QUORIDOR_STRIDE;
    int north = last * QUORIDOR_STRIDE + middle, east = middle * QUORIDOR_STRIDE + last;

    memset(q, 0, sizeof *q);
    q->players = (uint8_t)setup->players;
    q->size = (uint8_t)size;
    q->turn_rule = (uint8_t)setup->options[QUORIDOR_OPTION_TURN];
    q->extra = (uint8_t)setup->options[QUORIDOR_OPTION_EXTRA];
    const int two[] = {south, north}, four[] = {south, west, north, east};

    for (int p = 0; p < setup->players; p++) {
        q->pawn[p] = (uint8_t)(setup->players == 2 ? two : four)[p];
        q->left[p] = (uint8_t)(setup->options[QUORIDOR_OPTION_WALLS] +
                               (p > 0) * setup->options[QUORIDOR_OPTION_EXTRA]);
    }
}

static int quoridor_turn(const void *state)
{
    return ((const struct quoridor *)state)->turn;
}

static struct tb_result quoridor_result(const void *state)
{
    const struct quoridor *q = state;

    for (int p = 0; p < q->players; p++)
        if (quoridor_bit(q->pawn[p]) & quoridor_goal(q, p))
            return (struct tb_result){.over = true, .winners = 1u << p};
    return (struct tb_result){.over = false};
}

static int add_moves(quoridor_board set, tb_move base, tb_move *out)
{
    int count = 0;

    while (set)
        out[count++] = base + (tb_move)quoridor_board_take(&set);
    return count;
}

static int quoridor_moves(const void *state, tb_move *out)
{
    const struct quoridor *q = state;

    if (quoridor_result(q).over)
        return 0;
    struct barriers legal = legal_barriers(q, NULL);
    int count = add_moves(quoridor_pawn_targets(q), 0, out);

    count += add_moves(legal.across, QUORIDOR_ACROSS, out + count);
    count += add_moves(legal.upright, QUORIDOR_UPRIGHT, out + count);
    if (count == 0)
        out[count++] = QUORIDOR_PASS;
    return count;
}

static int count_moves(const struct quoridor *q, const struct quoridor_ways *ways)
{
    if (quoridor_result(q).over)
        return 0;
    struct barriers legal = legal_barriers(q, ways);
    int count = quoridor_board_count(quoridor_pawn_targets(q)) +
                quoridor_board_count(legal.across) + quoridor_board_count(legal.upright);

    return count ? count : 1; /* pass */
}

static int quoridor_count(const void *state)
{
    return count_moves(state, NULL);
}

static inline void next_turn(struct quoridor *q)
{
    q->turn = q->turn + 1 == q->players ? 0 : q->turn + 1;
}

static void quoridor_play(void *state, tb_move move)
{
    struct quoridor *q = state;

    if (move < QUORIDOR_ACROSS) {
        q->pawn[q->turn] = (uint8_t)move;
    } else if (move != QUORIDOR_PASS) {
        if (move < QUORIDOR_UPRIGHT)
            q->across |= quoridor_bit((int)move - QUORIDOR_ACROSS);
        else
            q->upright |= quoridor_bit((int)move - QUORIDOR_UPRIGHT);
        q->left[q->turn]--;
    }
    next_turn(q);
}

/* The n-th square of a set, from 0. */
static int nth_square(quoridor_board set, int n)
{
    uint64_t half = (uint64_t)set;
    int base = 0, low = __builtin_popcountll(half);

    if (n >= low) {
        n -= low;
        half = (uint64_t)(set >> 64);
        base = 64;
    }
    while (n-- > 0)
        half &= half - 1;
    return base + bits_first(half);
}

/* Draws among all that overlaps and crosses nothing, and again if the barrier drawn
 * turns out to shut someone in: every legal move stays as likely as another. */
static tb_move quoridor_random_move(const void *state, struct rng *rng)
{
    const struct quoridor *q = state;
    quoridor_board targets = quoridor_pawn_targets(q);
    struct barriers places = {0, 0};

    if (q->left[q->turn])
        places = free_places(q);
    for (;;) {
        int pawn = quoridor_board_count(targets), across = quoridor_board_count(places.across);
        int all = pawn + across + quoridor_board_count(places.upright);

        if (all == 0)
            return QUORIDOR_PASS;
        int drawn = (int)rng_below(rng, (uint32_t)all);

        if (drawn < pawn)
            return (tb_move)nth_square(targets, drawn);
        bool upright = (drawn -= pawn) >= across;
        int place = nth_square(upright ? places.upright : places.across,
                               upright ? drawn - across : drawn);
        struct barriers one = {upright ? 0 : quoridor_bit(place),
                               upright ? quoridor_bit(place) : 0};
        struct barriers doubtful = touching_twice(q, one);

        if (!(doubtful.across | doubtful.upright) ||
            quoridor_shut_in(q, one.across, one.upright) < 0)
            return (tb_move)(place + (upright ? QUORIDOR_UPRIGHT : QUORIDOR_ACROSS));
        places.across &= ~one.across;
        places.upright &= ~one.upright;
    }
}

/* ---- perft: the known ways are handed down and mended where a barrier cuts them ------ */

static uint64_t count_below(const struct quoridor *q, int depth, const struct quoridor_ways *ways);

static uint64_t count_after_pawn(const struct quoridor *q, int depth,
                                 const struct quoridor_ways *ways, quoridor_board targets)
{
    uint64_t nodes = 0;

    while (targets) {
        struct quoridor next = *q;
        struct quoridor_ways mended = *ways;
        struct quoridor_edges open;

        quoridor_play(&next, (tb_move)quoridor_board_take(&targets));
        open = quoridor_edges(&next);
        mended.of[q->turn] = player_way(&next, &open, q->turn);
        nodes += count_below(&next, depth, &mended);
    }
    return nodes;
}

static uint64_t count_after_barrier(const struct quoridor *q, int depth,
                                    const struct quoridor_ways *ways, quoridor_board across,
                                    quoridor_board upright)
{
    struct quoridor next = *q;
    struct quoridor_ways mended = *ways;
    struct quoridor_edges open;

    next.across |= across;
    next.upright |= upright;
    next.left[q->turn]--;
    next_turn(&next);
    open = quoridor_edges(&next);
    for (int p = 0; p < q->players; p++)
        if ((ways->of[p].north & ~open.north) | (ways->of[p].east & ~open.east))
            mended.of[p] = player_way(&next, &open, p);
    return count_below(&next, depth, &mended);
}

static uint64_t count_below(const struct quoridor *q, int depth, const struct quoridor_ways *ways)
{
    if (depth == 1)
        return (uint64_t)count_moves(q, ways);
    if (quoridor_result(q).over)
        return 0;
    struct barriers legal = legal_barriers(q, ways);
    quoridor_board targets = quoridor_pawn_targets(q);
    uint64_t nodes = count_after_pawn(q, depth - 1, ways, targets);

    if (!(targets | legal.across | legal.upright)) {
        struct quoridor next = *q;

        next_turn(&next);
        return count_below(&next, depth - 1, ways);
    }
    for (; legal.across; legal.across &= legal.across - 1)
        nodes += count_after_barrier(q, depth - 1, ways, legal.across & -legal.across, 0);
    for (; legal.upright; legal.upright &= legal.upright - 1)
        nodes += count_after_barrier(q, depth - 1, ways, 0, legal.upright & -legal.upright);
    return nodes;
}

static uint64_t quoridor_perft(const void *state, int depth)
{
    struct quoridor_ways ways;

    find_ways(state, &ways);
    return count_below(state, depth, &ways);
}

/* ---- The table ----------------------------------------------------------------------------- */

static const char *const turn_words[] = {"blocked", "barrier", NULL};

static const struct tb_option quoridor_options[] = {
    [QUORIDOR_OPTION_SIZE] = {.size = sizeof(struct tb_option),
                              .name = "size",
                              .min = 3,
                              .max = 9,
                              .step = 2,
                              .defaults = {[2] = 9, [4] = 9},
                              .text = N_("rows and columns of the board")},
    [QUORIDOR_OPTION_WALLS] = {.size = sizeof(struct tb_option),
                               .name = "walls",
                               .min = 0,
                               .max = 10,
                               .step = 1,
                               .defaults = {[2] = 10, [4] = 5},
                               .text = N_("barriers of each player")},
    [QUORIDOR_OPTION_TURN] = {.size = sizeof(struct tb_option),
                              .name = "turn",
                              .words = turn_words,
                              .min = 0,
                              .max = 1,
                              .step = 1,
                              .text = N_("what behind a jumped pawn allows the turn: anything that "
                                         "blocks the straight jump, or only a barrier")},
    [QUORIDOR_OPTION_EXTRA] = {.size = sizeof(struct tb_option),
                               .name = "extra",
                               .min = 0,
                               .max = 3,
                               .step = 1,
                               .text = N_("more barriers for all but player 1 (not the author's)")},
    {.name = NULL},
};

const struct tb_game quoridor_game = {
    .name = "quoridor",
    .title = "Quoridor",
    .author = "Mirko Marchesi",
    .publisher = "Gigamic",
    .minutes = {10, 20},
    .players = PLAYERS(2) | PLAYERS(4),
    .repeats = true,
    .options = quoridor_options,
    .state_size = sizeof(struct quoridor),
    .numbers = {{sizeof(quoridor_board), 2}},
    .moves_max = QUORIDOR_MOVES_MAX,
    .move_limit = QUORIDOR_MOVE_LIMIT,
    .init = quoridor_init,
    .turn = quoridor_turn,
    .moves = quoridor_moves,
    .play = quoridor_play,
    .result = quoridor_result,
    .move_text = quoridor_move_text,
    .spellings = spell_by_number,
    .why = quoridor_why,
    .position_text = quoridor_position_text,
    .position_parse = quoridor_position_parse,
    .draw = NOT_IN_PAGE(quoridor_draw),
    .draw_marks = NOT_IN_PAGE(quoridor_draw_marks),
    .symmetries = quoridor_symmetries,
    .transform = quoridor_transform,
    .transform_move = quoridor_transform_move,
    .transform_player = quoridor_transform_player,
    .remark = quoridor_remark,
    .goal = quoridor_goal_text,
    .count = quoridor_count,
    .random_move = quoridor_random_move,
    .perft = NOT_IN_PAGE(quoridor_perft),
    .advice = &quoridor_advice,
    .features = &quoridor_features,
    .solved = &quoridor_solved,
    .picture = &quoridor_picture,
    .tensor = NOT_IN_PAGE(&quoridor_tensor),
    .themes = &quoridor_themes,
    .ratings = NOT_IN_PAGE(&quoridor_ratings),
    .qtp = NOT_IN_PAGE(&quoridor_qtp),
};
