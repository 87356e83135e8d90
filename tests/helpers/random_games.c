/* random_games.c - see random_games.h */
#include "random_games.h"

#include <stdlib.h>

enum {
    GAMES = 20,       /* approximate number per variant */
    GAMES_MORE = 200, /* with THOROUGH in the environment */
    SETS_MAX = 128,   /* up to this number of option sets, all combinations are tried */
};

/* ---- Positions ------------------------------------------------------------------------------- */

struct scene scene_start(const struct tb_setup *setup, uint64_t seed)
{
    struct scene scene = {.rng = {seed}};

    tb_position_start(&scene.position, setup, NULL);
    scene.count = tb_moves(&scene.position, scene.moves);
    return scene;
}

bool scene_is_chosen(const struct scene *scene)
{
    return scene->ply % SCENE_STEP == 0 || scene->count <= 1;
}

bool scene_lists(const struct scene *scene, tb_move move)
{
    for (int i = 0; i < scene->count; i++)
        if (scene->moves[i] == move)
            return true;
    return false;
}

static _Noreturn void fail_at(const struct scene *scene, const char *what, const char *detail)
{
    char text[TB_POSITION_TEXT];

    tb_position_text(&scene->position, text, sizeof text);
    fail_msg("%s, position '%s': %s '%s'", tb_game_name(scene->position.setup.game), text, what,
             detail);
    abort();
}

void check(const struct scene *scene, bool truth, const char *what)
{
    if (!truth)
        fail_at(scene, what, "");
}

void check_text(const struct scene *scene, bool truth, const char *what, const char *text)
{
    if (!truth)
        fail_at(scene, what, text);
}

/* ---- Games ----------------------------------------------------------------------------------- */

static int value_count(const struct tb_option *option)
{
    return (option->max - option->min) / option->step + 1;
}

/* All combinations if they are few; otherwise every value of each option, the
 * others at their defaults. Returns how many sets there are. */
static int option_sets(const struct tb_setup *defaults, struct tb_setup *sets)
{
    const struct tb_game *game = defaults->game;
    int options = tb_game_option_count(game), combinations = 1, count = 0;

    for (int i = 0; i < options; i++)
        combinations *= value_count(tb_game_option(game, i));
    for (int n = 0; combinations <= SETS_MAX && n < combinations; n++) {
        int rest = n;

        sets[count] = *defaults;
        for (int i = 0; i < options; rest /= value_count(tb_game_option(game, i)), i++) {
            const struct tb_option *option = tb_game_option(game, i);

            sets[count].options[i] = option->min + rest % value_count(option) * option->step;
        }
        count++;
    }
    for (int i = 0; combinations > SETS_MAX && i < options; i++) {
        const struct tb_option *option = tb_game_option(game, i);

        for (int v = option->min; v <= option->max && count < SETS_MAX; v += option->step) {
            sets[count] = *defaults;
            sets[count++].options[i] = v;
        }
    }
    return count;
}

static void play_game(const struct tb_setup *setup, uint64_t seed,
                      void (*visit)(struct scene *scene, void *context), void *context)
{
    struct scene scene = scene_start(setup, seed);

    for (; scene.ply < SCENE_PLIES; scene.ply++) {
        visit(&scene, context);
        if (scene.count == 0)
            break;
        tb_play(&scene.position, scene.moves[rng_below(&scene.rng, scene.count)], NULL);
        scene.count = tb_moves(&scene.position, scene.moves);
    }
}

void play_random_games(const struct variant *variant,
                       void (*visit)(struct scene *scene, void *context), void *context)
{
    static struct tb_setup sets[SETS_MAX];
    struct tb_setup defaults;

    assert_int_equal(tb_setup_init(&defaults, variant->game, variant->players, NULL), TB_OK);
    int count = option_sets(&defaults, sets),
        games = 1 + (getenv("THOROUGH") ? GAMES_MORE : GAMES / TEST_SHARE) / count;

    for (int i = 0; i < count; i++)
        for (int g = 0; g < games; g++)
            play_game(&sets[i], (uint64_t)(1000 * i + g), visit, context);
}
