/*
 * test_setup_positions.c - position strings that must be accepted and refused.
 *
 * A position may be unreachable, but the material must be right; one in which
 * the game is over is accepted if exactly one result follows from it.
 */
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "test.h"

/* A position that is accepted, in its canonical spelling. */
struct good {
    const char *text;
    const char *result; /* "1", "1,3", "draw", or NULL while the game goes on */
};

static void result_text(struct tb_result result, char *out, size_t size)
{
    struct text text = text_into(out, size);

    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        if (result.winners >> p & 1)
            text_add(&text, "%s%d", text.used ? "," : "", p + 1);
    if (result.over && result.winners == 0)
        text_add(&text, "draw");
}

static void accept(const char *game, const struct good *list)
{
    struct tb_setup setup = test_setup(game);

    for (; list->text; list++) {
        struct tb_position position;
        struct tb_error error;
        tb_move moves[TB_MOVES_MAX];
        char text[TB_POSITION_TEXT], result[16];

        if (tb_position_parse(&position, &setup, list->text, &error))
            fail_msg("%s: '%s' is refused: %s", game, list->text, error.text);
        tb_position_text(&position, text, sizeof text);
        assert_string_equal(text, list->text);
        result_text(tb_position_result(&position), result, sizeof result);
        if (strcmp(result, list->result ? list->result : "") != 0)
            fail_msg("%s: '%s' has the result '%s'", game, list->text, result);
        assert_int_equal(tb_moves(&position, moves) == 0, list->result != NULL);
    }
}

static void refuse(const char *game, const char *const *list)
{
    struct tb_setup setup = test_setup(game);

    for (; *list; list++) {
        struct tb_position position, before;
        struct tb_error error = {.code = TB_OK, .text = ""};

        memset(&position, 0x5a, sizeof position);
        before = position;
        int code = tb_position_parse(&position, &setup, *list, &error);

        if (code == TB_OK)
            fail_msg("%s: '%s' is accepted", game, *list);
        assert_int_equal(code, error.code);
        assert_memory_equal(&position, &before, sizeof position);
        if (error.text[0] == '\0' || strchr(error.text, '\n'))
            fail_msg("%s: '%s' is refused without a line that says why", game, *list);
    }
}

/* ---- Dorix ------------------------------------------------------------------------ */

static void dorix_accepted(void **state)
{
    static const struct good list[] = {
        {"- 15/15 1", NULL},
        {"- 15/15 2", NULL},
        {"b2:1,c3:2 14/14 1", NULL},
        {"b2:1,c3:2 14/14 2", NULL},
        {"b2:1,c3:12 13/14 1", NULL},
        {"a1:1,b1:1,c1:1 12/15 1", NULL},
        {"a1:111111111111111 0/15 2", NULL},
        {"a1:111111111111111,b1:222222222222222 0/0 1", NULL},
        {"d4:111111111111111222222222222222 0/0 1", NULL},
        /* one diagonal, with either player to move */
        {"a1:1,b2:1,c3:1,d4:1 11/15 1", "1"},
        {"a1:1,b2:1,c3:1,d4:1 11/15 2", "1"},
        {"d1:2,c2:2,b3:2,a4:2 15/11 1", "2"},
        {"a1:21,b2:1,c3:221,d4:1 11/12 2", "1"},
        {"a1:12,b2:1,c3:1,d4:1 11/14 2", NULL},
        /* both diagonals of one player; one of each */
        {"a1:2,d1:2,b2:2,c2:2,b3:2,c3:2,a4:2,d4:2 15/7 1", "2"},
        {"a1:1,d1:2,b2:1,c2:2,b3:2,c3:1,a4:2,d4:1 11/11 1", NULL},
        /* a row is not a diagonal */
        {"a1:1,b1:1,c1:1,d1:1 11/15 2", NULL},
        {"players=3 - 12/12/12 3", NULL},
        {"players=3 a1:1,b2:3,c3:1,d4:3 10/12/10 2", NULL},
        {"players=3 a1:3,b2:3,c3:3,d4:3 12/12/8 2", "3"},
        {"players=4 - 10/10/10/10 4", NULL},
        {"players=4 a1:1,b2:3,c3:1,d4:3 8/10/8/10 2", "1,3"},
        {"players=4 d1:4,c2:4,b3:2,a4:24 10/8/10/7 1", "2,4"},
        {"players=4 a1:1,b2:2,c3:1,d4:3 8/9/9/10 2", NULL},
        {"players=4 a1:1,d1:2,b2:3,c2:4,b3:2,c3:1,a4:4,d4:3 8/8/8/8 1", NULL},
        {NULL, NULL},
    };

    (void)state;
    accept("dorix", list);
}

