/* cmd_book.c - tablier book: builds the book of a game from games of the computer against itself,
 * or measures how broad one is. */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/engine_args.h"
#include "cli/interrupt.h"
#include "core/array.h"
#include "file/file.h"
#include "file/output.h"
#include "lab/book_run.h"
#include "learn/book_wide.h"

enum { GAMES_DEFAULT = 50000, NODES_DEFAULT = 1000, EACH_MAX = 1000 };

struct args {
    uint64_t games, each, nodes, seed;
    int threads;
    const char *out, *check;
    bool force;
};

TAKE_BETWEEN(take_games, 1, BOOK_COUNT_MAX)
TAKE_BETWEEN(take_each, 0, EACH_MAX)

static const struct option options[] = {
    {"games", "N", N_("play until there are N games (default: 50000)"), take_games, ARG(games)},
    {"each", "N",
     N_("play N games for every second move, then for every good move after it, and in the "
        "positions that games reach most often (default: 0)"),
     take_each, ARG(each)},
    {"nodes", "N", N_("look at N positions for each move (default: 1000)"), take_positive,
     ARG(nodes)},
    {"seed", "S", N_("another seed plays other games (default: 0)"), take_number, ARG(seed)},
    {"threads", "N", N_("play N games at a time (default: 1)"), take_threads, ARG(threads)},
    {"out", "FILE", N_("write the book to FILE; the games go to FILE.games"), take_text, ARG(out)},
    {"check", "FILE",
     N_("count the good moves that the book in FILE knows, along N games of good moves, N that begin "
        "with two random moves, and N of levels 2 to 6"),
     take_text, ARG(check)},
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

/* ---- Breadth of a book --------------------------------------------------------------------- */

enum { CHECK_PLIES = 8 };

/* Games along which the breadth is measured. */
enum kind { KIND_GOOD, KIND_RANDOM, KIND_LEVELS, KINDS };

static const char *const kind_names[KINDS] = {
    [KIND_GOOD] = N_("Good moves from the start:"),
    [KIND_RANDOM] = N_("Good moves after two random ones:"),
    [KIND_LEVELS] = N_("Games of levels 2 to 6:"),
};

/* The good moves of positions after the same number of plies. */
struct breadth {
    int games, covered; /* that got there, and were then in a complete position */
    uint64_t *keys; /* of the positions */
    size_t positions, capacity;
    int moves, known;
    int complete, missing; /* positions that the book calls complete, good moves that these lack */
    uint32_t least;        /* games of a move that is known */
};

/* Counts a position. False if it was counted before, or memory ran out. */
static bool add_position(struct breadth *breadth, uint64_t key)
{
    for (size_t i = 0; i < breadth->positions; i++)
        if (breadth->keys[i] == key)
            return false;
    if (!ARRAY_RESERVE(breadth->keys, breadth->capacity, breadth->positions, 1))
        return false;
    breadth->keys[breadth->positions++] = key;
    return true;
}

/* Looks the good moves of a position up in the book. */
static void add_moves(struct breadth *breadth, const struct book *book,
                      const struct tb_position *position, const struct good_moves *good)
{
    bool complete = book_is_complete(book, position);

    breadth->complete += complete;
    for (int i = 0; i < good->count; i++) {
        struct tb_position after = *position;
        struct book_entry entry;

        position->setup.game->play(&after.state, good->moves[i]);
        if (position->setup.game->result(&after.state).over)
            continue;
        breadth->moves++;
        if (!book_find(book, &after, &entry)) {
            breadth->missing += complete;
            continue;
        }
        if (breadth->known++ == 0 || entry.games < breadth->least)
            breadth->least = entry.games;
    }
}

/* What follows the games. */
struct survey {
    const struct book *book;
    struct engine *engine;
    struct rng rng; /* for the choices among good moves */
    uint64_t seed;
    struct breadth plies[CHECK_PLIES + 1];
};

/* Follows game `number` of a kind. False if memory runs out. */
static bool follow(struct survey *survey, enum kind kind, uint64_t number)
{
    const struct tb_game *game = survey->book->facts.game;
    struct book_walk walk = {0};
    struct tb_position position;
    struct good_moves good;
    struct tb_setup setup;

    /* Other games than those that the book was made from. */
    if (kind == KIND_LEVELS && !book_walk_play(game, (survey->seed + 1) << 32 | number, &walk))
        return false;
    tb_setup_init(&setup, game, 2, NULL);
    tb_position_start(&position, &setup, NULL);
    for (int ply = 0; ply <= CHECK_PLIES && !work_must_end(); ply++) {
        if (kind == KIND_RANDOM && ply < BOOK_FULL_PLIES) {
            game_play_random(game, &position.state, &survey->rng);
            continue;
        }
        book_good_moves(survey->engine, &position, &good);
        if (good.count == 0 || (kind == KIND_LEVELS && ply == walk.plies))
            break;
        struct breadth *breadth = &survey->plies[ply];

        breadth->games++;
        breadth->covered += book_is_complete(survey->book, &position);
        if (add_position(breadth, book_key(&position)))
            add_moves(breadth, survey->book, &position, &good);
        uint32_t chosen = rng_below(&survey->rng, (uint32_t)good.count);

        game->play(&position.state, kind == KIND_LEVELS ? walk.moves[ply] : good.moves[chosen]);
    }
    return true;
}

static void print_breadth(const struct breadth *one, int ply)
{
    print_out("ply {ply}: games {games}, in a complete position {covered}; positions {positions}, "
              "good moves {moves}, known {known}, least games {least}; complete {complete}, missing "
              "{missing}\n",
              arg_count("ply", ply), arg_count("games", one->games),
              arg_count("covered", one->covered), arg_unsigned("positions", one->positions),
              arg_count("moves", one->moves), arg_count("known", one->known),
              arg_unsigned("least", one->least), arg_count("complete", one->complete),
              arg_count("missing", one->missing));
}

/* Follows games of a kind and prints what was found. False if memory runs out. */
static bool measure_kind(const struct args *args, const struct book *book, struct engine *engine,
                         enum kind kind)
{
    struct survey survey = {
        .book = book, .engine = engine, .rng = {args->seed}, .seed = args->seed};
    bool good = true;

    for (uint64_t i = 0; good && i < args->games && !work_must_end(); i++)
        good = follow(&survey, kind, i);
    puts(translate(terminal_lang(), kind_names[kind]));
    for (int ply = 0; ply <= CHECK_PLIES; ply++) {
        if (survey.plies[ply].positions > 0)
            print_breadth(&survey.plies[ply], ply);
        free(survey.plies[ply].keys);
    }
    return good;
}

static int measure(const struct args *args, const struct book *book)
{
    struct engine_options wanted = {.table_mb = WIDE_TABLE_MB};
    struct tb_setup setup;
    struct tb_error error;
    bool good = true;

    tb_setup_init(&setup, book->facts.game, 2, NULL);
    struct engine *engine = engine_new(&setup, &wanted, &error);

    if (!engine)
        return failure_of(NULL, &error);
    interrupt_catch();
    for (enum kind kind = KIND_GOOD; kind < KINDS && good && !work_must_end(); kind++)
        good = measure_kind(args, book, engine, kind);
    engine_free(engine);
    return !good ? out_of_memory() : work_must_end() ? STATUS_INTERRUPTED : STATUS_OK;
}

static int check(const struct args *args, const struct tb_game *game)
{
    struct tb_error error;
    struct book book;
    char *text = file_read(args->check, &error);
    int status = STATUS_OK;

    if (!text)
        return failure_of(NULL, &error);
    if (book_read(text, &book, &error))
        status = failure_of(args->check, &error);
    else if (book.facts.game != game)
        status = failure("{book}: This book is about {game}.", arg_text("book", args->check),
                         arg_text("game", tb_game_title(book.facts.game)));
    else
        status = measure(args, &book);
    free(text);
    return status;
}

/* ---- The command --------------------------------------------------------------------------- */

static int run(void *values, char **words)
{
    const struct args *args = values;
    const struct tb_game *game = game_by_name(words[0]);

    if (!game)
        return STATUS_USAGE;
    if (args->check)
        return check(args, game);
    if (!args->out)
        return usage_error("Where to? Give --out FILE.");
    struct book_plan plan = {
        .facts = {.game = game,
                  .nodes = args->nodes,
                  .seed = args->seed,
                  .each = args->each},
        .games = args->games,
        .threads = args->threads,
        .stop = stopped,
        .progress = show_progress,
    };
    struct book_maker *maker = book_maker_new(&plan.facts);

    int status = maker ? make(args, &plan, maker) : out_of_memory();
    book_maker_free(maker);
    return status;
}

const struct command cmd_book = {
    .name = "book",
    .words = "GAME",
    .summary = N_("Build a book of positions from games of the computer against itself."),
    ARGS(struct args, .games = GAMES_DEFAULT, .nodes = NODES_DEFAULT, .threads = 1),
};
