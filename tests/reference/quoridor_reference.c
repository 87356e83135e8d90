/*
 * quoridor_reference.c - Quoridor, slow and obvious.
 *
 * Columns and rows are counted from 0. A barrier is kept where it is named: by
 * the square to the lower left of its midpoint.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

enum { SIZE = 9, PLAYERS = 4, SOUTH = 's', WEST = 'w', NORTH = 'n', EAST = 'e' };

struct square {
    int column, row;
};

struct quoridor {
    int players, size;
    bool turn_barrier; /* only a barrier behind the jumped pawn allows a turn */
    int turn;
    struct square pawn[PLAYERS + 1]; /* by player, from 1 */
    int hand[PLAYERS + 1];           /* barriers left */
    bool horizontal[SIZE][SIZE];     /* e3h: along the top edges of e3 and f3 */
    bool vertical[SIZE][SIZE];       /* e3v: along the right edges of e3 and e4 */
};

/* Up, right, down, left: one step after another is a quarter turn. */
static const struct square steps[4] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};

/* ---- Start and goal ------------------------------------------------------- */

static int start_side(const struct quoridor *game, int player)
{
    static const int two[] = {SOUTH, NORTH}, four[] = {SOUTH, WEST, NORTH, EAST};

    return game->players == 2 ? two[player - 1] : four[player - 1];
}

static struct square start_square(const struct quoridor *game, int player)
{
    int middle = game->size / 2, last = game->size - 1;

    switch (start_side(game, player)) {
    case SOUTH:
        return (struct square){middle, 0};
    case WEST:
        return (struct square){0, middle};
    case NORTH:
        return (struct square){middle, last};
    default:
        return (struct square){last, middle};
    }
}

/* The goal is the side opposite the start. */
static bool is_goal(const struct quoridor *game, int player, struct square square)
{
    int last = game->size - 1;

    switch (start_side(game, player)) {
    case SOUTH:
        return square.row == last;
    case WEST:
        return square.column == last;
    case NORTH:
        return square.row == 0;
    default:
        return square.column == 0;
    }
}

static void *quoridor_create(const struct reference_options *options)
{
    struct quoridor *game = reference_allocate(sizeof *game);

    game->players = options->players;
    game->size = options->size;
    game->turn_barrier = options->turn_barrier;
    game->turn = 1;
    for (int player = 1; player <= game->players; player++) {
        game->pawn[player] = start_square(game, player);
        game->hand[player] = player == 1 ? options->walls : options->walls + options->extra;
    }
    return game;
}

static void *quoridor_copy(const void *state)
{
    return reference_duplicate(state, sizeof(struct quoridor));
}

static int quoridor_turn(const void *state)
{
    const struct quoridor *game = state;

    return game->turn;
}

/* The player whose pawn has reached its goal; 0 while there is none. */
static int winner(const struct quoridor *game)
{
    for (int player = 1; player <= game->players; player++)
        if (is_goal(game, player, game->pawn[player]))
            return player;
    return 0;
}

static void quoridor_result(const void *state, char out[REFERENCE_RESULT])
{
    int player = winner(state);

    if (player == 0)
        strcpy(out, "none");
    else
        sprintf(out, "%d", player);
}

/* ---- The board ------------------------------------------------------------ */

static struct square next_to(struct square square, struct square step)
{
    return (struct square){square.column + step.column, square.row + step.row};
}

static bool on_board(const struct quoridor *game, struct square square)
{
    return square.column >= 0 && square.column < game->size && square.row >= 0 &&
           square.row < game->size;
}

static bool has_pawn(const struct quoridor *game, struct square square)
{
    for (int player = 1; player <= game->players; player++)
        if (game->pawn[player].column == square.column && game->pawn[player].row == square.row)
            return true;
    return false;
}

static bool has_horizontal(const struct quoridor *game, int column, int row)
{
    return on_board(game, (struct square){column, row}) && game->horizontal[column][row];
}

static bool has_vertical(const struct quoridor *game, int column, int row)
{
    return on_board(game, (struct square){column, row}) && game->vertical[column][row];
}

/* Does a barrier stand between this square and the next one in that direction?
 * Each barrier is two squares long, so there are two that could. */
static bool has_barrier(const struct quoridor *game, struct square square, struct square step)
{
    if (step.row != 0) {
        int below = step.row > 0 ? square.row : square.row - 1;

        return has_horizontal(game, square.column, below) ||
               has_horizontal(game, square.column - 1, below);
    }
    int left = step.column > 0 ? square.column : square.column - 1;

    return has_vertical(game, left, square.row) || has_vertical(game, left, square.row - 1);
}

/* ---- Pawn moves ----------------------------------------------------------- */

static void add_pawn_move(struct square to, struct reference_list *list)
{
    char text[REFERENCE_TEXT];

    snprintf(text, sizeof text, "%c%d", 'a' + to.column, to.row + 1);
    if (!reference_has(list, text))
        reference_add(list, "%s", text);
}

/* Face to face with the pawn on `jumped`, looking in direction number `d`. */
static void add_jumps(const struct quoridor *game, struct square jumped, int d,
                      struct reference_list *list)
{
    struct square behind = next_to(jumped, steps[d]);
    bool barrier = has_barrier(game, jumped, steps[d]);

