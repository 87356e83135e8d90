/*
 * test_reference.c - the library against the reference games, side by side.
 *
 * Random games of every kind, player count and option set are played in both at
 * once: whose turn it is, the result and the whole list of moves must agree at
 * every ply. The players steer toward the corners of the rules, and the test
 * counts how often it saw each of them, so that it cannot pass by missing them.
 *
 * A mismatch prints the moves that lead to it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/side_by_side.h"
#include "test.h"

enum { SQUEEZE = 8 }; /* moves that a squeezing player compares */

static const char *const special_text[SPECIAL_COUNT] = {
#define SPECIAL_TEXT(name, text) [name] = text,
    SPECIALS(SPECIAL_TEXT)
#undef SPECIAL_TEXT
};

/* ---- Mismatches ------------------------------------------------------------ */

/* Prints the game so far, then fails. */
static void walk_fail(const struct walk *walk, const char *what, const char *library,
                      const char *reference)
{
    print_error("%s: the library says %s, the reference %s (player '%s')\n", what, library,
                reference, walk->policy->name);
    print_error("%s players=%d %s, moves:", walk->reference->game, walk->trial->players,
                walk->trial->options);
    for (int i = 0; i < walk->plies; i++)
        print_error(" %s", walk->record[i]);
    print_error("\n");
    fail();
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void compare_moves(const struct walk *walk)
{
    static char expected[REFERENCE_MOVES][REFERENCE_TEXT];
    int count = walk->reference->moves(walk->state, expected, REFERENCE_MOVES);
    int i = 0;

    qsort(expected, (size_t)count, sizeof *expected, compare_texts);
    while (i < walk->count && i < count && strcmp(walk->moves[i].text, expected[i]) == 0)
        i++;
    if (i < walk->count || i < count)
        walk_fail(walk, "first difference of the sorted moves",
                  i < walk->count ? walk->moves[i].text : "nothing more",
                  i < count ? expected[i] : "nothing more");
}

/* The library's result in the words of the reference. */
static void result_text(struct tb_result result, char out[REFERENCE_RESULT])
{
    int used = 0;

    strcpy(out, result.over ? "draw" : "none");
    for (int player = 0; result.over && player < TB_PLAYERS_MAX; player++)
        if (result.winners & 1u << player)
            used += sprintf(out + used, "%s%d", used > 0 ? "," : "", player + 1);
}

static void compare_turn_and_result(struct walk *walk)
{
    char ours[REFERENCE_RESULT], theirs[REFERENCE_RESULT];
    struct tb_result result = tb_position_result(&walk->position);

    sprintf(ours, "%d", tb_turn(&walk->position) + 1);
    sprintf(theirs, "%d", walk->reference->turn(walk->state));
    if (strcmp(ours, theirs) != 0)
        walk_fail(walk, "turn", ours, theirs);
    result_text(result, ours);
    walk->reference->result(walk->state, theirs);
    if (strcmp(ours, theirs) != 0)
        walk_fail(walk, "result", ours, theirs);
    if (strcmp(ours, "draw") == 0)
        walk->seen[DRAW]++;
    for (int player = 0; player < TB_PLAYERS_MAX; player++)
        if (result.winners & 1u << player)
            walk->seen[WIN_1 + player]++;
}

/* ---- Picking a move -------------------------------------------------------- */

static void position_after(const struct walk *walk, int index, struct tb_position *after)
{
    *after = walk->position;
    assert_int_equal(tb_play(after, walk->moves[index].move, NULL), TB_OK);
}

/* A move by chance, in proportion to the weights; -1 if all of them are 0. */
static int pick(struct walk *walk, const int *weights)
{
    uint32_t total = 0;

    for (int i = 0; i < walk->count; i++)
        total += (uint32_t)weights[i];
    if (total == 0)
        return -1;
    uint32_t rest = rng_below(&walk->rng, total);
    int index = 0;

    while (rest >= (uint32_t)weights[index])
        rest -= (uint32_t)weights[index++];
    return index;
}

/* Picks as the policy says; moves it has picked lose their weight. */
static int pick_lingering(struct walk *walk, int *weights)
{
    int index = pick(walk, weights);

    while (index >= 0 && walk->policy->lingers) {
        struct tb_position after;

        position_after(walk, index, &after);
        weights[index] = 0;
        if (!tb_position_result(&after).over)
            break;
        index = pick(walk, weights);
    }
    return index;
}

static int choose(struct walk *walk)
{
    static int weights[TB_MOVES_MAX];

    if (walk->count == 1)
        return 0;
    for (int i = 0; i < walk->count; i++)
        weights[i] = walk->policy->weight ? walk->policy->weight(walk, walk->moves[i].text) : 1;

    int best = pick_lingering(walk, weights), fewest = TB_MOVES_MAX + 1;

    if (best < 0)
        return (int)rng_below(&walk->rng, (uint32_t)walk->count);
    for (int i = best, left = SQUEEZE; walk->policy->squeezes && i >= 0 && left > 0; left--) {
        struct tb_position after;

        position_after(walk, i, &after);
        if (tb_move_count(&after) < fewest) {
            fewest = tb_move_count(&after);
            best = i;
        }
        i = pick_lingering(walk, weights);
    }
    return best;
}

/* ---- Walking --------------------------------------------------------------- */

/* Lists the library's moves, sorted: the same games come about in whatever order
 * it finds them. */
static void list_moves(struct walk *walk)
{
    static tb_move moves[TB_MOVES_MAX];

    walk->count = tb_moves(&walk->position, moves);
    for (int i = 0; i < walk->count; i++) {
        struct listed *listed = &walk->moves[i];

        listed->move = moves[i];
        tb_move_text(&walk->position, moves[i], listed->text, sizeof listed->text);
    }
    qsort(walk->moves, (size_t)walk->count, sizeof *walk->moves, compare_texts);
    if (must_pass(walk))
        walk->seen[PASS]++;
}

static void play(struct walk *walk, int index)
{
    strcpy(walk->record[walk->plies++], walk->moves[index].text);
    assert_int_equal(tb_play(&walk->position, walk->moves[index].move, NULL), TB_OK);
    walk->reference->play(walk->state, walk->moves[index].text);
}

/* Plays one game from the start; the position and the state are fresh. */
static void walk_game(struct walk *walk, void (*observe)(struct walk *walk))
{
    for (walk->plies = 0;;) {
        compare_turn_and_result(walk);
        list_moves(walk);
        compare_moves(walk);
        observe(walk);
        if (walk->count == 0 || walk->plies == walk->trial->plies)
            return;
        play(walk, choose(walk));
    }
}

/* The reference's options for the words "size=5 walls=3". */
static struct reference_options read_options(const struct trial *trial)
{
    struct reference_options options = reference_defaults(trial->players);
    char copy[64], *rest;

    snprintf(copy, sizeof copy, "%s", trial->options);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(word, '=');

        assert_non_null(value);
        *value++ = '\0';
        assert_true(reference_set(&options, word, value));
    }
    return options;
}

