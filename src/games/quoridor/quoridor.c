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

#include <string.h>

/* n bits of the lowest row; n bits of the leftmost column. */
#define ROW(n) (((board)1 << (n)) - 1)
#define COLUMN(n) ((((board)1 << (STRIDE * (n))) - 1) / ROW(STRIDE))

#define GEOMETRY(n)                                                                                \
    {                                                                                              \
        .squares = ROW(n) * COLUMN(n),                                                             \
        .north = ROW(n) * COLUMN((n) - 1),                                                         \
        .east = ROW((n) - 1) * COLUMN(n),                                                          \
        .anchors = ROW((n) - 1) * COLUMN((n) - 1),                                                 \
        .goal = {ROW(n) << (STRIDE * ((n) - 1)), COLUMN(n) << ((n) - 1), ROW(n), COLUMN(n)},       \
    }

static const struct geometry geometries[] = {GEOMETRY(3), GEOMETRY(5), GEOMETRY(7), GEOMETRY(9)};

const struct geometry *quoridor_geometry(const struct quoridor *q)
{
    return &geometries[(q->size - 3) / 2];
}

struct edges quoridor_edges(const struct quoridor *q)
{
    const struct geometry *g = quoridor_geometry(q);

    return (struct edges){
        .north = g->north & ~(q->across | q->across << 1),
        .east = g->east & ~(q->upright | q->upright << STRIDE),
    };
}

board quoridor_goal(const struct quoridor *q, int player)
{
    /* With two players the sides in use are the top and the bottom. */
    return quoridor_geometry(q)->goal[q->players == 2 ? 2 * player : player];
}

/* ---- Ways --------------------------------------------------------------------- */

static bool can_reach(const struct edges *open, board from, board goal)
{
    board reached = from;

    for (;;) {
        board wider = board_spread(reached, open);

        if (wider & goal)
            return true;
        if (wider == reached)
            return false;
        reached = wider;
    }
}

int quoridor_distance(const struct edges *open, board from, board goal)
{
    board reached = from;

    for (int steps = 0;; steps++) {
        if (reached & goal)
            return steps;
        board wider = board_spread(reached, open);

        if (wider == reached)
            return -1;
        reached = wider;
    }
}

/* One shortest way from `from` to the goal, as the edges it crosses. There must be one. */
static struct edges find_way(const struct edges *open, board from, board goal)
{
    board layers[SQUARES];
    struct edges way = {0, 0};
    int steps = 0;

    for (layers[0] = from; !(layers[steps] & goal); steps++)
        layers[steps + 1] = board_spread(layers[steps], open);
    board here = layers[steps] & goal;

    here &= -here;
    while (steps-- > 0) {
        board back;

        if ((back = board_step(here, SOUTH, open) & layers[steps])) {
            way.north |= back;
        } else if ((back = board_step(here, WEST, open) & layers[steps])) {
            way.east |= back;
        } else if ((back = board_step(here, EAST, open) & layers[steps])) {
            way.east |= here;
        } else {
            back = board_step(here, NORTH, open) & layers[steps];
            way.north |= here;
        }
        here = back;
    }
    return way;
}

static struct edges player_way(const struct quoridor *q, const struct edges *open, int player)
{
    return find_way(open, bit(q->pawn[player]), quoridor_goal(q, player));
}

static void find_ways(const struct quoridor *q, struct ways *ways)
{
    struct edges open = quoridor_edges(q);

    for (int p = 0; p < q->players; p++)
        ways->of[p] = player_way(q, &open, p);
}

int quoridor_shut_in(const struct quoridor *q, board across, board upright)
{
    struct edges open = quoridor_edges(q);

    open.north &= ~(across | across << 1);
    open.east &= ~(upright | upright << STRIDE);
    for (int p = 0; p < q->players; p++)
        if (!can_reach(&open, bit(q->pawn[p]), quoridor_goal(q, p)))
            return p;
    return -1;
}

/* ---- Barriers ------------------------------------------------------------------ */

struct barriers {
    board across, upright;
};

