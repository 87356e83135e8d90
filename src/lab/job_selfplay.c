/*
 * job_selfplay.c - jobs that play games of self-play. The head of a job is the options and the
 * network; its result is the games in the format of the file.
 */
#include "lab/job_selfplay.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/checksum.h"
#include "core/error.h"
#include "core/features.h"
#include "lab/terms.h"

enum { TABLE_MB = 2, NET_SIZE_MAX = 1 << 22, HEAD_TEXT = 8192 };

struct executor {
    struct job_context base;
    struct selfplay_options options;
    struct engine *engine;
    struct selfplay_game game;
};

static void close_executor(void *context)
{
    struct executor *executor = context;

    engine_free(executor->engine);
    selfplay_release(&executor->game);
    free(executor);
}

/* ---- The network -------------------------------------------------------------------------- */

/* The bytes of a network from malloc(). */
static unsigned char *read_net(const char *path, size_t *size, struct tb_error *error)
{
    unsigned char *bytes = malloc(NET_SIZE_MAX);
    FILE *file = bytes ? fopen(path, "rbe") : NULL;

    if (!bytes) {
        error_memory(error);
    } else if (!file) {
        error_system(error, TB_ERR_VALUE, errno, "Cannot open {path}",
                     arg_start("path", path, 160));
    } else {
        *size = fread(bytes, 1, NET_SIZE_MAX, file);
        fclose(file);
        return bytes;
    }
    free(bytes);
    return NULL;
}

int selfplay_network(const struct tb_setup *setup, const char *net, uint64_t *sum,
                     struct tb_error *error)
{
    const struct engine_options options = {.table_mb = TABLE_MB};
    const struct features *features = features_find(setup);
    size_t size;

    *sum = CHECKSUM_START;
    if ((net && strcmp(net, "none") == 0) || !engine_can_use_net(setup, &options))
        return TB_OK;
    if (net) {
        unsigned char *bytes = read_net(net, &size, error);

        if (!bytes)
            return TB_ERR_VALUE;
        *sum = checksum_add(*sum, bytes, size);
        free(bytes);
    } else if (features->net) {
        *sum = checksum_add(*sum, features->net, *features->net_size);
    }
    return TB_OK;
}

static int make_engine(struct executor *executor, const char *net, struct tb_error *error)
{
    struct engine_options options = {.table_mb = TABLE_MB, .no_net = strcmp(net, "none") == 0};
    unsigned char *bytes = NULL;

    if (!search_fingerprint(&executor->options.setup, &executor->base.fingerprint))
        return error_memory(error);
    if (*net && !options.no_net) {
        if (!(bytes = read_net(net, &options.net_size, error)))
            return TB_ERR_VALUE;
        options.net = bytes;
        executor->base.fingerprint =
            checksum_add(executor->base.fingerprint, bytes, options.net_size);
    }
    executor->engine = engine_new(&executor->options.setup, &options, error);
    free(bytes);
    return executor->engine ? TB_OK : TB_ERR_VALUE;
}

/* ---- Jobs --------------------------------------------------------------------------------- */

static int open_executor(const char *head, FILE *log, void **out, struct tb_error *error)
{
    struct executor *executor = calloc(1, sizeof *executor);
    char *copy = strdup(head), *net = copy ? strstr(copy, "net ") : NULL;
    int code = TB_OK;

    (void)log;
    if (!executor || !copy) {
        code = error_memory(error);
    } else if (net != copy || !strchr(net, '\n')) {
        code = TB_ERR_SYNTAX;
    } else {
        char *lines = strchr(net, '\n') + 1;

        lines[-1] = '\0';
        if (!selfplay_options_read(&executor->options, lines))
            code = TB_ERR_SYNTAX;
        else
            code = make_engine(executor, net + strlen("net "), error);
    }
    if (code == TB_ERR_SYNTAX)
        error_set(error, code, "Malformed job.");
    free(copy);
    if (!code)
        *out = executor;
    else if (executor)
        close_executor(executor);
    return code;
}

static int run(void *context, const struct job *job, FILE *out, struct tb_error *error)
{
    struct executor *executor = context;
    int code = TB_OK;

    for (int i = 0; !code && i < job->count; i++) {
        code = selfplay_play(executor->engine, &executor->options, (uint32_t)(job->first + i),
                             &executor->game, job_is_stopped, executor, error);
        if (!code)
            code = selfplay_write(&executor->game, out, error);
    }
    return code;
}

const struct job_type selfplay_job_type = {
    .name = "selfplay",
    .open = open_executor,
    .run = run,
    .close = close_executor,
};

/* ---- Work --------------------------------------------------------------------------------- */

static void write_head(const struct selfplay_work *work, char head[HEAD_TEXT])
{
    struct text text = text_into(head, HEAD_TEXT);

    text_add(&text, "net %.4096s\n", work->net ? work->net : "");
    selfplay_options_write(&work->options, &text);
}

static bool has_game(const void *context, int cell, int game)
{
    (void)cell;
    return ((const struct selfplay_file *)context)->done[game];
}

static int missing(void *context, int batch, struct lab_range **ranges, int *count,
                   struct tb_error *error)
{
    const struct selfplay_file *file = ((struct selfplay_work *)context)->file;

    return ranges_missing(1, 0, (int)file->games, batch, has_game, file, ranges, count, error);
}

static int describe(void *context, const struct lab_range *range, struct job *job,
                    struct tb_error *error)
{
    struct selfplay_work *work = context;
    char head[HEAD_TEXT];
    void *executor;

    write_head(work, head);
    if (!work->known) { /* by a local executor */
        int code = open_executor(head, NULL, &executor, error);

        if (code)
            return code;
        work->fingerprint = ((struct job_context *)executor)->fingerprint;
        work->known = true;
        close_executor(executor);
    }
    return job_fill(job, range, work->fingerprint, head, NULL, error);
}

static int take(void *context, const struct lab_range *range, const char *result, size_t size,
                int64_t us, struct tb_error *error)
{
    (void)range;
    (void)us;
    return selfplay_file_add(((struct selfplay_work *)context)->file, result, size, error);
}

static int done(void *context, int *all)
{
    const struct selfplay_file *file = ((struct selfplay_work *)context)->file;

    *all = (int)file->games;
    return (int)file->count;
}

struct work selfplay_work(struct selfplay_work *work)
{
    char head[HEAD_TEXT];

    write_head(work, head);
    return (struct work){
        .type = &selfplay_job_type,
        .unit = N_("games"),
        .key = checksum_text(CHECKSUM_START, head),
        .missing = missing,
        .describe = describe,
        .take = take,
        .done = done,
        .context = work,
    };
}
