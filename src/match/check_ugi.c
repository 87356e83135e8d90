/*
 * check_ugi.c - the checks of programs that speak UGI.
 *
 * A check begins with the handshake, sends what it is about, and as a rule asks for a move at the
 * end: a program that has lost the thread plays an illegal one.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/message.h"
#include "match/check.h"
#include "match/ugi_text.h"

enum {
    MOVE_MS = 20,       /* for a move that is only to be legal */
    LONG_PLIES = 400,   /* of a long list of moves, where the game allows it, */
    LONG_TRIES = 20,    /* and random games to find one */
    GAME_PLIES = 300,   /* of a whole game at most */
    CLOCK_MS = 500,     /* of its clocks, */
    INCREMENT_MS = 10,
    VALUE_TEXT = 64,
};

/* ---- Talk ------------------------------------------------------------------------------ */

static enum finish say(struct checker *c, const char *line)
{
    return program_say(c->program, line);
}

static enum finish say_all(struct checker *c, const char *const *lines)
{
    enum finish finish = FINISH_NONE;

    for (; !finish && *lines; lines++)
        finish = say(c, *lines);
    return finish;
}

/* Reads until the line that begins with `awaited`. No move may come before it. */
static enum finish await(struct checker *c, const char *awaited, int64_t timeout_us)
{
    int64_t deadline = clock_us() + timeout_us;
    const char *line;
    enum finish finish;

    while (!(finish = program_hear(c->program, deadline, awaited, &line))) {
        if (ugi_skip_word(&line, awaited))
            return FINISH_NONE;
        if (ugi_skip_word(&line, "bestmove"))
            return check_fault(c, "said {word} before {command}", arg_text("word", "bestmove"),
                               arg_text("command", awaited));
        if (strncmp(line, "option", 6) == 0 && c->option_count < CHECK_OPTIONS_MAX)
            c->options[c->option_count++] = strdup(line);
        else if (*line && strncmp(line, "id", 2) != 0 && strncmp(line, "info", 4) != 0 &&
                 strncmp(line, "response", 8) != 0)
            program_note_unknown(c->program, line);
    }
    return finish;
}

static enum finish synchronise(struct checker *c)
{
    enum finish finish = say(c, "isready");

    return finish ? finish : await(c, "readyok", c->terms.timeout_us);
}

/* Starts the program and introduces itself. */
static enum finish begin(struct checker *c)
{
    enum finish finish = program_start(c->program);

    if (!finish)
        finish = say(c, "ugi");
    if (!finish)
        finish = await(c, "ugiok", c->terms.timeout_us);
    return finish ? finish : synchronise(c);
}

static enum finish say_position(struct checker *c)
{
    char *line = ugi_position_line(c->match);
    enum finish finish =
        line ? say(c, line)
             : contestant_fault(&c->program->base, FINISH_CRASH, "found no memory left");

    free(line);
    return finish;
}

/* Waits for the program's move, which must be legal. */
static enum finish await_move(struct checker *c, int64_t allowed_ms, char move[TB_MOVE_TEXT])
{
    int64_t deadline = clock_us() + 1000 * allowed_ms + c->margin_us;
    struct tb_match *before = c->match;
    const char *line;
    enum finish finish;

    while (!(finish = program_hear(c->program, deadline, "bestmove", &line))) {
        if (!ugi_skip_word(&line, "bestmove")) {
            if (*line && strncmp(line, "info", 4) != 0)
                program_note_unknown(c->program, line);
            continue;
        }
        if (!ugi_first_word(line, move, TB_MOVE_TEXT))
            return check_fault(c, "said bestmove ''{text}'', which is not a move",
                               arg_text("text", quote(line).text));
        finish = check_play(c, move);
        if (!finish)
            tb_match_undo(before);
        return finish;
    }
    return finish;
}

/* Sends the position and `go`, and waits for a legal move. */
static enum finish ask(struct checker *c, const char *go, int64_t allowed_ms)
{
    char move[TB_MOVE_TEXT];
    enum finish finish = say_position(c);

    if (!finish)
        finish = synchronise(c);
    if (!finish)
        finish = say(c, go);
    return finish ? finish : await_move(c, allowed_ms, move);
}

