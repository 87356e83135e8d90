/* match_session.c - running a match and saying how it goes. */
#define _GNU_SOURCE /* asprintf */
#include "cli/match/match_session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "cli/thinking.h"
#include "core/clock.h"
#include "core/message.h"
#include "file/file.h"
#include "file/output.h"

enum {
    GAMES_DEFAULT = 100,
    GAMES_DEFAULT_SPRT = 20000,
    TIME_DEFAULT = 1000, /* milliseconds per move */
    OPENING_DEFAULT = 2, /* plies */
};

/* ---- Contestants ---------------------------------------------------------------------------- */

/* Keeps labels apart where contestants are the same. */
static void distinguish(struct match_session *session)
{
    for (int i = 1; i < session->spec_count; i++) {
        struct contestant_spec *one = &session->specs[i];
        size_t length = strlen(one->label);
        bool same = false;

        for (int j = 0; j < i; j++)
            same = same || strcmp(session->specs[j].label, one->label) == 0;
        if (same && length + 12 < LABEL_TEXT)
            sprintf(one->label + length, i < 26 ? " (%c)" : " (%d)", i < 26 ? 'A' + i : i + 1);
    }
}

/* The length of NAME in "NAME=SPEC"; 0 if there is none. */
static size_t name_length(const char *text)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.+-";
    size_t length = strspn(text, allowed);

    return text[length] == '=' && length < LABEL_TEXT ? length : 0;
}

const char *session_spec_text(const char *text)
{
    size_t length = name_length(text);

    return text + length + (length > 0);
}

static int read_spec(struct contestant_spec *spec, const char *text, const struct tb_setup *setup,
                     struct tb_error *error)
{
    size_t length = name_length(text);
    int code = contestant_spec_parse(spec, session_spec_text(text), setup, error);

    if (!code && length > 0) {
        struct text label = text_into(spec->label, sizeof spec->label);

        text_add(&label, "%.*s", (int)length, text);
    }
    return code;
}

int session_specs(struct match_session *session, const char *const *texts,
                  const char *const *options, int count)
{
    struct tb_error error;

    session->specs = calloc((size_t)count + 1, sizeof *session->specs);
    if (!session->specs)
        return out_of_memory();
    for (int c = 0; c < count; c++) {
        if (read_spec(&session->specs[c], texts[c], &session->plan.match.terms.setup, &error))
            return usage_error_of(options ? options[c] : "--entrant", &error);
        session->spec_count++;
    }
    distinguish(session);
    return GO_ON;
}

static int read_specs(struct match_session *session, const char *const *texts)
{
    static const char *const options[CONTESTANTS_MAX] = {"--a", "--b", "--c", "--d"};
    struct tb_error error;
    int count = 0, status;

    while (count < CONTESTANTS_MAX && texts[count])
        count++;
    if ((status = session_specs(session, texts, options, count)) != GO_ON)
        return status;
    if (schedule_make(&session->schedule, &session->plan.match.terms.setup, session->spec_count,
                      &error))
        return usage_error_of(NULL, &error);
    return GO_ON;
}

static void release_specs(struct match_session *session)
{
    for (int c = 0; c < session->spec_count; c++)
        contestant_spec_release(&session->specs[c]);
    free(session->specs);
    session->specs = NULL;
    session->spec_count = 0;
}

/* ---- Openings ------------------------------------------------------------------------------- */

/* JSON is for programs: it does not change with the reader. */
static const char *words_lang(const struct match_session *session)
{
    return session->args->json ? "en" : terminal_lang();
}

static int read_opening_file(struct match_session *session)
{
    struct text words = text_into(session->openings_text, sizeof session->openings_text);
    struct tb_error error;
    char *text = file_read(session->args->openings, &error);

    if (!text)
        return usage_error_of("--openings", &error);
    int code = openings_read(&session->openings, &session->plan.match.terms.setup,
                             &session->plan.match.terms.rules, text, &error);

    free(text);
    if (code)
        return usage_error("--openings: {path}: {error}", arg_text("path", session->args->openings),
                           arg_message("error", error.message));
    text_message(&words, words_lang(session),
                 "{count, plural, one {# opening} other {# openings}} from {path}",
                 arg_count("count", session->openings.count),
                 arg_text("path", quote(session->args->openings).text));
    return GO_ON;
}

