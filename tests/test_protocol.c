/*
 * test_protocol.c - whole sessions by UGI and QTP, and controllers that know
 * nothing but the protocol.
 */
#include <stdlib.h>
#include <string.h>

#include "session.h"
#include "test.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* A script and the answers to it, each a string with all its lines. */
static void check_script(const char *setup, const char *script, const char *expected)
{
    char *answers = session_script(setup, script, strlen(script));

    assert_string_equal(answers, expected);
    free(answers);
}

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static int count_words(const char *line)
{
    int words = 0;

    for (line += strspn(line, " "); *line; line += strspn(line, " ")) {
        words++;
        line += strcspn(line, " ");
    }
    return words;
}

/* A line of `length` characters that begins with `start` and goes on with `fill`. */
static void send_long(struct session *session, const char *start, const char *fill, size_t length)
{
    fputs(start, session->to);
    for (size_t i = strlen(start); i < length; i += strlen(fill))
        fputs(fill, session->to);
    session_send(session, "%s", "");
}

/* ---- UGI ------------------------------------------------------------------------------ */

/* A search that ends at once, and its move. */
static const char *think(struct session *session, const char *how)
{
    session_send(session, "go %s", how);
    const char *line = session_wait(session, "bestmove ");

    assert_int_equal(count_words(line), 2);
    return line + strlen("bestmove ");
}

static void ugi_introduces_itself(void **state)
{
    static const char *const expected[] = {
        "id name Tablier " TB_VERSION,
        "id author The Tablier authors",
        "option name Hash type spin default 1 min 1 max 1048576",
        "option name Threads type spin default 1 min 1 max 64",
        "option name Level type spin default 0 min 0 max 8",
        "option name MultiPV type spin default 1 min 1 max 32",
        "option name Seed type spin default 0 min 0 max 2147483647",
        "option name Searcher type combo default auto var auto var alphabeta var paranoid "
        "var maxn var mcts var uct var random",
        "option name Repetition type spin default 3 min 0 max 9",
        "option name Players type combo default 2 var 2 var 4",
        "option name size type combo default 5 var 3 var 5 var 7 var 9",
        "option name walls type spin default 10 min 0 max 10",
        "option name turn type combo default blocked var blocked var barrier",
        "ugiok",
    };
    struct session *session = session_ugi("quoridor size=5");

    (void)state;
    session_send(session, "ugi");
    for (int i = 0; i < COUNT(expected); i++)
        assert_string_equal(session_line(session), expected[i]);
    assert_int_equal(session_close(session), 0);
    check_script("orbital", "isready\nquit\nisready\n", "readyok\n");
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

/* Otherwise a weak level would play the same game for ever. */
static void ugi_new_game_has_a_new_seed(void **state)
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

static void ugi_answers_queries(void **state)
{
    (void)state;
    check_script("quoridor size=3",
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
    /* Back and forth until the position stands for the third time. */
    check_script("quoridor size=5",
                 "position startpos moves b1 b5 c1 c5 b1 b5 c1 c5\n"
                 "query gameover\nquery result\n"
                 "position startpos moves b1 b5 c1 c5 b1 b5 c1\nquery gameover\n"
                 "setoption name Repetition value 0\n"
                 "position startpos moves b1 b5 c1 c5 b1 b5 c1 c5 b1\nquery gameover\n",
                 "response true\nresponse draw\nresponse false\nresponse false\n");
}

/* With more players, the winner is the first of the winning side. */
static void ugi_names_every_winner(void **state)
{
    (void)state;
    check_script("quoridor players=4 size=3",
                 "position startpos moves a1 b2 a3\nquery result\nquery p1turn\n"
                 "position fen players=4 size=3 a1/a2/c1/c2 5/5/5/5 - 1\nquery result\n",
                 "response none\nresponse false\nresponse p3win\n");
}

static void ugi_refuses_and_goes_on(void **state)
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
        "setoption name Level value 9",
        "setoption name Colour value red",
        "setoption name walls value 11",
        "setoption name Players value 3",
        "setoption name Searcher value oracle",
        "setoption name Repetition value 1",
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

        if (!starts_with(line, "info string error: "))
            fail_msg("'%s' was answered by '%s'", bad[i], line);
        session_send(session, "isready");
        assert_string_equal(session_line(session), "readyok");
        session_send(session, "query p1turn");
        assert_string_equal(session_line(session), "response false");
    }
    assert_int_equal(session_close(session), 0);
}

