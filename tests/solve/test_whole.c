/*
 * test_whole.c - setups solved as a whole: Quoridor by layers against the retrograde analysis of
 * solve/, which knows the rules alone; Dorix by the values of the positions that each move leads
 * to; games of three and four players against a slow search over the reference rules, which shares
 * no code with the library.
 */
#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "core/solved.h"
#include "reference/reference.h"
#include "solve/maxn.h"
#include "solve/retrograde.h"
#include "solve/solver.h"
#include "solve/strategy.h"
#include "solving.h"
#include "test.h"

static bool stop(void *context, int part, size_t done, size_t positions)
{
    (void)context;
    (void)part;
    (void)done;
    (void)positions;
    return false;
}

static const struct solved_watch watch = {.report = NULL}, stopping = {.report = stop};

/* ---- Quoridor by layers ---------------------------------------------------------------------- */

/* The value of each first move, and of the start, by all positions after it. */
static void check_layers(const char *words, int threads)
{
    struct tb_setup setup = test_setup(words);
    struct tb_position start;
    struct whole whole;
    enum retrograde_end end;

    tb_position_start(&start, &setup, NULL);
    struct retrograde_task task = {.setup = setup, .state = &start.state, .bytes = (size_t)1 << 30};
    struct retrograde *all = retrograde_solve(&task, &end);
    struct verdict known;

    assert_int_equal(end, RETROGRADE_DONE);
    assert_int_equal(setup.game->solved->whole(&setup, threads, &watch, &whole, NULL, NULL), TB_OK);
    assert_true(retrograde_verdict(all, &start.state, &known));
    assert_int_equal(whole.start.value, known.value);
    assert_int_equal(whole.start.plies, known.plies);
    for (int i = 0; i < whole.count; i++) {
        struct tb_position after = start;

        setup.game->play(&after.state, whole.moves[i].move);
        assert_true(retrograde_verdict(all, &after.state, &known));
        assert_int_equal(whole.moves[i].verdict.value, -known.value);
        assert_int_equal(whole.moves[i].verdict.plies, known.value ? known.plies + 1 : -1);
    }
    retrograde_free(all);
}

static void layers_agree_with_the_rules(void **state)
{
    (void)state;
    check_layers("quoridor size=3 walls=0", 1);
    check_layers("quoridor size=3 walls=1", 1);
    check_layers("quoridor size=3 walls=2", 2);
    check_layers("quoridor size=3 walls=5", 1);
    check_layers("quoridor size=3 walls=3 turn=barrier", 1);
    check_layers("quoridor size=5 walls=0", 2);
    check_layers("quoridor size=5 walls=1", 2);
    check_layers("quoridor size=5 walls=1 turn=barrier", 1);
    check_layers("quoridor size=7 walls=0", 1);
    check_layers("quoridor size=9 walls=0 turn=barrier", 1);
}

/* Distances that the proof search found. */
static void layers_agree_with_proofs(void **state)
{
    static const struct {
        const char *words;
        int plies;
    } known[] = {{"quoridor size=5 walls=2", 18}, {"quoridor size=7 walls=1", 16}};

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct tb_setup setup = test_setup(known[i].words);
        struct whole whole;

        assert_int_equal(setup.game->solved->whole(&setup, 2, &watch, &whole, NULL, NULL), TB_OK);
        assert_int_equal(whole.start.value, -1);
        assert_int_equal(whole.start.plies, known[i].plies);
    }
}

/* A watch stops the one, and the other is too large. */
static void check_refusals(const char *small, const char *large)
{
    struct tb_setup stopped = test_setup(small), refused = test_setup(large);
    struct whole whole;
    struct tb_error error;

    assert_int_equal(stopped.game->solved->whole(&stopped, 1, &stopping, &whole, NULL, &error),
                     TB_ERR_STOPPED);
    assert_int_equal(refused.game->solved->whole(&refused, 1, &watch, &whole, NULL, &error),
                     TB_ERR_ARGUMENT);
}

static void layers_stop_and_refuse(void **state)
{
    (void)state;
    check_refusals("quoridor size=5 walls=2", "quoridor size=9 walls=3");
}

/* ---- Dorix with few pawns -------------------------------------------------------------------- */

/* The value that the rules give a position from those of the positions that its moves lead to: if
 * this holds everywhere, wins and losses are right by induction over the plies, and draws because a
 * player can always move from one to another. */
