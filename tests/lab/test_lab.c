/*
 * test_lab.c - experiments: measures of games that are known by hand or by enumeration, what
 * intervals promise, and jobs as text.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "lab/gather.h"
#include "lab/job.h"
#include "lab/terms.h"
#include "test.h"

static void near_to(double value, double wanted, double tolerance)
{
    if (!(fabs(value - wanted) <= tolerance))
        fail_msg("%g is not %g, to %g", value, wanted, tolerance);
}

/* ---- Games known by hand --------------------------------------------------------------- */

static struct report measure_text(const char *text)
{
    struct gatherer *gatherer = gatherer_new();
    struct record_reader reader = {text, 1};
    struct report report;

    while (record_more(&reader)) {
        struct record record = {0};
        struct tb_error error;
        int ply;

        if (record_read(&reader, &record, &ply, &error))
            fail_msg("%s", error.text);
        assert_int_equal(gatherer_add(gatherer, &record, &error), TB_OK);
        record_release(&record);
    }
    assert_int_equal(gatherer_report(gatherer, &report, NULL), TB_OK);
    gatherer_free(gatherer);
    return report;
}

static double value(const struct report *report, enum measure measure, const char *item)
{
    const struct statistic *statistic =
        statistics_find(&report->cells[0].statistics, measure, item);

    if (!statistic)
        fail_msg("there is no %s %s", measure_key(measure), item);
    return statistic->interval.value;
}

/* On three by three squares without barriers the second player can jump to his goal at once if
 * the first steps forward. */
static void by_hand(void **state)
{
    static const char text[] = "[Game \"Quoridor\"]\n[Options \"size=3 walls=0\"]\n[Result \"2\"]\n"
                               "\n1. b2 {[%eval 1 0.4]} b1 {[%eval 2 win 1]} 2\n\n"
                               "[Game \"Quoridor\"]\n[Options \"size=3 walls=0\"]\n[Result \"1\"]\n"
                               "\n1. a1 {[%eval 1 0.2]} a3 {[%eval 2 -0.3]} 2. b1 "
                               "{[%eval 1 win 1]} b3 3. b2 c3 4. a2 c2 5. a3 1\n";
    struct report report = measure_text(text);

    (void)state;
    assert_int_equal(report.count, 1);
    near_to(value(&report, MEASURE_GAMES, ""), 2, 0);
    near_to(value(&report, MEASURE_DISTINCT, ""), 2, 0);
    near_to(value(&report, MEASURE_WIN, "1"), 0.5, 0);
    near_to(value(&report, MEASURE_WIN, "2"), 0.5, 0);
    near_to(value(&report, MEASURE_DRAW, ""), 0, 0);
    near_to(value(&report, MEASURE_FIRST_ELO, ""), 0, 1e-9);
    near_to(value(&report, MEASURE_LENGTH, ""), 5.5, 0);
    near_to(value(&report, MEASURE_LENGTH_10, ""), 2, 0);
    near_to(value(&report, MEASURE_LENGTH_90, ""), 9, 0);
    near_to(value(&report, MEASURE_MOVES_PLY, "0"), 3, 0); /* a1, c1, b2 */
    /* a1 and c1 are mirror images; each stands on its own square on the board */
    near_to(value(&report, MEASURE_FIRST_MOVE, "a1"), 1, 0);
    near_to(value(&report, MEASURE_FIRST_MOVE, "b2"), 0, 0);
    near_to(value(&report, MEASURE_FIRST_SQUARE, "c1"), 1, 0);
    near_to(value(&report, MEASURE_USE_KIND, "*"), 1, 0);
    near_to(value(&report, MEASURE_USE_SQUARE, "b1"), 2 / 11.0, 1e-9);
    /* In the first game the lead changes with the second ply, in the other with it and the
     * third. */
    near_to(value(&report, MEASURE_LEAD, ""), 0.5, 0);
    /* In the first game the winner expects 0.3 against 0.7 and then 1 against 0; the loser's best
     * is 0.7, exceeded at the second of two plies. In the other the winner expects 0.6, 0.65 and 1
     * and never trails; the loser's best is 0.4. */
    near_to(value(&report, MEASURE_DRAMA, ""), (0.4 / 2 + 0) / 2, 1e-9);
    near_to(value(&report, MEASURE_THRESHOLD, ""), (0.7 + 0.4) / 2, 1e-9);
    near_to(value(&report, MEASURE_DECISIVE, ""), (1 / 2.0 + 0) / 2, 1e-9);
    near_to(value(&report, MEASURE_UNCERTAINTY, ""), ((0.6 + 0) / 2 + (0.8 + 0.7 + 0) / 3) / 2,
            1e-9);
    report_release(&report);
}

