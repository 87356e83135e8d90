/*
 * cmd_replay.c - tablier replay: check records by playing them, or convert them.
 *
 * JSON Lines are read as they come, one record a line; text is read as a whole.
 * A bad record is reported in its place and the next one is read.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/record_file.h"
#include "core/text.h"
#include "file/file.h"
#include "json/record_json.h"

extern const struct command cmd_replay;

/* A record of a game of thousands of moves has a few hundred thousand bytes. */
enum { LINE_MAX_BYTES = 16 << 20 };

enum task { TASK_CHECK, TASK_TO_TEXT, TASK_TO_JSON };

struct args {
    bool counts;
    enum task task;
};

struct replay {
    struct args args;
    const char *path;
    int records, bad;
};

static int take_task(void *target, const char *value, struct tb_error *error)
{
    if (strcmp(value, "text") != 0 && strcmp(value, "json") != 0)
        return error_set(error, TB_ERR_VALUE, "There is no form '%s'; it may be text or json.",
                         "Il n'y a pas de format '%s' ; c'est text ou json.", quote(value).text);
    *(enum task *)target = strcmp(value, "text") == 0 ? TASK_TO_TEXT : TASK_TO_JSON;
    return TB_OK;
}

static const struct option options[] = {
    {"counts",
     NULL,
     {"add the number of legal moves before each move",
      "ajouter le nombre de coups permis avant chaque coup"},
     take_flag,
     offsetof(struct args, counts)},
    {"to",
     "text|json",
     {"convert the records instead", "convertir les parties au lieu de les vérifier"},
     take_task,
     offsetof(struct args, task)},
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

static void print_json(json_t *line)
{
    json_dumpf(line, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(line);
}

/* How much is said besides the moves of the match, if anything is. */
static void count_notes(const struct record *record, json_t *out)
{
    const struct annotations *notes = &record->notes;
    int comments = 0, evaluations = 0, times = 0, variations = 0;

    if (!annotations_say_something(notes))
        return;
    for (int i = 0; i < notes->count; i++) {
        const struct annotation_node *node = &notes->nodes[i];

        comments += node->comment != NULL;
        evaluations += node->evaluated;
        times += node->ms >= 0;
        variations += node->next != ANNOTATION_NONE; /* all brothers but one */
    }
    json_object_set_new(out, "notes",
                        json_pack("{s:i, s:i, s:i, s:i}", "comments", comments, "evaluations",
                                  evaluations, "times", times, "variations", variations));
}

/* Prints what a good record says; uses the match up. */
static void report_good(const struct replay *replay, int line, const struct record *record)
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
    print_json(out);
}

static void convert(const struct replay *replay, const struct record *record)
{
    enum record_form form = replay->args.task == TASK_TO_TEXT ? RECORD_TEXT : RECORD_JSON;
    char *text = record_format(record, form);

    if (form == RECORD_TEXT && replay->records > replay->bad + 1)
        putchar('\n');
    fputs(text ? text : "", stdout);
    free(text);
}

/* Says what became of one record; releases it. */
static void report(struct replay *replay, int line, struct record *record, int code, int ply,
                   const struct tb_error *error)
{
    replay->records++;
    if (code)
        replay->bad++;
    if (code && replay->args.task == TASK_CHECK)
        print_json(
            json_pack("{s:i, s:i, s:s}", "line", line, "ply", ply, "error", error_words(error)));
    else if (code)
        failure("%s: Record at line %d: %s", "%s : partie à la ligne %d : %s", replay->path, line,
                error_words(error));
    else if (replay->args.task == TASK_CHECK)
        report_good(replay, line, record);
    else
        convert(replay, record);
    record_release(record);
}

static void replay_line(struct replay *replay, int number, const char *text, size_t length)
{
    struct record record = {0};
    struct tb_error error;
    int ply, code = record_json_read(&record, text, length, &ply, &error);

    report(replay, number, &record, code, ply, &error);
}

static void replay_text(struct replay *replay, const char *text, int line)
{
    struct record_reader reader = {text, line};

    while (record_more(&reader) && !ferror(stdout)) {
        struct record record = {0};
        struct tb_error error;
        int first = reader.line, ply;
        int code = record_read(&reader, &record, &ply, &error);

        report(replay, first, &record, code, ply, &error);
    }
}

/* Reads the rest of the file behind the text in *line. */
static int read_rest(const struct replay *replay, FILE *in, char **line)
{
    struct tb_error error;
    char *rest = file_read_rest(in, replay->path, &error);

    if (!rest)
        return failure_of(NULL, &error);
    char *whole = realloc(*line, strlen(*line) + strlen(rest) + 1);

    if (whole)
        *line = strcat(whole, rest);
    free(rest);
    return whole ? STATUS_OK : out_of_memory();
}

/* Why no more lines were read. */
static int end_of_lines(const struct replay *replay, FILE *in, long length, int number)
{
    if (ferror(in))
        return failure("Cannot read %s: %s.", "Impossible de lire %s : %s.", replay->path,
                       system_words(errno));
    if (length == FILE_LINE_LONG)
        return failure("%s: Line %d is longer than %d megabytes; that is no record.",
                       "%s : la ligne %d dépasse %d mégaoctets ; ce n'est pas une partie.",
                       replay->path, number, LINE_MAX_BYTES >> 20);
    return length == FILE_LINE_MEMORY ? out_of_memory() : STATUS_OK;
}

static int replay_stream(struct replay *replay, FILE *in)
{
    char *line = NULL;
    size_t room = 0;
    long length = 0;
    int status = STATUS_OK, number = 1;

    for (; (length = file_read_line(in, &line, &room, LINE_MAX_BYTES)) >= 0 && !ferror(stdout);
         number++) {
        const char *text = number == 1 ? record_skip_mark(line) : line;
        size_t mark = (size_t)(text - line);

        if (mark + strspn(text, " \t\r\n") == (size_t)length)
            continue;
        if (replay->records == 0 && record_form_of(text) == RECORD_TEXT) {
            if ((status = read_rest(replay, in, &line)) == STATUS_OK)
                replay_text(replay, line + mark, number);
            break;
        }
        replay_line(replay, number, text, (size_t)length - mark);
    }
    free(line);
    return status == STATUS_OK ? end_of_lines(replay, in, length, number) : status;
}

static int run(int argc, char **argv)
{
    struct replay replay = {0};
    int status = options_parse(&cmd_replay, &replay.args, &argc, argv);

    if (status != GO_ON)
        return status;
    bool standard = strcmp(argv[0], "-") == 0;
    FILE *in = standard ? stdin : fopen(argv[0], "re");

    replay.path = standard ? tr("standard input", "l'entrée standard") : argv[0];
    if (!in)
        return usage_error("Cannot open %s: %s.", "Impossible d'ouvrir %s : %s.", argv[0],
                           system_words(errno));
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* someone may wait for each answer */
    status = replay_stream(&replay, in);
    if (!standard)
        fclose(in);
    if (status != STATUS_OK)
        return status;
    if (replay.records == 0)
        return failure("There is no record in %s.", "Il n'y a aucune partie dans %s.", replay.path);
    if (replay.bad > 0)
        return failure("%d of %d records in %s are bad.",
                       "Parties incorrectes : %d sur %d dans %s.", replay.bad, replay.records,
                       replay.path);
    return STATUS_OK;
}

const struct command cmd_replay = {
    .name = "replay",
    .words = "FILE|-",
    .words_min = 1,
    .words_max = 1,
    .summary = {"Check records by playing them (JSON Lines or text), or convert them.",
                "Vérifier des parties en les rejouant (JSON Lines ou texte), ou les convertir."},
    .options = options,
    .run = run,
};