static enum finish ask_quickly(struct checker *c)
{
    return ask(c, "go movetime 20", MOVE_MS);
}

/* Sends the position and starts a search without an end. */
static enum finish search(struct checker *c, const char *go)
{
    enum finish finish = say_position(c);

    if (!finish)
        finish = synchronise(c);
    return finish ? finish : say(c, go);
}

/* Ends the search: one move, and no more. */
static enum finish stop(struct checker *c, const char *command)
{
    char move[TB_MOVE_TEXT];
    enum finish finish = say(c, command);

    if (!finish)
        finish = await_move(c, MOVE_MS, move);
    return finish ? finish : synchronise(c);
}

/* ---- Options ------------------------------------------------------------------------------ */

/* Copies the value that follows `key` in an option line; false if there is none. */
static bool option_field(const char *line, const char *key, char value[VALUE_TEXT])
{
    for (; *line; line += strcspn(line, " \t")) {
        line += strspn(line, " \t");
        const char *at = line;

        if (ugi_skip_word(&at, key))
            return ugi_first_word(at, value, VALUE_TEXT);
    }
    return false;
}

/* The line of the option; NULL if the program does not declare it. */
static const char *option_line(const struct checker *c, const char *name)
{
    char value[VALUE_TEXT];

    for (int i = 0; i < c->option_count; i++)
        if (c->options[i] && option_field(c->options[i], "name", value) &&
            strcasecmp(value, name) == 0)
            return c->options[i];
    return NULL;
}

static bool field_number(const char *line, const char *key, long *number)
{
    char value[VALUE_TEXT], *end;

    if (!option_field(line, key, value))
        return false;
    *number = strtol(value, &end, 10);
    return *end == '\0';
}

/* True if `value` is among the `var` words of a combo. */
static bool has_var(const char *line, const char *value)
{
    for (; *line; line += strcspn(line, " \t")) {
        const char *at = line += strspn(line, " \t");
        char word[VALUE_TEXT];

        if (ugi_skip_word(&at, "var") && ugi_first_word(at, word, sizeof word) &&
            strcmp(word, value) == 0)
            return true;
    }
    return false;
}

static bool option_is_well_formed(const char *line)
{
    char type[VALUE_TEXT], value[VALUE_TEXT];
    long min, max, number;

    if (!option_field(line, "name", value) || !option_field(line, "type", type))
        return false;
    if (strcmp(type, "spin") == 0)
        return field_number(line, "default", &number) && field_number(line, "min", &min) &&
               field_number(line, "max", &max) && min <= number && number <= max;
    if (strcmp(type, "combo") == 0)
        return option_field(line, "default", value) && has_var(line, value);
    if (strcmp(type, "check") == 0)
        return option_field(line, "default", value) &&
               (strcmp(value, "true") == 0 || strcmp(value, "false") == 0);
    return strcmp(type, "string") == 0 || strcmp(type, "button") == 0;
}

static enum finish set_option(struct checker *c, const char *name, const char *value)
{
    char line[256];
    struct text text = text_into(line, sizeof line);

    text_add(&text, "setoption name %s value %s", name, value);
    return say(c, line);
}

/* ---- The checks: start and end ------------------------------------------------------------- */

static enum finish run_handshake(struct checker *c)
{
    return begin(c);
}

static enum finish run_options(struct checker *c)
{
    enum finish finish = begin(c);

    for (int i = 0; !finish && i < c->option_count; i++)
        if (c->options[i] && !option_is_well_formed(c->options[i]))
            finish = check_fault(c, "said ''{text}'', which is not well formed",
                                 arg_text("text", quote(c->options[i]).text));
    c->unsupported = c->option_count == 0;
    return finish;
}

static enum finish run_quit(struct checker *c)
{
    enum finish finish = begin(c);

    if (!finish)
        finish = say(c, "quit");
    return finish ? finish : check_ends(c, "quit");
}

static enum finish run_quit_searching(struct checker *c)
{
    enum finish finish = begin(c);

    if (!finish)
        finish = search(c, "go infinite");
    if (!finish)
        finish = say(c, "quit");
    return finish ? finish : check_ends(c, "quit");
}

static enum finish run_eof(struct checker *c)
{
    enum finish finish = begin(c);

