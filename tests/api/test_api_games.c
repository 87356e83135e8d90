/* test_api_games.c - games in the public interface: records, annotations, pictures, actions and
 * observations, batches of games, and invalid arguments to all of them. */
#include <stdio.h>
#include <string.h>

#include "test.h"

static struct tb_position position_of(const char *words, const char *text)
{
    struct tb_setup setup = test_setup(words);
    struct tb_position position;
    struct tb_error error;

    assert_int_equal(tb_position_parse(&position, &setup, text, &error), TB_OK);
    return position;
}

/* ---- Records ------------------------------------------------------------------------------ */

static void records_round_trip(void **state)
{
    static const enum tb_format formats[] = {TB_FORMAT_TEXT, TB_FORMAT_JSON};
    struct tb_position position = test_start("quoridor size=5");
    struct tb_record *record = tb_record_new(&position, NULL, NULL), *read;
    struct tb_error error;

    (void)state;
    assert_non_null(record);
    assert_int_equal(tb_match_play(tb_record_match(record), "c2", &error), TB_OK);
    assert_int_equal(tb_match_play(tb_record_match(record), "b3h", &error), TB_OK);
    assert_int_equal(tb_record_set_tag(record, "Player1", "Zoé \"Z\" Ω", &error), TB_OK);
    assert_true(tb_record_set_tag(record, "not a name", "x", &error) < 0);
    for (int i = 0; i < COUNT(formats); i++) {
        char *text = tb_record_write(record, formats[i]), twice[2000];

        assert_non_null(text);
        snprintf(twice, sizeof twice, "%s\n%s", text, text);
        struct tb_reader *reader = tb_reader_new(twice, strlen(twice), &error);

        assert_int_equal(tb_reader_format(reader), formats[i]);
        for (int n = 0; n < 2; n++) {
            assert_int_equal(tb_reader_next(reader, &read, &error), 1);
            assert_int_equal(tb_match_length(tb_record_match(read)), 2);
            assert_string_equal(tb_match_entry(tb_record_match(read), 1), "b3h");
            assert_string_equal(tb_record_tag(read, "Player1"), "Zoé \"Z\" Ω");
            assert_int_equal(tb_record_tag_count(read), 1);
            assert_string_equal(tb_record_tag_name(read, 0), "Player1");
            tb_record_free(read);
        }
        assert_int_equal(tb_reader_next(reader, &read, &error), 0);
        tb_reader_free(reader);
        tb_text_free(text);
    }
    tb_record_free(record);
}

static void bad_record_does_not_spoil_the_next(void **state)
{
    const char text[] = "{\"game\":\"quoridor\",\"moves\":[\"e2\",\"e5\"]}\n"
                        "{\"game\":\"quoridor\",\"moves\":[\"e2\",\"e8\"]}\n";
    struct tb_reader *reader = tb_reader_new(text, strlen(text), NULL);
    struct tb_record *record;
    struct tb_error error;

    (void)state;
    assert_int_equal(tb_reader_next(reader, &record, &error), TB_ERR_ILLEGAL);
    assert_null(record);
    assert_int_equal(tb_reader_ply(reader), 2);
    assert_int_equal(tb_reader_line(reader), 1);
    assert_int_equal(tb_reader_next(reader, &record, &error), 1);
    assert_int_equal(tb_reader_line(reader), 2);
    tb_record_free(record);
    tb_reader_free(reader);
    assert_null(tb_reader_new(NULL, 0, &error));
    assert_null(tb_record_write(NULL, TB_FORMAT_TEXT));
    assert_null(tb_record_match(NULL));
    tb_record_free(NULL);
    tb_reader_free(NULL);
    tb_text_free(NULL);
}

/* ---- Annotations --------------------------------------------------------------------------- */

/* A record with two moves, and a variation of the second. */
static struct tb_record *annotated_record(int *variation)
{
    struct tb_position position = test_start("quoridor size=5");
    struct tb_record *record = tb_record_new(&position, NULL, NULL);
    struct tb_error error;

    assert_int_equal(tb_match_play(tb_record_match(record), "c2", &error), TB_OK);
    assert_int_equal(tb_match_play(tb_record_match(record), "c4", &error), TB_OK);
    *variation = tb_record_add(record, tb_record_node(record, 1), "b3h", &error);
    assert_true(*variation > 0);
    return record;
}

