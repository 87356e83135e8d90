/* cmd_explore.c - tablier explore: every move of a position with what is known about it. */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/interactive_search.h"
#include "cli/interrupt.h"
#include "cli/position_args.h"
#include "cli/resource.h"
#include "cli/terminal.h"
#include "core/message.h"
#include "file/file.h"
#include "jansson/json_memory.h"
#include "learn/explore.h"

enum { BYTES = 64 << 20 };

struct args {
    struct position_args position;
    const char *book;
    uint64_t nodes;
    bool json;
};

static const struct option options[] = {
    {"book", "FILE", N_("take this book of tablier book instead of the built-in one"), take_text,
     ARG(book)},
    {"nodes", "N", N_("look at N positions for each proof (default: 100000)"), take_positive,
     ARG(nodes)},
    JSON_OPTION(struct args, json),
    POSITION_OPTIONS(struct args, position),
    {0},
};

/* ---- JSON ---------------------------------------------------------------------------------- */

static json_t *move_json(const struct tb_position *position, const struct explored *one)
{
    static const char *const values[] = {"loss", "draw", "win"};
    const struct book_entry *entry = &one->entry;
    char move[TB_MOVE_TEXT];
    json_t *object = json_object();

    tb_move_text(position, one->move, move, sizeof move);
    json_object_set_new(object, "move", json_string(move));
    json_object_set_new(object, "value",
                        one->exact ? json_string(values[one->verdict.value + 1]) : json_null());
    json_object_set_new(object, "plies",
                        one->exact && one->verdict.plies >= 0 ? json_integer(one->verdict.plies)
                                                              : json_null());
    json_object_set_new(object, "games", json_integer(one->booked ? entry->games : 0));
    if (one->booked) {
        json_object_set_new(object, "wins", json_integer(entry->wins));
        json_object_set_new(object, "draws", json_integer(entry->draws));
        json_object_set_new(object, "losses",
                            json_integer(entry->games - entry->wins - entry->draws));
        json_object_set_new(object, "length", json_integer(entry->length));
        json_object_set_new(object, "score", json_real((double)entry->score / BOOK_SCORE));
    }
    return object;
}

static void print_json(const struct tb_position *position, const struct book *book,
                       const struct explored *all, int count)
{
    json_t *moves = json_array(), *facts = json_null();

    for (int i = 0; i < count; i++)
        json_array_append_new(moves, move_json(position, &all[i]));
    if (book)
        facts = json_pack("{s:I, s:i, s:I, s:I, s:I, s:b}", "games",
                          (json_int_t)book->facts.games, "level", 0, /* full strength */
                          "nodes", (json_int_t)book->facts.nodes, "least",
                          (json_int_t)book->facts.least, "each", (json_int_t)book->facts.each,
                          "complete", book_is_complete(book, position));
    json_t *object = json_pack("{s:s, s:i, s:o, s:o}", "game", tb_game_name(position->setup.game),
                               "turn", tb_turn(position) + 1, "book", facts, "moves", moves);

    json_write(object, JSON_COMPACT | JSON_REAL_PRECISION(6), stdout);
}

/* ---- The table ----------------------------------------------------------------------------- */

static int percent(uint32_t part, uint32_t whole)
{
    return (int)((100 * (uint64_t)part + whole / 2) / whole);
}

static void print_move(const struct tb_position *position, const struct explored *one, int number)
{
    const struct book_entry *entry = &one->entry;
    struct search_line line = {.exact = one->exact, .verdict = one->verdict,
                               .score = (double)entry->score / BOOK_SCORE};
    char move[TB_MOVE_TEXT], value[32];
    struct text text = text_into(value, sizeof value);

    tb_move_text(position, one->move, move, sizeof move);
    if (one->exact || one->booked)
        line_value_text(&line, position->setup.players, terminal_lang(), &text);
    else
        text_char(&text, '?');
    printf("%3d  %-11s %-8s", number, move, value);
    if (one->booked)
        printf(" %7" PRIu32 " %4d%% %4d%% %4d%% %5d", entry->games,
               percent(entry->wins, entry->games), percent(entry->draws, entry->games),
               percent(entry->games - entry->wins - entry->draws, entry->games), entry->length);
    putchar('\n');
}

