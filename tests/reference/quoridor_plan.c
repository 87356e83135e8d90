/*
 * quoridor_plan.c - Quoridor by library and reference: jumps, turns, closed paths.
 */
#include "reference/side_by_side.h"

enum { BOARD_MAX = 9 };

/* A Quoridor board as the record leaves it. */
struct quoridor_view {
    int size, players, turn; /* turn from 0 */
    int column[TB_PLAYERS_MAX], row[TB_PLAYERS_MAX];
    int hand;                                   /* barriers of the player to move */
    char barrier[BOARD_MAX + 2][BOARD_MAX + 2]; /* 'h', 'v' or 0; indices from 1 */
};

static void quoridor_look(const struct walk *walk, struct quoridor_view *view)
{
    int players = walk->trial->players, size = walk->options.size, last = size - 1;

    *view = (struct quoridor_view){
        .size = size,
        .players = players,
        .turn = walk->plies % players,
        .column = {size / 2, players == 2 ? size / 2 : 0, size / 2, last},
        .row = {0, players == 2 ? last : size / 2, last, size / 2},
        .hand = walk->options.walls + (walk->plies % players ? walk->options.extra : 0),
    };
    for (int i = 0; i < walk->plies; i++) {
        const char *move = walk->record[i];
        int player = i % players, column, row;

        if (is_pass(move))
            continue;
        read_square(move, &column, &row);
        if (move[2] == '\0') {
            view->column[player] = column;
            view->row[player] = row;
        } else {
            view->barrier[column + 1][row + 1] = move[2];
            view->hand -= player == view->turn;
        }
    }
}

static bool quoridor_on_board(const struct quoridor_view *view, int column, int row)
{
    return column >= 0 && column < view->size && row >= 0 && row < view->size;
}

static bool quoridor_pawn_at(const struct quoridor_view *view, int column, int row)
{
    for (int player = 0; player < view->players; player++)
        if (view->column[player] == column && view->row[player] == row)
            return true;
    return false;
}

/* Is there a barrier on the edge between a square and its neighbour? */
static bool quoridor_shut(const struct quoridor_view *view, int column, int row, int right, int up)
{
    int c = column + 1 - (right < 0), r = row + 1 - (up < 0);

    if (up != 0)
        return view->barrier[c][r] == 'h' || view->barrier[c - 1][r] == 'h';
    return view->barrier[c][r] == 'v' || view->barrier[c][r - 1] == 'v';
}

/* Can the player to move be sent from (column, row), where a pawn stands, to the
 * square next to it? */
static bool quoridor_lands(const struct quoridor_view *view, int column, int row, int right, int up)
{
    return quoridor_on_board(view, column + right, row + up) &&
           !quoridor_pawn_at(view, column + right, row + up) &&
           !quoridor_shut(view, column, row, right, up);
}

/* Follows the jumps of the player to move in one direction, if a pawn is there. Adds to `ways` how
 * often each square is reached. */
static void quoridor_observe_face(struct walk *walk, int right, int up,
                                  int ways[BOARD_MAX][BOARD_MAX])
{
    const struct quoridor_view *view = walk->view;
    int from_column = view->column[view->turn], from_row = view->row[view->turn];
    int column = from_column + right, row = from_row + up;

    if (quoridor_shut(view, from_column, from_row, right, up) ||
        !quoridor_pawn_at(view, column, row))
        return;
    if (quoridor_lands(view, column, row, right, up)) {
        walk->seen[JUMP]++;
        ways[column + right][row + up]++;
        return;
    }
    bool barrier = quoridor_shut(view, column, row, right, up);
    bool edge = !quoridor_on_board(view, column + right, row + up);

    for (int sign = -1; sign <= 1; sign += 2) {
        if (!quoridor_lands(view, column, row, sign * up, sign * right))
            continue;
        if (walk->options.turn_barrier && !barrier) {
            walk->seen[NO_TURN]++;
            continue;
        }
        walk->seen[barrier ? TURN_BARRIER : edge ? TURN_EDGE : TURN_PAWN]++;
        ways[column + sign * up][row + sign * right]++;
    }
}

/* How many barriers have room but are not in the list. */
static int quoridor_refused(const struct walk *walk)
{
    const struct quoridor_view *view = walk->view;
    int room = 0, listed = 0;

    for (int c = 1; c < view->size; c++) {
        for (int r = 1; r < view->size; r++) {
            if (view->barrier[c][r])
                continue;
            room += view->barrier[c - 1][r] != 'h' && view->barrier[c + 1][r] != 'h';
            room += view->barrier[c][r - 1] != 'v' && view->barrier[c][r + 1] != 'v';
        }
    }
    for (int i = 0; i < walk->count; i++)
        listed += strlen(walk->moves[i].text) == 3;
    return room - listed;
}

static void quoridor_observe(struct walk *walk)
{
    struct quoridor_view *view = walk->view;
    int ways[BOARD_MAX][BOARD_MAX] = {{0}};

    quoridor_look(walk, view);
    if (walk->count == 0)
        return;
    quoridor_observe_face(walk, 0, 1, ways);
    quoridor_observe_face(walk, 1, 0, ways);
    quoridor_observe_face(walk, 0, -1, ways);
    quoridor_observe_face(walk, -1, 0, ways);
    for (int column = 0; column < BOARD_MAX; column++)
        for (int row = 0; row < BOARD_MAX; row++)
            walk->seen[TWO_WAYS] += ways[column][row] > 1;
    walk->seen[CLOSED_PATH] += view->hand > 0 && quoridor_refused(walk) > 0;
}

