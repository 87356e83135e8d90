/*
 * nim_solved.c - the table of all positions with up to TABLE_HEAPS heaps, for two sides.
 *
 * File: 6 bytes that name it and 2 of its version; 8 bytes of checksum over the rest, the lowest
 * first; a byte per position: the plies to the end, plus WON if the side to move wins. The
 * positions, heaps in ascending order, are numbered so that each move leads to a smaller number.
 */
#include <stdlib.h>
#include <string.h>

#include "core/checksum.h"
#include "core/solved.h"
#include "games/nim/nim.h"

#define TABLE_NAME "NIMTAB01"

enum { TABLE_HEAPS = 5, ENTRIES = 2002, HEADER = 16, FILE_SIZE = HEADER + ENTRIES, WON = 0x80 };

/* The number of ways to choose k of n. */
static int choose(int n, int k)
{
    int ways = 1;

    for (int i = 1; i <= k; i++)
        ways = ways * (n - k + i) / i;
    return ways;
}

/* The position's number, or -1 if it has too many heaps. */
static int number_of(const struct nim *s)
{
    struct nim sorted = *s;
    int number = 0, place = 0;

    nim_game.settle(&sorted);
    if (nim_heaps_left(s) > TABLE_HEAPS)
        return -1;
    if (s->heaps < TABLE_HEAPS)
        place = TABLE_HEAPS - s->heaps; /* the others are empty */
    for (int heap = s->heaps > TABLE_HEAPS ? s->heaps - TABLE_HEAPS : 0; heap < s->heaps; heap++) {
        int stones = sorted.stones[heap];

        number += stones ? choose(stones + place, place + 1) : 0;
        place++;
    }
    return number;
}

static uint64_t checksum_of(const unsigned char *file)
{
    return checksum_add(CHECKSUM_START, file + HEADER, ENTRIES);
}

static uint64_t file_checksum(const unsigned char *file)
{
    uint64_t sum = 0;

    for (int i = 7; i >= 0; i--)
        sum = sum << 8 | file[8 + i];
    return sum;
}

static int check(const unsigned char *file, size_t size, struct tb_error *error)
{
    if (size < HEADER || memcmp(file, TABLE_NAME, 6) != 0)
        return error_set(error, TB_ERR_RECORD, "This is not a table of Nim.");
    if (memcmp(file, TABLE_NAME, 8) != 0)
        return error_set(
            error, TB_ERR_RECORD, "The table has version {version}; this program reads {known}.",
            arg_start("version", (const char *)&file[6], 2), arg_text("known", &TABLE_NAME[6]));
    if (size != FILE_SIZE)
        return error_set(error, TB_ERR_RECORD,
                         "The table has {size} bytes and should have {wanted}.",
                         arg_unsigned("size", size), arg_unsigned("wanted", FILE_SIZE));
    if (file_checksum(file) != checksum_of(file))
        return error_set(error, TB_ERR_RECORD, "The table is damaged: its checksum is wrong.");
    return TB_OK;
}

/* ---- Building --------------------------------------------------------------------------- */

/* Goes on to the position with the next number; false after the last. */
static bool next_position(struct nim *s)
{
    int heap = 0;

    while (heap + 1 < TABLE_HEAPS && s->stones[heap] == s->stones[heap + 1])
        s->stones[heap++] = 0;
    return s->stones[heap]++ < NIM_STONES;
}

/* The entry of a position from those of the positions after it: the soonest win, or the latest
 * loss. */
static unsigned char solve_position(const struct nim *s, const unsigned char *entries)
{
    tb_move moves[NIM_MOVES];
    int count = nim_game.moves(s, moves), win = WON, loss = 0;

    for (int i = 0; i < count; i++) {
        struct nim next = *s;

        nim_game.play(&next, moves[i]);
        int entry = entries[number_of(&next)], plies = entry % WON + 1;

        if (entry < WON)
            win = plies < win ? plies : win;
        else
            loss = plies > loss ? plies : loss;
    }
    return (unsigned char)(win < WON ? WON + win : loss);
}

static int build(const struct solved_watch *watch, int threads, unsigned char **file, size_t *size,
                 struct tb_error *error)
{
    enum { STEP = 500 };
    struct nim s = {.heaps = TABLE_HEAPS, .players = 2};

    (void)threads;
    unsigned char *bytes = calloc(1, FILE_SIZE), *entries = bytes + HEADER;
    size_t done = 0;

    if (!bytes)
        return error_set(error, TB_ERR_MEMORY, "Out of memory.");
    do {
        if (done % STEP == 0 && watch && !watch->report(watch->context, 1, done, ENTRIES)) {
            free(bytes);
            return error_set(error, TB_ERR_STOPPED, "Stopped.");
        }
        entries[number_of(&s)] = solve_position(&s, entries);
        done++;
    } while (next_position(&s));
    memcpy(bytes, TABLE_NAME, 8);
    uint64_t sum = checksum_of(bytes);

    for (int i = 0; i < 8; i++)
        bytes[8 + i] = (unsigned char)(sum >> 8 * i);
    *file = bytes;
    *size = FILE_SIZE;
    return TB_OK;
}

/* ---- Asking ------------------------------------------------------------------------------ */

static bool probe(const void *state, struct verdict *out)
{
    const struct nim *s = state;
    int number = nim_two_sides(s) ? number_of(s) : -1;

    if (number < 0 || !table_is_loaded(nim_table))
        return false;
    int entry = nim_table[HEADER + number];

    *out = (struct verdict){.value = entry < WON ? -1 : 1, .plies = entry % WON};
    return true;
}

const struct solved nim_solved = {
    .probe = probe,
    .name = TABLE_NAME,
    .check = NOT_IN_PAGE(check),
    .build = NOT_IN_PAGE(build),
};
