/*
 * dorix_eval.c - advice for the search: Dorix.
 *
 * A diagonal's four squares have one colour of the chequered board, so a pile
 * never falls along its own diagonal: a collapse takes squares of a diagonal
 * from a pile that stands beside it, two of them at most. That makes "who can
 * complete a diagonal with one pawn" a question of a few masks.
 *
 * Everything is seen from sides: teams where there are teams.
 */
#include "core/advice.h"
#include "core/solved.h"
#include "games/dorix/dorix_landing.h"

#include <math.h>
#include <string.h>

#define BORDER 0x6996u /* the squares on no diagonal */
#define COLUMN_A 0x1111u
#define COLUMN_D 0x8888u

static int next_player(const struct dorix *s)
{
    return s->turn + 1 < s->players ? s->turn + 1 : 0;
}

/* The squares beside a square of the mask. */
static unsigned beside(unsigned mask)
{
    return (mask << 4 | mask >> 4 | (mask & ~COLUMN_D) << 1 | (mask & ~COLUMN_A) >> 1) & 0xffffu;
}

/* ---- Completing a diagonal -------------------------------------------------------- */

/* True if a side other than `side` holds the diagonal once the pile on `square` is
 * `owner`'s (-1: gone). */
static bool rival_holds(const struct dorix *s, int side, unsigned diagonal, int square, int owner)
{
    for (int rival = 0; rival < side_count(s); rival++) {
        unsigned piles = side_piles(s, rival) & ~(1u << square);

        if (owner >= 0 && dorix_side(s, owner) == rival)
            piles |= 1u << square;
        if (rival != side && (diagonal & ~piles) == 0)
            return true;
    }
    return false;
}

/* True if a pawn of `player` on their pile `place` can collapse it such that their
 * side takes the missing squares, all of them piles, and keeps the other squares of
 * the diagonal `which`, while no rival holds the other one. */
static bool fall_completes(const struct dorix *s, int player, int which, unsigned missing,
                           int place)
{
    struct dorix_fall fall = dorix_fall(s, place);
    int side = dorix_side(s, player), own = 1, needed = bits_count(missing), spare = 0;

    for (int d = 0; d < DORIX_DIRECTIONS; d++) {
        unsigned receiver = (fall.lower >> d & 1) << dorix_neighbour[place][d];

        missing &= ~receiver;
        spare += receiver && !(receiver & diagonals[which]);
    }
    for (int i = 1; i < fall.count; i++)
        own += dorix_side(s, fall.owner[i]) == side;
    if (missing || own < needed || fall.count - own > spare)
        return false;
    int left = s->height[place] + 1 - fall.count;
    int owner = left > 0 ? dorix_owner(s, place, fall.count - 1) : -1;

    return !rival_holds(s, side, diagonals[!which], place, owner);
}

/* True if `player` can win by placing a pawn that is already in hand. */
static bool placing_wins(const struct dorix *s, int player)
{
    int side = dorix_side(s, player);
    unsigned piles = side_piles(s, side), occupied = dorix_occupied(s);

    for (int which = 0; which < 2; which++) {
        unsigned missing = diagonals[which] & ~piles, from = s->control[player];
        int count = bits_count(missing);

        if (count == 0 || count > 2)
            continue;
        if (missing & ~occupied) {
            if (count == 1 &&
                !rival_holds(s, side, diagonals[!which], bits_first(missing), player))
                return true;
            continue;
        }
        for (unsigned rest = missing; rest; rest &= rest - 1)
            from &= beside(rest & -rest);
        for (; from; from &= from - 1)
            if (fall_completes(s, player, which, missing, bits_first(from)))
                return true;
    }
    return false;
}

bool dorix_could_win(const struct dorix *s, int player)
{
    unsigned piles = side_piles(s, dorix_side(s, player));

    if (bits_count(DORIX_RISING & ~piles) > 2 &&
        bits_count(DORIX_FALLING & ~piles) > 2)
        return false;
    if (s->hand[player])
        return placing_wins(s, player);
    struct dorix lifted = *s;

    for (unsigned left = s->control[player]; left; left &= left - 1) {
        int square = bits_first(left), owner = dorix_pop(&lifted, square);

        if (placing_wins(&lifted, player))
            return true;
        dorix_push(&lifted, square, owner);
    }
    return false;
}