static void dorix_refused(void **state)
{
    static const char *const list[] = {
        "", " ", "-", "- 15/15", "15/15 1", "nonsense", "\x01\xff",
        "- 15/15 0", "- 15/15 3", "- 15/15 1 x", "- 15/15 1\n", "- 15/15 x",
        "- 14/15 1", "- 16/15 1", "- 15 1", "- 15/15/15 1", "- 15/-15 1", "- 999999999/15 1",
        "b2:1 15/15 1", "b2:2 14/15 1", "b2:12 14/15 1",
        "b2:3 15/15 1", "b2:0 15/15 1", "b2:x 14/15 1",
        "e1:1 14/15 1", "a5:1 14/15 1", "b:1 14/15 1", "2:1 14/15 1",
        "b2 14/15 1", "b2: 15/15 1", "b2:1, 14/15 1", ",b2:1 14/15 1", "b2:1,b2:1 13/15 1",
        "a1:1111111111111111 0/15 1",
        "players=3 - 15/15/15 1", "players=3 - 12/12 1", "players=3 - 12/12/12 4",
        "players=4 - 10/10/10 1", "players=4 a1:5 10/10/10/10 1",
        "players=1 - 15 1", "players=5 - 15/15 1", "players=two - 15/15 1", "players= - 15/15 1",
        "walls=3 - 15/15 1", "players=2",
        NULL,
    };

    (void)state;
    refuse("dorix", list);
}

/* ---- Tic Tac Doh -------------------------------------------------------------------- */

static void tictacdoh_accepted(void **state)
{
    static const struct good list[] = {
        {"-", NULL},
        {"c3:S", NULL},
        {"c3:M", NULL},
        {"c3:L", NULL},
        {"c3:LM", NULL},
        {"c3:LMS", NULL},
        {"c3:MS", NULL},
        {"c3:SM", NULL},
        {"c3:SML", NULL},
        {"c3:ML", NULL},
        {"b3:L,c3:LM", NULL},
        {"b2:S,c3:M", NULL},
        {"a1:S,b2:M,c3:L", NULL},
        {"a1:S,b1:M,c2:L,c3:L", NULL},
        /* a line wins for the player who moved last */
        {"c3:S,d4:S,e5:S", "1"},
        {"players=3 c3:S,d3:S,e3:S", "3"},
        {"c3:LMS,d3:MS,e3:S", "2"},
        {"c3:SML,d3:L,e3:L", "1"},
        {"c3:SML,d3:S,e3:S", NULL},
        {"b2:LM,c3:M,d4:SM", "1"},
        {"d2:M,c3:L,b4:L", NULL},
        {"a3:S,b3:S,c3:S", "1"},
        /* the stash is empty */
        {"stash=1 c3:LMS", "draw"},
        {"stash=1 c3:S,c4:M,d4:L", "draw"},
        {"stash=1 c3:S,c4:M", NULL},
        {"stash=2 c3:LMS,d3:SML", "draw"},
        {"players=4 stash=3 b3:L,c3:LM", NULL},
        {NULL, NULL},
    };

    (void)state;
    accept("tictacdoh", list);
}