static struct verdict verdict_by_moves(const struct tb_position *position,
                                       const struct whole_values *values)
{
    const struct tb_game *game = position->setup.game;
    struct verdict best = {-2, 0};
    tb_move moves[TB_MOVES_MAX];
    int count = game->moves(&position->state, moves);

    for (int i = 0; i < count; i++) {
        struct tb_state next = position->state;
        struct verdict after = {0, 0};

        game->play(&next, moves[i]);
        struct tb_result result = game->result(&next);

        if (result.over)
            after.value = result.winners >> game->turn(&next) & 1 ? 1 : -1;
        else
            assert_true(values->read(values, &next, &after));
        int value = -after.value, plies = after.value ? after.plies + 1 : -1;

        if (value > best.value ||
            (value == best.value && (value > 0 ? plies < best.plies : plies > best.plies)))
            best = (struct verdict){value, plies};
    }
    return best;
}

static void check_position(const struct tb_position *position, const struct whole_values *values,
                           int counts[3])
{
    struct verdict known;

    if (tb_position_result(position).over)
        return;
    assert_true(values->read(values, &position->state, &known));
    struct verdict slow = verdict_by_moves(position, values);

    assert_int_equal(known.value, slow.value);
    assert_int_equal(known.plies, slow.plies);
    counts[known.value + 1]++;
}

/* Puts all pawns anywhere, in any order. */
static struct tb_position scattered(const struct tb_setup *setup, int pawns, struct rng *rng)
{
    char piles[16][32] = {""}, line[600] = "";
    struct text text = text_into(line, sizeof line);
    struct tb_position position;
    int left[2] = {pawns, pawns};

    while (left[0] + left[1] > 0) {
        int owner = rng_below(rng, (uint32_t)(left[0] + left[1])) < (uint32_t)left[0] ? 0 : 1;
        char *pile = piles[rng_below(rng, 16)];

        left[owner]--;
        strcat(pile, owner ? "2" : "1");
    }
    for (int square = 0; square < 16; square++)
        if (piles[square][0])
            text_add(&text, "%s%c%d:%s", text.used ? "," : "", 'a' + square % 4, 1 + square / 4,
                     piles[square]);
    text_add(&text, " 0/0 %d", 1 + (int)rng_below(rng, 2));
    assert_int_equal(tb_position_parse(&position, setup, line, NULL), TB_OK);
    return position;
}

static void check_dorix(const char *words, int pawns, int threads)
{
    enum { SCATTERED = 20000 / TEST_SHARE, GAMES = 200 / TEST_SHARE, PLIES = 40 };
    struct tb_setup setup = test_setup(words);
    struct whole_values *values;
    struct whole whole;
    struct rng rng = {3};
    int counts[3] = {0};

    assert_int_equal(setup.game->solved->whole(&setup, threads, &watch, &whole, &values, NULL),
                     TB_OK);
    assert_int_equal(whole.start.value, 0);
    assert_int_equal(whole.start.plies, -1);
    assert_int_equal(whole.count, 16);
    for (int i = 0; i < SCATTERED; i++) {
        struct tb_position position = scattered(&setup, pawns, &rng);

        check_position(&position, values, counts);
    }
    if (pawns > 3) /* with three nobody can hold a diagonal */
        assert_true(counts[0] > 0 && counts[1] > 0 && counts[2] > 0);
    for (int i = 0; i < GAMES; i++) {
        struct tb_position position;

        tb_position_start(&position, &setup, NULL);
        for (int ply = 0; ply < PLIES && !tb_position_result(&position).over; ply++) {
            check_position(&position, values, counts);
            game_play_random(setup.game, &position.state, &rng);
        }
    }
    values->drop(values);
}

static void dorix_agrees_with_the_rules(void **state)
{
    (void)state;
    check_dorix("dorix pawns=3", 3, 1);
    if (TEST_SHARE > 1) /* with four pawns sanitizers take a minute */
        return;
    check_dorix("dorix pawns=4", 4, 2);
    check_dorix("dorix pawns=4 hold=barred", 4, 1);
}

