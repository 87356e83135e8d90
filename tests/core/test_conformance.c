/*
 * test_conformance.c - the contract of core/game.h, checked for every game, number of players and
 * set of options by random play: moves, results, states as plain bytes, symmetries, hashes. What a
 * game reads and writes: test_conformance_text.c; records of its matches:
 * test_conformance_records.c.
 *
 * Everything goes through the public interface, except the limits that a game
 * states for itself. Nothing here knows a game.
 */
#include <stdlib.h>
#include <string.h>

#include "core/canonical.h"
#include "random_games.h"

enum {
    SAMPLES = 1 << 15, /* positions kept for the test of hashes */
    MOVE_SAMPLE = 48,  /* moves of a position that are checked one by one */
};

/* ---- Moves and result ------------------------------------------------------------------------ */

static void check_moves(const struct scene *scene)
{
    const struct tb_game *game = scene->position.setup.game;

    check(scene, scene->count <= game->moves_max, "more moves than moves_max");
    check(scene, tb_move_count(&scene->position) == scene->count, "tb_move_count differs");
    for (int i = 0; i < scene->count; i++) {
        check(scene, scene->moves[i] < game->move_limit, "a move is not below move_limit");
        check(scene, i == 0 || scene->moves[i - 1] < scene->moves[i], "moves do not ascend");
    }
}

static void check_result(const struct scene *scene)
{
    struct tb_result result = tb_position_result(&scene->position);
    int players = scene->position.setup.players, turn = tb_turn(&scene->position);
    unsigned everyone = (1u << players) - 1;

    check(scene, result.over == (scene->count == 0), "over and having no moves differ");
    check(scene, result.over || result.winners == 0, "a winner before the end");
    check(scene, (result.winners & ~everyone) == 0, "a winner who does not play");
    check(scene, result.winners != everyone, "everyone has won");
    check(scene, turn >= 0 && turn < players, "the turn of nobody");
}

/* perft agrees with the generator; kept to positions where it is quick. */
static void check_perft(const struct scene *scene)
{
    uint64_t nodes = 0;

    check(scene, tb_perft(&scene->position, 0) == 1, "perft 0 is not 1");
    check(scene, tb_perft(&scene->position, 1) == (uint64_t)scene->count, "perft 1 differs");
    for (int i = 0; i < scene->count; i++) {
        struct tb_position next = scene->position;

        tb_play(&next, scene->moves[i], NULL);
        nodes += (uint64_t)tb_move_count(&next);
    }
    check(scene, tb_perft(&scene->position, 2) == nodes, "perft 2 differs");
}

/* ---- States as plain bytes ------------------------------------------------------------------- */

static bool rest_is_zero(const struct tb_position *position)
{
    for (size_t i = position->setup.game->state_size; i < STATE_SIZE; i++)
        if (position->state.bytes[i])
            return false;
    return true;
}

/* Playing depends on nothing but the state's bytes, and touches nothing else. */
static void check_play(const struct scene *scene, tb_move move)
{
    const struct tb_game *game = scene->position.setup.game;
    struct tb_position a = scene->position, b = scene->position;

    memset(&b.state, 0xa5, sizeof b.state);
    memcpy(&b.state, &scene->position.state, game->state_size);
    check(scene, tb_play(&a, move, NULL) == TB_OK, "a listed move is refused");
    check(scene, tb_play(&b, move, NULL) == TB_OK, "a listed move is refused");
    check(scene, tb_equal(&a, &b) && tb_hash(&a) == tb_hash(&b), "play is not a function");
    check(scene, rest_is_zero(&a), "play wrote behind the state");
    check(scene, !tb_equal(&a, &scene->position), "a move that changes nothing");
}

static void check_some_moves(struct scene *scene)
{
    int step = 1 + scene->count / MOVE_SAMPLE;

    for (int i = (int)rng_below(&scene->rng, (uint32_t)step); i < scene->count; i += step)
        check_play(scene, scene->moves[i]);
}

static void check_illegal_numbers(struct scene *scene)
{
    struct tb_position copy = scene->position;
    tb_move limit = scene->position.setup.game->move_limit;

    for (int i = 0; i < 8; i++) {
        tb_move move = i < 4 ? rng_below(&scene->rng, limit) : (tb_move)rng_next(&scene->rng);
        struct tb_error error;

        if (scene_lists(scene, move))
            continue;
        check(scene, tb_play(&copy, move, &error) == TB_ERR_ILLEGAL, "an unlisted move is played");
        check(scene, error.code == TB_ERR_ILLEGAL && error.text[0], "no error text");
        check(scene, tb_equal(&copy, &scene->position), "a refused move changed the position");
    }
}

/* ---- Symmetry -------------------------------------------------------------------------------- */

static int compare_moves(const void *a, const void *b)
{
    tb_move x = *(const tb_move *)a, y = *(const tb_move *)b;

    return (x > y) - (x < y);
}

