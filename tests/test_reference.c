/*
 * test_reference.c - the library against the reference games, side by side.
 *
 * Random games of every kind, player count and option set are played in both at
 * once: whose turn it is, the result and the whole list of moves must agree at
 * every ply. The players steer toward the corners of the rules, and the test
 * counts how often it saw each of them, so that it cannot pass by missing them.
 *
 * A mismatch prints the moves that lead to it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "reference/reference.h"
#include "test.h"

enum {
    PLIES_MAX = 200,
    BOARD_MAX = 9,
    SQUEEZE = 8, /* moves that a squeezing player compares */
};

/* The special cases of the rules. Each is seen in a position: in the moves that
 * are legal there, or in how the game ended. */
#define SPECIALS(X)                                                                                \
    X(LIFT, "a pawn is lifted")                                                                    \
    X(PUT_BACK, "a lifted pawn goes back")                                                         \
    X(PUT_BACK_FALL, "a pawn put back collapses its pile")                                         \
    X(SHORT_FALL, "fewer pawns fall than neighbours are lower")                                    \
    X(MIXED_FALL, "the order of falling pawns matters")                                            \
    X(TWO_HOLDERS, "two sides hold a diagonal each")                                               \
    X(PASS_NO_PILE, "pass: empty hand, no pile")                                                   \
    X(PASS_NO_ROOM, "pass: pawns in hand, nowhere to go")                                          \
    X(PASS_NO_LIFT, "pass: no lifted pawn can be placed")                                          \
    X(STASH_LOW, "at most two pieces in the stash")                                                \
    X(STUCK, "the end because no piece can be placed")                                             \
    X(JUMP, "straight jump")                                                                       \
    X(TURN_BARRIER, "turn at a barrier")                                                           \
    X(TURN_EDGE, "turn at the edge")                                                               \
    X(TURN_PAWN, "turn at a third pawn")                                                           \
    X(NO_TURN, "a jump blocked by edge or pawn, and no turn")                                      \
    X(TWO_WAYS, "a square reached over two pawns")                                                 \
    X(CLOSED_PATH, "a barrier refused because of a path")                                          \
    X(FALLBACK, "fallback")                                                                        \
    X(FALLBACK_FULL, "fallback onto squares that hold pieces only")                                \
    X(AFTER_PASS, "free play after a pass")                                                        \
    X(TWO_PASSES, "the end by two passes")                                                         \
    X(PASS, "pass")                                                                                \
    X(DRAW, "draw")                                                                                \
    X(WIN_1, "player 1 wins")                                                                      \
    X(WIN_2, "player 2 wins")                                                                      \
    X(WIN_3, "player 3 wins")                                                                      \
    X(WIN_4, "player 4 wins")

enum special {
#define SPECIAL_ENUM(name, text) name,
    SPECIALS(SPECIAL_ENUM)
#undef SPECIAL_ENUM
    SPECIAL_COUNT,
};

static const char *const special_text[SPECIAL_COUNT] = {
#define SPECIAL_TEXT(name, text) [name] = text,
    SPECIALS(SPECIAL_TEXT)
#undef SPECIAL_TEXT
};

#define SEE(special) (UINT32_C(1) << (special))
_Static_assert(SPECIAL_COUNT < 32, "a mask of special cases has 32 bits");

/* A move of the library; its text comes first so that moves sort by it. */
struct listed {
    char text[TB_MOVE_TEXT];
    tb_move move;
};

/* A number of games with the same players and options, and the special cases that
 * they must show. */
struct trial {
    int players;
    const char *options; /* "size=5 walls=3" */
    int games;
    int plies;     /* a game is left off there, PLIES_MAX at most */
    uint32_t must; /* SEE(LIFT) | ... */
};

/* A Dorix board as the record leaves it. */
struct dorix_view {
    char pile[16][48]; /* owners from the bottom up, as digits */
    int hand;          /* of the player to move */
    int own;           /* piles that the player to move controls */
};

