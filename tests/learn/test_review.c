/* test_review.c - reviews of games, checked against exact values, and their annotations. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "core/solved.h"
#include "learn/annotate.h"
#include "learn/review.h"
#include "matches.h"

static struct tb_match *match_by(const struct match_rules *rules, const struct tb_position *start,
                                 const char *moves)
{
    struct tb_match *match = match_new(start, rules, NULL);

    assert_non_null(match);
    play_entries(match, moves);
    return match;
}

static struct tb_match *match_from(const struct tb_position *start, const char *moves)
{
    struct match_rules rules = match_rules_default();

    return match_by(&rules, start, moves);
}

static struct tb_match *match_of(const char *words, const char *moves)
{
    struct tb_position start = test_start(words);

    return match_from(&start, moves);
}

static void review_of(const struct tb_match *match, struct review *review)
{
    struct review_options options = {.limits = {.nodes = 3000}, .table_mb = 4};
    struct tb_error error;

    if (review_make(match, &options, review, &error))
        fail_msg("%s", error.text);
}

/* The game's own table says what every move of a random game is worth. */
static void reviews_agree_with_the_table(void **state)
{
    struct tb_setup setup = test_setup("tictacdoh");
    struct match_rules rules = match_rules_default();
    struct rng rng = {3};

    (void)state;
    for (int game = 0; game < 10; game++) {
        struct tb_position start;
        struct review review;

        tb_position_start(&start, &setup, NULL);
        struct tb_match *match = match_new(&start, &rules, NULL);

        while (!tb_match_result(match).over) {
            tb_move moves[TB_MOVES_MAX];
            int count = tb_moves(tb_match_position(match), moves);
            char text[TB_MOVE_TEXT];

            tb_move_text(tb_match_position(match), moves[rng_below(&rng, (uint32_t)count)], text,
                         sizeof text);
            assert_int_equal(tb_match_play(match, text, NULL), TB_OK);
        }
        review_of(match, &review);
        assert_int_equal(review.count, tb_match_plies(match));
        for (int i = 0; i < review.count; i++) {
            const struct review_move *move = &review.moves[i];
            struct verdict before;

            if (!game_probe(setup.game, &move->position.state, &before))
                continue;
            assert_true(move->before.exact);
            assert_int_equal(move->before.verdict.value, before.value);
            assert_true(move->after.exact);
            assert_int_equal(move->certainty == CERTAINTY_LOST_WIN ||
                                 move->certainty == CERTAINTY_LOST_DRAW,
                             move->after.verdict.value < before.value);
        }
        review_release(&review);
        tb_match_free(match);
    }
}

enum { FEW_NODES = 300 };

/* Plays the computer against itself from a random opening, with few positions for a move. */
static struct tb_match *computer_game(const struct tb_setup *setup, struct rng *rng)
{
    struct match_rules rules = match_rules_default();
    struct engine *engine = engine_new(setup, &(struct engine_options){.table_mb = 4}, NULL);
    struct tb_position start;

    tb_position_start(&start, setup, NULL);
    struct tb_match *match = match_new(&start, &rules, NULL);

    for (int ply = 0; ply < 40 && !tb_match_result(match).over; ply++) {
        const struct tb_position *now = tb_match_position(match);
        const struct search_task task = {
            .game = setup->game, .state = &now->state, .limits.nodes = FEW_NODES};
        tb_move moves[TB_MOVES_MAX];
        char text[TB_MOVE_TEXT];
        int count = tb_moves(now, moves);

        tb_move_text(now,
                     ply < 4 ? moves[rng_below(rng, (uint32_t)count)]
                             : engine_think(engine, &task, NULL),
                     text, sizeof text);
        assert_int_equal(tb_match_play(match, text, NULL), TB_OK);
    }
    engine_free(engine);
    return match;
}

/* Whoever plays what the computer would have played made no mistake, even where the search
 * proves a win before the move and does not see it any more afterwards. */
static void the_best_move_is_no_mistake(void **state)
{
    struct tb_setup setup = test_setup("orbital");
    struct review_options options = {.limits = {.nodes = FEW_NODES}, .table_mb = 4};
    struct rng rng = {1};

    (void)state;
    for (int game = 0; game < 8; game++) {
        struct tb_match *match = computer_game(&setup, &rng);
        struct review review;

        assert_int_equal(review_make(match, &options, &review, NULL), TB_OK);
        for (int i = 0; i < review.count; i++)
            if (review.moves[i].move == review.moves[i].best.pv[0])
                assert_int_equal(review.moves[i].judgement, JUDGEMENT_BEST);
        review_release(&review);
        tb_match_free(match);
    }
}