/* Three sides: a comeback from far behind, and a draw in which nobody ever leads. */
static void drama_of_three(void **state)
{
#define THREE "[Game \"Dorix\"]\n[Players \"3\"]\n"
    static const char comeback[] =
        THREE "[Ending \"resignation\"]\n[Result \"1,2\"]\n"
              "\n1. a1 {[%eval 1 -0.6]} b1 {[%eval 2 0.2]} c1 {[%eval 3 0.6]} "
              "2. d1 {[%eval 1 -0.2]} a2 {[%eval 2 0.8]} 1,2\n";
    static const char level[] = THREE "[Ending \"agreement\"]\n[Result \"draw\"]\n"
                                      "\n1. a1 {[%eval 1 0]} b1 {[%eval 2 0]} "
                                      "c1 {[%eval 3 0]} 2. d1 {[%eval 1 0]} draw\n";
    struct report report = measure_text(comeback);

    (void)state;
    /* All have spoken from the third ply on: -60 20 60, then -20 20 60, then -20 80 60. The first
     * winner, player 1, trails by 0.6, 0.4, 0.5 and never expects more than a loser's best, 0.9. */
    near_to(value(&report, MEASURE_DRAMA, ""), (0.6 + 0.4 + 0.5) / 3, 1e-9);
    near_to(value(&report, MEASURE_THRESHOLD, ""), 0.9, 1e-9);
    near_to(value(&report, MEASURE_DECISIVE, ""), 1, 1e-9);
    near_to(value(&report, MEASURE_UNCERTAINTY, ""), (0.8 + 0.8 + 0.9) / 3, 1e-9);
    report_release(&report);
    report = measure_text(level);
    near_to(value(&report, MEASURE_UNCERTAINTY, ""), 1, 1e-9);
    assert_null(statistics_find(&report.cells[0].statistics, MEASURE_DRAMA, ""));
    report_release(&report);
#undef THREE
}

static void swaps(void **state)
{
    static const char text[] = "[Game \"Quoridor\"]\n[Options \"size=3 walls=0\"]\n[Swap \"on\"]\n"
                               "[Result \"2\"]\n\n1. b2 swap b1 2\n\n"
                               "[Game \"Quoridor\"]\n[Options \"size=3 walls=0\"]\n[Swap \"on\"]\n"
                               "[Result \"2\"]\n\n1. b2 b1 2\n";
    struct report report = measure_text(text);

    (void)state;
    near_to(value(&report, MEASURE_FIRST, ""), 0, 0);   /* the seat */
    near_to(value(&report, MEASURE_SWAP, ""), 0.5, 0);
    near_to(value(&report, MEASURE_PIE, ""), 0.5, 0);   /* the person */
    report_release(&report);
}