static int make_random_openings(struct match_session *session, int plies, int count)
{
    struct text words = text_into(session->openings_text, sizeof session->openings_text);
    struct tb_error error;

    if (openings_random(&session->openings, &session->plan.match.terms.setup,
                        &session->plan.match.terms.rules, plies, count, session->args->seed,
                        &error))
        return usage_error_of("--openings", &error);
    const char *lang = words_lang(session);

    text_message(&words, lang,
                 "random openings of {plies, plural, one {# ply} other {# plies}}, seed {seed}",
                 arg_count("plies", plies), arg_unsigned("seed", session->args->seed));
    if (session->openings.count < count - 1)
        text_message(&words, lang, " (there are only {count})",
                     arg_count("count", session->openings.count));
    return GO_ON;
}

static int make_openings(struct match_session *session, int count)
{
    const char *openings = session->args->openings;
    struct scan scan = {openings ? openings : ""};
    struct tb_error error;
    int plies = OPENING_DEFAULT;

    if (openings && strcmp(openings, "start") == 0) {
        strcpy(session->openings_text, translate(words_lang(session), "from the start"));
        return openings_usual(&session->openings, &session->plan.match.terms.setup, &error)
                   ? failure_of(NULL, &error)
                   : GO_ON;
    }
    if (openings && !scan_word(&scan, "random:"))
        return read_opening_file(session);
    if (openings && (!scan_number(&scan, 999, &plies) || !scan_end(&scan)))
        return usage_error("--openings: ''{openings}'' is not random:PLIES, such as random:4.",
                           arg_text("openings", quote(openings).text));
    return make_random_openings(session, plies, count);
}

/* Some programs can be told moves only. */
static int check_openings(const struct match_session *session)
{
    for (int c = 0; c < session->spec_count; c++)
        for (int i = 0; i < session->openings.count; i++) {
            const struct tb_position *start = &session->openings.items[i].start;
            struct tb_position usual;

            tb_position_start(&usual, &start->setup, NULL);
            if (!contestant_spec_takes_positions(&session->specs[c]) && !tb_equal(start, &usual))
                return usage_error("--openings: Opening {number} is a position, and {name} can "
                                   "only be told moves from the start.",
                                   arg_count("number", i + 1),
                                   arg_text("name", session->specs[c].label));
        }
    return GO_ON;
}

int session_openings(struct match_session *session, int count)
{
    int status = make_openings(session, count);

    return status == GO_ON ? check_openings(session) : status;
}

/* ---- While it goes on ------------------------------------------------------------------------ */

void session_hide_progress(const struct match_session *session)
{
    if (session->live)
        fputs("\r\033[K", stderr);
}

static void show_progress(const struct match_session *session)
{
    char line[256];
    struct text text = text_into(line, sizeof line);

    if (!session->live)
        return;
    match_progress(&session->state, &text);
    fprintf(stderr, "\r%.*s\033[K", terminal_width() - 1, line);
}

static void write_record(struct match_session *session, const struct record *record)
{
    char *text = record_format(record, session->form), *whole = NULL;
    const char *between = session->form == RECORD_TEXT && session->written ? "\n" : "";

    session->written = true;
    errno = ENOMEM;
    if (!text || asprintf(&whole, "%s%s", between, text) < 0 ||
        !output_add(session->out, whole, strlen(whole))) {
        failure("Cannot write {path}: {reason}.", arg_text("path", session->args->out),
                arg_text("reason", system_words(errno)));
        fclose(session->out);
        session->out = NULL; /* the match goes on without it */
        session->lost = true;
    }
    free(whole);
    free(text);
}

static bool finished(void *context, const struct match_game *game)
{
    struct match_session *session = context;
    struct match_state *state = &session->state;
    char line[512];
    struct text text = text_into(line, sizeof line);

    if (session->out)
        write_record(session, &game->record);
    tally_add(&state->tally, game);
    if (game->culprit >= 0) {
        match_fault(state, game, &text);
        session_hide_progress(session);
        fprintf(stderr, "%s\n", line);
    }
    show_progress(session);
    return !state->testing || sprt_judge(&state->sprt, match_llr(state)) == SPRT_OPEN;
}

static bool tick(void *context)
{
    (void)context;
    return !work_must_end();
}

