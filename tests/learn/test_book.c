/* test_book.c - books of positions: how they are made and read, and what the explorer says. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/solved.h"
#include "learn/book_wide.h"
#include "learn/explore.h"

enum { GAMES = 4, NODES = 500 };

static struct book_facts facts_of(const char *game)
{
    return (struct book_facts){.game = tb_game_find(game), .nodes = NODES, .seed = 7};
}

static bool never(void *context)
{
    (void)context;
    return false;
}

/* The first games of a small book, as text; the caller frees it. */
static char *make_book(const char *game, int games)
{
    struct book_facts facts = facts_of(game);
    struct book_player *player = book_player_new(&facts, NULL, NULL);
    struct book_maker *maker = book_maker_new(&facts);
    struct book_game *one = malloc(sizeof *one);

    assert_true(player && maker && one);
    for (int i = 0; i < games; i++) {
        assert_true(book_player_play(player, (uint64_t)i, one, never, NULL));
        assert_true(book_maker_add(maker, one));
    }
    /* A duplicate does not count again: see books_count_games(). */
    assert_true(book_maker_add(maker, one));
    char *text = book_maker_write(maker);

    assert_non_null(text);
    free(one);
    book_maker_free(maker);
    book_player_free(player);
    return text;
}

static void books_count_games(void **state)
{
    char *text = make_book("quoridor", GAMES);
    struct tb_position start = test_start("quoridor");
    struct book_entry entry;
    struct book book;

    (void)state;
    assert_true(strlen(text) <= BOOK_BYTES_MAX);
    assert_int_equal(book_read(text, &book, NULL), TB_OK);
    assert_int_equal(book.facts.games, GAMES);
    assert_int_equal(book.facts.nodes, NODES);
    assert_int_equal(book.facts.seed, 7);
    assert_true(book_find(&book, &start, &entry));
    assert_int_equal(entry.games, GAMES);
    assert_true(entry.wins + entry.draws <= GAMES);
    assert_true(entry.length > 16 && entry.length < BOOK_PLIES_MAX);
    free(text);
}

/* All games go through some first move, and its mirror image counts as the same. */
static void symmetric_positions_are_one(void **state)
{
    static const char *const pairs[][2] = {
        {"d1", "f1"}, {"c2h", "f2h"}, {"d3v", "e3v"}, {"a2h", "h2h"}, {"b1v", "g1v"}};
    char *text = make_book("quoridor", GAMES);
    struct book book;

    (void)state;
    assert_int_equal(book_read(text, &book, NULL), TB_OK);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct tb_position one = test_after("quoridor", pairs[i][0]);
        struct tb_position other = test_after("quoridor", pairs[i][1]);
        struct book_entry first = {0}, second = {0};

        assert_int_equal(book_find(&book, &one, &first), book_find(&book, &other, &second));
        assert_int_equal(book_key(&one), book_key(&other));
    }
    free(text);
}

/* The moves of the start lead to as many games as there are, and each result is somebody's. */
static void explorers_show_the_book(void **state)
{
    char *text = make_book("quoridor", GAMES);
    struct tb_position start = test_start("quoridor");
    struct book_entry whole;
    struct book book;
    struct explored *all;

    (void)state;
    assert_int_equal(book_read(text, &book, NULL), TB_OK);
    struct explore_options options = {.book = &book};
    int count = explore(&start, &options, &all);
    uint32_t games = 0, wins = 0, draws = 0;

    assert_int_equal(count, 131);
    assert_true(book_find(&book, &start, &whole));
    for (int i = 0; i < count; i++) {
        bool twin = false;
        struct tb_position after = start;

        if (!all[i].booked)
            continue;
        assert_int_equal(tb_play(&after, all[i].move, NULL), TB_OK);
        for (int k = 0; k < i; k++) {
            struct tb_position other = start;

            tb_play(&other, all[k].move, NULL);
            twin = twin || book_key(&other) == book_key(&after);
        }
        if (twin)
            continue;
        games += all[i].entry.games;
        wins += all[i].entry.wins;
        draws += all[i].entry.draws;
    }
    assert_int_equal(games, GAMES);
    assert_int_equal(wins, whole.wins);
    assert_int_equal(draws, whole.draws);
    free(all);
    free(text);
}

