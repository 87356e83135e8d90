/* match_session.c - the contestants, openings and limits of a match or a tournament. */
#include "cli/match/match_session.h"

#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/match/match_report.h"
#include "core/message.h"
#include "file/file.h"
#include "lab/job_tournament.h"
#include "lab/terms.h"

enum {
    GAMES_DEFAULT = 100,
    GAMES_DEFAULT_SPRT = 20000,
    TIME_DEFAULT = 1000, /* milliseconds per move */
    OPENING_DEFAULT = 2, /* plies */
};

/* ---- Contestants ---------------------------------------------------------------------------- */

/* Makes labels of equal contestants different. */
static int distinguish(struct match_session *session)
{
    for (int i = 1; i < session->spec_count; i++) {
        struct contestant_spec *one = &session->specs[i];
        size_t length = strlen(one->label);
        bool same = false;

        for (int j = 0; j < i; j++)
            same = same || strcmp(session->specs[j].label, one->label) == 0;
        if (same && length + 12 >= LABEL_TEXT)
            return usage_error("Two entrants are called ''{name}''.", arg_text("name", one->label));
        if (same)
            sprintf(one->label + length, i < 26 ? " (%c)" : " (%d)", i < 26 ? 'A' + i : i + 1);
    }
    return GO_ON;
}

/* The length of NAME in "NAME=SPEC"; 0 if there is none. */
static size_t name_length(const char *text)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.+-";
    size_t length = strspn(text, allowed);

    return text[length] == '=' && length < LABEL_TEXT ? length : 0;
}

/* Returns the SPEC of "NAME=SPEC". */
static const char *spec_text(const char *text)
{
    size_t length = name_length(text);

    return text + length + (length > 0);
}

