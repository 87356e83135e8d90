/*
 * dorix_reference.c - Dorix, slow and obvious.
 *
 * A pile is a string of its pawns' owners from the bottom up: "112" is a pile of
 * three that player 2 controls. Squares are numbered 0 to 15 in square order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

enum { SIDE = 4, SQUARES = 16, PLAYERS = 4, PAWNS = 60, NEIGHBOURS = 4 };

struct dorix {
    int players;
    bool hold_barred;
    int turn;
    int hand[PLAYERS + 1]; /* by player, from 1 */
    char pile[SQUARES][PAWNS + 1];
};

/* a1 b2 c3 d4 and a4 b3 c2 d1. */
static const int diagonals[2][SIDE] = {{0, 5, 10, 15}, {12, 9, 6, 3}};

static int height(const struct dorix *dorix, int square)
{
    return (int)strlen(dorix->pile[square]);
}

/* The player who owns the top pawn; 0 on an empty square. */
static int controller(const struct dorix *dorix, int square)
{
    int pawns = height(dorix, square);

    return pawns == 0 ? 0 : dorix->pile[square][pawns - 1] - '0';
}

static void put(struct dorix *dorix, int square, int player)
{
    int pawns = height(dorix, square);

    dorix->pile[square][pawns] = (char)('0' + player);
    dorix->pile[square][pawns + 1] = '\0';
}

/* Takes the top pawn off and returns its owner. */
static int take(struct dorix *dorix, int square)
{
    int player = controller(dorix, square);

    dorix->pile[square][height(dorix, square) - 1] = '\0';
    return player;
}

static void *dorix_create(const struct reference_options *options)
{
    struct dorix *dorix = reference_allocate(sizeof *dorix);

    dorix->players = options->players;
    dorix->hold_barred = options->hold_barred;
    dorix->turn = 1;
    for (int player = 1; player <= dorix->players; player++)
        dorix->hand[player] = options->pawns;
    return dorix;
}

static void *dorix_copy(const void *state)
{
    return reference_duplicate(state, sizeof(struct dorix));
}

static int dorix_turn(const void *state)
{
    const struct dorix *dorix = state;

    return dorix->turn;
}

/* ---- Check ---------------------------------------------------------------- */

/* With four players, 1 and 3 are side 1 and 2 and 4 are side 2; otherwise each
 * player is a side. An empty square is of side 0. */
static int side_of(const struct dorix *dorix, int player)
{
    return dorix->players == 4 && player > 2 ? player - 2 : player;
}

/* The side that controls all four piles of a diagonal, or 0. */
static int holder(const struct dorix *dorix, const int diagonal[SIDE])
{
    int side = side_of(dorix, controller(dorix, diagonal[0]));

    for (int i = 1; i < SIDE; i++)
        if (side_of(dorix, controller(dorix, diagonal[i])) != side)
            return 0;
    return side;
}

/* The one side that holds a diagonal; 0 if nobody does, or two sides do. */
static int winner(const struct dorix *dorix)
{
    int first = holder(dorix, diagonals[0]);
    int second = holder(dorix, diagonals[1]);

    if (first == 0 || first == second)
        return second;
    return second == 0 ? first : 0;
}

static void dorix_result(const void *state, char out[REFERENCE_RESULT])
{
    const struct dorix *dorix = state;
    int side = winner(dorix);

    if (side == 0)
        strcpy(out, "none");
    else if (dorix->players == 4)
        strcpy(out, side == 1 ? "1,3" : "2,4");
    else
        sprintf(out, "%d", side);
}

/* ---- Moves ---------------------------------------------------------------- */

/* Writes the orthogonally adjacent piles (not empty squares) that are strictly
 * lower than the one on `square`, in square order. */
static int lower_neighbours(const struct dorix *dorix, int square, int out[NEIGHBOURS])
{
    int count = 0;

    for (int other = 0; other < SQUARES; other++) {
        int columns = abs(other % SIDE - square % SIDE);
        int rows = abs(other / SIDE - square / SIDE);
        int pawns = height(dorix, other);

        if (columns + rows == 1 && pawns > 0 && pawns < height(dorix, square))
            out[count++] = other;
    }
    return count;
}

/* The collapse of the pile on `square`: `falls` pawns, the topmost first, each
 * to a different one of `count` lower neighbours. */
struct collapse {
    const struct dorix *dorix; /* with the new pawn on the pile */
    int square;
    int lower[NEIGHBOURS], count;
    int falls;
    int receiver[NEIGHBOURS]; /* chosen so far, in the order the pawns come off */
};

/* Pawns of one owner are alike: their receivers are written in square order, and
 * any other order of them is the same move. */
static bool is_canonical(const struct collapse *collapse)
{
    const char *pile = collapse->dorix->pile[collapse->square];
    int top = (int)strlen(pile) - 1;

    for (int i = 0; i < collapse->falls; i++)
        for (int j = i + 1; j < collapse->falls; j++)
            if (pile[top - i] == pile[top - j] && collapse->receiver[i] > collapse->receiver[j])
                return false;
    return true;
}

