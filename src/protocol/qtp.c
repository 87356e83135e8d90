/*
 * qtp.c - the Quoridor Text Protocol.
 *
 * The protocol's board is ours upside down. Black begins at the top, on E9, and
 * is our player 1; a barrier is named by the square to the upper left of its
 * midpoint, which is our lower left. So one rule converts everything: row N of
 * the protocol is our row size + 1 - N. vertex_parse() and move_text() apply it, and
 * nothing else here knows of it. core/qtp.h is the game's interface to the protocol.
 *
 * The reading thread owns struct qtp. `genmove` starts a thinking thread, which
 * answers; the next command is read meanwhile, and carried out after that answer.
 * Colours need not alternate: each command sets the player to move in the state.
 */
#include "protocol/qtp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/array.h"
#include "core/qtp.h"
#include "core/rng.h"
#include "protocol/input.h"
#include "search/async_engine.h"

enum { BLACK, WHITE };

/* Kinds of moves: what our spelling adds to the square. */
enum { PAWN, HORIZONTAL, VERTICAL };

static const char *const colours[] = {"black", "white", NULL};
static const char *const orientations[] = {"", "horizontal", "vertical", NULL};
static const char *const spellings[] = {"", "h", "v"};

struct qtp {
    FILE *out;
    struct tb_setup setup;
    struct tb_state *states; /* of the game so far; the last one is on the board */
    int count;
    size_t capacity;
    int64_t time_ms;
    struct engine_options engine;
    struct async_engine async;
    struct rng seeds; /* makes the seed of each new game */
    bool generating;  /* a search has been started whose move is not on the board yet */
    tb_move generated;
    bool quit;
};

/* ---- Answers ---------------------------------------------------------------------- */

static void answer(const struct qtp *qtp, char mark, const char *text)
{
    fprintf(qtp->out, "%c %s\n\n", mark, text);
    fflush(qtp->out);
}

static void succeed(const struct qtp *qtp, const char *text)
{
    answer(qtp, '=', text);
}

static void fail(const struct qtp *qtp, const char *text)
{
    answer(qtp, '?', text);
}

/* ---- The game ---------------------------------------------------------------------- */

static const struct tb_game *game_of(const struct qtp *qtp)
{
    return qtp->setup.game;
}

static const struct tb_state *board_now(const struct qtp *qtp)
{
    return &qtp->states[qtp->count - 1];
}

static int option_value(const struct qtp *qtp, const char *name)
{
    return qtp->setup.options[game_option_index(game_of(qtp), name)];
}

/* Starts a new game with the setup. */
static void restart(struct qtp *qtp)
{
    struct tb_position start;

    tb_position_start(&start, &qtp->setup, NULL);
    qtp->states[0] = start.state;
    qtp->count = 1;
}

/* Reserves space for one more state. */
static bool reserve_state(struct qtp *qtp)
{
    return ARRAY_RESERVE(qtp->states, qtp->capacity, qtp->count, 1);
}

/* The board with that colour to move. */
static struct tb_state board_for(const struct qtp *qtp, int colour)
{
    struct tb_state state = *board_now(qtp);

    game_of(qtp)->qtp->set_turn(&state, colour);
    return state;
}

/* Plays a legal move; false when out of memory. */
static bool play(struct qtp *qtp, struct tb_state state, tb_move move)
{
    if (!reserve_state(qtp))
        return false;
    game_of(qtp)->play(&state, move);
    qtp->states[qtp->count++] = state;
    return true;
}

/* ---- Words -------------------------------------------------------------------------- */

/* The row of the table that the word spells, by itself or by its first letter; -1: none. */
static int word_index(const char *const *table, const char *word)
{
    for (int i = 0; table[i]; i++)
        if (*table[i] && (strcasecmp(table[i], word) == 0 ||
                          (strncasecmp(table[i], word, 1) == 0 && word[1] == '\0')))
            return i;
    return -1;
}

