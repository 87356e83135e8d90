/*
 * cmd_replay.c - tablier replay: check records by playing them, or convert them.
 *
 * A bad record is reported in its place and the next one is read. Where records are converted,
 * a file may be something else altogether: until a record could be read, only the
 * first mistake is kept, and said alone if none comes.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "json/record_file.h"
#include "cli/record_stream.h"
#include "core/error.h"
#include "jansson/json_memory.h"
#include "jansson/setup_json.h"

enum task { TASK_CHECK, TASK_TO_TEXT, TASK_TO_JSON };

struct args {
    bool counts;
    enum task task;
};

struct replay {
    struct args args;
    const char *path;
    int records, bad;
    bool starved;   /* memory ran out */
    int first_line; /* of the first mistake; 0 if there is none, or it has been reported */
    struct tb_error first;
};

static int take_task(void *target, const char *value, struct tb_error *error)
{
    if (strcmp(value, "text") != 0 && strcmp(value, "json") != 0)
        return error_set(error, TB_ERR_VALUE, "There is no form ''{value}''; use text or json.",
                         arg_text("value", quote(value).text));
    *(enum task *)target = strcmp(value, "text") == 0 ? TASK_TO_TEXT : TASK_TO_JSON;
    return TB_OK;
}

static const struct option options[] = {
    {"counts", NULL, N_("add the number of legal moves before each move"), take_flag, ARG(counts)},
    {"to", "text|json", N_("convert the records instead"), take_task, ARG(task)},
    {0},
};

/* Takes everything back and plays it again, counting the moves on the way. */
static json_t *count_moves(struct tb_match *match)
{
    json_t *counts = json_array();

    while (tb_match_undo(match))
        continue;
    for (;;) {
        int plies = tb_match_plies(match), count = tb_move_count(tb_match_position(match));

        if (!tb_match_redo(match))
            return counts;
        if (tb_match_plies(match) > plies)
            json_array_append_new(counts, json_integer(count));
    }
}

/* False if memory ran out for it. */
static bool print_json(json_t *line)
{
    return json_write(line, JSON_COMPACT, stdout) || ferror(stdout);
}

/* Counts the comments, evaluations, times, drawn boards and variations, if the record has any. */
static void count_notes(const struct record *record, json_t *out)
{
    const struct annotations *notes = &record->notes;
    int comments = 0, evaluations = 0, times = 0, drawings = 0, variations = 0;

    if (!annotations_exist(notes))
        return;
    for (int i = 0; i < notes->count; i++) {
        const struct annotation_node *node = &notes->nodes[i];

        comments += node->comment != NULL;
        evaluations += node->evaluated;
        times += node->ms >= 0;
        drawings += node->drawings != NULL;
        variations += node->next != ANNOTATION_NONE; /* all brothers but one */
    }
    json_object_set_new(out, "notes",
                        json_pack("{s:i, s:i, s:i, s:i, s:i}", "comments", comments, "evaluations",
                                  evaluations, "times", times, "drawings", drawings, "variations",
                                  variations));
}

/* Prints what a good record says; uses the match up. */
static bool report_good(const struct replay *replay, int line, const struct record *record)
{
    struct tb_match *match = record->match;
    const char *ending = record_ending_name(tb_match_ending(match));
    json_t *out =
        json_pack("{s:i, s:s, s:i, s:o}", "line", line, "game",
                  tb_game_name(tb_match_start(match)->setup.game), "plies", tb_match_plies(match),
                  "result", result_json_encode(tb_match_result(match)));

    if (ending)
        json_object_set_new(out, "ending", json_string(ending));
    count_notes(record, out);
    if (replay->args.counts)
        json_object_set_new(out, "counts", count_moves(match));
    return print_json(out);
}

/* False if memory ran out. */
static bool convert(const struct replay *replay, const struct record *record)
{
    enum record_form form = replay->args.task == TASK_TO_TEXT ? RECORD_TEXT : RECORD_JSON;
    char *text = record_format(record, form);

    if (text && form == RECORD_TEXT && replay->records > replay->bad + 1)
        putchar('\n');
    fputs(text ? text : "", stdout);
    free(text);
    return text != NULL;
}

static int name_mistake(const struct replay *replay, int line, const struct tb_error *error)
{
    return failure("{path}: Record at line {line}: {error}", arg_text("path", replay->path),
                   arg_count("line", line), arg_message("error", error->message));
}

/* Says what is wrong with a record, or keeps it as long as no record was good. */
static bool report_bad(struct replay *replay, int line, int ply, const struct tb_error *error)
{
    char words[ERROR_WORDS];

    if (replay->args.task == TASK_CHECK) {
        return print_json(json_pack("{s:i, s:i, s:s}", "line", line, "ply", ply, "error",
                                    error_words(error, words)));
    } else if (replay->bad < replay->records) {
        name_mistake(replay, line, error);
    } else if (replay->bad == 1) {
        replay->first_line = line;
        replay->first = *error;
    }
    return true;
}

/* Says what became of one record; releases it. False if memory ran out. */
static bool report(struct replay *replay, int line, struct record *record, int code, int ply,
                   const struct tb_error *error)
{
    replay->records++;
    if (code) {
        replay->bad++;
        record_release(record);
        return report_bad(replay, line, ply, error);
    }
    if (replay->first_line > 0)
        name_mistake(replay, replay->first_line, &replay->first);
    replay->first_line = 0;
    bool said = replay->args.task == TASK_CHECK ? report_good(replay, line, record)
                                                : convert(replay, record);

    record_release(record);
    return said;
}

static bool take(void *context, int line, struct record *record, int code, int ply,
                 const struct tb_error *error)
{
    struct replay *replay = context;

    replay->starved = !report(replay, line, record, code, ply, error);
    return !replay->starved;
}

static int read_all(struct replay *replay, const char *path)
{
    const struct record_stream stream = {path, take, replay};
    int status = record_stream_read(&stream);

    if (status != GO_ON)
        return status;
    if (replay->starved)
        return out_of_memory();
    if (replay->first_line > 0)
        return name_mistake(replay, replay->first_line, &replay->first);
    if (replay->bad > 0)
        return failure("{bad} of {records} records in {path} are bad.",
                       arg_count("bad", replay->bad), arg_count("records", replay->records),
                       arg_text("path", replay->path));
    return STATUS_OK;
}

static int run(void *values, char **words)
{
    struct replay replay = {.args = *(const struct args *)values};

    replay.path = record_stream_name(words[0]);
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* someone may wait for each answer */
    return read_all(&replay, words[0]);
}

const struct command cmd_replay = {
    .name = "replay",
    .words = "FILE|-",
    .summary = N_("Check records by playing them (JSON Lines or text), or convert them."),
    ARGS(struct args),
};