    return finish ? finish : check_ends(c, "EOF");
}

static enum finish run_eof_searching(struct checker *c)
{
    enum finish finish = begin(c);

    if (!finish)
        finish = search(c, "go infinite");
    return finish ? finish : check_ends(c, "EOF");
}

/* ---- The checks: moves and time --------------------------------------------------------------- */

static enum finish run_move(struct checker *c)
{
    enum finish finish = begin(c);

    if (!finish)
        finish = say(c, "uginewgame");
    return finish ? finish : ask_quickly(c);
}

static enum finish run_limits(struct checker *c)
{
    enum finish finish = begin(c);

    if (!finish)
        finish = ask(c, "go depth 1", c->terms.timeout_us / 1000);
    return finish ? finish : ask(c, "go nodes 1", c->terms.timeout_us / 1000);
}

static enum finish run_movetime(struct checker *c)
{
    enum finish finish = begin(c);

    return finish ? finish : ask(c, "go movetime 300", 300);
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

static enum finish ask_clock(struct checker *c, int64_t left_ms, int64_t increment_ms)
{
    char line[256];

    go_clock(c, left_ms, increment_ms, line, sizeof line);
    return ask(c, line, left_ms > 0 ? left_ms : 0);
}

static enum finish run_clock(struct checker *c)
{
    enum finish finish = begin(c);

    if (!finish)
        finish = ask_clock(c, 1000, 0);
    return finish ? finish : ask_clock(c, 200, 100);
}

/* A clock may also have run out: some runners allow a delay. */
static enum finish run_tiny(struct checker *c)
{
    enum finish finish = begin(c);

    if (!finish)
        finish = ask(c, "go movetime 1", 1);
    if (!finish)
        finish = ask_clock(c, 1, 0);
    if (!finish)
        finish = ask_clock(c, 0, 0);
    return finish ? finish : ask_clock(c, -20, 0);
}

/* ---- The checks: searches that wait ------------------------------------------------------------ */

static enum finish run_stop(struct checker *c)
{
    enum finish finish = begin(c);

    for (int i = 0; !finish && i < 3; i++) {
        finish = search(c, "go infinite");
        if (!finish)
            finish = stop(c, "stop");
    }
    return finish;
}

static enum finish run_stop_idle(struct checker *c)
{
    enum finish finish = begin(c);

    if (!finish)
        finish = say(c, "stop");
    if (!finish)
        finish = synchronise(c);
    return finish ? finish : ask_quickly(c);
}

/* At the start, and where there is little left to think about. */
static enum finish run_infinite(struct checker *c)
{
    enum finish finish = begin(c);

    for (int i = 0; !finish && i < 2; i++) {
        if (i == 1 && !(finish = check_random_game(c)))
            tb_match_undo(c->match);
        if (!finish)
            finish = search(c, "go infinite");
        if (!finish)
            finish = check_quiet(c, "bestmove", "stop");
        if (!finish)
            finish = stop(c, "stop");
    }
    return finish;
}

static enum finish run_ready_searching(struct checker *c)
{
    enum finish finish = begin(c);

    if (!finish)
        finish = search(c, "go infinite");
    if (!finish)
        finish = say(c, "isready");
    if (!finish)
        finish = await(c, "readyok", c->margin_us);
    return finish ? finish : stop(c, "stop");
}

static enum finish run_once(struct checker *c)
{
    enum finish finish = begin(c);

    if (!finish)
        finish = ask_quickly(c);
    if (!finish)
        finish = check_quiet(c, "bestmove", "go");
    return finish ? finish : synchronise(c);
}

static enum finish run_ponder(struct checker *c)
{
    enum finish finish = begin(c);

    c->unsupported = !option_line(c, "Ponder");
    if (finish || c->unsupported)
        return finish;
    finish = set_option(c, "Ponder", "true");
    check_random_moves(c, 2);
    for (int i = 0; !finish && i < 2; i++) {
        finish = search(c, "go ponder movetime 20");
        if (!finish)
            finish = check_quiet(c, "bestmove", i ? "stop" : "ponderhit");
        if (!finish)
            finish = stop(c, i ? "stop" : "ponderhit");
    }
    return finish;
}

/* ---- The checks: reports ------------------------------------------------------------------------ */

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
        legal = ugi_first_word(moves, move, sizeof move) && tb_match_play(match, move, NULL) == TB_OK;
        moves += strcspn(moves, " \t");
    }
    tb_match_free(match);
    return legal;
}