static void ugi_reads_any_spacing(void **state)
{
    (void)state;
    check_script("quoridor",
                 "\n   \n\t\r\n  position\tstartpos   moves  e2\r\n\tquery   p1turn \r\n"
                 "qu\aery p1turn\nposition startpos moves\nquery p1turn",
                 "response false\nresponse false\nresponse true\n");
}

static void ugi_survives_long_lines(void **state)
{
    struct session *session = session_ugi("quoridor");

    (void)state;
    send_long(session, "x", "x", 1 << 20);
    assert_true(starts_with(session_line(session), "info string error: There is no command 'xxx"));
    send_long(session, "position startpos moves ", "e2 ", 1 << 20);
    assert_true(starts_with(session_line(session), "info string error: position: "));
    send_long(session, " ", " ", 1 << 20);
    send_long(session, "position startpos moves ", "e2 ", 100000);
    assert_true(starts_with(session_line(session), "info string error: Move 2 'e2'"));
    send_long(session, "setoption name ", "n", 100000);
    assert_true(starts_with(session_line(session), "info string error: "));
    session_send(session, "query p1turn");
    assert_string_equal(session_line(session), "response true");
    assert_int_equal(session_close(session), 0);
}

static void ugi_thinks_within_limits(void **state)
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
static void ugi_reports_a_win(void **state)
{
    struct session *session = session_ugi("quoridor size=5 walls=0");
    char last[256] = "";

    (void)state;
    session_send(session, "position fen size=5 walls=0 c4/a4 0/0 - 1");
    session_send(session, "go depth 3");
    for (const char *line; !starts_with(line = session_line(session), "bestmove");)
        snprintf(last, sizeof last, "%s", line);
    assert_non_null(strstr(last, " score mate 1 pv c5"));
    session_send(session, "position fen size=5 walls=0 c4/a4 0/0 - 1 moves c5");
    session_send(session, "go depth 3");
    assert_string_equal(session_line(session), "info string error: The game is over.");
    assert_int_equal(session_close(session), 0);
}

static void ugi_shows_several_lines(void **state)
{
    struct session *session = session_ugi("quoridor size=5");
    bool seen[4] = {false};

    (void)state;
    session_send(session, "setoption name MultiPV value 3");
    session_send(session, "go depth 2");
    for (const char *line; !starts_with(line = session_line(session), "bestmove");) {
        const char *rank = strstr(line, " multipv ");

        assert_non_null(rank);
        assert_in_range(rank[9], '1', '3');
        seen[rank[9] - '0'] = true;
    }
    assert_true(seen[1] && seen[2] && seen[3]);
    assert_int_equal(session_close(session), 0);
}

static void ugi_listens_while_thinking(void **state)
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
static void ugi_stops_at_once(void **state)
{
    struct session *session = session_ugi("dorix");

    (void)state;
    for (int i = 0; i < 200; i++) {
        session_send(session, "go infinite\nstop");
        session_wait(session, "bestmove ");
    }
    assert_int_equal(session_close(session), 0);
}

static void ugi_ends_while_thinking(void **state)
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
        found |= starts_with(line, "bestmove ");
    assert_true(found);
    assert_int_equal(session_close(session), 0);
}

