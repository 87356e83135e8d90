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
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/advice.h"
#include "core/error.h"
#include "core/rng.h"
#include "core/start.h"
#include "protocol/input.h"
#include "search/async_engine.h"
#include "search/variation.h"

enum {
    LINE_TEXT = 256 + SEARCH_PV_MAX * TB_MOVE_TEXT,
    HASH_MAX = 1 << 20, /* megabytes */
};

/* What can be changed by setoption. */
struct settings {
    struct start start; /* the game and its setup as far as given */
    struct match_rules rules;
    struct engine_options engine;
    int lines;
    int seed; /* of every game; 0: each gets a new one */
};

struct ugi {
    FILE *out;
    struct settings settings;
    struct tb_setup setup;  /* that the settings mean */
    struct tb_match *match; /* the position and how it came about */
    struct async_engine async;
    struct rng seeds; /* of games to come */
    bool quit;
};

/* ---- Answers ---------------------------------------------------------------------- */

/* Writes one whole line; any thread may call it. */
static void say(const struct ugi *ugi, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(const struct ugi *ugi, const char *format, ...)
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

static void say_error(const struct ugi *ugi, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say_error(const struct ugi *ugi, const char *format, ...)
{
    char text[TB_ERROR_TEXT + 128];
    struct text out = text_into(text, sizeof text);
    va_list arguments;

    va_start(arguments, format);
    text_add_list(&out, format, arguments);
    va_end(arguments);
    say(ugi, "info string error: %s", text);
}

/* ---- Options ----------------------------------------------------------------------- */

/* An option of the engine. Those of the game come from its own table. */
struct setting {
    const char *name;
    int min, max;
    size_t offset; /* of an int in struct settings */
};

static const struct setting engine_settings[] = {
    {"Hash", 1, HASH_MAX, offsetof(struct settings, engine.table_mb)},
    {"Threads", 1, SEARCH_THREADS_MAX, offsetof(struct settings, engine.threads)},
    {"Level", LEVEL_CHILD, LEVEL_MAX, offsetof(struct settings, engine.level)},
    {"MultiPV", 1, SEARCH_LINES_MAX, offsetof(struct settings, lines)},
    {"Seed", 0, INT_MAX, offsetof(struct settings, seed)},
};

enum { ENGINE_SETTINGS = sizeof engine_settings / sizeof *engine_settings };

static const char *const searcher_names[] = {
    [ENGINE_AUTO] = "auto",     [ENGINE_ALPHABETA] = "alphabeta", [ENGINE_PARANOID] = "paranoid",
    [ENGINE_MAXN] = "maxn",     [ENGINE_MCTS] = "mcts",           [ENGINE_UCT] = "uct",
    [ENGINE_RANDOM] = "random",
};

enum { SEARCHERS = sizeof searcher_names / sizeof *searcher_names };

static int *setting_value(struct settings *settings, const struct setting *setting)
{
    return (int *)((char *)settings + setting->offset);
}

static void say_engine_options(struct ugi *ugi)
{
    char line[LINE_TEXT];
    struct text out = text_into(line, sizeof line);

    for (int i = 0; i < ENGINE_SETTINGS; i++)
        say(ugi, "option name %s type spin default %d min %d max %d", engine_settings[i].name,
            *setting_value(&ugi->settings, &engine_settings[i]), engine_settings[i].min,
            engine_settings[i].max);
    text_add(&out, "option name Searcher type combo default %s",
             searcher_names[ugi->settings.engine.kind]);
    for (int i = 0; i < SEARCHERS; i++)
        text_add(&out, " var %s", searcher_names[i]);
    say(ugi, "%s", line);
}

static void say_match_options(struct ugi *ugi)
{
    const struct tb_game *game = ugi->setup.game;
    char line[LINE_TEXT];
    struct text out = text_into(line, sizeof line);

    if (tb_game_repeats(game))
        say(ugi, "option name Repetition type spin default %d min 0 max 9",
            ugi->settings.rules.repetition);
    text_add(&out, "option name Players type combo default %d", ugi->setup.players);
    for (int n = 1; n <= TB_PLAYERS_MAX; n++)
        if (tb_game_allows(game, n))
            text_add(&out, " var %d", n);
    if (bits_count(game->players) > 1)
        say(ugi, "%s", line);
}

static void say_game_option(struct ugi *ugi, int index)
{
    const struct tb_option *option = tb_game_option(ugi->setup.game, index);
    struct tb_setup setup = ugi->setup;
    bool spin = !option->words && option->step == 1;
    char line[LINE_TEXT], value[32];
    struct text out = text_into(line, sizeof line);

    tb_setup_option(&setup, index, value, sizeof value);
    text_add(&out, "option name %s type %s default %s", option->name, spin ? "spin" : "combo",
             value);
    if (spin)
        text_add(&out, " min %d max %d", option->min, option->max);
    for (int v = option->min; !spin && v <= option->max; v += option->step) {
        setup.options[index] = v;
        tb_setup_option(&setup, index, value, sizeof value);
        text_add(&out, " var %s", value);
    }
    say(ugi, "%s", line);
}

static int set_searcher(struct settings *settings, const char *value, struct tb_error *error)
{
    for (int i = 0; i < SEARCHERS; i++)
        if (strcasecmp(searcher_names[i], value) == 0) {
            settings->engine.kind = (enum engine_kind)i;
            return TB_OK;
        }
    return error_set(error, TB_ERR_VALUE, "There is no searcher ''{value}''.",
                     arg_text("value", quote(value).text));
}

static int set_number(struct settings *settings, const struct setting *setting, const char *value,
                      struct tb_error *error)
{
    int64_t number;

    if (!input_number(value, &number) || number < setting->min || number > setting->max)
        return error_set(error, TB_ERR_VALUE,
                         "{setting} cannot be ''{value}''; it must be between {min} and {max}.",
                         arg_text("setting", setting->name), arg_text("value", quote(value).text),
                         arg_count("min", setting->min), arg_count("max", setting->max));
    *setting_value(settings, setting) = (int)number;
    if (settings->seed > 0)
        settings->engine.seed = (uint64_t)settings->seed;
    if (setting_value(settings, setting) == &settings->seed)
        settings->engine.untimed = settings->seed > 0;
    return TB_OK;
}

static int set_game_option(struct settings *settings, const char *name, const char *value,
                           struct tb_error *error)
{
    const struct tb_option *option = settings->start.game->options;

    while (option->name && strcasecmp(option->name, name) != 0)
        option++;
    if (!option->name)
        return error_set(error, TB_ERR_OPTION,
                         "There is no option ''{option}''; the command ugi lists them.",
                         arg_text("option", quote(name).text));
    return start_set(&settings->start, option->name, value, error);
}

/* Notes one option. */
static int set_option(struct settings *settings, const char *name, const char *value,
                      struct tb_error *error)
{
    for (int i = 0; i < ENGINE_SETTINGS; i++)
        if (strcasecmp(engine_settings[i].name, name) == 0)
            return set_number(settings, &engine_settings[i], value, error);
    if (strcasecmp(name, "Searcher") == 0)
        return set_searcher(settings, value, error);
    if (strcasecmp(name, "Repetition") == 0 && tb_game_repeats(settings->start.game))
        return rules_set(&settings->rules, "repetition", value, error);
    if (strcasecmp(name, "Players") == 0)
        return start_set(&settings->start, "players", value, error);
    return set_game_option(settings, name, value, error);
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

/* Takes new settings over as a whole. Other rules mean another game: its start. */
static int apply_settings(struct ugi *ugi, const struct settings *settings, struct tb_error *error)
{
    bool same_game = memcmp(&settings->start, &ugi->settings.start, sizeof settings->start) == 0 &&
                     settings->rules.repetition == ugi->settings.rules.repetition;
    struct tb_position start;
    int code = start_resolve(&settings->start, &start, error);

    if (code ||
        (code = async_engine_prepare(&ugi->async, &start.setup, &settings->engine, error)) ||
        (!same_game && (code = set_match(ugi, &start, &settings->rules, NULL, error))))
        return code;
    ugi->settings = *settings;
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

static void say_info(void *context, const struct search_info *info)
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
        say(ugi, "%s", line);
    }
}

static void say_best_move(void *context, tb_move move, const struct search_info *info)
{
    const struct ugi *ugi = context;
    char text[TB_MOVE_TEXT];

    say_info(context, info);
    tb_move_text(&ugi->async.request.position, move, text, sizeof text);
    say(ugi, "bestmove %s", text);
}

/* ---- go ----------------------------------------------------------------------------------- */

/* What `go` was told, all in the protocol's own units. */
struct go {
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

        if (strcmp(word, "infinite") == 0)
            continue;
        if (!number)
            return error_set(error, TB_ERR_SYNTAX, "The command go does not know ''{word}''.",
                             arg_text("word", quote(word).text));
        char *value = input_word(&rest);

        if (!input_number(value, number))
            return error_set(error, TB_ERR_SYNTAX,
                             "The command go {word} needs a number, not ''{value}''.",
                             arg_text("word", word), arg_text("value", quote(value).text));
        /* Zero, or less on a clock that has run out, means hardly anything, not no limit. */
        if (*number < 1 && strcmp(word + 2, "inc") != 0)
            *number = 1;
        go->clock |= strcmp(word + 2, "time") == 0;
    }
    return TB_OK;
}

static int go_limits(const struct go *go, const struct tb_match *match,
                     struct search_limits *limits, struct tb_error *error)
{
    int player = tb_turn(tb_match_position(match));

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
                    .plies = tb_match_plies(match)});
    return TB_OK;
}

