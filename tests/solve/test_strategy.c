/*
 * test_strategy.c - proofs as tables of positions: the values they are made from against the
 * retrograde analysis of solve/, and files that hold, are damaged, or claim too much.
 */

#include "core/rng.h"
#include "core/solved.h"
#include "solve/retrograde.h"
#include "solve/strategy.h"
#include "solving.h"
#include "test.h"

static const struct solved_watch watch = {.report = NULL};

static struct whole_values *solve_setup(const struct tb_setup *setup, struct whole *whole)
{
    struct whole_values *values;

    assert_int_equal(setup->game->solved->whole(setup, 2, &watch, whole, &values, NULL), TB_OK);
    return values;
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* The position and those after its moves, by all positions that can follow it. */
static void check_after(const struct tb_game *game, const struct retrograde *all,
                        const struct tb_state *state)
{
    struct whole_values *values = game->solved->after(state, (size_t)100 << 20, &watch);
    tb_move moves[TB_MOVES_MAX];
    int count = game->moves(state, moves);

    assert_non_null(values);
    assert_null(game->solved->after(state, 100, &watch));
    for (int i = -1; i < count; i++) {
        struct tb_state next = *state;
        struct verdict known, found;

        if (i >= 0)
            game->play(&next, moves[i]);
        if (game->result(&next).over)
            continue;
        assert_true(retrograde_verdict(all, &next, &known));
        assert_true(values->read(values, &next, &found));
        assert_int_equal(found.value, known.value);
        assert_int_equal(found.plies, known.value ? known.plies : -1);
    }
    values->drop(values);
}

/* Every position of random games, by both. */
static void check_values(const char *words)
{
    struct tb_setup setup = test_setup(words);
    struct tb_position start;
    struct whole whole;
    enum retrograde_end end;
    struct rng rng = {.state = 5};
    int read = 0;

    tb_position_start(&start, &setup, NULL);
    struct retrograde_task task = {.setup = setup, .state = &start.state, .bytes = (size_t)1 << 30};
    struct retrograde *all = retrograde_solve(&task, &end);
    struct whole_values *values = solve_setup(&setup, &whole);

    for (int game = 0; game < 200; game++) {
        struct tb_state state = start.state;

        for (int ply = 0; ply < 40 && !setup.game->result(&state).over; ply++) {
            struct verdict known, kept;

            assert_true(retrograde_verdict(all, &state, &known));
            if (values->read(values, &state, &kept)) {
                read++;
                assert_int_equal(kept.value, known.value);
                assert_int_equal(kept.plies, known.value ? known.plies : -1);
            }
            if (game % 8 == 0 && ply % 3 == 0)
                check_after(setup.game, all, &state);
            game_play_random(setup.game, &state, &rng);
        }
    }
    assert_true(read > 200);
    values->drop(values);
    retrograde_free(all);
}

static void values_agree_with_the_rules(void **state)
{
    (void)state;
    check_values("quoridor size=3 walls=2");
    check_values("quoridor size=3 walls=5");
    check_values("quoridor size=5 walls=1");
    check_values("quoridor size=5 walls=1 turn=barrier");
}

/* A number has its position, on boards where places are bits and where they are listed. */
static void numbers_name_positions(void **state)
{
    static const char *const words[] = {"quoridor size=3 walls=2", "quoridor size=5 walls=10",
                                        "quoridor size=7 walls=10 turn=barrier",
                                        "quoridor walls=4"};
    struct rng rng = {.state = 9};

    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct tb_setup setup = test_setup(words[i]);
        const struct solved *solved = setup.game->solved;
        struct tb_position at;

        for (int game = 0; game < 50; game++) {
            tb_position_start(&at, &setup, NULL);
            for (int ply = 0; ply < 60 && !setup.game->result(&at.state).over; ply++) {
                struct packed number;
                struct tb_state same;

                assert_true(solved->pack(&at.state, &number));
                solved->unpack(&number, &setup, &same);
                assert_memory_equal(&same, &at.state, setup.game->state_size);
                game_play_random(setup.game, &at.state, &rng);
            }
        }
    }
}

/* ---- Files ----------------------------------------------------------------------------------- */

static int write_file(const char *words, const struct claim *claims, int count, int threads,
                      struct bytes *out)
{
    struct tb_setup setup = test_setup(words);
    struct tb_position start;
    struct whole whole;
    struct whole_values *values = solve_setup(&setup, &whole);

    tb_position_start(&start, &setup, NULL);
    struct strategy_task task = {
        .position = &start,
        .claims = claims,
        .count = count,
        .values = values,
        .threads = threads,
    };
    int code = strategy_write(&task, out, NULL);

    values->drop(values);
    return code ? code : bytes_finish(out, NULL);
}

