/* lab_output.c - see lab_output.h. */
#include "cli/lab/lab_output.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/record_stream.h"
#include "cli/terminal.h"
#include "cli/wrap.h"
#include "core/error.h"
#include "file/file.h"
#include "file/output.h"
#include "file/text_stream.h"
#include "jansson/json_memory.h"
#include "lab/gather.h"

/* ---- Files --------------------------------------------------------------------------------- */

/* Fails if memory runs out; a stream that fails is found out later. */
typedef int writer(const struct report *report, FILE *out, struct tb_error *error);

static int write_csv(const struct report *report, FILE *out, struct tb_error *error)
{
    (void)error;
    report_csv(report, out);
    return TB_OK;
}

static int write_json(const struct report *report, FILE *out, struct tb_error *error)
{
    bool whole = json_write(report_json(report), JSON_INDENT(1) | JSON_REAL_PRECISION(8), out);

    return whole || ferror(out) ? TB_OK : error_memory(error);
}

static int write_html(const struct report *report, FILE *out, struct tb_error *error)
{
    return report_html(report, terminal_lang(), NULL, out, error);
}

/* Writes one file of the folder, as a whole or not at all. */
static int write_file(const struct report *report, const char *folder, const char *name,
                      writer *write)
{
    char path[PATH_MAX];
    struct output output;
    struct tb_error error;

    if (!file_in_folder(path, folder, name, &error) ||
        !output_open(&output, path, OUTPUT_REPLACE, &error))
        return failure_of(NULL, &error);
    bool good = !write(report, output.file, &error) && output_commit(&output, &error);

    output_drop(&output);
    return good ? GO_ON : failure_of(NULL, &error);
}

static int write_reports(const struct report *report, const char *folder)
{
    int status = write_file(report, folder, "measures.csv", write_csv);

    if (status == GO_ON)
        status = write_file(report, folder, "measures.json", write_json);
    return status == GO_ON ? write_file(report, folder, "report.html", write_html) : status;
}

static int write_games(const struct experiment *experiment)
{
    char path[PATH_MAX];
    struct output output;
    struct tb_error error;

    experiment_file(experiment, "games.jsonl", path);
    if (!output_open(&output, path, OUTPUT_REPLACE, &error))
        return failure_of(NULL, &error);
    for (int c = 0; c < experiment->cell_count; c++)
        for (int i = 0; i < experiment->games; i++)
            if (experiment->cells[c].games[i])
                fprintf(output.file, "%s\n", experiment->cells[c].games[i]);
    bool good = output_commit(&output, &error);

    output_drop(&output);
    return good ? GO_ON : failure_of(NULL, &error);
}

/* ---- Reports ------------------------------------------------------------------------------ */

/* Prints the table, with the sentences below it broken between words on a terminal. */
static int print_table(const struct report *report)
{
    struct text_stream out;

    if (!text_stream_open(&out))
        return out_of_memory();
    report_table(report, terminal_lang(), out.file);
    char *text = text_stream_close(&out, NULL), *rest = text;

    if (!text)
        return out_of_memory();
    for (char *line; *rest && (line = strsep(&rest, "\n"));) {
        wrap_print(line, terminal_wrap(), 0, 0);
        putchar('\n');
    }
    free(text);
    return GO_ON;
}

static int print_report(const struct report *report, const struct lab_args *args)
{
    struct tb_error error;

    if (!args->csv && !args->json)
        return print_table(report);
    int code = (args->csv ? write_csv : write_json)(report, stdout, &error);

    return code ? failure_of(NULL, &error) : GO_ON;
}

int lab_report_experiment(const struct experiment *experiment, const struct lab_args *args)
{
    struct report report;
    struct tb_error error;

    if (gather_experiment(experiment, &report, &error))
        return failure_of(NULL, &error);
    int status = print_report(&report, args);

    if (status == GO_ON && !args->csv && !args->json && experiment->cost_us > 0)
        print_out("A game took {seconds} s of one processor on average.\n",
                  arg_number("seconds", (double)experiment->cost_us / 1e6 / experiment->done, 3));
    if (status == GO_ON && args->out && (status = write_games(experiment)) == GO_ON)
        status = write_reports(&report, args->out);
    report_release(&report);
    return status;
}

