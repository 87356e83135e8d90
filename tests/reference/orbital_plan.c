/*
 * orbital_plan.c - Orbital by library and reference: fallbacks, passes, every reading.
 */
#include "reference/side_by_side.h"

/* Does a move go where the opponent's piece before it sends it? */
static bool orbital_obeys(const char *last, const char *move, bool reach_line)
{
    int right = move[1] - last[1], up = move[2] - last[2];

    switch (last[0]) {
    case 'B':
        return abs(right) + abs(up) == 1;
    case 'A':
        return right == 0 && up == 0;
    default:
        if (reach_line)
            return strchr("ns", last[3]) ? right == 0 : up == 0;
        return (last[3] == 'n' && right == 0 && up > 0) ||
               (last[3] == 's' && right == 0 && up < 0) ||
               (last[3] == 'e' && up == 0 && right > 0) || (last[3] == 'w' && up == 0 && right < 0);
    }
}

static bool orbital_is_occupied(const struct walk *walk, const char *square)
{
    for (int i = 0; i < walk->plies; i++)
        if (strncmp(walk->record[i] + 1, square, 2) == 0)
            return true;
    return false;
}

static void orbital_observe(struct walk *walk)
{
    const char *last = walk->plies > 0 ? walk->record[walk->plies - 1] : NULL;
    bool any_empty = false;

    if (!last || (must_pass(walk)))
        return;
    if (walk->count == 0) {
        walk->seen[TWO_PASSES] += is_pass(last) && is_pass(walk->record[walk->plies - 2]);
        return;
    }
    if (is_pass(last)) {
        walk->seen[AFTER_PASS]++;
        return;
    }
    if (orbital_obeys(last, walk->moves[0].text, walk->options.reach_line))
        return;
    for (int i = 0; i < walk->count; i++)
        any_empty = any_empty || !orbital_is_occupied(walk, walk->moves[i].text + 1);
    walk->seen[any_empty ? FALLBACK : FALLBACK_FULL]++;
}

/* Keeps the Thrusters for the end, when they no longer find a place. */
static int orbital_hoard(const struct walk *walk, const char *move)
{
    (void)walk;
    return move[0] == 'T' ? 1 : 30;
}

static const struct policy orbital_policies[] = {
    {.name = "random"},
    {.name = "lingering", .lingers = true},
    {.name = "hoarding", .weight = orbital_hoard, .lingers = true},
    {.name = "squeezing", .lingers = true, .squeezes = true},
    {.name = "hoarding and squeezing", .weight = orbital_hoard, .lingers = true, .squeezes = true},
    {.name = NULL},
};

/* Thrusters find no place only where both row and column count, and only with six
 * of them; else nobody passes. */
enum {
    ORBITAL_ALL = SEE(FALLBACK) | SEE(WIN_1) | SEE(WIN_2),
    ORBITAL_PASS = ORBITAL_ALL | SEE(FALLBACK_FULL) | SEE(PASS) | SEE(AFTER_PASS) |
                   SEE(TWO_PASSES) | SEE(DRAW),
};

static const struct trial orbital_trials[] = {
    {2, "", 2500, 50, ORBITAL_PASS},
    {2, "free=empty", 2500, 50, ORBITAL_PASS},
    {2, "line=row", 1000, 50, ORBITAL_ALL | SEE(FALLBACK_FULL)},
    {2, "line=row free=empty", 1000, 50, ORBITAL_ALL | SEE(FALLBACK_FULL)},
    {2, "pieces=3", 500, 50, ORBITAL_ALL | SEE(DRAW)},
    {2, "pieces=3 free=empty", 500, 50, ORBITAL_ALL | SEE(DRAW)},
    {2, "pieces=3 line=row", 500, 50, ORBITAL_ALL | SEE(DRAW)},
    {2, "pieces=3 line=row free=empty", 500, 50, ORBITAL_ALL | SEE(DRAW)},
    {2, "reach=line", 1000, 50, ORBITAL_PASS},
    {2, "reach=line free=empty", 1000, 50, ORBITAL_PASS},
    {2, "line=row reach=line", 500, 50, ORBITAL_ALL | SEE(FALLBACK_FULL)},
    {2, "line=row free=empty reach=line", 500, 50, ORBITAL_ALL | SEE(FALLBACK_FULL)},
    {2, "pieces=3 reach=line", 500, 50, ORBITAL_ALL | SEE(DRAW)},
    {2, "pieces=3 line=row free=empty reach=line", 500, 50, ORBITAL_ALL | SEE(DRAW)},
    {.players = 0},
};

const struct plan orbital_plan = {
    .game = "orbital",
    .policies = orbital_policies,
    .trials = orbital_trials,
    .observe = orbital_observe,
};