static void annotations_are_kept(void **state)
{
    static const enum tb_format formats[] = {TB_FORMAT_TEXT, TB_FORMAT_JSON};
    struct tb_error error;
    struct tb_position position;
    int variation;
    struct tb_record *record = annotated_record(&variation), *read;
    TB_STRUCT(tb_evaluation, evaluation);

    (void)state;
    evaluation.player = 1;
    evaluation.score = 0.25;
    assert_int_equal(tb_record_set_comment(record, variation, " Shuts\tthe  middle. ", &error), 0);
    assert_int_equal(tb_record_set_comment(record, TB_NODE_START, "Début", &error), TB_OK);
    assert_int_equal(tb_record_set_evaluation(record, variation, &evaluation, &error), TB_OK);
    assert_int_equal(tb_record_set_time(record, tb_record_node(record, 2), 1500, &error), TB_OK);
    assert_int_equal(tb_record_add(record, variation, "d2", &error), variation + 1);
    assert_int_equal(tb_record_set_drawings(record, variation, "Rc2c4,Gb3", &error), TB_OK);
    assert_int_equal(tb_record_set_drawings(record, variation, "Gz9", &error), TB_ERR_SYNTAX);
    for (int i = 0; i < COUNT(formats); i++) {
        char *text = tb_record_write(record, formats[i]);
        struct tb_reader *reader = tb_reader_new(text, strlen(text), &error);

        assert_int_equal(tb_reader_next(reader, &read, &error), 1);
        int node = tb_record_child(read, tb_record_node(read, 1), 1);

        assert_string_equal(tb_record_comment(read, TB_NODE_START), "Début");
        assert_int_equal(tb_record_time(read, tb_record_node(read, 2)), 1500);
        assert_string_equal(tb_record_move(read, node), "b3h");
        assert_string_equal(tb_record_comment(read, node), "Shuts the middle.");
        assert_string_equal(tb_record_drawings(read, node), "Gb3 Rc2c4");
        assert_int_equal(tb_record_set_drawings(read, node, NULL, &error), TB_OK);
        assert_null(tb_record_drawings(read, node));
        assert_string_equal(tb_record_move(read, tb_record_child(read, node, 0)), "d2");
        evaluation.score = 0;
        assert_int_equal(tb_record_evaluation(read, node, &evaluation), 1);
        assert_true(evaluation.score == 0.25 && evaluation.player == 1 && !evaluation.exact);
        assert_int_equal(tb_record_position(read, node, &position, &error), TB_OK);
        assert_int_equal(tb_turn(&position), 0);
        tb_record_free(read);
        tb_reader_free(reader);
        tb_text_free(text);
    }
    tb_record_free(record);
}

static void annotations_follow_the_match(void **state)
{
    struct tb_error error;
    int variation;
    struct tb_record *record = annotated_record(&variation);
    int first = tb_record_node(record, 1), second = tb_record_node(record, 2);

    (void)state;
    assert_int_equal(tb_record_child(record, TB_NODE_START, 0), first);
    assert_int_equal(tb_record_child(record, first, 0), second);
    assert_int_equal(tb_record_child(record, first, 1), variation);
    assert_int_equal(tb_record_parent(record, variation), first);
    assert_int_equal(tb_record_add(record, second, "d2", &error), TB_ERR_RECORD);
    assert_int_equal(tb_record_remove(record, second, &error), TB_ERR_RECORD);
    assert_int_equal(tb_record_remove(record, TB_NODE_START, &error), TB_ERR_RECORD);
    /* The variation is played in the match. */
    tb_match_undo(tb_record_match(record));
    assert_int_equal(tb_match_play(tb_record_match(record), "b3h", &error), TB_OK);
    assert_int_equal(tb_record_node(record, 2), variation);
    assert_int_equal(tb_record_child(record, first, 0), variation);
    assert_int_equal(tb_record_remove(record, second, &error), TB_OK);
    assert_null(tb_record_move(record, second));
    assert_int_equal(tb_record_child(record, first, 1), TB_ERR_RANGE);
    assert_int_equal(tb_record_set_comment(record, second, "x", &error), TB_ERR_RANGE);
    tb_record_free(record);
}