/* Barriers that overlap and cross none. */
static struct barriers free_places(const struct quoridor *q)
{
    board anchors = quoridor_geometry(q)->anchors;

    return (struct barriers){
        .across = anchors & ~(q->across | q->across << 1 | q->across >> 1 | q->upright),
        .upright = anchors & ~(q->upright | q->upright << STRIDE | q->upright >> STRIDE |
                               q->across),
    };
}

void quoridor_free_places(const struct quoridor *q, board *across, board *upright)
{
    struct barriers places = free_places(q);

    *across = places.across;
    *upright = places.upright;
}

static inline board two_of(board a, board b, board c)
{
    return (a & b) | (a & c) | (b & c);
}

/* Those of `places` with at least two points on another barrier or the rim. */
static struct barriers touching_twice(const struct quoridor *q, struct barriers places)
{
    int last = q->size - 2; /* the last row and column of anchors */
    board points = q->across | q->across << 1 | q->across >> 1 | q->upright |
                   q->upright << STRIDE | q->upright >> STRIDE;
    board left = points << 1 | COLUMN(STRIDE), right = points >> 1 | COLUMN(STRIDE) << last;
    board below = points << STRIDE | ROW(STRIDE),
          above = points >> STRIDE | ROW(STRIDE) << (STRIDE * last);

    return (struct barriers){
        .across = places.across & two_of(left, points, right),
        .upright = places.upright & two_of(below, points, above),
    };
}

/* Those of `places` that cut this way. */
static inline struct barriers cutting(struct barriers places, const struct edges *way)
{
    return (struct barriers){
        .across = places.across & (way->north | way->north >> 1),
        .upright = places.upright & (way->east | way->east >> STRIDE),
    };
}

/* Takes out of `legal` each of the `doubtful` barriers that closes this player's way. */
static void remove_closing(const struct quoridor *q, int player, const struct edges *open,
                           struct barriers doubtful, struct barriers *legal)
{
    board from = bit(q->pawn[player]), goal = quoridor_goal(q, player);

    while (doubtful.across) {
        board b = doubtful.across & -doubtful.across;
        struct edges closed = {open->north & ~(b | b << 1), open->east};

        doubtful.across ^= b;
        if (!can_reach(&closed, from, goal))
            legal->across ^= b;
    }
    while (doubtful.upright) {
        board b = doubtful.upright & -doubtful.upright;
        struct edges closed = {open->north, open->east & ~(b | b << STRIDE)};

        doubtful.upright ^= b;
        if (!can_reach(&closed, from, goal))
            legal->upright ^= b;
    }
}

/* The legal barriers. `ways` are known ways of all players, or NULL. */
static struct barriers legal_barriers(const struct quoridor *q, const struct ways *ways)
{
    if (q->left[q->turn] == 0)
        return (struct barriers){0, 0};
    struct barriers legal = free_places(q);
    struct barriers doubtful = touching_twice(q, legal);

    if (!(doubtful.across | doubtful.upright))
        return legal;
    struct edges open = quoridor_edges(q);

    for (int p = 0; p < q->players; p++) {
        struct edges way = ways ? ways->of[p] : player_way(q, &open, p);
        struct barriers both = {doubtful.across & legal.across, doubtful.upright & legal.upright};

        remove_closing(q, p, &open, cutting(both, &way), &legal);
    }
    return legal;
}

/* ---- Pawns ----------------------------------------------------------------------- */

/* Where a pawn may go that stands face to face with the pawn on `over`. */
static board jump_targets(const struct quoridor *q, enum direction direction, board over,
                          board occupied, const struct edges *open)
{
    board behind = board_step(over, direction, open);

    if (behind & ~occupied)
        return behind;
    if (q->turn_rule == TURN_BARRIER) {
        const struct geometry *g = quoridor_geometry(q);
        struct edges empty = {g->north, g->east};

        if (behind || !board_step(over, direction, &empty))
            return 0; /* another pawn or the rim behind, not a barrier */
    }
    board sideways = board_step(over, (direction + 1) % 4, open) |
                     board_step(over, (direction + 3) % 4, open);

    return sideways & ~occupied;
}

