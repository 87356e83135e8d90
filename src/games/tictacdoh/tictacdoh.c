/*
 * tictacdoh.c - the rules of Tic Tac Doh on masks of the 5x5 sheet.
 *
 * Everything derived that a state carries (room, turn, line) follows from its
 * pieces, so equal positions have equal bytes.
 */
#include <stddef.h>
#include <string.h>

#include "core/hash.h"
#include "core/message.h"
#include "games/tictacdoh/tictacdoh_solved.h"

/* Squares of the columns in a set: bit 0 is column a. */
#define COLUMNS(set) ((uint32_t)(set) * 0x108421u)

static const uint32_t sheet = COLUMNS(0x1f);

void tictacdoh_init(const struct tb_setup *setup, void *state)
{
    uint8_t stash = (uint8_t)setup->options[TICTACDOH_OPTION_STASH];

    *(struct tictacdoh *)state = (struct tictacdoh){
        .room = sheet,
        .left = {stash, stash, stash},
        .players = (uint8_t)setup->players,
        .stash = stash,
        .tie = (uint8_t)setup->options[TICTACDOH_OPTION_TIE],
    };
}

static int tictacdoh_turn(const void *state)
{
    const struct tictacdoh *s = state;

    return s->turn;
}

/* ---- Moves ------------------------------------------------------------------- */

/* Squares at most two columns, or two rows, from one. */
static const uint32_t near_column[TICTACDOH_SIDE] = {
    COLUMNS(0x07), COLUMNS(0x0f), COLUMNS(0x1f), COLUMNS(0x1e), COLUMNS(0x1c),
};
static const uint32_t near_row[TICTACDOH_SIDE] = {
    0x0007fff, 0x00fffff, 0x1ffffff, 0x1ffffe0, 0x1fffc00,
};

uint32_t tictacdoh_near(int square)
{
    return near_column[square % TICTACDOH_SIDE] & near_row[square / TICTACDOH_SIDE];
}

void tictacdoh_targets(const struct tictacdoh *s, uint32_t targets[SIZES])
{
    const uint32_t *counts = s->counts, *hidden = s->hidden;
    uint32_t occupied = tictacdoh_occupied(s);
    uint32_t open = occupied ? tictacdoh_spread(occupied) & s->room & ~occupied
                             : tictacdoh_bit(TICTACDOH_CENTRE);
    uint32_t medium_stack = counts[LARGE] & ~counts[MEDIUM] & ~hidden[MEDIUM]; /* on L */
    uint32_t medium_nest = counts[SMALL] & ~counts[MEDIUM];                    /* over S */

    targets[SMALL] = open | (counts[MEDIUM] & ~counts[SMALL] & ~hidden[SMALL]); /* on M, LM */
    targets[MEDIUM] = open | medium_stack | medium_nest;
    targets[LARGE] = open | (counts[MEDIUM] & ~counts[SMALL] & ~counts[LARGE]); /* over M, SM */
    for (int size = SMALL; size < SIZES; size++)
        if (s->left[size] == 0 || s->line)
            targets[size] = 0;
}

static int tictacdoh_moves(const void *state, tb_move *out)
{
    uint32_t targets[SIZES];
    int count = 0;

    tictacdoh_targets(state, targets);
    for (int size = SMALL; size < SIZES; size++)
        for (uint32_t mask = targets[size]; mask; mask &= mask - 1)
            out[count++] = (tb_move)(size * TICTACDOH_MOVE_SIZE + bits_first(mask));
    return count;
}

static int tictacdoh_count(const void *state)
{
    uint32_t targets[SIZES];

    tictacdoh_targets(state, targets);
    return bits_count(targets[SMALL]) + bits_count(targets[MEDIUM]) +
           bits_count(targets[LARGE]);
}

/* ---- Play -------------------------------------------------------------------- */

