/* cmd_book.c - tablier book: builds the book of a game from games of the computer against itself. */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/engine_args.h"
#include "cli/interrupt.h"
#include "core/advice.h"
#include "file/output.h"
#include "lab/book_run.h"
#include "search/level.h"

enum { GAMES_DEFAULT = 50000, LEVEL_DEFAULT = 7, EACH_MAX = 1000 };

struct args {
    uint64_t games, each, seed;
    int level, threads;
    const char *out;
    bool force;
};

TAKE_BETWEEN(take_games, 1, BOOK_COUNT_MAX)
TAKE_BETWEEN(take_each, 0, EACH_MAX)

static const struct option options[] = {
    {"games", "N", N_("play until there are N games (default: 50000)"), take_games, ARG(games)},
    {"each", "N", N_("begin with N games for every second move (default: 0)"), take_each, ARG(each)},
    {"level", "N", N_("play with the nodes of this level, without its clock (default: 7)"),
     take_level, ARG(level)},
    {"seed", "S", N_("another seed plays other games (default: 0)"), take_number, ARG(seed)},
    {"threads", "N", N_("play N games at a time (default: 1)"), take_threads, ARG(threads)},
    {"out", "FILE", N_("write the book to FILE; the games go to FILE.games"), take_text, ARG(out)},
    FORCE_OPTION(struct args, force),
    {0},
};

static bool stopped(void *context)
{
    (void)context;
    return work_must_end();
}

static void show_progress(uint64_t played, uint64_t games)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%" PRIu64 " / %" PRIu64, played, games);
}

static int write_book(const struct book_maker *maker, const char *path)
{
    struct tb_error error;
    struct book book;
    char *text = book_maker_write(maker);

    if (!text)
        return out_of_memory();
    bool written = output_write(path, text, strlen(text), OUTPUT_REPLACE, &error);

    if (written && book_read(text, &book, &error) == TB_OK)
        print_out("{games} games, {entries} positions that occurred at least {least} times\n",
                  arg_unsigned("games", book.facts.games),
                  arg_unsigned("entries", book.facts.entries),
                  arg_unsigned("least", book.facts.least));
    free(text);
    return written ? STATUS_OK : failure_of(NULL, &error);
}

static int make(const struct args *args, struct book_plan *plan, struct book_maker *maker)
{
    char path[PATH_MAX];
    struct tb_error error;
    long dropped;

    if (snprintf(path, sizeof path, "%s.games", args->out) >= (int)sizeof path)
        return usage_error("The name of the file is too long.");
    /* A book beside its games is made from them, and can be made again. */
    if (!output_check(args->out,
                      args->force || output_is_used(path) ? OUTPUT_REPLACE : OUTPUT_NEW, &error))
        return failure_of(NULL, &error);
    plan->path = path;
    interrupt_catch();
    int code = book_run(plan, maker, &dropped, &error);

    note_dropped(path, dropped);
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    int status = code ? failure_of(NULL, &error) : write_book(maker, args->out);

    return status == STATUS_OK && work_must_end() ? STATUS_INTERRUPTED : status;
}

static int check_args(const struct args *args, const struct tb_game *game)
{
    const struct level *level = level_find(game, args->level);

    if (!args->out)
        return usage_error("Where to? Give --out FILE.");
    if (level->nodes == 0 || level->depth || level->eval_noise || level->spread || level->random)
        return usage_error(
            "--level: level {level} does not play its best within a number of nodes; take 7.",
            arg_count("level", args->level));
    return GO_ON;
}

/* As many as the level looks at when it plays the game of two. */
static uint64_t nodes_of(const struct tb_game *game, int level)
{
    struct engine_options player = {.level = level};
    struct tb_setup setup;

    tb_setup_init(&setup, game, 2, NULL);
    return (uint64_t)level_nodes(level_find(game, level), engine_can_use_net(&setup, &player));
}

static int run(void *values, char **words)
{
    const struct args *args = values;
    const struct tb_game *game = game_by_name(words[0]);
    int status = game ? check_args(args, game) : STATUS_USAGE;

    if (status != GO_ON)
        return status;
    struct book_plan plan = {
        .facts = {.game = game,
                  .level = args->level,
                  .nodes = nodes_of(game, args->level),
                  .seed = args->seed,
                  .each = args->each},
        .games = args->games,
        .threads = args->threads,
        .stop = stopped,
        .progress = show_progress,
    };
    struct book_maker *maker = book_maker_new(&plan.facts);

    status = maker ? make(args, &plan, maker) : out_of_memory();
    book_maker_free(maker);
    return status;
}

const struct command cmd_book = {
    .name = "book",
    .words = "GAME",
    .summary = N_("Build a book of positions from games of the computer against itself."),
    ARGS(struct args, .games = GAMES_DEFAULT, .level = LEVEL_DEFAULT, .threads = 1),
};
