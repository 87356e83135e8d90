/* test_ugi.c - whole sessions by UGI, and a controller that knows nothing but the protocol. */
#include <string.h>
#include <unistd.h>

#include "session.h"
#include "test.h"

static int count_words(const char *line)
{
    int words = 0;

    for (line += strspn(line, " "); *line; line += strspn(line, " ")) {
        words++;
        line += strcspn(line, " ");
    }
    return words;
}

/* A search that ends at once, and its move. */
static const char *think(struct session *session, const char *how)
{
    session_send(session, "go %s", how);
    const char *line = session_wait(session, "bestmove ");

    assert_int_equal(count_words(line), 2);
    return line + strlen("bestmove ");
}

static void introduces_itself(void **state)
{
    static const char *const expected[] = {
        "id name Tablier " TB_VERSION,
        "id author The Tablier authors",
        "option name Hash type spin default 1 min 1 max 1048576",
        "option name Threads type spin default 1 min 1 max 64",
        "option name Level type spin default 0 min -1 max 12",
        "option name MultiPV type spin default 1 min 1 max 32",
        "option name Seed type spin default 0 min 0 max 2147483647",
        "option name MoveOverhead type spin default 15 min 0 max 5000",
        "option name Ponder type check default false",
        "option name Searcher type combo default auto var auto var alphabeta var paranoid "
        "var maxn var mcts var uct var random",
        "option name Personality type combo default balanced var balanced var runner var builder "
        "var blocker",
        "option name Repetition type spin default 3 min 0 max 9",
        "option name Players type combo default 2 var 2 var 4",
        "option name size type combo default 5 var 3 var 5 var 7 var 9",
        "option name walls type spin default 10 min 0 max 10",
        "option name turn type combo default blocked var blocked var barrier",
        "option name extra type spin default 0 min 0 max 3",
        "ugiok",
    };
    struct session *session = session_ugi("quoridor size=5");

    (void)state;
    session_send(session, "ugi");
    for (int i = 0; i < COUNT(expected); i++)
        assert_string_equal(session_line(session), expected[i]);
    assert_int_equal(session_close(session), 0);
    session_check("orbital", "isready\nquit\nisready\n", "readyok\n");
}

/* How many different first moves a weak level plays in eight games, after `order`; the
 * last of them goes into `last`. */
static int count_first_moves(const char *order, char last[TB_MOVE_TEXT])
{
    struct session *session = session_ugi("dorix");
    char moves[8][TB_MOVE_TEXT];
    int different = 0;

    session_send(session, "setoption name Level value 1");
    session_send(session, "%s", order);
    for (int game = 0; game < 8; game++) {
        int same = 0;

        session_send(session, "uginewgame");
        session_send(session, "position startpos");
        snprintf(moves[game], sizeof moves[game], "%s", think(session, "nodes 20"));
        while (same < game && strcmp(moves[same], moves[game]) != 0)
            same++;
        different += same == game;
    }
    strcpy(last, moves[7]);
    session_close(session);
    return different;
}

/* Otherwise a weak level would repeat the same game. */
static void new_game_has_a_new_seed(void **state)
{
    char last[TB_MOVE_TEXT], again[TB_MOVE_TEXT];
    int others = 0;

    (void)state;
    assert_true(count_first_moves("isready", last) > 1);
    for (int seed = 1; seed <= 5; seed++) {
        char order[64], fixed[TB_MOVE_TEXT];

        snprintf(order, sizeof order, "setoption name Seed value %d", seed);
        assert_int_equal(count_first_moves(order, fixed), 1);
        assert_int_equal(count_first_moves(order, again), 1);
        assert_string_equal(fixed, again);
        others += strcmp(fixed, last) != 0;
    }
    assert_true(others > 0);
}

