/*
 * check_ugi.c - the checks of programs that speak UGI, and those that are not about a search: start
 * and end, options, positions, lines that are not understood.
 *
 * As a rule a check asks for a move at the end: a program that is in the wrong position by then
 * plays an illegal one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/message.h"
#include "match/check_ugi.h"
#include "match/ugi_text.h"

enum {
    LONG_PLIES = 400, /* of a long list of moves, where the game allows it, */
    LONG_TRIES = 20,  /* and random games to find one */
};

/* ---- Start and end ------------------------------------------------------------------------ */

/* The introduction is all. */
static void run_handshake(struct checker *c)
{
    (void)c;
}

static void run_quit(struct checker *c)
{
    check_send(c, "quit");
    check_ends(c, "quit");
}

static void run_quit_searching(struct checker *c)
{
    ugi_search(c, "go infinite");
    run_quit(c);
}

static void run_eof(struct checker *c)
{
    check_ends(c, "EOF");
}

static void run_eof_searching(struct checker *c)
{
    ugi_search(c, "go infinite");
    run_eof(c);
}

/* ---- Options ------------------------------------------------------------------------------- */

/* True if `value` is among the `var` words of a combo. */
static bool has_var(const char *line, const char *value)
{
    for (; *line; line += strcspn(line, " \t")) {
        const char *at = line += strspn(line, " \t");
        char word[UGI_VALUE_TEXT];

        if (ugi_skip_word(&at, "var") && ugi_first_word(at, word, sizeof word) &&
            strcmp(word, value) == 0)
            return true;
    }
    return false;
}

static bool option_is_well_formed(const char *line)
{
    char type[UGI_VALUE_TEXT], value[UGI_VALUE_TEXT];
    long min, max, number;

    if (!ugi_field(line, "name", value) || !ugi_field(line, "type", type))
        return false;
    if (strcmp(type, "spin") == 0)
        return ugi_field_number(line, "default", &number) && ugi_field_number(line, "min", &min) &&
               ugi_field_number(line, "max", &max) && min <= number && number <= max;
    if (strcmp(type, "combo") == 0)
        return ugi_field(line, "default", value) && has_var(line, value);
    if (strcmp(type, "check") == 0)
        return ugi_field(line, "default", value) &&
               (strcmp(value, "true") == 0 || strcmp(value, "false") == 0);
    return strcmp(type, "string") == 0 || strcmp(type, "button") == 0;
}

static void run_options(struct checker *c)
{
    for (int i = 0; i < c->option_count; i++)
        if (c->options[i] && !option_is_well_formed(c->options[i]))
            check_fault(c, "said ''{text}'', which is not well formed",
                        arg_text("text", quote(c->options[i]).text));
    c->unsupported = c->option_count == 0;
}

/* Sets one option of the rules, or the number of players, and asks for a move. */
static void try_rule(struct checker *c, const struct tb_setup *setup, const char *name,
                     const char *value)
{
    check_start_match(c, setup);
    ugi_set_option(c, name, value);
    check_send(c, "uginewgame");
    ugi_ask_quickly(c);
}

/* The setup with another number of players and the same rules, as far as they differ from the
 * usual ones. */
static bool with_players(const struct tb_setup *from, int players, struct tb_setup *setup)
{
    bool possible = tb_setup_init(setup, from->game, players, NULL) == TB_OK;

    for (int i = 0; possible && i < tb_game_option_count(from->game); i++) {
        const struct tb_option *option = tb_game_option(from->game, i);
        char value[UGI_VALUE_TEXT];

        tb_setup_option(from, i, value, sizeof value);
        if (from->options[i] != option->defaults[from->players])
            possible = tb_setup_set_option(setup, option->name, value, NULL) == TB_OK;
    }
    return possible;
}

/* Fills in the setup with one option changed. False if the game does not know the value, which the
 * program may still support: it is not checked. */
static bool changed_setup(const struct checker *c, const char *name, const char *value,
                          struct tb_setup *setup)
{
    *setup = c->terms.setup;
    if (strcasecmp(name, "Players") == 0)
        return with_players(&c->terms.setup, atoi(value), setup);
    return tb_setup_set_option(setup, name, value, NULL) == TB_OK;
}