/* A lost player who lets the game end long before it must is told so, and how to last longer. */
static void sooner_losses_are_told(void **state)
{
    static const struct {
        const char *moves;
        enum certainty certainty;
    } rows[] = {
        {"Mb2", CERTAINTY_NONE}, /* loses in 8 plies, as do seven others */
        {"Sc4", CERTAINTY_SOONER}, /* loses in 2, the move itself counted */
        {"Lb4", CERTAINTY_SOONER},
    };
    struct tb_setup setup = test_setup("tictacdoh");
    struct tb_position start;

    (void)state;
    assert_int_equal(tb_position_parse(&start, &setup, "b3:L,c3:S,d3:L", NULL), TB_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record record = {.match = match_from(&start, rows[i].moves)};
        struct review review;

        review_of(record.match, &review);
        assert_int_equal(review.moves[0].judgement, JUDGEMENT_BEST);
        assert_int_equal(review.moves[0].certainty, rows[i].certainty);
        assert_int_equal(review_annotate(&review, &record, "en", NULL), TB_OK);
        const struct annotation_node *noted =
            annotations_at(&record.notes, record_main_child(&record, ANNOTATION_START, 0));
        bool told = noted->comment && strstr(noted->comment, "Loses much sooner than necessary.") &&
                    strstr(noted->comment, " Better: ");

        assert_int_equal(told, rows[i].certainty == CERTAINTY_SOONER);
        assert_int_equal(noted->next != ANNOTATION_NONE, rows[i].certainty == CERTAINTY_SOONER);
        review_release(&review);
        record_release(&record);
    }
}

/* What is proven at one move holds at the next, and nobody is blamed for a loss that was proven
 * before. */
static void proofs_are_carried_on(void **state)
{
    struct tb_setup setup = test_setup("orbital");
    struct review_options options = {.limits = {.nodes = FEW_NODES}, .table_mb = 4};
    struct rng rng = {9};
    int carried = 0;

    (void)state;
    for (int game = 0; game < 8; game++) {
        struct tb_match *match = computer_game(&setup, &rng);
        struct review review;

        assert_int_equal(review_make(match, &options, &review, NULL), TB_OK);
        for (int i = 0; i < review.count; i++) {
            const struct review_move *move = &review.moves[i], *next = move + 1;

            if (move->before.exact && move->before.verdict.value < 0) {
                assert_true(move->after.exact && move->after.verdict.value < 0);
                assert_int_equal(move->judgement, JUDGEMENT_BEST);
            }
            if (i + 1 == review.count || !move->after.exact || move->after.verdict.value == 0)
                continue;
            carried++;
            assert_true(next->before.exact);
            assert_int_equal(next->before.verdict.value, -move->after.verdict.value);
        }
        review_release(&review);
        tb_match_free(match);
    }
    assert_true(carried > 0);
}

static void the_same_game_gets_the_same_review(void **state)
{
    struct tb_match *match = match_of("quoridor size=5 walls=2", "c2 c4 c3 b4 c4 b3 c5");
    struct review a, b;

    (void)state;
    review_of(match, &a);
    review_of(match, &b);
    assert_int_equal(a.count, 7);
    assert_int_equal(a.count, b.count);
    for (int i = 0; i < a.count; i++) {
        assert_true(a.moves[i].loss == b.moves[i].loss);
        assert_int_equal(a.moves[i].best.pv[0], b.moves[i].best.pv[0]);
    }
    assert_true(a.accuracy[0] > a.accuracy[1]);
    assert_int_equal(a.turning % 2, 1); /* player 2 lost it */
    review_release(&a);
    review_release(&b);
    tb_match_free(match);
}

/* The last move of a game that is not over is worth what the position after it is. */
static void unfinished_games_are_judged_to_the_end(void **state)
{
    struct tb_match *match = match_of("tictacdoh", "Sc3 Mb3 Lb2");
    struct tb_position now = *tb_match_position(match);
    struct review review;
    struct verdict verdict;

    (void)state;
    assert_true(game_probe(now.setup.game, &now.state, &verdict));
    review_of(match, &review);
    assert_true(review.moves[2].after.exact);
    assert_int_equal(review.moves[2].after.verdict.value, -verdict.value);
    review_release(&review);
    tb_match_free(match);
}

/* A win that ends in a repetition was given away; an agreement says nothing about a move. */
static void only_what_a_move_does_is_held_against_it(void **state)
{
    static const char moves[] = "c1 c5 c2 c4 c1 c5 c2 c4 c1";
    struct tb_setup setup = test_setup("quoridor size=5 walls=0");
    struct tb_position start;
    struct review review;

    (void)state;
    assert_int_equal(tb_position_parse(&start, &setup, "b1/c4 0/0 - 1", NULL), TB_OK);
    struct tb_match *match = match_from(&start, moves);

    assert_int_equal(tb_match_ending(match), TB_ENDING_REPETITION);
    review_of(match, &review);
    assert_int_equal(review.count, 9);
    assert_true(review.moves[8].after.exact);
    assert_int_equal(review.moves[8].after.verdict.value, 0);
    assert_int_equal(review.moves[5].certainty, CERTAINTY_LOST_WIN);
    assert_int_equal(review.moves[5].judgement, JUDGEMENT_BLUNDER);
    assert_true(review.accuracy[1] < 90);
    review_release(&review);

    tb_match_free(match);

    match = match_from(&start, "c1 c5");
    assert_int_equal(tb_match_agree_draw(match, NULL), TB_OK);
    review_of(match, &review);
    assert_true(review.moves[1].after.exact);
    assert_int_equal(review.moves[1].after.verdict.value, 1);
    assert_int_equal(review.moves[1].judgement, JUDGEMENT_BEST);
    review_release(&review);
    tb_match_free(match);
}