/* The moves of the image are the images of the moves. */
static void check_symmetry_moves(const struct scene *scene, int symmetry,
                                 const struct tb_position *image)
{
    tb_move mapped[TB_MOVES_MAX], there[TB_MOVES_MAX];
    int count = tb_moves(image, there);

    check(scene, count == scene->count, "a symmetry changes the number of moves");
    for (int i = 0; i < count; i++)
        mapped[i] = tb_symmetry_move(&scene->position, symmetry, scene->moves[i]);
    qsort(mapped, (size_t)count, sizeof *mapped, compare_moves);
    check(scene, memcmp(mapped, there, (size_t)count * sizeof *mapped) == 0,
          "the moves of the image are not the images of the moves");
}

static void check_symmetry_players(const struct scene *scene, int symmetry,
                                   const struct tb_position *image)
{
    const struct tb_position *position = &scene->position;
    struct tb_result here = tb_position_result(position), there = tb_position_result(image);
    unsigned seen = 0, winners = 0;

    for (int p = 0; p < position->setup.players; p++) {
        int q = tb_symmetry_player(position, symmetry, p);

        check(scene, q >= 0 && q < position->setup.players, "a symmetry maps to no player");
        seen |= 1u << q;
        winners |= (here.winners >> p & 1) << q;
    }
    check(scene, seen == (1u << position->setup.players) - 1, "a symmetry merges players");
    check(scene, tb_turn(image) == tb_symmetry_player(position, symmetry, tb_turn(position)),
          "a symmetry loses the turn");
    check(scene, there.over == here.over && there.winners == winners,
          "a symmetry changes the result");
}

/* Playing and transforming commute. */
static void check_symmetry_play(const struct scene *scene, int symmetry,
                                const struct tb_position *image, tb_move move)
{
    struct tb_position played = scene->position, then_mapped, mapped = *image;

    tb_play(&played, move, NULL);
    tb_symmetry_position(&played, symmetry, &then_mapped);
    tb_play(&mapped, tb_symmetry_move(&scene->position, symmetry, move), NULL);
    check(scene, tb_equal(&mapped, &then_mapped), "playing and transforming do not commute");
    check(scene, tb_hash(&mapped) == tb_hash(&then_mapped), "equal images, different hashes");
}

static bool has_way_back(const struct scene *scene, const struct tb_position *image)
{
    for (int s = 0; s < tb_symmetry_count(image); s++) {
        struct tb_position back;

        tb_symmetry_position(image, s, &back);
        if (tb_equal(&back, &scene->position))
            return true;
    }
    return false;
}

static void check_symmetry(struct scene *scene)
{
    int count = tb_symmetry_count(&scene->position);

    check(scene, count >= 1, "not even the identity");
    for (int s = 0; s < count; s++) {
        struct tb_position image;

        tb_symmetry_position(&scene->position, s, &image);
        check(scene, s > 0 || tb_equal(&image, &scene->position),
              "symmetry 0 is not the identity");
        check(scene, rest_is_zero(&image), "transform wrote behind the state");
        check_symmetry_moves(scene, s, &image);
        check_symmetry_players(scene, s, &image);
        check(scene, has_way_back(scene, &image), "a symmetry without inverse");
        if (scene->count)
            check_symmetry_play(scene, s, &image,
                                scene->moves[rng_below(&scene->rng, scene->count)]);
    }
}