/* Tries every value of a combo, and the ends of a range, that the option's line declares; false if
 * there is no such option. */
static bool try_values(struct checker *c, const char *name)
{
    const char *line = ugi_option(c, name);
    char value[UGI_VALUE_TEXT];
    struct tb_setup setup;

    for (const char *word = line ? line : ""; *word; word += strcspn(word, " \t")) {
        const char *at = word += strspn(word, " \t");

        if ((ugi_skip_word(&at, "var") || ugi_skip_word(&at, "min") || ugi_skip_word(&at, "max")) &&
            ugi_first_word(at, value, sizeof value) && changed_setup(c, name, value, &setup))
            try_rule(c, &setup, name, value);
    }
    if (line && ugi_field(line, "default", value))
        ugi_set_option(c, name, value);
    return line;
}

static void run_rules(struct checker *c)
{
    const struct tb_game *game = c->terms.setup.game;
    bool tried = false;

    for (int i = 0; i < tb_game_option_count(game); i++)
        tried |= try_values(c, tb_game_option(game, i)->name);
    tried |= try_values(c, "Players");
    c->unsupported = !tried;
}

/* ---- Positions ---------------------------------------------------------------------------- */

static void run_move(struct checker *c)
{
    check_send(c, "uginewgame");
    ugi_ask_quickly(c);
}

static void run_new_game(struct checker *c)
{
    for (int game = 0; game < 3; game++) {
        check_send(c, "uginewgame");
        check_start_match(c, &c->terms.setup);
        for (int move = 0; move < 3; move++) {
            ugi_ask_quickly(c);
            check_random_moves(c, 2 + game);
        }
    }
}

/* The longest of some random games. */
static void run_long(struct checker *c)
{
    struct tb_match *longest = NULL;

    for (int i = 0; !c->finish && i < LONG_TRIES; i++) {
        check_random_moves(c, LONG_PLIES);
        struct tb_match *match = c->match;
        bool longer = !longest || tb_match_plies(match) > tb_match_plies(longest);

        c->match = longer ? longest : match;
        longest = longer ? match : longest;
        check_start_match(c, &c->terms.setup);
    }
    if (c->finish) {
        tb_match_free(longest);
        return;
    }
    tb_match_free(c->match);
    c->match = longest;
    ugi_ask_quickly(c);
}

/* Not every program reads our position strings: one that says so is excused. */
static void run_fen(struct checker *c)
{
    struct tb_position position;
    char line[TB_POSITION_TEXT + 32], text[TB_POSITION_TEXT];
    const char *answer;

    check_random_moves(c, 7);
    position = *tb_match_position(c->match);
    tb_match_free(c->match);
    if (!(c->match = match_new(&position, &c->terms.rules, NULL)))
        check_no_memory(c);
    tb_position_text(&position, text, sizeof text);
    snprintf(line, sizeof line, "position fen %s", text);
    check_send(c, line);
    check_send(c, "isready");
    int64_t deadline = program_deadline(c->program);

    while (check_receive(c, deadline, "readyok", &answer) && !ugi_skip_word(&answer, "readyok"))
        c->unsupported |= ugi_skip_word(&answer, "info");
    if (!c->unsupported)
        ugi_ask_quickly(c);
}

/* Asks one query; `response` is empty if there is none. */
static void query(struct checker *c, const char *what, char response[UGI_VALUE_TEXT])
{
    char line[64];
    struct text text = text_into(line, sizeof line);
    const char *answer;

    response[0] = '\0';
    text_add(&text, "query %s", what);
    check_send(c, line);
    check_send(c, "isready");
    int64_t deadline = program_deadline(c->program);

    while (check_receive(c, deadline, "readyok", &answer) && !ugi_skip_word(&answer, "readyok"))
        if (ugi_skip_word(&answer, "response"))
            ugi_first_word(answer, response, UGI_VALUE_TEXT);
}

