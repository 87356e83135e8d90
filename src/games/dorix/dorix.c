/*
 * dorix.c - the rules of Dorix.
 *
 * A turn is: lift if the hand is empty, place, let the pile collapse. Only dorix_lower() and
 * dorix_fall() find the falling pawns, for moves, play, count and the texts.
 */
#include "core/message.h"
#include "games/dorix/dorix.h"

#include <string.h>

#define OFF DORIX_OFF_BOARD

/* The most ways to place a pawn: 24 on each of 4 inner squares, 6 on each of 8 at
 * the edge, 2 in each of 4 corners. */
enum { PLACEMENTS_MAX = 4 * 24 + 8 * 6 + 4 * 2 };

/* Down, left, right, up: for every square in square order. */
const uint8_t dorix_neighbour[DORIX_SQUARES][DORIX_DIRECTIONS] = {
    {OFF, OFF, 1, 4},  {OFF, 0, 2, 5},   {OFF, 1, 3, 6},    {OFF, 2, OFF, 7},
    {0, OFF, 5, 8},    {1, 4, 6, 9},     {2, 5, 7, 10},     {3, 6, OFF, 11},
    {4, OFF, 9, 12},   {5, 8, 10, 13},   {6, 9, 11, 14},    {7, 10, OFF, 15},
    {8, OFF, 13, OFF}, {9, 12, 14, OFF}, {10, 13, 15, OFF}, {11, 14, OFF, OFF},
};

/* Not worth its size more than once in the page's module, hence noinline. */
__attribute__((noinline)) int dorix_pawns(const struct dorix *s)
{
    int count = s->hand[0];

    for (int square = 0; square < DORIX_SQUARES; square++)
        for (int i = 0; i < s->height[square]; i++)
            count += dorix_owner(s, square, i) == 0;
    return count;
}

int dorix_side(const void *state, int player)
{
    const struct dorix *s = state;

    return s->players == 4 ? player & 1 : player;
}

static void dorix_init(const struct tb_setup *setup, void *state)
{
    struct dorix *s = state;

    memset(s, 0, sizeof *s);
    s->players = (uint8_t)setup->players;
    s->hold_barred = (uint8_t)setup->options[DORIX_OPTION_HOLD];
    memset(s->hand, setup->options[DORIX_OPTION_PAWNS], s->players);
}

static int dorix_turn(const void *state)
{
    const struct dorix *s = state;

    return s->turn;
}

static bool holds_diagonal(unsigned piles)
{
    return (piles & DORIX_RISING) == DORIX_RISING || (piles & DORIX_FALLING) == DORIX_FALLING;
}

struct tb_result dorix_result(const void *state)
{
    const struct dorix *s = state;
    bool teams = s->players == 4;
    int sides = teams ? 2 : s->players, holders = 0;
    unsigned winners = 0;

    for (int side = 0; side < sides; side++) {
        if (!holds_diagonal(s->control[side] | (teams ? s->control[side + 2] : 0u)))
            continue;
        holders++;
        winners = (teams ? 5u : 1u) << side;
    }
    return holders == 1 ? (struct tb_result){true, winners} : (struct tb_result){false, 0};
}

tb_move dorix_move_spread(tb_move move, const struct dorix_fall *fall, const int *directions)
{
    int sorted[DORIX_DIRECTIONS];

    for (int i = 0; i < fall->count; i++) {
        int direction = directions[i];

        for (int j = 0; j < i; j++)
            if (fall->owner[j] == fall->owner[i] && sorted[j] > direction) {
                int larger = sorted[j];

                sorted[j] = direction;
                direction = larger;
            }
        sorted[i] = direction;
    }
    for (int i = 0; i < fall->count; i++)
        move = dorix_move_with(move, i, sorted[i]);
    return move;
}

/* ---- Moves --------------------------------------------------------------- */

/* The squares on which the player to move may place. */
static unsigned targets(const struct dorix *s)
{
    return (~dorix_occupied(s) & 0xffffu) | s->control[s->turn];
}

/* The directions that pawn i may take after those above it of the same owner,
 * whose directions rise: all beyond the last one's. */
