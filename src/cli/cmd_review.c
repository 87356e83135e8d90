/* cmd_review.c - tablier review: where a game was won and lost, move by move. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/engine_args.h"
#include "cli/interrupt.h"
#include "cli/record_file.h"
#include "cli/review_print.h"
#include "cli/terminal.h"

extern const struct command cmd_review;

struct args {
    uint64_t nodes, time_ms;
    int threads;
    bool json;
};

static const struct option options[] = {
    {"nodes",
     "N",
     {"look at N positions for each move (default: 60000)",
      "examiner N positions pour chaque coup (60000 par défaut)"},
     take_positive,
     offsetof(struct args, nodes)},
    {"time",
     "MS",
     {"think for so many milliseconds about each move instead",
      "ou réfléchir tant de millisecondes à chaque coup"},
     take_positive,
     offsetof(struct args, time_ms)},
    {"threads",
     "N",
     {"search with N threads (default: 1)", "chercher avec N fils (1 par défaut)"},
     take_threads,
     offsetof(struct args, threads)},
    {"json",
     NULL,
     {"print one JSON object", "afficher un objet JSON"},
     take_flag,
     offsetof(struct args, json)},
    {0},
};

static bool show_progress(void *context, int done, int count)
{
    (void)context;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%d / %d", done, count);
    return !interrupt_pending();
}

static int review_record(const struct args *args, const struct record *record)
{
    struct review_options wanted = {
        .limits = {.nodes = args->nodes, .time_ms = (int64_t)args->time_ms},
        .threads = args->threads,
        .progress = show_progress,
    };
    struct review review;
    struct tb_error error;

    if (tb_match_plies(record->match) == 0)
        return failure("There is no move to review.", "Il n'y a aucun coup à revoir.");
    interrupt_catch();
    int code = review_make(record->match, &wanted, &review, &error);

    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    if (interrupt_pending())
        return STATUS_INTERRUPTED;
    if (code)
        return failure_of(NULL, &error);
    if (args->json)
        review_print_json(&review);
    else
        review_print(&review, record->match, terminal_lang());
    review_release(&review);
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    struct args args = {0};
    struct record record = {0};
    enum record_form form;
    struct tb_error error;
    int status = options_parse(&cmd_review, &args, &argc, argv);

    if (status != GO_ON)
        return status;
    if (args.time_ms > INT32_MAX)
        return usage_error("--time: it may be at most %d milliseconds.",
                           "--time : au plus %d millisecondes.", INT32_MAX);
    const char *path = strcmp(argv[0], "-") == 0 ? "/dev/stdin" : argv[0];

    if (!record_file_load(path, &record, &form, &error))
        return failure_of(NULL, &error);
    status = review_record(&args, &record);
    record_release(&record);
    return status;
}

const struct command cmd_review = {
    .name = "review",
    .words = "FILE",
    .words_min = 1,
    .words_max = 1,
    .summary = {"Judge every move of a game and say where it was lost.",
                "Juger chaque coup d'une partie et dire où elle a été perdue."},
    .options = options,
    .run = run,
};