/* Compares the answers to all queries with the match. */
static void compare_queries(struct checker *c)
{
    static const char *const queries[] = {"gameover", "p1turn", "result"};
    struct tb_result result = tb_match_result(c->match);
    char expected[3][UGI_VALUE_TEXT] = {"", "", ""}, response[UGI_VALUE_TEXT];
    struct text text = text_into(expected[2], UGI_VALUE_TEXT);

    strcpy(expected[0], result.over ? "true" : "false");
    strcpy(expected[1], tb_turn(tb_match_position(c->match)) == 0 ? "true" : "false");
    if (result.winners)
        text_add(&text, "p%dwin", __builtin_ctz(result.winners) + 1);
    else
        text_add(&text, "%s", result.over ? "draw" : "none");
    ugi_send_position(c);
    for (int i = 0; i < 3; i++) {
        if (result.over && i == 1)
            continue; /* nobody is to move */
        query(c, queries[i], response);
        c->unsupported |= !*response;
        if (*response && strcmp(response, expected[i]) != 0)
            check_wrong_answer(c, quote(response).text, queries[i]);
    }
}

static void run_queries(struct checker *c)
{
    compare_queries(c);
    check_random_moves(c, 3);
    compare_queries(c);
    check_random_game(c);
    compare_queries(c);
}

/* ---- Lines that a program must not stumble over ---------------------------------------------- */

/* Sends lines that mean nothing, and asks for a move of the match. */
static void survive(struct checker *c, const char *const *lines)
{
    ugi_send_all(c, lines);
    ugi_synchronise(c);
    ugi_ask_quickly(c);
}

static void run_illegal(struct checker *c)
{
    survive(c, (const char *const[]){"position startpos moves zz99 0-0",
                                     "position fen nonsense / / 42", "position", NULL});
}

static void run_unknown(struct checker *c)
{
    survive(c, (const char *const[]){"hello", "", "   ", "debug on", "register later",
                                     "setoption name NoSuchOption value 1",
                                     "setoption name NoSuchButton", "setoption", NULL});
}

static void run_line_ends(struct checker *c)
{
    char move[TB_MOVE_TEXT];

    check_send(c, "position startpos\r");
    check_send(c, "isready\r");
    ugi_await(c, "readyok", c->terms.timeout_us);
    check_send(c, "go movetime 20\r");
    ugi_await_move(c, UGI_MOVE_MS, move);
}

/* ---- The table ------------------------------------------------------------------------------- */

static const struct check ugi_checks[] = {
    {"handshake", N_("It introduces itself and is ready"), run_handshake},
    {"options", N_("Its options are well formed"), run_options},
    {"move", N_("Its moves are legal"), run_move},
    {"limits", N_("It searches to a depth and a number of nodes"), ugi_check_limits},
    {"movetime", N_("It keeps the time for a move"), ugi_check_movetime},
    {"clock", N_("It keeps its clock"), ugi_check_clock},
    {"tiny-times", N_("It moves with hardly any time, or none"), ugi_check_tiny_times},
    {"stop", N_("It stops at once"), ugi_check_stop},
    {"stop-idle", N_("It ignores stop when it does not search"), ugi_check_stop_idle},
    {"infinite", N_("It searches until stop"), ugi_check_infinite},
    {"ready-searching", N_("It answers isready while it searches"), ugi_check_ready_searching},
    {"one-answer", N_("It answers once per search"), ugi_check_one_answer},
    {"info", N_("Its reports are well formed"), ugi_check_info},
    {"multipv", N_("It reports several lines"), ugi_check_multipv},
    {"ponder", N_("It ponders"), ugi_check_ponder},
    {"new-game", N_("It plays one game after another"), run_new_game},
    {"long-games", N_("It reads long lists of moves"), run_long},
    {"fen", N_("It reads position strings"), run_fen},
    {"illegal", N_("It survives illegal positions"), run_illegal},
    {"queries", N_("It knows when a game is over and who has won"), run_queries},
    {"rules", N_("It plays with every option of the rules it declares"), run_rules},
    {"unknown", N_("It skips unknown commands and options"), run_unknown},
    {"line-ends", N_("It reads lines that end with CR LF"), run_line_ends},
    {"game", N_("It plays a whole game on clocks"), ugi_check_game},
    {"quit", N_("It ends at quit"), run_quit},
    {"quit-searching", N_("It ends at quit while it searches"), run_quit_searching},
    {"eof", N_("It ends with its input"), run_eof},
    {"eof-searching", N_("It ends with its input while it searches"), run_eof_searching},
    {0},
};

const struct check_protocol ugi_protocol = {ugi_begin, ugi_checks};
