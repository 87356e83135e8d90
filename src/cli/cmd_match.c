/* cmd_match.c - tablier match: contestants play many games, and who is stronger. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/match_report.h"
#include "cli/position_args.h"
#include "cli/record_file.h"
#include "cli/terminal.h"
#include "core/start.h"
#include "core/text.h"
#include "match/clock.h"

extern const struct command cmd_match;

enum {
    GAMES_DEFAULT = 100,
    GAMES_DEFAULT_SPRT = 20000,
    GAMES_MAX = 10000000,
    CONCURRENCY_MAX = 256,
    TIME_DEFAULT = 1000,  /* milliseconds a move */
    TIME_MAX = 86400000,
    OPENING_DEFAULT = 2,  /* plies */
};

/* M+S: minutes and the increment in seconds. */
struct clock_arg {
    bool given;
    int64_t base_ms, increment_ms;
};

struct sprt_arg {
    bool given;
    double elo0, elo1;
};

struct args {
    struct position_args position;
    const char *specs[CONTESTANTS_MAX];
    uint64_t games, time_ms, nodes, concurrency, max_plies, margin_ms, patience_ms, seed;
    struct clock_arg clock;
    struct sprt_arg sprt;
    struct tb_match_rules rules;
    const char *openings, *out, *log;
    bool json, ladder;
};

/* ---- Options --------------------------------------------------------------------------- */

static bool read_real(const char **at, double *value)
{
    char *end;

    *value = strtod(*at, &end);
    bool found = end != *at && isfinite(*value);

    *at = end;
    return found;
}

static int take_clock(void *target, const char *value, struct tb_error *error)
{
    struct clock_arg *clock = target;
    const char *at = value;
    double minutes = 0, seconds = 0;
    bool good = read_real(&at, &minutes) &&
                (*at == '\0' || (*at++ == '+' && read_real(&at, &seconds)));

    if (!good || *at || minutes < 0 || seconds < 0 || minutes > 1440 || seconds > 3600 ||
        minutes + seconds <= 0)
        return error_set(error, TB_ERR_VALUE,
                         "'%s' is not M+S, minutes and seconds of increment, such as 1+0.5",
                         quote(value).text);
    clock->given = true;
    clock->base_ms = llround(minutes * 60000);
    clock->increment_ms = llround(seconds * 1000);
    return TB_OK;
}

static int take_sprt(void *target, const char *value, struct tb_error *error)
{
    struct sprt_arg *sprt = target;
    const char *at = value;

    if (!read_real(&at, &sprt->elo0) || *at++ != ',' || !read_real(&at, &sprt->elo1) || *at ||
        sprt->elo0 >= sprt->elo1 || sprt->elo0 < -1000 || sprt->elo1 > 1000)
        return error_set(error, TB_ERR_VALUE,
                         "'%s' is not ELO0,ELO1, two differences such as 0,5", quote(value).text);
    sprt->given = true;
    return TB_OK;
}

/* A number from 1 on; 0 means that none was given. */
static int take_positive(void *target, const char *value, struct tb_error *error)
{
    int code = take_number(target, value, error);

    if (!code && *(uint64_t *)target == 0)
        return error_set(error, TB_ERR_VALUE, "it cannot be 0");
    return code;
}

static int take_repetition(void *target, const char *value, struct tb_error *error)
{
    return rules_set(target, "repetition", value, error);
}

