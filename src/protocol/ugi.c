/*
 * ugi.c - the Universal Game Interface.
 *
 * The reading thread owns struct ugi and runs every command. `go` starts a
 * searching thread, which reads the search request and writes lines to `out`, nothing
 * else; meanwhile only the commands marked `anytime` are obeyed.
 *
 * The protocol has no answer for a mistake but `info string`. A command that is
 * refused changes nothing.
 */
#include "protocol/ugi.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/rng.h"
#include "core/start.h"
#include "core/windows.h"
#include "protocol/input.h"
#include "protocol/ugi_options.h"
#include "search/async_engine.h"
#include "search/variation.h"

enum {
    LINE_TEXT = 256 + SEARCH_PV_MAX * TB_MOVE_TEXT,
    COMPLETE_NODES = 80000, /* to bring proven lines to the end of the game */
};

struct ugi {
    FILE *out;
    struct ugi_options options;
    struct tb_setup setup;  /* that the options result in */
    struct tb_match *match; /* the position and how it came about */
    struct async_engine async;
    struct rng seeds; /* makes the seed of each new game */
    bool quit;
    /* Of a search that ponders, from `go ponder` to `ponderhit`: */
    bool pondering;
    bool infinite; /* the search waits for `stop` even after `ponderhit` */
    int64_t ponder_start_us;
    struct search_limits ponder_limits;
    _Atomic int64_t deadline_us; /* of a search that has pondered; 0: none */
};

/* ---- Answers ---------------------------------------------------------------------- */