/* Two people of one name in a team are one observation in each game, and not two. */
static void teams_count_once(void **state)
{
#define FOUR "[Game \"Dorix\"]\n[Players \"4\"]\n[Ending \"resignation\"]\n"
#define SEATS "[Player1 \"a\"]\n[Player2 \"b\"]\n[Player3 \"a\"]\n[Player4 \"b\"]\n"
    static const char teams[] = FOUR SEATS "[Result \"1,3\"]\n\n1. a1 1,3\n\n" /* two alike */
        FOUR SEATS "[Result \"1,3\"]\n\n1. a1 1,3\n\n"
        FOUR SEATS "[Result \"1,3\"]\n\n1. b2 1,3\n\n"
        FOUR SEATS "[Result \"2,4\"]\n\n1. c3 2,4\n";
    struct report report = measure_text(teams);
    const struct statistics *statistics = &report.cells[0].statistics;
    const struct statistic *side = statistics_find(statistics, MEASURE_WIN, "1+3");
    const struct statistic *player = statistics_find(statistics, MEASURE_PLAYER, "a");
    const struct statistic *step = statistics_find(statistics, MEASURE_STEP, "");

    (void)state;
    assert_true(side && player && step);
    assert_int_equal(player->n, 4);
    assert_int_equal(step->n, 4);
    near_to(player->interval.value, 0.75, 1e-12);
    near_to(player->interval.low, side->interval.low, 1e-12);
    near_to(player->interval.high, side->interval.high, 1e-12);
    near_to(value(&report, MEASURE_PLAYER, "b"), 0.25, 1e-12);
    near_to(step->interval.value, 400 * log10(0.25 / 0.75), 1e-9); /* of b, above a */
    report_release(&report);
#undef FOUR
#undef SEATS
}

/* Names that are cut to the same are the same, and are cut between letters. */
static void long_names(void **state)
{
#define TEN "0123456789"
#define LONG TEN TEN TEN TEN TEN TEN "ab" /* and half a letter more has room */
#define GAME "[Game \"Quoridor\"]\n[Options \"size=3 walls=0\"]\n[Player1 \"" LONG "\u00e9"
    static const char text[] = GAME "\"]\n[Player2 \"b\"]\n[Result \"2\"]\n\n1. b2 b1 2\n\n"
        GAME " 2\"]\n[Player2 \"b\"]\n[Result \"1\"]\n\n"
             "1. a1 a3 2. b1 b3 3. b2 c3 4. a2 c2 5. a3 1\n";
    struct report report = measure_text(text);
    struct statistics statistics = {0};
    int count;

    (void)state;
    statistics_all(&report.cells[0].statistics, MEASURE_PLAYER, &count);
    assert_int_equal(count, 2);
    near_to(value(&report, MEASURE_PLAYER, LONG), 0.5, 1e-12);
    statistics_add(&statistics, MEASURE_PLAYER, LONG "\u00e9", (struct interval){0, 0, 0}, 1);
    assert_string_equal(statistics.items[0].item, LONG);
    statistics_release(&statistics);
    report_release(&report);
#undef TEN
#undef LONG
#undef GAME
}

/* Only the second game was played, in which they have changed seats. */
static void ladders_keep_their_order(void **state)
{
    static const char text[] = "[Game \"Quoridor\"]\n[Options \"size=3 walls=0\"]\n"
                               "[Player1 \"level:1\"]\n[Player2 \"random\"]\n[Result \"1\"]\n\n"
                               "1. a1 a3 2. b1 b3 3. b2 c3 4. a2 c2 5. a3 1\n";
    struct record_reader reader = {text, 1};
    struct lab_cell *cell = calloc(1, sizeof *cell);
    struct experiment experiment;
    struct record record = {0};
    struct report report;
    struct tb_error error;
    int ply;

    (void)state;
    assert_non_null(cell);
    cell->terms = (struct lab_terms){.setup = test_setup("quoridor size=3 walls=0"),
                                     .rules = match_rules_default(),
                                     .seats = {"random", "level:1"},
                                     .rotate = true,
                                     .max_plies = 60,
                                     .seed = 7};
    assert_int_equal(experiment_init(&experiment, cell, 1, 2, &error), TB_OK);
    assert_int_equal(record_read(&reader, &record, &ply, &error), TB_OK);
    cell->games[1] = record_write_json(&record);
    experiment.done = 1;
    assert_int_equal(gather_experiment(&experiment, &report, &error), TB_OK);
    near_to(value(&report, MEASURE_PLAYER, "level:1"), 1, 0);
    assert_true(value(&report, MEASURE_STEP, "") > 0);
    report_release(&report);
    record_release(&record);
    experiment_release(&experiment);
}