/* ---- Evaluation ------------------------------------------------------------------------ */

/* The terms of the evaluation, for the side to move. Those of a side count for
 * it, and against it where they are the rival's. */
enum {
    TERM_TURN,
    TERM_LIFT,                          /* having to lift a pawn */
    TERM_DIAGONAL,                      /* diagonals by piles held and piles in reach */
    TERM_CENTRE = TERM_DIAGONAL + 15,   /* piles in the centre */
    TERM_BORDER,                        /* piles on no diagonal */
    TERM_ATTACKED,                      /* rivals' piles there that ours could fall on */
    TERM_BENEATH,                       /* own pawns in own piles, below the top */
    TERM_SECOND,                        /* own pawns right below the top of own piles */
    TERM_CAPTIVES,                      /* rivals' pawns in own piles */
    TERMS,
};
_Static_assert((int)TERMS == (int)DORIX_TERMS, "the header knows the number of terms");

/* Points. Fitted to self-play by train/tune_linear.c. */
const int dorix_weights[DORIX_TERMS] = {
    [TERM_TURN] = 28,
    [TERM_LIFT] = 18,
    [TERM_DIAGONAL] = -36, -87, -42, 87, 199, /* none held, 0 to 4 in reach */
    -138, -67, -5, 118,                       /* one held, 0 to 3 */
    -118, -58, 117,
    -128, 160,
    0,
    [TERM_CENTRE] = 27,
    [TERM_BORDER] = -9,
    [TERM_ATTACKED] = 33,
    [TERM_BENEATH] = -68,
    [TERM_SECOND] = 65,
    [TERM_CAPTIVES] = 83,
};

/* Masks of the squares whose pile is at least as high as the neighbour's (over), or at
 * most as high (under): bit n compares square n with the one to its right, or above it. */
struct slopes {
    unsigned over_right, under_right, over_up, under_up;
};

static struct slopes slopes_of(const struct dorix *s)
{
    const uint8_t *height = s->height;
    struct slopes slopes = {0, 0, 0, 0};

    for (int square = 0; square < DORIX_SQUARES - 1; square++) {
        slopes.over_right |= (unsigned)(height[square] >= height[square + 1]) << square;
        slopes.under_right |= (unsigned)(height[square] <= height[square + 1]) << square;
    }
    for (int square = 0; square < DORIX_SQUARES - DORIX_WIDTH; square++) {
        slopes.over_up |= (unsigned)(height[square] >= height[square + DORIX_WIDTH]) << square;
        slopes.under_up |= (unsigned)(height[square] <= height[square + DORIX_WIDTH]) << square;
    }
    slopes.over_right &= ~COLUMN_D;
    slopes.under_right &= ~COLUMN_D;
    return slopes;
}

/* The squares beside a pile of the mask that are no higher than it. */
static unsigned in_reach(const struct slopes *slopes, unsigned piles)
{
    return (piles & slopes->over_right) << 1 | (piles >> 1 & slopes->under_right) |
           (piles & slopes->over_up) << 4 | (piles >> 4 & slopes->under_up);
}

/* Adds the terms of one side, times `sign`. */
static void add_side(const struct dorix *s, const struct slopes *slopes, int side, int sign,
                     int *terms)
{
    static const uint8_t first[] = {0, 5, 9, 12, 14}; /* by piles held */
    unsigned piles = side_piles(s, side), occupied = dorix_occupied(s);
    unsigned attacked = in_reach(slopes, piles) & occupied & ~piles;
    int beneath = 0, second = 0, buried = 0;

    for (int i = 0; i < 2; i++) {
        int held = bits_count(diagonals[i] & piles);
        int reach = bits_count(diagonals[i] & (attacked | ~occupied));

        terms[TERM_DIAGONAL + first[held] + reach] += sign;
    }
    for (unsigned left = piles; left; left &= left - 1) {
        int square = bits_first(left);
        uint64_t own = own_pawns(s, square, side);

        buried += s->height[square] - 1;
        beneath += bits_count((uint32_t)(own >> 1)) + bits_count((uint32_t)(own >> 33));
        second += own >> 1 & 1;
    }
    terms[TERM_CENTRE] += sign * bits_count(piles & DORIX_CENTRE);
    terms[TERM_BORDER] += sign * bits_count(piles & BORDER);
    terms[TERM_ATTACKED] += sign * bits_count(attacked & BORDER);
    terms[TERM_BENEATH] += sign * beneath;
    terms[TERM_SECOND] += sign * second;
    terms[TERM_CAPTIVES] += sign * (buried - beneath);
}

