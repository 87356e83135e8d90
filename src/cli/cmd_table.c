/* cmd_table.c - tablier table: makes the tables of solved games again. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/engine_args.h"
#include "cli/interrupt.h"
#include "core/message.h"
#include "file/output.h"
#include "games/orbital/orbital_solved.h"
#include "games/tictacdoh/tictacdoh_solved.h"
#include "solve/opening.h"

enum { TABLE_DEFAULT = 1024, PLANS_MAX = 8 };

extern const struct command cmd_table;

struct args {
    int table_mb, threads;
    bool force;
};

static const struct option options[] = {
    {"table", "MB", N_("megabytes of memory for the work (default: 1024)"), take_hash,
     offsetof(struct args, table_mb)},
    {"threads", "N", N_("solve N positions at a time (default: 1)"), take_threads,
     offsetof(struct args, threads)},
    FORCE_OPTION(struct args, force),
    {0},
};

/* Draws over the line that shows how far the work is; "" takes it away. */
static void show(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void show(const char *format, ...)
{
    va_list arguments;

    if (!isatty(STDERR_FILENO))
        return;
    va_start(arguments, format);
    fputc('\r', stderr);
    vfprintf(stderr, format, arguments);
    fputs("\033[K", stderr);
    va_end(arguments);
}

/* ---- Tic Tac Doh ----------------------------------------------------------------------- */

static void on_tictacdoh(void *context, int stash, size_t positions)
{
    (void)context;
    char line[96];
    struct text text = text_into(line, sizeof line);

    text_message(&text, terminal_lang(), "stash {stash}: {positions} positions",
                 arg_count("stash", stash), arg_unsigned("positions", positions));
    show("%s", line);
}

static int make_tictacdoh(const struct args *args, struct bytes *file, struct tb_error *error)
{
    unsigned char *data;
    size_t size;
    int code = tictacdoh_table_build(on_tictacdoh, NULL, &data, &size, error);

    (void)args;
    if (code)
        return code;
    bytes_add(file, data, size);
    free(data);
    return TB_OK;
}

/* ---- Orbital ----------------------------------------------------------------------------- */

static bool on_orbital(void *context, int plan, size_t solved, size_t positions)
{
    (void)context;
    char line[96];
    struct text text = text_into(line, sizeof line);

    text_message(&text, terminal_lang(), "rules {rules}: {solved} of {positions} positions",
                 arg_count("rules", plan + 1), arg_unsigned("solved", solved),
                 arg_unsigned("positions", positions));
    show("%s", line);
    return !work_must_end();
}

/* Every combination of rule options with reach=ahead; with the default ones, the start
 * and what the first moves lead to are solved with the number of plies. */
static int plan_orbital(struct opening_plan plans[PLANS_MAX])
{
    const struct tb_option *option = orbital_game.options;
    struct tb_setup usual;
    int count = 0;

    tb_setup_init(&usual, &orbital_game, 0, NULL);
    for (int pieces = option[0].max; pieces >= option[0].min; pieces -= option[0].step)
        for (int line = option[1].min; line <= option[1].max; line++)
            for (int free_squares = option[2].min; free_squares <= option[2].max; free_squares++) {
                struct tb_setup setup = usual;

                setup.options[ORBITAL_OPTION_PIECES] = pieces;
                setup.options[ORBITAL_OPTION_LINE] = line;
                setup.options[ORBITAL_OPTION_FREE] = free_squares;
                bool same = memcmp(setup.options, usual.options, sizeof setup.options) == 0;

                plans[count++] = (struct opening_plan){
                    .setup = setup,
                    .plies = ORBITAL_SOLVED_PLIES,
                    .exact = same ? 1 : -1,
                };
            }
    return count;
}

static int make_orbital(const struct args *args, struct bytes *file, struct tb_error *error)
{
    struct opening_plan plans[PLANS_MAX];
    struct opening_task task = {
        .plans = plans,
        .count = plan_orbital(plans),
        .bytes = (size_t)args->table_mb << 20,
        .threads = args->threads,
        .report = on_orbital,
    };

    interrupt_catch();
    return opening_build(&task, file, error);
}

/* ---- The command ---------------------------------------------------------------------------- */

static const struct maker {
    const char *game;
    int (*make)(const struct args *args, struct bytes *file, struct tb_error *error);
} makers[] = {
    {"tictacdoh", make_tictacdoh},
    {"orbital", make_orbital},
};

static const struct maker *find_maker(const char *game)
{
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (strcmp(makers[i].game, game) == 0)
            return &makers[i];
    return NULL;
}

static int run(int argc, char **argv)
{
    struct args args = {.table_mb = TABLE_DEFAULT};
    int status = options_parse(&cmd_table, &args, &argc, argv);
    struct bytes file = {0};
    struct output output;
    struct tb_error error;

    if (status != GO_ON)
        return status;
    const struct maker *maker = find_maker(argv[0]);

    if (!maker)
        return usage_error("There are tables of tictacdoh and orbital, not of ''{game}''.",
                           arg_text("game", argv[0]));
    if (!output_open(&output, argv[1], args.force ? OUTPUT_REPLACE : OUTPUT_NEW, &error))
        return failure_of(NULL, &error);
    int code = maker->make(&args, &file, &error);

    show("%s", "");
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
    .words_min = 2,
    .words_max = 2,
    .summary = N_("Make the table of a solved game again: tictacdoh, orbital."),
    .options = options,
    .run = run,
};