/* ---- Files ---------------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);

    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static int open_files(struct match_session *session)
{
    const struct match_args *args = session->args;
    enum output_mode mode = args->append  ? OUTPUT_APPEND
                            : args->force ? OUTPUT_REPLACE
                                          : OUTPUT_NEW;
    struct tb_error error;

    if (session->opened)
        return GO_ON;
    session->opened = true;
    if (args->out) {
        session->form = ends_with(args->out, ".txt") || ends_with(args->out, ".pgn") ? RECORD_TEXT
                                                                                     : RECORD_JSON;
        session->out = output_stream(args->out, mode, &session->written, &error);
        if (!session->out)
            return failure_of("--out", &error);
    }
    if (args->log) {
        session->log = output_stream(args->log, mode, NULL, &error);
        if (!session->log)
            return failure_of("--log", &error);
        setvbuf(session->log, NULL, _IOLBF, BUFSIZ);
        session->plan.match.terms.log = session->log;
    }
    return GO_ON;
}

void session_open(struct match_session *session, const struct match_args *args,
                  const struct tb_setup *setup)
{
    *session = (struct match_session){.args = args, .live = isatty(STDERR_FILENO)};
    session->plan.match.terms = (struct contestant_terms){
        .setup = *setup,
        .rules = args->rules,
        .timeout_us = (int64_t)args->timeout_ms * 1000,
    };
}

/* Closes the log. Lines that were lost are reported, with the reason why no further one can be
 * written: that of the lost ones is not kept. */
static bool close_log(struct match_session *session)
{
    bool lost = ferror(session->log);

    errno = 0;
    if (lost)
        fputc('\n', session->log);
    lost |= fflush(session->log) != 0;
    int reason = errno;

    lost |= fclose(session->log) != 0;
    if (!lost)
        return true;
    if (reason)
        failure("--log: Cannot write {path}: {reason}.", arg_text("path", session->args->log),
                arg_text("reason", system_words(reason)));
    else
        failure("--log: Cannot write {path}.", arg_text("path", session->args->log));
    return false;
}

int session_close(struct match_session *session)
{
    if (session->out && fclose(session->out) != 0) {
        failure("Cannot write {path}: {reason}.", arg_text("path", session->args->out),
                arg_text("reason", system_words(errno)));
        session->lost = true;
    }
    if (session->log && !close_log(session))
        session->lost = true;
    session->out = session->log = NULL;
    return session->lost ? STATUS_FAILED : STATUS_OK;
}

/* ---- Running ------------------------------------------------------------------------------ */

void session_limits(struct match_session *session)
{
    const struct match_args *args = session->args;
    struct match_limits *limits = &session->plan.match.limits;
    bool limited = true;

    for (int c = 0; c < session->spec_count; c++)
        limited = limited && contestant_spec_is_limited(&session->specs[c]);
    *limits = (struct match_limits){
        .move_ms = (int64_t)args->time_ms,
        .nodes = args->nodes,
        .clocked = args->clock.given,
        .base_ms = args->clock.base_ms,
        .increment_ms = args->clock.increment_ms,
        .margin_ms = (int64_t)args->margin_ms,
        .max_plies = (int)args->max_plies,
        .adjudication = args->adjudication,
    };
    if (!args->adjudication.proven)
        limits->adjudication.proof_nodes = 0;
    if (!limits->move_ms && !limits->nodes && !limits->clocked && !limited)
        limits->move_ms = TIME_DEFAULT;
}

static bool adjudicates(const struct adjudication *rules)
{
    return rules->proven || rules->win_moves > 0 || rules->draw_moves > 0;
}

int session_prepare(struct match_session *session, const char *const *specs)
{
    struct runner_plan *plan = &session->plan;
    const struct match_args *args = session->args;
    int status = read_specs(session, specs);

    plan->games = args->games > 0    ? (int)args->games
                  : args->sprt.given ? GAMES_DEFAULT_SPRT
                                     : GAMES_DEFAULT;
    if (status != GO_ON ||
        (status = session_openings(session, plan->games / session->schedule.block + 1)) != GO_ON)
        return status;
    session_limits(session);
    plan->match.specs = session->specs;
    plan->match.schedule = &session->schedule;
    plan->openings = &session->openings;
    plan->concurrency = (int)args->concurrency < plan->games ? (int)args->concurrency : plan->games;
    plan->match.seed = args->seed;
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
        return usage_error("--sprt: It needs a game of two sides.");
    if (adjudicates(&args->adjudication) && session->schedule.sides != 2)
        return usage_error("Adjudication needs a game of two sides.");
    tally_init(&session->state.tally, &session->schedule);
    return GO_ON;
}

int session_play(struct match_session *session)
{
    struct tb_error error;
    int status = open_files(session);

    if (status != GO_ON)
        return status;
    session->state.started_us = clock_us();
    show_progress(session);
    int code = match_runner_run(&session->plan, &error);

    session_hide_progress(session);
    session->state.seconds = (double)(clock_us() - session->state.started_us) / 1e6;
    session->state.interrupted =
        work_must_end() && session->state.tally.games < session->plan.games;
    return code ? failure_of(NULL, &error) : GO_ON;
}

void session_clear(struct match_session *session)
{
    tally_release(&session->state.tally);
    openings_release(&session->openings);
    release_specs(session);
}
