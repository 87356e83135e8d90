/* test_annotation.c - records with comments, evaluations, times, drawings and variations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/record.h"
#include "core/rng.h"
#include "json/record_json.h"
#include "test.h"

enum { TREES = 60, DEEPEST = 4 };

/* ---- Helpers ----------------------------------------------------------------------------- */

static int read_text(const char *text, struct record *record, struct tb_error *error)
{
    struct record_reader reader = {.at = text, .line = 1};
    int ply, code = record_read(&reader, record, &ply, error);

    assert_true(code || !record_more(&reader));
    return code;
}

static int read_json(const char *text, struct record *record, struct tb_error *error)
{
    int ply;

    return record_json_read(record, text, strlen(text), &ply, error);
}

static void read_good(const char *text, struct record *record)
{
    struct tb_error error = {.text = ""};
    int code = *text == '{' ? read_json(text, record, &error) : read_text(text, record, &error);

    assert_string_equal(error.text, "");
    assert_int_equal(code, TB_OK);
}

static void assert_same_note(const struct annotation_node *a, const struct annotation_node *b)
{
    assert_string_equal(a->move, b->move);
    assert_string_equal(a->comment ? a->comment : "", b->comment ? b->comment : "");
    assert_string_equal(a->drawings ? a->drawings : "", b->drawings ? b->drawings : "");
    assert_int_equal(a->ms, b->ms);
    assert_int_equal(a->evaluated, b->evaluated);
    if (!a->evaluated)
        return;
    assert_int_equal(a->evaluation.player, b->evaluation.player);
    assert_int_equal(a->evaluation.exact, b->evaluation.exact);
    if (a->evaluation.exact) {
        assert_int_equal(a->evaluation.value, b->evaluation.value);
        assert_int_equal(a->evaluation.plies, b->evaluation.plies);
    } else {
        assert_int_equal(a->evaluation.score, b->evaluation.score);
    }
}

/* Everything below the two nodes is the same. */
static void assert_same_tree(const struct annotations *a, int node, const struct annotations *b,
                             int other)
{
    if (!annotations_at(a, node) || !annotations_at(b, other)) {
        assert_true(!annotations_exist(a) && !annotations_exist(b));
        return;
    }
    assert_same_note(&a->nodes[node], &b->nodes[other]);
    int left = a->nodes[node].first, right = b->nodes[other].first;

    for (; left != ANNOTATION_NONE && right != ANNOTATION_NONE;
         left = a->nodes[left].next, right = b->nodes[right].next)
        assert_same_tree(a, left, b, right);
    /* The main line is not stored where it has no annotation. */
    assert_true(left == right || !annotations_exist(a) || !annotations_exist(b) ||
                (left == ANNOTATION_NONE ? b->nodes[right].next : a->nodes[left].next) ==
                    ANNOTATION_NONE);
}

/* ---- Random trees -------------------------------------------------------------------------- */

static void random_note(struct record_cursor *cursor, struct rng *rng)
{
    static const char *const comments[] = {
        "a", "It \"wins\" \\ loses {so it seems", "  blanks \n\t of all\r\nkinds ",
        "Zoë a dit : « mieux » — 最好", "[%foo 1] [Game \"Dorix\"] 1. e2 (not a move) 1",
        ("This is a comment of many words, more than a line has room for, so that the one who "
         "writes it must begin another line somewhere and the reader must join them again.")};
    static const char *const drawings[] = {"Ga1", "Rb2c3,Ya1", "Bd4b1 Gd4 Rd4b1"};
    struct annotations *notes = &cursor->record->notes;
    const struct tb_setup *setup = &tb_match_start(cursor->record->match)->setup;
    int players = setup->players;
    struct evaluation evaluation = {
        .player = (int)rng_below(rng, (uint32_t)players),
        .exact = rng_below(rng, 2),
        .score = (int)rng_below(rng, 20001) - 10000,
        .value = (int)rng_below(rng, 3) - 1,
        .plies = (int)rng_below(rng, 100) - 1,
    };

    if (rng_below(rng, 3) == 0) {
        const char *comment = comments[rng_below(rng, COUNT(comments))];

        assert_int_equal(
            annotations_comment(notes, cursor->node, comment, strlen(comment), NULL), TB_OK);
    }
    if (rng_below(rng, 3) == 0)
        assert_int_equal(annotations_evaluate(notes, cursor->node, players, &evaluation, NULL),
                         TB_OK);
    if (rng_below(rng, 3) == 0)
        assert_int_equal(annotations_draw(notes, cursor->node, setup,
                                          drawings[rng_below(rng, COUNT(drawings))], NULL),
                         TB_OK);
    if (cursor->node != ANNOTATION_START && rng_below(rng, 3) == 0)
        assert_int_equal(
            annotations_time(notes, cursor->node, (int64_t)rng_below(rng, 100000000), NULL), TB_OK);
}