void dorix_terms(const void *state, int *terms)
{
    const struct dorix *s = state;
    struct slopes slopes = slopes_of(s);
    int us = dorix_side(s, s->turn);

    memset(terms, 0, DORIX_TERMS * sizeof *terms);
    terms[TERM_TURN] = 1;
    terms[TERM_LIFT] = s->hand[s->turn] == 0;
    add_side(s, &slopes, us, 1, terms);
    add_side(s, &slopes, 1 - us, -1, terms);
}

void dorix_side_terms(const struct dorix *s, int (*terms)[DORIX_TERMS])
{
    struct slopes slopes = slopes_of(s);

    for (int side = 0; side < side_count(s); side++)
        add_side(s, &slopes, side, 1, terms[side]);
}

static int weigh(const int *terms)
{
    int points = 0;

    for (int i = 0; i < DORIX_TERMS; i++)
        points += dorix_weights[i] * terms[i];
    return points;
}

int dorix_evaluate(const void *state)
{
    int terms[DORIX_TERMS];

    dorix_terms(state, terms);
    return weigh(terms);
}

/* For any number of sides: a soft choice of the one who seems to be ahead. */
static void dorix_evaluate_players(const void *state, float *payoff)
{
    const struct dorix *s = state;
    struct slopes slopes = slopes_of(s);
    float share[TB_PLAYERS_MAX], sum = 0;

    for (int side = 0; side < side_count(s); side++) {
        int terms[DORIX_TERMS] = {0};

        add_side(s, &slopes, side, 1, terms);
        terms[TERM_TURN] = side == dorix_side(s, s->turn);
        share[side] = expf((float)weigh(terms) / (DORIX_SCALE / 2));
        sum += share[side];
    }
    for (int p = 0; p < s->players; p++)
        payoff[p] = 2 * share[dorix_side(s, p)] / sum - 1;
}

/* ---- Moves ------------------------------------------------------------------------------- */

static bool holds_diagonal(unsigned piles)
{
    return (piles & DORIX_RISING) == DORIX_RISING || (piles & DORIX_FALLING) == DORIX_FALLING;
}

/* How promising it is to hold these piles. Several rivals win nothing together. */
static int promise(struct hold hold, bool one_rival)
{
    static const int by_count[2][DORIX_WIDTH + 1] = {{0, 8, 24, 60, 60}, {0, 8, 24, 60, 600}};
    int points = 6 * (bits_count(hold.ours) - bits_count(hold.theirs));

    for (int i = 0; i < 2; i++)
        points += by_count[true][bits_count(hold.ours & diagonals[i])] -
                  by_count[one_rival][bits_count(hold.theirs & diagonals[i])];
    return points;
}

static void dorix_order(const void *state, const tb_move *moves, int count, int *priority)
{
    const struct dorix *s = state;
    struct landing landing;
    bool one_rival = side_count(s) == 2;
    int now = promise(hold_of(s), one_rival);

    landing_init(&landing, s);
    for (int i = 0; i < count; i++) {
        priority[i] = 0;
        if (moves[i] == DORIX_PASS)
            continue;
        struct hold after = landing_hold(&landing, s, moves[i]);

        priority[i] = promise(after, one_rival) - now;
        if (priority[i] < 0 && holds_diagonal(after.ours))
            priority[i] = 0;
    }
}

/* The effect of a move for its player: the game is won or goes on, the next player
 * can win with the next move, or the game is lost. */
enum fate { FATE_WON, FATE_OPEN, FATE_DOOMED, FATE_LOST };

static enum fate fate_of(const struct dorix *s, tb_move move)
{
    struct dorix next = *s;