static bool stop_at_once(void *context, int done, int count)
{
    (void)context, (void)done, (void)count;
    return false;
}

static void a_review_can_be_stopped(void **state)
{
    struct tb_match *match = match_of("dorix players=3", "a1 b2 c3");
    struct review_options options = {.progress = stop_at_once};
    struct review review;
    struct tb_error error;

    (void)state;
    assert_int_equal(review_make(match, &options, &review, &error), TB_ERR_OVER);
    assert_int_equal(review.count, 0);
    tb_match_free(match);
}

/* A first move that would be a blunder is none under the pie rule. */
static void first_moves_under_the_pie_rule(void **state)
{
    struct tb_setup setup = test_setup("quoridor size=5 walls=5");
    struct match_rules rules = match_rules_default();
    struct tb_position start;

    (void)state;
    tb_position_start(&start, &setup, NULL);
    for (int swap = 0; swap < 2; swap++) {
        rules.swap = swap;
        struct tb_match *match = match_by(&rules, &start, swap ? "a1v swap c4" : "a1v c4");
        struct review review;

        review_of(match, &review);
        assert_int_equal(review.count, 2);
        assert_int_equal(review.moves[0].judgement > JUDGEMENT_GOOD, !swap);
        assert_int_equal(review.moves[0].excused, swap);
        assert_true(swap ? review.accuracy[0] < 0 : review.accuracy[0] >= 0);
        assert_true(review.accuracy[1] > 50);
        review_release(&review);
        tb_match_free(match);
    }
}

/* With three sides a move is judged by what the mover's own share loses. */
static void reviews_of_three_players(void **state)
{
    struct tb_match *match = match_of("tictacdoh players=3", "Sc3 Sc4 Mb3 Sc5");
    struct review review;

    (void)state;
    review_of(match, &review);
    assert_int_equal(review.count, 4);
    assert_int_equal(review.moves[3].player, 0);
    assert_true(review.moves[3].after.exact);
    assert_int_equal(review.moves[3].after.verdict.value, 1);
    assert_int_equal(review.moves[3].judgement, JUDGEMENT_BEST);
    review_release(&review);
    tb_match_free(match);
}

/* Every move has its evaluation, every mistake a better line; done twice, it says nothing
 * twice. */
static void reviews_become_annotations(void **state)
{
    struct record record = {.match = match_of("quoridor size=7 walls=3", "d2 d6 b3h c6 e2 c7 e3")};
    struct review review;
    int node = ANNOTATION_START;

    (void)state;
    review_of(record.match, &review);
    assert_int_equal(review_annotate(&review, &record, "fr", NULL), TB_OK);
    for (int i = 0; i < review.count; i++) {
        int parent = node;

        node = record_main_child(&record, node, i);
        const struct annotation_node *noted = annotations_at(&record.notes, node);
        bool marked = review.moves[i].judgement >= JUDGEMENT_INACCURACY;

        assert_non_null(noted);
        assert_true(noted->evaluated);
        assert_int_equal(noted->evaluation.player, review.moves[i].player);
        assert_int_equal(noted->comment != NULL, marked);
        assert_int_equal(noted->next != ANNOTATION_NONE, marked);
        assert_int_equal(record.notes.nodes[parent].first, node);
    }
    char *once = record_write(&record);

    assert_int_equal(review_annotate(&review, &record, "fr", NULL), TB_OK);
    char *twice = record_write(&record);

    assert_string_equal(once, twice);
    tb_match_undo(record.match);
    assert_int_equal(review_annotate(&review, &record, "en", NULL), TB_ERR_RECORD);
    free(once);
    free(twice);
    review_release(&review);
    record_release(&record);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(reviews_agree_with_the_table),
        cmocka_unit_test(the_best_move_is_no_mistake),
        cmocka_unit_test(sooner_losses_are_told),
        cmocka_unit_test(proofs_are_carried_on),
        cmocka_unit_test(the_same_game_gets_the_same_review),
        cmocka_unit_test(unfinished_games_are_judged_to_the_end),
        cmocka_unit_test(only_what_a_move_does_is_held_against_it),
        cmocka_unit_test(a_review_can_be_stopped),
        cmocka_unit_test(first_moves_under_the_pie_rule),
        cmocka_unit_test(reviews_of_three_players),
        cmocka_unit_test(reviews_become_annotations),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