static void random_line(struct record_cursor *cursor, struct rng *rng, int length)
{
    const struct tb_match *match = cursor->record->match;
    tb_move moves[TB_MOVES_MAX];
    char text[TB_MOVE_TEXT];
    int ply;

    while (tb_match_ending(match) == TB_ENDING_NONE && length-- > 0) {
        const struct tb_position *now = tb_match_position(match);
        int count = tb_moves(now, moves);

        tb_move_text(now, moves[rng_below(rng, (uint32_t)count)], text, sizeof text);
        if (tb_match_can_swap(match) && rng_below(rng, 2))
            strcpy(text, "swap");
        assert_int_equal(record_cursor_play(cursor, text, &ply, NULL), TB_OK);
        random_note(cursor, rng);
        /* A variation that repeats the last move of the match continues after its end, where
         * nothing is written. */
        while (cursor->depth < DEEPEST && (cursor->depth > 0 || length > 0) &&
               rng_below(rng, 4) == 0) {
            assert_int_equal(record_cursor_open(cursor, NULL), TB_OK);
            random_line(cursor, rng, 1 + (int)rng_below(rng, 4));
            assert_int_equal(record_cursor_close(cursor, NULL), TB_OK);
        }
    }
}

static void random_record(struct record *record, struct rng *rng)
{
    const struct tb_game *game = tb_game_at((int)rng_below(rng, (uint32_t)tb_game_count()));
    struct record_cursor cursor = {.record = record};
    struct tb_setup setup;
    struct tb_position start;
    struct match_rules rules = match_rules_default();
    int players = 2 + (int)rng_below(rng, 3);

    if (tb_setup_init(&setup, game, players, NULL))
        tb_setup_init(&setup, game, 2, NULL);
    rules.swap = setup.players == 2;
    tb_position_start(&start, &setup, NULL);
    record->match = match_new(&start, &rules, NULL);
    random_note(&cursor, rng);
    random_line(&cursor, rng, (int)rng_below(rng, 12));
}

/* Written, read and written again, and once more by way of the other form. */
static void trees_round_trip(void **state)
{
    struct rng rng = {20261115};

    (void)state;
    for (int i = 0; i < TREES; i++) {
        struct record record = {0}, by_text = {0}, by_json = {0};

        random_record(&record, &rng);
        char *text = record_write(&record), *json = record_write_json(&record);

        read_good(text, &by_text);
        read_good(json, &by_json);
        assert_same_tree(&record.notes, 0, &by_text.notes, 0);
        assert_same_tree(&by_json.notes, 0, &by_text.notes, 0);
        char *text_again = record_write(&by_json), *json_again = record_write_json(&by_text);

        assert_string_equal(text, text_again);
        assert_string_equal(json, json_again);
        free(text);
        free(json);
        free(text_again);
        free(json_again);
        record_release(&record);
        record_release(&by_text);
        record_release(&by_json);
    }
}

/* ---- What it looks like --------------------------------------------------------------------- */

static const char sample[] =
    "[Game \"Quoridor\"]\n[Players \"2\"]\n[Options \"size=5 walls=3\"]\n[Result \"*\"]\n\n"
    "{[%eval 1 0.10] Opening.} 1. c2 {[%emt 0:00:01.25] [%csl Gb2,Yc3] [%cal Rb2c3]\n"
    "Fine.} (1. b1 {[%eval 2 win 5]} 1... c4 (1... b5 2. a1)) (1. d1) 1... c4 *\n";

static void the_text_is_kept(void **state)
{
    struct record record = {0};

    (void)state;
    read_good(sample, &record);
    char *text = record_write(&record);

    assert_string_equal(text, sample);
    assert_int_equal(tb_match_length(record.match), 2);
    free(text);
    record_release(&record);
}

