/*
 * test_tournament.c - pairings: complete round robins and gauntlets, the rules of Swiss rounds,
 * interruptions that change nothing, late entrants; and adjudication of games.
 */
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "match/notes.h"
#include "match/tournament.h"
#include "test.h"

/* The result of a game, the same whenever it is asked for: the lower number mostly wins. */
static struct played play(const struct meeting *m)
{
    struct rng rng = {(uint64_t)(m->round * 10007 + m->first * 101 + m->second)};
    uint32_t luck = rng_below(&rng, 100);

    return (struct played){*m, luck < 20 ? 0.5 : (luck < 80) == (m->first < m->second) ? 1 : 0};
}

/* Plays up to `limit` games that are missing, in any order; false when there are none. */
static bool play_some(struct tournament *t, struct rng *rng, int limit)
{
    struct meeting *missing;
    int count;
    bool known;

    assert_int_equal(tournament_missing(t, &missing, &count, NULL), TB_OK);
    for (int left = count; left > 0 && limit > 0; left--, limit--) {
        int i = (int)rng_below(rng, (uint32_t)left);
        struct played game = play(&missing[i]);

        assert_int_equal(tournament_add(t, &game, &known, NULL), TB_OK);
        assert_false(known);
        missing[i] = missing[left - 1];
    }
    free(missing);
    return count > 0;
}

static struct tournament play_all(enum tournament_format format, int entrants, int rounds,
                                  uint64_t seed, int limit)
{
    struct tournament t = {.format = format, .entrants = entrants, .rounds = rounds};
    struct rng rng = {seed};

    while (play_some(&t, &rng, limit))
        continue;
    assert_int_equal(t.count, tournament_games(&t));
    return t;
}

static bool has(const struct tournament *t, int round, int first, int second)
{
    for (int i = 0; i < t->count; i++)
        if (t->games[i].meeting.round == round && t->games[i].meeting.first == first &&
            t->games[i].meeting.second == second)
            return true;
    return false;
}

static void everybody_meets_everybody(void **state)
{
    struct tournament t = play_all(FORMAT_ROUND_ROBIN, 5, 3, 1, 7);

    (void)state;
    assert_int_equal(t.count, 60);
    for (int r = 0; r < 3; r++)
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < 5; j++)
                assert_int_equal(has(&t, r, i, j), i != j);
    /* A sixth comes when it is over, and plays everybody; nothing else is played. */
    struct rng rng = {2};

    t.entrants = 6;
    while (play_some(&t, &rng, 1000))
        continue;
    assert_int_equal(t.count, 90);
    assert_true(has(&t, 2, 5, 0) && has(&t, 0, 3, 5));
    tournament_release(&t);
}

static void the_first_meets_the_others(void **state)
{
    struct tournament t = play_all(FORMAT_GAUNTLET, 6, 4, 1, 5);

    (void)state;
    assert_int_equal(t.count, 40);
    for (int i = 0; i < t.count; i++)
        assert_true((t.games[i].meeting.first == 0) != (t.games[i].meeting.second == 0));
    tournament_release(&t);
    /* With two seeds, these meet the four others, and not each other. */
    struct tournament two = {.format = FORMAT_GAUNTLET, .entrants = 6, .rounds = 1, .seeds = 2};
    struct rng rng = {1};

    while (play_some(&two, &rng, 3))
        continue;
    assert_int_equal(two.count, 16);
    assert_int_equal(tournament_games(&two), 16);
    for (int i = 0; i < two.count; i++)
        assert_true((two.games[i].meeting.first < 2) != (two.games[i].meeting.second < 2));
    tournament_release(&two);
}

/* Who met whom in a round; -1: nobody. */
static int opponent(const struct tournament *t, int round, int entrant)
{
    for (int i = 0; i < t->count; i++) {
        const struct meeting *m = &t->games[i].meeting;

        if (m->round == round && m->first == entrant)
            return m->second;
    }
    return -1;
}

/* Plays the missing games, `limit` at a time: the lower number wins, or all are drawn. */
static void play_knockout(struct tournament *t, int limit, bool drawn)
{
    struct meeting *meetings;
    int count;

    do {
        assert_int_equal(tournament_missing(t, &meetings, &count, NULL), TB_OK);
        assert_true(tournament_played(t) + count <= tournament_games(t));
        for (int i = 0; i < count && i < limit; i++) {
            const struct meeting *m = &meetings[i];
            struct played game = {*m, drawn ? 0.5 : m->first < m->second};

            assert_int_equal(tournament_add(t, &game, NULL, NULL), TB_OK);
        }
        free(meetings);
    } while (count > 0);
    assert_int_equal(tournament_played(t), tournament_games(t));
    assert_int_equal(tournament_played(t), t->count);
}

