/* job.c - jobs as text, and their executors. */
#include "lab/job.h"
#include "core/error.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "file/text_stream.h"

#define JOB_HEAD "tablier job 2\nversion " TB_VERSION "\n"

static const struct job_kind *const kinds[] = {&games_kind, &tournament_kind, &selfplay_kind,
                                               &puzzles_kind, &review_kind};

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
            job->kind->name, job->fingerprint, job->first, job->count, strlen(job->head), job->head,
            strlen(job->items), job->items);
    return text_stream_close(&out, NULL);
}

static int no_job(struct tb_error *error)
{
    return error_set(error, TB_ERR_SYNTAX, "Malformed job.");
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

static const struct job_kind *find_kind(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i]->name, name) == 0)
            return kinds[i];
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
        used == 0 || !(job->kind = find_kind(name)) || job->first < 0 || job->count < 1 ||
        job->count > JOB_COUNT_MAX)
        return no_job(error);
    text += used;
    job->head = read_part(&text, "head ");
    job->items = job->head ? read_part(&text, "items ") : NULL;
    if (job->items && *text == '\0')
        return TB_OK;
    job_release(job);
    return no_job(error);
}

/* ---- Doing them --------------------------------------------------------------------------- */

struct job_doer {
    FILE *log;
    const struct job_kind *kind; /* of the hand */
    char *head;                  /* that the hand was made for; NULL: there is none */

    pthread_mutex_t lock; /* held to touch what follows from outside, or to change it */
    void *hand;
    bool stopped;
};

struct job_doer *job_doer_new(FILE *log)
{
    struct job_doer *doer = calloc(1, sizeof *doer);

    if (doer) {
        doer->log = log;
        pthread_mutex_init(&doer->lock, NULL);
    }
    return doer;
}

static void drop_hand(struct job_doer *doer)
{
    pthread_mutex_lock(&doer->lock); /* somebody may be stopping it */
    void *old = doer->hand;

    doer->hand = NULL;
    pthread_mutex_unlock(&doer->lock);
    if (old)
        doer->kind->close(old);
    free(doer->head);
    doer->head = NULL;
}

void job_doer_free(struct job_doer *doer)
{
    if (!doer)
        return;
    drop_hand(doer);
    pthread_mutex_destroy(&doer->lock);
    free(doer);
}

void job_doer_stop(struct job_doer *doer)
{
    pthread_mutex_lock(&doer->lock);
    doer->stopped = true;
    if (doer->hand)
        doer->kind->stop(doer->hand);
    pthread_mutex_unlock(&doer->lock);
}

/* Makes the hand for this job; keeps the one that is there if it will do. */
static int prepare(struct job_doer *doer, const struct job *job, struct tb_error *error)
{
    void *hand = NULL;

    if (doer->head && doer->kind == job->kind && strcmp(doer->head, job->head) == 0)
        return TB_OK;
    drop_hand(doer);
    int code = job->kind->open(job->head, doer->log, &hand, error);

    if (code)
        return code;
    pthread_mutex_lock(&doer->lock);
    doer->kind = job->kind;
    doer->hand = hand;
    if (doer->stopped)
        doer->kind->stop(hand);
    pthread_mutex_unlock(&doer->lock);
    doer->head = strdup(job->head);
    return doer->head ? TB_OK : error_memory(error);
}

static int check_fingerprint(struct job_doer *doer, const struct job *job, struct tb_error *error)
{
    uint64_t own;
    int code = job->kind->fingerprint(doer->hand, job, &own, error);

    if (code || own == job->fingerprint)
        return code;
    return error_set(error, TB_ERR_SETUP,
                     "The job comes from a program whose rules or search differ from this one.");
}

int job_doer_run(struct job_doer *doer, const struct job *job, char **result, size_t *size,
                 struct tb_error *error)
{
    int code = prepare(doer, job, error);

    *result = NULL;
    if (!code)
        code = check_fingerprint(doer, job, error);
    if (code)
        return code;
    struct text_stream out;

    if (!text_stream_open(&out))
        return error_memory(error);
    code = job->kind->run(doer->hand, job, out.file, error);
    *result = text_stream_close(&out, size);
    if (!*result && !code)
        code = error_memory(error);
    if (code) {
        free(*result);
        *result = NULL;
    }
    return code;
}