static void answers_queries(void **state)
{
    (void)state;
    session_check("quoridor size=3",
                 "query p1turn\nquery gameover\nquery result\n"
                 "position startpos moves b2\nquery p1turn\n"
                 "position startpos moves a1 a3 a2 b3 a3\n"
                 "query gameover\nquery result\n"
                 "position fen size=3 b2/b1 10/10 - 1\nquery result\nquery gameover\n"
                 "position startpos\nquery result\n",
                 "response true\nresponse false\nresponse none\n"
                 "response false\n"
                 "response true\nresponse p1win\n"
                 "response p2win\nresponse true\n"
                 "response none\n");
    /* Back and forth until the position occurs for the third time. */
    session_check("quoridor size=5",
                 "position startpos moves b1 b5 c1 c5 b1 b5 c1 c5\n"
                 "query gameover\nquery result\n"
                 "position startpos moves b1 b5 c1 c5 b1 b5 c1\nquery gameover\n"
                 "setoption name Repetition value 0\n"
                 "position startpos moves b1 b5 c1 c5 b1 b5 c1 c5 b1\nquery gameover\n",
                 "response true\nresponse draw\nresponse false\nresponse false\n");
}

/* With more players, the winner is the first of the winning side. */
static void names_every_winner(void **state)
{
    (void)state;
    session_check("quoridor players=4 size=3",
                 "position startpos moves a1 b2 a3\nquery result\nquery p1turn\n"
                 "position fen players=4 size=3 a1/a2/c1/c2 5/5/5/5 - 1\nquery result\n",
                 "response none\nresponse false\nresponse p3win\n");
}

static void refuses_and_goes_on(void **state)
{
    static const char *const bad[] = {
        "hello",
        "UGI",
        "position",
        "position fen",
        "position startpos e2",
        "position start",
        "position fen e1/e9 10/10 - 1 1",
        "position startpos moves e9",
        "position startpos moves e2 e8 e2",
        "position startpos moves swap",
        "go depth",
        "go movetime soon",
        "go nodes 1x",
        "go fast",
        "go p1time 100 p2time",
        "go p1time 100",
        "setoption",
        "setoption name",
        "setoption name Hash",
        "setoption name Hash value",
        "setoption name Hash value 0",
        "setoption name Hash value 99999999999999999999",
        "setoption name Threads value -1",
        "setoption name Level value 13",
        "setoption name Personality value nobody",
        "setoption name Colour value red",
        "setoption name walls value 11",
        "setoption name Players value 3",
        "setoption name Searcher value oracle",
        "setoption name Repetition value 10",
        "setoption name MoveOverhead value 5001",
        "setoption name Ponder value perhaps",
        "ponderhit",
        "setoption value 3",
        "query",
        "query weather",
        "\x01\x02\x80\xff",
    };
    struct session *session = session_ugi("quoridor");

    (void)state;
    session_send(session, "position startpos moves e2");
    for (int i = 0; i < COUNT(bad); i++) {
        session_send(session, "%s", bad[i]);
        const char *line = session_line(session);

        if (!test_starts_with(line, "info string error: "))
            fail_msg("'%s' was answered by '%s'", bad[i], line);
        session_send(session, "isready");
        assert_string_equal(session_line(session), "readyok");
        session_send(session, "query p1turn");
        assert_string_equal(session_line(session), "response false");
    }
    assert_int_equal(session_close(session), 0);
}

static void reads_any_spacing(void **state)
{
    (void)state;
    session_check("quoridor",
                 "\n   \n\t\r\n  position\tstartpos   moves  e2\r\n\tquery   p1turn \r\n"
                 "qu\aery p1turn\nposition startpos moves\nquery p1turn",
                 "response false\nresponse false\nresponse true\n");
}

static void survives_long_lines(void **state)
{
    struct session *session = session_ugi("quoridor");

    (void)state;
    session_send_long(session, "x", "x", 1 << 20);
    assert_true(
        test_starts_with(session_line(session), "info string error: There is no command 'xxx"));
    session_send_long(session, "position startpos moves ", "e2 ", 1 << 20);
    assert_true(test_starts_with(session_line(session), "info string error: position: "));
    session_send_long(session, " ", " ", 1 << 20);
    session_send_long(session, "position startpos moves ", "e2 ", 100000);
    assert_true(test_starts_with(session_line(session), "info string error: Move 2 'e2'"));
    session_send_long(session, "setoption name ", "n", 100000);
    assert_true(test_starts_with(session_line(session), "info string error: "));
    session_send(session, "query p1turn");
    assert_string_equal(session_line(session), "response true");
    assert_int_equal(session_close(session), 0);
}

