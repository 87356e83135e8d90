/* cmd_review.c - tablier review: where a game was won and lost, move by move. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/engine_args.h"
#include "cli/interrupt.h"
#include "json/record_file.h"
#include "cli/record_stream.h"
#include "cli/review_many.h"
#include "cli/review_print.h"
#include "cli/terminal.h"
#include "core/message.h"
#include "learn/annotate.h"

struct args {
    uint64_t nodes, time_ms;
    int threads;
    bool json, force;
    const char *out;
    struct work_args work;
};

TAKE_BETWEEN(take_time, 1, INT32_MAX)

static const struct option options[] = {
    {"nodes", "N", N_("look at N positions for each move (default: 60000)"), take_positive,
     ARG(nodes)},
    {"time", "MS", N_("milliseconds to think about each move instead"), take_time, ARG(time_ms)},
    {"threads", "N", N_("search with N threads (default: 1)"), take_threads, ARG(threads)},
    JSON_OPTION(struct args, json),
    {"out", "FILE",
     N_("write the games to FILE as records with evaluations, comments and better lines"),
     take_text, ARG(out)},
    FORCE_OPTION(struct args, force),
    {"jobs", "N", N_("of many games, review N at a time (default: 1)"), take_positive,
     ARG(work.threads)},
    QUEUE_OPTIONS(struct args, work),
    {0},
};

static bool show_progress(void *context, int done, int count)
{
    (void)context;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%d / %d", done, count);
    return !work_must_end();
}

/* Writes the game with its review to a file; JSON if its name says so. */
static int save_review(const struct args *args, const struct review *review, struct record *record)
{
    enum output_mode mode = args->force ? OUTPUT_REPLACE : OUTPUT_NEW;
    struct tb_error error;

    if (review_annotate(review, record, terminal_lang(), &error) ||
        !record_file_save(args->out, record, record_form_of_name(args->out), mode, &error))
        return failure_of(NULL, &error);
    return STATUS_OK;
}

static int show_review(const struct args *args, const struct review *review, struct record *record)
{
    if (args->out)
        return save_review(args, review, record);
    if (args->json)
        review_print_json(review);
    else
        review_print(review, record->match, terminal_lang());
    return STATUS_OK;
}

static int review_record(const struct args *args, struct record *record)
{
    struct review_options wanted = {
        .limits = {.nodes = args->nodes, .time_ms = (int64_t)args->time_ms},
        .threads = args->threads,
        .progress = show_progress,
    };
    struct review review;
    struct tb_error error;

    if (tb_match_plies(record->match) == 0)
        return failure("There is no move to review.");
    interrupt_catch();
    int code = review_make(record->match, &wanted, &review, &error);

    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    if (work_must_end())
        return STATUS_INTERRUPTED;
    if (code)
        return failure_of(NULL, &error);
    int status = show_review(args, &review, record);

    review_release(&review);
    return status;
}

/* ---- Files ----------------------------------------------------------------------------------- */

struct reading {
    const char *path;
    struct review_work *records;
    struct record *first;
    int status;
};

static bool take(void *context, int line, struct record *record, int code, int ply,
                 const struct tb_error *error)
{
    struct reading *reading = context;
    struct tb_error failed;
    char *text = code ? NULL : record_write_json(record);

    (void)ply;
    if (code)
        reading->status = failure("{path}: Record at line {line}: {error}",
                                  arg_text("path", record_stream_name(reading->path)),
                                  arg_count("line", line), arg_message("error", error->message));
    else if (!text || review_work_add(reading->records, text, &failed))
        reading->status = out_of_memory();
    free(text);
    if (reading->status == GO_ON && reading->records->count == 1)
        *reading->first = *record;
    else
        record_release(record);
    return reading->status == GO_ON;
}

/* One game is judged move by move; of many, what is true of each. */
static int review_file(const struct args *args, const char *path)
{
    struct record first = {0};
    struct review_work records = {
        .limits = {.nodes = args->nodes, .time_ms = (int64_t)args->time_ms},
        .threads = args->threads,
        .lang = terminal_lang(),
    };
    struct reading reading = {path, &records, &first, GO_ON};
    const struct record_stream stream = {path, take, &reading};
    int status = record_stream_read(&stream);

    status = status == GO_ON ? reading.status : status;
    bool many = records.count > 1 || args->work.queue;

    if (status == GO_ON && many && args->json)
        status =
            usage_error("--json is for one game; of several, write records: --out FILE.jsonl.");
    if (status == GO_ON && !many) {
        status = review_record(args, &first);
    } else if (status == GO_ON) {
        const struct review_plan plan = {args->out, args->force, args->work};

        record_release(&first);
        return review_many(&plan, &records);
    }
    record_release(&first);
    review_work_end(&records, false);
    return status;
}

static int run(void *values, char **words)
{
    const struct args *args = values;
    struct tb_error error;

    if (args->json && args->out)
        return usage_error("--json prints the review, --out writes the game: only one of them.");
    if (args->out && !output_check(args->out, args->force ? OUTPUT_REPLACE : OUTPUT_NEW, &error))
        return failure_of(NULL, &error);
    int status = work_check(&args->work, "--jobs");

    return status == GO_ON ? review_file(args, words[0]) : status;
}

const struct command cmd_review = {
    .name = "review",
    .words = "FILE",
    .summary = N_("Judge every move of a game, or of many, and say where it was lost."),
    ARGS(struct args),
};