/* Squares from here to the nearest other pawn. */
static int quoridor_nearest(const struct quoridor_view *view, int column, int row)
{
    int nearest = 2 * BOARD_MAX;

    for (int player = 0; player < view->players; player++) {
        int distance = abs(view->column[player] - column) + abs(view->row[player] - row);

        if (player != view->turn && distance < nearest)
            nearest = distance;
    }
    return nearest;
}

/* Prefers pawn moves that end near other pawns. */
static int quoridor_meet(const struct walk *walk, const char *move)
{
    static const int weights[] = {0, 200, 100, 50, 20};
    int column, row, distance;

    if (strlen(move) == 3)
        return 1;
    read_square(move, &column, &row);
    distance = quoridor_nearest(walk->view, column, row);
    return distance <= 4 ? weights[distance] : 10;
}

/* Prefers barriers beside other barriers or pawns. */
static int quoridor_enclose(const struct walk *walk, const char *move)
{
    const struct quoridor_view *view = walk->view;
    int column, row, weight = 1;

    if (strlen(move) == 2)
        return 10;
    read_square(move, &column, &row);
    for (int c = column; c <= column + 2; c++)
        for (int r = row; r <= row + 2; r++)
            weight += view->barrier[c][r] ? 5 : 0;
    for (int player = 0; player < view->players; player++)
        if (abs(view->column[player] - column) + abs(view->row[player] - row) <= 1)
            weight += 5;
    return weight;
}

/* Both: crowds of pawns among barriers. */
static int quoridor_multiplayer(const struct walk *walk, const char *move)
{
    return strlen(move) == 3 ? quoridor_enclose(walk, move) : quoridor_meet(walk, move);
}

/* Prefers pawn moves toward the goal. */
static int quoridor_race(const struct walk *walk, const char *move)
{
    static const int two[][2] = {{0, 1}, {0, -1}}, four[][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    const struct quoridor_view *view = walk->view;
    const int *goal = view->players == 2 ? two[view->turn] : four[view->turn];
    int column, row, gain;

    if (strlen(move) == 3)
        return 1;
    read_square(move, &column, &row);
    gain = (column - view->column[view->turn]) * goal[0] + (row - view->row[view->turn]) * goal[1];
    return gain > 0 ? 200 : 20;
}

static const struct policy quoridor_policies[] = {
    {.name = "random"},
    {.name = "racing", .weight = quoridor_race},
    {.name = "meeting", .weight = quoridor_meet, .lingers = true},
    {.name = "enclosing", .weight = quoridor_enclose},
    {.name = "crowding", .weight = quoridor_multiplayer, .lingers = true},
    {.name = "squeezing", .weight = quoridor_multiplayer, .lingers = true, .squeezes = true},
    {.name = NULL},
};

enum {
    FACES = SEE(JUMP) | SEE(WIN_1) | SEE(WIN_2),
    TURNS = FACES | SEE(TURN_EDGE),
    WALLS = TURNS | SEE(TURN_BARRIER) | SEE(CLOSED_PATH),
    BARRIER = FACES | SEE(TURN_BARRIER) | SEE(NO_TURN) | SEE(CLOSED_PATH),
    FOUR = SEE(TURN_PAWN) | SEE(WIN_3) | SEE(WIN_4),
    CROWD = FOUR | SEE(TWO_WAYS) | SEE(PASS),
};

static const struct trial quoridor_trials[] = {
    {2, "size=3 walls=0", 120, 100, TURNS},
    {2, "size=3 walls=1", 240, 100, WALLS},
    {2, "size=3", 480, 100, WALLS},
    {2, "size=3 turn=barrier", 1200, 100, BARRIER | SEE(PASS)},
    {2, "size=5 walls=0 turn=barrier", 120, 100, FACES | SEE(NO_TURN)},
    {2, "size=5 walls=3", 480, 150, WALLS},
    {2, "size=5", 480, 150, WALLS},
    {2, "size=5 walls=8 turn=barrier", 480, 150, BARRIER},
    {2, "size=5 walls=2 extra=1", 120, 150, FACES},
    {2, "size=7", 240, 200, WALLS},
    {2, "size=7 walls=5 turn=barrier", 120, 200, BARRIER},
    {2, "", 180, 200, WALLS},
    {2, "turn=barrier", 120, 200, BARRIER},
    {4, "size=3 walls=0", 120, 100, TURNS | FOUR | SEE(TWO_WAYS)},
    {4, "size=3", 480, 100, WALLS | CROWD},
    {4, "size=3 turn=barrier", 480, 100, BARRIER | SEE(PASS)},
    {4, "size=5 walls=2", 480, 150, WALLS | CROWD},
    {4, "size=5 walls=10", 480, 150, WALLS | CROWD},
    {4, "size=5 turn=barrier", 480, 150, BARRIER | SEE(PASS)},
    {4, "size=5 walls=1 extra=2", 60, 150, FACES},
    {4, "size=7", 240, 200, WALLS | FOUR},
    {4, "size=7 walls=10 turn=barrier", 120, 200, BARRIER},
    {4, "", 180, 200, WALLS | FOUR},
    {4, "walls=10", 60, 200, WALLS | FOUR},
    {4, "turn=barrier", 120, 200, BARRIER},
    {.players = 0},
};

const struct plan quoridor_plan = {
    .game = "quoridor",
    .policies = quoridor_policies,
    .trials = quoridor_trials,
    .observe = quoridor_observe,
    .view_size = sizeof(struct quoridor_view),
};
