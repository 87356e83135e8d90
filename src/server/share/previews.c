/* previews.c - the queue of previews and the cache of their pictures, on the server's loop. */
#include "server/share/previews.h"

#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>

enum {
    WAITING_MOST = 24, /* pages, and as many pictures: a proxy waits for a few seconds only */
    KEPT_MOST = 256,
    KEPT_BYTES_MOST = 16 << 20,
};

struct job {
    struct job *next;
    struct preview_order order;
    unsigned char key[PREVIEW_KEY];
    preview_done *done;
    bool (*wanted)(const void *context);
    void *context;
    struct preview made;
    bool good;
};

/* A picture; the most recently used one is first. */
struct kept {
    struct kept *next;
    unsigned char key[PREVIEW_KEY];
    struct packet *png;
};

enum lane { LANE_PAGES, LANE_PICTURES, LANES };

struct previews {
    uv_loop_t *loop;
    uv_work_t work;
    struct job *running; /* on the thread */
    struct job *first[LANES], **end[LANES];
    int waiting[LANES];
    struct kept *kept;
    bool closed;
    struct preview_counts counts;
};

struct previews *previews_new(uv_loop_t *loop)
{
    struct previews *previews = calloc(1, sizeof *previews);

    if (!previews)
        return NULL;
    previews->loop = loop;
    previews->work.data = previews;
    for (int lane = 0; lane < LANES; lane++)
        previews->end[lane] = &previews->first[lane];
    return previews;
}

void preview_key(const struct preview_order *order, unsigned char key[PREVIEW_KEY])
{
    char about[PREVIEW_LANG + PREVIEW_WORDS + 8] = "";
    struct text text = text_into(about, sizeof about);
    unsigned char sums[2 * PREVIEW_KEY];

    text_add(&text, "%s\n%d\n%s", order->lang, order->status, order->task);
    SHA256((const unsigned char *)about, strlen(about), sums);
    SHA256((const unsigned char *)order->record, strlen(order->record), sums + PREVIEW_KEY);
    SHA256(sums, sizeof sums, key);
}

/* ---- The cache ------------------------------------------------------------------------- */

static void drop(struct previews *previews, struct kept **place)
{
    struct kept *kept = *place;

    *place = kept->next;
    previews->counts.kept--;
    previews->counts.kept_bytes -= kept->png->length;
    packet_drop(kept->png);
    free(kept);
}

struct packet *previews_find(struct previews *previews, const unsigned char key[PREVIEW_KEY])
{
    for (struct kept **place = &previews->kept; *place; place = &(*place)->next) {
        struct kept *kept = *place;

        if (memcmp(kept->key, key, PREVIEW_KEY) != 0)
            continue;
        *place = kept->next; /* to the front */
        kept->next = previews->kept;
        previews->kept = kept;
        return kept->png;
    }
    return NULL;
}

/* Without memory the picture is not kept. */
static void keep(struct previews *previews, const struct job *job, struct packet *png)
{
    struct kept *kept = malloc(sizeof *kept);

    if (!kept)
        return;
    *kept = (struct kept){.next = previews->kept, .png = png};
    memcpy(kept->key, job->key, PREVIEW_KEY);
    png->references++;
    previews->kept = kept;
    previews->counts.kept++;
    previews->counts.kept_bytes += png->length;
    while (previews->counts.kept > KEPT_MOST || previews->counts.kept_bytes > KEPT_BYTES_MOST) {
        struct kept **last = &previews->kept;

        while ((*last)->next)
            last = &(*last)->next;
        drop(previews, last);
    }
}

/* ---- The queue -------------------------------------------------------------------------- */

static struct job *take(struct previews *previews)
{
    for (int lane = 0; lane < LANES; lane++) {
        struct job *job = previews->first[lane];

        if (!job)
            continue;
        previews->first[lane] = job->next;
        if (!job->next)
            previews->end[lane] = &previews->first[lane];
        previews->waiting[lane]--;
        return job;
    }
    return NULL;
}

static void finish(struct job *job, struct packet *png)
{
    job->done(job->context, job->good ? &job->made : NULL, png);
    preview_order_release(&job->order);
    free(job->made.png);
    free(job);
}

static void on_thread(uv_work_t *work)
{
    struct previews *previews = work->data;
    struct job *job = previews->running;

    job->good = preview_make(&job->order, &job->made);
}

static void go_on(struct previews *previews);

static void on_made(uv_work_t *work, int status)
{
    struct previews *previews = work->data;
    struct job *job = previews->running;
    struct packet *png = job->made.png ? packet_raw(job->made.png, job->made.png_length) : NULL;

    (void)status;
    previews->running = NULL;
    if (png) {
        previews->counts.drawn++;
        keep(previews, job, png);
    }
    finish(job, png);
    packet_drop(png);
    go_on(previews);
}

/* True if the job needs no thread: its client has gone, or its picture has been drawn. */
static bool settle(struct previews *previews, struct job *job)
{
    struct packet *png = NULL;

    if (!previews->closed && job->wanted(job->context)) {
        png = job->order.picture ? previews_find(previews, job->key) : NULL;
        if (!png)
            return false;
        job->good = true;
    }
    finish(job, png);
    return true;
}

static void go_on(struct previews *previews)
{
    struct job *job;

    while (!previews->running && (job = take(previews))) {
        if (settle(previews, job))
            continue;
        previews->running = job;
        if (uv_queue_work(previews->loop, &previews->work, on_thread, on_made) != 0) {
            previews->running = NULL;
            finish(job, NULL);
        }
    }
}

bool previews_add(struct previews *previews, struct preview_order *order, preview_done *done,
                  bool (*wanted)(const void *context), void *context)
{
    enum lane lane = order->picture ? LANE_PICTURES : LANE_PAGES;
    struct job *job =
        previews->waiting[lane] < WAITING_MOST && !previews->closed ? calloc(1, sizeof *job) : NULL;

    if (!job)
        return false;
    *job = (struct job){.order = *order, .done = done, .wanted = wanted, .context = context};
    preview_key(order, job->key);
    order->record = NULL;
    *previews->end[lane] = job;
    previews->end[lane] = &job->next;
    previews->waiting[lane]++;
    go_on(previews);
    return true;
}

void previews_close(struct previews *previews)
{
    struct job *job;

    if (!previews)
        return;
    previews->closed = true;
    while ((job = take(previews)))
        finish(job, NULL);
}

void previews_free(struct previews *previews)
{
    if (!previews)
        return;
    while (previews->kept)
        drop(previews, &previews->kept);
    free(previews);
}

struct preview_counts preview_counts(const struct previews *previews)
{
    struct preview_counts counts = previews->counts;

    for (int lane = 0; lane < LANES; lane++)
        counts.waiting += previews->waiting[lane];
    return counts;
}