static const struct option options[] = {
    {"a", "SPEC", "level:N, auto, alphabeta, mcts, uct, paranoid, maxn, random, cmd:..., qtp:...",
     take_text, offsetof(struct args, specs[0])},
    {"b", "SPEC", "the same, for the second contestant", take_text, offsetof(struct args, specs[1])},
    {"c", "SPEC", "a third, with three or more sides", take_text,
     offsetof(struct args, specs[2])},
    {"d", "SPEC", "a fourth", take_text, offsetof(struct args, specs[3])},
    {"games", "N", "play N games (default: 100)", take_positive, offsetof(struct args, games)},
    {"time", "MS", "milliseconds a move (default: 1000)", take_positive,
     offsetof(struct args, time_ms)},
    {"tc", "M+S", "clocks of M minutes, and S seconds more for every move", take_clock,
     offsetof(struct args, clock)},
    {"nodes", "N", "positions to look at for a move", take_positive, offsetof(struct args, nodes)},
    {"openings", "FILE|random:N", "where games begin, or start (default: random:2, two plies)",
     take_text, offsetof(struct args, openings)},
    {"sprt", "ELO0,ELO1", "end as soon as one of two Elo differences is the likelier", take_sprt,
     offsetof(struct args, sprt)},
    {"concurrency", "N", "games at a time (default: 1)", take_positive,
     offsetof(struct args, concurrency)},
    {"out", "FILE", "write the games there (text if its name ends in .txt or .pgn)", take_text,
     offsetof(struct args, out)},
    {"players", "N", "number of players (default: 2)", take_text,
     offsetof(struct args, position.players)},
    {"set", "KEY=VALUE", "a rule option of the game; repeatable", take_setting,
     offsetof(struct args, position.sets)},
    {"repetition", "N", "occurrences of a position that make a draw (default: 3; 0: off)",
     take_repetition, offsetof(struct args, rules)},
    {"max-plies", "N", "call a game a draw after N plies (default: 500; 0: never)", take_number,
     offsetof(struct args, max_plies)},
    {"margin", "MS", "milliseconds that a move may be late (default: 200)", take_number,
     offsetof(struct args, margin_ms)},
    {"patience", "MS", "time to start a program, or to move without a clock (default: 30000)",
     take_positive, offsetof(struct args, patience_ms)},
    {"seed", "N", "for openings and engines (default: 1)", take_number,
     offsetof(struct args, seed)},
    {"log", "FILE", "write down all that is said to and by other programs", take_text,
     offsetof(struct args, log)},
    {"ladder", NULL, "every level against the one below, instead of --a and --b", take_flag,
     offsetof(struct args, ladder)},
    {"json", NULL, "print one JSON object (a list for --ladder)", take_flag,
     offsetof(struct args, json)},
    {0},
};

static int check_args(const struct args *args)
{
    if (args->games > GAMES_MAX)
        return usage_error("--games: it may be 1 to %d", GAMES_MAX);
    if (args->concurrency > CONCURRENCY_MAX)
        return usage_error("--concurrency: it may be 1 to %d", CONCURRENCY_MAX);
    if (args->time_ms > TIME_MAX || args->margin_ms > TIME_MAX || args->patience_ms > TIME_MAX)
        return usage_error("a time is at most %d ms", TIME_MAX);
    if (args->max_plies > 1000000)
        return usage_error("--max-plies: it may be 0 (never) to 1000000");
    if (args->clock.given && args->time_ms > 0)
        return usage_error("--time and --tc exclude each other");
    if (args->nodes > INT64_MAX)
        return usage_error("--nodes: it is too large");
    if (args->ladder && (args->specs[0] || args->specs[1] || args->specs[2] || args->specs[3]))
        return usage_error("--ladder names its contestants itself");
    if (!args->ladder && (!args->specs[0] || !args->specs[1]))
        return usage_error("a match needs --a SPEC and --b SPEC, such as --a level:3 --b level:2");
    if (!args->specs[2] && args->specs[3])
        return usage_error("--d needs --c");
    return GO_ON;
}

/* ---- One match ---------------------------------------------------------------------------- */

struct session {
    const struct args *args;
    struct contestant_spec specs[CONTESTANTS_MAX];
    int spec_count;
    struct schedule schedule;
    struct opening_list openings;
    char openings_text[128];
    struct arena_plan plan;
    struct match_state state;
    FILE *out, *log; /* opened when the first match begins */
    enum record_form form;
    int written;     /* records */
    bool live; /* is there a progress line on the screen? */
    int status;
};

