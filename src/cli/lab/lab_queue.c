/* lab_queue.c - an experiment whose games are played by the workers of a queue. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/lab/lab_session.h"
#include "cli/terminal.h"
#include "core/clock.h"
#include "lab/job_queue.h"

enum { BATCH_DEFAULT = 8, WAIT_MS = 200, RETRY_MS = 1000, HANDS_MAX = 64 };

/* Games that a worker has played. */
struct hand {
    char worker[WORKER_TEXT];
    int games;
};

struct session {
    struct experiment *experiment;
    struct job_queue *queue;
    char key[QUEUE_KEY_TEXT];
    bool live;
    int begun_with;
    int64_t started_us;
    struct tb_error error; /* what could not be written */
    struct hand hands[HANDS_MAX];
    int hand_count;
    bool lost; /* the connection, at the moment */
};

static void pause_ms(int ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL); /* or until a signal */
}

static void note_hand(struct session *session, const char *worker, int games)
{
    int i = 0;

    while (i < session->hand_count && strcmp(session->hands[i].worker, worker) != 0)
        i++;
    if (i == HANDS_MAX)
        return;
    if (i == session->hand_count) {
        snprintf(session->hands[i].worker, WORKER_TEXT, "%s", worker);
        session->hands[session->hand_count++].games = 0;
    }
    session->hands[i].games += games;
}

static bool take(void *context, const struct lab_range *range, const char *worker,
                 const char *result, int64_t us)
{
    struct session *session = context;

    if (range->cell < 0 || range->cell >= session->experiment->cell_count || range->first < 0)
        return true; /* not ours */
    if (experiment_add(session->experiment, range, result, us, &session->error))
        return false;
    note_hand(session, worker, range->count);
    return true;
}

static void show_worker(void *context, const char *worker, const struct lab_range *range, int jobs)
{
    struct text *text = context;

    text_add(text, tr("; %s: %d jobs, game %d", " ; %s : %d tâches, partie %d"), worker, jobs,
             range->first + 1);
}

/* How far it is, and who does what. */
static void show_progress(struct session *session)
{
    char line[512];
    struct text text = text_into(line, sizeof line);

    if (!session->live)
        return;
    lab_progress(session->experiment, session->begun_with, session->started_us, &text);
    size_t before = text.used;

    if (session->lost)
        text_add(&text, "%s", tr("; the database does not answer", " ; la base ne répond pas"));
    else if (!job_queue_workers(session->queue, session->key, show_worker, &text, NULL) &&
             text.used == before)
        text_add(&text, "%s", tr("; no worker is there", " ; il n'y a pas d'ouvrier"));
    fprintf(stderr, "\r%.*s\033[K", terminal_width() - 1, line);
}

/* Puts what is missing into the queue. */
static int submit(struct session *session, int batch, struct tb_error *error)
{
    struct lab_range *ranges;
    int count, code = experiment_missing(session->experiment, batch, &ranges, &count, error);

    if (code)
        return code;
    code =
        job_queue_submit(session->queue, session->key, session->experiment, ranges, count, error);
    free(ranges);
    return code;
}

/* One round; what the database did not answer is asked again in the next. */
static int work(struct session *session, int batch, struct tb_error *error)
{
    int left = 0, code = session->lost ? job_queue_reconnect(session->queue, error) : TB_OK;

    session->lost = false;
    if (!code)
        code = job_queue_collect(session->queue, session->key, take, session, &left, error);
    int all = session->experiment->cell_count * session->experiment->games;

    if (!code && left == 0 && session->experiment->done < all)
        code = submit(session, batch, error);
    if (code == TB_ERR_SYSTEM) {
        session->lost = true;
        code = TB_OK;
    }
    return code;
}

static void print_hands(const struct session *session, const struct lab_args *args)
{
    for (int i = 0; !args->csv && !args->json && i < session->hand_count; i++)
        printf(tr("The worker %s played %d games.\n", "L'ouvrier %s a joué %d parties.\n"),
               session->hands[i].worker, session->hands[i].games);
}

int lab_play_queue(struct experiment *experiment, const struct lab_args *args, bool *interrupted)
{
    struct session session = {.experiment = experiment,
                              .live = isatty(STDERR_FILENO),
                              .begun_with = experiment->done,
                              .started_us = clock_us()};
    int batch = args->batch ? (int)args->batch : BATCH_DEFAULT;
    int all = experiment->cell_count * experiment->games, code = TB_OK;
    struct tb_error error;

    *interrupted = false;
    if (!(session.queue = job_queue_open(args->queue, &error)))
        return failure_of("--queue", &error);
    job_queue_key(experiment, session.key);
    while (!code && !session.error.code && experiment->done < all && !interrupt_pending()) {
        int before = experiment->done;

        code = work(&session, batch, &error);
        show_progress(&session);
        if (!code && experiment->done == before)
            pause_ms(session.lost ? RETRY_MS : WAIT_MS);
    }
    job_queue_close(session.queue);
    if (session.live)
        fputs("\r\033[K", stderr);
    *interrupted = experiment->done < all;
    if (session.error.code)
        return failure_of(NULL, &session.error);
    if (code)
        return failure_of("--queue", &error);
    print_hands(&session, args);
    return GO_ON;
}
