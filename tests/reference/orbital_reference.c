/*
 * orbital_reference.c - Orbital, slow and obvious.
 *
 * Columns and rows are counted from 0. A square has one place for each kind of
 * piece; a place holds the owner's number, 0 while it is free.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

enum { SIDE = 4, PLAYERS = 2, KINDS = 3, TOWERS_TO_WIN = 3 };

static const char kinds[] = "BTA"; /* Base, Thruster, Antenna */
static const char points[] = "nesw";

struct piece {
    char kind; /* one of `kinds`, 0 for no piece */
    int column, row;
    char point; /* a Thruster's, one of `points`; else 0 */
};

struct orbital {
    bool line_row;   /* a Thruster's line is the row only, else row and column */
    bool free_empty; /* the fallback prefers empty squares */
    bool reach_line; /* a Thruster sends to its whole line, else ahead of its point */
    int turn;
    int hand[PLAYERS + 1][KINDS]; /* by player, from 1 */
    int owner[SIDE][SIDE][KINDS]; /* by column and row */
    char point[SIDE][SIDE];       /* where the Thruster there points, 0 for none */
    int towers[PLAYERS + 1];
    struct piece last; /* the opponent's last piece; none at the start and after a pass */
    int passes;        /* in a row */
};

static int kind_number(char kind)
{
    return (int)(strchr(kinds, kind) - kinds);
}

static void *orbital_create(const struct reference_options *options)
{
    struct orbital *game = reference_allocate(sizeof *game);

    game->line_row = options->line_row;
    game->free_empty = options->free_empty;
    game->reach_line = options->reach_line;
    game->turn = 1;
    for (int player = 1; player <= PLAYERS; player++)
        for (int kind = 0; kind < KINDS; kind++)
            game->hand[player][kind] = options->pieces;
    return game;
}

static void *orbital_copy(const void *state)
{
    return reference_duplicate(state, sizeof(struct orbital));
}

static int orbital_turn(const void *state)
{
    const struct orbital *game = state;

    return game->turn;
}

/* ---- Rules 1 and 2: where a piece may stand at all ------------------------ */

static int pieces_on(const struct orbital *game, int column, int row)
{
    int count = 0;

    for (int kind = 0; kind < KINDS; kind++)
        if (game->owner[column][row][kind] != 0)
            count++;
    return count;
}

static bool points_off_board(const struct piece *piece)
{
    switch (piece->point) {
    case 'n':
        return piece->row == SIDE - 1;
    case 'e':
        return piece->column == SIDE - 1;
    case 's':
        return piece->row == 0;
    default:
        return piece->column == 0;
    }
}

static bool same_point_on_line(const struct orbital *game, const struct piece *piece)
{
    for (int column = 0; column < SIDE; column++)
        if (game->point[column][piece->row] == piece->point)
            return true;
    if (game->line_row)
        return false;
    for (int row = 0; row < SIDE; row++)
        if (game->point[piece->column][row] == piece->point)
            return true;
    return false;
}

static bool may_stand(const struct orbital *game, const struct piece *piece)
{
    if (game->hand[game->turn][kind_number(piece->kind)] == 0)
        return false;
    if (game->owner[piece->column][piece->row][kind_number(piece->kind)] != 0)
        return false;
    if (piece->kind == 'T')
        return !points_off_board(piece) && !same_point_on_line(game, piece);
    return true;
}

/* ---- Rules 3 to 5: where the opponent's last piece sends the player -------- */

static bool obeys_last(const struct orbital *game, const struct piece *piece)
{
    const struct piece *last = &game->last;
    int right = piece->column - last->column, up = piece->row - last->row;

    switch (last->kind) {
    case 'B':
        return abs(right) + abs(up) == 1;
    case 'T':
        if (game->reach_line)
            return last->point == 'n' || last->point == 's' ? right == 0 : up == 0;
        switch (last->point) {
        case 'n':
            return right == 0 && up > 0;
        case 'e':
            return up == 0 && right > 0;
        case 's':
            return right == 0 && up < 0;
        default:
            return up == 0 && right < 0;
        }
    case 'A':
        return right == 0 && up == 0;
    default:
        return true;
    }
}

static bool on_empty_square(const struct orbital *game, const struct piece *piece)
{
    return pieces_on(game, piece->column, piece->row) == 0;
}

static bool anywhere(const struct orbital *game, const struct piece *piece)
{
    (void)game;
    (void)piece;
    return true;
}

/* ---- Result --------------------------------------------------------------- */

static bool all_placed(const struct orbital *game)
{
    for (int player = 1; player <= PLAYERS; player++)
        for (int kind = 0; kind < KINDS; kind++)
            if (game->hand[player][kind] > 0)
                return false;
    return true;
}