/* The least number of all images is what the images' own numbers say, whatever the symmetries. */
static void dorix_numbers_the_least_image(void **state)
{
    static const int pawns[] = {3, 5, 15};
    const struct tb_game *game = tb_game_find("dorix");
    struct rng rng = {5};

    (void)state;
    for (int i = 0; i < 3000 / TEST_SHARE; i++) {
        char words[32];

        snprintf(words, sizeof words, "dorix pawns=%d", pawns[i % 3]);
        struct tb_setup setup = test_setup(words);
        struct tb_position position = scattered(&setup, pawns[i % 3], &rng);
        uint64_t set = i % 2 ? 0xff : 1 + rng_below(&rng, 255);
        struct packed least = {UINT64_MAX, UINT64_MAX}, number, found;
        unsigned outline = game->solved->outline(&position.state);
        struct tb_state image;
        int symmetry;

        for (int s = 0; s < 8; s++) {
            game->transform(&position.state, s, &image);
            assert_true(game->solved->pack(&image, &number));
            assert_int_equal(game->solved->outline(&image), outline);
            if (set >> s & 1 && packed_less(number, least))
                least = number;
        }
        assert_true(game->solved->pack_least(&position.state, set, &found, &symmetry));
        assert_memory_equal(&found, &least, sizeof least);
        assert_true(set >> symmetry & 1);
        game->transform(&position.state, symmetry, &image);
        assert_true(game->solved->pack(&image, &number));
        assert_memory_equal(&number, &least, sizeof least);
    }
}

/* Spoils the bound of some positions, one at a time; most are needed. */
static void check_spoiled(struct bytes *file)
{
    enum { BOUND_ANY_BYTE = 255, STEP = 2003 };
    int spoiled = 0, refused = 0;

    for (size_t at = BYTES_HEADER + 100; at < file->size; at += STEP) {
        while (at < file->size - 1 && file->data[at] != BOUND_ANY_BYTE)
            at++;
        refused += verify_changed(file, at, file->data[at] - 1) != TB_OK;
        spoiled++;
    }
    assert_true(spoiled > 10 && refused > spoiled / 2);
}

/* Only the second table is joined, and only to one that proves a hold: it is nothing alone, nor
 * with a third claim's. `size` is that of a file with the first claim alone. */
static void check_marks(struct bytes *file, size_t size)
{
    size_t first = claim_at(file) + 1, second = size + 1;
    struct bytes three = {0};

    assert_int_equal(verify_changed(file, first, 0), TB_OK);
    assert_int_equal(verify_changed(file, second, WINS_FIELD_JOINED), TB_OK);
    assert_int_equal(verify_changed(file, first, WINS_FIELD_JOINED), TB_ERR_RECORD);
    assert_int_equal(verify_changed(file, first, 1), TB_ERR_RECORD);
    assert_int_equal(verify_changed(file, second, 0), TB_ERR_RECORD);
    assert_int_equal(verify_changed(file, second, 1), TB_ERR_RECORD);

    bytes_add(&three, file->data, file->size);
    bytes_add(&three, file->data + size, file->size - size);
    assert_int_equal(verify_changed(&three, claim_at(&three) - 1, 3), TB_ERR_RECORD);
    bytes_release(&three);
}

/* Tables prove that neither player ever wins; tests/cli/solve.sh does the same with sanitizers.
 * They do not depend on the threads, and have few of the 11,520 positions that replies without
 * regard to the table lead to. The second has only what is not in the first. */
static void a_draw_has_a_proof_once(void **state)
{
    struct tb_setup setup = test_setup("dorix pawns=3");
    const struct claim claims[] = {{0, false, PLIES_ANY}, {1, false, PLIES_ANY}};
    struct whole_values *values;
    struct proof_report report, other;
    struct tb_position start;
    struct whole whole;
    struct tb_error error;
    struct bytes bytes = {0}, alone = {0}, again = {0};

    (void)state;
    tb_position_start(&start, &setup, NULL);
    assert_int_equal(setup.game->solved->whole(&setup, 1, &watch, &whole, &values, &error), TB_OK);
    struct strategy_task task = {
        .position = &start, .claims = claims, .count = 2, .values = values, .threads = 2};

    assert_int_equal(strategy_write(&task, &bytes, &error), TB_OK);
    assert_int_equal(bytes_finish(&bytes, &error), TB_OK);
    task.threads = 1;
    assert_int_equal(strategy_write(&task, &alone, &error), TB_OK);
    assert_int_equal(bytes_finish(&alone, &error), TB_OK);
    assert_int_equal(bytes.size, alone.size);
    assert_memory_equal(bytes.data, alone.data, bytes.size);
    assert_int_equal(strategy_verify(bytes.data, bytes.size, 1, NULL, &other, &error), TB_OK);
    assert_int_equal(strategy_verify(bytes.data, bytes.size, 3, NULL, &report, &error), TB_OK);
    assert_int_equal(report.count, 2);
    check_spoiled(&alone);
    assert_true(report.nodes[0] > 1000 && report.nodes[0] < 4500);
    assert_true(report.nodes[1] > 10 && report.nodes[1] < 100);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(report.nodes[i], other.nodes[i]);
        assert_false(report.claims[i].wins);
        assert_int_equal(report.claims[i].plies, PLIES_ANY);
    }
    task.count = 1;
    assert_int_equal(strategy_write(&task, &again, &error), TB_OK);
    check_marks(&bytes, again.size);
    bytes_release(&again);
    /* There is no table for a claim that is false. */
    const struct claim win = {0, true, PLIES_ANY};

    task.claims = &win;
    assert_int_not_equal(strategy_write(&task, &again, &error), TB_OK);
    bytes_release(&bytes);
    bytes_release(&alone);
    bytes_release(&again);
    values->drop(values);
}

