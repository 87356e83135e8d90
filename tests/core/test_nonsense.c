/*
 * test_nonsense.c - every function of tablier.h that asks for the rules, given NULL,
 * indices out of range, and set-ups and positions that were never filled in. Nothing
 * may crash; what has a code answers with one. (test_api.c does the same to the rest.)
 */
#include <string.h>

#include "core/rng.h"
#include "test.h"

enum { ROUNDS = 3000 };

static struct rng rng;

/* The pointer, or one time in three NULL. */
static void *maybe(const void *pointer)
{
    return rng_below(&rng, 3) ? (void *)pointer : NULL;
}

static int any_index(void)
{
    static const int indices[] = {-2147483647 - 1, -1, 0, 1, 2, 3, 4, 5, 100, 2147483647};

    return indices[rng_below(&rng, sizeof indices / sizeof *indices)];
}

/* ---- Answers -------------------------------------------------------------------------- */

static void asks_without_a_game(void **state)
{
    struct tb_setup setup = {0};
    struct tb_error error;
    char text[64];

    (void)state;
    assert_null(tb_game_find(NULL));
    assert_null(tb_game_find("chess"));
    assert_null(tb_game_at(-1));
    assert_null(tb_game_at(tb_game_count()));
    assert_null(tb_game_name(NULL));
    assert_null(tb_game_title(NULL));
    assert_null(tb_game_author(NULL));
    assert_false(tb_game_allows(NULL, 2));
    assert_false(tb_game_repeats(NULL));
    assert_int_equal(tb_game_option_count(NULL), 0);
    assert_null(tb_game_option(NULL, 0));
    assert_null(tb_game_option(tb_game_at(0), -1));
    assert_null(tb_game_personality(NULL, 0));
    assert_null(tb_game_personality(tb_game_find("quoridor"), -1));
    assert_int_equal(tb_setup_init(&setup, tb_game_find("chess"), 2, &error), TB_ERR_GAME);
    assert_true(error.text[0] && error.message[0]);
    assert_int_equal(tb_setup_init(NULL, tb_game_at(0), 2, NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_setup_init(&setup, tb_game_at(0), -1, NULL), TB_ERR_PLAYERS);
    assert_int_equal(tb_setup_set_option(NULL, "walls", "7", NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_setup_set_option(&setup, "walls", "7", NULL), TB_ERR_GAME);
    assert_int_equal(tb_setup_option(&setup, 0, text, sizeof text), TB_ERR_GAME);
    setup = test_setup("quoridor");
    assert_int_equal(tb_setup_set_option(&setup, NULL, "7", NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_setup_set_option(&setup, "walls", NULL, NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_setup_option(&setup, 0, NULL, 5), TB_ERR_ARGUMENT);
    setup.options[0] = 1000;
    assert_int_equal(tb_setup_option(&setup, 0, text, sizeof text), TB_ERR_VALUE);
}

static void asks_without_a_position(void **state)
{
    struct tb_setup setup = test_setup("quoridor"), bad = setup;
    struct tb_position position = {0}, other;
    TB_STRUCT(tb_reason, reason);
    tb_move move, moves[TB_MOVES_MAX];
    char text[64];
    TB_STRUCT(tb_scene, scene);

    (void)state;
    bad.players = 7;
    tb_position_start(NULL, &setup, NULL);
    tb_position_start(&other, NULL, NULL);
    assert_null(other.setup.game);
    tb_position_start(&other, &bad, NULL);
    assert_null(other.setup.game);
    assert_int_equal(tb_position_parse(NULL, &setup, "x", NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_position_parse(&other, NULL, "x", NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_position_parse(&other, &setup, NULL, NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_position_parse(&other, &bad, "x", NULL), TB_ERR_PLAYERS);
    for (const struct tb_position *no = &position;; no = NULL) {
        assert_true(tb_position_text(no, text, sizeof text) < 0);
        assert_true(tb_turn(no) < 0);
        assert_false(tb_position_result(no).over);
        assert_int_equal(tb_hash(no), 0);
        assert_false(tb_equal(no, no));
        assert_true(tb_moves(no, moves) < 0);
        assert_true(tb_moves_text(no, text, sizeof text) < 0);
        assert_true(tb_move_count(no) < 0);
        assert_true(tb_move_text(no, 0, text, sizeof text) < 0);
        assert_true(tb_move_parse(no, "e2", &move, NULL) < 0);
        assert_int_equal(tb_perft(no, 1), 0);
        tb_why(no, "e2", &reason);
        assert_true(!reason.legal && reason.text[0]);
        assert_true(tb_draw(no, NULL, text, sizeof text) < 0);
        assert_true(tb_remark(no, NULL, text, sizeof text) < 0);
        assert_true(tb_goal(no, 0, NULL, text, sizeof text) < 0);
        assert_true(tb_position_scene(no, &scene, NULL) < 0);
        assert_true(tb_remark_move(no, 0, NULL, text, sizeof text) < 0);
        assert_true(tb_symmetry_count(no) < 0);
        tb_symmetry_position(no, 0, &other);
        assert_null(other.setup.game);
        assert_int_equal(tb_symmetry_move(no, 0, 0), TB_MOVE_NONE);
        assert_true(tb_symmetry_player(no, 0, 0) < 0);
        if (!no)
            break;
    }
    assert_true(tb_play(&position, 0, NULL) < 0);
    assert_true(tb_play(NULL, 0, NULL) < 0);
    assert_true(tb_play_text(NULL, "e2", NULL) < 0);
    assert_true(tb_play_text(&position, "e2", NULL) < 0);
}

static void asks_nonsense_of_a_position(void **state)
{
    (void)state;
    for (int i = 0; i < tb_game_count(); i++) {
        struct tb_setup setup;
        struct tb_position start, image;
        TB_STRUCT(tb_reason, reason);
        tb_move move;
        char text[64];

        assert_int_equal(tb_setup_init(&setup, tb_game_at(i), 0, NULL), TB_OK);
        tb_position_start(&start, &setup, NULL);
        assert_int_equal(tb_play(&start, TB_MOVE_NONE, NULL), TB_ERR_ILLEGAL);
        strcpy(text, "x");
        assert_int_equal(tb_move_text(&start, TB_MOVE_NONE, text, sizeof text), TB_ERR_ILLEGAL);
        assert_string_equal(text, "");
        assert_int_equal(tb_moves(&start, NULL), TB_ERR_ARGUMENT);
        assert_int_equal(tb_move_parse(&start, NULL, &move, NULL), TB_ERR_ARGUMENT);
        assert_int_equal(tb_move_parse(&start, "x", NULL, NULL), TB_ERR_ARGUMENT);
        assert_int_equal(tb_draw(&start, NULL, NULL, 5), TB_ERR_ARGUMENT);
        assert_true(tb_draw(&start, NULL, NULL, 0) > 0); /* only how long it would be */
        tb_why(&start, NULL, &reason);
        assert_true(!reason.legal && reason.text[0]);
        tb_why(&start, "x", NULL);
        tb_symmetry_position(&start, tb_symmetry_count(&start), &image);
        assert_null(image.setup.game);
        tb_symmetry_position(&start, 0, NULL);
        assert_int_equal(tb_symmetry_move(&start, -1, 0), TB_MOVE_NONE);
        assert_int_equal(tb_symmetry_move(&start, 0, TB_MOVE_NONE), TB_MOVE_NONE);
        assert_int_equal(tb_symmetry_player(&start, 0, 9), TB_ERR_RANGE);
        assert_int_equal(tb_perft(&start, -1), 0);
    }
}

static void asks_without_a_match(void **state)
{
    struct tb_setup setup = test_setup("quoridor");
    struct tb_position start, none = {0};
    TB_STRUCT(tb_reason, reason);

    (void)state;
    tb_position_start(&start, &setup, NULL);
    assert_null(tb_match_new(NULL, NULL, NULL));
    assert_null(tb_match_new(&none, NULL, NULL));
    assert_null(tb_match_copy(NULL, NULL));
    tb_match_free(NULL);
    assert_int_equal(tb_match_play(NULL, "e2", NULL), TB_ERR_ARGUMENT);
    tb_match_why(NULL, "e2", &reason);
    assert_true(!reason.legal && reason.text[0]);
    assert_false(tb_match_can_swap(NULL) || tb_match_undo(NULL) || tb_match_redo(NULL));
    assert_int_equal(tb_match_resign(NULL, 0, NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_match_flag(NULL, 0, NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_match_agree_draw(NULL, NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_match_draw_at_limit(NULL, NULL), TB_ERR_ARGUMENT);
    assert_null(tb_match_position(NULL));
    assert_null(tb_match_start(NULL));
    assert_int_equal(tb_match_rules_of(NULL, NULL), TB_ERR_ARGUMENT);
    assert_false(tb_match_result(NULL).over || tb_match_result_without(NULL, 0).over);
    assert_int_equal(tb_match_ending(NULL), TB_ENDING_NONE);
    assert_null(tb_ending_name((enum tb_ending)77));
    assert_true(tb_match_length(NULL) < 0 && tb_match_plies(NULL) < 0);
    assert_false(tb_match_swapped(NULL));
    assert_null(tb_match_entry(NULL, 0));
    assert_int_equal(tb_match_position_at(NULL, 0, &none, NULL), TB_ERR_ARGUMENT);
    assert_true(tb_side(NULL, 0) < 0 && tb_side_count(NULL) < 0);
    assert_true(tb_side(&none, 0) < 0 && tb_side_count(&none) < 0);
    assert_true(tb_side(&start, 7) < 0);

    struct tb_match *match = tb_match_new(&start, NULL, NULL);

    assert_non_null(match);
    assert_int_equal(tb_match_play(match, NULL, NULL), TB_ERR_ARGUMENT);
    tb_match_why(match, NULL, &reason);
    assert_false(reason.legal);
    tb_match_why(match, "e2", NULL);
    assert_int_equal(tb_match_resign(match, -1, NULL), TB_ERR_RANGE);
    assert_int_equal(tb_match_flag(match, 2, NULL), TB_ERR_RANGE);
    assert_false(tb_match_result_without(match, 9).over);
    assert_null(tb_match_entry(match, -1));
    assert_int_equal(tb_match_mover(match, 0), TB_ERR_RANGE);
    assert_int_equal(tb_match_mover(NULL, 0), TB_ERR_ARGUMENT);
    assert_int_equal(tb_match_seat(match, 1, 0), TB_ERR_RANGE);
    assert_int_equal(tb_match_seat(match, 0, 2), TB_ERR_RANGE);
    assert_int_equal(tb_match_seat(NULL, 0, 0), TB_ERR_ARGUMENT);
    assert_int_equal(tb_position_scene(&start, NULL, NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_position_scene(&start, &(struct tb_scene){0}, NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_goal(&start, 2, NULL, NULL, 0), TB_ERR_ARGUMENT);
    assert_int_equal(tb_match_position_at(match, 1, &none, NULL), TB_ERR_RANGE);
    assert_int_equal(tb_match_position_at(match, 0, NULL, NULL), TB_ERR_ARGUMENT);
    tb_match_free(match);
}

/* ---- Anything at all -------------------------------------------------------------------- */

static void ask_about_games(const struct tb_game *game, struct tb_setup *setup, char *text)
{
    struct tb_error error;

    tb_error_name(any_index());
    tb_game_at(any_index());
    tb_game_find(maybe("quoridor"));
    tb_game_name(maybe(game));
    tb_game_title(maybe(game));
    tb_game_author(maybe(game));
    tb_game_allows(maybe(game), any_index());
    tb_game_repeats(maybe(game));
    tb_game_option_count(maybe(game));
    tb_game_option(maybe(game), any_index());
    tb_game_personality(maybe(game), any_index());
    tb_setup_set_option(maybe(setup), maybe("walls"), maybe("7"), maybe(&error));
    tb_setup_option(maybe(setup), any_index(), maybe(text), rng_below(&rng, 64));
}

static void ask_about_positions(const struct tb_position *position, char *text)
{
    struct tb_position copy = *position, other;
    struct tb_style style = {.size = sizeof style, .ascii = true};
    struct tb_viewer french = {.size = sizeof french, .lang = "fr"};
    TB_STRUCT(tb_reason, reason);
    struct tb_error error;
    tb_move move = (tb_move)any_index(), moves[TB_MOVES_MAX];
    size_t size = rng_below(&rng, 64);
    int depth = any_index();
    TB_STRUCT(tb_scene, scene);

    tb_position_start(maybe(&other), maybe(&position->setup), NULL);
    tb_position_parse(maybe(&other), maybe(&position->setup), maybe("players=4 -"), maybe(&error));
    tb_position_text(maybe(position), maybe(text), size);
    tb_turn(maybe(position));
    tb_position_result(maybe(position));
    tb_hash(maybe(position));
    tb_equal(maybe(position), maybe(&copy));
    tb_moves(maybe(position), maybe(moves));
    tb_moves_text(maybe(position), maybe(text), size);
    tb_move_count(maybe(position));
    tb_play(maybe(&copy), move, maybe(&error));
    tb_move_text(maybe(position), move, maybe(text), size);
    tb_move_parse(maybe(position), maybe("e2"), maybe(&move), maybe(&error));
    tb_perft(maybe(position), depth > 1 ? 1 : depth);
    tb_why(maybe(position), maybe("e2"), maybe(&reason));
    tb_draw(maybe(position), maybe(&style), maybe(text), size);
    tb_remark(maybe(position), maybe(&french), maybe(text), size);
    tb_goal(maybe(position), any_index(), maybe(&french), maybe(text), size);
    tb_position_scene(maybe(position), maybe(&scene), maybe(&error));
    tb_remark_move(maybe(position), move, maybe(&french), maybe(text), size);
    tb_error_text(maybe(&error), maybe(&french), maybe(text), size);
    tb_reason_text(maybe(&reason), maybe(&french), maybe(text), size);
    tb_symmetry_count(maybe(position));
    tb_symmetry_position(maybe(position), any_index(), maybe(&other));
    tb_symmetry_move(maybe(position), any_index(), move);
    tb_symmetry_player(maybe(position), any_index(), any_index());
}

static void survives_anything(void **state)
{
    char text[64];

    (void)state;
    rng.state = 18;
    for (int i = 0; i < ROUNDS; i++) {
        const struct tb_game *game = tb_game_at((int)rng_below(&rng, (uint32_t)tb_game_count()));
        struct tb_setup setup = {0};
        struct tb_position position;

        if (tb_setup_init(maybe(&setup), maybe(game), any_index(), NULL) != TB_OK &&
            rng_below(&rng, 2))
            tb_setup_init(&setup, game, 0, NULL);
        if (rng_below(&rng, 8) == 0)
            setup.options[rng_below(&rng, TB_OPTIONS_MAX)] = any_index();
        tb_position_start(&position, &setup, NULL);
        ask_about_games(game, &setup, text);
        ask_about_positions(&position, text);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(asks_without_a_game),
        cmocka_unit_test(asks_without_a_position),
        cmocka_unit_test(asks_nonsense_of_a_position),
        cmocka_unit_test(asks_without_a_match),
        cmocka_unit_test(survives_anything),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