uint32_t tictacdoh_lines(uint32_t mask)
{
    /* Steps along a row, along a column and along both diagonals. */
    static const int steps[] = {1, TICTACDOH_SIDE, TICTACDOH_SIDE + 1, TICTACDOH_SIDE - 1};
    uint32_t squares = 0;

    for (int i = 0; i < 4; i++) {
        int step = steps[i];
        uint32_t first = mask & mask >> step & mask >> 2 * step;

        squares |= first | first << step | first << 2 * step;
    }
    return squares;
}

void tictacdoh_put(struct tictacdoh *s, int size, int square)
{
    uint32_t bit = tictacdoh_bit(square);

    if (size > SMALL) { /* over a smaller piece: a nest, which hides it */
        uint32_t covered = s->counts[size - 1] & bit;

        s->counts[size - 1] ^= covered;
        s->hidden[size - 1] |= covered;
    }
    s->counts[size] |= bit;
    s->room &= tictacdoh_near(square);
    s->left[size]--;
    s->turn = s->turn + 1 < s->players ? (uint8_t)(s->turn + 1) : 0;
}

void tictacdoh_play(void *state, tb_move move)
{
    struct tictacdoh *s = state;
    int size = (int)(move / TICTACDOH_MOVE_SIZE);

    tictacdoh_put(s, size, (int)(move % TICTACDOH_MOVE_SIZE));
    s->line = tictacdoh_lines(s->counts[size]) != 0; /* no other size has gained a square */
}

static struct tb_result tictacdoh_result(const void *state)
{
    const struct tictacdoh *s = state;
    unsigned last = 1u << (s->turn > 0 ? s->turn - 1 : s->players - 1);
    uint32_t targets[SIZES];

    if (s->line)
        return (struct tb_result){.over = true, .winners = last};
    if ((s->left[SMALL] | s->left[MEDIUM] | s->left[LARGE]) == 0)
        return (struct tb_result){.over = true,
                                  .winners = s->tie == TICTACDOH_TIE_LAST   ? last
                                             : s->tie == TICTACDOH_TIE_NEXT ? 1u << s->turn
                                                                            : 0};
    tictacdoh_targets(s, targets);
    if ((targets[SMALL] | targets[MEDIUM] | targets[LARGE]) == 0)
        return (struct tb_result){.over = true, .winners = last};
    return (struct tb_result){.over = false};
}

/* ---- Symmetry ------------------------------------------------------------------
 * The eight of the square about c3, by number: bit 0 mirrors the columns, bit 1
 * the rows, then bit 2 exchanges columns and rows. */

enum { MIRROR_COLUMNS = 1, MIRROR_ROWS = 2, EXCHANGE = 4, SYMMETRIES = 8 };

/* Four masks at once. */
typedef uint32_t masks __attribute__((vector_size(16)));

static masks mirror_columns(masks m)
{
    return (m & COLUMNS(0x01)) << 4 | (m & COLUMNS(0x02)) << 2 | (m & COLUMNS(0x04)) |
           (m >> 2 & COLUMNS(0x02)) | (m >> 4 & COLUMNS(0x01));
}

static masks mirror_rows(masks m)
{
    return (m & 0x000001f) << 20 | (m & 0x00003e0) << 10 | (m & 0x0007c00) |
           (m >> 10 & 0x00003e0) | (m >> 20 & 0x000001f);
}

/* Each diagonal that runs up to the right moves as a whole: a square that lies d
 * columns right of the main one goes d columns left and d rows up, 4 d squares. */
static masks exchange(masks m)
{
    return (m & 0x1041041) | (m & 0x0082082) << 4 | (m >> 4 & 0x0082082) | (m & 0x0004104) << 8 |
           (m >> 8 & 0x0004104) | (m & 0x0000208) << 12 | (m >> 12 & 0x0000208) |
           (m & 0x0000010) << 16 | (m >> 16 & 0x0000010);
}

static void transform_masks(masks *m, int count, int symmetry)
{
    for (int i = 0; i < count; i++) {
        if (symmetry & MIRROR_COLUMNS)
            m[i] = mirror_columns(m[i]);
        if (symmetry & MIRROR_ROWS)
            m[i] = mirror_rows(m[i]);
        if (symmetry & EXCHANGE)
            m[i] = exchange(m[i]);
    }
}