static void tictacdoh_refused(void **state)
{
    static const char *const list[] = {
        "", " ", "nonsense", "\x01\xff", "- 1", "- -", "c3:S 1", "c3:S\n",
        /* c3, connected, within three by three */
        "b3:S", "c4:S,d3:M", "c3:S,e5:S", "a3:S,c3:S", "a1:S,c3:M",
        "a3:S,b3:M,c3:L,d3:S", "c3:L,c4:M,c5:S,c2:M", "b2:M,c3:L,d4:S,e5:L",
        /* stacks and nests */
        "c3:SL", "c3:LS", "c3:SS", "c3:MM", "c3:LL", "c3:MSM", "c3:LML", "c3:SMS", "c3:MLM",
        "c3:MSML", "c3:LMSM", "c3:X", "c3:", "c3", "c3:S,", ",c3:S", "c3:S,c3:M",
        "f1:S", "c6:S", "c0:S", "3c:S",
        /* no more of a size than the stash holds */
        "stash=1 c3:S,d3:S", "stash=2 b3:M,c3:LM,d3:M",
        "b2:S,c2:S,d2:S,b3:S,c3:S,d3:S", "stash=4 b2:S,c2:S,b3:S,c3:S,d4:S",
        "stash=0 -", "stash=6 -", "stash=x -", "stash=-1 -", "stash= -", "players=1 -",
        "players=5 -", "size=3 -",
        NULL,
    };

    (void)state;
    refuse("tictacdoh", list);
}

/* ---- Quoridor -------------------------------------------------------------------------- */

static void quoridor_accepted(void **state)
{
    static const struct good list[] = {
        {"e1/e9 10/10 - 1", NULL},
        {"e1/e9 10/10 - 2", NULL},
        {"e1/e9 9/9 e3h,d5v 1", NULL},
        {"e1/e9 10/8 e3h,d5v 2", NULL},
        {"e5/e6 10/10 - 1", NULL},
        {"a1/i9 10/10 - 1", NULL},
        {"e1/e9 8/8 a1h,c1h,e1h,g1h 1", NULL},
        {"e1/e9 9/8 e3h,e4v,e5h 2", NULL},
        {"e1/e9 8/8 a1v,a3v,a5v,a7v 1", NULL},
        {"e1/e9 1/0 a1h,c1h,e1h,g1h,a2v,a3h,c3h,e3h,g3h,a4v,a5h,c5h,e5h,g5h,a6v,a7h,c7h,e7h,g7h 1",
         NULL},
        /* a pawn on its goal */
        {"e9/d9 10/10 - 1", "1"},
        {"e9/d9 10/10 - 2", "1"},
        {"e2/e1 10/10 - 1", "2"},
        {"e2/e1 10/10 - 2", "2"},
        /* on the other's goal only */
        {"e2/e8 10/10 - 1", NULL},
        {"e1/d2 10/10 - 1", NULL},
        {"size=5 walls=3 c1/c5 3/3 - 1", NULL},
        {"size=3 walls=0 b1/b3 0/0 - 2", NULL},
        {"size=3 b1/b3 10/10 - 1", NULL},
        {"size=7 turn=barrier d1/d7 10/10 - 1", NULL},
        {"players=4 e1/a5/e9/i5 5/5/5/5 - 1", NULL},
        {"players=4 e1/a5/e9/i5 5/5/5/4 a1h 4", NULL},
        {"players=4 e1/i4/e9/i5 5/5/5/5 - 1", "2"},
        {"players=4 e2/a4/e9/a5 5/5/5/5 - 1", "4"},
        {"players=4 walls=10 e1/a5/e9/i5 10/10/10/10 - 1", NULL},
        {NULL, NULL},
    };

    (void)state;
    accept("quoridor", list);
}