/* Keeps labels apart where both contestants are the same. */
static void distinguish(struct session *session)
{
    for (int i = 1; i < session->spec_count; i++)
        for (int j = 0; j < i; j++) {
            struct contestant_spec *one = &session->specs[i];
            size_t length = strlen(one->label);

            if (strcmp(one->label, session->specs[j].label) == 0 && length + 5 < LABEL_TEXT)
                sprintf(one->label + length, " (%c)", contestant_letter(i));
        }
}

static int read_specs(struct session *session, const char *const *texts)
{
    struct tb_error error;

    for (int c = 0; c < CONTESTANTS_MAX && texts[c]; c++) {
        if (contestant_spec_parse(&session->specs[c], texts[c], &session->plan.terms.setup,
                                  &error))
            return usage_error("--%c: %s", "abcd"[c], error.text);
        session->spec_count++;
    }
    distinguish(session);
    if (schedule_make(&session->schedule, &session->plan.terms.setup, session->spec_count,
                      &error))
        return usage_error("%s", error.text);
    return GO_ON;
}

static void release_specs(struct session *session)
{
    for (int c = 0; c < session->spec_count; c++)
        contestant_spec_release(&session->specs[c]);
    session->spec_count = 0;
}

/* ---- Openings ------------------------------------------------------------------------------- */

static int read_opening_file(struct session *session)
{
    struct text words = text_into(session->openings_text, sizeof session->openings_text);
    struct tb_error error;
    char *text = file_read(session->args->openings, &error);

    if (!text)
        return usage_error("--openings: %s", error.text);
    int code = openings_read(&session->openings, &session->plan.terms.setup,
                             &session->plan.terms.rules, text, &error);

    free(text);
    if (code)
        return usage_error("--openings: %s: %s", session->args->openings, error.text);
    text_add(&words, "%d opening%s from %s", session->openings.count,
             session->openings.count == 1 ? "" : "s", quote(session->args->openings).text);
    return GO_ON;
}

static int make_random_openings(struct session *session, int plies)
{
    int blocks = session->plan.games / session->schedule.block + 1;
    struct text words = text_into(session->openings_text, sizeof session->openings_text);
    struct tb_error error;

    if (openings_random(&session->openings, &session->plan.terms.setup,
                        &session->plan.terms.rules, plies, blocks, session->args->seed, &error))
        return usage_error("--openings: %s", error.text);
    text_add(&words, "random openings of %d pl%s, seed %llu", plies, plies == 1 ? "y" : "ies",
             (unsigned long long)session->args->seed);
    if (session->openings.count < blocks - 1)
        text_add(&words, " (there are only %d)", session->openings.count);
    return GO_ON;
}

static int make_openings(struct session *session)
{
    const char *openings = session->args->openings;
    struct scan scan = {openings ? openings : ""};
    struct tb_error error;
    int plies = OPENING_DEFAULT;

    if (openings && strcmp(openings, "start") == 0) {
        strcpy(session->openings_text, "from the start");
        return openings_usual(&session->openings, &session->plan.terms.setup, &error)
                   ? failure("%s", error.text)
                   : GO_ON;
    }
    if (openings && !scan_word(&scan, "random:"))
        return read_opening_file(session);
    if (openings && (!scan_number(&scan, 999, &plies) || !scan_end(&scan)))
        return usage_error("--openings: '%s' is not random:PLIES, such as random:4",
                           quote(openings).text);
    return make_random_openings(session, plies);
}

/* Some programs can be told moves only. */
static int check_openings(const struct session *session)
{
    for (int c = 0; c < session->spec_count; c++)
        for (int i = 0; i < session->openings.count; i++) {
            const struct tb_position *start = &session->openings.items[i].start;
            struct tb_position usual;

            tb_position_start(&usual, &start->setup);
            if (!contestant_spec_takes_positions(&session->specs[c]) && !tb_equal(start, &usual))
                return usage_error("--openings: opening %d is a position, and %s can only be told "
                                   "moves from the start",
                                   i + 1, session->specs[c].label);
        }
    return GO_ON;
}

/* ---- While it goes on ------------------------------------------------------------------------ */

static void hide_progress(const struct session *session)
{
    if (session->live)
        fputs("\r\033[K", stderr);
}