static void the_json_is_as_documented(void **state)
{
    struct record record = {0};

    (void)state;
    read_good(sample, &record);
    char *text = record_write_json(&record);

    assert_string_equal(
        text,
        "{\"game\":\"quoridor\",\"players\":2,\"options\":{\"size\":5,\"walls\":3},"
        "\"moves\":[\"c2\",\"c4\"],\"notes\":[{\"at\":0,\"comment\":\"Opening.\","
        "\"eval\":{\"player\":1,\"score\":0.10}},{\"at\":1,\"comment\":\"Fine.\",\"ms\":1250,"
        "\"drawings\":[\"Gb2\",\"Yc3\",\"Rb2c3\"],\"variations\":[{\"moves\":[\"b1\",\"c4\"],"
        "\"notes\":[{\"at\":1,\"eval\":{\"player\":2,"
        "\"value\":\"win\",\"plies\":5}},{\"at\":2,\"variations\":[{\"moves\":[\"b5\",\"a1\"]}]}]},"
        "{\"moves\":[\"d1\"]}]}],\"result\":null}");
    free(text);
    record_release(&record);
}

/* Wherever a comment stands, it is kept with the move before it; the same variation twice
 * becomes one. */
static void loose_texts_are_put_in_order(void **state)
{
    static const struct {
        const char *given, *written;
    } rows[] = {
        {"1. c2 {a} {b} 1... c4 *", "1. c2 {a b} 1... c4 *\n"},
        {"1. c2 (1. b1) {after} c4 *", "1. c2 {after} (1. b1) 1... c4 *\n"},
        {"1. c2 ({before} {it} 1. b1 {and after}) c4 *",
         "1. c2 (1. b1 {before it and after}) 1... c4 *\n"},
        {"1. c2 c4 * {the end}", "1. c2 c4 {the end} *\n"},
        {"1. c2(1. b1 c4)(1. b1 b5)c4*", NULL},
        {"1. c2(1. b1 c4)(1. b1 b5)c4 *", "1. c2 (1. b1 c4 (1... b5)) 1... c4 *\n"},
        {"1. c2 (1. c2 b5) c4 *", "1. c2 c4 (1... b5) *\n"},
        {"1. c2 {} c4 {  \n } *", "1. c2 c4 *\n"},
        {"1. c2 {x [%eval 1\n draw] y} *", "1. c2 {[%eval 1 draw] x y} *\n"},
        {"1. c2 {[%clk 0:01:00]} *", "1. c2 {[%clk 0:01:00]} *\n"},
        {"1. c2 {[%eval 1 +.5]} *", NULL},
        {"1. c2 {[%cal Gb2c3,Ra1a5] x [%csl Ye5 Gb2, Re5]} *",
         "1. c2 {[%csl Re5,Gb2] [%cal Gb2c3,Ra1a5] x} *\n"},
        {"1. c2 {[%csl ]} *", "1. c2 *\n"},
        {"1. c2 {[%eval 1 +0.123456]} *", "1. c2 {[%eval 1 0.1234]} *\n"},
    };
    char text[600];

    (void)state;
    for (int i = 0; i < COUNT(rows); i++) {
        struct record record = {0};
        struct tb_error error;

        snprintf(text, sizeof text, "[Game \"Quoridor\"]\n[Options \"size=5\"]\n%s", rows[i].given);
        if (!rows[i].written) {
            assert_true(read_text(text, &record, &error) < 0);
            continue;
        }
        read_good(text, &record);
        char *written = record_write(&record);

        assert_string_equal(strstr(written, "\n\n") + 2, rows[i].written);
        free(written);
        record_release(&record);
    }
}

/* ---- Refusals -------------------------------------------------------------------------------- */