static void losers_are_out(void **state)
{
    (void)state;
    for (int entrants = 2; entrants <= 9; entrants++)
        for (int limit = 1; limit <= 7; limit += 3) {
            struct tournament t = {
                .format = FORMAT_KNOCKOUT, .entrants = entrants, .rounds = 2};

            assert_int_equal(tournament_games(&t), 4 * (entrants - 1));
            play_knockout(&t, limit, false);
            assert_int_equal(t.count, 4 * (entrants - 1));
            assert_int_equal(tournament_champion(&t), 0);
            assert_true(has(&t, 0, 0, 1)); /* the first two meet in the last match */
            for (int e = 1; e < entrants; e++) { /* who has lost plays no more */
                int winners = 0;

                for (int other = 0; other < e; other++)
                    winners += has(&t, 0, other, e);
                assert_int_equal(winners, 1);
            }
            tournament_release(&t);
        }
    /* One match that stays even gets more openings, and is decided in the end. */
    struct tournament even = {.format = FORMAT_KNOCKOUT, .entrants = 2, .rounds = 1};

    play_knockout(&even, 100, true);
    assert_int_equal(even.count, 2 * 21);
    assert_int_equal(tournament_champion(&even), 0);
    tournament_release(&even);
    struct tournament late = {.format = FORMAT_KNOCKOUT, .entrants = 2, .rounds = 1};
    const struct played games[] = {
        {{0, 0, 1}, 1}, {{0, 1, 0}, 1}, {{1, 0, 1}, 0.5}, {{1, 1, 0}, 1}};

    for (int i = 0; i < 4; i++) {
        assert_int_equal(tournament_champion(&late), -1);
        assert_int_equal(tournament_add(&late, &games[i], NULL, NULL), TB_OK);
    }
    assert_int_equal(tournament_champion(&late), 1);
    tournament_release(&late);
}

/* Games of a larger tournament do not stand for those that are missing. */
static void other_games_do_not_count(void **state)
{
    struct tournament t = play_all(FORMAT_ROUND_ROBIN, 3, 3, 1, 100);
    struct meeting *meetings;
    int count;

    (void)state;
    t.format = FORMAT_GAUNTLET;
    t.entrants = 4;
    assert_int_equal(tournament_missing(&t, &meetings, &count, NULL), TB_OK);
    assert_int_equal(count, 6);
    assert_int_equal(tournament_games(&t) - tournament_played(&t), 6);
    free(meetings);
    tournament_release(&t);
}

static void swiss_rounds_are_fair(void **state)
{
    (void)state;
    for (int entrants = 2; entrants <= 17; entrants++) {
        int rounds = entrants < 8 ? 2 : 5;
        struct tournament t = play_all(FORMAT_SWISS, entrants, rounds, 3, 1000);

        for (int r = 0; r < rounds; r++) {
            int resting = 0;

            for (int e = 0; e < entrants; e++) {
                int other = opponent(&t, r, e);

                resting += other < 0;
                if (other >= 0)
                    assert_int_equal(opponent(&t, r, other), e);
                /* With many entrants nobody meets the same one twice, nor rests twice. */
                for (int before = 0; entrants >= 8 && before < r; before++)
                    assert_int_not_equal(opponent(&t, before, e), other);
            }
            assert_int_equal(resting, entrants % 2);
        }
        tournament_release(&t);
    }
}

/* Stopped after any number of games, it resumes with the same pairs. */
static void interruptions_change_nothing(void **state)
{
    (void)state;
    for (int limit = 1; limit <= 9; limit += 2) {
        struct tournament whole = play_all(FORMAT_SWISS, 9, 4, 5, 1000);
        struct tournament bits = play_all(FORMAT_SWISS, 9, 4, (uint64_t)limit, limit);

        for (int i = 0; i < whole.count; i++) {
            const struct meeting *m = &whole.games[i].meeting;

            assert_true(has(&bits, m->round, m->first, m->second));
        }
        for (int e = 0; e < 9; e++)
            assert_true(tournament_points(&whole, e) == tournament_points(&bits, e));
        tournament_release(&whole);
        tournament_release(&bits);
    }
}

static void latecomers_join_a_swiss(void **state)
{
    struct tournament t = play_all(FORMAT_SWISS, 8, 3, 1, 1000);
    struct rng rng = {1};

    (void)state;
    t.entrants = 10;
    t.rounds = 5;
    while (play_some(&t, &rng, 3))
        continue;
    for (int r = 3; r < 5; r++)
        assert_true(opponent(&t, r, 8) >= 0 && opponent(&t, r, 9) >= 0);
    tournament_release(&t);
}

static void results_are_counted_once(void **state)
{
    struct tournament t = {.format = FORMAT_ROUND_ROBIN, .entrants = 2, .rounds = 2};
    struct crosstable table;
    const struct played games[] = {{{0, 0, 1}, 1}, {{0, 1, 0}, 0.5}, {{0, 0, 1}, 0}};
    bool known;

    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(tournament_add(&t, &games[i], &known, NULL), TB_OK);
        assert_int_equal(known, i == 2);
    }
    assert_int_equal(crosstable_init(&table, 2, NULL), TB_OK);
    tournament_results(&t, &table);
    assert_int_equal(crosstable_at(&table, 0, 1)->wins, 1);
    assert_int_equal(crosstable_at(&table, 0, 1)->losses, 0);
    assert_int_equal(crosstable_at(&table, 1, 0)->draws, 1);
    assert_true(tournament_points(&t, 0) == 1.5);
    crosstable_release(&table);
    tournament_release(&t);
}