static int tictacdoh_symmetries(const void *state)
{
    (void)state;
    return SYMMETRIES;
}

/* All masks of a state come first; the rest of the second vector is left alone. */
enum { VECTORS = 2, MASKS_SIZE = offsetof(struct tictacdoh, left) };

static void tictacdoh_transform(const void *state, int symmetry, void *out)
{
    masks m[VECTORS];

    memcpy(m, state, sizeof m);
    memcpy(out, m, sizeof m);
    transform_masks(m, VECTORS, symmetry);
    memcpy(out, m, MASKS_SIZE);
}

static tb_move tictacdoh_transform_move(const void *state, int symmetry, tb_move move)
{
    masks bit = {tictacdoh_bit((int)(move % TICTACDOH_MOVE_SIZE))};

    (void)state;
    transform_masks(&bit, 1, symmetry);
    return move - move % TICTACDOH_MOVE_SIZE + (tb_move)bits_first(bit[0]);
}

static int tictacdoh_transform_player(const void *state, int symmetry, int player)
{
    (void)state;
    (void)symmetry;
    return player;
}

/* The room of a settled position: near its outermost columns and its top row. Its bottom row, the
 * third, is near all. */
static uint32_t settled_room(uint32_t occupied)
{
    uint32_t columns = (occupied >> 10 | occupied >> 15 | occupied >> 20) & 0x1f;
    int top = 2 + (occupied >> 15 != 0) + (occupied >> 20 != 0);

    return near_column[bits_first(columns)] & near_column[bits_last(columns)] & near_row[top];
}

/* The first square with a piece, row by row from the bottom, goes to c3: all others are then at
 * most two columns beside it and two rows above it, on the sheet. */
static void tictacdoh_settle(void *state)
{
    struct tictacdoh *s = state;
    uint32_t occupied = tictacdoh_occupied(s);
    int shift = occupied ? TICTACDOH_CENTRE - bits_first(occupied) : 0;

    if (shift == 0)
        return;
    masks m[VECTORS];

    memcpy(m, s, sizeof m);
    for (int i = 0; i < VECTORS; i++)
        m[i] <<= shift;
    memcpy(s, m, MASKS_SIZE);
    s->room = settled_room(occupied << shift);
}