/* ---- All games of Tic Tac Doh with one piece of each size --------------------------------- */

struct sums {
    double games, moves[4], forced;
};

/* Feeds every game below the match to the gatherer, and counts in its own way. */
static void enumerate(struct tb_match *match, struct gatherer *gatherer, struct sums *sums)
{
    struct tb_position position = *tb_match_position(match);
    tb_move moves[TB_MOVES_MAX];
    int count = tb_moves(&position, moves);

    if (tb_match_ending(match) != TB_ENDING_NONE) {
        struct record record = {.match = match};

        assert_int_equal(gatherer_add(gatherer, &record, NULL), TB_OK);
        sums->games++;
        for (int ply = 0; ply < tb_match_plies(match); ply++) {
            struct tb_position at;

            tb_match_position_at(match, ply, &at, NULL);
            sums->moves[ply] += tb_perft(&at, 1);
            sums->forced += tb_perft(&at, 1) == 1;
        }
        return;
    }
    for (int i = 0; i < count; i++) {
        char text[TB_MOVE_TEXT];

        tb_move_text(&position, moves[i], text, sizeof text);
        assert_int_equal(tb_match_play(match, text, NULL), TB_OK);
        enumerate(match, gatherer, sums);
        tb_match_undo(match);
    }
}

static void all_games(void **state)
{
    struct tb_setup setup = test_setup("tictacdoh stash=1");
    struct tb_position start;
    struct gatherer *gatherer = gatherer_new();
    struct sums sums = {0};
    struct report report;

    (void)state;
    tb_position_start(&start, &setup, NULL);
    struct tb_match *match = match_new(&start, NULL, NULL);

    enumerate(match, gatherer, &sums);
    assert_int_equal(gatherer_report(gatherer, &report, NULL), TB_OK);
    near_to(value(&report, MEASURE_GAMES, ""), (double)tb_perft(&start, 3), 0);
    near_to(value(&report, MEASURE_DISTINCT, ""), sums.games, 0);
    near_to(value(&report, MEASURE_DRAW, ""), 1, 0); /* no line can be made of three sizes */
    near_to(value(&report, MEASURE_LENGTH, ""), 3, 0);
    for (int ply = 0; ply < 3; ply++) {
        char item[2] = {(char)('0' + ply), '\0'};

        near_to(value(&report, MEASURE_MOVES_PLY, item), sums.moves[ply] / sums.games, 1e-9);
    }
    near_to(value(&report, MEASURE_MOVES, ""),
            (sums.moves[0] + sums.moves[1] + sums.moves[2]) / (3 * sums.games), 1e-9);
    near_to(value(&report, MEASURE_FORCED, ""), sums.forced / (3 * sums.games), 1e-9);
    report_release(&report);
    gatherer_free(gatherer);
    tb_match_free(match);
}

/* ---- What intervals promise ------------------------------------------------------------------ */

static double uniform(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) / 9007199254740992.0;
}

enum { RUNS = 4000 };

static bool covers(struct interval interval, double truth)
{
    return interval.low <= truth && truth <= interval.high;
}

/* Of RUNS intervals this many may cover: 95 %, with room for what small samples cost. */
static void assert_coverage(const char *what, int covered)
{
    if (covered < 0.93 * RUNS)
        fail_msg("%s: %d of %d intervals cover", what, covered, RUNS);
}

static void shares_are_covered(void **state)
{
    static const double truths[] = {0.02, 0.1, 0.35, 0.5, 0.97};
    struct rng rng = {1};

    (void)state;
    for (int t = 0; t < 5; t++) {
        int covered = 0;

        for (int run = 0; run < RUNS; run++) {
            struct ratio ratio = {0};

            for (int i = 0; i < 200; i++)
                ratio_add(&ratio, uniform(&rng) < truths[t], 1);
            covered += covers(ratio_share(&ratio), truths[t]);
        }
        assert_coverage("share", covered);
    }
}