/* A square in our spelling. */
struct square {
    char text[3]; /* "" off the board */
};

/* Reads "E9". False if it is not a vertex. */
static bool vertex_parse(const struct qtp *qtp, const char *word, struct square *square)
{
    int size = option_value(qtp, "size"), column = (word[0] | 32) - 'a';
    int64_t number;

    *square = (struct square){""};
    if (column < 0 || column > 25 || word[1] < '0' || word[1] > '9' ||
        !input_number(word + 1, &number))
        return false;
    if (column < size && number >= 1 && number <= size)
        *square = (struct square){{(char)('a' + column), (char)('1' + size - (int)number)}};
    return true;
}

/* Writes "E9", or "E9 horizontal" for a barrier. */
static void move_text(const struct qtp *qtp, tb_move move, struct text *out)
{
    char own[TB_MOVE_TEXT];
    struct text text = text_into(own, sizeof own);

    game_of(qtp)->move_text(board_now(qtp), move, &text);
    text_add(out, "%c%d", own[0] - 'a' + 'A', option_value(qtp, "size") + 1 - (own[1] - '0'));
    if (own[2])
        text_add(out, " %s", orientations[own[2] == 'h' ? HORIZONTAL : VERTICAL]);
}

/* ---- Setting up ------------------------------------------------------------------------ */

/* Changes the setup if the value is one that the game allows. */
static bool change_setup(struct qtp *qtp, const char *option, int64_t value)
{
    char text[24];

    snprintf(text, sizeof text, "%lld", (long long)value);
    return tb_setup_set_option(&qtp->setup, option, text, NULL) == TB_OK;
}

static void run_boardsize(struct qtp *qtp, char *rest)
{
    int64_t size;

    if (!input_number(input_word(&rest), &size)) {
        fail(qtp, "invalid syntax");
    } else if (!change_setup(qtp, "size", size)) {
        fail(qtp, "unacceptable size");
    } else {
        restart(qtp);
        succeed(qtp, "");
    }
}

static void run_clear_board(struct qtp *qtp, char *rest)
{
    (void)rest;
    restart(qtp);
    qtp->engine.seed = rng_next(&qtp->seeds);
    async_engine_clear(&qtp->async, qtp->engine.seed);
    succeed(qtp, "");
}

/* Sets the number of barriers per player at the start, even of a game in progress. */
static void run_walls(struct qtp *qtp, char *rest)
{
    const struct qtp_rules *rules = game_of(qtp)->qtp;
    int before = option_value(qtp, "walls");
    int black = rules->walls(board_now(qtp), BLACK), white = rules->walls(board_now(qtp), WHITE);
    int placed = before - (black < white ? black : white);
    int64_t walls;

    if (!input_number(input_word(&rest), &walls)) {
        fail(qtp, "invalid syntax");
    } else if (walls < placed || !change_setup(qtp, "walls", walls)) {
        fail(qtp, "unacceptable number of walls");
    } else {
        for (int i = 0; i < qtp->count; i++)
            rules->add_walls(&qtp->states[i], (int)walls - before);
        succeed(qtp, "");
    }
}

/* ---- Playing --------------------------------------------------------------------------- */

static void play_or_refuse(struct qtp *qtp, int colour, int kind, const struct square *square)
{
    struct tb_state state = board_for(qtp, colour);
    struct tb_reason reason;
    char own[TB_MOVE_TEXT];
    struct text text = text_into(own, sizeof own);

    text_add(&text, "%s%s", square->text, spellings[kind]);
    game_of(qtp)->why(&state, own, &reason);
    if (!*square->text || !reason.legal)
        fail(qtp, "illegal move");
    else if (!play(qtp, state, reason.move))
        fail(qtp, "out of memory");
    else
        succeed(qtp, "");
}

