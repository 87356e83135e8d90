/*
 * puzzle_find.c - puzzles from games between weak players.
 *
 * Weak players leave chances that one move takes, and fall into dangers that one move
 * averts: their games are full of positions where a single move is right.
 */
#include <stdlib.h>
#include <string.h>

#include "core/canonical.h"
#include "core/themes.h"
#include "learn/puzzle.h"
#include "search/search.h"

enum {
    SOLVER_BYTES = 32 << 20,
    QUESTION_NODES = 40000,
    GLANCE_NODES = 30000,
    GLANCE_MB = 4,
    WIN_PLIES_MAX = 9, /* what people can see */
    WALK_PLIES_MAX = 13, /* the same in a game of steps, where much of a win is walking */
    HOLD_PLIES_MAX = 8,
    PUZZLE_MOVES_MAX = 4, /* that the solver has to find */
    MOVES_MIN = 3,        /* with fewer there is nothing to choose from */
    OPENING_PLIES = 4,    /* at random, at most */
    GAME_PLIES_MAX = 200,
    PLIES_BETWEEN = 4, /* two puzzles of one game */
    PUZZLES_A_GAME = 3,
    LEVEL_LOW = 2,
    LEVELS = 4, /* from LEVEL_LOW on */
};

struct puzzle_finder {
    struct tb_setup setup;
    struct dfpn *solver;
    struct engine *engines[LEVELS];
    struct engine *glance;
    uint64_t seed;

    /* The game under way. */
    struct rng rng;
    struct tb_position position;
    bool playing;
    uint64_t known[PUZZLES_A_GAME]; /* the names of what was found in it */
    int level[2]; /* indices of engines */
    int plies, found, quiet;
};

void puzzle_finder_free(struct puzzle_finder *finder)
{
    if (!finder)
        return;
    for (int i = 0; i < LEVELS; i++)
        engine_free(finder->engines[i]);
    engine_free(finder->glance);
    dfpn_free(finder->solver);
    free(finder);
}

struct puzzle_finder *puzzle_finder_new(const struct tb_setup *setup, uint64_t seed)
{
    struct puzzle_finder *finder = calloc(1, sizeof *finder);

    if (!finder)
        return NULL;
    finder->setup = *setup;
    finder->seed = seed;
    finder->glance = engine_new(setup, &(struct engine_options){.table_mb = GLANCE_MB}, NULL);
    bool made = finder->glance != NULL;

    for (int i = 0; i < LEVELS && made; i++) {
        struct engine_options wanted = {.level = LEVEL_LOW + i, .untimed = true};

        finder->engines[i] = engine_new(setup, &wanted, NULL);
        made = finder->engines[i] != NULL;
    }
    if (made)
        return finder;
    puzzle_finder_free(finder);
    return NULL;
}

/* ---- What was found already -------------------------------------------------------------- */

static uint64_t name_of(const struct tb_position *position)
{
    const struct tb_game *game = position->setup.game;

    return canonical_hash(game, &position->state, game->turn(&position->state),
                          canonical_all(game, &position->state));
}

uint64_t puzzle_name(const struct puzzle *puzzle)
{
    return name_of(&puzzle->position);
}

static bool is_known(const struct puzzle_finder *finder, uint64_t name)
{
    for (int i = 0; i < finder->found; i++)
        if (finder->known[i] == name)
            return true;
    return false;
}

/* ---- Looking at a position --------------------------------------------------------------- */

static struct bounds ask(const struct puzzle_finder *finder, int player, int plies)
{
    struct dfpn_question question = {&finder->position.state, player, plies};
    struct dfpn_limits limits = {.nodes = QUESTION_NODES};

    return dfpn_ask(finder->solver, &question, &limits);
}

static bool prove(const struct puzzle_finder *finder, struct puzzle *puzzle, int plies)
{
    struct puzzle_limits limits = {.nodes = QUESTION_NODES, .moves = PUZZLE_MOVES_MAX};

    puzzle->plies = plies;
    return puzzle_prove(puzzle, finder->solver, &limits) == TB_OK;
}

/* Finds a shortest win within `most` plies that begins with one move only. */
static bool find_win(const struct puzzle_finder *finder, struct puzzle *puzzle, int most)
{
    int turn = tb_turn(&finder->position);
    int limit = game_needs(finder->setup.game) ? WALK_PLIES_MAX : WIN_PLIES_MAX;

    puzzle->goal = PUZZLE_WIN;
    for (int plies = 1; plies <= most && plies <= limit; plies += 2) {
        struct bounds bounds = ask(finder, turn, plies);

        if (bounds_proven(&bounds, plies))
            return prove(finder, puzzle, plies);
        if (!bounds_refuted(&bounds, plies))
            return false;
    }
    return false;
}

/* Finds the one move that holds the draw, in a game whose positions never repeat. (A single winning
 * move without a ply limit is not a puzzle: no person can see that far.) */