static int compare_hashes(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* The hashes of what the moves lead to, each settled, in ascending order. */
static int settled_children(const struct tb_position *position, uint64_t *hashes)
{
    const struct tb_game *game = position->setup.game;
    tb_move moves[TB_MOVES_MAX];
    int count = tb_moves(position, moves);

    for (int i = 0; i < count; i++) {
        struct tb_position next = *position;

        game->play(&next.state, moves[i]);
        game->settle(&next.state);
        hashes[i] = tb_hash(&next);
    }
    qsort(hashes, (size_t)count, sizeof *hashes, compare_hashes);
    return count;
}

/* The place that stands for all translations is a position in which the same can be played. */
static void check_settle(const struct scene *scene)
{
    const struct tb_game *game = scene->position.setup.game;
    uint64_t here[TB_MOVES_MAX], there[TB_MOVES_MAX];
    struct tb_position settled = scene->position;

    if (!game->settle)
        return;
    game->settle(&settled.state);
    struct tb_position again = settled;
    struct tb_result result = tb_position_result(&scene->position),
                     same = tb_position_result(&again);

    game->settle(&again.state);
    check(scene, tb_equal(&again, &settled), "settling twice moves twice");
    check(scene, rest_is_zero(&again), "settle wrote behind the state");
    check(scene, tb_turn(&again) == tb_turn(&scene->position), "settling changes the turn");
    check(scene, result.over == same.over && result.winners == same.winners,
          "settling changes the result");
    int count = settled_children(&scene->position, here);

    check(scene, count == settled_children(&again, there), "settling changes the number of moves");
    check(scene, memcmp(here, there, (size_t)count * sizeof *here) == 0,
          "settling changes what can be played");
}

/* The game's quicker way to the canonical hash agrees with the general one, for any symmetries. */
static void check_canonical_hash(struct scene *scene)
{
    const struct tb_game *game = scene->position.setup.game;
    const void *state = &scene->position.state;
    struct tb_game plain = *game;
    uint64_t set = (rng_next(&scene->rng) & canonical_all(game, state)) | 1;

    if (!game->canonical_hash)
        return;
    plain.canonical_hash = NULL;
    for (int p = 0; p < scene->position.setup.players; p++)
        check(scene,
              canonical_hash(game, state, p, set) == canonical_hash(&plain, state, p, set) &&
                  canonical_hash(game, state, p, canonical_all(game, state)) ==
                      canonical_hash(&plain, state, p, canonical_all(game, state)),
              "the canonical hash is not the least of the images'");
}

/* ---- Hashes ---------------------------------------------------------------------------------- */

struct sample {
    uint64_t hash;
    struct tb_state state;
};

struct samples {
    struct sample *list;
    int count;
};

static void keep_sample(struct samples *samples, const struct tb_position *position)
{
    if (samples->count < SAMPLES)
        samples->list[samples->count++] =
            (struct sample){.hash = tb_hash(position), .state = position->state};
}

static int compare_samples(const void *a, const void *b)
{
    const struct sample *x = a, *y = b;

    return (x->hash > y->hash) - (x->hash < y->hash);
}

/* No two different positions of the sample share a hash. */
static void check_hashes(struct samples *samples, const struct tb_game *game)
{
    qsort(samples->list, (size_t)samples->count, sizeof *samples->list, compare_samples);
    for (int i = 1; i < samples->count; i++) {
        const struct sample *a = &samples->list[i - 1], *b = &samples->list[i];

        if (a->hash == b->hash && memcmp(&a->state, &b->state, game->state_size) != 0)
            fail_msg("%s: two positions share a hash", tb_game_name(game));
    }
}

/* ---- Facts and options ----------------------------------------------------------------------- */

/* Every option value survives being spelled and read. */
static void check_setup(const struct tb_setup *setup)
{
    struct tb_setup again;

    assert_int_equal(tb_setup_init(&again, setup->game, setup->players, NULL), TB_OK);
    for (int i = 0; i < tb_game_option_count(setup->game); i++) {
        char value[32];

        tb_setup_option(setup, i, value, sizeof value);
        assert_int_equal(
            tb_setup_set_option(&again, tb_game_option(setup->game, i)->name, value, NULL), TB_OK);
        assert_int_equal(again.options[i], setup->options[i]);
    }
}

/* What other parts take for granted: the server copies the name into GAME_NAME_SIZE bytes, a
 * setup has room for TB_OPTIONS_MAX options, and people read the texts in both languages. */
static void check_facts(const struct tb_game *game)
{
    int options = 0;

    assert_in_range(strlen(game->name), 1, GAME_NAME_SIZE - 1);
    assert_int_equal(strspn(game->name, "abcdefghijklmnopqrstuvwxyz0123456789"),
                     strlen(game->name));
    assert_true(*game->title && *game->author);
    assert_in_range(game->minutes[0], 0, game->minutes[1]);
    assert_true((game->minutes[0] == 0) == (game->minutes[1] == 0) && game->age >= 0);
    if (game->author_link)
        assert_non_null(strchr(game->author_link, ':'));
    while (options <= TB_OPTIONS_MAX && game->options[options].name)
        options++;
    assert_in_range(options, 0, TB_OPTIONS_MAX);
    for (int i = 0; i < options; i++) {
        const struct tb_option *option = &game->options[i];

        assert_true(*option->name && !strpbrk(option->name, " ="));
        assert_true(option->step > 0 && option->min <= option->max);
        for (int n = 1; n <= TB_PLAYERS_MAX; n++)
            if (tb_game_allows(game, n))
                assert_in_range(option->defaults[n], option->min, option->max);
    }
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void check_position(struct scene *scene, void *context)
{
    keep_sample(context, &scene->position);
    check_result(scene);
    check_moves(scene);
    if (scene->ply == 0)
        check_setup(&scene->position.setup);
    if (!scene_is_chosen(scene))
        return;
    check_some_moves(scene);
    check_illegal_numbers(scene);
    check_symmetry(scene);
    check_settle(scene);
    check_canonical_hash(scene);
    if (scene->count < 200)
        check_perft(scene);
}

static void variant_conforms(void **state)
{
    const struct variant *variant = *state;
    struct samples samples = {.list = calloc(SAMPLES, sizeof(struct sample))};

    assert_non_null(samples.list);
    check_facts(variant->game);
    play_random_games(variant, check_position, &samples);
    check_hashes(&samples, variant->game);
    free(samples.list);
}

int main(int argc, char **argv)
{
    return test_main_variants(argc, argv, variant_conforms);
}