/* Records that are being measured. */
struct measuring {
    const char *path;
    const struct tb_game *game;
    struct gatherer *gatherer;
    int unfinished;
    int status;
};

static bool take(void *context, int line, struct record *record, int code, int ply,
                 const struct tb_error *error)
{
    struct measuring *measuring = context;
    struct tb_error refused;

    (void)ply;
    if (!code && tb_match_start(record->match)->setup.game != measuring->game) {
        code = error_set(&refused, TB_ERR_SETUP, "This is a game of {game}, not of {wanted}.",
                         arg_text("game", tb_game_title(tb_match_start(record->match)->setup.game)),
                         arg_text("wanted", tb_game_title(measuring->game)));
        error = &refused;
    } else if (!code && !tb_match_result(record->match).over) {
        measuring->unfinished++;
    } else if (!code && (code = gatherer_add(measuring->gatherer, record, &refused))) {
        error = &refused;
    }
    if (code)
        measuring->status =
            usage_error("{path}: Record at line {line}: {error}", arg_text("path", measuring->path),
                        arg_count("line", line), arg_message("error", error->message));
    record_release(record);
    return !code;
}

static int report_measured(const struct measuring *measuring, const struct lab_args *args)
{
    struct report report;
    struct tb_error error;
    char inside[PATH_MAX];
    int status = GO_ON;

    if (gatherer_report(measuring->gatherer, &report, &error))
        return failure_of(measuring->path, &error);
    if (measuring->unfinished > 0)
        print_in(stderr, terminal_lang(), "{unfinished} unfinished games were left out.\n",
                 arg_count("unfinished", measuring->unfinished));
    status = print_report(&report, args);
    if (args->out) {
        if (!file_in_folder(inside, args->out, "measures.json", &error) ||
            !file_make_folders(inside, &error))
            status = failure_of("--out", &error);
        else if (output_is_used(inside) && !args->force)
            status = usage_error("--out: {path} holds measures already; --force replaces them.",
                                 arg_text("path", args->out));
        else
            status = write_reports(&report, args->out);
    }
    report_release(&report);
    return status == GO_ON ? STATUS_OK : status;
}

int lab_report_records(const struct lab_args *args, const char *game)
{
    struct measuring measuring = {.path = record_stream_name(args->records),
                                  .game = game_by_name(game),
                                  .gatherer = gatherer_new(),
                                  .status = GO_ON};
    const struct record_stream stream = {args->records, take, &measuring};
    int status = measuring.game ? GO_ON : STATUS_USAGE;

    if (!measuring.gatherer)
        return out_of_memory();
    if (status == GO_ON && (status = record_stream_read(&stream)) == GO_ON)
        status = measuring.status;
    if (status == GO_ON)
        status = report_measured(&measuring, args);
    gatherer_free(measuring.gatherer);
    return status;
}

/* ---- Comparing ---------------------------------------------------------------------------- */

/* Reads measures.json of a folder, or the file itself: that or measures.csv. */
static int read_report(const char *path, struct report *report)
{
    char inside[PATH_MAX];
    struct text text = text_into(inside, sizeof inside);
    struct stat about;
    struct tb_error error;

    text_add(&text, "%s%s", path,
             stat(path, &about) == 0 && S_ISDIR(about.st_mode) ? "/measures.json" : "");
    char *json = file_read(inside, &error);

    if (!json)
        return usage_error_of(NULL, &error);
    int code = report_read(report, json, inside, &error);

    free(json);
    return code ? usage_error_of(NULL, &error) : GO_ON;
}

int lab_compare(const char *a, const char *b)
{
    struct report one = {0}, two = {0};
    struct tb_error error;
    int status = read_report(a, &one);

    if (status == GO_ON && b)
        status = read_report(b, &two);
    if (status == GO_ON) {
        int code = b ? report_compare(&one, &two, terminal_lang(), stdout, &error)
                     : report_compare_seats(&one, terminal_lang(), stdout, &error);

        status = code ? usage_error_of(NULL, &error) : STATUS_OK;
    }
    report_release(&one);
    report_release(&two);
    return status;
}
