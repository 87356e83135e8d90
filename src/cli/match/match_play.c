/* match_play.c - the games of a match or a tournament as jobs, and their results. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/match/match_report.h"
#include "cli/terminal.h"
#include "core/checksum.h"
#include "core/clock.h"
#include "core/error.h"
#include "file/text_stream.h"
#include "json/record_json.h"
#include "lab/job_tournament.h"

enum { LIST_MAX = 10000 }; /* games of a match that are listed at a time */

/* ---- Results --------------------------------------------------------------------------------- */

static void report_fault(const struct match_session *session, const struct match_game *game)
{
    const struct pairing *pairing = &game->pairing;
    int contestant = pairing->seats[game->culprit];
    const char *label = session->specs[pairing->spec[contestant]].label;
    bool match = session->args->event != EVENT_TOURNAMENT;
    char number[32], name[LABEL_TEXT + 8], line[1024];
    struct text text = text_into(line, sizeof line);

    snprintf(number, sizeof number, match ? "%d" : "%d.%d",
             (match ? pairing->number : pairing->block) + 1, pairing->place + 1);
    if (match)
        snprintf(name, sizeof name, "%c (%s)", 'A' + contestant, label);
    text_message(&text, terminal_lang(), "Game {game}: {name} loses by {finish}: it {fault}",
                 arg_text("game", number), arg_text("name", match ? name : label),
                 arg_text("finish", finish_words(game->finish, terminal_lang())),
                 arg_message("fault", game->fault.message));
    if (text.used > 0 && line[strlen(line) - 1] != '.')
        text_char(&text, '.');
    work_hide_progress();
    fprintf(stderr, "%s\n", line);
}

static void report_progress(struct match_session *session)
{
    const struct match_args *args = session->args;

    if (args->event == EVENT_LADDER && !args->json)
        ladder_rows(session, false, stdout);
    if (args->every > 0 && session->tournament.count % (int)args->every == 0) {
        work_hide_progress();
        tournament_report_interim(session, stderr);
    }
}

static int take_game(struct match_session *session, struct match_game *game, const char *line,
                     size_t length, struct tb_error *error)
{
    bool known;
    int ply, code = record_json_read(&game->record, line, length, &ply, error);

    if (code || (code = match_add(session, game, &known, error)) || known ||
        (code = match_file_add(session, line, length + 1, error)))
        return code;
    if (game->culprit >= 0)
        report_fault(session, game);
    report_progress(session);
    return TB_OK;
}

static int take(void *context, const struct lab_range *range, const char *result, size_t size,
                int64_t us, struct tb_error *error)
{
    struct match_session *session = context;
    struct match_game game;
    size_t length;
    int code = TB_OK, count = 0;

    (void)size;
    (void)us;
    for (const char *line = result; !code && *result && count < range->count &&
                                    tournament_next(&result, session->schedule.contestants, &game,
                                                    &length);
         line = result, count++) {
        game.pairing = match_pairing(session, range->cell, range->first + count);
        code = take_game(session, &game, line, length, error);
        record_release(&game.record);
    }
    if (!code && (*result || count != range->count))
        code = error_set(error, TB_ERR_RECORD, "The result of a job is damaged.");
    return code;
}