static int verify(const struct bytes *file, int threads, struct proof_report *report)
{
    return strategy_verify(file->data, file->size, threads, NULL, report, NULL);
}

static void tables_hold(void **state)
{
    static const struct {
        const char *words;
        int winner, plies;
    } known[] = {
        {"quoridor size=3 walls=1", 1, 8},
        {"quoridor size=3 walls=2", 1, 12},
        {"quoridor size=5 walls=1", 1, 12},
        {"quoridor size=5 walls=2", 1, 18},
        {"quoridor size=9 walls=0", 1, 16},
    };

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct claim claims[] = {{known[i].winner, true, known[i].plies},
                                       {known[i].winner, false, known[i].plies - 1}};
        struct bytes one = {0}, three = {0};
        struct proof_report report;

        assert_int_equal(write_file(known[i].words, claims, 2, 1, &one), TB_OK);
        assert_int_equal(write_file(known[i].words, claims, 2, 3, &three), TB_OK);
        assert_int_equal(one.size, three.size);
        assert_memory_equal(one.data, three.data, one.size);
        assert_int_equal(verify(&one, 2, &report), TB_OK);
        assert_int_equal(report.count, 2);
        assert_int_equal(report.claims[0].plies, known[i].plies);
        assert_true(report.nodes[0] > 1 && report.nodes[1] > 1);
        bytes_release(&one);
        bytes_release(&three);
    }
}

static bool count_position(void *context, const struct tb_state *state, int bound)
{
    (void)state;
    assert_true(bound > 0 && bound <= 8);
    ++*(size_t *)context;
    return true;
}

/* A solver that knows no values can name the answers, too, within a number of plies. */
static void solvers_answer_within_plies(void **state)
{
    struct tb_setup setup = test_setup("quoridor size=3 walls=1");
    struct dfpn *solver = new_solver(&setup, (struct dfpn_options){.rules_only = true});
    struct claim claim = {1, true, 8};
    size_t count = 0;
    struct tb_position start;
    struct strategy_task task = {
        .position = &start,
        .claims = &claim,
        .count = 1,
        .solver = solver,
        .entered = count_position,
        .context = &count,
    };
    struct bytes file = {0}, none = {0};
    struct proof_report report;

    (void)state;
    tb_position_start(&start, &setup, NULL);
    claim.plies = 7;
    assert_int_not_equal(strategy_write(&task, &none, NULL), TB_OK);
    claim.plies = 8;
    count = 0;
    assert_int_equal(strategy_write(&task, &file, NULL), TB_OK);
    assert_int_equal(bytes_finish(&file, NULL), TB_OK);
    assert_int_equal(verify(&file, 1, &report), TB_OK);
    assert_int_equal(report.claims[0].plies, 8);
    assert_true(count >= 5 && report.nodes[0] <= count);
    bytes_release(&file);
    bytes_release(&none);
    dfpn_free(solver);
}

/* What is not true cannot be written. */
static void false_claims_are_refused(void **state)
{
    static const struct claim wrong[] = {
        {1, true, 11}, {1, false, 12}, {0, true, 30}, {1, false, 40}};

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct bytes file = {0};

        assert_int_equal(write_file("quoridor size=3 walls=2", &wrong[i], 1, 1, &file),
                         TB_ERR_RECORD);
        bytes_release(&file);
    }
}

/* Files whose checksum is right but that claim more than their table shows, or have another table:
 * none is believed unless it is a proof, and every reached position is needed for that. */
static void changed_files_are_refused(void **state)
{
    static const struct claim win = {1, true, 12}, hold = {1, false, 11};

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct bytes file = {0};
        int refused = 0;

        assert_int_equal(
            write_file("quoridor size=3 walls=2", i ? &hold : &win, 1, 1, &file), TB_OK);
        size_t claim = claim_at(&file);

        assert_int_equal(verify_changed(&file, claim, 1), TB_OK);
        assert_int_equal(verify_changed(&file, claim, 0), TB_ERR_RECORD);
        assert_int_equal(verify_changed(&file, claim + 1, (unsigned char)i), TB_ERR_RECORD);
        assert_int_equal(verify_changed(&file, claim + 2, i ? 13 : 10), TB_ERR_RECORD);
        assert_int_equal(verify_changed(&file, claim + 2, i ? 9 : 14), TB_OK);
        for (size_t at = claim + 4; at < file.size; at++)
            refused += verify_changed(&file, at, file.data[at] ^ 1) == TB_ERR_RECORD;
        assert_true(refused > (int)(file.size - claim) / 2);
        bytes_release(&file);
    }
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_agree_with_the_rules),
        cmocka_unit_test(numbers_name_positions),
        cmocka_unit_test(tables_hold),
        cmocka_unit_test(solvers_answer_within_plies),
        cmocka_unit_test(false_claims_are_refused),
        cmocka_unit_test(changed_files_are_refused),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