/* A Quoridor board as the record leaves it. */
struct quoridor_view {
    int size, players, turn; /* turn from 0 */
    int column[TB_PLAYERS_MAX], row[TB_PLAYERS_MAX];
    int hand;                                   /* barriers of the player to move */
    char barrier[BOARD_MAX + 2][BOARD_MAX + 2]; /* 'h', 'v' or 0; indices from 1 */
};

/* One game that is being played in both programs. */
struct walk {
    const struct trial *trial;
    const struct policy *policy;
    struct rng rng;
    const struct reference *reference;
    struct reference_options options;
    struct tb_position position;
    void *state; /* the reference's position */
    char record[PLIES_MAX][TB_MOVE_TEXT];
    int plies;
    struct listed moves[TB_MOVES_MAX]; /* legal now, sorted by text */
    int count;
    union {
        struct dorix_view dorix;
        struct quoridor_view quoridor;
    } view; /* for the game's own observer and policies */
    int seen[SPECIAL_COUNT];
};

/* How a player picks moves: by chance, in proportion to their weights. */
struct policy {
    const char *name;
    int (*weight)(const struct walk *walk, const char *move); /* NULL: all alike */
    bool lingers;  /* does not end the game while it can help it */
    bool squeezes; /* of a few such moves, takes the one that leaves the fewest replies */
};

/* How one game is tested. */
struct plan {
    const char *game;
    const struct policy *policies;      /* ends with a NULL name; games take turns */
    const struct trial *trials;         /* ends with 0 players */
    void (*observe)(struct walk *walk); /* counts special cases among the legal moves */
};

static bool is_pass(const char *move)
{
    return strcmp(move, "pass") == 0;
}

static bool must_pass(const struct walk *walk)
{
    return walk->count == 1 && is_pass(walk->moves[0].text);
}

/* ---- Mismatches ------------------------------------------------------------ */

