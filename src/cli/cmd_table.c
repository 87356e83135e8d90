/* cmd_table.c - tablier table: makes the tables of solved games again. */
#include <stdlib.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/engine_args.h"
#include "cli/interrupt.h"
#include "core/message.h"
#include "core/solved.h"
#include "file/output.h"
#include "solve/opening.h"

enum { TABLE_DEFAULT = 1024 };

struct args {
    int table_mb, threads;
    bool force;
};

static const struct option options[] = {
    {"table", "MB", N_("megabytes of memory for the work (default: 1024)"), take_hash,
     ARG(table_mb)},
    {"threads", "N", N_("solve N positions at a time (default: 1)"), take_threads, ARG(threads)},
    FORCE_OPTION(struct args, force),
    {0},
};

/* Draws over the line that shows how far the work is; "" takes it away. */
static void show(const char *line)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%s\033[K", line);
}

static bool on_progress(void *context, int part, size_t done, size_t positions)
{
    char line[96];
    struct text text = text_into(line, sizeof line);

    (void)context;
    if (positions)
        text_message(&text, terminal_lang(), "part {part}: {done} of {positions} positions",
                     arg_count("part", part), arg_unsigned("done", done),
                     arg_unsigned("positions", positions));
    else
        text_message(&text, terminal_lang(), "part {part}: {done} positions",
                     arg_count("part", part), arg_unsigned("done", done));
    show(line);
    return !work_must_end();
}

static int make_openings(const struct solved *solved, const struct args *args, struct bytes *file,
                         struct tb_error *error)
{
    struct opening_plan plans[OPENING_PLANS_MAX];
    struct opening_task task = {
        .plans = plans,
        .count = solved->openings(plans),
        .bytes = (size_t)args->table_mb << 20,
        .threads = args->threads,
        .watch = {.report = on_progress},
    };

    return opening_build(&task, file, error);
}

/* Makes the file in the game's own format. */
static int make_own(const struct solved *solved, int threads, struct bytes *file,
                    struct tb_error *error)
{
    const struct solved_watch watch = {.report = on_progress};
    unsigned char *data;
    size_t size;
    int code = solved->build(&watch, threads, &data, &size, error);

    if (code)
        return code;
    bytes_add(file, data, size);
    free(data);
    return TB_OK;
}

/* Names the games that have a table. */
static int refuse_game(const struct tb_game *game)
{
    char names[256];
    struct text text = text_into(names, sizeof names);

    for (int i = 0; game_table[i]; i++)
        if (game_has_table(game_table[i]))
            text_add(&text, "%s%s", text.used > 0 ? ", " : "", game_table[i]->name);
    return usage_error("{game} has no table of solved positions. Games that have one: {games}.",
                       arg_text("game", tb_game_title(game)), arg_text("games", names));
}

static int run(void *values, char **words)
{
    const struct args *args = values;
    struct bytes file = {0};
    struct output output;
    struct tb_error error;
    const struct tb_game *game = game_by_name(words[0]);

    if (!game)
        return STATUS_USAGE;
    if (!game_has_table(game))
        return refuse_game(game);
    if (!output_open(&output, words[1], args->force ? OUTPUT_REPLACE : OUTPUT_NEW, &error))
        return failure_of(NULL, &error);
    interrupt_catch();
    int code = game->solved->build ? make_own(game->solved, args->threads, &file, &error)
                                   : make_openings(game->solved, args, &file, &error);

    show("");
    if (!code)
        code = bytes_finish(&file, &error);
    bool written = !code && output_finish(&output, file.data, file.size, &error);

    output_drop(&output);
    bytes_release(&file);
    if (work_must_end())
        return STATUS_INTERRUPTED;
    return written ? STATUS_OK : failure_of(NULL, &error);
}

const struct command cmd_table = {
    .name = "table",
    .words = "GAME FILE",
    .summary = N_("Make a game's table of solved positions again."),
    ARGS(struct args, .table_mb = TABLE_DEFAULT),
};
