/* tournament_session.c - playing a tournament, and its files. */
#include "cli/match/tournament_session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "core/checksum.h"
#include "core/clock.h"
#include "file/file.h"
#include "file/output.h"
#include "match/pgn.h"
#include "json/record_json.h"

enum { LINE_MAX_BYTES = 16 << 20 };

/* ---- Records ------------------------------------------------------------------------------ */

static int find_entrant(const struct tournament_session *session, const char *label)
{
    for (int i = 0; label && i < session->base.spec_count; i++)
        if (strcmp(session->base.specs[i].label, label) == 0)
            return i;
    return -1;
}

/* "Player1" */
struct tag_name {
    char text[8];
};

static struct tag_name player_tag(int seat)
{
    return (struct tag_name){{'P', 'l', 'a', 'y', 'e', 'r', (char)('1' + seat), '\0'}};
}

/* The first seat of the second side. */
static int second_seat(const struct tournament_session *session)
{
    return session->base.schedule.first[1];
}

static double points_of_first(const struct tb_match *match)
{
    struct tb_result result = tb_match_result(match);

    return result.winners == 0 ? 0.5 : result.winners & 1 ? 1 : 0;
}

static bool same_setup(const struct tb_setup *a, const struct tb_setup *b)
{
    return a->game == b->game && a->players == b->players &&
           memcmp(a->options, b->options, sizeof a->options) == 0;
}

/* Finds out which game of the tournament a record is. */
static int place_record(const struct tournament_session *session, const struct record *record,
                        struct played *game, struct tb_error *error)
{
    const char *round = record_tag(record, "Round");
    const char *names[2] = {record_tag(record, player_tag(0).text),
                            record_tag(record, player_tag(second_seat(session)).text)};

    if (!same_setup(&tb_match_start(record->match)->setup, &session->base.plan.terms.setup))
        return error_set(error, TB_ERR_SETUP, "It is of another game or has other options.",
                         "C'est un autre jeu, ou d'autres options.");
    if (!round || atoi(round) < 1 || !names[0] || !names[1] ||
        !tb_match_result(record->match).over)
        return error_set(error, TB_ERR_RECORD, "It is not a game of a tournament.",
                         "Ce n'est pas une partie de tournoi.");
    *game = (struct played){
        .meeting = {atoi(round) - 1, find_entrant(session, names[0]),
                    find_entrant(session, names[1])},
        .points = points_of_first(record->match),
    };
    int unknown = game->meeting.first < 0 ? 0 : game->meeting.second < 0 ? 1 : -1;

    if (unknown >= 0)
        return error_set(error, TB_ERR_RECORD, "It names '%s', who is not an entrant.",
                         "Elle nomme '%s', qui ne participe pas.", quote(names[unknown]).text);
    return TB_OK;
}

/* What to do with each record of the file. */
typedef int record_visitor(void *context, const struct record *record, struct tb_error *error);

/* Reads the records of the file one by one. *whole is how much of it is complete lines: what
 * is behind them was being written when something ended the program. */
static int read_records(const char *path, record_visitor *visit, void *context, long *whole)
{
    FILE *in = fopen(path, "re");
    char *line = NULL;
    size_t room = 0;
    long length = 0;
    int number = 1, code = TB_OK;
    struct tb_error error;

    *whole = 0;
    if (!in)
        return errno == ENOENT ? GO_ON
                               : failure("Cannot read %s: %s.", "Impossible de lire %s : %s.", path,
                                         system_words(errno));
    for (; !code && (length = file_read_line(in, &line, &room, LINE_MAX_BYTES)) > 0; number++) {
        struct record record = {0};
        int ply;

        if (line[length - 1] != '\n')
            break;
        code = record_json_read(&record, line, (size_t)length, &ply, &error);
        if (!code)
            code = visit(context, &record, &error);
        record_release(&record);
        *whole += code ? 0 : length;
    }
    free(line);
    fclose(in);
    if (code)
        return failure("%s, line %d: %s", "%s, ligne %d : %s", path, number - 1,
                       error_words(&error));
    return length == FILE_LINE_LONG || length == FILE_LINE_MEMORY
               ? failure("%s, line %d is too long.", "%s, ligne %d : trop longue.", path, number)
               : GO_ON;
}

static int take_record(void *context, const struct record *record, struct tb_error *error)
{
    struct tournament_session *session = context;
    struct played game;
    int code = place_record(session, record, &game, error);

    return code ? code : tournament_add(&session->tournament, &game, NULL, error);
}

/* Reads what was played before, and opens the file for more. */
static int open_records(struct tournament_session *session)
{
    const struct match_args *args = &session->args->match;
    struct tb_error error;
    long whole = 0;
    int status;

    if (!args->out)
        return GO_ON;
    if (!args->force) {
        if ((status = read_records(args->out, take_record, session, &whole)) != GO_ON)
            return status;
        if (output_is_used(args->out) && truncate(args->out, whole) != 0)
            return failure("Cannot write %s: %s.", "Impossible d'écrire %s : %s.", args->out,
                           system_words(errno));
    }
    session->begun_with = session->tournament.count;
    session->out =
        output_stream(args->out, args->force ? OUTPUT_REPLACE : OUTPUT_APPEND, NULL, &error);
    return session->out ? GO_ON : failure_of("--out", &error);
}