/* Prints the game so far, then fails. */
static void walk_fail(const struct walk *walk, const char *what, const char *library,
                      const char *reference)
{
    print_error("%s: the library says %s, the reference %s (player '%s')\n", what, library,
                reference, walk->policy->name);
    print_error("%s players=%d %s, moves:", walk->reference->game, walk->trial->players,
                walk->trial->options);
    for (int i = 0; i < walk->plies; i++)
        print_error(" %s", walk->record[i]);
    print_error("\n");
    fail();
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void compare_moves(const struct walk *walk)
{
    static char expected[REFERENCE_MOVES][REFERENCE_TEXT];
    int count = walk->reference->moves(walk->state, expected, REFERENCE_MOVES);
    int i = 0;

    qsort(expected, (size_t)count, sizeof *expected, compare_texts);
    while (i < walk->count && i < count && strcmp(walk->moves[i].text, expected[i]) == 0)
        i++;
    if (i < walk->count || i < count)
        walk_fail(walk, "first difference of the sorted moves",
                  i < walk->count ? walk->moves[i].text : "nothing more",
                  i < count ? expected[i] : "nothing more");
}

/* The library's result in the words of the reference. */
static void result_text(struct tb_result result, char out[REFERENCE_RESULT])
{
    int used = 0;

    strcpy(out, result.over ? "draw" : "none");
    for (int player = 0; result.over && player < TB_PLAYERS_MAX; player++)
        if (result.winners & 1u << player)
            used += sprintf(out + used, "%s%d", used > 0 ? "," : "", player + 1);
}

static void compare_turn_and_result(struct walk *walk)
{
    char ours[REFERENCE_RESULT], theirs[REFERENCE_RESULT];
    struct tb_result result = tb_result(&walk->position);

    sprintf(ours, "%d", tb_turn(&walk->position) + 1);
    sprintf(theirs, "%d", walk->reference->turn(walk->state));
    if (strcmp(ours, theirs) != 0)
        walk_fail(walk, "turn", ours, theirs);
    result_text(result, ours);
    walk->reference->result(walk->state, theirs);
    if (strcmp(ours, theirs) != 0)
        walk_fail(walk, "result", ours, theirs);
    if (strcmp(ours, "draw") == 0)
        walk->seen[DRAW]++;
    for (int player = 0; player < TB_PLAYERS_MAX; player++)
        if (result.winners & 1u << player)
            walk->seen[WIN_1 + player]++;
}

/* ---- Picking a move -------------------------------------------------------- */

static void position_after(const struct walk *walk, int index, struct tb_position *after)
{
    *after = walk->position;
    assert_int_equal(tb_play(after, walk->moves[index].move, NULL), TB_OK);
}

/* A move by chance, in proportion to the weights; -1 if all of them are 0. */
static int pick(struct walk *walk, const int *weights)
{
    uint32_t total = 0;

    for (int i = 0; i < walk->count; i++)
        total += (uint32_t)weights[i];
    if (total == 0)
        return -1;
    uint32_t rest = rng_below(&walk->rng, total);
    int index = 0;

    while (rest >= (uint32_t)weights[index])
        rest -= (uint32_t)weights[index++];
    return index;
}

/* Picks as the policy says; moves it has picked lose their weight. */
static int pick_lingering(struct walk *walk, int *weights)
{
    int index = pick(walk, weights);

    while (index >= 0 && walk->policy->lingers) {
        struct tb_position after;

        position_after(walk, index, &after);
        weights[index] = 0;
        if (!tb_result(&after).over)
            break;
        index = pick(walk, weights);
    }
    return index;
}

static int choose(struct walk *walk)
{
    static int weights[TB_MOVES_MAX];

    if (walk->count == 1)
        return 0;
    for (int i = 0; i < walk->count; i++)
        weights[i] = walk->policy->weight ? walk->policy->weight(walk, walk->moves[i].text) : 1;

    int best = pick_lingering(walk, weights), fewest = TB_MOVES_MAX + 1;

    if (best < 0)
        return (int)rng_below(&walk->rng, (uint32_t)walk->count);
    for (int i = best, left = SQUEEZE; walk->policy->squeezes && i >= 0 && left > 0; left--) {
        struct tb_position after;

        position_after(walk, i, &after);
        if (tb_move_count(&after) < fewest) {
            fewest = tb_move_count(&after);
            best = i;
        }
        i = pick_lingering(walk, weights);
    }
    return best;
}

/* ---- Walking --------------------------------------------------------------- */

/* Lists the library's moves, sorted: the same games come about in whatever order
 * it finds them. */
static void list_moves(struct walk *walk)
{
    static tb_move moves[TB_MOVES_MAX];

    walk->count = tb_moves(&walk->position, moves);
    for (int i = 0; i < walk->count; i++) {
        struct listed *listed = &walk->moves[i];

        listed->move = moves[i];
        tb_move_text(&walk->position, moves[i], listed->text, sizeof listed->text);
    }
    qsort(walk->moves, (size_t)walk->count, sizeof *walk->moves, compare_texts);
    if (must_pass(walk))
        walk->seen[PASS]++;
}

static void play(struct walk *walk, int index)
{
    strcpy(walk->record[walk->plies++], walk->moves[index].text);
    assert_int_equal(tb_play(&walk->position, walk->moves[index].move, NULL), TB_OK);
    walk->reference->play(walk->state, walk->moves[index].text);
}

/* Plays one game from the start; the position and the state are fresh. */
static void walk_game(struct walk *walk, void (*observe)(struct walk *walk))
{
    for (walk->plies = 0;;) {
        compare_turn_and_result(walk);
        list_moves(walk);
        compare_moves(walk);
        observe(walk);
        if (walk->count == 0 || walk->plies == walk->trial->plies)
            return;
        play(walk, choose(walk));
    }
}

/* The reference's options for the words "size=5 walls=3". */
static struct reference_options read_options(const struct trial *trial)
{
    struct reference_options options = reference_defaults(trial->players);
    char copy[64], *rest;

    snprintf(copy, sizeof copy, "%s", trial->options);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(word, '=');

        assert_non_null(value);
        *value++ = '\0';
        assert_true(reference_set(&options, word, value));
    }
    return options;
}

