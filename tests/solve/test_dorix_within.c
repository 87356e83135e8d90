/*
 * test_dorix_within.c - the bound of games/dorix/dorix_within.c, step by step and as a whole.
 *
 * Its argument is checked one move at a time, in set-up boards: no move of the attacker lowers a
 * number by more than one, those that do are placed on useful squares, and the defender always has
 * a move that lowers none. Then its answers are compared with a search that knows the rules alone:
 * where the numbers just decide, and where the border has one empty square too few.
 *
 * `test_dorix_within --long [SEED]` takes half a minute, and prints how many positions it compared.
 */
#include "solving.h"
#include "test.h"
#include "thinking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The file itself, for its static functions; the library has another copy. */
#define dorix_within tested_within
#define dorix_image_hash tested_image_hash
#include "games/dorix/dorix_within.c"

/* ---- Boards ------------------------------------------------------------------------------ */

static bool chance(struct rng *rng, int eighths)
{
    return (int)rng_below(rng, 8) < eighths;
}

static int random_square(struct rng *rng, unsigned of)
{
    int square;

    do
        square = (int)rng_below(rng, DORIX_SQUARES);
    while (!(of >> square & 1));
    return square;
}

/* Empties some squares of the border: about as many as the bound needs. */
static unsigned empty_border(struct rng *rng, int plies)
{
    int count = plies - 2 + (int)rng_below(rng, 3);
    unsigned empty = 0;

    for (; count > 0; count--)
        empty |= 1u << random_square(rng, BORDER & ~empty);
    return empty;
}

/* Puts a pile of `height` on a square; `eighths` of the pawns beneath the top are the attacker's.
 */
static void pile_up(struct dorix *s, struct rng *rng, int square, int top, int height, int attacker,
                    int eighths)
{
    while (--height > 0)
        dorix_push(s, square, chance(rng, eighths) ? attacker : !attacker);
    dorix_push(s, square, top);
}

static int random_height(struct rng *rng, int eighths, int most)
{
    int height = 1;

    while (height < most && chance(rng, eighths))
        height++;
    return height;
}

/* Piles of all heights; how high, whose, and how many are missing differs from board to board. */
static void mixed_board(struct dorix *s, struct rng *rng, int attacker, int plies)
{
    unsigned empty = empty_border(rng, plies);
    int gaps = (int)rng_below(rng, 4), high = (int)rng_below(rng, 6),
        beneath = (int)rng_below(rng, 8);
    int diagonal = 3 + (int)rng_below(rng, 5), border = (int)rng_below(rng, 8);

    for (int i = 0; i < DORIX_SQUARES; i++) {
        bool outside = BORDER >> i & 1;

        if (outside ? empty >> i & 1 : chance(rng, gaps))
            continue;
        int top = chance(rng, outside ? border : diagonal) ? attacker : !attacker;

        pile_up(s, rng, i, top, random_height(rng, high, 7), attacker, beneath);
    }
}

/* A nearly full board: the defender has few piles, and most of the attacker's are single pawns.
 * Here a player may have only moves that do harm. */
static void crowded_board(struct dorix *s, struct rng *rng, int attacker, int plies)
{
    unsigned empty = empty_border(rng, plies), theirs = 0;
    int high = (int)rng_below(rng, 2);

    if (chance(rng, 2))
        empty |= 1u << random_square(rng, ALL & ~BORDER);
    for (int count = 2 + (int)rng_below(rng, 3); count > 0; count--)
        theirs |= 1u << random_square(rng, chance(rng, 7) ? ALL & ~BORDER : ALL);
    for (int i = 0; i < DORIX_SQUARES; i++)
        if (!(empty >> i & 1)) {
            if (theirs >> i & 1)
                pile_up(s, rng, i, !attacker, 1 + (int)rng_below(rng, 3), attacker, 1);
            else
                pile_up(s, rng, i, attacker, random_height(rng, high, 3), attacker, 4);
        }
}