/* How many are left out, and where the figures come from. */
static void print_foot(const struct book *book, const struct tb_position *position, int unknown,
                       bool booked)
{
    char line[900];
    struct text text = text_into(line, sizeof line);

    if (unknown > 0) {
        text_message(&text, terminal_lang(),
                     "A question mark: nothing is known of these {count} moves at once. tablier "
                     "analyse looks further.",
                     arg_count("count", unknown));
        print_sentence(line);
    }
    if (!book || !booked)
        return;
    text = text_into(line, sizeof line);
    text_message(&text, terminal_lang(),
                 "Statistics from {games} games of the computer against itself ({nodes} positions "
                 "per move); the value is its average evaluation. Positions are "
                 "counted, whichever way they were reached; those that symmetry makes the same "
                 "count as one. So a move can have more games than the position before it.",
                 arg_unsigned("games", book->facts.games),
                 arg_unsigned("nodes", book->facts.nodes));
    if (book->facts.each > 0)
        text_message(
            &text, terminal_lang(),
            " Every second move was played {each} times (games that went alike count once), and "
            "so was every move within 50 Elo of the best after it, and in the positions that good "
            "play reaches most often. The number of games does not rate a move.",
            arg_unsigned("each", book->facts.each));
    if (book_is_complete(book, position))
        text_message(&text, terminal_lang(),
                     " Here the book has every move within 50 Elo of the best.");
    print_sentence(line);
}

static void print_table(const struct tb_position *position, const struct book *book,
                        const struct explored *all, int count)
{
    bool booked = false;
    int unknown = 0;

    for (int i = 0; i < count; i++) {
        booked = booked || all[i].booked;
        unknown += !all[i].exact && !all[i].booked;
    }
    /* No wider than 60 columns with the moves of most games. */
    printf("     %s%s\n", tr("move        value   "),
           !booked ? "" : tr("   games   won drawn  lost plies"));
    for (int i = 0; i < count; i++)
        print_move(position, &all[i], i + 1);
    print_foot(book, position, unknown, booked);
}

/* ---- The command --------------------------------------------------------------------------- */

/* The book that was asked for, or the built-in one. The text must live as long as the book and is
 * freed by the caller if *own says so. */
static int open_book(const struct args *args, const struct tb_game *game, struct book *book,
                     char **own, bool *there)
{
    struct tb_error error;
    const char *text = game_file(game, "book.txt");

    *own = NULL;
    *there = false;
    if (args->book && !(text = *own = file_read(args->book, &error)))
        return failure_of(NULL, &error);
    if (!text)
        return GO_ON;
    if (book_read(text, book, &error))
        return failure_of(args->book, &error);
    if (book->facts.game != game)
        return failure("{book}: This book is about {game}.",
                       arg_text("book", args->book ? args->book : tb_game_name(game)),
                       arg_text("game", tb_game_title(book->facts.game)));
    *there = true;
    return GO_ON;
}

static bool stopped(void *context)
{
    (void)context;
    return work_must_end();
}

static int show(const struct args *args, const struct tb_position *position,
                const struct book *book)
{
    struct explore_options wanted = {
        .book = book, .nodes = args->nodes, .bytes = BYTES, .stop = stopped};
    struct explored *all;

    interrupt_catch();
    int count = explore(position, &wanted, &all);

    if (count < 0) {
        free(all);
        return out_of_memory();
    }
    if (args->json)
        print_json(position, book, all, count);
    else if (count == 0)
        puts(tr("The game is over."));
    else
        print_table(position, book, all, count);
    free(all);
    return work_must_end() ? STATUS_INTERRUPTED : STATUS_OK;
}

static int run(void *values, char **words)
{
    struct args *args = values;
    struct tb_position position;
    struct book book;
    char *own;
    bool there;
    int status = position_args_add(&args->position, words[1]);

    if (status != GO_ON ||
        (status = position_args_resolve(&args->position, words[0], &position)) != GO_ON)
        return status;
    status = open_book(args, position.setup.game, &book, &own, &there);
    if (status == GO_ON)
        status = show(args, &position, there ? &book : NULL);
    free(own);
    return status;
}

const struct command cmd_explore = {
    .name = "explore",
    .words = "GAME [POSITION]",
    .summary = N_("List every move with its statistics in the book and its proven value."),
    ARGS(struct args),
};