static void show_progress(const struct session *session)
{
    char line[256];
    struct text text = text_into(line, sizeof line);

    if (!session->live)
        return;
    match_progress(&session->state, &text);
    fprintf(stderr, "\r%.*s\033[K", terminal_width() - 1, line);
}

static void write_record(struct session *session, const struct record *record)
{
    char *text = record_format(record, session->form);
    const char *between = session->form == RECORD_TEXT && session->written++ > 0 ? "\n" : "";

    errno = 0;
    if (!text || fprintf(session->out, "%s%s", between, text) < 0 || fflush(session->out) != 0) {
        session->status = failure("cannot write %s: %s", session->args->out,
                                  errno ? strerror(errno) : "out of memory");
        fclose(session->out);
        session->out = NULL; /* the match goes on without it */
    }
    free(text);
}

static bool finished(void *context, const struct bout *bout)
{
    struct session *session = context;
    struct match_state *state = &session->state;
    char line[512];
    struct text text = text_into(line, sizeof line);

    if (session->out)
        write_record(session, &bout->record);
    tally_add(&state->tally, bout);
    if (bout->culprit >= 0) {
        match_fault(state, bout, &text);
        hide_progress(session);
        fprintf(stderr, "%s\n", line);
    }
    show_progress(session);
    return !state->testing || sprt_judge(&state->sprt, match_llr(state)) == SPRT_OPEN;
}

static bool tick(void *context)
{
    struct session *session = context;

    session->state.interrupted = interrupt_pending();
    return !session->state.interrupted;
}

/* ---- Files ---------------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);

    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* Opens what is not open yet. */
static int open_files(struct session *session)
{
    const struct args *args = session->args;

    if (args->out && !session->out) {
        session->form = ends_with(args->out, ".txt") || ends_with(args->out, ".pgn") ? RECORD_TEXT
                                                                                     : RECORD_JSON;
        session->out = fopen(args->out, "we");
        if (!session->out)
            return failure("cannot write %s: %s", args->out, strerror(errno));
    }
    if (args->log && !session->log) {
        session->log = fopen(args->log, "ae"); /* programs add their own errors to it */
        if (!session->log)
            return failure("cannot write %s: %s", args->log, strerror(errno));
        setvbuf(session->log, NULL, _IOLBF, BUFSIZ);
        session->plan.terms.log = session->log;
    }
    return GO_ON;
}

static void close_files(struct session *session)
{
    if (session->out && fclose(session->out) != 0)
        session->status = failure("cannot write %s: %s", session->args->out, strerror(errno));
    if (session->log)
        fclose(session->log);
}

/* ---- Running ---------------------------------------------------------------------------------- */

static void set_limits(struct session *session)
{
    const struct args *args = session->args;
    struct bout_limits *limits = &session->plan.limits;
    bool limited = true;

    for (int c = 0; c < session->spec_count; c++)
        limited = limited && contestant_spec_is_limited(&session->specs[c]);
    *limits = (struct bout_limits){
        .move_ms = (int64_t)args->time_ms,
        .nodes = args->nodes,
        .clocked = args->clock.given,
        .base_ms = args->clock.base_ms,
        .increment_ms = args->clock.increment_ms,
        .margin_ms = (int64_t)args->margin_ms,
        .max_plies = (int)args->max_plies,
    };
    if (!limits->move_ms && !limits->nodes && !limits->clocked && !limited)
        limits->move_ms = TIME_DEFAULT;
}