/* 50 Elo are 0.143 of a result between even chances, and less where one side is ahead. */
static void moves_are_near_by_elo(void **state)
{
    (void)state;
    assert_true(book_near(0.07, -0.07));
    assert_false(book_near(0.075, -0.075));
    assert_true(book_near(0.8, 0.746));
    assert_false(book_near(0.8, 0.74));
    assert_true(book_near(-0.746, -0.8));
    assert_true(book_near(1, 1));
    assert_false(book_near(1, 0.99));
    assert_true(book_near(-1, -1));
}

/* Opens positions until there are this many targets. */
static struct book_wide *widen(const struct tb_game *game, size_t targets)
{
    struct book_wide *wide = book_wide_new(game);
    struct engine_options options = {.table_mb = WIDE_TABLE_MB};
    struct tb_position position = test_start(tb_game_name(game));
    struct engine *engine = engine_new(&position.setup, &options, NULL);
    size_t batch[WIDE_BATCH], count;

    assert_true(wide && engine);
    while (book_wide_targets(wide) < targets && (count = book_wide_next(wide, batch)) > 0)
        for (size_t i = 0; i < count; i++) {
            struct good_moves good;

            book_wide_position(wide, batch[i], &position);
            book_good_moves(engine, &position, &good);
            assert_true(book_wide_open(wide, batch[i], &good));
        }
    engine_free(engine);
    return wide;
}

static bool is_known(const struct book *book, const struct tb_position *position, tb_move move)
{
    struct tb_position after = *position;
    struct book_entry entry;

    position->setup.game->play(&after.state, move);
    return book_find(book, &after, &entry);
}

/* After the games for all second moves each target has its own; then a position has all its good
 * moves in the book. */
static void wide_books_know_all_good_moves(void **state)
{
    enum { EACH = 2, TARGETS = 20 };
    struct book_facts facts = facts_of("dorix");
    struct book_wide *wide = widen(facts.game, TARGETS);
    struct book_maker *maker;
    struct book_game *one = malloc(sizeof *one);
    struct engine_options options = {.table_mb = WIDE_TABLE_MB};
    struct tb_position position = test_start("dorix");
    struct engine *engine = engine_new(&position.setup, &options, NULL);
    tb_move path[WIDE_PLIES_MAX + 1];
    struct good_moves good;
    struct book book;

    (void)state;
    facts.each = EACH;
    facts.nodes = 50;
    struct book_player *player = book_player_new(&facts, wide, NULL);

    maker = book_maker_new(&facts);
    assert_true(player && maker && one && engine);
    uint64_t beginnings = book_player_beginnings(player);

    for (uint64_t i = 0; i < beginnings + EACH * TARGETS; i++) {
        assert_true(book_player_play(player, i, one, never, NULL));
        assert_true(book_maker_add(maker, one));
        if (i < beginnings)
            continue;
        int plies = book_wide_path(wide, (size_t)((i - beginnings) / EACH), path);

        assert_true(plies > BOOK_FULL_PLIES && one->plies >= plies);
        assert_memory_equal(path, one->moves, (size_t)plies * sizeof *path);
    }
    book_wide_keep(wide, maker);
    char *text = book_maker_write(maker);

    assert_non_null(text);
    assert_int_equal(book_read(text, &book, NULL), TB_OK);
    for (int ply = 0; ply <= BOOK_FULL_PLIES; ply++) {
        book_good_moves(engine, &position, &good);
        assert_true(good.count > 0);
        assert_true(book_is_complete(&book, &position));
        for (int i = 0; i < good.count; i++)
            assert_true(is_known(&book, &position, good.moves[i]));
        position.setup.game->play(&position.state, good.moves[0]);
    }
    /* Other moves of an opened position are not kept, even where games went that way. */
    book_wide_path(wide, 0, path);
    position = test_start("dorix");
    for (int i = 0; i < BOOK_FULL_PLIES; i++)
        position.setup.game->play(&position.state, path[i]);
    tb_move moves[TB_MOVES_MAX];
    int count = position.setup.game->moves(&position.state, moves), known = 0;

    for (int i = 0; i < count; i++)
        known += is_known(&book, &position, moves[i]);
    book_good_moves(engine, &position, &good);
    assert_true(known >= good.count && known < count);
    free(text);
    free(one);
    engine_free(engine);
    book_player_free(player);
    book_maker_free(maker);
    book_wide_free(wide);
}