static void run_playmove(struct qtp *qtp, char *rest)
{
    struct square square;
    int colour = word_index(colours, input_word(&rest));
    bool vertex = vertex_parse(qtp, input_word(&rest), &square);

    if (colour < 0 || !vertex || *input_word(&rest))
        fail(qtp, "invalid syntax");
    else
        play_or_refuse(qtp, colour, PAWN, &square);
}

static void run_playwall(struct qtp *qtp, char *rest)
{
    struct square square;
    int colour = word_index(colours, input_word(&rest));
    bool vertex = vertex_parse(qtp, input_word(&rest), &square);
    int kind = word_index(orientations, input_word(&rest));

    if (colour < 0 || !vertex || kind < 0 || *input_word(&rest))
        fail(qtp, "invalid syntax");
    else
        play_or_refuse(qtp, colour, kind, &square);
}

/* In the thinking thread. */
static void answer_generated(void *context, tb_move move, const struct search_info *info)
{
    struct qtp *qtp = context;
    char text[TB_MOVE_TEXT];
    struct text out = text_into(text, sizeof text);

    (void)info;
    qtp->generated = move;
    move_text(qtp, move, &out);
    succeed(qtp, text);
}

static void run_genmove(struct qtp *qtp, char *rest)
{
    int colour = word_index(colours, input_word(&rest)), earlier = qtp->count - 1;
    struct tb_error error;
    struct search_request request = {
        .position.setup = qtp->setup,
        .repetition = match_rules_default().repetition,
        .limits.time_ms = qtp->time_ms,
        .swindle = true,
        .done = answer_generated,
        .context = qtp,
    };

    if (colour < 0 || *input_word(&rest)) {
        fail(qtp, "invalid syntax");
    } else if (game_of(qtp)->result(board_now(qtp)).over) {
        fail(qtp, "illegal move");
    } else if (!reserve_state(qtp) ||
               async_engine_prepare(&qtp->async, &qtp->setup, &qtp->engine, &error)) {
        fail(qtp, "out of memory");
    } else {
        request.position.state = board_for(qtp, colour);
        request.history = qtp->states;
        request.history_length = earlier;
        qtp->generating = true;
        async_engine_start(&qtp->async, &request);
    }
}

/* Waits for the move that is being generated and puts it on the board. */
static void finish_genmove(struct qtp *qtp)
{
    if (!qtp->generating)
        return;
    async_engine_wait(&qtp->async);
    play(qtp, qtp->async.request.position.state, qtp->generated);
    qtp->generating = false;
}

static void run_undo(struct qtp *qtp, char *rest)
{
    char *word = input_word(&rest);
    int64_t times = 1;

    if ((*word && !input_number(word, &times)) || times < 0) {
        fail(qtp, "invalid syntax");
    } else if (qtp->count == 1 || times > qtp->count - 1) {
        fail(qtp, "cannot undo");
    } else {
        qtp->count -= (int)times;
        succeed(qtp, "");
    }
}

/* ---- Showing ---------------------------------------------------------------------------- */

static void run_winner(struct qtp *qtp, char *rest)
{
    unsigned winners = game_of(qtp)->result(board_now(qtp)).winners;

    (void)rest;
    succeed(qtp, winners == 1u << BLACK   ? "true black"
                 : winners == 1u << WHITE ? "true white"
                                          : "false");
}

static void run_showboard(struct qtp *qtp, char *rest)
{
    char drawing[2048];
    struct text out = text_into(drawing, sizeof drawing);

    (void)rest;
    text_add(&out, "\n");
    game_of(qtp)->qtp->draw(board_now(qtp), &out);
    drawing[out.used - 1] = '\0'; /* the answer ends the last line itself */
    succeed(qtp, drawing);
}

/* ---- Administration --------------------------------------------------------------------- */

static void run_name(struct qtp *qtp, char *rest)
{
    (void)rest;
    succeed(qtp, "Tablier");
}

