/*
 * cmd_book.c - tablier book: builds the book of a game from games of the computer against itself.
 *
 * The games themselves go into FILE.games, one line each, as soon as they are played. Whoever
 * asks for more games with the same settings goes on from there; without that file all are
 * played again, and come out the same.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/engine_args.h"
#include "cli/interrupt.h"
#include "core/advice.h"
#include "core/error.h"
#include "file/file.h"
#include "file/output.h"
#include "learn/book_make.h"
#include "search/level.h"

#define GAMES_NAME "tablier-book-games 1"

enum { GAMES_DEFAULT = 50000, LEVEL_DEFAULT = 6 };

extern const struct command cmd_book;

struct args {
    uint64_t games, seed;
    int level, threads;
    const char *out;
    bool force;
};

static const struct option options[] = {
    {"games", "N", N_("play until there are N games (default: 50000)"), take_positive,
     offsetof(struct args, games)},
    {"level", "N", N_("play with the nodes of this level, without its clock (default: 6)"),
     take_level, offsetof(struct args, level)},
    {"seed", "S", N_("another seed plays other games (default: 0)"), take_number,
     offsetof(struct args, seed)},
    {"threads", "N", N_("play N games at a time (default: 1)"), take_threads,
     offsetof(struct args, threads)},
    {"out", "FILE", N_("write the book to FILE; the games go to FILE.games"), take_text,
     offsetof(struct args, out)},
    FORCE_OPTION(struct args, force),
    {0},
};

/* What the threads share. */
struct work {
    struct book_facts facts;
    struct book_maker *maker;
    uint64_t wanted, next, played;
    unsigned char *done; /* [wanted]: the game is in the file */
    FILE *games;
    int status;
    pthread_mutex_t lock;
};

/* ---- The games that are there --------------------------------------------------------------- */

static void games_head(const struct book_facts *facts, char *line, size_t size)
{
    snprintf(line, size, GAMES_NAME " %s level=%d nodes=%" PRIu64 " seed=%" PRIu64 "\n",
             tb_game_name(facts->game), facts->level, facts->nodes, facts->seed);
}

static int take_game(struct work *work, const char *line, const char *path, int number)
{
    struct book_game game;
    struct tb_error error;

    if (book_game_read(line, work->facts.game, &game, &error)) {
        error_prefix(&error, "Line {line}: ", arg_count("line", number));
        return failure_of(path, &error);
    }
    if (game.number >= work->wanted || work->done[game.number])
        return GO_ON;
    work->done[game.number] = 1;
    work->played++;
    return book_maker_add(work->maker, &game) ? GO_ON : out_of_memory();
}

/* Reads the games; the last line may be half of one, and is cut off. */
static int read_games(struct work *work, const char *path)
{
    char head[160];
    struct tb_error error;
    char *text = file_read_rest(work->games, path, &error), *line = text;
    int status = GO_ON;

    if (!text)
        return failure_of(NULL, &error);
    games_head(&work->facts, head, sizeof head);
    if (strncmp(text, head, strlen(head)) != 0)
        status =
            failure("{path}: These are games of another kind; this needs: {description}.",
                    arg_text("path", path), arg_start("description", head, (int)strlen(head) - 1));
    line += status == GO_ON ? strlen(head) : 0;
    for (int number = 2; status == GO_ON && *line; number++) {
        char *end = strchr(line, '\n');

        if (!end)
            break;
        *end = '\0';
        status = take_game(work, line, path, number);
        line = end + 1;
    }
    if (status == GO_ON)
        note_dropped(path, (long)strlen(line));
    if (status == GO_ON && !output_cut(work->games, line - text))
        status = failure("Cannot write {path}: {reason}.", arg_text("path", path),
                         arg_text("reason", system_words(errno)));
    free(text);
    return status;
}

static int open_games(struct work *work, const char *path)
{
    char head[160];
    struct tb_error error;

    work->games = output_continue(path, &error);
    if (!work->games)
        return failure_of(NULL, &error);
    if (output_is_used(path))
        return read_games(work, path);
    games_head(&work->facts, head, sizeof head);
    fputs(head, work->games);
    return GO_ON;
}

/* ---- Playing -------------------------------------------------------------------------------- */

static bool stopped(void *context)
{
    (void)context;
    return work_must_end();
}

static bool next_game(struct work *work, uint64_t *number)
{
    pthread_mutex_lock(&work->lock);
    while (work->next < work->wanted && work->done[work->next])
        work->next++;
    *number = work->next++;
    bool there = *number < work->wanted && work->status == GO_ON;

    pthread_mutex_unlock(&work->lock);
    return there && !work_must_end();
}

/* The line ends with its end. */
static void keep_game(struct work *work, const struct book_game *game, const char *line)
{
    pthread_mutex_lock(&work->lock);
    if (!output_add(work->games, line, strlen(line)))
        work->status =
            failure("Cannot write the games: {reason}.", arg_text("reason", system_words(errno)));
    else if (!book_maker_add(work->maker, game))
        work->status = out_of_memory();
    work->played++;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%" PRIu64 " / %" PRIu64, work->played, work->wanted);
    pthread_mutex_unlock(&work->lock);
}