/* A position and its images have the same good moves, some of which a search has no line for. */
static void images_have_the_same_good_moves(void **state)
{
    static const char *const pairs[][2] = {{"", ""}, {"d1 e8", "f1 e8"}, {"a1h d9", "h1h f9"},
                                           {"c3v d4h", "f3v e4h"}, {"d1 h8v", "f1 a8v"}};
    struct engine_options options = {.table_mb = WIDE_TABLE_MB};
    struct tb_position start = test_start("quoridor");
    struct engine *engine = engine_new(&start.setup, &options, NULL);
    struct good_moves first, second;
    int beyond = 0;

    (void)state;
    assert_non_null(engine);
    for (int i = 0; i < COUNT(pairs); i++) {
        struct tb_position one = test_after("quoridor", pairs[i][0]);
        struct tb_position other = test_after("quoridor", pairs[i][1]);

        assert_int_equal(book_key(&one), book_key(&other));
        book_good_moves(engine, &one, &first);
        book_good_moves(engine, &other, &second);
        assert_true(first.count > 0);
        assert_int_equal(first.count, second.count);
        beyond += first.count > SEARCH_LINES_MAX;
        for (int k = 0; k < first.count; k++) {
            bool found = false;
            struct tb_position after = one;

            tb_play(&after, first.moves[k], NULL);
            for (int m = 0; m < second.count && !found; m++) {
                struct tb_position image = other;

                tb_play(&image, second.moves[m], NULL);
                found = book_key(&image) == book_key(&after);
            }
            assert_true(found);
        }
    }
    assert_true(beyond > 0);
    engine_free(engine);
}

/* Opens what is next, as if the first legal moves of each position were its only good ones. */
static size_t open_next(struct book_wide *wide, int good_moves, size_t batch[WIDE_BATCH])
{
    size_t count = book_wide_next(wide, batch);

    for (size_t i = 0; i < count; i++) {
        struct good_moves good = {.count = good_moves};
        tb_move moves[TB_MOVES_MAX];
        struct tb_position position;

        book_wide_position(wide, batch[i], &position);
        position.setup.game->moves(&position.state, moves);
        memcpy(good.moves, moves, (size_t)good_moves * sizeof *moves);
        assert_true(book_wide_open(wide, batch[i], &good));
    }
    return count;
}

static struct book_walk walk_along(const char *game, const char *moves)
{
    struct tb_position position = test_start(game);
    struct book_walk walk = {0};
    char word[TB_MOVE_TEXT];

    for (int used = 0; sscanf(moves, "%15s%n", word, &used) == 1; moves += used) {
        assert_int_equal(tb_move_parse(&position, word, &walk.moves[walk.plies], NULL), TB_OK);
        assert_int_equal(tb_play(&position, walk.moves[walk.plies++], NULL), TB_OK);
    }
    return walk;
}

/* Positions after few moves are opened first. Others need walks: those that more walks go through
 * come first, and are targets themselves, as nobody need call the moves to them good. A walk may go
 * through the image of a position. */
static void walks_say_what_is_opened(void **state)
{
    static const char *const walks[] = {"d1 d9 d2h", "f1 f9 e2h", "f1 f9 a5v"};
    struct tb_position wanted = test_after("quoridor", "d1 d9 d2h"), position;
    struct book_wide *wide = book_wide_new(wanted.setup.game);
    tb_move path[WIDE_PLIES_MAX + 1];
    size_t batch[WIDE_BATCH];

    (void)state;
    assert_non_null(wide);
    while (open_next(wide, 0, batch) > 0)
        ;
    assert_int_equal(book_wide_targets(wide), 0);
    for (int i = 0; i < COUNT(walks); i++) {
        struct book_walk walk = walk_along("quoridor", walks[i]);

        assert_true(book_wide_walk(wide, &walk));
    }
    assert_int_equal(open_next(wide, 1, batch), 2);
    book_wide_position(wide, batch[0], &position);
    assert_int_equal(book_key(&position), book_key(&wanted));
    assert_int_equal(book_wide_targets(wide), 4); /* and those after their good moves */
    assert_int_equal(book_wide_path(wide, 0, path), 3);
    position = test_start("quoridor");
    for (int i = 0; i < 3; i++)
        assert_int_equal(tb_play(&position, path[i], NULL), TB_OK);
    assert_int_equal(book_key(&position), book_key(&wanted));
    wanted = test_after("quoridor", walks[2]);
    book_wide_position(wide, batch[1], &position);
    assert_int_equal(book_key(&position), book_key(&wanted));
    book_wide_free(wide);
}

