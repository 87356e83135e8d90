/* test_qtp.c - whole sessions by QTP, and a referee that knows nothing but the protocol. */
#include <string.h>

#include "session.h"
#include "test.h"

static void introduces_itself(void **state)
{
    (void)state;
    session_check(NULL,
                 "name\nknown_command genmove\nknown_command pass\nknown_command\n"
                 "list_commands\nquit\nname\n",
                 "= Tablier\n\n= true\n\n= false\n\n= false\n\n"
                 "= name\nknown_command\nlist_commands\nquit\nboardsize\nclear_board\nwalls\n"
                 "playmove\nplaywall\ngenmove\nundo\nwinner\nshowboard\nhelp\n\n= \n\n");
}

/* Comments, empty lines, tabs, CR and other control characters, as the text demands. */
static void reads_as_specified(void **state)
{
    (void)state;
    session_check(NULL,
                 "# a comment\n\n   \t \r\n  name # of the engine\r\n\tna\x07me\n"
                 "known_command\tundo\n#name\nplaymove  BLACK\te8\r\nundo\tone\nundo",
                 "= Tablier\n\n= Tablier\n\n= true\n\n= \n\n? invalid syntax\n\n= \n\n");
}

static void plays_and_undoes(void **state)
{
    (void)state;
    session_check(NULL,
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
static void knows_who_wins(void **state)
{
    (void)state;
    session_check(NULL,
                 "boardsize 3\nclear_board\nwalls 0\nplaymove black A3\nplaymove black A2\n"
                 "winner\nplaymove black A1\nwinner\nplaymove white B2\ngenmove white\n"
                 "undo\nplaymove white B2\nplaymove white B3\nwinner\n",
                 "= \n\n= \n\n= \n\n= \n\n= \n\n= false\n\n= \n\n= true black\n\n"
                 "? illegal move\n\n? illegal move\n\n= \n\n= \n\n= \n\n= true white\n\n");
}

static void refuses_and_goes_on(void **state)
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

static void survives_long_lines(void **state)
{
    struct session *session = session_qtp();

    (void)state;
    session_send_long(session, "x", "x", 1 << 20);
    assert_string_equal(session_line(session), "? unknown command");
    session_line(session);
    session_send_long(session, "playmove black ", "E", 1 << 20);
    assert_string_equal(session_line(session), "? invalid syntax");
    session_line(session);
    session_send_long(session, "# ", "comment ", 1 << 20);
    session_send_long(session, "name # ", "comment ", 1 << 20);
    assert_string_equal(session_line(session), "= Tablier");
    assert_int_equal(session_close(session), 1);
}

/* The number of walls is that of the beginning, whenever it is given. */
static void counts_walls(void **state)
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
static void answers_in_order(void **state)
{
    struct session *session = session_qtp();
    int lines;

    (void)state;
    session_send(session, "genmove black\nname\ngenmove white\nundo 2\nundo");
    assert_true(test_starts_with(session_line(session), "= "));
    assert_string_equal(session_line(session), "");
    assert_string_equal(session_line(session), "= Tablier");
    assert_string_equal(session_line(session), "");
    assert_true(test_starts_with(session_line(session), "= "));
    assert_string_equal(session_line(session), "");
    assert_string_equal(session_line(session), "= ");
    assert_string_equal(session_line(session), "");
    assert_string_equal(session_line(session), "? cannot undo");
    lines = session_close(session);
    assert_int_equal(lines, 1);
}

static void ends_while_thinking(void **state)
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

        assert_true(test_starts_with(line, "= true "));
        assert_string_equal(line + strlen("= true "), names[me]);
        session_line(engines[i]);
    }
}

static void plays_a_match(void **state)
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
        cmocka_unit_test(introduces_itself),
        cmocka_unit_test(reads_as_specified),
        cmocka_unit_test(plays_and_undoes),
        cmocka_unit_test(knows_who_wins),
        cmocka_unit_test(refuses_and_goes_on),
        cmocka_unit_test(survives_long_lines),
        cmocka_unit_test(counts_walls),
        cmocka_unit_test(answers_in_order),
        cmocka_unit_test(ends_while_thinking),
        cmocka_unit_test(plays_a_match),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