static void thinks_within_limits(void **state)
{
    static const char *const limits[] = {
        "depth 1",
        "depth 0",
        "nodes 1",
        "nodes 0",
        "movetime 10",
        "movetime -5",
        "depth 2 nodes 50",
        "p1time 200 p2time 200 p1inc 0 p2inc 0",
        "p1time -20 p2time 200 p1inc 0 p2inc 0",
    };
    struct session *session = session_ugi("quoridor size=5");

    (void)state;
    session_send(session, "position startpos");
    for (int i = 0; i < COUNT(limits); i++)
        think(session, limits[i]);
    session_send(session, "go nodes 300");
    const char *line = session_wait(session, "info depth ");

    assert_non_null(strstr(line, " nodes "));
    assert_non_null(strstr(line, " time "));
    assert_non_null(strstr(line, " score "));
    assert_non_null(strstr(line, " pv "));
    session_wait(session, "bestmove ");
    assert_int_equal(session_close(session), 0);
}

/* A win in one is found, and reported as such. */
static void reports_a_win(void **state)
{
    struct session *session = session_ugi("quoridor size=5 walls=0");
    char last[256] = "";

    (void)state;
    session_send(session, "position fen size=5 walls=0 c4/a4 0/0 - 1");
    session_send(session, "go depth 3");
    for (const char *line; !test_starts_with(line = session_line(session), "bestmove");)
        snprintf(last, sizeof last, "%s", line);
    assert_non_null(strstr(last, " score mate 1 pv c5"));
    session_send(session, "position fen size=5 walls=0 c4/a4 0/0 - 1 moves c5");
    session_send(session, "go depth 3");
    assert_string_equal(session_line(session), "info string error: The game is over.");
    assert_int_equal(session_close(session), 0);
}

static void shows_several_lines(void **state)
{
    struct session *session = session_ugi("quoridor size=5");
    bool seen[4] = {false};

    (void)state;
    session_send(session, "setoption name MultiPV value 3");
    session_send(session, "go depth 2");
    for (const char *line; !test_starts_with(line = session_line(session), "bestmove");) {
        const char *rank = strstr(line, " multipv ");

        assert_non_null(rank);
        assert_in_range(rank[9], '1', '3');
        seen[rank[9] - '0'] = true;
    }
    assert_true(seen[1] && seen[2] && seen[3]);
    assert_int_equal(session_close(session), 0);
}

static void listens_while_thinking(void **state)
{
    static const char *const too_early[] = {"position startpos", "go depth 1", "uginewgame",
                                            "setoption name Hash value 2"};
    struct session *session = session_ugi("quoridor");

    (void)state;
    session_send(session, "position startpos moves e2");
    session_send(session, "go infinite");
    session_wait(session, "info depth ");
    session_send(session, "isready");
    session_wait(session, "readyok");
    session_send(session, "query p1turn");
    assert_string_equal(session_wait(session, "response "), "response false");
    for (int i = 0; i < COUNT(too_early); i++) {
        session_send(session, "%s", too_early[i]);
        session_wait(session, "info string error: ");
    }
    session_send(session, "stop");
    assert_int_equal(count_words(session_wait(session, "bestmove ")), 2);
    session_send(session, "stop");
    session_send(session, "position startpos moves e2 e8");
    session_send(session, "query p1turn");
    assert_string_equal(session_line(session), "response true");
    assert_int_equal(session_close(session), 0);
}

/* A stop that comes before the search has begun must not be lost. */
static void stops_at_once(void **state)
{
    struct session *session = session_ugi("dorix");

    (void)state;
    for (int i = 0; i < 200; i++) {
        session_send(session, "go infinite\nstop");
        session_wait(session, "bestmove ");
    }
    assert_int_equal(session_close(session), 0);
}

/* Commands sent right after the stop are not refused because the search is still ending. */
static void obeys_right_after_a_stop(void **state)
{
    struct session *session = session_ugi("quoridor");

    (void)state;
    for (int i = 0; i < 20; i++) {
        session_send(session, "position startpos\ngo infinite");
        session_wait(session, "info depth ");
        session_send(session, "stop\nposition startpos moves e2\nquery p1turn");
        for (const char *line; !test_starts_with(line = session_line(session), "bestmove ");)
            assert_true(test_starts_with(line, "info depth "));
        assert_string_equal(session_line(session), "response false");
    }
    assert_int_equal(session_close(session), 0);
}