static void *play_games(void *context)
{
    struct work *work = context;
    struct tb_error error;
    struct book_player *player = book_player_new(&work->facts, &error);
    struct book_game *game = malloc(sizeof *game);
    char *line = malloc(BOOK_LINE_MAX);
    uint64_t number;

    if (!player || !game || !line) {
        pthread_mutex_lock(&work->lock);
        work->status = player ? out_of_memory() : failure_of(NULL, &error);
        pthread_mutex_unlock(&work->lock);
    } else {
        while (next_game(work, &number) &&
               book_player_play(player, number, game, stopped, NULL)) {
            struct text text = text_into(line, BOOK_LINE_MAX);

            book_game_write(game, work->facts.game, &text);
            text_char(&text, '\n');
            keep_game(work, game, line);
        }
    }
    book_player_free(player);
    free(game);
    free(line);
    return NULL;
}

static int play(struct work *work, int threads)
{
    pthread_t ids[SEARCH_THREADS_MAX];
    int started = 0;

    interrupt_catch();
    while (started < threads &&
           pthread_create(&ids[started], NULL, play_games, work) == 0)
        started++;
    if (started == 0)
        work->status = failure("No thread can be made: memory or a limit is exhausted.");
    for (int i = 0; i < started; i++)
        pthread_join(ids[i], NULL);
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    return work->status;
}

/* ---- The command ---------------------------------------------------------------------------- */

static int write_book(const struct work *work, const char *path)
{
    struct tb_error error;
    struct book book;
    char *text = book_maker_write(work->maker);

    if (!text)
        return out_of_memory();
    bool written = output_write(path, text, strlen(text), OUTPUT_REPLACE, &error);

    if (written && book_read(text, &book, &error) == TB_OK)
        say_out("{games} games, {entries} positions that occurred at least {least} times\n",
                arg_unsigned("games", book.facts.games),
                arg_unsigned("entries", book.facts.entries),
                arg_unsigned("least", book.facts.least));
    free(text);
    return written ? STATUS_OK : failure_of(NULL, &error);
}

static int make(struct work *work, const struct args *args)
{
    char path[PATH_MAX];
    struct tb_error error;

    if (snprintf(path, sizeof path, "%s.games", args->out) >= (int)sizeof path)
        return usage_error("The name of the file is too long.");
    /* A book beside its games is made from them, and can be made again. */
    if (!output_check(args->out,
                      args->force || output_is_used(path) ? OUTPUT_REPLACE : OUTPUT_NEW, &error))
        return failure_of(NULL, &error);
    int status = open_games(work, path);

    if (status == GO_ON)
        status = play(work, args->threads ? args->threads : 1);
    if (work->games && fclose(work->games) != 0 && status == GO_ON)
        status = failure("Cannot write {path}: {reason}.", arg_text("path", path),
                         arg_text("reason", system_words(errno)));
    if (status == GO_ON)
        status = write_book(work, args->out);
    return status == STATUS_OK && work_must_end() ? STATUS_INTERRUPTED : status;
}

static int check_args(const struct args *args, const struct tb_game *game)
{
    const struct level *level = level_find(game, args->level);

    if (!args->out)
        return usage_error("Where to? Give --out FILE.");
    if (args->games > BOOK_COUNT_MAX)
        return usage_error("--games: at most {max}.", arg_count("max", BOOK_COUNT_MAX));
    if (level->nodes == 0 || level->depth || level->eval_noise || level->move_margin)
        return usage_error(
            "--level: level {level} does not play its best within a number of nodes; take 6 or 7.",
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

static int run(int argc, char **argv)
{
    struct args args = {.games = GAMES_DEFAULT, .level = LEVEL_DEFAULT};
    int status = options_parse(&cmd_book, &args, &argc, argv);
    const struct tb_game *game = status == GO_ON ? game_by_name(argv[0]) : NULL;

    if (!game || (status = check_args(&args, game)) != GO_ON)
        return status == GO_ON ? STATUS_USAGE : status;
    struct work work = {
        .facts = {.game = game,
                  .level = args.level,
                  .nodes = nodes_of(game, args.level),
                  .seed = args.seed},
        .wanted = args.games,
        .done = calloc(args.games, 1),
        .status = GO_ON,
        .lock = PTHREAD_MUTEX_INITIALIZER,
    };

    work.maker = book_maker_new(&work.facts);
    status = work.maker && work.done ? make(&work, &args) : out_of_memory();
    book_maker_free(work.maker);
    free(work.done);
    return status;
}

const struct command cmd_book = {
    .name = "book",
    .words = "GAME",
    .words_min = 1,
    .words_max = 1,
    .summary = N_("Build a book of positions from games of the computer against itself."),
    .options = options,
    .run = run,
};