static void run_go(struct ugi *ugi, char *rest)
{
    struct go go = {0};
    struct tb_error error;
    struct search_request request = {
        .position = *tb_match_position(ugi->match),
        .repetition = ugi->settings.rules.repetition,
        .lines = ugi->settings.lines,
        .report = say_info,
        .done = say_best_move,
        .context = ugi,
    };

    if (tb_match_result(ugi->match).over) {
        say_error(ugi, "The game is over.");
    } else if (go_parse(&go, rest, &error) || go_limits(&go, ugi->match, &request.limits, &error) ||
               async_engine_prepare(&ugi->async, &request.position.setup, &ugi->settings.engine,
                                    &error)) {
        say_error(ugi, "%s", error.text);
    } else {
        request.history = match_states(ugi->match);
        request.history_length = tb_match_plies(ugi->match);
        async_engine_start(&ugi->async, &request);
    }
}

/* ---- The other commands -------------------------------------------------------------------- */

static void run_ugi(struct ugi *ugi, char *rest)
{
    (void)rest;
    say(ugi, "id name Tablier " TB_VERSION);
    say(ugi, "id author The Tablier authors");
    say_engine_options(ugi);
    say_match_options(ugi);
    for (int i = 0; i < tb_game_option_count(ugi->setup.game); i++)
        say_game_option(ugi, i);
    say(ugi, "ugiok");
}

