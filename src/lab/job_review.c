/*
 * job_review.c - jobs that review records. The head of a job has the limits of the search and the
 * language of the comments; its items are the records, one per line.
 */
#include "lab/job_review.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/catalog.h"
#include "core/checksum.h"
#include "core/error.h"
#include "file/text_stream.h"
#include "lab/terms.h"
#include "learn/annotate.h"
#include "json/record_json.h"

enum { HEAD_TEXT = 256, SUMMARY_TEXT = 1000 };

struct executor {
    struct job_context base;
    struct review_options options;
    const char *lang;
    struct tb_setup setup; /* the last one whose fingerprint is known */
    uint64_t fingerprint;  /* of that setup */
};

/* ---- Records ------------------------------------------------------------------------------ */

/* Reads the record of a line and moves behind it. */
static int next_record(const char **items, struct record *record, struct tb_error *error)
{
    size_t length = strcspn(*items, "\n");
    int ply, code = record_json_read(record, *items, length, &ply, error);

    *items += length + ((*items)[length] == '\n');
    return code;
}

/* *sum becomes that of the setup, unless it is; false without memory. */
static bool find_fingerprint(const struct tb_setup *setup, struct tb_setup *known, uint64_t *sum)
{
    if (memcmp(setup, known, sizeof *known) == 0)
        return true;
    *known = (struct tb_setup){0};
    if (!search_fingerprint(setup, sum))
        return false;
    *known = *setup;
    return true;
}

/* Of all records together. */
static int add_fingerprints(const char *items, struct tb_setup *known, uint64_t *last,
                            uint64_t *sum, struct tb_error *error)
{
    *sum = CHECKSUM_START;
    while (*items) {
        struct record record = {0};
        int code = next_record(&items, &record, error);

        if (code)
            return code;
        bool found = find_fingerprint(&tb_match_start(record.match)->setup, known, last);

        record_release(&record);
        if (!found)
            return error_memory(error);
        *sum = (*sum ^ *last) * UINT64_C(0x100000001b3);
    }
    return TB_OK;
}

/* ---- Jobs --------------------------------------------------------------------------------- */

static bool go_on(void *context, int done, int count)
{
    (void)done;
    (void)count;
    return !job_is_stopped(context);
}

static int open_executor(const char *head, FILE *log, void **out, struct tb_error *error)
{
    struct executor *executor = calloc(1, sizeof *executor);
    uint64_t nodes, time_ms, threads;
    char lang[4];

    (void)log;
    if (!executor)
        return error_memory(error);
    if (!terms_take_number(&head, "nodes", UINT64_MAX, &nodes) ||
        !terms_take_number(&head, "time", INT32_MAX, &time_ms) ||
        !terms_take_number(&head, "threads", SEARCH_THREADS_MAX, &threads) ||
        !terms_take_line(&head, "lang", lang, sizeof lang)) {
        free(executor);
        return job_malformed(error);
    }
    executor->options = (struct review_options){
        .limits = {.nodes = nodes, .time_ms = (int64_t)time_ms},
        .threads = (int)threads,
        .progress = go_on,
        .context = executor,
    };
    executor->lang = catalog_for(lang) ? catalog_for(lang)->tag : "en";
    *out = executor;
    return TB_OK;
}

static int fingerprint(void *context, const struct job *job, struct tb_error *error)
{
    struct executor *executor = context;

    return add_fingerprints(job->items, &executor->setup, &executor->fingerprint,
                            &executor->base.fingerprint, error);
}

/* Reviews one record and notes that in it; what is true of the whole game goes to `summary`. */
static int review_one(struct executor *executor, struct record *record, struct text *summary,
                      struct tb_error *error)
{
    struct review review = {0};

    if (tb_match_plies(record->match) == 0) {
        text_add(summary, "%s", translate(executor->lang, "There is no move to review."));
        return TB_OK;
    }
    int code = review_make(record->match, &executor->options, &review, error);

    if (code == TB_ERR_OVER)
        return error_set(error, TB_ERR_STOPPED, "Stopped.");
    if (!code) {
        review_summary(&review, executor->lang, summary);
        code = review_annotate(&review, record, executor->lang, error);
    }
    review_release(&review);
    return code;
}

static int run(void *context, const struct job *job, FILE *out, struct tb_error *error)
{
    const char *items = job->items;
    int code = TB_OK;

    while (!code && *items) {
        struct record record = {0};
        char summary[SUMMARY_TEXT] = "", *line = NULL;
        struct text text = text_into(summary, sizeof summary);

        code = next_record(&items, &record, error);
        if (!code)
            code = review_one(context, &record, &text, error);
        if (!code && !(line = record_write_json(&record)))
            code = error_memory(error);
        if (!code) {
            for (char *at = summary; *at; at++)
                *at = *at == '\n' ? '\t' : *at;
            fprintf(out, "%s\n%s\n", summary, line);
        }
        free(line);
        record_release(&record);
    }
    return code;
}