    dorix_play(&next, move);
    struct tb_result result = dorix_result(&next);

    if (result.over)
        return result.winners >> s->turn & 1 ? FATE_WON : FATE_LOST;
    return dorix_could_win(&next, next.turn) ? FATE_DOOMED : FATE_OPEN;
}

/* The moves that win at once; if there are none, but the next player threatens
 * to win, those that stop him. */
static int dorix_forcing(const void *state, tb_move *out)
{
    const struct dorix *s = state;
    enum fate wanted = dorix_could_win(s, s->turn) ? FATE_WON : FATE_OPEN;
    int count, kept = 0;

    if (wanted == FATE_OPEN && !dorix_could_win(s, next_player(s)))
        return 0;
    count = dorix_moves(s, out);
    for (int i = 0; i < count; i++)
        if (fate_of(s, out[i]) <= wanted)
            out[kept++] = out[i];
    return kept;
}

/* True if a side holds a diagonal, though nobody has won. */
static bool someone_holds(const struct dorix *s)
{
    for (int side = 0; side < side_count(s); side++)
        if (holds_diagonal(side_piles(s, side)))
            return true;
    return false;
}

static bool dorix_wins_at_once(const void *state)
{
    const struct dorix *s = state;
    unsigned piles = side_piles(s, dorix_side(s, s->turn));
    tb_move moves[TB_MOVES_MAX];

    if ((DORIX_RISING & ~piles) && (DORIX_FALLING & ~piles))
        return dorix_could_win(s, s->turn);
    /* We hold a diagonal and have not won: a rival holds the other. */
    int count = dorix_moves(s, moves);

    for (int i = 0; i < count; i++)
        if (fate_of(s, moves[i]) == FATE_WON)
            return true;
    return false;
}

/* True if there is an empty square with no pile of the next player beside it. A pawn put
 * there takes nothing from the others and gives the next player no new way to win. */
static bool has_harmless_square(const struct dorix *s)
{
    unsigned piles = s->control[next_player(s)];

    return s->hand[s->turn] && ~(dorix_occupied(s) | beside(piles)) & 0xffffu;
}

static bool dorix_escapes(const void *state)
{
    const struct dorix *s = state;
    tb_move moves[TB_MOVES_MAX];

    if (has_harmless_square(s) && !someone_holds(s) && !dorix_could_win(s, next_player(s)))
        return true;
    int count = dorix_moves(s, moves);

    for (int i = 0; i < count; i++) {
        struct dorix next = *s;

        dorix_play(&next, moves[i]);
        struct tb_result result = dorix_result(&next);

        if (result.over ? result.winners >> s->turn & 1 : !dorix_wins_at_once(&next))
            return true;
    }
    return false;
}

/* A win at once and, with two sides, a threat that nothing stops. */
static bool dorix_probe(const void *state, struct verdict *out)
{
    const struct dorix *s = state;
    tb_move moves[TB_MOVES_MAX];

    *out = (struct verdict){.value = 1, .plies = 1};
    if (dorix_could_win(s, s->turn))
        return true;
    if (s->players == 3 || !dorix_could_win(s, next_player(s)))
        return false;
    int count = dorix_moves(s, moves);

    out->value = -1;
    for (int i = 0; i < count; i++) {
        enum fate fate = fate_of(s, moves[i]);

        if (fate <= FATE_OPEN)
            return false;
        if (fate == FATE_DOOMED)
            out->plies = 2;
    }
    return true;
}

/* A win if there is one; else at random, with a second try in place of a move
 * that gives piles away. */
static void dorix_playout(void *state, struct rng *rng, int plies)
{
    struct dorix *s = state;
    tb_move moves[TB_MOVES_MAX];
    int count;

    while (plies-- > 0 && (count = dorix_moves(s, moves)) > 0) {
        tb_move move = moves[rng_below(rng, (uint32_t)count)];
        int priority;

        dorix_order(s, &move, 1, &priority);
        if (priority < 0)
            move = moves[rng_below(rng, (uint32_t)count)];
        if (dorix_could_win(s, s->turn))
            for (int i = 0; i < count && fate_of(s, move) != FATE_WON; i++)
                move = moves[i];
        dorix_play(s, move);
    }
}