static void run_quit(struct qtp *qtp, char *rest)
{
    (void)rest;
    qtp->quit = true;
    succeed(qtp, "");
}

static void run_known_command(struct qtp *qtp, char *rest);
static void run_list_commands(struct qtp *qtp, char *rest);
static void run_help(struct qtp *qtp, char *rest);

/* ---- The table ---------------------------------------------------------------------------- */

struct qtp_command {
    const char *name;
    void (*run)(struct qtp *qtp, char *rest);
    const char *help;
};

static const struct qtp_command commands[] = {
    {"name", run_name, "the name of the engine"},
    {"known_command", run_known_command, "known_command NAME: true or false"},
    {"list_commands", run_list_commands, "the names of all commands"},
    {"quit", run_quit, "end"},
    {"boardsize", run_boardsize, "boardsize 3|5|7|9; call clear_board and walls afterwards"},
    {"clear_board", run_clear_board, "the pawns back to their places, no walls on the board"},
    {"walls", run_walls, "walls N: each player has N walls at the beginning"},
    {"playmove", run_playmove, "playmove COLOUR VERTEX: playmove white E2"},
    {"playwall", run_playwall, "playwall COLOUR VERTEX ORIENTATION: playwall black C5 horizontal"},
    {"genmove", run_genmove, "genmove COLOUR: the engine chooses a move and plays it"},
    {"undo", run_undo, "undo [N]: take back one move, or N"},
    {"winner", run_winner, "true and the colour, or false"},
    {"showboard", run_showboard, "a diagram of the board"},
    {"help", run_help, "what each command does"},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static const struct qtp_command *find_command(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static void run_known_command(struct qtp *qtp, char *rest)
{
    succeed(qtp, find_command(input_word(&rest)) ? "true" : "false");
}

static void run_list_commands(struct qtp *qtp, char *rest)
{
    char list[512];
    struct text out = text_into(list, sizeof list);

    (void)rest;
    for (int i = 0; i < COMMANDS; i++)
        text_add(&out, "%s%s", i ? "\n" : "", commands[i].name);
    succeed(qtp, list);
}

static void run_help(struct qtp *qtp, char *rest)
{
    char list[2048];
    struct text out = text_into(list, sizeof list);

    (void)rest;
    for (int i = 0; i < COMMANDS; i++)
        text_add(&out, "\n%-14s %s", commands[i].name, commands[i].help);
    succeed(qtp, list);
}

static void execute(struct qtp *qtp, const struct input *input)
{
    size_t length = strcspn(input->line, "#");
    bool cut = input->cut && input->line[length] == '\0';
    char *rest = input->line;

    input->line[length] = '\0'; /* the rest is a comment */
    char *name = input_word(&rest);
    const struct qtp_command *command = find_command(name);

    if (*name == '\0')
        return;
    if (command && command->run == run_quit)
        async_engine_stop(&qtp->async);
    finish_genmove(qtp);
    if (!command)
        fail(qtp, "unknown command");
    else if (cut)
        fail(qtp, "invalid syntax");
    else
        command->run(qtp, rest);
}

const struct tb_game *qtp_game(void)
{
    const struct tb_game *const *game = game_table;

    while (*game && !(*game)->qtp)
        game++;
    return *game;
}

bool qtp_serve(const struct qtp_settings *settings, FILE *in, FILE *out)
{
    struct qtp qtp = {
        .out = out,
        .time_ms = settings->time_ms,
        .engine = settings->engine,
        .seeds = {settings->engine.seed},
    };
    struct input input;

    tb_setup_init(&qtp.setup, settings->game, 2, NULL);
    bool ready = input_open(&input, in) && reserve_state(&qtp);

    if (ready)
        restart(&qtp);
    while (ready && !qtp.quit && input_read(&input))
        execute(&qtp, &input);
    async_engine_release(&qtp.async);
    free(qtp.states);
    input_close(&input);
    return ready;
}