/* Reads until `isready` is answered, several times over; none of the lines may be a bestmove. */
static void expect_no_answer(struct session *session)
{
    for (int i = 0; i < 20; i++) {
        usleep(5000); /* a search that does not wait would have ended by then */
        session_send(session, "isready");
        for (const char *line; strcmp(line = session_line(session), "readyok") != 0;)
            assert_true(test_starts_with(line, "info "));
    }
}

/* Positions where there is nothing to think about: solved, a win at once, a single move. */
static const char *const settled[][2] = {
    {"orbital", "startpos"},
    {"tictacdoh", "startpos"},
    {"quoridor size=5 walls=0", "fen size=5 walls=0 c4/a4 0/0 - 1"},
    {"quoridor size=3", "fen size=3 walls=1 a1/c3 0/0 a1h,b2v 1"},
};

static void infinite_waits_for_stop(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(settled); i++) {
        struct session *session = session_ugi(settled[i][0]);

        session_send(session, "position %s", settled[i][1]);
        session_send(session, "go infinite");
        expect_no_answer(session);
        session_send(session, "go depth 1");
        assert_true(test_starts_with(session_line(session), "info string error: go: Send stop"));
        session_send(session, "stop");
        session_wait(session, "bestmove ");
        session_send(session, "isready");
        assert_string_equal(session_line(session), "readyok");
        think(session, "depth 1");
        /* The end of the input is as good as a stop. */
        session_send(session, "go infinite");
        assert_true(session_close(session) > 0);
    }
}

/* A proven line goes on to the end of the game. */
static void shows_whole_lines(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(settled); i++) {
        struct session *session = session_ugi(settled[i][0]);
        char last[4096] = "", *moves;

        session_send(session, "position %s", settled[i][1]);
        session_send(session, "go depth 40 nodes 200000");
        for (const char *line; !test_starts_with(line = session_line(session), "bestmove");)
            snprintf(last, sizeof last, "%s", line);
        moves = strstr(last, " pv ");
        assert_non_null(moves);
        session_send(session, "position %s moves %s", settled[i][1], moves + 4);
        session_send(session, "query gameover");
        assert_string_equal(session_line(session), "response true");
        session_close(session);
    }
}

static void ponders(void **state)
{
    static const char *const limits[] = {"movetime 20", "depth 2", "nodes 100",
                                         "p1time 300 p2time 300 p1inc 0 p2inc 0"};
    char reply[TB_MOVE_TEXT] = "", move[TB_MOVE_TEXT] = "";
    struct session *session = session_ugi("quoridor size=5");

    (void)state;
    session_send(session, "setoption name Ponder value true");
    session_send(session, "position startpos");
    session_send(session, "go depth 4");
    assert_int_equal(
        sscanf(session_wait(session, "bestmove "), "bestmove %15s ponder %15s", move, reply), 2);
    session_send(session, "position startpos moves %s %s", move, reply);
    for (int i = 0; i < COUNT(limits); i++) {
        session_send(session, "go ponder %s", limits[i]);
        expect_no_answer(session);
        session_send(session, "ponderhit");
        session_wait(session, "bestmove ");
        session_send(session, "go ponder %s", limits[i]);
        expect_no_answer(session);
        session_send(session, "stop");
        session_wait(session, "bestmove ");
        session_send(session, "ponderhit");
        assert_true(test_starts_with(session_line(session), "info string error: ponderhit"));
    }
    /* Without the option bestmove names no move to ponder on. */
    session_send(session, "setoption name Ponder value false");
    think(session, "depth 4");
    /* Even after the hit: until stop. */
    session_send(session, "go ponder infinite\nponderhit");
    expect_no_answer(session);
    session_send(session, "stop");
    session_wait(session, "bestmove ");
    session_send(session, "go ponder");
    assert_true(session_close(session) > 0);
}

static void ends_while_thinking(void **state)
{
    struct session *session = session_ugi("quoridor");
    bool found = false;

    (void)state;
    session_send(session, "go infinite");
    session_wait(session, "info depth ");
    assert_true(session_close(session) > 0);

    session = session_ugi("quoridor");
    session_send(session, "go infinite\nquit");
    for (const char *line; (line = session_line(session));)
        found |= test_starts_with(line, "bestmove ");
    assert_true(found);
    assert_int_equal(session_close(session), 0);
}