/* What follows `info`. */
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

/* Searches for a while and checks the reports; *multipv is the highest rank that was seen. */
static enum finish watch_search(struct checker *c, const char *go, int64_t allowed_ms, int *reports,
                                long *multipv)
{
    int64_t deadline = clock_us() + 1000 * allowed_ms + c->margin_us;
    enum finish finish = search(c, go);
    const char *line;

    while (!finish && !(finish = program_hear(c->program, deadline, "bestmove", &line))) {
        const char *at = line;
        long rank;

        if (ugi_skip_word(&at, "bestmove"))
            return FINISH_NONE;
        if (!ugi_skip_word(&at, "info"))
            continue;
        ++*reports;
        if (field_number(at, "multipv", &rank) && rank > *multipv)
            *multipv = rank;
        if (!info_is_well_formed(c, at))
            return check_fault(c, "said ''{text}'', which is not well formed",
                               arg_text("text", quote(line).text));
    }
    return finish;
}

static enum finish run_info(struct checker *c)
{
    int reports = 0;
    long multipv = 0;
    enum finish finish = begin(c);

    for (int i = 0; !finish && i < 2; i++) {
        finish = watch_search(c, "go movetime 150", 150, &reports, &multipv);
        check_random_moves(c, 5);
    }
    c->unsupported = !finish && reports == 0;
    return finish;
}

static enum finish run_multipv(struct checker *c)
{
    int reports = 0;
    long multipv = 0, max = 0;
    enum finish finish = begin(c);
    const char *line = option_line(c, "MultiPV");

    c->unsupported = !line || !field_number(line, "max", &max) || max < 2;
    if (finish || c->unsupported)
        return finish;
    finish = set_option(c, "MultiPV", "2");
    if (!finish)
        finish = watch_search(c, "go movetime 150", 150, &reports, &multipv);
    if (!finish && multipv != 2)
        finish = check_fault(c, "did not report two lines with MultiPV at 2");
    return finish;
}

/* ---- The checks: positions ---------------------------------------------------------------------- */

static enum finish run_new_game(struct checker *c)
{
    enum finish finish = begin(c);

    for (int game = 0; !finish && game < 3; game++) {
        finish = say(c, "uginewgame");
        if (!finish)
            finish = check_start_match(c, &c->terms.setup);
        for (int move = 0; !finish && move < 3; move++) {
            finish = ask_quickly(c);
            check_random_moves(c, 2 + game);
        }
    }
    return finish;
}

/* The longest of some random games. */
static enum finish run_long(struct checker *c)
{
    struct tb_match *longest = NULL;
    enum finish finish = begin(c);

    for (int i = 0; !finish && i < LONG_TRIES; i++) {
        check_random_moves(c, LONG_PLIES);
        struct tb_match *match = c->match;
        bool longer = !longest || tb_match_plies(match) > tb_match_plies(longest);

        c->match = longer ? longest : match;
        longest = longer ? match : longest;
        finish = check_start_match(c, &c->terms.setup);
    }
    tb_match_free(c->match);
    c->match = longest;
    return finish ? finish : ask_quickly(c);
}

/* Not every program reads our position strings: one that says so is excused. */
static enum finish run_fen(struct checker *c)
{
    struct tb_position position;
    enum finish finish = begin(c);
    char line[TB_POSITION_TEXT + 32], text[TB_POSITION_TEXT];
    struct text out = text_into(line, sizeof line);
    const char *answer;

    check_random_moves(c, 7);
    position = *tb_match_position(c->match);
    tb_match_free(c->match);
    c->match = match_new(&position, &c->terms.rules, NULL);
    tb_position_text(&position, text, sizeof text);
    text_add(&out, "position fen %s", text);
    if (!finish)
        finish = say(c, line);
    if (!finish)
        finish = say(c, "isready");
    int64_t deadline = program_deadline(c->program);