static void quoridor_refused(void **state)
{
    static const char *const list[] = {
        "", " ", "nonsense", "\x01\xff", "e1/e9 10/10 -", "e1/e9 10/10 1", "e1/e9 10/10 - 1 x",
        "e1/e9 10/10 - 0", "e1/e9 10/10 - 3", "e1/e9 10/10 - x", "e1/e9 10/10 - 1\n",
        /* pawns */
        "e5/e5 10/10 - 1", "e1 10/10 - 1", "e1/e9/e5 10/10 - 1", "e1/j9 10/10 - 1",
        "e1/e0 10/10 - 1", "e10/e9 10/10 - 1", "e1/ 10/10 - 1", "e9/e1 10/10 - 1",
        /* barriers: overlapping, crossing, off the board, unreadable */
        "e1/e9 9/9 e3h,f3h 1", "e1/e9 9/9 d3h,e3h 1", "e1/e9 9/9 e3v,e4v 1",
        "e1/e9 9/9 e3h,e3v 1", "e1/e9 9/9 e3h,e3h 1", "e1/e9 10/9 i3h 1", "e1/e9 10/9 e9h 1",
        "e1/e9 10/9 e9v 1", "e1/e9 10/9 e3x 1", "e1/e9 10/9 e3 1", "e1/e9 10/9 e3h, 1",
        "e1/e9 10/9 ,e3h 1",
        /* their number */
        "e1/e9 10/10 e3h 1", "e1/e9 9/10 - 1", "e1/e9 11/10 - 1", "e1/e9 10 - 1",
        "e1/e9 10/10/0 - 1", "e1/e9 -1/20 e3h 1", "e1/e9 0/0 - 1", "e1/e9 999999999/10 - 1",
        /* every player needs a path, with either player to move */
        "e1/e9 8/7 a1h,c1h,e1h,g1h,h1v 1", "e1/e9 8/7 a1h,c1h,e1h,g1h,h1v 2",
        "e1/e9 8/7 a8h,c8h,e8h,g8h,h8v 1",
        "size=3 walls=3 a1/b3 2/2 a1h,a1v 1",
        "size=4 b1/b4 10/10 - 1", "size=11 e1/e9 10/10 - 1", "walls=11 e1/e9 11/11 - 1",
        "walls=x e1/e9 10/10 - 1", "turn=maybe e1/e9 10/10 - 1", "stash=3 e1/e9 10/10 - 1",
        "size=5 e1/e9 10/10 - 1", "size=5 walls=3 c1/c5 2/3 e5h 1",
        "players=3 e1/a5/e9 5/5/5 - 1", "players=4 e1/e9 5/5 - 1",
        "players=4 e1/a5/e9/e9 5/5/5/5 - 1", "players=4 e1/a5/e9/i5 10/10/10/10 - 1",
        /* two winners */
        "players=4 e9/i5/e2/b4 5/5/5/5 - 1",
        NULL,
    };

    (void)state;
    refuse("quoridor", list);
}

/* ---- Orbital ---------------------------------------------------------------------------- */

static void orbital_accepted(void **state)
{
    static const struct good list[] = {
        {"- - 1", NULL},
        {"- - 2", NULL},
        {"a1:B1 Ba1 2", NULL},
        {"a1:B1 - 2", NULL},
        {"a1:B1 - 1", NULL},
        {"a1:B1 pass 2", NULL},
        {"b2:T1n Tb2n 2", NULL},
        {"b2:B1T2nA1,c3:A2 Tb2n 1", NULL},
        {"a2:T1e - 2", NULL},
        {"line=row a1:T1n,a3:T2n - 1", NULL},
        {"a1:T1n,b2:T2n Tb2n 1", NULL},
        {"pieces=3 a1:B1,b1:B1,c1:B1 Bc1 2", NULL},
        {"free=empty a1:B1A2 Aa1 1", NULL},
        {"reach=line b2:T1n Tb2n 2", NULL},
        /* two passes: the player with more towers wins */
        {"a1:B1 pass2 1", "draw"},
        {"a1:B1T1nA1 pass2 2", "1"},
        {"a1:B1T2nA2 pass2 1", "2"},
        {"a1:B1T2nA2,b2:B1T1eA2 pass2 1", "draw"},
        /* three towers */
        {"a1:B1T1nA1,b2:B1T1eA1,c3:B1T1sA1 Ac3 2", "1"},
        {"a1:B1T1nA1,b2:B1T1eA1,c3:B1T1sA1 - 1", "1"},
        {"a1:B2T1nA2,b2:B2T2eA1,c3:B2T2sA2 Ac3 1", "2"},
        {"a1:B1T1nA1,d1:B2T2wA2,b2:B1T1eA1,c2:B2T2wA2,c3:B1T1sA1 - 1", "1"},
        {NULL, NULL},
    };

    (void)state;
    accept("orbital", list);
}