/* High piles of the defender's on diagonals with nothing beside them, and no other empty square. */
static void lonely_board(struct dorix *s, struct rng *rng, int attacker, int plies)
{
    unsigned lonely = 0, empty = 0;

    for (int count = plies / 2; count > 0; count--) {
        int square = random_square(rng, ALL & ~BORDER);

        if (!(empty >> square & 1) && !(beside[square] & lonely)) {
            lonely |= 1u << square;
            empty |= beside[square];
        }
    }
    for (int i = 0; i < DORIX_SQUARES; i++)
        if (lonely >> i & 1)
            pile_up(s, rng, i, !attacker, 1 + random_height(rng, 3, 4), attacker, 3);
        else if (!(empty >> i & 1))
            pile_up(s, rng, i, chance(rng, 6) ? attacker : !attacker, random_height(rng, 2, 4),
                    attacker, 4);
}

enum kind { MIXED, CROWDED, LONELY, KINDS };

/* Makes a position that is not over, with the pawns in hand that the question needs. */
static struct tb_state random_board(struct rng *rng, enum kind kind, int attacker, int plies)
{
    static void (*const makers[KINDS])(struct dorix *, struct rng *, int,
                                       int) = {mixed_board, crowded_board, lonely_board};

    for (;;) {
        union {
            struct tb_state state;
            struct dorix dorix;
        } made;
        struct dorix *s = &made.dorix;
        int pawns[2] = {0, 0};

        memset(&made, 0, sizeof made);
        s->players = 2;
        s->turn = (uint8_t)rng_below(rng, 2);
        makers[kind](s, rng, attacker, plies);
        for (int i = 0; i < DORIX_SQUARES; i++)
            for (int j = 0; j < s->height[i]; j++)
                pawns[dorix_owner(s, i, j)]++;
        bool enough = true;

        for (int p = 0; p < 2; p++) {
            enough = enough && pawns[p] + (p == s->turn ? plies + 1 : plies) / 2 <= 15;
            s->hand[p] = (uint8_t)(15 - pawns[p]);
        }
        if (enough && !dorix_result(s).over)
            return made.state;
    }
}

/* ---- The argument, move by move -------------------------------------------------------------- */

struct numbers {
    int least[2];
    unsigned useful[2];
};

static struct numbers numbers_of(const struct tb_state *state, int attacker)
{
    struct board b = board_of((const struct dorix *)state, attacker);
    struct numbers n;

    for (int i = 0; i < 2; i++)
        n.least[i] = needs(&b, i, &n.useful[i]);
    return n;
}

static struct tb_state after(const struct tb_state *state, tb_move move)
{
    struct tb_state next = *state;

    dorix_play(&next, move);
    return next;
}

/* Checks every move of the attacker. */
static void check_attack(const struct tb_state *state, int attacker, const struct numbers *before)
{
    tb_move moves[TB_MOVES_MAX];
    int count = dorix_moves(state, moves);

    for (int m = 0; m < count; m++) {
        struct tb_state next = after(state, moves[m]);
        struct numbers now = numbers_of(&next, attacker);

        for (int i = 0; i < 2; i++) {
            assert_true(now.least[i] >= before->least[i] - 1);
            if (now.least[i] < before->least[i])
                assert_true(before->useful[i] >> dorix_move_place(moves[m]) & 1);
        }
    }
}

static bool keeps_numbers(const struct tb_state *state, int attacker, const struct numbers *before,
                          tb_move move)
{
    struct tb_state next = after(state, move);
    struct numbers now = numbers_of(&next, attacker);

    for (int i = 0; i < 2; i++)
        if (now.least[i] < before->least[i] || (now.useful[i] & ~before->useful[i]))
            return false;
    return true;
}

/* Checks that the defender has a move that does no harm, if the border has an empty square; and in
 * any case one that does not give the attacker a diagonal. True if only a pawn on a lonely pile
 * does no harm. */
static bool check_defence(const struct tb_state *state, int attacker, const struct numbers *before)
{
    const struct dorix *s = (const struct dorix *)state;
    tb_move moves[TB_MOVES_MAX];
    int count = dorix_moves(state, moves), border = 0, lonely = 0, safe = 0;
    unsigned full = dorix_occupied(s);

    for (int m = 0; m < count; m++) {
        struct tb_state next = after(state, moves[m]);
        int place = dorix_move_place(moves[m]);
        unsigned bit = 1u << place;

        if (!(full & bit) && BORDER & bit)
            border += keeps_numbers(state, attacker, before, moves[m]);
        if (full & bit & ~BORDER && !(beside[place] & full))
            lonely += keeps_numbers(state, attacker, before, moves[m]);
        safe += !holds(((const struct dorix *)&next)->control[attacker]);
    }
    assert_true(border || lonely || !(~full & BORDER));
    assert_true(safe || holds(s->control[attacker]));
    return lonely && !border && ~full & BORDER;
}