/* A walk depends on its number alone, and its level. */
static void walks_are_reproducible(void **state)
{
    static const char *const names[] = {"quoridor", "dorix"};
    struct book_walk first, second;

    (void)state;
    for (int i = 0; i < COUNT(names); i++) {
        const struct tb_game *game = tb_game_find(names[i]);
        int different = 0;

        for (uint64_t number = 0; number < 10; number++) {
            assert_true(book_walk_play(game, number, &first));
            assert_int_equal(first.plies, WALK_PLIES);
            assert_true(book_walk_play(game, number + 10, &second));
            different += memcmp(first.moves, second.moves, sizeof first.moves) != 0;
            assert_true(book_walk_play(game, number, &second));
            assert_memory_equal(first.moves, second.moves, sizeof first.moves);
        }
        assert_true(different > 5);
    }
}

/* A game depends on its number alone, and its text says all of it. */
static void games_are_reproducible(void **state)
{
    static const char *const names[] = {"quoridor", "dorix", "tictacdoh"};
    struct book_game *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    char *line = malloc(BOOK_LINE_MAX);

    (void)state;
    assert_true(first && second && line);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct book_facts facts = facts_of(names[i]);
        struct book_player *player = book_player_new(&facts, NULL, NULL);
        struct text text = text_into(line, BOOK_LINE_MAX);

        assert_non_null(player);
        assert_true(book_player_play(player, 3, first, never, NULL));
        assert_true(book_player_play(player, 5, second, never, NULL));
        assert_true(book_player_play(player, 3, second, never, NULL));
        assert_memory_equal(first, second, sizeof *first);
        book_game_write(first, facts.game, &text);
        assert_int_equal(book_game_read(line, facts.game, second, NULL), TB_OK);
        assert_memory_equal(first, second, sizeof *first);
        line[strlen(line) / 2] = '#';
        assert_int_equal(book_game_read(line, facts.game, second, NULL), TB_ERR_RECORD);
        book_player_free(player);
    }
    free(first);
    free(second);
    free(line);
}

static void damaged_books_are_refused(void **state)
{
    char *text = make_book("quoridor", 2), *copy = strdup(text);
    size_t size = strlen(text), step = size / 37 + 1;
    struct tb_error error;
    struct book book;

    (void)state;
    assert_non_null(copy);
    for (size_t i = 0; i < size; i += i < 120 ? 1 : step) {
        copy[i] = copy[i] == '1' ? '2' : '1';
        assert_int_equal(book_read(copy, &book, &error), TB_ERR_RECORD);
        copy[i] = '\0';
        assert_int_equal(book_read(copy, &book, &error), TB_ERR_RECORD);
        copy[i] = text[i];
    }
    assert_int_equal(book_read("", &book, &error), TB_ERR_RECORD);
    assert_int_equal(book_read("hello", &book, &error), TB_ERR_RECORD);
    assert_string_equal(error.text, "This is not a book of positions.");
    assert_int_equal(book_read(copy, &book, &error), TB_OK);
    free(text);
    free(copy);
}

/* Writes a book of these columns whose header gives `entries` as their number, with a valid
 * checksum. */
static void forge(char *out, size_t size, uint64_t entries, const char *columns)
{
    struct book_facts facts = facts_of("quoridor");
    struct text text = text_into(out, size);

    facts.entries = entries;
    book_head(&facts, book_checksum(&facts, columns), &text);
    text_add(&text, "%s", columns);
}

enum { COLUMNS_SIZE = BOOK_ENTRY + BOOK_COLUMNS + 1 };

/* The columns of one position, with these last digits of games, wins and draws. */
static void forge_columns(char columns[COLUMNS_SIZE], const struct tb_position *position,
                          const char *counts)
{
    struct text text = text_into(columns, COLUMNS_SIZE);
    uint64_t key = book_key(position);

    for (int i = BOOK_KEY_DIGITS - 1; i >= 0; i--)
        text_char(&text, BOOK_DIGITS[key >> 6 * i & 63]);
    for (int i = 0; i < 3; i++)
        text_add(&text, "\n---%c", counts[i]);
    text_add(&text, "\n--\n--\n0\n");
}