static void orbital_result(const void *state, char out[REFERENCE_RESULT])
{
    const struct orbital *game = state;

    if (game->towers[1] == TOWERS_TO_WIN)
        strcpy(out, "1");
    else if (game->towers[2] == TOWERS_TO_WIN)
        strcpy(out, "2");
    else if (!all_placed(game) && game->passes < 2)
        strcpy(out, "none");
    else if (game->towers[1] == game->towers[2])
        strcpy(out, "draw");
    else
        strcpy(out, game->towers[1] > game->towers[2] ? "1" : "2");
}

/* ---- Moves ---------------------------------------------------------------- */

static void add_piece(const struct orbital *game, const struct piece *piece,
                      bool (*wanted)(const struct orbital *, const struct piece *),
                      struct reference_list *list)
{
    char point[2] = {piece->point, '\0'};

    if (may_stand(game, piece) && wanted(game, piece))
        reference_add(list, "%c%c%d%s", piece->kind, 'a' + piece->column, piece->row + 1, point);
}

/* Adds all placements that rules 1 and 2 allow and that are wanted. */
static void add_placements(const struct orbital *game,
                           bool (*wanted)(const struct orbital *, const struct piece *),
                           struct reference_list *list)
{
    for (int column = 0; column < SIDE; column++) {
        for (int row = 0; row < SIDE; row++) {
            struct piece piece = {.column = column, .row = row};

            piece.kind = 'B';
            add_piece(game, &piece, wanted, list);
            piece.kind = 'A';
            add_piece(game, &piece, wanted, list);
            piece.kind = 'T';
            for (int i = 0; i < 4; i++) {
                piece.point = points[i];
                add_piece(game, &piece, wanted, list);
            }
        }
    }
}

static int orbital_moves(const void *state, char (*out)[REFERENCE_TEXT], int max)
{
    const struct orbital *game = state;
    struct reference_list list = {.out = out, .max = max};
    char result[REFERENCE_RESULT];

    orbital_result(game, result);
    if (strcmp(result, "none") != 0)
        return 0;
    add_placements(game, obeys_last, &list);
    if (list.count == 0 && game->free_empty)
        add_placements(game, on_empty_square, &list);
    if (list.count == 0)
        add_placements(game, anywhere, &list);
    if (list.count == 0)
        reference_add(&list, "pass");
    return list.count;
}

/* ---- Play ----------------------------------------------------------------- */

/* A tower of three goes to the player with at least two of its pieces. */
static int tower_controller(const struct orbital *game, int column, int row)
{
    int ones = 0;

    for (int kind = 0; kind < KINDS; kind++)
        if (game->owner[column][row][kind] == 1)
            ones++;
    return ones >= 2 ? 1 : 2;
}

static void orbital_place(struct orbital *game, const struct piece *piece)
{
    int kind = kind_number(piece->kind);

    game->hand[game->turn][kind]--;
    game->owner[piece->column][piece->row][kind] = game->turn;
    if (piece->kind == 'T')
        game->point[piece->column][piece->row] = piece->point;
    if (pieces_on(game, piece->column, piece->row) == KINDS)
        game->towers[tower_controller(game, piece->column, piece->row)]++;
}

static void orbital_play(void *state, const char *move)
{
    struct orbital *game = state;

    if (strcmp(move, "pass") == 0) {
        game->last = (struct piece){.kind = 0};
        game->passes++;
    } else {
        struct piece piece = {move[0], move[1] - 'a', move[2] - '1', move[3]};

        orbital_place(game, &piece);
        game->last = piece;
        game->passes = 0;
    }
    game->turn = 3 - game->turn;
}

/* "b1:B2T2nA1,d1:T2w Tc2e 1": the squares with their pieces and owners, the last piece (`-` for
 * none, `pass` after a pass), the player to move. */
static void orbital_set_up(void *state, const char *words)
{
    struct orbital *game = state;

    for (; *words != ' '; words += *words == ',') {
        if (*words == '-') {
            words++;
            continue;
        }
        int column = words[0] - 'a', row = words[1] - '1', pieces = 0;

        for (words += 3; *words != ',' && *words != ' '; pieces++) {
            int kind = kind_number(words[0]), owner = words[1] - '0';

            game->owner[column][row][kind] = owner;
            game->hand[owner][kind]--;
            words += 2;
            if (kinds[kind] == 'T')
                game->point[column][row] = *words++;
        }
        if (pieces == KINDS)
            game->towers[tower_controller(game, column, row)]++;
    }
    words++;
    if (strncmp(words, "pass", 4) == 0)
        game->passes = 1;
    else if (*words != '-')
        game->last = (struct piece){words[0], words[1] - 'a', words[2] - '1',
                                    words[0] == 'T' ? words[3] : '\0'};
    game->turn = atoi(strchr(words, ' ') + 1);
}

const struct reference orbital_reference = {
    .game = "orbital",
    .create = orbital_create,
    .destroy = free,
    .copy = orbital_copy,
    .turn = orbital_turn,
    .moves = orbital_moves,
    .play = orbital_play,
    .set_up = orbital_set_up,
    .result = orbital_result,
};