static bool is_chosen(const struct collapse *collapse, int chosen, int square)
{
    for (int i = 0; i < chosen; i++)
        if (collapse->receiver[i] == square)
            return true;
    return false;
}

/* Tries every receiver for pawn number `chosen` and the pawns below it. */
static void add_collapses(struct collapse *collapse, int chosen, const char *text,
                          struct reference_list *list)
{
    if (chosen == collapse->falls) {
        if (is_canonical(collapse))
            reference_add(list, "%s", text);
        return;
    }
    for (int i = 0; i < collapse->count; i++) {
        int square = collapse->lower[i];
        char longer[REFERENCE_TEXT];

        if (is_chosen(collapse, chosen, square))
            continue;
        collapse->receiver[chosen] = square;
        snprintf(longer, sizeof longer, "%s%c%c%d", text, chosen == 0 ? ':' : ',',
                 'a' + square % SIDE, square / SIDE + 1);
        add_collapses(collapse, chosen + 1, longer, list);
    }
}

/* Adds the ways to place the pawn that the player now holds, taken from the hand
 * or lifted; `prefix` is what the move's text begins with: "" or "b2>". */
static void add_placements(const struct dorix *dorix, const char *prefix,
                           struct reference_list *list)
{
    for (int square = 0; square < SQUARES; square++) {
        int owner = controller(dorix, square);
        struct dorix after = *dorix;
        struct collapse collapse = {.dorix = &after, .square = square};
        char text[REFERENCE_TEXT];

        if (owner != 0 && owner != dorix->turn)
            continue;
        put(&after, square, dorix->turn);
        if (owner != 0) {
            collapse.count = lower_neighbours(&after, square, collapse.lower);
            collapse.falls = height(&after, square);
            if (collapse.falls > collapse.count)
                collapse.falls = collapse.count;
        }
        snprintf(text, sizeof text, "%s%c%d", prefix, 'a' + square % SIDE, square / SIDE + 1);
        add_collapses(&collapse, 0, text, list);
    }
}

static int all_moves(const void *state, char (*out)[REFERENCE_TEXT], int max)
{
    const struct dorix *dorix = state;
    struct reference_list list = {.out = out, .max = max};

    if (winner(dorix) != 0)
        return 0;
    if (dorix->hand[dorix->turn] > 0) {
        add_placements(dorix, "", &list);
    } else {
        for (int square = 0; square < SQUARES; square++) {
            struct dorix lifted = *dorix;
            char prefix[REFERENCE_TEXT];

            if (controller(dorix, square) != dorix->turn)
                continue;
            take(&lifted, square);
            sprintf(prefix, "%c%d>", 'a' + square % SIDE, square / SIDE + 1);
            add_placements(&lifted, prefix, &list);
        }
    }
    return list.count;
}

/* ---- Play ----------------------------------------------------------------- */

static int read_square(const char *text)
{
    return text[0] - 'a' + (text[1] - '1') * SIDE;
}

static void dorix_play(void *state, const char *move)
{
    struct dorix *dorix = state;

    if (strcmp(move, "pass") != 0) {
        int square = read_square(move);

        move += 2;
        if (*move == '>') {
            take(dorix, square);
            square = read_square(move + 1);
            move += 3;
        } else {
            dorix->hand[dorix->turn]--;
        }
        put(dorix, square, dorix->turn);
        for (; *move == ':' || *move == ','; move += 3)
            put(dorix, read_square(move + 1), take(dorix, square));
    }
    dorix->turn = dorix->turn % dorix->players + 1;
}

/* All moves, or with hold=barred those after which some pile differs; `pass` if there is none. */
static int dorix_moves(const void *state, char (*out)[REFERENCE_TEXT], int max)
{
    const struct dorix *dorix = state;
    int count = all_moves(state, out, max), kept = 0;

    for (int i = 0; i < count; i++) {
        struct dorix next = *dorix;
        bool changed = false;

        dorix_play(&next, out[i]);
        for (int square = 0; square < SQUARES; square++)
            changed = changed || strcmp(next.pile[square], dorix->pile[square]) != 0;
        if (changed || !dorix->hold_barred)
            memmove(out[kept++], out[i], REFERENCE_TEXT);
    }
    if (kept == 0 && winner(dorix) == 0)
        strcpy(out[kept++], "pass");
    return kept;
}

/* "b1:1,b2:21 13/14 1": piles, hands, the player to move. */
static void dorix_set_up(void *state, const char *words)
{
    struct dorix *dorix = state;

    for (; *words != ' '; words += *words == ',') {
        if (*words == '-') {
            words++;
            continue;
        }
        int square = read_square(words);

        for (words += 3; *words >= '1' && *words <= '4'; words++)
            put(dorix, square, *words - '0');
    }
    for (int player = 1; player <= dorix->players; player++)
        dorix->hand[player] = (int)strtol(words + 1, (char **)&words, 10);
    dorix->turn = atoi(words + 1);
}

const struct reference dorix_reference = {
    .game = "dorix",
    .create = dorix_create,
    .destroy = free,
    .copy = dorix_copy,
    .turn = dorix_turn,
    .moves = dorix_moves,
    .play = dorix_play,
    .set_up = dorix_set_up,
    .result = dorix_result,
};
