/* schedule.c - seatings and the order in which they are played. */
#include "match/schedule.h"

#include <string.h>

#include "core/game.h"

enum { BLOCK_MAX = 6 };

static void find_sides(struct schedule *schedule, const struct tb_setup *setup)
{
    struct tb_position start;

    tb_position_start(&start, setup, NULL);
    schedule->sides = tb_side_count(&start);
    for (int p = setup->players - 1; p >= 0; p--) {
        schedule->side[p] = tb_side(&start, p);
        schedule->first[schedule->side[p]] = p;
    }
}

/* True if every contestant has a side, and the numbers of their sides differ by at most one. */
static bool is_fair(const struct schedule *schedule, const int *seating)
{
    int count[CONTESTANTS_MAX] = {0}, least = TB_PLAYERS_MAX, most = 0;

    for (int s = 0; s < schedule->sides; s++)
        count[seating[s]]++;
    for (int c = 0; c < schedule->contestants; c++) {
        least = count[c] < least ? count[c] : least;
        most = count[c] > most ? count[c] : most;
    }
    return least >= 1 && most - least <= 1;
}

static bool is_listed(const struct schedule *schedule, const int *seating)
{
    size_t size = (size_t)schedule->sides * sizeof *seating;

    for (int i = 0; i < schedule->seating_count; i++)
        if (memcmp(schedule->seatings[i], seating, size) == 0)
            return true;
    return false;
}

/* Lists a seating and its rotations, each once. */
static void list_rotations(struct schedule *schedule, const int *seating)
{
    for (int turn = 0; turn < schedule->sides; turn++) {
        int rotated[TB_PLAYERS_MAX] = {0};

        for (int s = 0; s < schedule->sides; s++)
            rotated[s] = seating[(s + turn) % schedule->sides];
        if (!is_listed(schedule, rotated))
            memcpy(schedule->seatings[schedule->seating_count++], rotated, sizeof rotated);
    }
}

/* The next seating in counting order; false after the last. */
static bool next_seating(const struct schedule *schedule, int *seating)
{
    for (int s = schedule->sides - 1; s >= 0; s--) {
        if (++seating[s] < schedule->contestants)
            return true;
        seating[s] = 0;
    }
    return false;
}

int schedule_make(struct schedule *schedule, const struct tb_setup *setup, int contestants,
                  struct tb_error *error)
{
    int seating[TB_PLAYERS_MAX] = {0};

    *schedule = (struct schedule){.players = setup->players, .contestants = contestants};
    find_sides(schedule, setup);
    if (contestants < 2 || contestants > schedule->sides)
        return error_set(
            error, TB_ERR_RANGE, "{contestants} contestants cannot share {sides} sides.",
            arg_count("contestants", contestants), arg_count("sides", schedule->sides));
    do {
        if (is_fair(schedule, seating))
            list_rotations(schedule, seating);
    } while (next_seating(schedule, seating));
    schedule->block =
        schedule->seating_count <= BLOCK_MAX ? schedule->seating_count : schedule->sides;
    return TB_OK;
}

struct pairing schedule_game(const struct schedule *schedule, int number)
{
    struct pairing pairing = {
        .number = number,
        .key = (uint64_t)number,
        .block = number / schedule->block,
        .place = number % schedule->block,
    };
    int blocks = schedule->seating_count / schedule->block;
    const int *seating =
        schedule->seatings[pairing.block % blocks * schedule->block + pairing.place];

    for (int c = 0; c < schedule->contestants; c++)
        pairing.spec[c] = c;
    for (int p = 0; p < schedule->players; p++) {
        int side = schedule->side[p];

        pairing.seats[p] = seating[side];
        for (int s = 0; s < side; s++)
            pairing.instance[p] += seating[s] == seating[side];
    }
    return pairing;
}

int schedule_instances(const struct schedule *schedule)
{
    return (schedule->sides + schedule->contestants - 1) / schedule->contestants;
}