board quoridor_pawn_targets(const struct quoridor *q)
{
    struct edges open = quoridor_edges(q);
    board from = bit(q->pawn[q->turn]), occupied = 0, targets = 0;

    for (int p = 0; p < q->players; p++)
        occupied |= bit(q->pawn[p]);
    board around = board_spread(from, &open) & ~from;

    if (!(around & occupied))
        return around;
    for (enum direction d = NORTH; d <= WEST; d++) {
        board next = board_step(from, d, &open);

        targets |= next & occupied ? jump_targets(q, d, next, occupied, &open) : next;
    }
    return targets;
}

/* ---- The game's functions ---------------------------------------------------------- */

static void quoridor_init(const struct tb_setup *setup, void *state)
{
    struct quoridor *q = state;
    int size = setup->options[OPTION_SIZE], middle = size / 2, last = size - 1;
    int south = middle, west = middle * STRIDE;
    int north = last * STRIDE + middle, east = middle * STRIDE + last;

    memset(q, 0, sizeof *q);
    q->players = (uint8_t)setup->players;
    q->size = (uint8_t)size;
    q->turn_rule = (uint8_t)setup->options[OPTION_TURN];
    const int two[] = {south, north}, four[] = {south, west, north, east};

    for (int p = 0; p < setup->players; p++) {
        q->pawn[p] = (uint8_t)(setup->players == 2 ? two : four)[p];
        q->left[p] = (uint8_t)setup->options[OPTION_WALLS];
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
        if (bit(q->pawn[p]) & quoridor_goal(q, p))
            return (struct tb_result){.over = true, .winners = 1u << p};
    return (struct tb_result){.over = false};
}

static bool quoridor_wins_at_once(const void *state)
{
    const struct quoridor *q = state;

    return (quoridor_pawn_targets(q) & quoridor_goal(q, q->turn)) != 0;
}

static int add_moves(board set, tb_move base, tb_move *out)
{
    int count = 0;

    while (set)
        out[count++] = base + (tb_move)board_take(&set);
    return count;
}

static int quoridor_moves(const void *state, tb_move *out)
{
    const struct quoridor *q = state;

    if (quoridor_result(q).over)
        return 0;
    struct barriers legal = legal_barriers(q, NULL);
    int count = add_moves(quoridor_pawn_targets(q), 0, out);

    count += add_moves(legal.across, MOVE_ACROSS, out + count);
    count += add_moves(legal.upright, MOVE_UPRIGHT, out + count);
    if (count == 0)
        out[count++] = MOVE_PASS;
    return count;
}

static int count_moves(const struct quoridor *q, const struct ways *ways)
{
    if (quoridor_result(q).over)
        return 0;
    struct barriers legal = legal_barriers(q, ways);
    int count = board_count(quoridor_pawn_targets(q)) + board_count(legal.across) +
                board_count(legal.upright);

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

    if (move < MOVE_ACROSS) {
        q->pawn[q->turn] = (uint8_t)move;
    } else if (move != MOVE_PASS) {
        if (move < MOVE_UPRIGHT)
            q->across |= bit((int)move - MOVE_ACROSS);
        else
            q->upright |= bit((int)move - MOVE_UPRIGHT);
        q->left[q->turn]--;
    }
    next_turn(q);
}

/* Where the pawns are near each other, the one who must not move may be better off. */
static bool quoridor_null(void *state)
{
    struct quoridor *q = state;
    struct edges open = quoridor_edges(q);

    if (q->players != 2)
        return false;
    board near = board_spread(board_spread(bit(q->pawn[0]), &open), &open);

    if (board_spread(near, &open) & bit(q->pawn[1]))
        return false;
    next_turn(q);
    return true;
}

/* The n-th square of a set, from 0. */
static int nth_square(board set, int n)
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
    board targets = quoridor_pawn_targets(q);
    struct barriers places = {0, 0};

    if (q->left[q->turn])
        places = free_places(q);
    for (;;) {
        int pawn = board_count(targets), across = board_count(places.across);
        int all = pawn + across + board_count(places.upright);

        if (all == 0)
            return MOVE_PASS;
        int drawn = (int)rng_below(rng, (uint32_t)all);

        if (drawn < pawn)
            return (tb_move)nth_square(targets, drawn);
        bool upright = (drawn -= pawn) >= across;
        int place = nth_square(upright ? places.upright : places.across,
                               upright ? drawn - across : drawn);
        struct barriers one = {upright ? 0 : bit(place), upright ? bit(place) : 0};
        struct barriers doubtful = touching_twice(q, one);

        if (!(doubtful.across | doubtful.upright) ||
            quoridor_shut_in(q, one.across, one.upright) < 0)
            return (tb_move)(place + (upright ? MOVE_UPRIGHT : MOVE_ACROSS));
        places.across &= ~one.across;
        places.upright &= ~one.upright;
    }
}

