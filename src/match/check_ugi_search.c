/* check_ugi_search.c - the checks of UGI programs while they search: time, stops, reports. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "match/check_ugi.h"
#include "match/ugi_text.h"

enum {
    GAME_PLIES = 300, /* of a whole game at most */
    CLOCK_MS = 500,   /* of its clocks, */
    INCREMENT_MS = 10,
};

/* ---- Time ------------------------------------------------------------------------------------ */

void ugi_check_limits(struct checker *c)
{
    ugi_ask(c, "go depth 1", c->terms.timeout_us / 1000);
    ugi_ask(c, "go nodes 1", c->terms.timeout_us / 1000);
}

void ugi_check_movetime(struct checker *c)
{
    ugi_ask(c, "go movetime 300", 300);
}

/* Writes `go` with the same clock for every player. */
static void go_clock(const struct checker *c, int64_t left_ms, int64_t increment_ms, char *line,
                     size_t size)
{
    struct text text = text_into(line, size);

    text_add(&text, "go");
    for (int p = 1; p <= c->terms.setup.players; p++)
        text_add(&text, " p%dtime %" PRId64 " p%dinc %" PRId64, p, left_ms, p, increment_ms);
}

static void ask_clock(struct checker *c, int64_t left_ms, int64_t increment_ms)
{
    char line[256];

    go_clock(c, left_ms, increment_ms, line, sizeof line);
    ugi_ask(c, line, left_ms > 0 ? left_ms : 0);
}

void ugi_check_clock(struct checker *c)
{
    ask_clock(c, 1000, 0);
    ask_clock(c, 200, 100);
}

/* A clock may also have run out: some runners allow a delay. */
void ugi_check_tiny_times(struct checker *c)
{
    ugi_ask(c, "go movetime 1", 1);
    ask_clock(c, 1, 0);
    ask_clock(c, 0, 0);
    ask_clock(c, -20, 0);
}

/* A game of the program with itself, on clocks. */
void ugi_check_game(struct checker *c)
{
    int64_t left_ms[TB_PLAYERS_MAX];

    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        left_ms[p] = CLOCK_MS;
    check_send(c, "uginewgame");
    while (check_goes_on(c, GAME_PLIES)) {
        int player = tb_turn(tb_match_position(c->match));
        char line[256], move[TB_MOVE_TEXT];

        go_clock(c, left_ms[player], INCREMENT_MS, line, sizeof line);
        ugi_search(c, line);
        int64_t begun = clock_us();

        ugi_await_move(c, left_ms[player], move);
        left_ms[player] += INCREMENT_MS - (clock_us() - begun) / 1000;
        if (left_ms[player] < 1)
            left_ms[player] = 1;
        check_play(c, move);
    }
}

/* ---- Searches that wait ---------------------------------------------------------------------- */

void ugi_check_stop(struct checker *c)
{
    for (int i = 0; i < 3; i++) {
        ugi_search(c, "go infinite");
        ugi_stop(c, "stop");
    }
}

void ugi_check_stop_idle(struct checker *c)
{
    check_send(c, "stop");
    ugi_synchronise(c);
    ugi_ask_quickly(c);
}

/* Starts a search that must wait for `command`. */
static void check_waits(struct checker *c, const char *go, const char *command)
{
    ugi_search(c, go);
    check_quiet(c, "bestmove", command);
    ugi_stop(c, command);
}

/* At the start, and where there is little left to think about. */
void ugi_check_infinite(struct checker *c)
{
    check_waits(c, "go infinite", "stop");
    check_random_game(c);
    tb_match_undo(c->match);
    check_waits(c, "go infinite", "stop");
}

void ugi_check_ready_searching(struct checker *c)
{
    ugi_search(c, "go infinite");
    check_send(c, "isready");
    ugi_await(c, "readyok", c->margin_us);
    ugi_stop(c, "stop");
}

void ugi_check_one_answer(struct checker *c)
{
    ugi_ask_quickly(c);
    check_quiet(c, "bestmove", "go");
    ugi_synchronise(c);
}