static const struct {
    const char *moves, *error;
} refused[] = {
    {"1. c2\n(1. e5) c4 *", "Line 5: Move 1 'e5': "},
    {"1. c2 (1. b1\nc4 c4) *", "Line 5: Move 3 'c4': "},
    {"1. c2\n(1. b1", "Line 5: This variation has no closing ')'."},
    {"1. c2 (1. b1 *", "Line 4: The result '*' is inside a variation; its ')' is missing."},
    {"1. c2) *", "Line 4: This ')' closes no variation."},
    {"1. c2 () *", "Line 4: This variation has no move."},
    {"1. c2 ((1. b1)) *", "Line 4: A variation must follow the move that it replaces."},
    {"(1. c2) *", "Line 4: A variation must follow the move that it replaces."},
    {"1. c2 * (1. b1)", "Line 4: Unexpected bracket after the result."},
    {"1. c2 (1. b1) b1 {x *", "Line 4: Move 2 'b1': "},
    {"1. c2\n{x *", "Line 5: This comment has no closing '}'."},
    {"1. c2 {a\001b} *", "Line 4: This comment is not valid UTF-8 text."},
    {"1. c2 {a\377b} *", "Line 4: This comment is not valid UTF-8 text."},
    {"1. c2 {[%eval 3 0.1]} *", "Line 4: An evaluation is for a player from 1 to 2"},
    {"1. c2 {[%eval 1 1001]} *", "Line 4: '1 1001' is not an evaluation; "},
    {"1. c2 {[%eval 0.1]} *", "Line 4: '0.1' is not an evaluation; "},
    {"1. c2 {[%eval 1 win x]} *", "Line 4: '1 win x' is not an evaluation; "},
    {"1. c2 {[%eval 1 0.1 } *", "Line 4: This '[%' has no closing ']'."},
    {"1. c2 {[%csl Gf1]} *", "Line 4: 'Gf1' is not a drawing on this board; "},
    {"1. c2 {[%csl b2]} *", "Line 4: 'b2' is not a drawing on this board; "},
    {"1. c2 {[%cal Gb2b2]} *", "Line 4: 'Gb2b2' is not a drawing on this board; "},
    {"1. c2 {[%cal Gb2c3d4e5a1]} *", "Line 4: 'Gb2c3d4e5a1' is not a drawing"},
    {"1. c2 {[%emt 12]} *", "Line 4: '12' is not a time; "},
    {"1. c2 {[%emt 0:61:00]} *", "Line 4: '0:61:00' is not a time; "},
    {"{[%emt 0:00:01]} 1. c2 *", "Line 4: There is no move here that could have taken time."},
};

static void assert_next_is_good(struct record_reader *reader)
{
    struct record record = {0};
    struct tb_error error = {.text = ""};
    int ply;

    assert_true(record_more(reader));
    assert_int_equal(record_read(reader, &record, &ply, &error), TB_OK);
    assert_string_equal(tb_game_name(tb_match_start(record.match)->setup.game), "dorix");
    assert_false(record_more(reader));
    record_release(&record);
}

/* One error that names the line, and the next game is not harmed. */
static void assert_refused(const char *moves, const char *expected)
{
    size_t size = strlen(moves) + 200;
    char *text = malloc(size);
    struct record record = {0};
    struct tb_error error;
    int ply;

    snprintf(text, size,
             "[Game \"Quoridor\"]\n[Options \"size=5\"]\n\n%s\n\n"
             "[Game \"Dorix\"]\n\n1. b2 {well} *\n",
             moves);
    struct record_reader reader = {text, 1};

    assert_true(record_read(&reader, &record, &ply, &error) < 0);
    assert_null(record.match);
    assert_int_equal(record.notes.count, 0);
    if (strncmp(error.text, expected, strlen(expected)) != 0)
        assert_string_equal(error.text, expected);
    assert_string_not_equal(test_in(error.message, "fr"), error.text);
    assert_next_is_good(&reader);
    free(text);
}

static void bad_text_is_refused(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(refused); i++)
        assert_refused(refused[i].moves, refused[i].error);
}

/* A comment without an end costs no more than the way to the next game: else a file of many
 * such games takes time with the square of its length. Of this text only the first page may
 * be looked at. */