static void write_record(struct tournament_session *session, const struct record *record)
{
    char *text = record_format(record, RECORD_JSON);

    errno = 0;
    if (session->out && (!text || fputs(text, session->out) < 0 || fflush(session->out) != 0)) {
        failure("Cannot write %s: %s.", "Impossible d'écrire %s : %s.", session->args->match.out,
                system_words(errno ? errno : ENOMEM));
        session->lost = true; /* which ends the tournament: it could not be continued */
    }
    free(text);
}

/* ---- PGN ------------------------------------------------------------------------------------ */

struct pgn_target {
    const struct tournament_session *session;
    FILE *file;
};

static int write_game(void *context, const struct record *record, struct tb_error *error)
{
    struct pgn_target *target = context;
    char *text = pgn_write(record, second_seat(target->session));

    if (!text)
        return error_memory(error);
    fputs(text, target->file); /* output_commit() finds out if that failed */
    free(text);
    return TB_OK;
}

/* May the file be replaced: is there none, or one that we wrote? */
static bool is_our_pgn(const char *path)
{
    static const char begin[] = "[Event \"" PGN_EVENT "\"]";
    char line[sizeof begin] = "";
    FILE *file = output_is_used(path) ? fopen(path, "re") : NULL;

    if (!file)
        return true;
    bool ours = fread(line, 1, sizeof begin - 1, file) == sizeof begin - 1 &&
                strcmp(line, begin) == 0;

    fclose(file);
    return ours;
}

static int check_pgn(const struct tournament_args *args)
{
    bool ours = args->pgn && (args->match.force || is_our_pgn(args->pgn));
    struct tb_error error;

    if (args->pgn && !output_check(args->pgn, ours ? OUTPUT_REPLACE : OUTPUT_NEW, &error))
        return failure_of("--pgn", &error);
    return GO_ON;
}

int tournament_write_pgn(const struct tournament_session *session)
{
    const char *path = session->args->pgn;
    struct output output;
    struct tb_error error;
    long whole;

    if (!path)
        return GO_ON;
    if (!output_open(&output, path, OUTPUT_REPLACE, &error))
        return failure_of("--pgn", &error);
    struct pgn_target target = {session, output.file};
    int status = read_records(session->args->match.out, write_game, &target, &whole);

    if (status == GO_ON && !output_commit(&output, &error))
        status = failure_of("--pgn", &error);
    output_drop(&output);
    return status;
}

/* ---- Playing ----------------------------------------------------------------------------------- */

static void show_progress(const struct tournament_session *session)
{
    int played = session->tournament.count, all = tournament_games(&session->tournament);
    int now = played - session->begun_with;
    double seconds = (double)(clock_us() - session->started_us) / 1e6;
    char line[256];
    struct text text = text_into(line, sizeof line);

    if (!session->base.live)
        return;
    text_add(&text, tr("%d of %d games, ", "%d parties sur %d, "), played, all);
    report_add_duration(&text, seconds);
    if (now > 0) {
        text_add(&text, "%s", tr(", left: ", ", reste : "));
        report_add_duration(&text, seconds / now * (all - played));
    }
    fprintf(stderr, "\r%.*s\033[K", terminal_width() - 1, line);
}

static void report_fault(struct tournament_session *session, const struct bout *bout)
{
    int culprit = bout->fixture.spec[bout->fixture.seats[bout->culprit]];
    enum tb_lang lang = terminal_lang();

    session->faults[culprit]++;
    session_hide_progress(&session->base);
    fprintf(stderr, tr("Round %d: %s loses by %s: it %s.\n", "Ronde %d : %s perd par %s : il %s.\n"),
            bout->fixture.block + 1, session->base.specs[culprit].label,
            finish_words(bout->finish, lang), bout->fault.text[lang]);
}

static bool finished(void *context, const struct bout *bout)
{
    struct tournament_session *session = context;
    const struct played game = {
        .meeting = {bout->fixture.block, bout->fixture.spec[0], bout->fixture.spec[1]},
        .points = points_of_first(bout->record.match),
    };

    write_record(session, &bout->record);
    tournament_add(&session->tournament, &game, NULL, NULL);
    if (bout->culprit >= 0)
        report_fault(session, bout);
    if (session->args->every > 0 && session->tournament.count % (int)session->args->every == 0) {
        session_hide_progress(&session->base);
        tournament_report_interim(session, stderr);
    }
    show_progress(session);
    return !session->lost;
}

static bool tick(void *context)
{
    (void)context;
    return !interrupt_pending();
}

/* The game does not depend on when it is played: its seed comes from who plays it. */
static uint64_t meeting_key(const struct tournament_session *session, const struct meeting *meeting)
{
    const struct contestant_spec *specs = session->base.specs;
    const char *first = specs[meeting->first].label, *second = specs[meeting->second].label;
    uint64_t key = checksum_add(CHECKSUM_START, first, strlen(first) + 1);
    uint32_t round = (uint32_t)meeting->round;
    unsigned char bytes[4] = {(unsigned char)round, (unsigned char)(round >> 8),
                              (unsigned char)(round >> 16), (unsigned char)(round >> 24)};

    key = checksum_add(key, second, strlen(second) + 1);
    return checksum_add(key, bytes, sizeof bytes);
}

