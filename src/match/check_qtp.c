/*
 * check_qtp.c - the checks of programs that speak QTP. Moves go through the contestant, which
 * converts them.
 */
#include <string.h>
#include <strings.h>

#include "core/message.h"
#include "match/check.h"

enum { GAME_PLIES = 200, LONG_PLIES = 60 };

/* Sends a command and reads its whole answer, to the empty line. *mark is '=' or '?', and *rest what
 * follows it in the first line. */
static enum finish ask(struct checker *c, const char *command, char *mark, struct quoted *rest)
{
    enum finish finish = program_say(c->program, command);
    int64_t deadline = program_deadline(c->program);
    const char *line;

    *mark = '\0';
    while (!finish && !(finish = program_hear(c->program, deadline, "=", &line))) {
        if (!*mark && (*line == '=' || *line == '?')) {
            *mark = *line;
            *rest = quote(line + 1 + strspn(line + 1, " \t"));
        } else if (*mark && !*line) {
            return FINISH_NONE;
        } else if (!*mark && *line) {
            program_note_unknown(c->program, line);
        }
    }
    return finish;
}

/* The same; the answer must be a success or a failure. */
static enum finish expect(struct checker *c, const char *command, char wanted, struct quoted *rest)
{
    char mark;
    enum finish finish = ask(c, command, &mark, rest);

    if (!finish && mark != wanted)
        finish = check_fault(c, "answered ''{answer}'' to ''{command}''",
                             arg_text("answer", mark == '=' ? "=" : rest->text),
                             arg_text("command", command));
    return finish;
}

static enum finish expect_all(struct checker *c, const char *const *commands, char wanted)
{
    enum finish finish = FINISH_NONE;
    struct quoted rest;

    for (; !finish && *commands; commands++)
        finish = expect(c, *commands, wanted, &rest);
    return finish;
}

/* Starts the program, and a game of the setup. */
static enum finish begin(struct checker *c)
{
    enum finish finish = program_start(c->program);

    return finish ? finish : c->spec->class->new_game(&c->program->base, 1);
}

/* Lets it make a move, which must be legal. */
static enum finish ask_move(struct checker *c)
{
    struct turn turn = {.match = c->match, .allowance_us = c->terms.timeout_us};
    struct answer answer = {.us = 0};
    enum finish finish = c->spec->class->choose(&c->program->base, &turn, &answer);

    return finish ? finish : check_play(c, answer.move);
}

static enum finish run_handshake(struct checker *c)
{
    struct quoted name;
    enum finish finish = program_start(c->program);

    if (!finish)
        finish = expect(c, "name", '=', &name);
    if (!finish && !name.text[0])
        finish = check_fault(c, "answered ''{answer}'' to ''{command}''", arg_text("answer", "="),
                             arg_text("command", "name"));
    return finish;
}

static enum finish run_commands(struct checker *c)
{
    static const char *const needed[] = {"known_command genmove", "known_command playwall", NULL};
    enum finish finish = program_start(c->program);
    struct quoted rest;

    for (int i = 0; !finish && needed[i]; i++) {
        finish = expect(c, needed[i], '=', &rest);
        if (!finish && strcmp(rest.text, "true") != 0)
            finish = check_fault(c, "answered ''{answer}'' to ''{command}''",
                                 arg_text("answer", rest.text), arg_text("command", needed[i]));
    }
    return finish ? finish : expect(c, "list_commands", '=', &rest);
}

static enum finish run_move(struct checker *c)
{
    enum finish finish = begin(c);

    if (!finish)
        finish = ask_move(c);
    check_random_moves(c, 1);
    return finish ? finish : ask_move(c);
}

static enum finish run_new_game(struct checker *c)
{
    enum finish finish = program_start(c->program);

    for (int game = 0; !finish && game < 3; game++) {
        finish = c->spec->class->new_game(&c->program->base, 1);
        if (!finish)
            finish = check_start_match(c, &c->terms.setup);
        for (int move = 0; !finish && move < 2; move++) {
            finish = ask_move(c);
            check_random_moves(c, 1 + 2 * game);
        }
    }
    return finish;
}

static enum finish run_long(struct checker *c)
{
    enum finish finish = begin(c);

    check_random_moves(c, LONG_PLIES);
    return finish ? finish : ask_move(c);
}

static enum finish run_game(struct checker *c)
{
    enum finish finish = begin(c);