/* Lengths differ from game to game, and the positions of a game are alike: that must not make
 * the interval too short. */
static void clusters_are_covered(void **state)
{
    struct rng rng = {2};
    int covered = 0;

    (void)state;
    for (int run = 0; run < RUNS; run++) {
        struct ratio ratio = {0};

        for (int i = 0; i < 100; i++) {
            int plies = 10 + (int)(40 * uniform(&rng)), forced = 0;
            double chance = 0.4 * uniform(&rng); /* of this game; 0.2 on average */

            for (int ply = 0; ply < plies; ply++)
                forced += uniform(&rng) < chance;
            ratio_add(&ratio, forced, plies);
        }
        covered += covers(ratio_share(&ratio), 0.2);
    }
    assert_coverage("cluster", covered);
}

static void means_are_covered(void **state)
{
    static const int sizes[] = {5, 30, 300};
    struct rng rng = {3};

    (void)state;
    for (int s = 0; s < 3; s++) {
        int covered = 0;

        for (int run = 0; run < RUNS; run++) {
            struct ratio ratio = {0};

            for (int i = 0; i < sizes[s]; i++) /* nearly normal, mean 6 */
                ratio_add(&ratio, 12 * (uniform(&rng) + uniform(&rng) + uniform(&rng)) / 3, 1);
            covered += covers(ratio_interval(&ratio), 6);
        }
        assert_coverage("mean", covered);
    }
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void quantiles_are_covered(void **state)
{
    struct rng rng = {4};
    int covered[3] = {0};
    static const double at[] = {0.1, 0.5, 0.9};

    (void)state;
    for (int run = 0; run < RUNS; run++) {
        int values[150];

        for (int i = 0; i < 150; i++)
            values[i] = (int)(1000 * uniform(&rng));
        qsort(values, 150, sizeof *values, by_number);
        for (int q = 0; q < 3; q++)
            covered[q] += covers(quantile_interval(values, 150, 150, at[q]), 1000 * at[q]);
    }
    for (int q = 0; q < 3; q++)
        assert_coverage("quantile", covered[q]);
}

/* Equal openings lead to equal games: 600 games are drawn from 200 different ones with random
 * winners. The interval must cover the probability of a win; a duplicate game adds no information
 * about it. */
static void repeated_games_are_covered(void **state)
{
    enum { OPENINGS = 200, GAMES = 600 };
    struct rng rng = {6};
    int covered = 0, naive = 0, lengths = 0, medians = 0;

    (void)state;
    for (int run = 0; run < RUNS / 4; run++) {
        int won[OPENINGS], length[OPENINGS], times[OPENINGS] = {0}, all[GAMES];
        struct ratio known = {0}, unknown = {0}, mean = {0};
        double squares = 0;

        for (int i = 0; i < OPENINGS; i++) {
            won[i] = uniform(&rng) < 0.6;
            length[i] = (int)(1000 * uniform(&rng));
        }
        for (int i = 0; i < GAMES; i++) {
            int o = (int)(OPENINGS * uniform(&rng)), k = times[o]++;

            if (k == 0) {
                ratio_add(&known, won[o], 1);
                ratio_add(&mean, length[o], 1);
            } else {
                ratio_add_again(&known, won[o], 1, k * won[o], k);
                ratio_add_again(&mean, length[o], 1, k * length[o], k);
            }
            ratio_add(&unknown, won[o], 1);
            all[i] = length[o];
        }
        for (int i = 0; i < OPENINGS; i++)
            squares += times[i] * times[i];
        qsort(all, GAMES, sizeof *all, by_number);
        covered += covers(ratio_share(&known), 0.6);
        naive += covers(ratio_share(&unknown), 0.6);
        lengths += covers(ratio_interval(&mean), 499.5);
        medians += covers(quantile_interval(all, GAMES, GAMES * GAMES / squares, 0.5), 499.5);
        assert_int_equal(known.all, GAMES);
        assert_true(known.x == unknown.x && known.m == unknown.m && known.n <= OPENINGS);
    }
    assert_coverage("repeated games", 4 * covered);
    assert_coverage("their lengths", 4 * lengths);
    assert_coverage("their median", 4 * medians);
    assert_true(naive < 0.85 * RUNS / 4); /* or it would not matter */
}

/* Two samples of the same game are told apart in one of twenty runs, others nearly always. */
static void differences(void **state)
{
    struct rng rng = {5};
    int alike = 0, apart = 0;

    (void)state;
    for (int run = 0; run < RUNS; run++) {
        struct ratio a = {0}, b = {0}, c = {0};

        for (int i = 0; i < 300; i++) {
            ratio_add(&a, uniform(&rng) < 0.4, 1);
            ratio_add(&b, uniform(&rng) < 0.4, 1);
            ratio_add(&c, uniform(&rng) < 0.6, 1);
        }
        struct interval one = ratio_share(&a), two = ratio_share(&b), three = ratio_share(&c);

        alike += statistics_p(&one, &two, UNIT_SHARE) < 0.05;
        apart += statistics_p(&one, &three, UNIT_SHARE) < 0.05;
    }
    /* Something that never happened differs from what happens in every third game. */
    struct ratio never = {0}, third = {0};

    for (int i = 0; i < 200; i++) {
        ratio_add(&never, 0, 1);
        ratio_add(&third, i % 3 == 0, 1);
    }
    struct interval none = ratio_share(&never), some = ratio_share(&third);

    assert_true(statistics_p(&none, &some, UNIT_SHARE) < 1e-6);
    assert_in_range(alike, RUNS / 33, RUNS / 14);
    assert_in_range(apart, RUNS * 99 / 100, RUNS);
}

/* The same for two seats in the same games, while a third one wins some; in every second run each
 * game was played twice. */
static void seats_that_differ(void **state)
{
    struct rng rng = {6};
    int alike = 0, apart = 0;

    (void)state;
    for (int run = 0; run < RUNS; run++) {
        struct ratio wins[3] = {{0}};
        bool twice = run % 2;

        for (int i = 0; i < 300; i++) {
            double dice = uniform(&rng); /* 0.3, 0.3 and 0.15 */

            for (int seat = 0; seat < 3; seat++) {
                bool won = dice >= 0.3 * seat && dice < (seat < 2 ? 0.3 * (seat + 1) : 0.75);

                ratio_add(&wins[seat], won, 1);
                if (twice)
                    ratio_add_again(&wins[seat], won, 1, won, 1);
            }
        }
        struct interval one = ratio_share(&wins[0]), two = ratio_share(&wins[1]),
                        three = ratio_share(&wins[2]);

        alike += seats_p(&one, &two) < 0.05;
        apart += seats_p(&one, &three) < 0.05;
    }
    assert_in_range(alike, RUNS / 33, RUNS / 14);
    assert_in_range(apart, RUNS * 95 / 100, RUNS);
    const struct interval never = {0, 0, 0.02}, always = {1, 0.98, 1}, unknown = {NAN, NAN, NAN};

    assert_true(seats_p(&never, &never) > 0.99 && seats_p(&never, &always) < 1e-6);
    assert_true(seats_p(&never, &unknown) > 0.99);
}

static void student(void **state)
{
    /* From the tables of the distribution. */
    static const double rows[][2] = {{1, 12.706}, {2, 4.303}, {4, 2.776}, {9, 2.262}, {29, 2.045},
                                     {99, 1.984}};

    (void)state;
    for (int i = 0; i < 6; i++)
        near_to(student_t(rows[i][0]), rows[i][1], 0.03);
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

static struct job make_job(const char *setup, const char *seat, int first, int count)
{
    struct lab_terms terms = {.setup = test_setup(setup),
                              .rules = match_rules_default(),
                              .opening_plies = 2,
                              .max_plies = 60,
                              .seed = 7};
    char head[TERMS_TEXT];
    struct text text = text_into(head, sizeof head);
    uint64_t fingerprint;

    for (int p = 0; p < terms.setup.players; p++)
        strcpy(terms.seats[p], seat);
    terms_write(&terms, &text);
    assert_true(setup_fingerprint(&terms.setup, &fingerprint));
    return (struct job){.type = &games_job_type,
                        .fingerprint = fingerprint,
                        .head = strdup(head),
                        .items = strdup("an item\nand another\n"),
                        .first = first,
                        .count = count};
}

static void jobs_are_text(void **state)
{
    struct job job = make_job("quoridor players=4 size=5 walls=3", "level:2,nodes=30", 3, 2), read;
    char *text = job_write(&job);
    struct tb_error error;

    (void)state;
    assert_int_equal(job_read(&read, text, &error), TB_OK);
    char *again = job_write(&read);

    assert_string_equal(text, again);
    job_release(&read);
    for (size_t cut = 0; cut < strlen(text); cut++) { /* nothing half is taken for whole */
        char *half = strndup(text, cut);

        assert_int_not_equal(job_read(&read, half, &error), TB_OK);
        free(half);
    }
    text[strlen("tablier job 2\nversion ")] ^= 1;
    assert_int_equal(job_read(&read, text, &error), TB_ERR_SETUP);
    free(text);
    free(again);
    job_release(&job);
}

/* Does the job, and releases it. */
static char *do_job(struct job job)
{
    struct job_executor *executor = job_executor_new(NULL);
    struct tb_error error;
    char *result;
    size_t size;

    if (job_executor_run(executor, &job, &result, &size, &error))
        fail_msg("%s", error.text);
    assert_int_equal(strlen(result), size);
    job_executor_free(executor);
    job_release(&job);
    return result;
}

/* It does not matter how games are put together to jobs. */
static void games_depend_on_their_number(void **state)
{
    char *whole = do_job(make_job("tictacdoh players=3", "level:2,nodes=50", 0, 6));
    char joined[1 << 16] = "";

    (void)state;
    for (int first = 0; first < 6; first += 2) {
        char *piece = do_job(make_job("tictacdoh players=3", "level:2,nodes=50", first, 2));

        strcat(joined, piece);
        free(piece);
    }
    assert_string_equal(whole, joined);
    assert_non_null(strstr(whole, "Kingmaker"));
    free(whole);
}

static void other_programs_are_told(void **state)
{
    struct job job = make_job("orbital", "random", 0, 1);
    struct job_executor *executor = job_executor_new(NULL);
    struct tb_error error;
    char *result;
    size_t size;

    (void)state;
    job.fingerprint++;
    assert_int_equal(job_executor_run(executor, &job, &result, &size, &error), TB_ERR_SETUP);
    assert_null(result);
    job_executor_stop(executor);
    job.fingerprint--;
    assert_int_equal(job_executor_run(executor, &job, &result, &size, &error), TB_ERR_STOPPED);
    job_executor_free(executor);
    job_release(&job);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(drama_of_three),
        cmocka_unit_test(swaps),
        cmocka_unit_test(teams_count_once),
        cmocka_unit_test(long_names),
        cmocka_unit_test(ladders_keep_their_order),
        cmocka_unit_test(all_games),
        cmocka_unit_test(shares_are_covered),
        cmocka_unit_test(clusters_are_covered),
        cmocka_unit_test(means_are_covered),
        cmocka_unit_test(quantiles_are_covered),
        cmocka_unit_test(repeated_games_are_covered),
        cmocka_unit_test(differences),
        cmocka_unit_test(seats_that_differ),
        cmocka_unit_test(student),
        cmocka_unit_test(jobs_are_text),
        cmocka_unit_test(games_depend_on_their_number),
        cmocka_unit_test(other_programs_are_told),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