static struct fixture make_fixture(const struct tournament_session *session, int number,
                                   const struct meeting *meeting)
{
    const struct schedule *schedule = &session->base.schedule;
    struct fixture fixture = {
        .number = number,
        .block = meeting->round,
        .place = meeting->first > meeting->second,
        .spec = {meeting->first, meeting->second},
        .key = meeting_key(session, meeting),
    };

    for (int p = 0; p < schedule->players; p++)
        fixture.seats[p] = schedule->side[p];
    return fixture;
}

/* Plays what is missing now; *left is false when nothing is. */
static int play_missing(struct tournament_session *session, bool *left)
{
    struct arena_plan *plan = &session->base.plan;
    struct meeting *meetings;
    struct tb_error error;
    int count;

    if (tournament_missing(&session->tournament, &meetings, &count, &error))
        return failure_of(NULL, &error);
    struct fixture *fixtures = calloc((size_t)count + 1, sizeof *fixtures);

    for (int i = 0; fixtures && i < count; i++)
        fixtures[i] = make_fixture(session, i, &meetings[i]);
    free(meetings);
    *left = count > 0;
    int concurrency = (int)session->args->match.concurrency, code = TB_OK;

    plan->fixtures = fixtures;
    plan->games = count;
    plan->concurrency = concurrency < count ? concurrency : count;
    if (fixtures && count > 0)
        code = arena_run(plan, &error);
    plan->fixtures = NULL;
    free(fixtures);
    if (!fixtures)
        return out_of_memory();
    return code ? failure_of(NULL, &error) : GO_ON;
}

/* ---- Preparing ---------------------------------------------------------------------------------- */

static int check_labels(const struct match_session *base)
{
    for (int i = 1; i < base->spec_count; i++)
        for (int j = 0; j < i; j++)
            if (strcmp(base->specs[i].label, base->specs[j].label) == 0)
                return usage_error("Two entrants are called '%s'.",
                                   "Deux participants s'appellent '%s'.", base->specs[i].label);
    return GO_ON;
}

static int prepare(struct tournament_session *session)
{
    struct match_session *base = &session->base;
    const struct tournament_args *args = session->args;
    struct arena_plan *plan = &base->plan;
    struct tb_error error;
    int status = session_specs(base, args->entrants.specs, NULL, args->entrants.count);

    if (status != GO_ON || (status = check_labels(base)) != GO_ON)
        return status;
    if (schedule_make(&base->schedule, &plan->terms.setup, 2, &error))
        return usage_error_of(NULL, &error);
    if (base->schedule.sides != 2)
        return usage_error("A tournament needs a game of two sides.",
                           "Un tournoi demande un jeu à deux camps.");
    if ((status = session_openings(base, session->tournament.rounds)) != GO_ON)
        return status;
    session_limits(base);
    plan->limits.adjudication = args->adjudication;
    plan->limits.annotate = true;
    plan->specs = base->specs;
    plan->schedule = &base->schedule;
    plan->openings = &base->openings;
    plan->seed = args->match.seed;
    plan->finished = finished;
    plan->tick = tick;
    plan->context = session;
    return GO_ON;
}

static int open_log(struct tournament_session *session)
{
    const char *path = session->args->match.log;
    struct tb_error error;

    if (!path)
        return GO_ON;
    session->base.log = output_stream(path, OUTPUT_APPEND, NULL, &error);
    if (!session->base.log)
        return failure_of("--log", &error);
    setvbuf(session->base.log, NULL, _IOLBF, BUFSIZ);
    session->base.plan.terms.log = session->base.log;
    return GO_ON;
}

int tournament_run(struct tournament_session *session, const struct tournament_args *args,
                   const struct tb_setup *setup)
{
    *session = (struct tournament_session){
        .args = args,
        .tournament = {.format = args->format,
                       .entrants = args->entrants.count,
                       .rounds = (int)args->rounds,
                       .seeds = (int)args->seeds},
    };
    session_open(&session->base, &args->match, setup);
    int status = prepare(session);
    bool left = true;

    if (status != GO_ON || (status = check_pgn(args)) != GO_ON ||
        (status = open_records(session)) != GO_ON || (status = open_log(session)) != GO_ON)
        return status;
    session->started_us = clock_us();
    show_progress(session);
    while (left && status == GO_ON && !interrupt_pending() && !session->lost)
        status = play_missing(session, &left);
    session_hide_progress(&session->base);
    session->seconds = (double)(clock_us() - session->started_us) / 1e6;
    session->interrupted = left && interrupt_pending();
    return status;
}

void tournament_close(struct tournament_session *session)
{
    if (session->out)
        fclose(session->out); /* every line was flushed */
    session_close(&session->base);
    session_clear(&session->base);
    tournament_release(&session->tournament);
}