static void report(const struct walk *walk)
{
    const struct trial *trial = walk->trial;

    print_message("%s players=%d %s: %d games\n", walk->reference->game, trial->players,
                  trial->options, trial->games);
    for (int i = 0; i < SPECIAL_COUNT; i++)
        if (walk->seen[i] > 0)
            print_message("%12d  %s\n", walk->seen[i], special_text[i]);
    for (int i = 0; i < SPECIAL_COUNT && TEST_SHARE == 1; i++)
        if (trial->must & SEE(i) && walk->seen[i] == 0)
            fail_msg("never seen: %s", special_text[i]);
}

/* Plays the games of a trial; `seed` sets them apart from those of other trials. */
static void run_trial(const struct plan *plan, const struct trial *trial, uint64_t seed)
{
    static struct walk walk;
    struct tb_setup setup;
    char words[128];
    int policies = 0;

    snprintf(words, sizeof words, "%s players=%d %s", plan->game, trial->players, trial->options);
    setup = test_setup(words);
    while (plan->policies[policies].name)
        policies++;
    memset(&walk, 0, sizeof walk);
    walk.trial = trial;
    walk.reference = reference_find(plan->game);
    walk.options = read_options(trial);
    walk.rng.state = seed;
    for (int i = 0; i * TEST_SHARE < trial->games; i++) {
        walk.policy = &plan->policies[i % policies];
        tb_position_start(&walk.position, &setup);
        walk.state = walk.reference->create(&walk.options);
        walk_game(&walk, plan->observe);
        walk.reference->destroy(walk.state);
    }
    report(&walk);
}

static void read_square(const char *text, int *column, int *row)
{
    *column = text[0] - 'a';
    *row = text[1] - '1';
}

/* ---- Dorix ------------------------------------------------------------------ */

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
    static const int hands[] = {[2] = 15, [3] = 12, [4] = 10};
    int players = walk->trial->players, turn = walk->plies % players;

    *view = (struct dorix_view){.hand = hands[players]};
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
    struct dorix_view *view = &walk->view.dorix;
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
    const struct dorix_view *view = &walk->view.dorix;
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
    {3, "", 2400, 80, DORIX_3},
    {4, "", 1000, 80, DORIX_4},
    {.players = 0},
};

/* ---- Tic Tac Doh -------------------------------------------------------------- */

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
    {4, "stash=1", 100, 15, STASH_SMALL},
    {4, "stash=2", 200, 15, STASH_SMALL},
    {4, "stash=3", 500, 15, STASH_BIG_4},
    {4, "stash=4", 500, 15, STASH_BIG_4},
    {4, "", 1000, 15, STASH_FULL_4},
    {.players = 0},
};

/* ---- Quoridor ------------------------------------------------------------------ */