/* ---- Games that are decided --------------------------------------------------------------- */

/* The verdict after a game of Quoridor with these scores, in order of the moves. */
static enum verdict_kind verdict_of(const struct adjudication *rules, const int *scores, int count,
                                    int *winner)
{
    static const int side[] = {0, 1};
    static const char *const moves[] = {"e2", "e8", "e3", "e7", "e4", "e6"};
    struct tb_setup setup = test_setup("quoridor");
    struct match_rules match_rules = match_rules_default();
    struct tb_position start;
    struct notes notes = {0};

    tb_position_start(&start, &setup, NULL);
    struct tb_match *match = match_new(&start, &match_rules, NULL);

    for (int i = 0; i < count; i++) {
        struct note note = {.scored = scores[i] != 9999, .score = scores[i]};

        assert_int_equal(tb_match_play(match, moves[i], NULL), TB_OK);
        assert_true(notes_add(&notes, &note));
    }
    enum verdict_kind kind = adjudicate(rules, &notes, match, side, winner);

    notes_release(&notes);
    tb_match_free(match);
    return kind;
}

static void agreed_scores_decide(void **state)
{
    const struct adjudication rules = {
        .win_score = 80, .win_moves = 2, .draw_score = 5, .draw_moves = 2, .draw_from = 4};
    const struct {
        int scores[6], count;
        enum verdict_kind kind;
        int winner;
    } cases[] = {
        {{90, -85, 80, -99}, 4, VERDICT_AGREED, 0},
        {{-90, 85, -80, 99}, 4, VERDICT_AGREED, 1},
        {{90, -85, 80, -79}, 4, VERDICT_NONE, -1},       /* not by enough */
        {{90, -85, 80}, 3, VERDICT_NONE, -1},            /* not often enough */
        {{90, 85, 80, 99}, 4, VERDICT_NONE, -1},         /* each thinks to be ahead */
        {{90, -85, 9999, -99}, 4, VERDICT_NONE, -1},     /* someone said nothing */
        {{0, 90, -85, 80, -99, 90}, 6, VERDICT_AGREED, 1},
        {{90, -85, 80, -99, 10, -90}, 6, VERDICT_NONE, -1}, /* no longer */
        {{0, -3, 5, 2}, 4, VERDICT_AGREED, -1},
        {{0, -3, 6, 2}, 4, VERDICT_NONE, -1},
        {{0, 50, 0, 0, 1, 0}, 6, VERDICT_AGREED, -1},
        {{NOTE_MATE - 9, 8 - NOTE_MATE, NOTE_MATE - 7, 6 - NOTE_MATE}, 4, VERDICT_AGREED, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int winner;

        assert_int_equal(verdict_of(&rules, cases[i].scores, cases[i].count, &winner),
                         cases[i].kind);
        if (cases[i].kind != VERDICT_NONE)
            assert_int_equal(winner, cases[i].winner);
    }
    int winner;

    assert_int_equal(
        verdict_of(&(struct adjudication){0}, cases[0].scores, cases[0].count, &winner),
        VERDICT_NONE);
}

/* After Mc3 in Tic Tac Doh player 2 wins, and the table knows; the start is a draw. */
static void tables_decide(void **state)
{
    static const int side[] = {0, 1};
    const struct adjudication rules = {.proven = true};
    struct tb_setup setup = test_setup("tictacdoh");
    struct match_rules match_rules = match_rules_default();
    struct tb_position start;
    struct notes notes = {0};
    int winner;

    (void)state;
    tb_position_start(&start, &setup, NULL);
    struct tb_match *match = match_new(&start, &match_rules, NULL);

    assert_int_equal(adjudicate(&rules, &notes, match, side, &winner), VERDICT_PROVEN);
    assert_int_equal(winner, -1);
    assert_int_equal(tb_match_play(match, "Mc3", NULL), TB_OK);
    assert_int_equal(adjudicate(&rules, &notes, match, side, &winner), VERDICT_PROVEN);
    assert_int_equal(winner, 1);
    tb_match_free(match);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_meets_everybody),
        cmocka_unit_test(the_first_meets_the_others),
        cmocka_unit_test(losers_are_out),
        cmocka_unit_test(other_games_do_not_count),
        cmocka_unit_test(swiss_rounds_are_fair),
        cmocka_unit_test(interruptions_change_nothing),
        cmocka_unit_test(latecomers_join_a_swiss),
        cmocka_unit_test(results_are_counted_once),
        cmocka_unit_test(agreed_scores_decide),
        cmocka_unit_test(tables_decide),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