/* A right checksum is no reason to believe the rest. */
static void forged_books_do_no_harm(void **state)
{
    static const char *const impossible[] = {"---", "-0-", "000", "0-1", "01-"};
    struct tb_position start = test_start("quoridor");
    char text[512], columns[COLUMNS_SIZE];
    struct book_entry entry;
    struct book book;

    (void)state;
    forge_columns(columns, &start, "10-");
    forge(text, sizeof text, 1, columns);
    assert_int_equal(book_read(text, &book, NULL), TB_OK);
    assert_true(book_find(&book, &start, &entry));
    assert_true(entry.games == 2 && entry.wins == 1 && entry.draws == 0 && entry.complete);
    forge(text, sizeof text, 2, columns);
    assert_int_equal(book_read(text, &book, NULL), TB_ERR_RECORD);
    forge(text, sizeof text, 0, columns);
    assert_int_equal(book_read(text, &book, NULL), TB_ERR_RECORD);
    /* Columns of the right length whose line ends are elsewhere. */
    columns[6] = '\n', columns[7] = '-';
    forge(text, sizeof text, 1, columns);
    assert_int_equal(book_read(text, &book, NULL), TB_ERR_RECORD);
    /* So many entries have, modulo 2^64, the length of these columns. */
    assert_int_equal(BOOK_ENTRY % 8, 0);
    forge_columns(columns, &start, "10-");
    forge(text, sizeof text, 1 + (UINT64_C(1) << 61), columns);
    assert_int_equal(book_read(text, &book, NULL), TB_ERR_RECORD);
    for (int i = 0; i < COUNT(impossible); i++) {
        forge_columns(columns, &start, impossible[i]);
        forge(text, sizeof text, 1, columns);
        assert_int_equal(book_read(text, &book, NULL), TB_OK);
        assert_false(book_find(&book, &start, &entry));
    }
}

/* The best move of a position is worth what the table says of the position. */
static void explorers_agree_with_the_table(void **state)
{
    const struct tb_game *game = tb_game_find("tictacdoh");
    struct rng rng = {5};

    (void)state;
    for (int round = 0; round < 40; round++) {
        struct tb_position position = test_start("tictacdoh");
        struct explore_options options = {0};
        struct explored *all;
        struct verdict verdict;

        for (int i = (int)rng_below(&rng, 12); i > 0 && !tb_position_result(&position).over; i--)
            game_play_random(game, &position.state, &rng);
        int count = explore(&position, &options, &all);

        assert_int_equal(count, tb_move_count(&position));
        for (int i = 0; i < count; i++)
            assert_true(all[i].exact);
        if (count > 0) {
            assert_true(game_probe(game, &position.state, &verdict));
            assert_int_equal(all[0].verdict.value, verdict.value);
            if (verdict.value != 0)
                assert_int_equal(all[0].verdict.plies, verdict.plies);
        }
        free(all);
    }
}

/* Where proofs are short, every move of Orbital has its value and its distance. */
static void explorers_prove_moves(void **state)
{
    struct tb_position position =
        test_after("orbital", "Ba2 Tb2n Bb3 Ab2 Bb2 Ab1 Tb1e Ac1 Bc1 Bb1 Ba1 Ta2s");
    struct explore_options options = {.bytes = 4 << 20};
    struct explored *all;
    int count = explore(&position, &options, &all);

    (void)state;
    assert_int_equal(count, 2);
    assert_true(all[0].exact && all[1].exact);
    assert_int_equal(all[0].verdict.value, 1);
    assert_int_equal(all[0].verdict.plies, 7);
    assert_int_equal(all[1].verdict.value, -1);
    assert_int_equal(all[1].verdict.plies, 2);
    free(all);
}

static void explorers_look_at_ends_with_more_players(void **state)
{
    struct tb_position position = test_after("tictacdoh players=3", "Sc3 Sc4 Mb3");
    struct explore_options options = {0};
    struct explored *all;
    char text[TB_MOVE_TEXT];
    int count = explore(&position, &options, &all);

    (void)state;
    assert_true(count > 1);
    tb_move_text(&position, all[0].move, text, sizeof text);
    assert_string_equal(text, "Sc2");
    assert_int_equal(all[0].verdict.value, 1);
    assert_int_equal(all[0].verdict.plies, 1);
    assert_false(all[count - 1].exact && all[count - 1].verdict.value > 0);
    free(all);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(books_count_games),
        cmocka_unit_test(symmetric_positions_are_one),
        cmocka_unit_test(explorers_show_the_book),
        cmocka_unit_test(moves_are_near_by_elo),
        cmocka_unit_test(wide_books_know_all_good_moves),
        cmocka_unit_test(images_have_the_same_good_moves),
        cmocka_unit_test(walks_say_what_is_opened),
        cmocka_unit_test(walks_are_reproducible),
        cmocka_unit_test(games_are_reproducible),
        cmocka_unit_test(damaged_books_are_refused),
        cmocka_unit_test(forged_books_do_no_harm),
        cmocka_unit_test(explorers_agree_with_the_table),
        cmocka_unit_test(explorers_prove_moves),
        cmocka_unit_test(explorers_look_at_ends_with_more_players),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