/* ---- perft: the known ways are handed down and mended where a barrier cuts them ------ */

static uint64_t count_below(const struct quoridor *q, int depth, const struct ways *ways);

static uint64_t count_after_pawn(const struct quoridor *q, int depth, const struct ways *ways,
                                 board targets)
{
    uint64_t nodes = 0;

    while (targets) {
        struct quoridor next = *q;
        struct ways mended = *ways;
        struct edges open;

        quoridor_play(&next, (tb_move)board_take(&targets));
        open = quoridor_edges(&next);
        mended.of[q->turn] = player_way(&next, &open, q->turn);
        nodes += count_below(&next, depth, &mended);
    }
    return nodes;
}

static uint64_t count_after_barrier(const struct quoridor *q, int depth, const struct ways *ways,
                                    board across, board upright)
{
    struct quoridor next = *q;
    struct ways mended = *ways;
    struct edges open;

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

static uint64_t count_below(const struct quoridor *q, int depth, const struct ways *ways)
{
    if (depth == 1)
        return (uint64_t)count_moves(q, ways);
    if (quoridor_result(q).over)
        return 0;
    struct barriers legal = legal_barriers(q, ways);
    board targets = quoridor_pawn_targets(q);
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
    struct ways ways;

    find_ways(state, &ways);
    return count_below(state, depth, &ways);
}

/* ---- Symmetry -------------------------------------------------------------------------
 * Two players: bit 0 mirrors left and right, bit 1 turns the board round and
 * exchanges the players. Four players: quarter turns clockwise, each of which
 * makes every player the next one. */

static int quoridor_symmetries(const void *state)
{
    (void)state;
    return 4;
}

/* The image of a bit on a field of `width` x `width`: squares or barrier places. */
static int turn_bit(const struct quoridor *q, int symmetry, int width, int square)
{
    int column = square % STRIDE, row = square / STRIDE, last = width - 1;

    if (q->players == 2) {
        if (symmetry == 1 || symmetry == 2)
            column = last - column;
        if (symmetry & 2)
            row = last - row;
        return row * STRIDE + column;
    }
    for (int i = 0; i < symmetry; i++) {
        int old = column;

        column = row;
        row = last - old;
    }
    return row * STRIDE + column;
}

static bool swaps_axes(const struct quoridor *q, int symmetry)
{
    return q->players == 4 && (symmetry & 1);
}

static board turn_barriers(const struct quoridor *q, int symmetry, board set)
{
    board image = 0;

    while (set)
        image |= bit(turn_bit(q, symmetry, q->size - 1, board_take(&set)));
    return image;
}

static int quoridor_transform_player(const void *state, int symmetry, int player)
{
    const struct quoridor *q = state;

    return (player + (q->players == 2 ? symmetry >> 1 : symmetry)) % q->players;
}

static void quoridor_transform(const void *state, int symmetry, void *out)
{
    const struct quoridor *q = state;
    struct quoridor image = *q;
    bool swap = swaps_axes(q, symmetry);

    image.across = turn_barriers(q, symmetry, swap ? q->upright : q->across);
    image.upright = turn_barriers(q, symmetry, swap ? q->across : q->upright);
    image.turn = (uint8_t)quoridor_transform_player(q, symmetry, q->turn);
    for (int p = 0; p < q->players; p++) {
        int player = quoridor_transform_player(q, symmetry, p);

        image.pawn[player] = (uint8_t)turn_bit(q, symmetry, q->size, q->pawn[p]);
        image.left[player] = q->left[p];
    }
    memcpy(out, &image, sizeof image);
}

static tb_move quoridor_transform_move(const void *state, int symmetry, tb_move move)
{
    const struct quoridor *q = state;

    if (move == MOVE_PASS)
        return move;
    if (move < MOVE_ACROSS)
        return (tb_move)turn_bit(q, symmetry, q->size, (int)move);
    bool upright = move >= MOVE_UPRIGHT;
    int place = (int)move - (upright ? MOVE_UPRIGHT : MOVE_ACROSS);
    int image = turn_bit(q, symmetry, q->size - 1, place);

    return (tb_move)image + (upright != swaps_axes(q, symmetry) ? MOVE_UPRIGHT : MOVE_ACROSS);
}

/* ---- The table ----------------------------------------------------------------------------- */

static const char *const turn_words[] = {"blocked", "barrier", NULL};

static const struct tb_option quoridor_options[] = {
    [OPTION_SIZE] = {.name = "size", .min = 3, .max = 9, .step = 2,
                     .defaults = {[2] = 9, [4] = 9},
                     .text = {"rows and columns of the board", "rangées et colonnes du plateau"}},
    [OPTION_WALLS] = {.name = "walls", .min = 0, .max = 10, .step = 1,
                      .defaults = {[2] = 10, [4] = 5},
                      .text = {"barriers of each player", "barrières de chaque joueur"}},
    [OPTION_TURN] = {.name = "turn", .words = turn_words, .min = 0, .max = 1, .step = 1,
                     .text = {"what behind a jumped pawn allows the turn: anything that blocks the "
                              "straight jump, or only a barrier",
                              "ce qui, derrière le pion sauté, permet de bifurquer : tout ce qui "
                              "empêche le saut droit, ou seulement une barrière"}},
    {.name = NULL},
};

/* quoridor.net */
extern const unsigned char quoridor_net[];
extern const size_t quoridor_net_size;

static const struct net_shape net_shape = {QUORIDOR_FEATURES, QUORIDOR_LOGITS, QUORIDOR_BUCKETS};

const struct tb_game quoridor_game = {
    .name = "quoridor",
    .title = "Quoridor",
    .author = "Mirko Marchesi",
    .players = PLAYERS(2) | PLAYERS(4),
    .repeats = true,
    .options = quoridor_options,
    .state_size = sizeof(struct quoridor),
    .moves_max = MOVES_MAX,
    .move_limit = MOVE_LIMIT,
    .init = quoridor_init,
    .turn = quoridor_turn,
    .moves = quoridor_moves,
    .play = quoridor_play,
    .result = quoridor_result,
    .move_text = quoridor_move_text,
    .why = quoridor_why,
    .position_text = quoridor_position_text,
    .position_parse = quoridor_position_parse,
    .draw = quoridor_draw,
    .symmetries = quoridor_symmetries,
    .transform = quoridor_transform,
    .transform_move = quoridor_transform_move,
    .transform_player = quoridor_transform_player,
    .picture = quoridor_picture,
    .remark = quoridor_remark,
    .picture_mark = quoridor_picture_mark,
    .tensor = &quoridor_tensor,
    .count = quoridor_count,
    .random_move = quoridor_random_move,
    .perft = quoridor_perft,
    .evaluate = quoridor_evaluate,
    .evaluate_scale = EVALUATE_SCALE,
    .evaluate_players = quoridor_evaluate_players,
    .order = quoridor_order,
    .features = quoridor_features,
    .priors = quoridor_priors,
    .net_shape = &net_shape,
    .net = quoridor_net,
    .net_size = &quoridor_net_size,
    .probe = quoridor_probe,
    .null = quoridor_null,
    .wins_at_once = quoridor_wins_at_once,
    .themes = quoridor_themes,
    .move_themes = quoridor_move_themes,
};