static unsigned beyond_alike(const struct dorix_fall *fall, int i, tb_move move)
{
    for (int j = i - 1; j >= 0; j--)
        if (fall->owner[j] == fall->owner[i])
            return ~1u << dorix_move_direction(move, j);
    return ~0u;
}

/* Lists every way for the pawns from number i on to fall, `move` holding those
 * before it and `free` the directions that are left; returns the end of the list. */
static tb_move *list_falls(const struct dorix_fall *fall, int i, unsigned free, tb_move move,
                           tb_move *out)
{
    if (i == fall->count || i == DORIX_DIRECTIONS) { /* the latter for the compiler to see */
        *out = move;
        return out + 1;
    }
    unsigned left = free & beyond_alike(fall, i, move);

    for (; left; left &= left - 1) {
        int d = bits_first(left);

        out = list_falls(fall, i + 1, free & ~(1u << d), dorix_move_with(move, i, d), out);
    }
    return out;
}

/* Lists the ways to place on one square a pawn that was lifted before (-1: from hand). */
static tb_move *list_place(const struct dorix *s, int lift, int place, tb_move *out)
{
    if (s->height[place] == 0) {
        *out = dorix_move(lift, place);
        return out + 1;
    }
    struct dorix_fall fall = dorix_fall(s, place);

    return list_falls(&fall, 0, fall.lower, dorix_move(lift, place), out);
}

static tb_move *list_placements(const struct dorix *s, tb_move *out)
{
    for (unsigned left = targets(s); left; left &= left - 1)
        out = list_place(s, -1, bits_first(left), out);
    return out;
}

/* Where a pawn lifted from a square makes a difference: there and next to it. */
static unsigned touched_by(int square)
{
    const uint8_t *next = dorix_neighbour[square];

    return 1u << square | 1u << next[0] | 1u << next[1] | 1u << next[2] | 1u << next[3];
}

/* Lists every lift with every placement. Placements that the lift does not touch are the same for
 * all lifts and are found only once. */
static tb_move *list_lifts(const struct dorix *s, tb_move *out)
{
    tb_move common[PLACEMENTS_MAX];
    int start[DORIX_SQUARES + 1];

    start[0] = 0;
    for (int place = 0; place < DORIX_SQUARES; place++) {
        tb_move *end = common + start[place];

        if (targets(s) >> place & 1)
            end = list_place(s, -1, place, end);
        start[place + 1] = (int)(end - common);
    }
    for (unsigned lifts = s->control[s->turn]; lifts; lifts &= lifts - 1) {
        int lift = bits_first(lifts);
        struct dorix lifted = dorix_lifted(s, lift);

        for (unsigned left = targets(&lifted); left; left &= left - 1) {
            int place = bits_first(left);

            if (touched_by(lift) >> place & 1)
                out = list_place(&lifted, lift, place, out);
            else
                for (int i = start[place]; i < start[place + 1]; i++)
                    *out++ = common[i] | dorix_move(lift, 0);
        }
    }
    return out;
}

bool dorix_holds(const struct dorix *s, tb_move move)
{
    int lift = dorix_move_lift(move), place = dorix_move_place(move);

    if (!s->hold_barred || lift < 0)
        return false;
    struct dorix lifted = dorix_lifted(s, lift);
    int falls = dorix_fall_count(&lifted, place, dorix_lower(&lifted, place));

    /* Nothing falls, or the lifted pawn alone, on the square that it came from. */
    return place == lift ? falls == 0
                         : falls == 1 &&
                               dorix_neighbour[place][dorix_move_direction(move, 0)] == lift;
}

int dorix_moves(const void *state, tb_move *out)
{
    const struct dorix *s = state;

    if (dorix_result(s).over)
        return 0;
    tb_move *end = s->hand[s->turn] ? list_placements(s, out) : list_lifts(s, out);
    tb_move *kept = s->hold_barred ? out : end;

    for (tb_move *move = kept; move < end; move++)
        if (!dorix_holds(s, *move))
            *kept++ = *move;
    if (kept == out)
        *kept++ = DORIX_PASS;
    return (int)(kept - out);
}

/* How many ways list_falls() lists. Each step is exact: the quotient is the
 * number of ways for the pawns up to i. */