void ugi_check_ponder(struct checker *c)
{
    c->unsupported = !ugi_option(c, "Ponder");
    if (c->unsupported)
        return;
    ugi_set_option(c, "Ponder", "true");
    check_random_moves(c, 2);
    check_waits(c, "go ponder movetime 20", "ponderhit");
    check_waits(c, "go ponder movetime 20", "stop");
}

/* ---- Reports --------------------------------------------------------------------------------- */

static bool take_number(const char **line)
{
    char *end;

    strtoll(*line, &end, 10);
    bool number = end != *line && strchr(" \t", *end);

    *line = end + strspn(end, " \t");
    return number;
}

static bool score_is_well_formed(const char **line)
{
    if (!ugi_skip_word(line, "cp") && !ugi_skip_word(line, "mate"))
        return false;
    bool number = take_number(line);

    if (!ugi_skip_word(line, "lowerbound"))
        ugi_skip_word(line, "upperbound");
    return number;
}

/* True if the moves can be played one after another. */
static bool line_is_legal(const struct checker *c, const char *moves)
{
    struct tb_match *match = tb_match_copy(c->match, NULL);
    char move[TB_MOVE_TEXT];
    bool legal = match && *moves;

    for (; legal && *moves; moves += strspn(moves, " \t")) {
        legal =
            ugi_first_word(moves, move, sizeof move) && tb_match_play(match, move, NULL) == TB_OK;
        moves += strcspn(moves, " \t");
    }
    tb_match_free(match);
    return legal;
}

/* The rest of a line after `info`. */
static bool info_is_well_formed(const struct checker *c, const char *line)
{
    static const char *const numbers[] = {"depth",    "seldepth", "time",     "nodes",
                                          "nps",      "multipv",  "hashfull", "tbhits",
                                          "cpuload",  "currmovenumber", NULL};

    while (*line) {
        bool known = false;

        if (ugi_skip_word(&line, "string"))
            return true;
        if (ugi_skip_word(&line, "pv"))
            return line_is_legal(c, line);
        if (ugi_skip_word(&line, "score")) {
            if (!score_is_well_formed(&line))
                return false;
            continue;
        }
        if (ugi_skip_word(&line, "currmove")) {
            line += strcspn(line, " \t");
            line += strspn(line, " \t");
            continue;
        }
        for (int i = 0; !known && numbers[i]; i++)
            known = ugi_skip_word(&line, numbers[i]);
        if (!known || !take_number(&line))
            return false;
    }
    return true;
}

/* Searches for a while and checks the reports, which it counts; *multipv is the highest rank of
 * them. */
static int watch_search(struct checker *c, long *multipv)
{
    const char *line;
    int reports = 0;

    ugi_search(c, "go movetime 150");
    int64_t deadline = clock_us() + 150000 + c->margin_us;

    while (check_receive(c, deadline, "bestmove", &line)) {
        const char *at = line;
        long rank;

        if (ugi_skip_word(&at, "bestmove"))
            break;
        if (!ugi_skip_word(&at, "info"))
            continue;
        reports++;
        if (ugi_field_number(at, "multipv", &rank) && rank > *multipv)
            *multipv = rank;
        if (!info_is_well_formed(c, at))
            check_fault(c, "said ''{text}'', which is not well formed",
                        arg_text("text", quote(line).text));
    }
    return reports;
}

void ugi_check_info(struct checker *c)
{
    long multipv = 0;
    int reports = watch_search(c, &multipv);

    check_random_moves(c, 5);
    reports += watch_search(c, &multipv);
    c->unsupported = reports == 0;
}

void ugi_check_multipv(struct checker *c)
{
    long multipv = 0, max = 0;
    const char *line = ugi_option(c, "MultiPV");

    c->unsupported = !line || !ugi_field_number(line, "max", &max) || max < 2;
    if (c->unsupported)
        return;
    ugi_set_option(c, "MultiPV", "2");
    watch_search(c, &multipv);
    if (multipv != 2)
        check_fault(c, "did not report two lines with MultiPV at 2");
}
