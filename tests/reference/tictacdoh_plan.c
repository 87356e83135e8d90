/*
 * tictacdoh_plan.c - Tic Tac Doh by library and reference: every size of the stash.
 */
#include "reference/side_by_side.h"

/* Does a square with these pieces, in the order they came, count as this size? */
static bool tictacdoh_counts(const char *pieces, char size)
{
    static const char sizes[] = "SML";
    bool stack = pieces[0] && pieces[1] && strchr(sizes, pieces[0]) > strchr(sizes, pieces[1]);

    return pieces[0] && (stack ? strchr(pieces, size) != NULL : pieces[strlen(pieces) - 1] == size);
}

/* Is there a line of three around this square? */
static bool tictacdoh_line_around(char square[7][7][4], int column, int row)
{
    static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

    for (int d = 0; d < 4; d++) {
        int right = directions[d][0], up = directions[d][1];

        for (const char *size = "SML"; *size; size++)
            if (tictacdoh_counts(square[column - right][row - up], *size) &&
                tictacdoh_counts(square[column][row], *size) &&
                tictacdoh_counts(square[column + right][row + up], *size))
                return true;
    }
    return false;
}

static bool tictacdoh_has_line(const struct walk *walk)
{
    char square[7][7][4] = {0}; /* the sheet with a margin of one */
    bool line = false;

    for (int i = 0; i < walk->plies; i++) {
        int column, row;

        read_square(walk->record[i] + 1, &column, &row);
        strncat(square[column + 1][row + 1], walk->record[i], 1);
    }
    for (int column = 1; column <= 5; column++)
        for (int row = 1; row <= 5; row++)
            line = line || tictacdoh_line_around(square, column, row);
    return line;
}

static void tictacdoh_observe(struct walk *walk)
{
    int stash = 3 * walk->options.stash - walk->plies;

    if (walk->count > 0)
        walk->seen[STASH_LOW] += stash <= 2;
    else
        walk->seen[STUCK] += stash > 0 && !tictacdoh_has_line(walk);
}

static const struct policy tictacdoh_policies[] = {
    {.name = "random"},
    {.name = "lingering", .lingers = true},
    {.name = "squeezing", .lingers = true, .squeezes = true},
    {.name = NULL},
};

/* Without three pieces of a size there is no line; nobody gets stuck before five. */
enum {
    STASH_SMALL = SEE(STASH_LOW) | SEE(DRAW),
    STASH_BIG_2 = STASH_SMALL | SEE(WIN_1) | SEE(WIN_2),
    STASH_BIG_3 = STASH_BIG_2 | SEE(WIN_3),
    STASH_BIG_4 = STASH_BIG_3 | SEE(WIN_4),
    STASH_FULL_2 = STASH_BIG_2 | SEE(STUCK),
    STASH_FULL_3 = STASH_BIG_3 | SEE(STUCK),
    STASH_FULL_4 = STASH_BIG_4 | SEE(STUCK),
};

static const struct trial tictacdoh_trials[] = {
    {2, "stash=1", 100, 15, STASH_SMALL},
    {2, "stash=2", 200, 15, STASH_SMALL},
    {2, "stash=3", 500, 15, STASH_BIG_2},
    {2, "stash=4", 500, 15, STASH_BIG_2},
    {2, "", 1000, 15, STASH_FULL_2},
    {3, "stash=1", 100, 15, STASH_SMALL},
    {3, "stash=2", 200, 15, STASH_SMALL},
    {3, "stash=3", 500, 15, STASH_BIG_3},
    {3, "stash=4", 500, 15, STASH_BIG_3},
    {3, "", 1000, 15, STASH_FULL_3},
    {3, "tie=last", 200, 15, SEE(WIN_3)},
    {3, "stash=4 tie=next", 200, 15, SEE(WIN_1)},
    {4, "stash=1", 100, 15, STASH_SMALL},
    {4, "stash=2", 200, 15, STASH_SMALL},
    {4, "stash=3", 500, 15, STASH_BIG_4},
    {4, "stash=4", 500, 15, STASH_BIG_4},
    {4, "", 1000, 15, STASH_FULL_4},
    {4, "tie=next", 200, 15, SEE(WIN_4)},
    {.players = 0},
};

const struct plan tictacdoh_plan = {
    .game = "tictacdoh",
    .policies = tictacdoh_policies,
    .trials = tictacdoh_trials,
    .observe = tictacdoh_observe,
};