static int count_falls(const struct dorix_fall *fall)
{
    int free = bits_count(fall->lower), ways = 1;

    for (int i = 0; i < fall->count; i++) {
        int alike = 1;

        for (int j = 0; j < i; j++)
            alike += fall->owner[j] == fall->owner[i];
        ways = ways * (free - i) / alike;
    }
    return ways;
}

static int count_placements(const struct dorix *s)
{
    unsigned piles = s->control[s->turn];
    int count = DORIX_SQUARES - bits_count(dorix_occupied(s));

    for (; piles; piles &= piles - 1) {
        struct dorix_fall fall = dorix_fall(s, bits_first(piles));

        count += count_falls(&fall);
    }
    return count;
}

static int dorix_count(const void *state)
{
    const struct dorix *s = state;
    int count = 0;

    if (dorix_result(s).over)
        return 0;
    if (s->hold_barred) {
        tb_move moves[TB_MOVES_MAX];

        return dorix_moves(s, moves);
    }
    if (s->hand[s->turn])
        count = count_placements(s);
    else
        for (unsigned left = s->control[s->turn]; left; left &= left - 1) {
            struct dorix lifted = dorix_lifted(s, bits_first(left));

            count += count_placements(&lifted);
        }
    return count ? count : 1;
}

void dorix_play(void *state, tb_move move)
{
    struct dorix *s = state;

    if (move != DORIX_PASS) {
        int lift = dorix_move_lift(move), place = dorix_move_place(move);

        if (lift < 0)
            s->hand[s->turn]--;
        else
            dorix_pop(s, lift);
        int count = dorix_fall_count(s, place, dorix_lower(s, place));

        dorix_push(s, place, s->turn);
        for (int i = 0; i < count; i++)
            dorix_push(s, dorix_neighbour[place][dorix_move_direction(move, i)],
                       dorix_pop(s, place));
    }
    s->turn = s->turn + 1 < s->players ? s->turn + 1 : 0;
}

/* ---- Symmetry ------------------------------------------------------------- */

/* Symmetry number 8 * r + b: player p becomes p + r, counted round, and the
 * board is turned or mirrored as the bits of b say: 4 exchanges columns and
 * rows, then 1 and 2 mirror the columns and the rows. */

static int dorix_symmetries(const void *state)
{
    const struct dorix *s = state;

    return 8 * s->players;
}

static int map_square(int symmetry, int square)
{
    int column = square % DORIX_WIDTH, row = square / DORIX_WIDTH;

    if (symmetry & 4) {
        int exchanged = column;

        column = row;
        row = exchanged;
    }
    if (symmetry & 1)
        column = DORIX_WIDTH - 1 - column;
    if (symmetry & 2)
        row = DORIX_WIDTH - 1 - row;
    return row * DORIX_WIDTH + column;
}

const uint8_t dorix_sources[DORIX_IMAGES][DORIX_SQUARES] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12},
    {12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3},
    {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0},
    {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15},
    {12, 8, 4, 0, 13, 9, 5, 1, 14, 10, 6, 2, 15, 11, 7, 3},
    {3, 7, 11, 15, 2, 6, 10, 14, 1, 5, 9, 13, 0, 4, 8, 12},
    {15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0},
};

static int dorix_transform_player(const void *state, int symmetry, int player)
{
    const struct dorix *s = state;

    return (player + symmetry / 8) % s->players;
}

/* The same pile with its pawns owned by what their owners become. */
static struct dorix_pile map_pile(const struct dorix *s, int symmetry, int square)
{
    struct dorix_pile pile = s->pile[square], image = {0, 0};
    uint64_t pawns = (UINT64_C(1) << s->height[square]) - 1;

    for (int p = 0; p < s->players; p++) {
        int owner = dorix_transform_player(s, symmetry, p);
        uint64_t own = (p & 1 ? pile.low : ~pile.low) & (p & 2 ? pile.high : ~pile.high) & pawns;

        image.low |= owner & 1 ? own : 0;
        image.high |= owner & 2 ? own : 0;
    }
    return image;
}