static void quoridor_look(const struct walk *walk, struct quoridor_view *view)
{
    int players = walk->trial->players, size = walk->options.size, last = size - 1;

    *view = (struct quoridor_view){
        .size = size,
        .players = players,
        .turn = walk->plies % players,
        .column = {size / 2, players == 2 ? size / 2 : 0, size / 2, last},
        .row = {0, players == 2 ? last : size / 2, last, size / 2},
        .hand = walk->options.walls,
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

/* What the player to move meets in one direction, if a pawn stands there. Adds to
 * `ways` how often each square is reached. */
static void quoridor_observe_face(struct walk *walk, int right, int up,
                                  int ways[BOARD_MAX][BOARD_MAX])
{
    const struct quoridor_view *view = &walk->view.quoridor;
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
    const struct quoridor_view *view = &walk->view.quoridor;
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
    int ways[BOARD_MAX][BOARD_MAX] = {{0}};

    quoridor_look(walk, &walk->view.quoridor);
    if (walk->count == 0)
        return;
    quoridor_observe_face(walk, 0, 1, ways);
    quoridor_observe_face(walk, 1, 0, ways);
    quoridor_observe_face(walk, 0, -1, ways);
    quoridor_observe_face(walk, -1, 0, ways);
    for (int column = 0; column < BOARD_MAX; column++)
        for (int row = 0; row < BOARD_MAX; row++)
            walk->seen[TWO_WAYS] += ways[column][row] > 1;
    walk->seen[CLOSED_PATH] += walk->view.quoridor.hand > 0 && quoridor_refused(walk) > 0;
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
    distance = quoridor_nearest(&walk->view.quoridor, column, row);
    return distance <= 4 ? weights[distance] : 10;
}

/* Prefers barriers beside other barriers or pawns. */
static int quoridor_enclose(const struct walk *walk, const char *move)
{
    const struct quoridor_view *view = &walk->view.quoridor;
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
static int quoridor_crowd(const struct walk *walk, const char *move)
{
    return strlen(move) == 3 ? quoridor_enclose(walk, move) : quoridor_meet(walk, move);
}

/* Prefers pawn moves toward the goal. */
static int quoridor_race(const struct walk *walk, const char *move)
{
    static const int two[][2] = {{0, 1}, {0, -1}}, four[][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    const struct quoridor_view *view = &walk->view.quoridor;
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
    {.name = "crowding", .weight = quoridor_crowd, .lingers = true},
    {.name = "squeezing", .weight = quoridor_crowd, .lingers = true, .squeezes = true},
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
    {4, "size=7", 240, 200, WALLS | FOUR},
    {4, "size=7 walls=10 turn=barrier", 120, 200, BARRIER},
    {4, "", 180, 200, WALLS | FOUR},
    {4, "walls=10", 60, 200, WALLS | FOUR},
    {4, "turn=barrier", 120, 200, BARRIER},
    {.players = 0},
};

/* ---- Orbital ------------------------------------------------------------------- */

/* Does a move go where the opponent's piece before it sends it? */
static bool orbital_obeys(const char *last, const char *move)
{
    int right = move[1] - last[1], up = move[2] - last[2];

    switch (last[0]) {
    case 'B':
        return abs(right) + abs(up) == 1;
    case 'A':
        return right == 0 && up == 0;
    default:
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
    if (orbital_obeys(last, walk->moves[0].text))
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
    {.players = 0},
};

/* ---- All games ----------------------------------------------------------------- */

static const struct plan plans[] = {
    {"dorix", dorix_policies, dorix_trials, dorix_observe},
    {"tictacdoh", tictacdoh_policies, tictacdoh_trials, tictacdoh_observe},
    {"quoridor", quoridor_policies, quoridor_trials, quoridor_observe},
    {"orbital", orbital_policies, orbital_trials, orbital_observe},
};

static const struct plan *find_plan(const char *game)
{
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++)
        if (strcmp(plans[i].game, game) == 0)
            return &plans[i];
    fail_msg("%s has no reference", game);
    return NULL;
}

static void test_side_by_side(void **state)
{
    const struct variant *variant = *state;
    const struct plan *plan = find_plan(tb_game_name(variant->game));
    int trials = 0;

    for (const struct trial *trial = plan->trials; trial->players > 0; trial++) {
        if (trial->players != variant->players)
            continue;
        run_trial(plan, trial, (uint64_t)(trial - plan->trials));
        trials++;
    }
    assert_true(trials > 0);
}

int main(int argc, char **argv)
{
    return test_main_variants(argc, argv, test_side_by_side);
}
