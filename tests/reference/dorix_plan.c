/*
 * dorix_plan.c - Dorix by library and reference: piles that grow, topple and bury.
 */
#include "reference/side_by_side.h"

/* A Dorix board as the record leaves it. */
struct dorix_view {
    char pile[16][64]; /* owners from the bottom up, as digits */
    int hand;          /* of the player to move */
    int own;           /* piles that the player to move controls */
};

static int dorix_square(const char *text)
{
    int column, row;

    read_square(text, &column, &row);
    return column + 4 * row;
}

static char dorix_top(const struct dorix_view *view, int square)
{
    size_t height = strlen(view->pile[square]);

    return height > 0 ? view->pile[square][height - 1] : '\0';
}

static void dorix_move_pawn(struct dorix_view *view, int from, int to)
{
    char pawn[2] = {dorix_top(view, from), '\0'};

    view->pile[from][strlen(view->pile[from]) - 1] = '\0';
    strcat(view->pile[to], pawn);
}

static void dorix_replay(struct dorix_view *view, const char *move, char player)
{
    int square = dorix_square(move);

    move += 2;
    if (*move == '>') {
        int to = dorix_square(move + 1);

        dorix_move_pawn(view, square, to);
        square = to;
        move += 3;
    } else {
        strcat(view->pile[square], (char[]){player, '\0'});
    }
    for (; *move; move += 3)
        dorix_move_pawn(view, square, dorix_square(move + 1));
}

static void dorix_look(const struct walk *walk, struct dorix_view *view)
{
    int players = walk->trial->players, turn = walk->plies % players;

    *view = (struct dorix_view){.hand = walk->options.pawns};
    for (int i = 0; i < walk->plies; i++) {
        const char *move = walk->record[i];

        if (is_pass(move))
            continue;
        dorix_replay(view, move, (char)('1' + i % players));
        if (i % players == turn && !strchr(move, '>'))
            view->hand--;
    }
    for (int square = 0; square < 16; square++)
        view->own += dorix_top(view, square) == '1' + turn;
}

/* The side that holds the diagonal, 0 for none. */
static int dorix_holder(const struct dorix_view *view, int players, int first, int step)
{
    int side = 0;

    for (int i = 0; i < 4; i++) {
        int player = dorix_top(view, first + i * step) - '0';

        if (player < 1)
            return 0;
        if (players == 4)
            player = (player - 1) % 2 + 1;
        if (i > 0 && player != side)
            return 0;
        side = player;
    }
    return side;
}

/* How many squares receive a pawn in a collapse, and are they in square order? Adds
 * them to the mask. */
static int dorix_receivers(const char *move, uint32_t *mask, bool *ascending)
{
    const char *at = strchr(move, ':');
    int count = 0, last = -1;

    *ascending = true;
    for (; at && *at; at += 3, count++) {
        int square = dorix_square(at + 1);

        *mask |= UINT32_C(1) << square;
        *ascending = *ascending && square > last;
        last = square;
    }
    return count;
}

/* All collapses of one placement stand together in the list: if they reach more
 * squares together than each does alone, the pile was too low to serve all. */
static void dorix_observe_falls(struct walk *walk)
{
    for (int i = 0; i < walk->count;) {
        const char *move = walk->moves[i].text;
        size_t stem = strcspn(move, ":") + 1;
        uint32_t reached = 0;
        int falls = 0, squares = 0;

        for (; i < walk->count && strncmp(walk->moves[i].text, move, stem) == 0; i++) {
            bool ascending;

            falls = dorix_receivers(walk->moves[i].text, &reached, &ascending);
            walk->seen[MIXED_FALL] += !ascending;
        }
        for (; reached; reached &= reached - 1)
            squares++;
        walk->seen[SHORT_FALL] += squares > falls;
    }
}

static void dorix_observe(struct walk *walk)
{
    struct dorix_view *view = walk->view;
    int players = walk->trial->players, rising, falling;

    dorix_look(walk, view);
    rising = dorix_holder(view, players, 0, 5);
    falling = dorix_holder(view, players, 12, -3);
    walk->seen[TWO_HOLDERS] += rising && falling && rising != falling;
    for (int i = 0; i < walk->count; i++) {
        const char *move = walk->moves[i].text;

        walk->seen[LIFT] += move[2] == '>';
        if (move[2] == '>' && strncmp(move, move + 3, 2) == 0)
            walk->seen[move[5] ? PUT_BACK_FALL : PUT_BACK]++;
    }
    if (must_pass(walk))
        walk->seen[view->hand > 0 ? PASS_NO_ROOM : view->own == 0 ? PASS_NO_PILE : PASS_NO_LIFT]++;
    else
        dorix_observe_falls(walk);
}

/* Prefers moves without a collapse: piles grow. */
static int dorix_quiet(const struct walk *walk, const char *move)
{
    (void)walk;
    return strchr(move, ':') ? 1 : 20;
}

/* Prefers collapses: pawns get buried. */
static int dorix_topple(const struct walk *walk, const char *move)
{
    (void)walk;
    return strchr(move, ':') ? 20 : 1;
}

/* Player 1 gathers his pawns on few piles; the others bury these, or else fill the
 * board. */
static int dorix_bury(const struct walk *walk, const char *move)
{
    const struct dorix_view *view = walk->view;
    const char *fall = strchr(move, ':');
    bool is_empty = view->pile[dorix_square(move)][0] == '\0';
    int weight = 1;

    if (walk->plies % walk->trial->players == 0)
        return fall ? 1 : is_empty ? 2 : 40;
    if (is_empty)
        return 10;
    for (; fall && *fall; fall += 3)
        if (dorix_top(view, dorix_square(fall + 1)) == '1')
            weight += 200;
    return weight;
}

static const struct policy dorix_policies[] = {
    {.name = "random"},
    {.name = "burying", .weight = dorix_bury, .lingers = true},
    {.name = "quiet", .weight = dorix_quiet, .lingers = true},
    {.name = "toppling", .weight = dorix_topple, .lingers = true},
    {.name = "squeezing", .lingers = true, .squeezes = true},
    {.name = NULL},
};

enum {
    DORIX_ALL = SEE(LIFT) | SEE(PUT_BACK) | SEE(PUT_BACK_FALL) | SEE(SHORT_FALL) |
                SEE(MIXED_FALL) | SEE(TWO_HOLDERS) | SEE(PASS_NO_PILE) | SEE(WIN_1) | SEE(WIN_2),
    DORIX_3 = DORIX_ALL | SEE(PASS_NO_ROOM) | SEE(PASS_NO_LIFT) | SEE(WIN_3),
    DORIX_4 = DORIX_3 | SEE(WIN_4),
};

static const struct trial dorix_trials[] = {
    {2, "", 800, 80, DORIX_ALL},
    {2, "hold=barred", 200, 80, SEE(LIFT) | SEE(PUT_BACK_FALL)},
    {2, "pawns=3", 200, 80, SEE(LIFT) | SEE(PUT_BACK)},
    {2, "pawns=5 hold=barred", 200, 80, SEE(LIFT) | SEE(PUT_BACK_FALL)},
    {3, "", 2400, 80, DORIX_3},
    {3, "hold=barred", 300, 80, SEE(LIFT) | SEE(PUT_BACK_FALL)},
    {4, "", 1000, 80, DORIX_4},
    {4, "pawns=15", 100, 120, SEE(MIXED_FALL)},
    {.players = 0},
};

const struct plan dorix_plan = {
    .game = "dorix",
    .policies = dorix_policies,
    .trials = dorix_trials,
    .observe = dorix_observe,
    .view_size = sizeof(struct dorix_view),
};