static bool find_draw(const struct puzzle_finder *finder, struct puzzle *puzzle)
{
    int turn = tb_turn(&finder->position);
    struct bounds win = ask(finder, turn, PLIES_ANY);
    struct bounds loss = ask(finder, 1 - turn, PLIES_ANY);

    if (!bounds_refuted(&win, PLIES_ANY) || !bounds_refuted(&loss, PLIES_ANY))
        return false;
    puzzle->goal = PUZZLE_HOLD;
    puzzle->draw = true;
    return prove(finder, puzzle, PLIES_ANY);
}

/* Finds the one move that averts a loss within `plies` plies. */
static bool find_hold(const struct puzzle_finder *finder, struct puzzle *puzzle, int plies)
{
    puzzle->goal = PUZZLE_HOLD;
    return plies <= HOLD_PLIES_MAX && prove(finder, puzzle, plies);
}

/* A short search tells where a proof is worth the time: one move wins and the second best
 * does not, or the second best loses and the best does not. */
static bool find_promising(const struct puzzle_finder *finder, struct puzzle *puzzle)
{
    struct search_task task = {
        .game = finder->setup.game,
        .state = &finder->position.state,
        .limits = {.nodes = GLANCE_NODES},
        .lines = 2,
    };
    struct search_info info = {0};

    engine_clear(finder->glance);
    engine_think(finder->glance, &task, &info);
    if (info.line_count < 2)
        return false;
    const struct search_line *best = &info.lines[0], *second = &info.lines[1];
    bool wins = best->exact && best->verdict.value > 0;
    bool loses = second->exact && second->verdict.value < 0;

    if (wins && !(second->exact && second->verdict.value > 0 &&
                  second->verdict.plies <= best->verdict.plies))
        return find_win(finder, puzzle, best->verdict.plies);
    if (loses && !(best->exact && best->verdict.value < 0))
        return find_hold(finder, puzzle, second->verdict.plies);
    return false;
}

static bool look(struct puzzle_finder *finder, struct puzzle *puzzle)
{
    *puzzle = (struct puzzle){.position = finder->position};
    if (tb_move_count(&finder->position) < MOVES_MIN ||
        is_known(finder, name_of(&finder->position)))
        return false;
    if (!find_promising(finder, puzzle) &&
        (finder->setup.game->repeats || !find_draw(finder, puzzle)))
        return false;
    puzzle->themes = puzzle_themes(puzzle);
    puzzle_identify(puzzle);
    return !puzzle_dull(puzzle);
}

/* ---- Playing ----------------------------------------------------------------------------- */

/* Nothing of the games before plays a part in this one. */
static bool forget(struct puzzle_finder *finder)
{
    struct dfpn_options options = {.bytes = SOLVER_BYTES};

    dfpn_free(finder->solver);
    finder->solver = dfpn_new(&finder->setup, &options);
    for (int i = 0; i < LEVELS; i++) {
        engine_clear(finder->engines[i]);
        engine_reseed(finder->engines[i], rng_next(&finder->rng));
    }
    return finder->solver != NULL;
}

bool puzzle_finder_begin(struct puzzle_finder *finder, uint64_t number)
{
    finder->rng.state = finder->seed + number * UINT64_C(0x9e3779b97f4a7c15);
    finder->rng.state = rng_next(&finder->rng);
    finder->plies = finder->found = 0;
    finder->quiet = PLIES_BETWEEN;
    finder->playing = forget(finder);
    uint32_t random = rng_below(&finder->rng, OPENING_PLIES + 1);

    tb_position_start(&finder->position, &finder->setup, NULL);
    for (uint32_t i = 0; i < random && !tb_position_result(&finder->position).over; i++)
        game_play_random(finder->setup.game, &finder->position.state, &finder->rng);
    for (int i = 0; i < 2; i++)
        finder->level[i] = (int)rng_below(&finder->rng, LEVELS);
    return finder->playing;
}

/* A game is over for the finder when nothing more can be found in it. */
static void play_on(struct puzzle_finder *finder)
{
    if (!finder->playing)
        return;
    const struct tb_game *game = finder->setup.game;
    struct search_task task = {.game = game, .state = &finder->position.state};
    struct engine *engine = finder->engines[finder->level[tb_turn(&finder->position)]];

    game->play(&finder->position.state, engine_think(engine, &task, NULL));
    finder->plies++;
    finder->quiet++;
    finder->playing = !tb_position_result(&finder->position).over &&
                      finder->plies < GAME_PLIES_MAX && finder->found < PUZZLES_A_GAME;
}

bool puzzle_finder_next(struct puzzle_finder *finder, struct puzzle *puzzle,
                        bool (*stop)(void *context), void *context)
{
    for (; finder->playing && (!stop || !stop(context)); play_on(finder)) {
        if (tb_position_result(&finder->position).over) {
            finder->playing = false;
        } else if (finder->quiet >= PLIES_BETWEEN) {
            if (look(finder, puzzle)) {
                finder->quiet = 0;
                finder->known[finder->found++] = puzzle_name(puzzle);
                play_on(finder);
                return true;
            }
            puzzle_release(puzzle);
        }
    }
    return false;
}