static void orbital_refused(void **state)
{
    static const char *const list[] = {
        "", " ", "nonsense", "\x01\xff", "-", "- -", "- 1", "- - 0", "- - 3", "- - x", "- - 1 x",
        "- - 1\n",
        /* pieces and squares */
        "e1:B1 - 2", "a5:B1 - 2", "a1 - 2", "a1: - 2", "a1:X1 - 2", "a1:B - 2", "a1:B0 - 2",
        "a1:B3 - 2", "a1:B1n - 2", "a1:A1e - 2", "a1:B1, - 2", ",a1:B1 - 2", "a1:B1,a1:A1 - 2",
        "a1:B1B2 - 2", "a1:A1A1 - 2", "a1:T1nT2e - 2",
        /* Thrusters */
        "b2:T1 - 2", "b2:T1x - 2", "a1:T1s - 2", "a1:T1w - 2", "d4:T2n - 2", "d4:T2e - 2",
        "a1:T1n,c1:T1n - 2", "a1:T1n,c1:T2n - 2", "a1:T1n,a3:T2n - 2", "a1:T1n,d1:T2n - 2",
        "line=row a1:T1n,c1:T2n - 1", "reach=line a1:T1s - 2",
        /* the last piece stands on the board and belongs to the other player */
        "a1:B1 Bb2 2", "a1:B1 Aa1 2", "a1:B1 Ba1 1", "b2:T1n Tb2e 2", "b2:T1n Tb2 2",
        "a1:B1 B 2", "a1:B1 xyz 2", "- Ba1 2", "a1:B1 pass3 2",
        /* material */
        "pieces=3 a1:B1,b1:B1,c1:B1,d1:B1 - 2",
        "a1:A1,b1:A1,c1:A1,d1:A1,a2:A1,b2:A1,c2:A1 - 2",
        /* two winners */
        "a1:B1T1nA1,d1:B2T2wA2,b2:B1T1eA1,c2:B2T2wA2,c3:B1T1sA1,b4:B2T2sA2 - 1",
        "pieces=4 - - 1", "pieces=0 - - 1", "line=column - - 1", "free=maybe - - 1",
        "reach=row - - 1",
        "size=3 - - 1", "players=3 - - 1", "players=4 - - 1",
        NULL,
    };

    (void)state;
    refuse("orbital", list);
}

/* Books, tables and checkpoints have hashes: they are the same on every machine. */
static void hashes_are_portable(void **state)
{
    static const struct {
        const char *game, *text;
        uint64_t hash;
    } list[] = {
        {"dorix", "d2:222,a3:111 12/12 1", 0x0f0ef3f064e2e1bb},
        {"tictacdoh", "c3:M,d3:M,e3:M", 0x11b7a22f161fdda9},
        {"quoridor", "e1/e9 7/7 a1v,b1v,c1v,c8h,e8h,g8h 1", 0xd28757353871bb9c},
        {"orbital", "a1:B1T2eA2,b1:T1wA2,a2:T1s Ab1 1", 0xafafa9a194621921},
    };

    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        struct tb_setup setup = test_setup(list[i].game);
        struct tb_position position;

        assert_int_equal(tb_position_parse(&position, &setup, list[i].text, NULL), TB_OK);
        assert_true(tb_hash(&position) == list[i].hash);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_portable),
        cmocka_unit_test(dorix_accepted),     cmocka_unit_test(dorix_refused),
        cmocka_unit_test(tictacdoh_accepted), cmocka_unit_test(tictacdoh_refused),
        cmocka_unit_test(quoridor_accepted),  cmocka_unit_test(quoridor_refused),
        cmocka_unit_test(orbital_accepted),   cmocka_unit_test(orbital_refused),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