static void dorix_transform(const void *state, int symmetry, void *out)
{
    const struct dorix *s = state;
    struct dorix *image = out;

    memset(image, 0, sizeof *image);
    image->players = s->players;
    image->hold_barred = s->hold_barred;
    image->turn = (uint8_t)dorix_transform_player(s, symmetry, s->turn);
    for (int p = 0; p < s->players; p++)
        image->hand[dorix_transform_player(s, symmetry, p)] = s->hand[p];
    for (unsigned left = dorix_occupied(s); left; left &= left - 1) {
        int square = bits_first(left), to = map_square(symmetry, square);

        image->pile[to] = map_pile(s, symmetry, square);
        image->height[to] = s->height[square];
        image->control[dorix_owner(image, to, 0)] |= (uint16_t)(1u << to);
    }
}

static int direction_between(int from, int to)
{
    int d = 0;

    while (dorix_neighbour[from][d] != to)
        d++;
    return d;
}

static tb_move dorix_transform_move(const void *state, int symmetry, tb_move move)
{
    int lift = dorix_move_lift(move), place = dorix_move_place(move);
    int directions[DORIX_DIRECTIONS];

    if (move == DORIX_PASS)
        return move;
    struct dorix lifted = dorix_lifted(state, lift);
    struct dorix_fall fall = dorix_fall(&lifted, place);
    int image = map_square(symmetry, place);

    for (int i = 0; i < fall.count; i++) {
        int receiver = dorix_neighbour[place][dorix_move_direction(move, i)];

        directions[i] = direction_between(image, map_square(symmetry, receiver));
    }
    /* Owners change their names, but the same pawns stay alike. */
    return dorix_move_spread(dorix_move(lift < 0 ? -1 : map_square(symmetry, lift), image), &fall,
                             directions);
}

/* ---- The game -------------------------------------------------------------- */

static const char *const hold_words[] = {"free", "barred", NULL};

static const struct tb_option dorix_options[] = {
    [DORIX_OPTION_HOLD] = {.size = sizeof(struct tb_option),
                           .name = "hold",
                           .words = hold_words,
                           .min = 0,
                           .max = 1,
                           .step = 1,
                           .text = N_("whether a turn may leave the board as it is (not the "
                                      "author's)")},
    [DORIX_OPTION_PAWNS] = {.size = sizeof(struct tb_option),
                            .name = "pawns",
                            .min = 3,
                            .max = 15,
                            .step = 1,
                            .defaults = {[2] = 15, [3] = 12, [4] = 10},
                            .text = N_("pawns of each player")},
    {.name = NULL},
};

const struct tb_game dorix_game = {
    .name = "dorix",
    .title = "Dorix",
    .author = "Loïc Lamy",
    .author_link = "mailto:loic.lamy@laposte.net",
    .minutes = {5, 20},
    .age = 8,
    .players = PLAYERS(2) | PLAYERS(3) | PLAYERS(4),
    .repeats = true,
    .options = dorix_options,
    .state_size = sizeof(struct dorix),
    .numbers = {{8, 2 * DORIX_SQUARES}, {2, TB_PLAYERS_MAX}},
    .moves_max = DORIX_SQUARES * PLACEMENTS_MAX,
    .move_limit = DORIX_PASS + 1,

    .init = dorix_init,
    .turn = dorix_turn,
    .moves = dorix_moves,
    .play = dorix_play,
    .result = dorix_result,

    .move_text = dorix_move_text,
    .spellings = dorix_spellings,
    .why = dorix_why,
    .position_text = dorix_position_text,
    .position_parse = dorix_position_parse,
    .draw = NOT_IN_PAGE(dorix_draw),
    .draw_marks = NOT_IN_PAGE(dorix_draw_marks),

    .symmetries = dorix_symmetries,
    .transform = dorix_transform,
    .transform_move = dorix_transform_move,
    .transform_player = dorix_transform_player,

    .side = dorix_side,
    .remark = dorix_remark,
    .goal = dorix_goal,
    .count = dorix_count,

    .advice = &dorix_advice,
    .features = &dorix_features,
    .solved = &dorix_solved,
    .picture = &dorix_picture,
    .tensor = NOT_IN_PAGE(&dorix_tensor),
    .themes = &dorix_themes,
    .ratings = NOT_IN_PAGE(&dorix_ratings),
};