static void dorix_stops_and_refuses(void **state)
{
    (void)state;
    check_refusals("dorix pawns=4", "dorix pawns=7");
}

/* ---- More sides ------------------------------------------------------------------------------ */

enum { DRAW = 0 };

static const struct reference *rules = &tictacdoh_reference;
static int players;

static void *after_move(const void *state, const char *move)
{
    void *next = rules->copy(state);

    rules->play(next, move);
    return next;
}

/* The winner, DRAW, or -1 while the game goes on. */
static int outcome_of(const void *state)
{
    char result[REFERENCE_RESULT];

    rules->result(state, result);
    return strcmp(result, "none") == 0 ? -1 : strcmp(result, "draw") == 0 ? DRAW : atoi(result);
}

static int happiness(int player, int outcome)
{
    return outcome == player ? 2 : outcome == DRAW ? 1 : 0;
}

/* True if the first outcome suits the player better, with the tie rule. */
static bool is_better(int player, int a, int b, bool first)
{
    int x = (a - player + players) % players, y = (b - player + players) % players;

    if (happiness(player, a) != happiness(player, b))
        return happiness(player, a) > happiness(player, b);
    return happiness(player, a) == 0 && (first ? x < y : x > y);
}

/* Without memory, cuts or symmetry. */
static int slow_outcome(const void *state, bool first)
{
    char(*moves)[REFERENCE_TEXT] = malloc(REFERENCE_MOVES * sizeof *moves);
    int count = rules->moves(state, moves, REFERENCE_MOVES), best = outcome_of(state);

    for (int i = 0; i < count; i++) {
        void *next = after_move(state, moves[i]);
        int one = slow_outcome(next, first);

        if (i == 0 || is_better(rules->turn(state), one, best, first))
            best = one;
        rules->destroy(next);
    }
    free(moves);
    return best;
}

/* True if the group can force that one of it wins. Bit p of a group is player p + 1. */
static bool slow_force(const void *state, unsigned group)
{
    char(*moves)[REFERENCE_TEXT] = malloc(REFERENCE_MOVES * sizeof *moves);
    int count = rules->moves(state, moves, REFERENCE_MOVES), end = outcome_of(state);
    bool attacking = group >> (rules->turn(state) - 1) & 1, won = !attacking;

    if (end >= 0)
        won = end > 0 && group >> (end - 1) & 1;
    for (int i = 0; i < count && won != attacking; i++) {
        void *next = after_move(state, moves[i]);

        won = slow_force(next, group);
        rules->destroy(next);
    }
    free(moves);
    return won;
}

/* The outcomes of perfect play, as a mask: one is possible after a move if it is possible from the
 * position after it, and each other move could be answered so that the player likes it no
 * better. */
static unsigned slow_possible(const void *state)
{
    char(*moves)[REFERENCE_TEXT] = malloc(REFERENCE_MOVES * sizeof *moves);
    int count = rules->moves(state, moves, REFERENCE_MOVES), player = rules->turn(state);
    unsigned *after = calloc((size_t)count + 1, sizeof *after), possible = 0;

    for (int i = 0; i < count; i++) {
        void *next = after_move(state, moves[i]);

        after[i] = slow_possible(next);
        rules->destroy(next);
    }
    for (int i = 0; i < count; i++)
        for (int one = 0; one <= players; one++) {
            bool stays = after[i] >> one & 1;

            for (int other = 0; other < count && stays; other++) {
                bool deterred = other == i;

                for (int o = 0; o <= players; o++)
                    deterred = deterred || (after[other] >> o & 1 &&
                                            happiness(player, o) <= happiness(player, one));
                stays = deterred;
            }
            possible |= (unsigned)stays << one;
        }
    free(after);
    free(moves);
    return count ? possible : 1u << outcome_of(state);
}