/* Writes one whole line; any thread may call it. */
static void send_line(const struct ugi *ugi, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void send_line(const struct ugi *ugi, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    flockfile(ugi->out);
    vfprintf(ugi->out, format, arguments);
    putc('\n', ugi->out);
    fflush(ugi->out);
    funlockfile(ugi->out);
    va_end(arguments);
}

static void send_error(const struct ugi *ugi, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void send_error(const struct ugi *ugi, const char *format, ...)
{
    char text[TB_ERROR_TEXT + 128];
    struct text out = text_into(text, sizeof text);
    va_list arguments;

    va_start(arguments, format);
    text_add_list(&out, format, arguments);
    va_end(arguments);
    send_line(ugi, "info string error: %s", text);
}

/* ---- Positions ---------------------------------------------------------------------- */

/* Plays the moves in `words`, none if it is NULL. */
static int play_words(struct tb_match *match, char *words, struct tb_error *error)
{
    for (char *word; words && *(word = input_word(&words));) {
        int code = tb_match_play(match, word, error);

        if (code) {
            error_prefix(error,
                         "Move {move} ''{word}'': ", arg_count("move", tb_match_length(match) + 1),
                         arg_text("word", quote(word).text));
            return code;
        }
    }
    return TB_OK;
}

/* Puts another position in the place of the old one, if all its moves are legal. */
static int set_match(struct ugi *ugi, const struct tb_position *start,
                     const struct match_rules *rules, char *moves, struct tb_error *error)
{
    struct tb_match *match = match_new(start, rules, error);
    int code = match ? play_words(match, moves, error) : error->code;

    if (code) {
        tb_match_free(match);
        return code;
    }
    tb_match_free(ugi->match);
    ugi->match = match;
    return TB_OK;
}

/* Applies new options as a whole. Other rules mean another game: its start. */
static int apply_options(struct ugi *ugi, const struct ugi_options *options, struct tb_error *error)
{
    bool same_game = memcmp(&options->start, &ugi->options.start, sizeof options->start) == 0 &&
                     options->rules.repetition == ugi->options.rules.repetition;
    struct tb_position start;
    int code = start_resolve(&options->start, &start, error);

    if (code ||
        (code = async_engine_prepare(&ugi->async, &start.setup, &options->engine, error)) ||
        (!same_game && (code = set_match(ugi, &start, &options->rules, NULL, error))))
        return code;
    ugi->options = *options;
    ugi->setup = start.setup;
    return TB_OK;
}

/* Cuts `text` before the word `moves` and the blanks around it, and returns what
 * follows, "" if nothing does. */
static char *split_moves(char *text)
{
    char *end = text + strlen(text), *moves = end;

    for (char *at = text; (at = strstr(at, "moves")); at++)
        if ((at == text || at[-1] == ' ') && (at[5] == ' ' || at[5] == '\0')) {
            end = at;
            moves = at + 5;
            break;
        }
    while (end > text && end[-1] == ' ')
        end--;
    *end = '\0';
    return moves;
}

/* ---- Thinking, in the thinking thread -------------------------------------------------- */

static void add_score(struct text *out, const struct search_line *line)
{
    if (line->exact && line->verdict.value != 0 && line->verdict.plies >= 0)
        text_add(out, " score mate %d", line->verdict.value * line->verdict.plies);
    else
        text_add(out, " score cp %ld", lround(100 * line->score));
}

static void send_info(void *context, const struct search_info *info)
{
    const struct ugi *ugi = context;
    const struct search_request *request = &ugi->async.request;

    for (int i = 0; i < info->line_count; i++) {
        char line[LINE_TEXT];
        struct text out = text_into(line, sizeof line);
        uint64_t ms = info->ms > 0 ? (uint64_t)info->ms : 1;

        text_add(&out, "info depth %d", info->depth);
        if (request->lines > 1)
            text_add(&out, " multipv %d", i + 1);
        text_add(&out, " nodes %" PRIu64 " time %" PRId64 " nps %" PRIu64, info->nodes, info->ms,
                 info->nodes * 1000 / ms);
        add_score(&out, &info->lines[i]);
        text_add(&out, " pv");
        variation_text(&request->position, &info->lines[i], &out);
        send_line(ugi, "%s", line);
    }
}

static void send_best_move(void *context, tb_move move, const struct search_info *info)
{
    const struct ugi *ugi = context;
    const struct search_line *line = &info->lines[0];
    struct tb_position position = ugi->async.request.position;
    char text[TB_MOVE_TEXT], next[TB_MOVE_TEXT];

    send_info(context, info);
    tb_move_text(&position, move, text, sizeof text);
    if (!ugi->options.ponder || line->length < 2 || line->pv[0] != move) {
        send_line(ugi, "bestmove %s", text);
        return;
    }
    tb_play(&position, move, NULL);
    tb_move_text(&position, line->pv[1], next, sizeof next);
    send_line(ugi, "bestmove %s ponder %s", text, next);
}

/* Ends a search that has pondered, in every thread of it. */
static bool is_past_deadline(const void *context)
{
    int64_t deadline_us = atomic_load(&((const struct ugi *)context)->deadline_us);

    return deadline_us && clock_us() >= deadline_us;
}

/* ---- go ----------------------------------------------------------------------------------- */

/* The words of `go`, all in the protocol's own units. */
struct go {
    bool infinite, ponder;
    int64_t movetime, depth, nodes, movestogo; /* 0: not given */
    int64_t time[TB_PLAYERS_MAX], increment[TB_PLAYERS_MAX];
    bool clock;
};

/* The number that a word of `go` sets, NULL if there is no such word. */
static int64_t *go_number(struct go *go, const char *word)
{
    int player = word[0] == 'p' ? word[1] - '1' : -1;

    if (strcmp(word, "movetime") == 0)
        return &go->movetime;
    if (strcmp(word, "depth") == 0)
        return &go->depth;
    if (strcmp(word, "nodes") == 0)
        return &go->nodes;
    if (strcmp(word, "movestogo") == 0)
        return &go->movestogo;
    if (player < 0 || player >= TB_PLAYERS_MAX)
        return NULL;
    if (strcmp(word + 2, "time") == 0)
        return &go->time[player];
    return strcmp(word + 2, "inc") == 0 ? &go->increment[player] : NULL;
}

static int go_parse(struct go *go, char *rest, struct tb_error *error)
{
    for (char *word; *(word = input_word(&rest));) {
        int64_t *number = go_number(go, word);

        go->infinite |= strcmp(word, "infinite") == 0;
        go->ponder |= strcmp(word, "ponder") == 0;
        if (strcmp(word, "infinite") == 0 || strcmp(word, "ponder") == 0)
            continue;
        if (!number)
            return error_set(error, TB_ERR_SYNTAX, "The command go does not know ''{word}''.",
                             arg_text("word", quote(word).text));
        char *value = input_word(&rest);

        if (!input_number(value, number))
            return error_set(error, TB_ERR_SYNTAX,
                             "The command go {word} needs a number, not ''{value}''.",
                             arg_text("word", word), arg_text("value", quote(value).text));
        /* Zero, or less on a clock that has run out, is the smallest limit, not "no limit". */
        if (*number < 1 && strcmp(word + 2, "inc") != 0)
            *number = 1;
        go->clock |= strcmp(word + 2, "time") == 0;
    }
    return TB_OK;
}

static int go_limits(const struct go *go, const struct ugi *ugi, struct search_limits *limits,
                     struct tb_error *error)
{
    int player = tb_turn(tb_match_position(ugi->match));

    limits->time_ms = go->movetime;
    limits->nodes = (uint64_t)go->nodes;
    limits->depth = go->depth < INT_MAX ? (int)go->depth : INT_MAX;
    if (!go->clock)
        return TB_OK;
    if (go->time[player] == 0)
        return error_set(error, TB_ERR_SYNTAX,
                         "The command go has no p{number}time, and {player} is to move.",
                         arg_count("number", player + 1), arg_player("player", player + 1));
    search_limits_clock(
        limits, &(struct search_clock){
                    .left_ms = go->time[player],
                    .increment_ms = go->increment[player],
                    .moves_to_go = go->movestogo < INT_MAX ? (int)go->movestogo : INT_MAX,
                    .overhead_ms = ugi->options.overhead_ms,
                    .plies = tb_match_plies(ugi->match)});
    return TB_OK;
}

/* Keeps the limits of time for `ponderhit`: until then the search has none. */
static void start_pondering(struct ugi *ugi, struct search_limits *limits)
{
    ugi->pondering = true;
    ugi->ponder_limits = *limits;
    ugi->ponder_start_us = clock_us();
    limits->time_ms = limits->aim_ms = 0;
}

static void run_go(struct ugi *ugi, char *rest)
{
    struct go go = {0};
    struct tb_error error;
    struct search_request request = {
        .position = *tb_match_position(ugi->match),
        .repetition = ugi->options.rules.repetition,
        .lines = ugi->options.lines,
        .report = send_info,
        .stopped = is_past_deadline,
        .done = send_best_move,
        .context = ugi,
    };

    if (tb_match_result(ugi->match).over) {
        send_error(ugi, "The game is over.");
    } else if (go_parse(&go, rest, &error) || go_limits(&go, ugi, &request.limits, &error) ||
               async_engine_prepare(&ugi->async, &request.position.setup, &ugi->options.engine,
                                    &error)) {
        send_error(ugi, "%s", error.text);
    } else {
        request.history = match_states(ugi->match);
        request.history_length = tb_match_plies(ugi->match);
        request.swindle = request.limits.time_ms > 0;
        if (ugi->options.engine.level == 0 && ugi->setup.players == 2)
            request.complete_nodes = COMPLETE_NODES;
        request.hold = go.infinite || go.ponder;
        atomic_store(&ugi->deadline_us, 0);
        ugi->infinite = go.infinite;
        if (go.ponder)
            start_pondering(ugi, &request.limits);
        async_engine_start(&ugi->async, &request);
    }
}

/* The expected move was played: the search goes on as one with limits. Its share of the clock
 * counts from `go ponder`, its time for the move from now. */
static void run_ponderhit(struct ugi *ugi, char *rest)
{
    const struct search_limits *limits = &ugi->ponder_limits;

    (void)rest;
    if (!ugi->pondering) {
        send_error(ugi, "ponderhit: No search ponders; send go ponder first.");
        return;
    }
    ugi->pondering = false;
    if (limits->aim_ms > 0)
        atomic_store(&ugi->deadline_us, ugi->ponder_start_us + 1000 * limits->aim_ms);
    else if (limits->time_ms > 0)
        atomic_store(&ugi->deadline_us, clock_us() + 1000 * limits->time_ms);
    if (!ugi->infinite)
        async_engine_unhold(&ugi->async);
}

/* ---- The other commands -------------------------------------------------------------------- */

static void run_ugi(struct ugi *ugi, char *rest)
{
    (void)rest;
    send_line(ugi, "id name Tablier " TB_VERSION);
    send_line(ugi, "id author The Tablier authors");
    flockfile(ugi->out);
    ugi_options_write(&ugi->options, &ugi->setup, ugi->out);
    funlockfile(ugi->out);
    send_line(ugi, "ugiok");
}

static void run_isready(struct ugi *ugi, char *rest)
{
    struct tb_error error;

    (void)rest;
    if (!async_engine_busy(&ugi->async)) {
        async_engine_wait(&ugi->async);
        if (async_engine_prepare(&ugi->async, &tb_match_position(ugi->match)->setup,
                                 &ugi->options.engine, &error))
            send_error(ugi, "%s", error.text);
    }
    send_line(ugi, "readyok");
}

static void run_newgame(struct ugi *ugi, char *rest)
{
    struct tb_position start;
    struct tb_error error;

    (void)rest;
    if (ugi->options.seed == 0)
        ugi->options.engine.seed = rng_next(&ugi->seeds);
    async_engine_clear(&ugi->async, ugi->options.engine.seed);
    tb_position_start(&start, &ugi->setup, NULL);
    if (set_match(ugi, &start, &ugi->options.rules, NULL, &error))
        send_error(ugi, "%s", error.text);
}

static void run_setoption(struct ugi *ugi, char *rest)
{
    struct ugi_options options = ugi->options;
    struct tb_error error;
    bool named = strcmp(input_word(&rest), "name") == 0;
    char *name = input_word(&rest);

    if (!named || !*name || strcmp(input_word(&rest), "value") != 0)
        send_error(ugi, "Write setoption name NAME value VALUE.");
    else if (ugi_options_set(&options, name, input_word(&rest), &error) ||
             apply_options(ugi, &options, &error))
        send_error(ugi, "%s", error.text);
}

static void run_position(struct ugi *ugi, char *rest)
{
    char *moves = split_moves(rest), *word = input_word(&rest);
    struct tb_position start;
    struct tb_error error;
    int code;

    tb_position_start(&start, &ugi->setup, NULL);
    rest += strspn(rest, " ");
    if (strcmp(word, "fen") == 0)
        code = tb_position_parse(&start, &ugi->setup, rest, &error);
    else if (strcmp(word, "startpos") == 0 && *rest == '\0')
        code = TB_OK;
    else
        code = error_set(&error, TB_ERR_SYNTAX,
                         "Write position startpos|fen STRING [moves M1 M2 ...].");
    if (code || set_match(ugi, &start, &ugi->options.rules, moves, &error))
        send_error(ugi, "%s", error.text);
}

static void run_query(struct ugi *ugi, char *rest)
{
    const char *what = input_word(&rest);
    struct tb_result result = tb_match_result(ugi->match);

    if (strcmp(what, "gameover") == 0)
        send_line(ugi, "response %s", result.over ? "true" : "false");
    else if (strcmp(what, "p1turn") == 0)
        send_line(ugi, "response %s",
                  tb_turn(tb_match_position(ugi->match)) == 0 ? "true" : "false");
    else if (strcmp(what, "result") != 0)
        send_error(ugi, "There is no query '%s'; there are gameover, p1turn and result.",
                   quote(what).text);
    else if (result.winners) /* a team is named by its first player */
        send_line(ugi, "response p%dwin", __builtin_ctz(result.winners) + 1);
    else
        send_line(ugi, "response %s", result.over ? "draw" : "none");
}

static void run_stop(struct ugi *ugi, char *rest)
{
    (void)rest;
    ugi->pondering = false;
    async_engine_stop(&ugi->async);
    async_engine_wait(&ugi->async); /* the next command finds the engine idle */
}

static void run_quit(struct ugi *ugi, char *rest)
{
    (void)rest;
    ugi->quit = true;
}

static void run_help(struct ugi *ugi, char *rest);

/* ---- The table ---------------------------------------------------------------------------- */

struct ugi_command {
    const char *name;
    void (*run)(struct ugi *ugi, char *rest);
    bool anytime; /* also while the engine thinks */
    const char *help;
};

static const struct ugi_command commands[] = {
    {"ugi", run_ugi, true, "who I am, and my options"},
    {"isready", run_isready, true, "answers readyok when everything before is done"},
    {"uginewgame", run_newgame, false, "forget the last game"},
    {"setoption", run_setoption, false, "setoption name NAME value VALUE"},
    {"position", run_position, false, "position startpos|fen STRING [moves M1 M2 ...]"},
    {"go", run_go, false,
     "go [movetime MS] [depth N] [nodes N] [infinite] [p1time MS p2time MS p1inc MS p2inc MS] "
     "[ponder]"},
    {"ponderhit", run_ponderhit, true, "the move that the search ponders on was played"},
    {"stop", run_stop, true, "play the best move found so far"},
    {"query", run_query, true, "query gameover|p1turn|result"},
    {"help", run_help, true, "this list"},
    {"quit", run_quit, true, "end"},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void run_help(struct ugi *ugi, char *rest)
{
    (void)rest;
    for (int i = 0; i < COMMANDS; i++)
        send_line(ugi, "info string %s: %s", commands[i].name, commands[i].help);
}

static void execute(struct ugi *ugi, const struct input *input)
{
    char *rest = input->line, *name = input_word(&rest);
    const struct ugi_command *command = commands;

    while (command < commands + COMMANDS && strcmp(command->name, name) != 0)
        command++;
    if (*name == '\0')
        return;
    if (command == commands + COMMANDS) {
        send_error(ugi, "There is no command '%s'.", quote(name).text);
    } else if (input->cut) {
        send_error(ugi, "%s: The line is longer than %d characters.", name, INPUT_LINE_MAX);
    } else if (command->anytime) {
        command->run(ugi, rest);
    } else if (async_engine_busy(&ugi->async)) {
        send_error(ugi, "%s: Send stop first; a search is running.", name);
    } else {
        async_engine_wait(&ugi->async);
        command->run(ugi, rest);
    }
}

bool ugi_serve(const struct ugi_settings *settings, FILE *in, FILE *out)
{
    struct ugi ugi = {
        .out = out,
        .options = ugi_options_initial(&settings->setup, &settings->engine),
        .setup = settings->setup,
        .seeds = {settings->engine.seed},
    };
    struct input input;
    struct tb_position start;

    tb_position_start(&start, &ugi.setup, NULL);
    ugi.match = match_new(&start, &ugi.options.rules, NULL);
    bool ready = input_open(&input, in) && ugi.match;

    while (ready && !ugi.quit && input_read(&input))
        execute(&ugi, &input);
    async_engine_release(&ugi.async);
    tb_match_free(ugi.match);
    input_close(&input);
    return ready;
}