static void annotations_refuse_nonsense(void **state)
{
    struct tb_error error;
    struct tb_position position;
    int variation;
    struct tb_record *record = annotated_record(&variation);
    TB_STRUCT(tb_evaluation, evaluation);

    (void)state;
    assert_int_equal(tb_record_add(record, 0, "e5", &error), TB_ERR_ILLEGAL);
    assert_int_equal(tb_record_add(record, 0, NULL, &error), TB_ERR_ARGUMENT);
    assert_int_equal(tb_record_add(NULL, 0, "e5", &error), TB_ERR_ARGUMENT);
    assert_int_equal(tb_record_add(record, 99, "e5", &error), TB_ERR_RANGE);
    assert_int_equal(tb_record_node(record, 3), TB_ERR_RANGE);
    assert_int_equal(tb_record_node(record, -1), TB_ERR_RANGE);
    assert_int_equal(tb_record_node(NULL, 0), TB_ERR_ARGUMENT);
    assert_int_equal(tb_record_child(record, 0, -1), TB_ERR_RANGE);
    assert_int_equal(tb_record_child(record, -5, 0), TB_ERR_RANGE);
    assert_int_equal(tb_record_child(NULL, 0, 0), TB_ERR_ARGUMENT);
    assert_int_equal(tb_record_parent(record, 0), TB_ERR_RANGE);
    assert_null(tb_record_move(record, 0));
    assert_null(tb_record_move(NULL, 0));
    assert_int_equal(tb_record_position(record, 0, NULL, &error), TB_ERR_ARGUMENT);
    assert_int_equal(tb_record_position(NULL, 0, &position, &error), TB_ERR_ARGUMENT);
    assert_int_equal(tb_record_set_comment(record, variation, "kept", &error), TB_OK);
    assert_int_equal(tb_record_set_comment(record, variation, "a}b", &error), TB_ERR_RECORD);
    assert_int_equal(tb_record_set_comment(record, variation, "\x01", &error), TB_ERR_RECORD);
    assert_string_equal(tb_record_comment(record, variation), "kept");
    assert_int_equal(tb_record_set_comment(record, variation,
                                           tb_record_comment(record, variation), &error), TB_OK);
    assert_string_equal(tb_record_comment(record, variation), "kept");
    assert_int_equal(
        tb_record_set_comment(record, variation, tb_record_comment(record, variation) + 2, &error),
        TB_OK);
    assert_string_equal(tb_record_comment(record, variation), "pt");
    assert_int_equal(tb_record_set_comment(record, variation, " \n", &error), TB_OK);
    assert_null(tb_record_comment(record, variation));
    assert_int_equal(tb_record_set_comment(record, variation, "again", &error), TB_OK);
    assert_int_equal(tb_record_set_comment(record, variation, NULL, &error), TB_OK);
    assert_null(tb_record_comment(record, variation));
    evaluation.player = 2;
    assert_int_equal(tb_record_set_evaluation(record, variation, &evaluation, &error),
                     TB_ERR_RANGE);
    evaluation.player = 0;
    evaluation.score = 0.0 / 0.0;
    assert_int_equal(tb_record_set_evaluation(record, variation, &evaluation, &error),
                     TB_ERR_RANGE);
    assert_int_equal(tb_record_evaluation(record, variation, &evaluation), 0);
    assert_int_equal(tb_record_set_evaluation(record, variation, NULL, &error), TB_OK);
    assert_int_equal(tb_record_set_time(record, 0, 5, &error), TB_ERR_RECORD);
    assert_int_equal(tb_record_set_time(record, variation, -7, &error), TB_ERR_RANGE);
    assert_int_equal(tb_record_set_time(record, variation, 7, &error), TB_OK);
    assert_int_equal(tb_record_set_time(record, variation, -1, &error), TB_OK);
    assert_true(tb_record_time(record, variation) == -1 && tb_record_time(NULL, 0) == -1);
    assert_int_equal(tb_review_annotate(NULL, record, "en", &error), TB_ERR_ARGUMENT);
    tb_record_free(record);
}

/* ---- Pictures -------------------------------------------------------------------------------- */