    while (!finish && !(finish = program_hear(c->program, deadline, "readyok", &answer))) {
        if (ugi_skip_word(&answer, "readyok"))
            break;
        c->unsupported |= ugi_skip_word(&answer, "info");
    }
    return finish || c->unsupported ? finish : ask_quickly(c);
}

static enum finish run_illegal(struct checker *c)
{
    static const char *const lines[] = {"position startpos moves zz99 0-0",
                                        "position fen nonsense / / 42", "position", NULL};
    enum finish finish = begin(c);

    if (!finish)
        finish = say_all(c, lines);
    if (!finish)
        finish = synchronise(c);
    return finish ? finish : ask_quickly(c);
}

/* Asks one query; `response` is empty if there is none. */
static enum finish query(struct checker *c, const char *what, char response[VALUE_TEXT])
{
    char line[64];
    struct text text = text_into(line, sizeof line);
    int64_t deadline = program_deadline(c->program);
    const char *answer;
    enum finish finish;

    response[0] = '\0';
    text_add(&text, "query %s", what);
    finish = say(c, line);
    if (!finish)
        finish = say(c, "isready");
    while (!finish && !(finish = program_hear(c->program, deadline, "readyok", &answer))) {
        if (ugi_skip_word(&answer, "readyok"))
            return FINISH_NONE;
        if (ugi_skip_word(&answer, "response"))
            ugi_first_word(answer, response, VALUE_TEXT);
    }
    return finish;
}

/* Compares the answers to all queries with the match. */
static enum finish compare_queries(struct checker *c)
{
    static const char *const queries[] = {"gameover", "p1turn", "result"};
    struct tb_result result = tb_match_result(c->match);
    char expected[3][VALUE_TEXT] = {"", "", "none"}, response[VALUE_TEXT];
    struct text text = text_into(expected[2], VALUE_TEXT);
    enum finish finish = say_position(c);

    strcpy(expected[0], result.over ? "true" : "false");
    strcpy(expected[1], tb_turn(tb_match_position(c->match)) == 0 ? "true" : "false");
    if (result.winners)
        text_add(&text, "p%dwin", __builtin_ctz(result.winners) + 1);
    else
        text_add(&text, "%s", result.over ? "draw" : "none");
    for (int i = 0; !finish && i < 3; i++) {
        if (result.over && i == 1)
            continue; /* nobody is to move */
        finish = query(c, queries[i], response);
        c->unsupported |= !finish && !*response;
        if (!finish && *response && strcmp(response, expected[i]) != 0)
            finish = check_fault(c, "answered ''{answer}'' to ''{command}''",
                                 arg_text("answer", quote(response).text),
                                 arg_text("command", queries[i]));
    }
    return finish;
}

static enum finish run_queries(struct checker *c)
{
    enum finish finish = begin(c);

    if (!finish)
        finish = compare_queries(c);
    check_random_moves(c, 3);
    if (!finish)
        finish = compare_queries(c);
    if (!finish)
        finish = check_random_game(c);
    return finish ? finish : compare_queries(c);
}

/* A game of the program with itself, on clocks. */
static enum finish run_game(struct checker *c)
{
    int64_t left_ms[TB_PLAYERS_MAX];
    enum finish finish = begin(c);

    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        left_ms[p] = CLOCK_MS;
    if (!finish)
        finish = say(c, "uginewgame");
    while (!finish && !tb_match_result(c->match).over && tb_match_plies(c->match) < GAME_PLIES) {
        int player = tb_turn(tb_match_position(c->match));
        char line[256], move[TB_MOVE_TEXT];

        go_clock(c, left_ms[player], INCREMENT_MS, line, sizeof line);
        finish = search(c, line);
        int64_t begun = clock_us();

        if (!finish)
            finish = await_move(c, left_ms[player], move);
        left_ms[player] += INCREMENT_MS - (clock_us() - begun) / 1000;
        if (left_ms[player] < 1)
            left_ms[player] = 1;
        if (!finish)
            finish = check_play(c, move);
    }
    return finish;
}

/* ---- The checks: what a program must not stumble over ------------------------------------------- */

static enum finish run_unknown(struct checker *c)
{
    static const char *const lines[] = {"hello", "", "   ", "debug on", "register later",
                                        "setoption name NoSuchOption value 1",
                                        "setoption name NoSuchButton", "setoption", NULL};
    enum finish finish = begin(c);

