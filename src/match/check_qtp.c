/*
 * check_qtp.c - the checks of programs that speak QTP. Moves go through the contestant, which
 * converts them.
 */
#include <string.h>
#include <strings.h>

#include "core/message.h"
#include "match/check.h"

enum { GAME_PLIES = 200, LONG_PLIES = 60 };

/* Sends a command and reads its whole answer, to the empty line. Returns '=' or '?', and *rest is
 * what follows that in the first line. */
static char ask(struct checker *c, const char *command, struct quoted *rest)
{
    int64_t deadline;
    const char *line;
    char mark = '\0';

    *rest = quote("");
    check_send(c, command);
    deadline = program_deadline(c->program);
    while (check_receive(c, deadline, "=", &line)) {
        if (!mark && (*line == '=' || *line == '?')) {
            mark = *line;
            *rest = quote(line + 1 + strspn(line + 1, " \t"));
        } else if (mark && !*line) {
            break;
        } else if (!mark && *line) {
            program_note_unknown(c->program, line);
        }
    }
    return mark;
}

/* The same; the answer must be a success or a failure. */
static void expect(struct checker *c, const char *command, char wanted, struct quoted *rest)
{
    char mark = ask(c, command, rest);

    if (mark != wanted)
        check_wrong_answer(c, mark == '=' ? "=" : rest->text, command);
}

static void expect_all(struct checker *c, const char *const *commands, char wanted)
{
    struct quoted rest;

    for (; *commands; commands++)
        expect(c, *commands, wanted, &rest);
}

/* The answer must be a success and begin with this word. */
static void expect_word(struct checker *c, const char *command, const char *word)
{
    struct quoted rest;

    expect(c, command, '=', &rest);
    if (strncmp(rest.text, word, strlen(word)) != 0)
        check_wrong_answer(c, rest.text, command);
}

/* Starts a game of the setup. */
static void begin(struct checker *c)
{
    if (!c->finish)
        c->finish = c->spec->class->new_game(&c->program->base, 1);
}

/* Lets it make a move, which must be legal. */
static void ask_move(struct checker *c)
{
    struct turn turn = {.match = c->match, .allowance_us = c->terms.timeout_us};
    struct answer answer = {.us = 0};

    if (!c->finish)
        c->finish = c->spec->class->choose(&c->program->base, &turn, &answer);
    check_play(c, answer.move);
}

static void run_handshake(struct checker *c)
{
    struct quoted name;

    expect(c, "name", '=', &name);
    if (!name.text[0])
        check_wrong_answer(c, "=", "name");
}

static void run_commands(struct checker *c)
{
    struct quoted rest;

    expect_word(c, "known_command genmove", "true");
    expect_word(c, "known_command playwall", "true");
    expect(c, "list_commands", '=', &rest);
}

static void run_move(struct checker *c)
{
    ask_move(c);
    check_random_moves(c, 1);
    ask_move(c);
}

static void run_new_game(struct checker *c)
{
    for (int game = 0; game < 3; game++) {
        begin(c);
        check_start_match(c, &c->terms.setup);
        for (int move = 0; move < 2; move++) {
            ask_move(c);
            check_random_moves(c, 1 + 2 * game);
        }
    }
}

static void run_long(struct checker *c)
{
    check_random_moves(c, LONG_PLIES);
    ask_move(c);
}

static void run_game(struct checker *c)
{
    while (check_goes_on(c, GAME_PLIES))
        ask_move(c);
}

static void run_sizes(struct checker *c)
{
    static const char *const sizes[] = {"boardsize 3", "boardsize 5", "boardsize 7", "boardsize 9"};
    struct quoted rest;
    int accepted = 0;

    for (int i = 0; i < 4; i++) {
        if (ask(c, sizes[i], &rest) != '=')
            continue;
        accepted++;
        expect_all(c, (const char *const[]){"clear_board", "walls 1", "genmove black",
                                            "genmove white", NULL}, '=');
    }
    c->unsupported = accepted < 2;
}

static void run_illegal(struct checker *c)
{
    expect_all(c, (const char *const[]){"playmove black a1", "playmove white z42",
                                        "playwall black e9 diagonal", "playmove",
                                        "playmove green e8", "boardsize 4000", NULL}, '?');
    ask_move(c);
}

static void run_undo(struct checker *c)
{
    struct quoted rest;

    c->unsupported =
        ask(c, "known_command undo", &rest) != '=' || strcmp(rest.text, "true") != 0;
    if (c->unsupported)
        return;
    expect_all(c, (const char *const[]){"genmove black", "undo", NULL}, '=');
    ask_move(c);
}

static void run_winner(struct checker *c)
{
    expect_word(c, "winner", "false");
    run_game(c);
    if (tb_match_ending(c->match) == TB_ENDING_BOARD)
        expect_word(c, "winner", "true");
}

static void run_unknown(struct checker *c)
{
    struct quoted rest;

    check_send(c, "# a comment");
    check_send(c, "");
    expect(c, "no_such_command", '?', &rest);
    ask_move(c);
}

static void run_line_ends(struct checker *c)
{
    expect_all(c, (const char *const[]){"name\r", "boardsize 9\r", "clear_board\r", "walls 10\r",
                                        "genmove black\r", NULL}, '=');
}

/* The controller need not wait for answers. */
static void run_queue(struct checker *c)
{
    int64_t deadline = clock_us() + 2 * c->terms.timeout_us;
    const char *line;
    int answers = 0;

    check_send(c, "genmove black");
    check_send(c, "genmove white");
    check_send(c, "name");
    while (answers < 3 && check_receive(c, deadline, "=", &line))
        answers += *line == '=';
}

static void run_quit(struct checker *c)
{
    check_send(c, "quit");
    check_ends(c, "quit");
}

static void run_eof(struct checker *c)
{
    check_ends(c, "EOF");
}

static const struct check qtp_checks[] = {
    {"handshake", N_("It introduces itself and is ready"), run_handshake},
    {"commands", N_("It knows its commands"), run_commands},
    {"move", N_("Its moves are legal"), run_move},
    {"sizes", N_("It plays on several sizes of the board"), run_sizes},
    {"new-game", N_("It plays one game after another"), run_new_game},
    {"long-games", N_("It reads long lists of moves"), run_long},
    {"illegal", N_("It refuses illegal moves and goes on"), run_illegal},
    {"undo", N_("It takes moves back"), run_undo},
    {"winner", N_("It knows when a game is over and who has won"), run_winner},
    {"unknown", N_("It refuses unknown commands and skips comments"), run_unknown},
    {"line-ends", N_("It reads lines that end with CR LF"), run_line_ends},
    {"queue", N_("It answers commands that come while it searches, in order"), run_queue},
    {"game", N_("It plays a whole game"), run_game},
    {"quit", N_("It ends at quit"), run_quit},
    {"eof", N_("It ends with its input"), run_eof},
    {0},
};

const struct check_protocol qtp_protocol = {begin, qtp_checks};