/* Returns in how many boards only a pawn on a lonely pile does no harm. */
static int check_steps(struct rng *rng, enum kind kind, int positions)
{
    int lonely = 0;

    for (int n = 0; n * TEST_SHARE < positions; n++) {
        int attacker = (int)rng_below(rng, 2), plies = 1 + (int)rng_below(rng, 8);
        struct tb_state state = random_board(rng, kind, attacker, plies);
        const struct dorix *s = (const struct dorix *)&state;
        struct numbers before = numbers_of(&state, attacker);

        for (int i = 0; i < 2; i++)
            assert_int_equal(before.least[i] == 0, !(diagonals[i] & ~s->control[attacker]));
        if (s->turn == attacker)
            check_attack(&state, attacker, &before);
        else
            lonely += check_defence(&state, attacker, &before);
    }
    return lonely;
}

static void each_step_holds(void **state)
{
    struct rng rng = {1};

    (void)state;
    check_steps(&rng, MIXED, 120000);
    check_steps(&rng, CROWDED, 60000);
    assert_true(check_steps(&rng, LONELY, 60000) * TEST_SHARE > 1000);
}

/* ---- The answers, against the rules -------------------------------------------------------- */

/* True if the player can force a win within the plies; counts down the positions that it may look
 * at, and the answer means nothing when none are left. */
static bool wins_by_rules(const struct tb_state *state, int player, int plies, long *left)
{
    struct tb_result result = dorix_result(state);
    tb_move moves[TB_MOVES_MAX];

    if (result.over)
        return result.winners >> player & 1;
    if (plies == 0 || --*left < 0)
        return false;
    bool attacking = ((const struct dorix *)state)->turn == player;
    int count = dorix_moves(state, moves);

    for (int i = 0; i < count; i++) {
        struct tb_state next = after(state, moves[i]);

        if (wins_by_rules(&next, player, plies - 1, left) == attacking)
            return attacking;
    }
    return !attacking;
}

/* True if the bound decides about the position, or would if the border had one more empty square:
 * neither side wins at once, and a diagonal needs as many moves as there are, or one more. */
static bool is_on_edge(const struct tb_state *state, int attacker, int plies)
{
    const struct dorix *s = (const struct dorix *)state;
    struct board b = board_of(s, attacker);
    struct numbers n = numbers_of(state, attacker);
    int moves = s->turn == attacker ? (plies + 1) / 2 : plies / 2;
    int empty = bits_count(~dorix_occupied(s) & BORDER);
    int least = n.least[0] < n.least[1] ? n.least[0] : n.least[1];

    return !could_win(&b, s->turn) && empty >= plies - 2 && empty < plies && least >= moves &&
           least <= moves + 1;
}

/* Compares answers on the edge; counts them. Positions with too many lines are left out. */
static void compare_on_edge(struct rng *rng, enum kind kind, int plies, int positions, long limit,
                            int count[2])
{
    struct within_memory memory = {0};

    for (int n = 0; n * TEST_SHARE < positions;) {
        int attacker = (int)rng_below(rng, 2);
        struct tb_state state = random_board(rng, kind, attacker, plies);

        if (!is_on_edge(&state, attacker, plies))
            continue;
        n++;
        int known = tested_within(&state, attacker, plies, &memory);
        long left = limit;
        bool truth = known >= 0 && wins_by_rules(&state, attacker, plies, &left);

        if (known < 0 || left < 0)
            continue;
        assert_int_equal(known, truth);
        count[known]++;
    }
}