    if (!finish)
        finish = say_all(c, lines);
    if (!finish)
        finish = synchronise(c);
    return finish ? finish : ask_quickly(c);
}

static enum finish run_line_ends(struct checker *c)
{
    char move[TB_MOVE_TEXT];
    enum finish finish = program_start(c->program);

    if (!finish)
        finish = say(c, "ugi\r");
    if (!finish)
        finish = await(c, "ugiok", c->terms.timeout_us);
    if (!finish)
        finish = say(c, "position startpos\r");
    if (!finish)
        finish = say(c, "isready\r");
    if (!finish)
        finish = await(c, "readyok", c->terms.timeout_us);
    if (!finish)
        finish = say(c, "go movetime 20\r");
    return finish ? finish : await_move(c, MOVE_MS, move);
}

/* Sets one option of the rules, or the number of players, and asks for a move. */
static enum finish try_rule(struct checker *c, const struct tb_setup *setup, const char *name,
                            const char *value)
{
    enum finish finish = check_start_match(c, setup);

    if (!finish)
        finish = set_option(c, name, value);
    if (!finish)
        finish = say(c, "uginewgame");
    return finish ? finish : ask_quickly(c);
}

/* The setup with another number of players and the same rules, as far as they differ from the
 * usual ones. */
static bool with_players(const struct tb_setup *from, int players, struct tb_setup *setup)
{
    bool possible = tb_setup_init(setup, from->game, players, NULL) == TB_OK;

    for (int i = 0; possible && i < tb_game_option_count(from->game); i++) {
        const struct tb_option *option = tb_game_option(from->game, i);
        char value[VALUE_TEXT];

        tb_setup_option(from, i, value, sizeof value);
        if (from->options[i] != option->defaults[from->players])
            possible = tb_setup_set_option(setup, option->name, value, NULL) == TB_OK;
    }
    return possible;
}

/* The setup with one option changed; false if the game does not know the value, which is then the
 * program's own affair. */
static bool changed_setup(const struct checker *c, const char *name, const char *value,
                          struct tb_setup *setup)
{
    *setup = c->terms.setup;
    if (strcasecmp(name, "Players") == 0)
        return with_players(&c->terms.setup, atoi(value), setup);
    return tb_setup_set_option(setup, name, value, NULL) == TB_OK;
}

/* Tries every value of a combo, and the ends of a range, that the line declares. */
static enum finish try_values(struct checker *c, const char *name, const char *line)
{
    enum finish finish = FINISH_NONE;
    char value[VALUE_TEXT];
    struct tb_setup setup;

    for (const char *word = line; !finish && *word; word += strcspn(word, " \t")) {
        const char *at = word += strspn(word, " \t");

        if ((ugi_skip_word(&at, "var") || ugi_skip_word(&at, "min") || ugi_skip_word(&at, "max")) &&
            ugi_first_word(at, value, sizeof value) && changed_setup(c, name, value, &setup))
            finish = try_rule(c, &setup, name, value);
    }
    if (!finish && option_field(line, "default", value))
        finish = set_option(c, name, value);
    return finish;
}

static enum finish run_rules(struct checker *c)
{
    const struct tb_game *game = c->terms.setup.game;
    const char *line;
    enum finish finish = begin(c);
    int tried = 0;

    for (int i = 0; !finish && i < tb_game_option_count(game); i++) {
        const char *name = tb_game_option(game, i)->name;

        if ((line = option_line(c, name)) && ++tried)
            finish = try_values(c, name, line);
    }
    if (!finish && (line = option_line(c, "Players")) && ++tried)
        finish = try_values(c, "Players", line);
    c->unsupported = !finish && tried == 0;
    return finish;
}

