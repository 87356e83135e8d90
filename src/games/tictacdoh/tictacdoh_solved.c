/* tictacdoh_solved.c - asking the table of perfect play. */
#include "games/tictacdoh/tictacdoh_solved.h"

#include <string.h>

#include "core/checksum.h"
#include "core/error.h"
#include "core/solved.h"

/* ---- Canonical form ---------------------------------------------------------------
 * Five lanes of 12 bits, one for each mask of the state, each with the 3x3 square
 * whose lower left corner touches the pieces: bit 3 * row + column. The symmetries
 * work on all lanes at once. */

#define LANES(mask) ((uint64_t)(mask) * 0x1001001001001u)

static uint64_t window(uint32_t mask, int corner)
{
    uint32_t m = mask >> corner;

    return (m & 7) | (m >> 5 & 7) << 3 | (m >> 10 & 7) << 6;
}

static uint64_t flip_columns(uint64_t w)
{
    return (w & LANES(0x092)) | (w & LANES(0x049)) << 2 | (w & LANES(0x124)) >> 2;
}

static uint64_t flip_rows(uint64_t w)
{
    return (w & LANES(0x038)) | (w & LANES(0x007)) << 6 | (w & LANES(0x1c0)) >> 6;
}

static uint64_t transpose(uint64_t w)
{
    return (w & LANES(0x111)) | (w & LANES(0x022)) << 2 | (w & LANES(0x088)) >> 2 |
           (w & LANES(0x004)) << 4 | (w & LANES(0x040)) >> 4;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t tictacdoh_canonical(const struct tictacdoh *s)
{
    uint32_t occupied = tictacdoh_occupied(s);

    if (!occupied)
        return 0;
    struct tictacdoh_extent e = tictacdoh_extent(occupied);
    int free_columns = 2 - (e.right - e.left), free_rows = 2 - (e.top - e.bottom);
    int corner = e.bottom * TICTACDOH_SIDE + e.left;
    uint64_t w = window(s->counts[SMALL], corner) | window(s->counts[MEDIUM], corner) << 12 |
                 window(s->counts[LARGE], corner) << 24 | window(s->hidden[SMALL], corner) << 36 |
                 window(s->hidden[MEDIUM], corner) << 48;
    /* A flip leaves the free columns or rows on the near side: close up again. */
    uint64_t x = flip_columns(w) >> free_columns;
    uint64_t y = flip_rows(w) >> 3 * free_rows, xy = flip_rows(x) >> 3 * free_rows;

    return smaller(smaller(smaller(w, x), smaller(y, xy)),
                   smaller(smaller(transpose(w), transpose(x)),
                           smaller(transpose(y), transpose(xy))));
}

/* ---- Outcomes ---------------------------------------------------------------------- */

unsigned tictacdoh_outcome_before(unsigned after)
{
    if (after == OUTCOME_DRAW)
        return OUTCOME_DRAW;
    return after > OUTCOME_LOSS ? after - OUTCOME_LOSS + 1 : after + OUTCOME_LOSS;
}

static int rank(unsigned outcome)
{
    if (outcome == OUTCOME_DRAW)
        return 16;
    return outcome <= OUTCOME_LOSS ? 32 - (int)outcome : (int)outcome;
}

bool tictacdoh_outcome_better(unsigned a, unsigned b)
{
    return rank(a) > rank(b);
}

bool tictacdoh_can_line(const struct tictacdoh *s)
{
    static const int steps[] = {1, TICTACDOH_SIDE, TICTACDOH_SIDE + 1, TICTACDOH_SIDE - 1};
    uint32_t targets[SIZES], found = 0;

    tictacdoh_targets(s, targets);
    for (int size = SMALL; size < SIZES; size++) {
        uint32_t m = s->counts[size], third = 0;

        for (int i = 0; i < 4; i++) {
            int step = steps[i];

            third |= (m << step & m << 2 * step) | (m >> step & m >> 2 * step) |
                     (m << step & m >> step);
        }
        found |= third & targets[size];
    }
    return found != 0;
}

/* ---- The file ------------------------------------------------------------------------ */

static uint64_t read_number(const unsigned char *at, int bytes)
{
    uint64_t number = 0;

    for (int i = bytes - 1; i >= 0; i--)
        number = number << 8 | at[i];
    return number;
}

/* For each stash: 4 bytes of `third`, 4 of seed. */
static uint32_t file_third(const unsigned char *file, int stash)
{
    return (uint32_t)read_number(file + 16 + 8 * (stash - STASH_MIN), 4);
}

/* The slots for a stash of 3 to 5 in a table file. */
static struct retrieval table_slots(const unsigned char *file, int stash)
{
    const unsigned char *slots = file + TABLE_HEADER;

    for (int smaller_stash = STASH_MIN; smaller_stash < stash; smaller_stash++)
        slots += retrieval_size(file_third(file, smaller_stash));
    return (struct retrieval){
        .slots = slots,
        .third = file_third(file, stash),
        .seed = read_number(file + 20 + 8 * (stash - STASH_MIN), 4),
    };
}

uint64_t tictacdoh_table_checksum(const unsigned char *file, size_t size)
{
    enum { HEADER = 16 };

    return size > HEADER ? checksum_add(CHECKSUM_START, file + HEADER, size - HEADER)
                         : CHECKSUM_START;
}

static int table_check(const unsigned char *file, size_t size, struct tb_error *error)
{
    size_t wanted = TABLE_HEADER;

    if (size < TABLE_HEADER || memcmp(file, TABLE_NAME, 6) != 0)
        return error_set(error, TB_ERR_RECORD, "This is not a table of Tic Tac Doh.");
    if (memcmp(file, TABLE_NAME, 8) != 0)
        return error_set(
            error, TB_ERR_RECORD, "The table has version {version}; this program reads {known}.",
            arg_start("version", (const char *)&file[6], 2), arg_text("known", &TABLE_NAME[6]));
    for (int stash = STASH_MIN; stash <= STASH_MAX; stash++)
        wanted += retrieval_size(file_third(file, stash));
    if (size != wanted)
        return error_set(error, TB_ERR_RECORD,
                         "The table has {size} bytes and should have {wanted}.",
                         arg_unsigned("size", size), arg_unsigned("wanted", wanted));
    if (read_number(file + 8, 8) != tictacdoh_table_checksum(file, size))
        return error_set(error, TB_ERR_RECORD, "The table is damaged: its checksum is wrong.");
    return TB_OK;
}

/* ---- Asking ---------------------------------------------------------------------------- */

static unsigned outcome_of(const struct tictacdoh *s);

/* The best of all moves, for a position with few pieces left. */
static unsigned look_ahead(const struct tictacdoh *s)
{
    tb_move moves[SIZES * TICTACDOH_SQUARES];
    int count = tictacdoh_game.moves(s, moves);
    unsigned best = 2 * OUTCOME_LOSS - 1;

    for (int i = 0; i < count; i++) {
        struct tictacdoh next = *s;
        unsigned outcome;

        tictacdoh_game.play(&next, moves[i]);
        struct tb_result result = tictacdoh_game.result(&next);

        if (result.over)
            outcome = result.winners ? OUTCOME_WIN : OUTCOME_DRAW;
        else
            outcome = tictacdoh_outcome_before(outcome_of(&next));
        if (i == 0 || tictacdoh_outcome_better(outcome, best))
            best = outcome;
        if (best == OUTCOME_WIN)
            break;
    }
    return best;
}

static unsigned outcome_of(const struct tictacdoh *s)
{
    if (tictacdoh_can_line(s))
        return OUTCOME_WIN;
    if (tictacdoh_left(s) < TABLE_LEFT)
        return look_ahead(s);
    struct retrieval slots = table_slots(tictacdoh_table, s->stash);

    return retrieval_get(&slots, tictacdoh_canonical(s));
}

static bool tictacdoh_probe(const void *state, struct verdict *out)
{
    const struct tictacdoh *s = state;
    unsigned outcome = OUTCOME_DRAW;

    if (s->players != 2 || s->tie || !table_is_loaded(tictacdoh_table))
        return false;
    if (s->stash >= STASH_MIN)
        outcome = outcome_of(s);
    if (outcome == OUTCOME_DRAW)
        *out = (struct verdict){.value = 0, .plies = -1};
    else if (outcome <= OUTCOME_LOSS)
        *out = (struct verdict){.value = 1, .plies = 2 * (int)outcome - 1};
    else
        *out = (struct verdict){.value = -1, .plies = 2 * (int)(outcome - OUTCOME_LOSS)};
    return true;
}

const struct solved tictacdoh_solved = {
    .probe = tictacdoh_probe,
    .name = TABLE_NAME,
    .check = NOT_IN_PAGE(table_check),
    .build = NOT_IN_PAGE(tictacdoh_table_build),
};