/* Every element that is opened is closed, and no text contains a stray bracket. */
static void assert_well_formed(const char *svg)
{
    int depth = 0;

    for (const char *c = svg; (c = strchr(c, '<')); c++) {
        const char *end = strchr(c, '>');

        assert_non_null(end);
        if (c[1] == '/')
            depth--;
        else if (end[-1] != '/')
            depth++;
    }
    assert_int_equal(depth, 0);
    assert_int_equal(strncmp(svg, "<svg ", 5), 0);
    assert_string_equal(svg + strlen(svg) - 7, "</svg>\n");
}

static void pictures(void **state)
{
    static const char *const games[][3] = {
        {"dorix players=3", "b2:121,c3:2,a4:12,d4:1212 7/7/12 1", "b2"},
        {"tictacdoh", "b3:L,c3:LMS,d4:SML", "Lb3"},
        {"quoridor", "e2/e8 8/9 e3h,d5v,f6h 1", "c3h e4"},
        {"orbital", "b2:B1T2nA1,c3:A2 Ac3 1", "Tb2n"},
    };
    char svg[1 << 16], again[1 << 16];

    (void)state;
    for (int i = 0; i < COUNT(games); i++) {
        struct tb_position position = position_of(games[i][0], games[i][1]);
        TB_STRUCT(tb_picture, picture);
        struct tb_error error;
        int wanted = tb_draw_svg(&position, NULL, NULL, 0, &error);

        assert_in_range(wanted, 1000, 40000);
        assert_int_equal(tb_draw_svg(&position, NULL, svg, sizeof svg, &error), wanted);
        assert_int_equal(strlen(svg), wanted);
        assert_well_formed(svg);
        picture.dark = true;
        picture.lang = "fr";
        picture.marks = games[i][2];
        picture.arrows = "a1>b2 b2>d4";
        picture.width = 300;
        assert_true(tb_draw_svg(&position, &picture, again, sizeof again, &error) > wanted);
        assert_well_formed(again);
        assert_non_null(strstr(again, "width=\"300\""));
        assert_non_null(strstr(again, "joueur"));
        picture.arrows = "a1>z9";
        assert_int_equal(tb_draw_svg(&position, &picture, svg, sizeof svg, &error), TB_ERR_SYNTAX);
        static const char *const nonsense[] = {"a1>b99", "a1>b2>", "a1b2",
                                               "a1-b2",  "a1>b2x", "xa1>b2"};

        for (size_t k = 0; k < sizeof nonsense / sizeof *nonsense; k++) {
            picture.arrows = nonsense[k];
            assert_true(tb_draw_svg(&position, &picture, NULL, 0, &error) < 0);
        }
        picture.arrows = "a1>a1";
        assert_int_equal(tb_draw_svg(&position, &picture, svg, sizeof svg, &error), TB_ERR_SYNTAX);
        picture.arrows = NULL;
        picture.marks = "<script>";
        assert_int_equal(tb_draw_svg(&position, &picture, svg, sizeof svg, &error), TB_ERR_SYNTAX);
    }
    assert_int_equal(tb_draw_svg(NULL, NULL, svg, sizeof svg, NULL), TB_ERR_ARGUMENT);
}

/* ---- Actions and observations ---------------------------------------------------------------- */

enum { ACTIONS_MAX = 8000, FLOATS_MAX = 4000 };

static void check_actions(const struct tb_position *position, int count)
{
    static uint8_t mask[ACTIONS_MAX];
    tb_move moves[TB_MOVES_MAX], move;
    int listed = tb_moves(position, moves), set = 0;

    assert_int_equal(tb_action_mask(position, mask), listed);
    for (int i = 0; i < count; i++)
        set += mask[i];
    assert_int_equal(set, listed); /* so no two moves share an action */
    for (int i = 0; i < listed; i++) {
        int action = tb_action_of(position, moves[i]), symmetry = i % tb_symmetry_count(position);
        struct tb_position image;

        assert_in_range(action, 0, count - 1);
        assert_int_equal(tb_action_move(position, action, &move, NULL), TB_OK);
        assert_int_equal(move, moves[i]);
        tb_symmetry_position(position, symmetry, &image);
        assert_int_equal(tb_action_symmetry(position, symmetry, action),
                         tb_action_of(&image, tb_symmetry_move(position, symmetry, moves[i])));
    }
}