static void run_isready(struct ugi *ugi, char *rest)
{
    struct tb_error error;

    (void)rest;
    if (!async_engine_busy(&ugi->async)) {
        async_engine_wait(&ugi->async);
        if (async_engine_prepare(&ugi->async, &tb_match_position(ugi->match)->setup,
                                 &ugi->settings.engine, &error))
            say_error(ugi, "%s", error.text);
    }
    say(ugi, "readyok");
}

static void run_newgame(struct ugi *ugi, char *rest)
{
    struct tb_position start;
    struct tb_error error;

    (void)rest;
    if (ugi->settings.seed == 0)
        ugi->settings.engine.seed = rng_next(&ugi->seeds);
    async_engine_clear(&ugi->async, ugi->settings.engine.seed);
    tb_position_start(&start, &ugi->setup, NULL);
    if (set_match(ugi, &start, &ugi->settings.rules, NULL, &error))
        say_error(ugi, "%s", error.text);
}

static void run_setoption(struct ugi *ugi, char *rest)
{
    struct settings settings = ugi->settings;
    struct tb_error error;
    bool named = strcmp(input_word(&rest), "name") == 0;
    char *name = input_word(&rest);

    if (!named || !*name || strcmp(input_word(&rest), "value") != 0)
        say_error(ugi, "Write setoption name NAME value VALUE.");
    else if (set_option(&settings, name, input_word(&rest), &error) ||
             apply_settings(ugi, &settings, &error))
        say_error(ugi, "%s", error.text);
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
    if (code || set_match(ugi, &start, &ugi->settings.rules, moves, &error))
        say_error(ugi, "%s", error.text);
}