static void agrees_on_the_edge(void **state)
{
    struct rng rng = {2};
    int count[2] = {0, 0};

    (void)state;
    compare_on_edge(&rng, CROWDED, 1, 1000, 1000, count);
    compare_on_edge(&rng, CROWDED, 2, 10000, 10000, count);
    compare_on_edge(&rng, CROWDED, 3, 10000, 10000, count);
    compare_on_edge(&rng, MIXED, 3, 5000, 20000, count);
    compare_on_edge(&rng, CROWDED, 4, 2000, 50000, count);
    compare_on_edge(&rng, MIXED, 4, 1000, 50000, count);
    compare_on_edge(&rng, LONELY, 3, 2000, 50000, count);
    compare_on_edge(&rng, LONELY, 4, 1000, 50000, count);
    compare_on_edge(&rng, CROWDED, 5, 500, 100000, count);
    assert_true(count[0] * TEST_SHARE > 15000);
    assert_true(TEST_SHARE > 1 || count[1] > 1000);
}

/* Positions in which one part of the bound makes the difference. */
static void agrees_where_it_matters(void **state)
{
    static const struct {
        const char *position;
        int player, plies;
    } cases[] = {
        /* The last empty square of the border is filled, and each pile of the defender's falls
         * apart. The board is full, or one pawn short of it. */
        {"a1:1,b1:1,c1:1,d1:1,a2:1,b2:22,c2:1,a3:1,b3:22,c3:1,d3:1,a4:1,b4:1,c4:1,d4:1 2/11 1", 1,
         3},
        {"a1:1,b1:1,c1:1,d1:1,a2:1,b2:22,c2:22,d2:1,a3:1,b3:1,c3:1,d3:1,a4:1,b4:1,c4:1,d4:1 1/11 2",
         1, 2},
        /* Both hold a diagonal, and the defender must give up theirs. */
        {"a1:1,b1:1,c1:1,d1:2,a2:1,b2:11,c2:2,d2:1,a3:1,b3:2,c3:11,d3:1,a4:2,b4:1,c4:1,d4:1 1/11 2",
         1, 1},
        /* A pile must be raised before it falls on two. */
        {"c1:1,d1:1,b2:2,c2:1,d2:11,b3:2,c3:12,d3:121,a4:1,b4:11,c4:1 3/11 2", 1, 4},
        /* A pile of the defender's is taken, and so raised. */
        {"a1:2221,d1:1,a2:11,b2:1,c2:221,d2:1,a3:2,b3:1,c3:2,a4:12,b4:2,c4:22,d4:2 6/3 1", 1, 4},
        /* Empty squares of a diagonal are filled. */
        {"b1:1,d1:1,b2:1,c2:2,d2:2,a3:1,b3:1,c3:2,d3:11,a4:2,b4:1,d4:21 6/10 1", 1, 3},
        /* Piles of the same colour fall on those beside the diagonal. */
        {"a1:1,b1:1,d1:2,a2:112,b2:111,d2:2,a3:11,b3:2,c3:2,a4:1,b4:2,c4:2,d4:11 3/8 1", 1, 3},
        /* The defender's easiest pile to fall on needs a pile on an empty square first. */
        {"b1:2,d1:1,c2:1,d2:1,b3:21,c3:1,a4:2,c4:1 9/12 1", 1, 5},
    };
    struct tb_setup setup = test_setup("dorix");

    (void)state;
    for (int i = 0; i < COUNT(cases); i++) {
        struct within_memory memory = {0};
        struct tb_position position;
        long left = 100000000;

        assert_int_equal(tb_position_parse(&position, &setup, cases[i].position, NULL), TB_OK);
        assert_true(wins_by_rules(&position.state, cases[i].player - 1, cases[i].plies, &left));
        assert_true(left >= 0);
        assert_int_equal(
            tested_within(&position.state, cases[i].player - 1, cases[i].plies, &memory), 1);
    }
}

/* ---- Proofs with and without it -------------------------------------------------------------- */

/* A game that is Dorix, but knows neither the bound nor wins ahead, nor a hash of its own. */
static struct tb_game plain_dorix(struct advice *advice)
{
    struct tb_game game = dorix_game;

    *advice = dorix_advice;
    advice->within = NULL;
    advice->wins_at_once = NULL;
    advice->escapes = NULL;
    advice->image_hash = NULL;
    game.advice = advice;
    return game;
}

struct proof_counts {
    int wins, others;
    uint64_t nodes[2]; /* with the bound, without it */
};

