/* job.c - jobs as text, and their executors. */
#include "lab/job.h"
#include "core/error.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "file/text_stream.h"

#define JOB_HEAD "tablier job 2\nversion " TB_VERSION "\n"

static const struct job_type *const types[] = {
    &games_job_type, &tournament_job_type, &selfplay_job_type, &puzzles_job_type, &review_job_type};

void job_release(struct job *job)
{
    free(job->head);
    free(job->items);
    *job = (struct job){0};
}

/* ---- Text ---------------------------------------------------------------------------------- */

char *job_write(const struct job *job)
{
    struct text_stream out;

    if (!text_stream_open(&out))
        return NULL;
    fprintf(out.file,
            JOB_HEAD "kind %s\nfingerprint %016" PRIx64 "\nrange %d %d\nhead %zu\n%sitems %zu\n%s",
            job->type->name, job->fingerprint, job->first, job->count, strlen(job->head), job->head,
            strlen(job->items), job->items);
    return text_stream_close(&out, NULL);
}

/* Takes "NAME LENGTH" and LENGTH bytes off the text. */
static char *read_part(const char **text, const char *name)
{
    size_t word = strlen(name);
    char *end;

    if (strncmp(*text, name, word) != 0)
        return NULL;
    size_t length = strtoull(*text + word, &end, 10);

    if (end == *text + word || *end != '\n' || strlen(end + 1) < length)
        return NULL;
    *text = end + 1 + length;
    return strndup(end + 1, length);
}

static const struct job_type *find_type(const char *name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i]->name, name) == 0)
            return types[i];
    return NULL;
}

int job_read(struct job *job, const char *text, struct tb_error *error)
{
    char name[16];
    int used = 0;

    *job = (struct job){0};
    if (strncmp(text, JOB_HEAD, strlen(JOB_HEAD)) != 0)
        return error_set(error, TB_ERR_SETUP, "Another version of the program made this job.");
    text += strlen(JOB_HEAD);
    if (sscanf(text, "kind %15s\nfingerprint %16" SCNx64 "\nrange %9d %9d\n%n", name,
               &job->fingerprint, &job->first, &job->count, &used) != 4 ||
        used == 0 || !(job->type = find_type(name)) || job->first < 0 || job->count < 1 ||
        job->count > JOB_COUNT_MAX)
        return job_malformed(error);
    text += used;
    job->head = read_part(&text, "head ");
    job->items = job->head ? read_part(&text, "items ") : NULL;
    if (job->items && *text == '\0')
        return TB_OK;
    job_release(job);
    return job_malformed(error);
}

/* ---- Running jobs ------------------------------------------------------------------------- */

struct job_executor {
    FILE *log;
    const struct job_type *type; /* of the context */
    char *head;                  /* that the context was made for; NULL: there is none */

    pthread_mutex_t lock; /* held to touch what follows from outside, or to change it */
    void *context;
    bool stopped;
};

struct job_executor *job_executor_new(FILE *log)
{
    struct job_executor *executor = calloc(1, sizeof *executor);

    if (executor) {
        executor->log = log;
        pthread_mutex_init(&executor->lock, NULL);
    }
    return executor;
}

static void drop_context(struct job_executor *executor)
{
    pthread_mutex_lock(&executor->lock); /* somebody may be stopping it */
    void *old = executor->context;

    executor->context = NULL;
    pthread_mutex_unlock(&executor->lock);
    if (old)
        executor->type->close(old);
    free(executor->head);
    executor->head = NULL;
}

void job_executor_free(struct job_executor *executor)
{
    if (!executor)
        return;
    drop_context(executor);
    pthread_mutex_destroy(&executor->lock);
    free(executor);
}

/* The lock is held. */
static void stop_context(struct job_executor *executor)
{
    atomic_store(&((struct job_context *)executor->context)->stopped, true);
    if (executor->type->stop)
        executor->type->stop(executor->context);
}

void job_executor_stop(struct job_executor *executor)
{
    pthread_mutex_lock(&executor->lock);
    executor->stopped = true;
    if (executor->context)
        stop_context(executor);
    pthread_mutex_unlock(&executor->lock);
}

/* Creates the context for this job, unless the present one will do. */
static int prepare(struct job_executor *executor, const struct job *job, struct tb_error *error)
{
    void *context = NULL;

    if (executor->head && executor->type == job->type && strcmp(executor->head, job->head) == 0)
        return TB_OK;
    drop_context(executor);
    int code = job->type->open(job->head, executor->log, &context, error);

    if (code)
        return code;
    pthread_mutex_lock(&executor->lock);
    executor->type = job->type;
    executor->context = context;
    if (executor->stopped)
        stop_context(executor);
    pthread_mutex_unlock(&executor->lock);
    executor->head = strdup(job->head);
    return executor->head ? TB_OK : error_memory(error);
}

static int check_fingerprint(struct job_executor *executor, const struct job *job,
                             struct tb_error *error)
{
    const struct job_context *context = executor->context;
    int code =
        job->type->fingerprint ? job->type->fingerprint(executor->context, job, error) : TB_OK;

    if (code || context->fingerprint == job->fingerprint)
        return code;
    return error_set(error, TB_ERR_SETUP,
                     "The job comes from a program whose rules or search differ from this one.");
}

int job_executor_run(struct job_executor *executor, const struct job *job, char **result,
                     size_t *size, struct tb_error *error)
{
    int code = prepare(executor, job, error);

    *result = NULL;
    if (!code)
        code = check_fingerprint(executor, job, error);
    if (code)
        return code;
    struct text_stream out;

    if (!text_stream_open(&out))
        return error_memory(error);
    code = job->type->run(executor->context, job, out.file, error);
    *result = text_stream_close(&out, size);
    if (!*result && !code)
        code = error_memory(error);
    if (code) {
        free(*result);
        *result = NULL;
    }
    return code;
}