/* An outcome of maxn.h as one of those above. */
static int number_of(int outcome)
{
    return outcome == players ? DRAW : outcome + 1;
}

static void check_maxn(const struct tb_position *position, const void *slow)
{
    static struct maxn_solution solution;

    assert_int_equal(maxn_solve(position, (size_t)1 << 20, &watch, &solution, NULL), TB_OK);
    const struct maxn_value *value = &solution.value;
    unsigned possible = 0;

    for (int outcome = 0; outcome <= players; outcome++)
        possible |= (unsigned)(value->possible >> outcome & 1) << number_of(outcome);
    assert_int_equal(number_of(value->outcome[TIE_FIRST]), slow_outcome(slow, true));
    assert_int_equal(number_of(value->outcome[TIE_LAST]), slow_outcome(slow, false));
    assert_int_equal(possible, slow_possible(slow));
    for (unsigned group = 1; group < (1u << players) - 1; group++)
        assert_int_equal(value->forces >> group & 1, slow_force(slow, group));
}

/* Positions near the end of random games with a small stash. */
static void maxn_agrees_with_a_slow_search(void **state)
{
    /* The slow search takes a second with four pieces left, and much longer under sanitizers. */
    enum { GAMES = TEST_SHARE == 1 ? 40 : 12, LONG = TEST_SHARE == 1 ? 2 : 0 };
    struct rng rng = {7};

    (void)state;
    for (int game = 0; game < GAMES; game++) {
        players = 3 + game % 2;
        int stash = 2 + game % 3, plies = 3 * stash - (game < LONG ? 4 : 3);
        struct reference_options options = reference_defaults(players);
        struct tb_setup setup =
            test_setup(players == 3 ? "tictacdoh players=3" : "tictacdoh players=4");
        struct tb_position position;

        options.stash = stash;
        setup.options[0] = stash;
        tb_position_start(&position, &setup, NULL);
        void *slow = rules->create(&options);

        while (plies-- > 0 && !tb_position_result(&position).over) {
            tb_move moves[TB_MOVES_MAX];
            int count = tb_moves(&position, moves);
            tb_move move = moves[rng_below(&rng, (uint32_t)count)];
            char text[TB_MOVE_TEXT];

            tb_move_text(&position, move, text, sizeof text);
            rules->play(slow, text);
            tb_play(&position, move, NULL);
        }
        if (!tb_position_result(&position).over)
            check_maxn(&position, slow);
        rules->destroy(slow);
    }
}

/* What docs/results/tictacdoh.md says of three and four players with three pieces of each size. */
static void small_stashes_are_drawn(void **state)
{
    static struct maxn_solution solution;
    static const struct {
        const char *words;
        unsigned pairs; /* of the groups with two players, those that can force a win */
    } known[] = {{"tictacdoh players=3 stash=3", 1u << 3 | 1u << 5 | 1u << 6},
                 {"tictacdoh players=4 stash=3", 1u << 6 | 1u << 12}};

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct tb_setup setup = test_setup(known[i].words);
        struct tb_position start;
        unsigned pairs = 0;

        tb_position_start(&start, &setup, NULL);
        assert_true(maxn_serves(&start));
        assert_int_equal(maxn_solve(&start, (size_t)64 << 20, &watch, &solution, NULL), TB_OK);
        assert_int_equal(solution.value.possible, 1u << setup.players);
        for (unsigned group = 1; group < 1u << setup.players; group++)
            if (__builtin_popcount(group) == 2)
                pairs |= (solution.value.forces >> group & 1u) << group;
        assert_int_equal(pairs, known[i].pairs);
        assert_int_equal(maxn_solve(&start, 1 << 10, &watch, &solution, NULL), TB_ERR_MEMORY);
        assert_int_equal(maxn_solve(&start, (size_t)64 << 20, &stopping, &solution, NULL),
                         TB_ERR_STOPPED);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_agree_with_the_rules),
        cmocka_unit_test(layers_agree_with_proofs),
        cmocka_unit_test(layers_stop_and_refuse),
        cmocka_unit_test(dorix_agrees_with_the_rules),
        cmocka_unit_test(dorix_numbers_the_least_image),
        cmocka_unit_test(a_draw_has_a_proof_once),
        cmocka_unit_test(dorix_stops_and_refuses),
        cmocka_unit_test(maxn_agrees_with_a_slow_search),
        cmocka_unit_test(small_stashes_are_drawn),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