/* Every action that the mask leaves out is refused. */
static void check_refusals(const struct tb_position *position, int count)
{
    static uint8_t mask[ACTIONS_MAX];
    struct tb_error error;
    tb_move move;

    tb_action_mask(position, mask);
    for (int i = 0; i < count; i++)
        if (!mask[i])
            assert_int_equal(tb_action_move(position, i, &move, &error), TB_ERR_ILLEGAL);
    assert_int_equal(tb_action_move(position, -1, &move, &error), TB_ERR_RANGE);
    assert_int_equal(tb_action_move(position, count, &move, &error), TB_ERR_RANGE);
}

static void check_observation(const struct tb_position *position)
{
    static float out[FLOATS_MAX];
    int shape[TB_SHAPE];
    char text[128];

    assert_int_equal(tb_observation_shape(&position->setup, shape), TB_OK);
    int floats = shape[0] * shape[1] * shape[2];

    assert_in_range(floats, 1, FLOATS_MAX - 1);
    out[floats] = 7;
    assert_int_equal(tb_observation(position, out), TB_OK);
    assert_true(out[floats] == 7);
    for (int i = 0; i < floats; i++)
        assert_true(out[i] >= 0 && out[i] <= 1);
    for (int i = 0; i < shape[0]; i++)
        assert_in_range(tb_observation_plane(&position->setup, i, text, sizeof text), 5, 120);
    assert_int_equal(tb_observation_plane(&position->setup, shape[0], text, sizeof text),
                     TB_ERR_RANGE);
}