    if (on_board(game, behind) && !has_pawn(game, behind) && !barrier) {
        add_pawn_move(behind, list);
        return;
    }
    if (game->turn_barrier && !barrier)
        return;
    for (int quarter = 1; quarter <= 3; quarter += 2) {
        struct square step = steps[(d + quarter) % 4];
        struct square aside = next_to(jumped, step);

        if (on_board(game, aside) && !has_pawn(game, aside) && !has_barrier(game, jumped, step))
            add_pawn_move(aside, list);
    }
}

static void add_pawn_moves(const struct quoridor *game, struct reference_list *list)
{
    struct square from = game->pawn[game->turn];

    for (int d = 0; d < 4; d++) {
        struct square to = next_to(from, steps[d]);

        if (!on_board(game, to) || has_barrier(game, from, steps[d]))
            continue;
        if (has_pawn(game, to))
            add_jumps(game, to, d, list);
        else
            add_pawn_move(to, list);
    }
}

/* ---- Barriers ------------------------------------------------------------- */

/* Breadth first from the pawn; other pawns are no obstacle. */
static bool has_path(const struct quoridor *game, int player)
{
    struct square queue[SIZE * SIZE];
    bool seen[SIZE][SIZE] = {{false}};
    int head = 0, tail = 0;

    queue[tail++] = game->pawn[player];
    seen[game->pawn[player].column][game->pawn[player].row] = true;
    while (head < tail) {
        struct square at = queue[head++];

        if (is_goal(game, player, at))
            return true;
        for (int d = 0; d < 4; d++) {
            struct square to = next_to(at, steps[d]);

            if (!on_board(game, to) || has_barrier(game, at, steps[d]) || seen[to.column][to.row])
                continue;
            seen[to.column][to.row] = true;
            queue[tail++] = to;
        }
    }
    return false;
}

static bool all_have_paths(const struct quoridor *game)
{
    for (int player = 1; player <= game->players; player++)
        if (!has_path(game, player))
            return false;
    return true;
}

/* Neither overlapping another barrier nor crossing one. */
static bool has_room(const struct quoridor *game, int column, int row, char kind)
{
    if (has_horizontal(game, column, row) || has_vertical(game, column, row))
        return false;
    if (kind == 'h')
        return !has_horizontal(game, column - 1, row) && !has_horizontal(game, column + 1, row);
    return !has_vertical(game, column, row - 1) && !has_vertical(game, column, row + 1);
}

static void place_barrier(struct quoridor *game, int column, int row, char kind)
{
    if (kind == 'h')
        game->horizontal[column][row] = true;
    else
        game->vertical[column][row] = true;
}

static void add_barriers(const struct quoridor *game, struct reference_list *list)
{
    if (game->hand[game->turn] == 0)
        return;
    for (int column = 0; column < game->size - 1; column++) {
        for (int row = 0; row < game->size - 1; row++) {
            for (const char *kind = "hv"; *kind; kind++) {
                struct quoridor after = *game;

                if (!has_room(game, column, row, *kind))
                    continue;
                place_barrier(&after, column, row, *kind);
                if (all_have_paths(&after))
                    reference_add(list, "%c%d%c", 'a' + column, row + 1, *kind);
            }
        }
    }
}

/* ---- Moves and play ------------------------------------------------------- */

static int quoridor_moves(const void *state, char (*out)[REFERENCE_TEXT], int max)
{
    const struct quoridor *game = state;
    struct reference_list list = {.out = out, .max = max};

    if (winner(game) != 0)
        return 0;
    add_pawn_moves(game, &list);
    add_barriers(game, &list);
    if (list.count == 0)
        reference_add(&list, "pass");
    return list.count;
}

static void quoridor_play(void *state, const char *move)
{
    struct quoridor *game = state;

    if (strcmp(move, "pass") != 0) {
        int column = move[0] - 'a', row = move[1] - '1';

        if (move[2] == '\0') {
            game->pawn[game->turn] = (struct square){column, row};
        } else {
            place_barrier(game, column, row, move[2]);
            game->hand[game->turn]--;
        }
    }
    game->turn = game->turn % game->players + 1;
}

/* "e4/e6 8/7 a1h,c3v 2": pawns, barriers in hand, barriers on the board, the player to move. */
static void quoridor_set_up(void *state, const char *words)
{
    struct quoridor *game = state;

    for (int player = 1; player <= game->players; player++, words += 3)
        game->pawn[player] = (struct square){words[0] - 'a', words[1] - '1'};
    for (int player = 1; player <= game->players; player++, words++)
        game->hand[player] = (int)strtol(words, (char **)&words, 10);
    for (; *words != ' '; words += *words == ',') {
        if (*words == '-') {
            words++;
            continue;
        }
        (words[2] == 'h' ? game->horizontal
                         : game->vertical)[words[0] - 'a'][words[1] - '1'] = true;
        words += 3;
    }
    game->turn = atoi(words + 1);
}

const struct reference quoridor_reference = {
    .game = "quoridor",
    .create = quoridor_create,
    .destroy = free,
    .copy = quoridor_copy,
    .turn = quoridor_turn,
    .moves = quoridor_moves,
    .play = quoridor_play,
    .set_up = quoridor_set_up,
    .result = quoridor_result,
};