/* A pawn from the hand seldom hurts; having to lift one may. */
static bool dorix_null(void *state)
{
    struct dorix *s = state;

    if (s->hand[s->turn] == 0)
        return false;
    s->turn = (uint8_t)next_player(s);
    return true;
}

/* With two players: who learns takes more piles, and puts fewer pawns beside a pile that could take
 * them. */
static const struct level two_player_levels[TWO_PLAYER_LEVELS] = {
    {.depth = 1, .nodes = 20000, .simulations = 16, .time_ms = 500, .eval_noise = 80, .spread = 30,
     .random = 77, .finds_wins = 70, .sees_threats = 50},
    {.depth = 1, .nodes = 20000, .simulations = 27, .time_ms = 500, .eval_noise = 80, .spread = 20,
     .random = 55, .habit_bonus = 22, .risk_cost = 10, .finds_wins = 80, .sees_threats = 63},
    {.depth = 1, .nodes = 20000, .simulations = 42, .time_ms = 500, .eval_noise = 63, .spread = 14,
     .random = 33, .habit_bonus = 40, .risk_cost = 22, .finds_wins = 89, .sees_threats = 76},
    {.depth = 1, .nodes = 20000, .simulations = 130, .time_ms = 500, .eval_noise = 50,
     .spread = 13, .random = 12, .habit_bonus = 50, .risk_cost = 30, .finds_wins = 94,
     .sees_threats = 82},
    {.depth = 2, .nodes = 20000, .simulations = 250, .time_ms = 500, .eval_noise = 63, .spread = 8,
     .random = 12, .habit_bonus = 48, .risk_cost = 32, .finds_wins = 100, .sees_threats = 95},
    {.depth = 2, .nodes = 20000, .simulations = 1000, .time_ms = 700, .eval_noise = 30, .spread = 4,
     .habit_bonus = 34, .risk_cost = 8, .finds_wins = 100, .sees_threats = 100},
};

static const struct personality personalities[] = {
    {"cautious", dorix_cautious, .taste = {50, 50, 50, 40, 30, 12, 16, 6, 6, 6, 6, 4, 4},
     .careless = {0, 10, 4, 5, 2, 0, 4}},
    {"greedy", dorix_greedy, .taste = {50, 50, 50, 40, 30, 10, 16, 6, 6, 6, 6, 4, 4},
     .careless = {0, 8, 1}},
    {0},
};

static const struct bench_position bench[] = {
    {2, "", .depth = 6},
    {2, "c3 b2 c3 b2 a4 d1 a4 d1 d4 c1 d4 c1 c4 a1 c2 a1 c4 a2 d3", .depth = 6},
    {3, "b2 b1 c3 b2:b1 a4 b4 d3 d1 c3:d3 c2 a2 c3:c2 b3 a4:b4", .nodes = 2000},
    {4, "b2 a4 c2 b1 b2:b1,c2 a4 b2 d4 d3", .depth = 6},
    {0},
};

const struct advice dorix_advice = {
    .evaluate = dorix_evaluate,
    .evaluate_scale = DORIX_SCALE,
    .evaluate_players = dorix_evaluate_players,
    .multiplayer = &dorix_multiplayer,
    .order = dorix_order,
    .forcing = dorix_forcing,
    .wins_at_once = dorix_wins_at_once,
    .escapes = dorix_escapes,
    .within = NOT_IN_PAGE(dorix_within),
    .image_hash = NOT_IN_PAGE(dorix_image_hash),
    .image_set = 0xff,
    .playout = dorix_playout,
    .null = dorix_null,
    .two_player_levels = two_player_levels,
    .habit = dorix_habit,
    .grading_nodes = 250,
    .personalities = personalities,
    .bench = NOT_IN_PAGE(bench),
};

const struct solved dorix_solved = {
    .probe = dorix_probe,
    .whole = NOT_IN_PAGE(dorix_whole),
    .pack = NOT_IN_PAGE(dorix_pack),
    .pack_least = NOT_IN_PAGE(dorix_pack_least),
    .outline = NOT_IN_PAGE(dorix_outline),
};