static int done(void *context, int *all)
{
    const struct match_session *session = context;
    int games = 0;

    if (session->args->event == EVENT_TOURNAMENT) {
        *all = tournament_games(&session->tournament);
        return tournament_played(&session->tournament);
    }
    for (int t = 0; t < session->table_count; t++)
        games += session->tables[t].tally.games;
    *all = session->games * session->table_count;
    if (session->args->sprt.given && games > 0 &&
        sprt_judge(&session->sprt, match_llr(session, session->tables)) != SPRT_OPEN)
        *all = games;
    return games;
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

/* Lists the missing games of a tournament, one range for each. */
static int missing_meetings(const struct match_session *session, struct lab_range **ranges,
                            int *count, struct tb_error *error)
{
    struct meeting *meetings;
    int code = tournament_missing(&session->tournament, &meetings, count, error);

    if (code)
        return code;
    *ranges = calloc((size_t)*count + 1, sizeof **ranges);
    for (int i = 0; *ranges && i < *count; i++) {
        bool place = meetings[i].first > meetings[i].second;
        int first = place ? meetings[i].second : meetings[i].first;
        int second = place ? meetings[i].first : meetings[i].second;

        (*ranges)[i] = (struct lab_range){match_cell(session, (int[]){first, second}),
                                          2 * meetings[i].round + place, 1};
    }
    free(meetings);
    return *ranges ? TB_OK : error_memory(error);
}

/* Lists the first missing games of the first table that lacks some. */
static int missing_of_table(struct match_session *session, struct lab_range **ranges, int *count,
                            struct tb_error *error)
{
    struct table *table = session->tables;

    while (table->tally.games == session->games)
        table++;
    table->started_us = table->started_us ? table->started_us : clock_us();
    *count = 0;
    *ranges = calloc(LIST_MAX, sizeof **ranges);
    for (int i = 0; *ranges && i < session->games && *count < LIST_MAX; i++)
        if (!table->played[i])
            (*ranges)[(*count)++] = (struct lab_range){match_cell(session, table->spec), i, 1};
    return *ranges ? TB_OK : error_memory(error);
}

static int by_number(const void *a, const void *b)
{
    const struct lab_range *one = a, *two = b;

    return one->cell != two->cell ? one->cell - two->cell : one->first - two->first;
}

/* Puts the games of a pair together, `batch` at most; a job begins at a multiple of that. */
static int join(struct lab_range *ranges, int count, int batch)
{
    int joined = 0;

    qsort(ranges, (size_t)count, sizeof *ranges, by_number);
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
    struct match_session *session = context;
    int code = session->args->event == EVENT_TOURNAMENT
                   ? missing_meetings(session, ranges, count, error)
                   : missing_of_table(session, ranges, count, error);

    if (!code && batch > 1)
        *count = join(*ranges, *count, batch);
    return code;
}

static int describe(void *context, const struct lab_range *range, struct job *job,
                    struct tb_error *error)
{
    const struct match_session *session = context;
    const struct opening_list *openings = &session->openings;
    struct text_stream items;
    bool open = text_stream_open(&items);

    for (int i = 0; open && i < range->count; i++) {
        struct pairing pairing = match_pairing(session, range->cell, range->first + i);

        tournament_item(&pairing, session->schedule.contestants,
                        &openings->items[pairing.block % openings->count], items.file);
    }
    job->head = strdup(session->head);
    job->fingerprint = session->fingerprint;
    job->first = range->first;
    job->count = range->count;
    job->items = text_stream_close(&items, NULL);
    return job->items && job->head ? TB_OK : error_memory(error);
}

/* Everything that decides the games: the head and the openings. */
static uint64_t key_of(const struct match_session *session)
{
    const struct opening_list *openings = &session->openings;
    uint64_t key = checksum_text(CHECKSUM_START, session->head);

    for (int i = 0; i < openings->count; i++) {
        char start[TB_POSITION_TEXT];

        tb_position_text(&openings->items[i].start, start, sizeof start);
        key = checksum_text(checksum_text(key, start), openings->items[i].moves);
    }
    return key;
}

int match_play(struct match_session *session)
{
    const struct work work = {
        .type = &tournament_job_type,
        .unit = N_("games"),
        .key = key_of(session),
        .missing = missing,
        .describe = describe,
        .take = take,
        .done = done,
        .progress = match_progress,
        .context = session,
    };
    struct work_args args = session->args->work;

    args.log = session->log;
    if (session->args->event == EVENT_LADDER && !session->args->json)
        ladder_head(session, stdout);
    return work_do(&work, &args, &session->interrupted);
}