static void report(const struct walk *walk)
{
    const struct trial *trial = walk->trial;

    print_message("%s players=%d %s: %d games\n", walk->reference->game, trial->players,
                  trial->options, trial->games);
    for (int i = 0; i < SPECIAL_COUNT; i++)
        if (walk->seen[i] > 0)
            print_message("%12d  %s\n", walk->seen[i], special_text[i]);
    for (int i = 0; i < SPECIAL_COUNT && TEST_SHARE == 1; i++)
        if (trial->must & SEE(i) && walk->seen[i] == 0)
            fail_msg("never seen: %s", special_text[i]);
}

/* Plays the games of a trial; `seed` sets them apart from those of other trials. */
static void run_trial(const struct plan *plan, const struct trial *trial, uint64_t seed)
{
    static struct walk walk;
    struct tb_setup setup;
    char words[128];
    int policies = 0;

    snprintf(words, sizeof words, "%s players=%d %s", plan->game, trial->players, trial->options);
    setup = test_setup(words);
    while (plan->policies[policies].name)
        policies++;
    memset(&walk, 0, sizeof walk);
    walk.trial = trial;
    walk.reference = reference_find(plan->game);
    walk.options = read_options(trial);
    walk.rng.state = seed;
    walk.view = plan->view_size ? calloc(1, plan->view_size) : NULL;
    for (int i = 0; i * TEST_SHARE < trial->games; i++) {
        walk.policy = &plan->policies[i % policies];
        tb_position_start(&walk.position, &setup, NULL);
        walk.state = walk.reference->create(&walk.options);
        walk_game(&walk, plan->observe);
        walk.reference->destroy(walk.state);
    }
    free(walk.view);
    report(&walk);
}

/* ---- All games ----------------------------------------------------------------- */

static const struct plan *const plans[] = {
    &dorix_plan,
    &tictacdoh_plan,
    &quoridor_plan,
    &orbital_plan,
};

static const struct plan *find_plan(const char *game)
{
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++)
        if (strcmp(plans[i]->game, game) == 0)
            return plans[i];
    fail_msg("%s has no reference", game);
    return NULL;
}

static void test_side_by_side(void **state)
{
    const struct variant *variant = *state;
    const struct plan *plan = find_plan(tb_game_name(variant->game));
    int trials = 0;

    for (const struct trial *trial = plan->trials; trial->players > 0; trial++) {
        if (trial->players != variant->players)
            continue;
        run_trial(plan, trial, (uint64_t)(trial - plan->trials));
        trials++;
    }
    assert_true(trials > 0);
}

int main(int argc, char **argv)
{
    return test_main_variants(argc, argv, test_side_by_side);
}