const struct job_type review_job_type = {
    .name = "review",
    .open = open_executor,
    .fingerprint = fingerprint,
    .run = run,
    .close = free,
};

/* ---- Work --------------------------------------------------------------------------------- */

static void write_head(const struct review_work *work, char head[HEAD_TEXT])
{
    struct text text = text_into(head, HEAD_TEXT);

    text_add(&text, "nodes %" PRIu64 "\ntime %" PRId64 "\nthreads %d\nlang %s\n",
             work->limits.nodes, work->limits.time_ms, work->threads, work->lang);
}

static bool has_result(const void *context, int cell, int record)
{
    (void)cell;
    return ((const struct review_work *)context)->results[record];
}

static int missing(void *context, int batch, struct lab_range **ranges, int *count,
                   struct tb_error *error)
{
    const struct review_work *work = context;

    return ranges_missing(1, 0, work->count, batch, has_result, work, ranges, count, error);
}

static int describe(void *context, const struct lab_range *range, struct job *job,
                    struct tb_error *error)
{
    struct review_work *work = context;
    char head[HEAD_TEXT];
    struct text_stream items;
    bool open = text_stream_open(&items);

    write_head(work, head);
    for (int i = 0; open && i < range->count; i++)
        fprintf(items.file, "%s\n", work->records[range->first + i]);
    char *text = text_stream_close(&items, NULL);
    uint64_t sum;
    int code = text ? add_fingerprints(text, &work->setup, &work->fingerprint, &sum, error)
                    : error_memory(error);

    if (!code)
        code = job_fill(job, range, sum, head, text, error);
    free(text);
    return code;
}

/* Takes two lines per record; false if some are missing. */
static bool keep(struct review_work *work, const struct lab_range *range, const char *result)
{
    if (range->first < 0 || range->count < 1 || range->first > work->count - range->count)
        return false;
    for (int i = range->first; i < range->first + range->count; i++) {
        const char *middle = strchr(result, '\n'), *end = middle ? strchr(middle + 1, '\n') : NULL;

        if (!end)
            return false;
        if (!work->results[i]) {
            if (!(work->results[i] = strndup(result, (size_t)(end - result))))
                return false;
            work->done++;
        }
        result = end + 1;
    }
    return *result == '\0';
}

static int take(void *context, const struct lab_range *range, const char *result, size_t size,
                int64_t us, struct tb_error *error)
{
    struct review_work *work = context;

    if (range->first >= 0 && range->first < work->count && work->results[range->first])
        return TB_OK; /* nothing new */
    if (!keep(work, range, result))
        return error_set(error, TB_ERR_RECORD, "The result of a job is damaged.");
    return work->journal.file ? journal_add(&work->journal, range, result, size, us, error) : TB_OK;
}

static int done(void *context, int *all)
{
    const struct review_work *work = context;

    *all = work->count;
    return work->done;
}

static bool read_result(void *context, const struct lab_range *range, const char *result,
                        size_t size, int64_t us)
{
    (void)size;
    (void)us;
    return keep(context, range, result);
}

int review_work_add(struct review_work *work, const char *line, struct tb_error *error)
{
    if (!ARRAY_RESERVE(work->records, work->capacity, work->count, 1))
        return error_memory(error);
    if (!(work->records[work->count] = strdup(line)))
        return error_memory(error);
    work->count++;
    return TB_OK;
}

int review_work_begin(struct review_work *work, struct tb_error *error)
{
    work->results = calloc((size_t)work->count + 1, sizeof *work->results);
    return work->results ? TB_OK : error_memory(error);
}

static uint64_t key_of(const struct review_work *work)
{
    char head[HEAD_TEXT];

    write_head(work, head);
    uint64_t sum = checksum_text(CHECKSUM_START, head);

    for (int i = 0; i < work->count; i++)
        sum = checksum_add(sum, work->records[i], strlen(work->records[i]) + 1);
    return sum;
}

int review_work_open(struct review_work *work, const char *path, struct tb_error *error)
{
    char about[HEAD_TEXT];
    struct text text = text_into(about, sizeof about);
    int code = journal_open(&work->journal, path, error);

    text_add(&text, "tablier review %s\nrecords %d %016" PRIx64 "\n", TB_VERSION, work->count,
             key_of(work));
    return code ? code : journal_read(&work->journal, about, false, read_result, work, error);
}

void review_work_end(struct review_work *work, bool finished)
{
    journal_close(&work->journal, finished);
    for (int i = 0; i < work->count; i++) {
        free(work->records[i]);
        if (work->results)
            free(work->results[i]);
    }
    free(work->records);
    free(work->results);
}

struct work review_work(struct review_work *work)
{
    return (struct work){
        .type = &review_job_type,
        .unit = N_("games"),
        .key = key_of(work),
        .missing = missing,
        .describe = describe,
        .take = take,
        .done = done,
        .context = work,
    };
}