/* Asks both solvers whether each player can win within the plies. */
static void compare_proofs(const struct tb_state *state, int plies, size_t bytes,
                           struct proof_counts *counts)
{
    struct tb_setup setup = test_setup("dorix"), plain = setup;
    struct advice advice;
    struct tb_game game = plain_dorix(&advice);

    plain.game = &game;
    struct dfpn_options options = {.bytes = bytes, .rules_only = true};
    struct dfpn *with = new_solver(&setup, options), *without = new_solver(&plain, options);

    for (int player = 0; player < 2; player++) {
        /* The last ply is the attacker's. */
        int within = plies + ((((const struct dorix *)state)->turn == player) == !(plies % 2));
        struct bounds a = ask(with, state, player, within), b = ask(without, state, player, within);

        assert_true(bounds_settled(&a, within));
        assert_true(bounds_settled(&b, within));
        assert_int_equal(bounds_proven(&a, within), bounds_proven(&b, within));
        bounds_proven(&a, within) ? counts->wins++ : counts->others++;
    }
    counts->nodes[0] += dfpn_nodes(with);
    counts->nodes[1] += dfpn_nodes(without);
    dfpn_free(with);
    dfpn_free(without);
}

/* Random openings of 4 to 9 plies, in which nobody wins at once. */
static void compare_openings(struct rng *rng, int openings, int plies, size_t bytes,
                             struct proof_counts *counts)
{
    struct tb_setup setup = test_setup("dorix");

    for (int n = 0; n * TEST_SHARE < openings;) {
        struct tb_position position;

        if (!random_position_in(&position, &setup, 4 + (int)rng_below(rng, 6), rng))
            continue;
        compare_proofs(&position.state, plies, bytes, counts);
        n++;
    }
}

static void proofs_agree_without_it(void **state)
{
    struct tb_position start = test_start("dorix");
    struct proof_counts counts = {0};
    struct rng rng = {3};

    (void)state;
    compare_proofs(&start.state, TEST_SHARE > 1 ? 9 : 13, 64 * MEGABYTE, &counts);
    compare_openings(&rng, 20, 7, 16 * MEGABYTE, &counts);
    assert_true(counts.others > 0);
}

/* ---- The long run ---------------------------------------------------------------------------- */

static void long_run(void **state)
{
    static const char *const names[KINDS] = {"mixed", "crowded", "lonely"};
    struct rng *rng = *state;
    struct tb_position start = test_start("dorix");

    for (enum kind kind = 0; kind < KINDS; kind++)
        printf("steps, %s: 1,000,000 boards, %d with a lonely pile to raise\n", names[kind],
               check_steps(rng, kind, 1000000));
    for (int plies = 1; plies <= 6; plies++)
        for (enum kind kind = 0; kind < KINDS; kind++) {
            int count[2] = {0, 0}, positions = plies < 4 ? 50000 : 2000;

            if (kind == LONELY && (plies < 3 || plies > 5)) /* hardly ever on the edge */
                continue;
            compare_on_edge(rng, kind, plies, positions, 1000000, count);
            printf("edge, %d plies, %s: %d positions, %d no, %d yes\n", plies, names[kind],
                   positions, count[0], count[1]);
        }
    for (int plies = 9; plies <= 15; plies += 2) {
        struct proof_counts counts = {0};

        compare_proofs(&start.state, plies, 500 * MEGABYTE, &counts);
        if (plies < 13)
            compare_openings(rng, 20, plies, 500 * MEGABYTE, &counts);
        printf("proofs, %d plies: %d wins, %d others; %llu nodes with the bound, %llu without\n",
               plies, counts.wins, counts.others, (unsigned long long)counts.nodes[0],
               (unsigned long long)counts.nodes[1]);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_step_holds),
        cmocka_unit_test(agrees_on_the_edge),
        cmocka_unit_test(agrees_where_it_matters),
        cmocka_unit_test(proofs_agree_without_it),
    };

    if (argc > 1 && !strcmp(argv[1], "--long")) {
        static struct rng rng;

        setvbuf(stdout, NULL, _IOLBF, 0);
        rng.state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
        const struct CMUnitTest both[] = {cmocka_unit_test_prestate(long_run, &rng)};

        return cmocka_run_group_tests(both, NULL, NULL);
    }
    return test_main(argc, argv, tests, COUNT(tests));
}