static int read_specs(struct match_session *session)
{
    static const char *const options[CONTESTANTS_MAX] = {"--a", "--b", "--c", "--d"};
    const struct match_args *args = session->args;
    struct tb_error error;

    session->specs = calloc((size_t)args->entrants.count + 1, sizeof *session->specs);
    if (!session->specs)
        return out_of_memory();
    session->plan.specs = session->specs;
    for (int i = 0; i < args->entrants.count; i++) {
        const char *text = args->entrants.texts[i];
        struct contestant_spec *spec = &session->specs[i];

        if (contestant_spec_parse(spec, spec_text(text), &session->plan.terms.setup, &error))
            return usage_error_of(args->event == EVENT_MATCH ? options[i] : "--entrant", &error);
        session->spec_count++;
        if (name_length(text) > 0)
            snprintf(spec->label, sizeof spec->label, "%.*s", (int)name_length(text), text);
    }
    return distinguish(session);
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
    int code = openings_read(&session->openings, &session->plan.terms.setup,
                             &session->plan.terms.rules, text, &error);

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

    if (openings_random(&session->openings, &session->plan.terms.setup, &session->plan.terms.rules,
                        plies, count, session->args->seed, &error))
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

/* Reads the openings, or makes `count` random ones. */
static int make_openings(struct match_session *session, int count)
{
    const char *openings = session->args->openings;
    struct scan scan = {openings ? openings : ""};
    struct tb_error error;
    int plies = OPENING_DEFAULT;

    if (openings && strcmp(openings, "start") == 0) {
        strcpy(session->openings_text, translate(words_lang(session), "from the start"));
        return openings_usual(&session->openings, &session->plan.terms.setup, &error)
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

/* Some programs accept moves only. */
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

/* ---- Limits -----------------------------------------------------------------------------------
 */

static void set_limits(struct match_session *session)
{
    const struct match_args *args = session->args;
    struct match_limits *limits = &session->plan.limits;
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

/* The name of what is asked for and needs two sides; NULL: nothing does. */
static const char *needs_two_sides(const struct match_args *args)
{
    const struct adjudication *rules = &args->adjudication;

    return args->event == EVENT_TOURNAMENT ? "tournament"
           : args->sprt.given              ? "--sprt"
           : args->pgn                     ? "--pgn"
           : rules->proven                 ? "--adjudicate-proven"
           : rules->win_moves > 0          ? "--adjudicate-win"
           : rules->draw_moves > 0         ? "--adjudicate-draw"
                                           : NULL;
}

/* ---- The session ------------------------------------------------------------------------------
 */

/* A match has one table; on a ladder everyone meets the entrant before. */
static int make_tables(struct match_session *session)
{
    bool ladder = session->args->event == EVENT_LADDER;

    session->tables = calloc((size_t)session->spec_count, sizeof *session->tables);
    if (!session->tables)
        return out_of_memory();
    session->table_count = ladder ? session->spec_count - 1 : 1;
    for (int t = 0; t < session->table_count; t++) {
        struct table *table = &session->tables[t];

        for (int c = 0; c < CONTESTANTS_MAX; c++)
            table->spec[c] = ladder ? t + 1 - c : c;
        tally_init(&table->tally, &session->schedule);
        table->played = calloc((size_t)session->games, sizeof *table->played);
        if (!table->played)
            return out_of_memory();
    }
    return GO_ON;
}

static int make_head(struct match_session *session)
{
    const struct entrant_list *entrants = &session->args->entrants;
    const char *texts[ENTRANTS_MAX];

    for (int i = 0; i < entrants->count; i++)
        texts[i] = spec_text(entrants->texts[i]);
    session->head = tournament_head(&session->plan, texts, entrants->count);
    if (!session->head || !search_fingerprint(&session->plan.terms.setup, &session->fingerprint))
        return out_of_memory();
    return GO_ON;
}

static int prepare(struct match_session *session)
{
    const struct match_args *args = session->args;
    const char *asked = needs_two_sides(args);
    bool tournament = args->event == EVENT_TOURNAMENT;
    int contestants = args->event == EVENT_MATCH ? args->entrants.count : 2;
    struct tb_error error;
    int status = read_specs(session);

    if (status != GO_ON)
        return status;
    if (schedule_make(&session->schedule, &session->plan.terms.setup, contestants, &error))
        return usage_error_of(NULL, &error);
    if (asked && session->schedule.sides != 2)
        return usage_error("{option} needs a game of two sides.", arg_text("option", asked));
    int openings = tournament ? (int)args->rounds : session->games / session->schedule.block + 1;

    if ((status = make_openings(session, openings)) != GO_ON ||
        (status = check_openings(session)) != GO_ON ||
        (!tournament && (status = make_tables(session)) != GO_ON))
        return status;
    set_limits(session);
    return make_head(session);
}

static void open_session(struct match_session *session, const struct match_args *args,
                         const struct tb_setup *setup)
{
    *session = (struct match_session){
        .args = args,
        .tournament = {.format = args->format,
                       .entrants = args->entrants.count,
                       .rounds = (int)args->rounds,
                       .seeds = (int)args->seeds},
        .games = args->games > 0    ? (int)args->games
                 : args->sprt.given ? GAMES_DEFAULT_SPRT
                                    : GAMES_DEFAULT,
        .sprt = sprt_make(args->sprt.elo0, args->sprt.elo1, args->sprt.alpha,
                          args->sprt.beta),
    };
    session->plan = (struct match_plan){
        .terms = {.setup = *setup,
                  .rules = args->rules,
                  .timeout_us = (int64_t)args->timeout_ms * 1000},
        .schedule = &session->schedule,
        .seed = args->seed,
    };
}

static void close_session(struct match_session *session)
{
    for (int t = 0; t < session->table_count; t++) {
        tally_release(&session->tables[t].tally);
        free(session->tables[t].played);
    }
    free(session->tables);
    for (int c = 0; c < session->spec_count; c++)
        contestant_spec_release(&session->specs[c]);
    free(session->specs);
    openings_release(&session->openings);
    tournament_release(&session->tournament);
    free(session->head);
}

/* Prints the report that the arguments ask for. */
static int report(struct match_session *session, FILE *out)
{
    int status = GO_ON;

    if (session->args->json)
        return match_report_json(session, out);
    if (session->args->event == EVENT_TOURNAMENT)
        status = tournament_report(session, out);
    else if (session->args->event == EVENT_LADDER)
        ladder_rows(session, true, out);
    else
        match_report(session, out);
    if (session->interrupted && session->args->out)
        fprintf(out, "%s\n", tr("Interrupted. Run the same command to resume."));
    return status;
}

int match_command(const struct match_args *args, const char *game)
{
    struct match_session session;
    struct tb_position start;
    int status = position_args_start(&args->position, game, &start);

    if (status != GO_ON)
        return status;
    interrupt_catch();
    open_session(&session, args, &start.setup);
    if ((status = prepare(&session)) == GO_ON && (status = match_file_open(&session)) == GO_ON &&
        (status = match_play(&session)) == GO_ON &&
        (status = report(&session, stdout)) == GO_ON)
        status = match_file_write_pgn(&session);
    bool whole = match_file_close(&session);

    close_session(&session);
    if (status != GO_ON)
        return status;
    return session.interrupted ? STATUS_INTERRUPTED : whole ? STATUS_OK : STATUS_FAILED;
}
