/* tournament_session.c - playing a tournament, and its files. */
#include "cli/match/tournament_session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/terminal.h"
#include "core/checksum.h"
#include "core/clock.h"
#include "core/error.h"
#include "file/file.h"
#include "file/output.h"
#include "file/text_stream.h"
#include "lab/job_tournament.h"
#include "lab/terms.h"
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

    if (!same_setup(&tb_match_start(record->match)->setup, &session->base.plan.match.terms.setup))
        return error_set(error, TB_ERR_SETUP, "It is of another game or has other options.");
    if (!round || atoi(round) < 1 || !names[0] || !names[1] ||
        !tb_match_result(record->match).over)
        return error_set(error, TB_ERR_RECORD, "It is not a game of a tournament.");
    *game = (struct played){
        .meeting = {atoi(round) - 1, find_entrant(session, names[0]),
                    find_entrant(session, names[1])},
        .points = points_of_first(record->match),
    };
    int unknown = game->meeting.first < 0 ? 0 : game->meeting.second < 0 ? 1 : -1;

    if (unknown >= 0)
        return error_set(error, TB_ERR_RECORD, "It names ''{name}'', who is not an entrant.",
                         arg_text("name", quote(names[unknown]).text));
    return TB_OK;
}

/* What to do with each record of the file. */
typedef int record_visitor(void *context, const struct record *record, struct tb_error *error);

/* Was it being written when something ended the program or the machine? Then it is the last line and
 * begins as our records of this game do, without their end; a machine that lost its power can leave
 * zeros instead. Anything else is somebody's, and is never cut. */
static bool is_unfinished(const struct tournament_session *session, FILE *in, const char *line,
                          size_t length)
{
    const struct tb_setup *setup = &session->base.plan.match.terms.setup;
    char begin[64];
    struct text text = text_into(begin, sizeof begin);
    bool ended = line[length - 1] == '\n';
    int next = getc(in);

    if (next != EOF) {
        ungetc(next, in);
        return false;
    }
    length -= ended;
    while (length > 0 && line[length - 1] == '\0')
        length--;
    if (length == 0)
        return !ended || line[0] == '\0';
    text_add(&text, "{\"game\":\"%s\",\"players\":%d,", tb_game_name(setup->game), setup->players);
    return !(ended && line[length - 1] == '}') &&
           strncmp(line, begin, length < text.used ? length : text.used) == 0;
}

/* Reads the records of the file one by one. *whole is how much of it they are: behind them there
 * may be an unfinished one, and nothing else. */
static int read_records(const struct tournament_session *session, FILE *in, record_visitor *visit,
                        void *context, long *whole)
{
    const char *path = session->args->match.out;
    char *line = NULL;
    size_t capacity = 0;
    long length = 0;
    int number = 1, code = TB_OK;
    struct tb_error error;

    *whole = 0;
    for (; !code && (length = file_read_line(in, &line, &capacity, LINE_MAX_BYTES)) > 0; number++) {
        struct record record = {0};
        int ply, read = record_json_read(&record, line, (size_t)length, &ply, &error);

        bool unfinished = read && !error_is_internal(read) &&
                          is_unfinished(session, in, line, (size_t)length);

        code = unfinished ? TB_OK : read ? read : visit(context, &record, &error);
        record_release(&record);
        if (unfinished) {
            note_dropped(path, length);
            break;
        }
        *whole += code ? 0 : length;
    }
    free(line);
    if (ferror(in))
        return failure("Cannot read {path}: {reason}.", arg_text("path", path),
                       arg_text("reason", system_words(errno)));
    if (code)
        return failure("{path}, line {line}: {error}", arg_text("path", path),
                       arg_count("line", number - 1), arg_message("error", error.message));
    return length == FILE_LINE_LONG || length == FILE_LINE_MEMORY
               ? failure("{path}, line {line} is too long.", arg_text("path", path),
                         arg_count("line", number))
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
    int status = GO_ON;

    if (!args->out)
        return GO_ON;
    session->out = output_continue(args->out, &error);
    if (!session->out)
        return failure_of("--out", &error);
    if (!args->force && output_is_used(args->out))
        status = read_records(session, session->out, take_record, session, &whole);
    if (status == GO_ON && !output_cut(session->out, whole))
        status = failure("Cannot write {path}: {reason}.", arg_text("path", args->out),
                         arg_text("reason", system_words(errno)));
    return status;
}