/* The bytes after the masks as a number, the same on every machine. */
static uint64_t rest_word(const struct tictacdoh *s)
{
    const uint8_t *bytes = (const uint8_t *)s + MASKS_SIZE;
    uint64_t word = 0;

    for (int i = 0; i < 8; i++)
        word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

/* The five masks, up to two in each word, shifted together into the 3x3 square at a1. */
struct corner {
    uint64_t words[3];
};

#define TWICE(mask) ((uint64_t)(mask) << 32 | (mask))

static void reflect(struct corner *c, int symmetry)
{
    for (int i = 0; i < 3; i++) {
        uint64_t w = c->words[i];

        if (symmetry == MIRROR_COLUMNS)
            w = (w & TWICE(0x421)) << 2 | (w & TWICE(0x842)) | (w >> 2 & TWICE(0x421));
        else if (symmetry == MIRROR_ROWS)
            w = (w & TWICE(0x007)) << 10 | (w & TWICE(0x0e0)) | (w >> 10 & TWICE(0x007));
        else
            w = (w & TWICE(0x1041)) | (w & TWICE(0x082)) << 4 | (w >> 4 & TWICE(0x082)) |
                (w & TWICE(0x004)) << 8 | (w >> 8 & TWICE(0x004));
        c->words[i] = w;
    }
}

/* Returns the hash of the settled position. Words are shifted whole: no mask leaves the sheet. */
static uint64_t corner_hash(const struct corner *c, uint64_t rest)
{
    const uint64_t *w = c->words;
    uint32_t occupied = (uint32_t)(w[0] | w[0] >> 32 | w[1]);
    int shift = TICTACDOH_CENTRE - bits_first(occupied);
    uint64_t room = settled_room(occupied << shift);
    uint64_t hash = hash_pair(HASH_START, w[0] << shift, w[1] << shift);

    return hash_end(hash_pair(hash, w[2] << shift | room << 32, rest), sizeof(struct tictacdoh));
}

static uint64_t tictacdoh_canonical_hash(const void *state, int player, uint64_t set)
{
    /* Each image is a single reflection of the one before. */
    static const uint8_t order[SYMMETRIES] = {0, 1, 3, 2, 6, 4, 5, 7};
    const struct tictacdoh *s = state;
    uint32_t occupied = tictacdoh_occupied(s);
    uint64_t rest = rest_word(s), least = UINT64_MAX;

    if (!occupied)
        return hash_seat(game_hash(&tictacdoh_game, s), player);
    struct tictacdoh_extent e = tictacdoh_extent(occupied);
    int corner = e.bottom * TICTACDOH_SIDE + e.left;
    struct corner c = {{
        (s->counts[SMALL] | (uint64_t)s->counts[MEDIUM] << 32) >> corner,
        (s->counts[LARGE] | (uint64_t)s->hidden[SMALL] << 32) >> corner,
        s->hidden[MEDIUM] >> corner,
    }};

    for (int i = 0; i < SYMMETRIES; i++) {
        if (i > 0)
            reflect(&c, i == 4 ? EXCHANGE : i % 2 ? MIRROR_COLUMNS : MIRROR_ROWS);
        uint64_t hash = hash_seat(corner_hash(&c, rest), player);

        if (set >> order[i] & 1 && hash < least)
            least = hash;
    }
    return least;
}

/* ---- The game ------------------------------------------------------------------- */

static const char *const tie_words[] = {"draw", "last", "next", NULL};

static const struct tb_option tictacdoh_options[] = {
    {
        .size = sizeof(struct tb_option),
        .name = "stash",
        .min = 1,
        .max = 5,
        .step = 1,
        .defaults = {[2] = 5, [3] = 5, [4] = 5},
        .text = N_("pieces of each size in the stash"),
    },
    {
        .size = sizeof(struct tb_option),
        .name = "tie",
        .words = tie_words,
        .min = 0,
        .max = 2,
        .step = 1,
        .text = N_("who wins when all pieces are placed without a line (not the author's)"),
    },
    {.name = NULL},
};

const struct tb_game tictacdoh_game = {
    .name = "tictacdoh",
    .title = "Tic Tac Doh",
    .author = "Brian Schultze",
    .minutes = {5, 10},
    .players = PLAYERS(2) | PLAYERS(3) | PLAYERS(4),
    .repeats = false,
    .options = tictacdoh_options,
    .state_size = sizeof(struct tictacdoh),
    .numbers = {{4, 2 * SIZES}},
    .moves_max = SIZES * TICTACDOH_SQUARES,
    .move_limit = SIZES * TICTACDOH_MOVE_SIZE,
    .init = tictacdoh_init,
    .turn = tictacdoh_turn,
    .moves = tictacdoh_moves,
    .play = tictacdoh_play,
    .result = tictacdoh_result,
    .move_text = tictacdoh_move_text,
    .spellings = spell_by_number,
    .why = tictacdoh_why,
    .position_text = tictacdoh_position_text,
    .position_parse = tictacdoh_position_parse,
    .draw = NOT_IN_PAGE(tictacdoh_draw),
    .symmetries = tictacdoh_symmetries,
    .transform = tictacdoh_transform,
    .transform_move = tictacdoh_transform_move,
    .transform_player = tictacdoh_transform_player,
    .settle = tictacdoh_settle,
    .remark = tictacdoh_remark,
    .goal = tictacdoh_goal,
    .count = tictacdoh_count,
    .canonical_hash = tictacdoh_canonical_hash,
    .advice = &tictacdoh_advice,
    .solved = &tictacdoh_solved,
    .picture = &tictacdoh_picture,
    .tensor = NOT_IN_PAGE(&tictacdoh_tensor),
    .themes = &tictacdoh_themes,
    .ratings = NOT_IN_PAGE(&tictacdoh_ratings),
};