    while (!finish && !tb_match_result(c->match).over && tb_match_plies(c->match) < GAME_PLIES)
        finish = ask_move(c);
    return finish;
}

static enum finish run_sizes(struct checker *c)
{
    static const char *const sizes[] = {"boardsize 3", "boardsize 5", "boardsize 7", "boardsize 9"};
    enum finish finish = program_start(c->program);
    struct quoted rest;
    char mark;
    int accepted = 0;

    for (int i = 0; !finish && i < 4; i++) {
        finish = ask(c, sizes[i], &mark, &rest);
        if (finish || mark == '?')
            continue;
        accepted++;
        finish = expect_all(c, (const char *const[]){"clear_board", "walls 1", "genmove black",
                                                     "genmove white", NULL},
                            '=');
    }
    c->unsupported = !finish && accepted < 2;
    return finish;
}

static enum finish run_illegal(struct checker *c)
{
    static const char *const wrong[] = {"playmove black a1",  "playmove white z42",
                                        "playwall black e9 diagonal", "playmove",
                                        "playmove green e8",  "boardsize 4000", NULL};
    enum finish finish = begin(c);

    if (!finish)
        finish = expect_all(c, wrong, '?');
    return finish ? finish : ask_move(c);
}

static enum finish run_undo(struct checker *c)
{
    struct quoted rest;
    char mark;
    enum finish finish = begin(c);

    if (!finish)
        finish = ask(c, "known_command undo", &mark, &rest);
    c->unsupported = !finish && (mark != '=' || strcmp(rest.text, "true") != 0);
    if (finish || c->unsupported)
        return finish;
    finish = expect_all(c, (const char *const[]){"genmove black", "undo", NULL}, '=');
    return finish ? finish : ask_move(c);
}

static enum finish run_winner(struct checker *c)
{
    struct quoted rest;
    enum finish finish = begin(c);

    if (!finish)
        finish = expect(c, "winner", '=', &rest);
    if (!finish && strncmp(rest.text, "false", 5) != 0)
        finish = check_fault(c, "answered ''{answer}'' to ''{command}''",
                             arg_text("answer", rest.text), arg_text("command", "winner"));
    while (!finish && !tb_match_result(c->match).over && tb_match_plies(c->match) < GAME_PLIES)
        finish = ask_move(c);
    if (!finish && tb_match_ending(c->match) == TB_ENDING_BOARD &&
        !(finish = expect(c, "winner", '=', &rest)) && strncmp(rest.text, "true", 4) != 0)
        finish = check_fault(c, "answered ''{answer}'' to ''{command}''",
                             arg_text("answer", rest.text), arg_text("command", "winner"));
    return finish;
}

static enum finish run_unknown(struct checker *c)
{
    enum finish finish = begin(c);
    struct quoted rest;

    if (!finish)
        finish = program_say(c->program, "# a comment");
    if (!finish)
        finish = program_say(c->program, "");
    if (!finish)
        finish = expect(c, "no_such_command", '?', &rest);
    return finish ? finish : ask_move(c);
}

static enum finish run_line_ends(struct checker *c)
{
    enum finish finish = program_start(c->program);

    return finish ? finish
                  : expect_all(c, (const char *const[]){"name\r", "boardsize 9\r", "clear_board\r",
                                                        "walls 10\r", "genmove black\r", NULL},
                               '=');
}

/* The controller need not wait for answers. */
static enum finish run_queue(struct checker *c)
{
    static const char *const commands[] = {"genmove black", "genmove white", "name", NULL};
    enum finish finish = begin(c);
    int64_t deadline = clock_us() + 2 * c->terms.timeout_us;
    const char *line;
    int answers = 0;

    for (int i = 0; !finish && commands[i]; i++)
        finish = program_say(c->program, commands[i]);
    while (!finish && answers < 3 &&
           !(finish = program_hear(c->program, deadline, "=", &line)))
        answers += *line == '=';
    return finish;
}

static enum finish run_quit(struct checker *c)
{
    enum finish finish = begin(c);

    if (!finish)
        finish = program_say(c->program, "quit");
    return finish ? finish : check_ends(c, "quit");
}

static enum finish run_eof(struct checker *c)
{
    enum finish finish = begin(c);

    return finish ? finish : check_ends(c, "EOF");
}

const struct check qtp_checks[] = {
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
