/*
 * tictacdoh_reference.c - Tic Tac Doh, slow and obvious.
 *
 * A square is a string of its pieces in the order they were put there: "LMS" is
 * a stack, "SM" a nest. The sheet has 5 x 5 squares, the first piece on c3.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

enum { SHEET = 5, GRID = 3, SIZES = 3, PLACEMENTS = SIZES * SHEET * SHEET };

static const char letters[] = "SML";

struct tictacdoh {
    int players;
    char tie;                             /* 'd' draw, 'l' last, 'n' next */
    int placed;                           /* pieces in play */
    int stash[SIZES];                     /* left of each size, in the order of `letters` */
    char square[SHEET][SHEET][SIZES + 1]; /* by column and row */
};

static void *tictacdoh_create(const struct reference_options *options)
{
    struct tictacdoh *game = reference_allocate(sizeof *game);

    game->players = options->players;
    game->tie = options->tie;
    for (int size = 0; size < SIZES; size++)
        game->stash[size] = options->stash;
    return game;
}

static void *tictacdoh_copy(const void *state)
{
    return reference_duplicate(state, sizeof(struct tictacdoh));
}

static int tictacdoh_turn(const void *state)
{
    const struct tictacdoh *game = state;

    return game->placed % game->players + 1;
}

static int size_of(char letter)
{
    return (int)(strchr(letters, letter) - letters);
}

/* ---- Moves ---------------------------------------------------------------- */

static bool on_sheet(int column, int row)
{
    return column >= 0 && column < SHEET && row >= 0 && row < SHEET;
}

static bool is_occupied(const struct tictacdoh *game, int column, int row)
{
    return on_sheet(column, row) && game->square[column][row][0] != '\0';
}

static bool touches_piece(const struct tictacdoh *game, int column, int row)
{
    for (int c = column - 1; c <= column + 1; c++)
        for (int r = row - 1; r <= row + 1; r++)
            if ((c != column || r != row) && is_occupied(game, c, r))
                return true;
    return false;
}

/* With a piece on this square too, is there a 3 x 3 square of the sheet that
 * holds all the occupied ones? */
static bool fits_grid(const struct tictacdoh *game, int column, int row)
{
    for (int left = 0; left + GRID <= SHEET; left++) {
        for (int bottom = 0; bottom + GRID <= SHEET; bottom++) {
            bool all_inside = true;

            for (int c = 0; c < SHEET; c++)
                for (int r = 0; r < SHEET; r++)
                    if ((is_occupied(game, c, r) || (c == column && r == row)) &&
                        (c < left || c >= left + GRID || r < bottom || r >= bottom + GRID))
                        all_inside = false;
            if (all_inside)
                return true;
        }
    }
    return false;
}

/* A square that began as a stack grows downward in size, a nest upward. */
static bool is_stack(const char *pieces)
{
    return strlen(pieces) >= 2 && size_of(pieces[0]) > size_of(pieces[1]);
}

static bool is_nest(const char *pieces)
{
    return strlen(pieces) >= 2 && size_of(pieces[0]) < size_of(pieces[1]);
}

static bool can_place(const struct tictacdoh *game, int size, int column, int row)
{
    const char *pieces = game->square[column][row];

    if (game->stash[size] == 0)
        return false;
    if (game->placed == 0)
        return column == 2 && row == 2;
    if (pieces[0] == '\0')
        return touches_piece(game, column, row) && fits_grid(game, column, row);

    int top = size_of(pieces[strlen(pieces) - 1]);
    bool stacks = top == size + 1 && !is_nest(pieces);
    bool nests = top == size - 1 && !is_stack(pieces);

    return stacks || nests;
}

static int add_placements(const struct tictacdoh *game, char (*out)[REFERENCE_TEXT], int max)
{
    struct reference_list list = {.out = out, .max = max};

    for (int size = 0; size < SIZES; size++)
        for (int column = 0; column < SHEET; column++)
            for (int row = 0; row < SHEET; row++)
                if (can_place(game, size, column, row))
                    reference_add(&list, "%c%c%d", letters[size], 'a' + column, row + 1);
    return list.count;
}

/* ---- Result --------------------------------------------------------------- */

/* A stack counts as every size in it, a nest as its last piece only. */
static bool counts_as(const struct tictacdoh *game, int column, int row, char letter)
{
    if (!is_occupied(game, column, row))
        return false;

    const char *pieces = game->square[column][row];

    if (is_stack(pieces))
        return strchr(pieces, letter) != NULL;
    return pieces[strlen(pieces) - 1] == letter;
}

/* Three squares from this one on, all counting as one size? */
static bool has_line_from(const struct tictacdoh *game, int column, int row)
{
    static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

    for (int d = 0; d < 4; d++) {
        for (int size = 0; size < SIZES; size++) {
            int length = 0;

            while (length < GRID && counts_as(game, column + length * directions[d][0],
                                              row + length * directions[d][1], letters[size]))
                length++;
            if (length == GRID)
                return true;
        }
    }
    return false;
}

static bool has_line(const struct tictacdoh *game)
{
    for (int column = 0; column < SHEET; column++)
        for (int row = 0; row < SHEET; row++)
            if (has_line_from(game, column, row))
                return true;
    return false;
}

static void tictacdoh_result(const void *state, char out[REFERENCE_RESULT])
{
    const struct tictacdoh *game = state;
    char moves[PLACEMENTS][REFERENCE_TEXT];
    int last = (game->placed + game->players - 1) % game->players + 1; /* who moved last */

    if (has_line(game))
        sprintf(out, "%d", last);
    else if (game->stash[0] + game->stash[1] + game->stash[2] == 0 && game->tie == 'd')
        strcpy(out, "draw");
    else if (game->stash[0] + game->stash[1] + game->stash[2] == 0)
        sprintf(out, "%d", game->tie == 'l' ? last : tictacdoh_turn(game));
    else if (add_placements(game, moves, PLACEMENTS) == 0)
        sprintf(out, "%d", last);
    else
        strcpy(out, "none");
}

static int tictacdoh_moves(const void *state, char (*out)[REFERENCE_TEXT], int max)
{
    return has_line(state) ? 0 : add_placements(state, out, max);
}

/* ---- Play ----------------------------------------------------------------- */

static void tictacdoh_play(void *state, const char *move)
{
    struct tictacdoh *game = state;
    char *pieces = game->square[move[1] - 'a'][move[2] - '1'];
    size_t count = strlen(pieces);

    pieces[count] = move[0];
    pieces[count + 1] = '\0';
    game->stash[size_of(move[0])]--;
    game->placed++;
}

/* "c2:L,d2:ML": the squares with their pieces in the order they were put there. */
static void tictacdoh_set_up(void *state, const char *words)
{
    struct tictacdoh *game = state;

    for (; *words && *words != '-'; words += *words == ',') {
        char *square = game->square[words[0] - 'a'][words[1] - '1'];

        for (words += 3; *words && *words != ','; words++) {
            *square++ = *words;
            game->stash[size_of(*words)]--;
            game->placed++;
        }
    }
}

const struct reference tictacdoh_reference = {
    .game = "tictacdoh",
    .create = tictacdoh_create,
    .destroy = free,
    .copy = tictacdoh_copy,
    .turn = tictacdoh_turn,
    .moves = tictacdoh_moves,
    .play = tictacdoh_play,
    .set_up = tictacdoh_set_up,
    .result = tictacdoh_result,
};