static void run_query(struct ugi *ugi, char *rest)
{
    const char *what = input_word(&rest);
    struct tb_result result = tb_match_result(ugi->match);

    if (strcmp(what, "gameover") == 0)
        say(ugi, "response %s", result.over ? "true" : "false");
    else if (strcmp(what, "p1turn") == 0)
        say(ugi, "response %s", tb_turn(tb_match_position(ugi->match)) == 0 ? "true" : "false");
    else if (strcmp(what, "result") != 0)
        say_error(ugi, "There is no query '%s'; there are gameover, p1turn and result.",
                 quote(what).text);
    else if (result.winners) /* of a team, its first player */
        say(ugi, "response p%dwin", __builtin_ctz(result.winners) + 1);
    else
        say(ugi, "response %s", result.over ? "draw" : "none");
}

static void run_stop(struct ugi *ugi, char *rest)
{
    (void)rest;
    async_engine_stop(&ugi->async);
    async_engine_wait(&ugi->async); /* whatever comes next finds the engine at rest */
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
     "go [movetime MS] [depth N] [nodes N] [infinite] [p1time MS p2time MS p1inc MS p2inc MS]"},
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
        say(ugi, "info string %s: %s", commands[i].name, commands[i].help);
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
        say_error(ugi, "There is no command '%s'.", quote(name).text);
    } else if (input->cut) {
        say_error(ugi, "%s: The line is longer than %d characters.", name, INPUT_LINE_MAX);
    } else if (command->anytime) {
        command->run(ugi, rest);
    } else if (async_engine_busy(&ugi->async)) {
        say_error(ugi, "%s: Send stop first; a search is running.", name);
    } else {
        async_engine_wait(&ugi->async);
        command->run(ugi, rest);
    }
}

/* Returns the settings from the caller's: a value other than the default counts as given. */
static struct settings initial_settings(const struct ugi_settings *given)
{
    const struct tb_setup *setup = &given->setup;
    struct settings settings = {
        .start = {.game = setup->game, .players = setup->players},
        .rules = match_rules_default(),
        .engine = given->engine,
        .lines = 1,
    };

    for (int i = 0; i < tb_game_option_count(setup->game); i++) {
        settings.start.options[i] = setup->options[i];
        if (setup->options[i] != tb_game_option(setup->game, i)->defaults[setup->players])
            settings.start.given |= 1u << i;
    }
    if (settings.engine.table_mb == 0)
        settings.engine.table_mb = UGI_HASH;
    if (settings.engine.threads == 0)
        settings.engine.threads = 1;
    return settings;
}

bool ugi_serve(const struct ugi_settings *settings, FILE *in, FILE *out)
{
    struct ugi ugi = {
        .out = out,
        .settings = initial_settings(settings),
        .setup = settings->setup,
        .seeds = {settings->engine.seed},
    };
    struct input input;
    struct tb_position start;

    tb_position_start(&start, &ugi.setup, NULL);
    ugi.match = match_new(&start, &ugi.settings.rules, NULL);
    bool ready = input_open(&input, in) && ugi.match;

    while (ready && !ugi.quit && input_read(&input))
        execute(&ugi, &input);
    async_engine_release(&ugi.async);
    tb_match_free(ugi.match);
    input_close(&input);
    return ready;
}