const struct check ugi_checks[] = {
    {"handshake", N_("It introduces itself and is ready"), run_handshake},
    {"options", N_("Its options are well formed"), run_options},
    {"move", N_("Its moves are legal"), run_move},
    {"limits", N_("It searches to a depth and a number of nodes"), run_limits},
    {"movetime", N_("It keeps the time for a move"), run_movetime},
    {"clock", N_("It keeps its clock"), run_clock},
    {"tiny-times", N_("It moves with hardly any time, or none"), run_tiny},
    {"stop", N_("It stops at once"), run_stop},
    {"stop-idle", N_("It ignores stop when it does not search"), run_stop_idle},
    {"infinite", N_("It searches until stop"), run_infinite},
    {"ready-searching", N_("It answers isready while it searches"), run_ready_searching},
    {"one-answer", N_("It answers once per search"), run_once},
    {"info", N_("Its reports are well formed"), run_info},
    {"multipv", N_("It reports several lines"), run_multipv},
    {"ponder", N_("It ponders"), run_ponder},
    {"new-game", N_("It plays one game after another"), run_new_game},
    {"long-games", N_("It reads long lists of moves"), run_long},
    {"fen", N_("It reads position strings"), run_fen},
    {"illegal", N_("It survives illegal positions"), run_illegal},
    {"queries", N_("It knows when a game is over and who has won"), run_queries},
    {"rules", N_("It plays with every option of the rules it declares"), run_rules},
    {"unknown", N_("It skips unknown commands and options"), run_unknown},
    {"line-ends", N_("It reads lines that end with CR LF"), run_line_ends},
    {"game", N_("It plays a whole game on clocks"), run_game},
    {"quit", N_("It ends at quit"), run_quit},
    {"quit-searching", N_("It ends at quit while it searches"), run_quit_searching},
    {"eof", N_("It ends with its input"), run_eof},
    {"eof-searching", N_("It ends with its input while it searches"), run_eof_searching},
    {0},
};

/* ---- Which game -------------------------------------------------------------------------------- */

/* Points for each game: the options that the program declares. */
static int declared_options(const struct checker *c, const struct tb_game *game)
{
    int count = 0;

    for (int i = 0; i < tb_game_option_count(game); i++)
        count += option_line(c, tb_game_option(game, i)->name) != NULL;
    return count;
}

/* The program's first move, whatever the game. */
static void first_move(struct checker *c, char move[TB_MOVE_TEXT])
{
    int64_t deadline;
    const char *line;

    move[0] = '\0';
    if (say(c, "position startpos") || synchronise(c) || say(c, "go movetime 20"))
        return;
    deadline = clock_us() + c->margin_us;
    while (!program_hear(c->program, deadline, "bestmove", &line))
        if (ugi_skip_word(&line, "bestmove")) {
            ugi_first_word(line, move, TB_MOVE_TEXT);
            return;
        }
}

/* The game with the most options that the program declares; NULL if it declares none. */
static const struct tb_game *game_by_options(const struct checker *c)
{
    const struct tb_game *best = NULL;
    int most = 0;

    for (int i = 0; i < tb_game_count(); i++) {
        int count = declared_options(c, tb_game_at(i));

        if (count > most) {
            most = count;
            best = tb_game_at(i);
        }
    }
    return best;
}

/* The only game in which the program's first move is legal; NULL if there are several, or none. */
static const struct tb_game *game_by_move(struct checker *c)
{
    const struct tb_game *found = NULL;
    char move[TB_MOVE_TEXT];
    int candidates = 0;

    first_move(c, move);
    for (int i = 0; i < tb_game_count(); i++) {
        struct tb_setup setup;

        tb_setup_init(&setup, tb_game_at(i), 2, NULL);
        if (!check_start_match(c, &setup) && tb_match_play(c->match, move, NULL) == TB_OK) {
            candidates++;
            found = setup.game;
        }
    }
    return candidates == 1 ? found : NULL;
}

/* Leaves the game in c->terms.setup.game, or NULL. */
static enum finish run_guess(struct checker *c)
{
    enum finish finish = begin(c);
    const struct tb_game *game = finish ? NULL : game_by_options(c);

    c->terms.setup.game = finish || game ? game : game_by_move(c);
    return finish;
}

const struct tb_game *check_guess_game(struct checker *checker)
{
    const struct check guess = {.run = run_guess};
    const struct tb_setup setup = checker->terms.setup;
    struct fault_words reason;

    check_run(checker, &guess, &reason);
    const struct tb_game *game = checker->terms.setup.game;

    checker->terms.setup = setup;
    return game;
}