static void actions_and_observations(void **state)
{
    static const char *const games[] = {
        "dorix", "dorix players=3", "dorix players=4", "tictacdoh", "tictacdoh stash=3",
        "quoridor", "quoridor size=5", "quoridor players=4", "quoridor size=3 walls=0", "orbital",
    };
    uint64_t seed = 1;

    (void)state;
    for (int i = 0; i < COUNT(games); i++) {
        struct tb_position position = test_start(games[i]);
        int count = tb_action_count(&position.setup);

        assert_in_range(count, 1, ACTIONS_MAX);
        for (int ply = 0; ply < 60 && !tb_position_result(&position).over; ply++) {
            tb_move moves[TB_MOVES_MAX];
            int listed = tb_moves(&position, moves);

            check_actions(&position, count);
            check_observation(&position);
            if (ply % 20 == 9)
                check_refusals(&position, count);
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            tb_play(&position, moves[(seed >> 33) % (uint64_t)listed], NULL);
        }
    }
    assert_int_equal(tb_action_count(NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_action_mask(NULL, NULL), TB_ERR_ARGUMENT);
    assert_int_equal(tb_observation(NULL, NULL), TB_ERR_ARGUMENT);
}

/* ---- Many games at once ---------------------------------------------------------------------- */

enum { GAMES = 13, STEPS = 300 };

/* Plays the batch's sampled actions in positions of our own, and compares. */
static void batch_follows_the_rules(void **state)
{
    static const char *const games[] = {"tictacdoh", "quoridor size=5", "dorix players=3",
                                        "orbital"};

    (void)state;
    for (int g = 0; g < COUNT(games); g++) {
        struct tb_position start = test_start(games[g]), own[GAMES];
        TB_STRUCT(tb_batch_options, options);
        options.plies_max = 200;
        struct tb_batch *batch = tb_batch_new(&start.setup, GAMES, &options, NULL);
        int players = start.setup.players, ended = 0, plies[GAMES] = {0};

        for (int i = 0; i < GAMES; i++)
            own[i] = start;
        for (int step = 0; step < STEPS; step++) {
            int32_t actions[GAMES], turns[GAMES];
            float rewards[GAMES * TB_PLAYERS_MAX];
            uint8_t steps[GAMES];

            tb_batch_turns(batch, turns);
            tb_batch_sample(batch, actions);
            assert_int_equal(tb_batch_step(batch, actions, rewards, steps, NULL), TB_OK);
            for (int i = 0; i < GAMES; i++) {
                struct tb_position theirs;
                tb_move move;

                assert_int_equal(turns[i], tb_turn(&own[i]));
                assert_int_equal(tb_action_move(&own[i], actions[i], &move, NULL), TB_OK);
                tb_play(&own[i], move, NULL);
                struct tb_result result = tb_position_result(&own[i]);
                bool cut = ++plies[i] == 200 && !result.over;

                assert_int_equal(steps[i], result.over ? TB_STEP_OVER
                                           : cut       ? TB_STEP_CUT_OFF
                                                       : TB_STEP_GOES_ON);
                for (int p = 0; p < players; p++)
                    assert_true(rewards[i * players + p] == (!result.winners             ? 0
                                                             : result.winners >> p & 1 ? 1
                                                                                       : -1));
                if (result.over || cut) {
                    own[i] = start;
                    plies[i] = 0;
                    ended++;
                }
                assert_int_equal(tb_batch_position(batch, i, &theirs), TB_OK);
                assert_true(tb_equal(&own[i], &theirs));
            }
        }
        assert_true(ended > 0);
        tb_batch_free(batch);
    }
}

static void batch_threads_agree(void **state)
{
    struct tb_position start = test_start("tictacdoh");
    int actions = tb_action_count(&start.setup);
    struct tb_batch *batches[2];
    static uint8_t masks[2][GAMES * 100];
    static float observations[2][GAMES * 225];

    (void)state;
    for (int v = 0; v < 2; v++) {
        TB_STRUCT(tb_batch_options, options);

        options.threads = v ? 4 : 1;
        options.seed = 5;
        batches[v] = tb_batch_new(&start.setup, GAMES, &options, NULL);
        assert_non_null(batches[v]);
        assert_int_equal(tb_batch_count(batches[v]), GAMES);
    }
    for (int step = 0; step < STEPS; step++) {
        int32_t chosen[2][GAMES];

        for (int v = 0; v < 2; v++) {
            tb_batch_sample(batches[v], chosen[v]);
            assert_int_equal(tb_batch_step(batches[v], chosen[v], NULL, NULL, NULL), TB_OK);
            tb_batch_masks(batches[v], masks[v]);
            tb_batch_observations(batches[v], observations[v]);
        }
        assert_memory_equal(chosen[0], chosen[1], sizeof chosen[0]);
        assert_memory_equal(masks[0], masks[1], (size_t)(GAMES * actions));
        assert_memory_equal(observations[0], observations[1], sizeof observations[0]);
    }
    tb_batch_free(batches[0]);
    tb_batch_free(batches[1]);
}

static void batch_refuses_nonsense(void **state)
{
    struct tb_position start = test_start("quoridor"), before, after;
    struct tb_batch *batch;
    struct tb_error error;
    int32_t actions[3];

    (void)state;
    assert_null(tb_batch_new(NULL, 3, NULL, &error));
    assert_null(tb_batch_new(&start.setup, 0, NULL, &error));
    batch = tb_batch_new(&start.setup, 3, NULL, &error);
    assert_non_null(batch);
    tb_batch_position(batch, 0, &before);
    tb_batch_sample(batch, actions);
    actions[2] = 0; /* a pawn to a1 */
    assert_int_equal(tb_batch_step(batch, actions, NULL, NULL, &error), TB_ERR_ILLEGAL);
    assert_non_null(strstr(error.text, "game 2"));
    actions[2] = 1 << 30;
    assert_int_equal(tb_batch_step(batch, actions, NULL, NULL, &error), TB_ERR_ILLEGAL);
    tb_batch_position(batch, 0, &after);
    assert_true(tb_equal(&before, &after));
    assert_int_equal(tb_batch_step(batch, NULL, NULL, NULL, &error), TB_ERR_ARGUMENT);
    assert_int_equal(tb_batch_position(batch, 3, &after), TB_ERR_RANGE);
    assert_int_equal(tb_batch_reset(NULL), TB_ERR_ARGUMENT);
    tb_batch_free(batch);
    tb_batch_free(NULL);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_round_trip),
        cmocka_unit_test(bad_record_does_not_spoil_the_next),
        cmocka_unit_test(annotations_are_kept),
        cmocka_unit_test(annotations_follow_the_match),
        cmocka_unit_test(annotations_refuse_nonsense),
        cmocka_unit_test(pictures),
        cmocka_unit_test(actions_and_observations),
        cmocka_unit_test(batch_follows_the_rules),
        cmocka_unit_test(batch_threads_agree),
        cmocka_unit_test(batch_refuses_nonsense),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