static void open_comments_are_not_followed_far(void **state)
{
    static const char open[] = "[Game \"Quoridor\"]\n\n{ no end\n[Game \"Dorix\"]\n\n";
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *text = mmap(NULL, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct record record = {0};
    struct record_reader reader = {text, 1};
    struct tb_error error;
    int ply;

    (void)state;
    assert_true(text != MAP_FAILED);
    memset(text, ' ', 3 * page - 1);
    memcpy(text, open, sizeof open - 1);
    assert_int_equal(mprotect(text + page, 2 * page, PROT_NONE), 0);
    assert_int_equal(record_read(&reader, &record, &ply, &error), TB_ERR_SYNTAX);
    assert_string_equal(error.text, "Line 3: This comment has no closing '}'.");
    assert_int_equal(reader.line, 4);
    assert_memory_equal(reader.at, "[Game \"Dorix\"]", 14);
    munmap(text, 3 * page);
}

static void too_much_is_refused(void **state)
{
    enum { LONG = 9000 };
    char *text = calloc(1, LONG + 1000), *at = text;

    (void)state;
    at += sprintf(at, "1. c2 {");
    memset(at, 'x', LONG);
    strcpy(at + LONG, "} *");
    assert_refused(text, "Line 4: This comment is too long, or its '}' is missing; 4000 bytes");
    strcpy(at + ANNOTATION_COMMENT_MAX + 1, "} *");
    assert_refused(text, "Line 4: A comment has at most 4000 bytes, not 4001.");
    at = text + sprintf(text, "1. c2 {[%%cal Ga1b1");
    for (int i = 1; i <= ANNOTATION_DRAWINGS_MAX; i++)
        at += sprintf(at, ",Gb%d%c%d", 1 + i / 5 % 5, i < 25 ? 'a' : 'c', 1 + i % 5);
    strcpy(at, "]} *");
    assert_refused(text, "Line 4: A position has at most 32 squares and arrows drawn on it.");
    at = text + sprintf(text, "1. c2 ");
    for (int i = 0; i <= ANNOTATION_DEPTH_MAX; i++)
        at += sprintf(at, "(1. %s ", i % 2 ? "d1" : "b1");
    for (int i = 0; i <= ANNOTATION_DEPTH_MAX; i++)
        at += sprintf(at, ")");
    strcpy(at, " *");
    assert_refused(text, "Line 4: Variations can stand inside one another at most 64 deep.");
    free(text);
}

/* So many variations, each of which leaves the one before it a move later: flat in the
 * text, deep in the tree. */
static void write_staircase(char *text, int steps)
{
    static const char *const on[] = {"e8", "d2", "e9", "d1"};
    static const char *const off[] = {"d9", "c1", "d8", "c2"};

    text += sprintf(text, "1. e2");
    for (int step = 0; step < steps; step++) {
        text += sprintf(text, " (1. d1");
        for (int i = 0; i < step; i++)
            text += sprintf(text, " %s", on[i % 4]);
        text += sprintf(text, " %s)", off[step % 4]);
    }
    sprintf(text, " *");
}

/* Every accepted text can be written and read again. */
static void deep_trees_from_flat_texts(void **state)
{
    static const char tags[] = "[Game \"Quoridor\"]\n[Repetition \"0\"]\n\n";
    char *text = malloc(40000);
    struct record record = {0}, again = {0};
    struct tb_error error = {.text = ""};

    (void)state;
    write_staircase(stpcpy(text, tags), ANNOTATION_DEPTH_MAX);
    read_good(text, &record);
    char *written = record_write(&record);

    read_good(written, &again);
    assert_same_tree(&record.notes, 0, &again.notes, 0);
    free(written);
    record_release(&record);
    record_release(&again);
    write_staircase(stpcpy(text, tags), ANNOTATION_DEPTH_MAX + 1);
    assert_int_equal(read_text(text, &record, &error), TB_ERR_RECORD);
    assert_non_null(strstr(error.text, "at most 64 deep"));
    free(text);
}

static void bad_json_is_refused(void **state)
{
    static const struct {
        const char *notes, *error;
    } rows[] = {
        {"7", "\"notes\" must be a list, not a number."},
        {"[7]", "\"notes\" must be a list of objects, not a number."},
        {"[{}]", "\"notes\" must be in order, each with its \"at\""},
        {"[{\"at\":3}]", "\"notes\" must be in order"},
        {"[{\"at\":-1}]", "\"notes\" must be in order"},
        {"[{\"at\":2},{\"at\":1}]", "\"notes\" must be in order"},
        {"[{\"at\":1,\"comment\":7}]", "\"comment\" must be a string, not a number."},
        {"[{\"at\":1,\"comment\":\"a}\"}]", "A comment cannot contain '}'"},
        {"[{\"at\":1,\"comment\":\"[%eval 1 win]\"}]", "A comment cannot contain '}' or a command"},
        {"[{\"at\":1,\"comment\":\"[%csl Ga1]\"}]", "A comment cannot contain '}' or a command"},
        {"[{\"at\":1,\"drawings\":\"Ga1\"}]", "\"drawings\" must be a list, not a string."},
        {"[{\"at\":1,\"drawings\":[7]}]", "\"drawings\" must be a list of strings, not a number."},
        {"[{\"at\":1,\"drawings\":[\"Ga6\"]}]", "'Ga6' is not a drawing on this board; "},
        {"[{\"at\":1,\"comment\":\"\\u0001\"}]", "This comment is not valid UTF-8 text."},
        {"[{\"at\":1,\"ms\":1.5}]", "\"ms\" must be a number, not a fraction."},
        {"[{\"at\":1,\"ms\":-5}]", "\"ms\" cannot be -5."},
        {"[{\"at\":0,\"ms\":5}]", "There is no move here"},
        {"[{\"at\":1,\"eval\":7}]", "\"eval\" must be an object, not a number."},
        {"[{\"at\":1,\"eval\":{\"player\":1}}]", "\"eval\" needs a \"player\", and either"},
        {"[{\"at\":1,\"eval\":{\"score\":1}}]", "An evaluation is for a player from 1 to 2"},
        {"[{\"at\":1,\"eval\":{\"player\":1,\"score\":1e9}}]", "\"eval\" needs a \"player\""},
        {"[{\"at\":1,\"eval\":{\"player\":1,\"value\":\"lost\"}}]", "\"eval\" needs a \"player\""},
        {"[{\"at\":1,\"eval\":{\"player\":1,\"value\":\"win\",\"plies\":9999999}}]",
         "An evaluation is for"},
        {"[{\"at\":1,\"variations\":{}}]", "\"variations\" must be a list, not an object."},
        {"[{\"at\":1,\"variations\":[[]]}]", "\"variations\" must be a list of objects"},
        {"[{\"at\":1,\"variations\":[{}]}]", "\"moves\" is missing"},
        {"[{\"at\":1,\"variations\":[{\"moves\":[]}]}]", "This variation has no move."},
        {"[{\"at\":1,\"variations\":[{\"moves\":[\"e5\"]}]}]", "Move 1 'e5': "},
        {"[{\"at\":0,\"variations\":[{\"moves\":[\"b1\"]}]}]", "A variation must follow"},
        {"[{\"at\":1,\"variations\":[{\"moves\":[\"b1\"],\"notes\":[{\"at\":0}]}]}]",
         "\"notes\" must be in order, each with its \"at\": the number of moves before it, from "
         "1."},
    };
    char text[600];

    (void)state;
    for (int i = 0; i < COUNT(rows); i++) {
        struct record record = {0};
        struct tb_error error = {.text = ""};

        snprintf(text, sizeof text,
                 "{\"game\":\"quoridor\",\"options\":{\"size\":5},\"moves\":[\"c2\",\"c4\"],"
                 "\"notes\":%s}",
                 rows[i].notes);
        assert_true(read_json(text, &record, &error) < 0);
        if (strncmp(error.text, rows[i].error, strlen(rows[i].error)) != 0)
            assert_string_equal(error.text, rows[i].error);
        assert_null(record.match);
    }
}

/* ---- Together with the match --------------------------------------------------------------- */

/* The annotations of a move that is taken back and replaced become a variation. */
static void moves_that_are_taken_back(void **state)
{
    struct record record = {0};

    (void)state;
    read_good("[Game \"Quoridor\"]\n[Options \"size=5\"]\n\n1. c2 {x} c4 {y} *\n", &record);
    tb_match_undo(record.match);
    char *text = record_write(&record);

    assert_non_null(strstr(text, "\n\n1. c2 {x} *\n"));
    free(text);
    assert_int_equal(tb_match_play(record.match, "d5", NULL), TB_OK);
    text = record_write(&record);
    assert_non_null(strstr(text, "\n\n1. c2 {x} 1... d5 (1... c4 {y}) *\n"));
    free(text);
    record_release(&record);
    /* This move had no annotation: it was only taken back. */
    read_good("[Game \"Quoridor\"]\n[Options \"size=5\"]\n\n1. c2 {x} c4 *\n", &record);
    tb_match_undo(record.match);
    assert_int_equal(tb_match_play(record.match, "d5", NULL), TB_OK);
    text = record_write(&record);
    assert_non_null(strstr(text, "\n\n1. c2 {x} 1... d5 *\n"));
    free(text);
    tb_match_undo(record.match);
    tb_match_undo(record.match);
    text = record_write_json(&record);
    assert_null(strstr(text, "notes"));
    free(text);
    record_release(&record);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_round_trip),
        cmocka_unit_test(the_text_is_kept),
        cmocka_unit_test(the_json_is_as_documented),
        cmocka_unit_test(loose_texts_are_put_in_order),
        cmocka_unit_test(bad_text_is_refused),
        cmocka_unit_test(open_comments_are_not_followed_far),
        cmocka_unit_test(too_much_is_refused),
        cmocka_unit_test(deep_trees_from_flat_texts),
        cmocka_unit_test(bad_json_is_refused),
        cmocka_unit_test(moves_that_are_taken_back),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