static void ugi_changes_the_rules(void **state)
{
    (void)state;
    check_script("quoridor",
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

static void ugi_plays_a_match(void **state)
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

/* ---- QTP --------------------------------------------------------------------------------- */

static void qtp_introduces_itself(void **state)
{
    (void)state;
    check_script(NULL,
                 "name\nknown_command genmove\nknown_command pass\nknown_command\n"
                 "list_commands\nquit\nname\n",
                 "= Tablier\n\n= true\n\n= false\n\n= false\n\n"
                 "= name\nknown_command\nlist_commands\nquit\nboardsize\nclear_board\nwalls\n"
                 "playmove\nplaywall\ngenmove\nundo\nwinner\nshowboard\nhelp\n\n= \n\n");
}

/* Comments, empty lines, tabs, CR and other control characters, as the text demands. */
static void qtp_reads_as_specified(void **state)
{
    (void)state;
    check_script(NULL,
                 "# a comment\n\n   \t \r\n  name # of the engine\r\n\tna\x07me\n"
                 "known_command\tundo\n#name\nplaymove  BLACK\te8\r\nundo\tone\nundo",
                 "= Tablier\n\n= Tablier\n\n= true\n\n= \n\n? invalid syntax\n\n= \n\n");
}

static void qtp_plays_and_undoes(void **state)
{
    (void)state;
    check_script(NULL,
                 "boardsize 5\nclear_board\nwalls 2\n"
                 "undo\nplaymove black C4\nplaymove white c2\nplaywall b B5 h\n"
                 "playwall W c2 Vertical\nshowboard\nundo 5\nundo 3\nundo\nundo 1\nwinner\n",
                 "= \n\n= \n\n= \n\n? cannot undo\n\n= \n\n= \n\n= \n\n= \n\n"
                 "= \n"
                 "     A   B   C   D   E\n"
                 "   +---+---+---+---+---+\n"
                 " 5 |   |   |   |   |   | 5  black walls: 1\n"
                 "   +---+=======+---+---+\n"
                 " 4 |   |   | B |   |   | 4  white walls: 1\n"
                 "   +---+---+---+---+---+\n"
                 " 3 |   |   |   |   |   | 3\n"
                 "   +---+---+---+---+---+\n"
                 " 2 |   |   | W H   |   | 2\n"
                 "   +---+---+---H---+---+\n"
                 " 1 |   |   |   H   |   | 1\n"
                 "   +---+---+---+---+---+\n"
                 "     A   B   C   D   E\n\n"
                 "? cannot undo\n\n= \n\n= \n\n? cannot undo\n\n= false\n\n");
}

/* Colours need not alternate; black walks down from the top, white up. */
static void qtp_knows_who_wins(void **state)
{
    (void)state;
    check_script(NULL,
                 "boardsize 3\nclear_board\nwalls 0\nplaymove black A3\nplaymove black A2\n"
                 "winner\nplaymove black A1\nwinner\nplaymove white B2\ngenmove white\n"
                 "undo\nplaymove white B2\nplaymove white B3\nwinner\n",
                 "= \n\n= \n\n= \n\n= \n\n= \n\n= false\n\n= \n\n= true black\n\n"
                 "? illegal move\n\n? illegal move\n\n= \n\n= \n\n= \n\n= true white\n\n");
}

static void qtp_refuses_and_goes_on(void **state)
{
    static const struct {
        const char *command, *answer;
    } cases[] = {
        {"hello", "? unknown command"},
        {"NAME", "? unknown command"},
        {"boardsize", "? invalid syntax"},
        {"boardsize x", "? invalid syntax"},
        {"boardsize 4", "? unacceptable size"},
        {"boardsize 11", "? unacceptable size"},
        {"boardsize -9", "? unacceptable size"},
        {"boardsize 99999999999999999999", "? unacceptable size"},
        {"walls", "? invalid syntax"},
        {"walls ten", "? invalid syntax"},
        {"walls 11", "? unacceptable number of walls"},
        {"playmove", "? invalid syntax"},
        {"playmove black", "? invalid syntax"},
        {"playmove red E8", "? invalid syntax"},
        {"playmove black 8E", "? invalid syntax"},
        {"playmove black E", "? invalid syntax"},
        {"playmove black E8 h", "? invalid syntax"},
        {"playmove black E7", "? illegal move"},
        {"playmove black E10", "? illegal move"},
        {"playmove black E0", "? illegal move"},
        {"playmove black Z8", "? illegal move"},
        {"playwall black E8", "? invalid syntax"},
        {"playwall black E8 diagonal", "? invalid syntax"},
        {"playwall black E8 h now", "? invalid syntax"},
        {"playwall black I8 h", "? illegal move"}, /* sticks out to the right */
        {"playwall black E1 v", "? illegal move"}, /* sticks out below */
        {"genmove", "? invalid syntax"},
        {"genmove red", "? invalid syntax"},
        {"undo", "? cannot undo"},
        {"undo 1", "? cannot undo"},
        {"undo -1", "? invalid syntax"},
        {"winner", "= false"},
    };
    struct session *session = session_qtp();

    (void)state;
    for (int i = 0; i < COUNT(cases); i++) {
        session_send(session, "%s", cases[i].command);
        assert_string_equal(session_line(session), cases[i].answer);
        assert_string_equal(session_line(session), "");
    }
    assert_int_equal(session_close(session), 0);
}

static void qtp_survives_long_lines(void **state)
{
    struct session *session = session_qtp();

    (void)state;
    send_long(session, "x", "x", 1 << 20);
    assert_string_equal(session_line(session), "? unknown command");
    session_line(session);
    send_long(session, "playmove black ", "E", 1 << 20);
    assert_string_equal(session_line(session), "? invalid syntax");
    session_line(session);
    send_long(session, "# ", "comment ", 1 << 20);
    send_long(session, "name # ", "comment ", 1 << 20);
    assert_string_equal(session_line(session), "= Tablier");
    assert_int_equal(session_close(session), 1);
}

/* The number of walls is that of the beginning, whenever it is given. */
static void qtp_counts_walls(void **state)
{
    struct session *session = session_qtp();

    (void)state;
    session_send(session, "walls 3\nplaywall black A9 h\nwalls 1\nplaywall black C9 h\nwalls 2\n"
                          "playwall black C9 h\nwalls 1\nplaywall black E9 h\n"
                          "playwall white E9 h\nundo 2\nwalls 1");
    static const char *const answers[] = {"= ",
                                          "= ",
                                          "= ",
                                          "? illegal move",
                                          "= ",
                                          "= ",
                                          "? unacceptable number of walls",
                                          "? illegal move",
                                          "= ",
                                          "= ",
                                          "= "};

    for (int i = 0; i < COUNT(answers); i++) {
        assert_string_equal(session_line(session), answers[i]);
        assert_string_equal(session_line(session), "");
    }
    assert_int_equal(session_close(session), 0);
}

/* Answers come in the order of the questions, also behind a move that is thought about. */
static void qtp_answers_in_order(void **state)
{
    struct session *session = session_qtp();
    int lines;

    (void)state;
    session_send(session, "genmove black\nname\ngenmove white\nundo 2\nundo");
    assert_true(starts_with(session_line(session), "= "));
    assert_string_equal(session_line(session), "");
    assert_string_equal(session_line(session), "= Tablier");
    assert_string_equal(session_line(session), "");
    assert_true(starts_with(session_line(session), "= "));
    assert_string_equal(session_line(session), "");
    assert_string_equal(session_line(session), "= ");
    assert_string_equal(session_line(session), "");
    assert_string_equal(session_line(session), "? cannot undo");
    lines = session_close(session);
    assert_int_equal(lines, 1);
}

static void qtp_ends_while_thinking(void **state)
{
    struct session *session = session_qtp();

    (void)state;
    session_send(session, "boardsize 9\ngenmove black");
    assert_int_equal(session_close(session), 4);
    session = session_qtp();
    session_send(session, "genmove black\nquit");
    assert_int_equal(session_close(session), 4);
}

/* ---- A referee that knows only QTP --------------------------------------------------------- */

/* By the conventions of the referee that comes with the protocol: x from the
 * left, y from the top, black at the top; a wall at (x, y) touches that square
 * at its lower right corner. */
struct referee {
    int size;
    int x[2], y[2], walls[2]; /* black, white */
    char wall[16][16];        /* 'h', 'v' or 0 */
};

static bool wall_between(const struct referee *r, int x, int y, int to_x, int to_y)
{
    int left = x < to_x ? x : to_x, top = y < to_y ? y : to_y;

    if (y == to_y)
        return r->wall[left][y] == 'v' || (y > 0 && r->wall[left][y - 1] == 'v');
    return r->wall[x][top] == 'h' || (x > 0 && r->wall[x - 1][top] == 'h');
}

static bool inside(const struct referee *r, int x, int y)
{
    return x >= 0 && y >= 0 && x < r->size && y < r->size;
}

static bool can_step(const struct referee *r, int x, int y, int dx, int dy)
{
    return inside(r, x + dx, y + dy) && !wall_between(r, x, y, x + dx, y + dy);
}

static bool may_move(const struct referee *r, int me, int to_x, int to_y)
{
    static const int steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    int other = 1 - me;

    for (int i = 0; i < 4; i++) {
        int dx = steps[i][0], dy = steps[i][1], x = r->x[me] + dx, y = r->y[me] + dy;

        if (!can_step(r, r->x[me], r->y[me], dx, dy))
            continue;
        if (x != r->x[other] || y != r->y[other]) {
            if (x == to_x && y == to_y)
                return true;
            continue;
        }
        bool behind = can_step(r, x, y, dx, dy);

        for (int j = 0; j < 4; j++) {
            int sx = steps[j][0], sy = steps[j][1];
            bool straight = sx == dx && sy == dy, sideways = sx * dx + sy * dy == 0;

            if ((behind ? straight : sideways) && can_step(r, x, y, sx, sy) && x + sx == to_x &&
                y + sy == to_y)
                return true;
        }
    }
    return false;
}

static bool reaches_goal(const struct referee *r, int me, int x, int y, bool seen[16][16])
{
    static const int steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

    if (y == (me == 0 ? r->size - 1 : 0))
        return true;
    seen[x][y] = true;
    for (int i = 0; i < 4; i++) {
        int dx = steps[i][0], dy = steps[i][1];

        if (can_step(r, x, y, dx, dy) && !seen[x + dx][y + dy] &&
            reaches_goal(r, me, x + dx, y + dy, seen))
            return true;
    }
    return false;
}

static bool place_wall(struct referee *r, int me, int x, int y, char kind)
{
    int dx = kind == 'h', dy = kind == 'v';

    if (r->walls[me] == 0 || x < 0 || y < 0 || x > r->size - 2 || y > r->size - 2 ||
        r->wall[x][y] || (x >= dx && y >= dy && r->wall[x - dx][y - dy] == kind) ||
        r->wall[x + dx][y + dy] == kind)
        return false;
    r->wall[x][y] = kind;
    r->walls[me]--;
    for (int p = 0; p < 2; p++) {
        bool seen[16][16] = {{false}};

        if (!reaches_goal(r, p, r->x[p], r->y[p], seen))
            return false;
    }
    return true;
}

/* Checks the answer to genmove and plays it on the referee's board. */
static void judge(struct referee *r, int me, const char *answer)
{
    char letter, orientation[16] = "";
    int number, words = sscanf(answer, "= %c%d %15s", &letter, &number, orientation);
    int x = letter - 'A', y = r->size - number;
    bool fine =
        words == 3 ? place_wall(r, me, x, y, orientation[0]) : words == 2 && may_move(r, me, x, y);

    if (!fine)
        fail_msg("'%s' is not a legal move of player %d", answer, me);
    if (words == 2) {
        r->x[me] = x;
        r->y[me] = y;
    }
}

static void expect_success(struct session *session)
{
    assert_string_equal(session_line(session), "= ");
    assert_string_equal(session_line(session), "");
}

static void referee_game(struct session *const engines[2], int size, int walls)
{
    static const char *const names[] = {"black", "white"};
    struct referee r = {
        .size = size, .x = {size / 2, size / 2}, .y = {0, size - 1}, .walls = {walls, walls}};
    int me = 0;

    for (int i = 0; i < 2; i++) {
        session_send(engines[i], "boardsize %d\nclear_board\nwalls %d", size, walls);
        for (int answers = 0; answers < 3; answers++)
            expect_success(engines[i]);
    }
    for (;; me = 1 - me) {
        char answer[64];

        session_send(engines[me], "genmove %s", names[me]);
        snprintf(answer, sizeof answer, "%s", session_line(engines[me]));
        assert_string_equal(session_line(engines[me]), "");
        judge(&r, me, answer);
        session_send(engines[1 - me], "%s %s %s", strchr(answer + 2, ' ') ? "playwall" : "playmove",
                     names[me], answer + 2);
        expect_success(engines[1 - me]);
        if (r.y[me] == (me == 0 ? size - 1 : 0))
            break;
    }
    for (int i = 0; i < 2; i++) {
        session_send(engines[i], "winner");
        const char *line = session_line(engines[i]);

        assert_true(starts_with(line, "= true "));
        assert_string_equal(line + strlen("= true "), names[me]);
        session_line(engines[i]);
    }
}

static void qtp_plays_a_match(void **state)
{
    struct session *engines[2] = {session_qtp(), session_qtp()};

    (void)state;
    referee_game(engines, 5, 3);
    referee_game(engines, 7, 6);
    referee_game(engines, 3, 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(session_close(engines[i]), 0);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(ugi_new_game_has_a_new_seed),
        cmocka_unit_test(ugi_introduces_itself),    cmocka_unit_test(ugi_answers_queries),
        cmocka_unit_test(ugi_names_every_winner),   cmocka_unit_test(ugi_refuses_and_goes_on),
        cmocka_unit_test(ugi_reads_any_spacing),    cmocka_unit_test(ugi_survives_long_lines),
        cmocka_unit_test(ugi_thinks_within_limits), cmocka_unit_test(ugi_reports_a_win),
        cmocka_unit_test(ugi_shows_several_lines),  cmocka_unit_test(ugi_listens_while_thinking),
        cmocka_unit_test(ugi_stops_at_once),        cmocka_unit_test(ugi_ends_while_thinking),
        cmocka_unit_test(ugi_changes_the_rules),    cmocka_unit_test(ugi_plays_a_match),
        cmocka_unit_test(qtp_introduces_itself),    cmocka_unit_test(qtp_reads_as_specified),
        cmocka_unit_test(qtp_plays_and_undoes),     cmocka_unit_test(qtp_knows_who_wins),
        cmocka_unit_test(qtp_refuses_and_goes_on),  cmocka_unit_test(qtp_survives_long_lines),
        cmocka_unit_test(qtp_counts_walls),         cmocka_unit_test(qtp_answers_in_order),
        cmocka_unit_test(qtp_ends_while_thinking),  cmocka_unit_test(qtp_plays_a_match),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