/* What cannot be written ends the tournament: it could not be continued. */
static int write_record(struct tournament_session *session, const struct tournament_game *game,
                        struct tb_error *error)
{
    if (!session->out || output_add(session->out, game->record, game->length + 1))
        return TB_OK; /* its line, with its end */
    return error_system(error, TB_ERR_SYSTEM, errno, "Cannot write {path}",
                        arg_start("path", session->args->match.out, 160));
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
    FILE *in = fopen(session->args->match.out, "re");
    int status =
        in ? read_records(session, in, write_game, &target, &whole)
           : failure("Cannot read {path}: {reason}.", arg_text("path", session->args->match.out),
                     arg_text("reason", system_words(errno)));

    if (in)
        fclose(in);
    if (status == GO_ON && !output_commit(&output, &error))
        status = failure_of("--pgn", &error);
    output_drop(&output);
    return status;
}

/* ---- Playing ----------------------------------------------------------------------------------- */

static void report_fault(struct tournament_session *session, const struct tournament_game *game,
                         const struct meeting *meeting)
{
    bool second = session->base.schedule.side[game->culprit] != 0;
    int culprit = second ? meeting->second : meeting->first;
    const char *lang = terminal_lang();

    session->faults[culprit]++;
    work_hide_progress();
    say_in(stderr, terminal_lang(), "Round {round}: {name} loses by {finish}: it {fault}.\n",
           arg_count("round", meeting->round + 1),
           arg_text("name", session->base.specs[culprit].label),
           arg_text("finish", finish_words(game->finish, lang)),
           arg_message("fault", game->fault.message));
}

/* Adds one game, unless it is present. */
static int take_game(struct tournament_session *session, const struct tournament_game *game,
                     struct tb_error *error)
{
    struct record record = {0};
    struct played played;
    bool known = false;
    int ply, code = record_json_read(&record, game->record, game->length, &ply, error);

    if (!code)
        code = place_record(session, &record, &played, error);
    record_release(&record);
    if (!code)
        code = tournament_add(&session->tournament, &played, &known, error);
    if (code || known || (code = write_record(session, game, error)))
        return code;
    if (game->culprit >= 0)
        report_fault(session, game, &played.meeting);
    if (session->args->every > 0 && session->tournament.count % (int)session->args->every == 0) {
        work_hide_progress();
        tournament_report_interim(session, stderr);
    }
    return TB_OK;
}

static int take(void *context, const struct lab_range *range, const char *result, size_t size,
                int64_t us, struct tb_error *error)
{
    struct tournament_session *session = context;
    struct tournament_game game;
    int code = TB_OK, count = 0;

    (void)size;
    (void)us;
    for (; !code && *result && tournament_next(&result, &game); count++)
        code = take_game(session, &game, error);
    if (!code && (*result || count != range->count))
        code = error_set(error, TB_ERR_RECORD, "The result of a job is damaged.");
    return code;
}

/* A pair is a cell, and a range of its rounds is a job. */
static struct lab_range range_of(const struct meeting *meeting)
{
    return (struct lab_range){meeting->first * ENTRANTS_MAX + meeting->second, meeting->round, 1};
}

static int by_block(const void *a, const void *b)
{
    const struct lab_range *one = a, *two = b;

    return one->cell != two->cell ? one->cell - two->cell : one->first - two->first;
}

/* Puts the rounds of a pair together, `batch` at most; a job begins at a multiple of that. */
static int join(struct lab_range *ranges, int count, int batch)
{
    int joined = 0;

    qsort(ranges, (size_t)count, sizeof *ranges, by_block);
    for (int i = 0; i < count; i++) {
        struct lab_range *last = joined ? &ranges[joined - 1] : NULL;

        if (last && last->cell == ranges[i].cell && last->first + last->count == ranges[i].first &&
            ranges[i].first % batch != 0)
            last->count++;
        else
            ranges[joined++] = ranges[i];
    }
    return joined;
}

static int missing(void *context, int batch, struct lab_range **ranges, int *count,
                   struct tb_error *error)
{
    const struct tournament_session *session = context;
    struct meeting *meetings;
    int code = tournament_missing(&session->tournament, &meetings, count, error);

    if (code)
        return code;
    *ranges = calloc((size_t)*count + 1, sizeof **ranges);
    for (int i = 0; *ranges && i < *count; i++)
        (*ranges)[i] = range_of(&meetings[i]);
    free(meetings);
    if (!*ranges)
        return error_memory(error);
    if (batch > 1)
        *count = join(*ranges, *count, batch);
    return TB_OK;
}