static int prepare(struct session *session, const char *const *specs)
{
    struct arena_plan *plan = &session->plan;
    const struct args *args = session->args;
    int status = read_specs(session, specs);

    plan->games = args->games > 0 ? (int)args->games
                  : args->sprt.given ? GAMES_DEFAULT_SPRT
                                     : GAMES_DEFAULT;
    if (status != GO_ON || (status = make_openings(session)) != GO_ON ||
        (status = check_openings(session)) != GO_ON)
        return status;
    set_limits(session);
    plan->specs = session->specs;
    plan->schedule = &session->schedule;
    plan->openings = &session->openings;
    plan->concurrency = (int)args->concurrency < plan->games ? (int)args->concurrency
                                                             : plan->games;
    plan->seed = args->seed;
    plan->finished = finished;
    plan->tick = tick;
    plan->context = session;
    session->state = (struct match_state){
        .plan = plan,
        .openings = session->openings_text,
        .testing = args->sprt.given,
        .sprt = sprt_make(args->sprt.elo0, args->sprt.elo1),
    };
    if (args->sprt.given && session->schedule.sides != 2)
        return usage_error("--sprt: it needs a game of two sides");
    tally_init(&session->state.tally, &session->schedule);
    return GO_ON;
}

/* Plays a match that was prepared. */
static int play(struct session *session)
{
    struct tb_error error;
    int status = open_files(session);

    if (status != GO_ON)
        return status;
    session->state.started_us = clock_us();
    show_progress(session);
    int code = arena_run(&session->plan, &error);

    hide_progress(session);
    session->state.seconds = (double)(clock_us() - session->state.started_us) / 1e6;
    return code ? failure("%s", error.text) : GO_ON;
}

static void conclude(struct session *session)
{
    tally_release(&session->state.tally);
    openings_release(&session->openings);
    release_specs(session);
}

static void print_json(json_t *json)
{
    json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(8));
    putchar('\n');
    json_decref(json);
}

static int run_match(struct session *session)
{
    int status = prepare(session, session->args->specs);

    if (status == GO_ON && (status = play(session)) == GO_ON) {
        if (session->args->json)
            print_json(match_json(&session->state));
        else
            match_report(&session->state, stdout);
    }
    conclude(session);
    return status;
}

static int run_ladder(struct session *session)
{
    json_t *list = json_array();
    int status = GO_ON;

    for (int level = 2; level <= LEVEL_MAX && status == GO_ON && !interrupt_pending(); level++) {
        char upper[16], lower[16];
        const char *specs[CONTESTANTS_MAX] = {upper, lower};
        struct text upper_text = text_into(upper, sizeof upper);
        struct text lower_text = text_into(lower, sizeof lower);

        text_add(&upper_text, "level:%d", level);
        text_add(&lower_text, "level:%d", level - 1);
        status = prepare(session, specs);
        if (status == GO_ON && level == 2 && !session->args->json)
            ladder_head(&session->state, stdout);
        if (status == GO_ON && (status = play(session)) == GO_ON) {
            if (session->args->json)
                json_array_append_new(list, match_json(&session->state));
            else if (session->state.tally.games > 0)
                ladder_row(&session->state, stdout);
        }
        conclude(session);
    }
    if (session->args->json && status == GO_ON)
        print_json(json_incref(list));
    json_decref(list);
    return status;
}

static int run(int argc, char **argv)
{
    struct args args = {
        .concurrency = 1, .max_plies = 500, .margin_ms = 200, .patience_ms = 30000, .seed = 1,
        .rules = tb_match_rules_default(),
    };
    struct session session = {.args = &args, .status = STATUS_OK};
    struct tb_position start;
    int status = options_parse(&cmd_match, &args, &argc, argv);

    if (status != GO_ON || (status = check_args(&args)) != GO_ON ||
        (status = position_args_start(&args.position, argv[0], &start)) != GO_ON)
        return status;
    session.live = isatty(STDERR_FILENO);
    session.plan.terms = (struct contestant_terms){
        .setup = start.setup,
        .rules = args.rules,
        .patience_us = (int64_t)args.patience_ms * 1000,
    };
    interrupt_catch();
    status = args.ladder ? run_ladder(&session) : run_match(&session);
    close_files(&session);
    if (status != GO_ON)
        return status;
    return interrupt_pending() ? STATUS_INTERRUPTED : session.status;
}

const struct command cmd_match = {
    .name = "match",
    .words = "GAME",
    .words_min = 1,
    .words_max = 1,
    .summary = "Let engines play many games, and say which is stronger.",
    .options = options,
    .run = run,
};