static void changes_the_rules(void **state)
{
    (void)state;
    session_check("quoridor",
                 "setoption name SIZE value 5\nposition startpos moves c2\n"
                 "setoption name Hash value 2\nquery p1turn\n"
                 "setoption name walls value 0\nquery p1turn\n"
                 "position startpos moves a1h\n"
                 "setoption name players value 4\n"
                 "position startpos moves c2 b3 c4 d3\nquery p1turn\n"
                 "uginewgame\nposition startpos moves c2 b3\nquery p1turn\n",
                 "response false\nresponse true\n"
                 "info string error: Move 1 'a1h': Player 1 has no barrier left and must "
                 "move the pawn.\n"
                 "response true\nresponse false\n");
}

/* ---- A controller that knows only UGI -------------------------------------------------- */

struct moves {
    char text[1 << 16];
    int count;
};

static bool ask(struct session *session, const char *what, const char *yes)
{
    session_send(session, "query %s", what);
    const char *line = session_wait(session, "response ");

    assert_int_equal(count_words(line), 2);
    return strcmp(line + strlen("response "), yes) == 0;
}

static void tell_position(struct session *session, const struct moves *moves)
{
    session_send(session, "position startpos%s%s", moves->count ? " moves" : "", moves->text);
    session_send(session, "isready");
    /* Nothing before it: the position was taken. */
    assert_string_equal(session_line(session), "readyok");
}

/* One game; returns what both engines say of its result. */
static void play_game(struct session *const engines[2], const char *how, struct moves *moves)
{
    *moves = (struct moves){.count = 0};
    for (int i = 0; i < 2; i++)
        session_send(engines[i], "uginewgame");
    for (;;) {
        for (int i = 0; i < 2; i++)
            tell_position(engines[i], moves);
        bool over = ask(engines[0], "gameover", "true");

        assert_int_equal(ask(engines[1], "gameover", "true"), over);
        if (over)
            return;
        struct session *mover = engines[ask(engines[0], "p1turn", "true") ? 0 : 1];
        const char *move = think(mover, how);

        assert_true(strlen(moves->text) + strlen(move) + 2 < sizeof moves->text);
        strcat(strcat(moves->text, " "), move);
        moves->count++;
    }
}

static void plays_a_match(void **state)
{
    static const char *const setups[] = {"dorix", "tictacdoh", "quoridor size=5 walls=3",
                                         "orbital"};
    static const char *const results[] = {"p1win", "p2win", "draw"};
    static struct moves moves;

    (void)state;
    for (int s = 0; s < COUNT(setups); s++) {
        struct session *engines[2] = {session_ugi(setups[s]), session_ugi(setups[s])};

        for (int i = 0; i < 2; i++) {
            session_send(engines[i], "ugi");
            session_wait(engines[i], "ugiok");
            session_send(engines[i], "setoption name Level value %d", 2 + i);
        }
        for (int game = 0; game < 2; game++) {
            int agreed = 0;

            play_game(engines, game ? "p1time 300 p2time 300 p1inc 0 p2inc 0" : "nodes 500",
                      &moves);
            for (int r = 0; r < COUNT(results); r++)
                agreed +=
                    ask(engines[0], "result", results[r]) && ask(engines[1], "result", results[r]);
            assert_int_equal(agreed, 1);
        }
        for (int i = 0; i < 2; i++)
            assert_int_equal(session_close(engines[i]), 0);
    }
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_game_has_a_new_seed),
        cmocka_unit_test(introduces_itself),
        cmocka_unit_test(answers_queries),
        cmocka_unit_test(names_every_winner),
        cmocka_unit_test(refuses_and_goes_on),
        cmocka_unit_test(reads_any_spacing),
        cmocka_unit_test(survives_long_lines),
        cmocka_unit_test(thinks_within_limits),
        cmocka_unit_test(reports_a_win),
        cmocka_unit_test(shows_several_lines),
        cmocka_unit_test(listens_while_thinking),
        cmocka_unit_test(stops_at_once),
        cmocka_unit_test(obeys_right_after_a_stop),
        cmocka_unit_test(infinite_waits_for_stop),
        cmocka_unit_test(shows_whole_lines),
        cmocka_unit_test(ponders),
        cmocka_unit_test(ends_while_thinking),
        cmocka_unit_test(changes_the_rules),
        cmocka_unit_test(plays_a_match),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