static int describe(void *context, const struct lab_range *range, struct job *job,
                    struct tb_error *error)
{
    const struct tournament_session *session = context;
    const struct opening_list *openings = &session->base.openings;
    struct text_stream items;
    bool open = text_stream_open(&items);

    for (int i = 0; open && i < range->count; i++) {
        const struct meeting meeting = {range->first + i, range->cell / ENTRANTS_MAX,
                                        range->cell % ENTRANTS_MAX};

        tournament_item(&meeting, &openings->items[meeting.round % openings->count],
                        items.file);
    }
    job->head = strdup(session->head);
    job->fingerprint = session->fingerprint;
    job->first = range->first;
    job->count = range->count;
    job->items = text_stream_close(&items, NULL);
    return job->items && job->head ? TB_OK : error_memory(error);
}

static int done(void *context, int *all)
{
    const struct tournament_session *session = context;

    *all = tournament_games(&session->tournament);
    return tournament_played(&session->tournament);
}

/* Everything that decides the games: the head, the format, and the openings. */
static uint64_t key_of(const struct tournament_session *session)
{
    const struct opening_list *openings = &session->base.openings;
    uint64_t key = checksum_text(CHECKSUM_START, session->head);

    for (int i = 0; i < openings->count; i++) {
        char start[TB_POSITION_TEXT];

        tb_position_text(&openings->items[i].start, start, sizeof start);
        key = checksum_text(checksum_text(key, start), openings->items[i].moves);
    }
    return key;
}

static int play(struct tournament_session *session)
{
    const struct work work = {
        .type = &tournament_job_type,
        .unit = N_("games"),
        .key = key_of(session),
        .missing = missing,
        .describe = describe,
        .take = take,
        .done = done,
        .context = session,
    };
    struct work_args args = session->args->work;

    args.log = session->base.log;
    return work_do(&work, &args, &session->interrupted);
}

/* ---- Preparing ---------------------------------------------------------------------------------- */

static int check_labels(const struct match_session *base)
{
    for (int i = 1; i < base->spec_count; i++)
        for (int j = 0; j < i; j++)
            if (strcmp(base->specs[i].label, base->specs[j].label) == 0)
                return usage_error("Two entrants are called ''{name}''.",
                                   arg_text("name", base->specs[i].label));
    return GO_ON;
}

static int make_head(struct tournament_session *session)
{
    const struct entrant_list *entrants = &session->args->entrants;
    const struct match_plan *plan = &session->base.plan.match;
    const char *texts[ENTRANTS_MAX];

    for (int i = 0; i < entrants->count; i++)
        texts[i] = session_spec_text(entrants->specs[i]);
    session->head = tournament_head(plan, texts, entrants->count);
    if (!session->head || !search_fingerprint(&plan->terms.setup, &session->fingerprint))
        return out_of_memory();
    return GO_ON;
}

static int prepare(struct tournament_session *session)
{
    struct match_session *base = &session->base;
    const struct tournament_args *args = session->args;
    struct runner_plan *plan = &base->plan;
    struct tb_error error;
    int status = session_specs(base, args->entrants.specs, NULL, args->entrants.count);

    if (status != GO_ON || (status = check_labels(base)) != GO_ON)
        return status;
    if (schedule_make(&base->schedule, &plan->match.terms.setup, 2, &error))
        return usage_error_of(NULL, &error);
    if (base->schedule.sides != 2)
        return usage_error("A tournament needs a game of two sides.");
    if ((status = session_openings(base, session->tournament.rounds)) != GO_ON)
        return status;
    session_limits(base);
    plan->match.specs = base->specs;
    plan->match.seed = args->match.seed;
    return make_head(session);
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

    if (status != GO_ON || (status = check_pgn(args)) != GO_ON ||
        (status = open_records(session)) != GO_ON || (status = open_log(session)) != GO_ON)
        return status;
    session->started_us = clock_us();
    status = play(session);
    session->seconds = (double)(clock_us() - session->started_us) / 1e6;
    return status;
}

int tournament_close(struct tournament_session *session)
{
    if (session->out)
        fclose(session->out); /* every line was flushed */
    int status = session_close(&session->base);

    session_clear(&session->base);
    free(session->head);
    tournament_release(&session->tournament);
    return status;
}
