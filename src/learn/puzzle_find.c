/*
 * puzzle_find.c - puzzles from games between weak players.
 *
 * Weak players leave chances that one move takes, and fall into dangers that one move
 * averts: their games are full of positions where a single move is right. One of those of each game
 * becomes a puzzle, so that no two have a part of a game in common.
 */
#include <stdlib.h>
#include <string.h>

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
    HOLD_PLIES_MAX = 10,
    PUZZLE_MOVES_MAX = 4, /* that the solver has to find */
    MOVES_MIN = 3,        /* with fewer there is nothing to choose from */
    OPENING_PLIES = 4,    /* at random, at most */
    GAME_PLIES_MAX = 200,
    PLIES_BETWEEN = 4, /* two candidates of one game */
    CANDIDATES = 3,    /* of one game, at most */
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
    int level[2]; /* indices of engines */
    int plies, quiet;
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
    if (tb_move_count(&finder->position) < MOVES_MIN)
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

/* Begins game `number`; false if memory runs out. */
static bool begin(struct puzzle_finder *finder, uint64_t number)
{
    finder->rng.state = finder->seed + number * UINT64_C(0x9e3779b97f4a7c15);
    finder->rng.state = rng_next(&finder->rng);
    finder->plies = 0;
    finder->quiet = PLIES_BETWEEN;
    bool begun = forget(finder);
    uint32_t random = rng_below(&finder->rng, OPENING_PLIES + 1);

    tb_position_start(&finder->position, &finder->setup, NULL);
    for (uint32_t i = 0; i < random && !tb_position_result(&finder->position).over; i++)
        game_play_random(finder->setup.game, &finder->position.state, &finder->rng);
    for (int i = 0; i < 2; i++)
        finder->level[i] = (int)rng_below(&finder->rng, LEVELS);
    return begun;
}

static void play_on(struct puzzle_finder *finder)
{
    const struct tb_game *game = finder->setup.game;
    struct search_task task = {.game = game, .state = &finder->position.state};
    struct engine *engine = finder->engines[finder->level[tb_turn(&finder->position)]];

    game->play(&finder->position.state, engine_think(engine, &task, NULL));
    finder->plies++;
    finder->quiet++;
}

/* Takes candidate number `count` of a game in place of the one before, or drops it. An immediate
 * win or danger gives way to anything else; otherwise all have the same chance. */
static void take(struct puzzle_finder *finder, struct puzzle *taken, struct puzzle *found,
                 int count)
{
    bool better = puzzle_immediate(taken) && !puzzle_immediate(found);
    bool worse = !puzzle_immediate(taken) && puzzle_immediate(found);
    bool chosen = rng_below(&finder->rng, (uint32_t)count) == 0;

    if (count == 1 || better || (chosen && !worse)) {
        puzzle_release(taken);
        *taken = *found;
    } else {
        puzzle_release(found);
    }
}

bool puzzle_finder_look(struct puzzle_finder *finder, uint64_t number, struct puzzle *puzzle,
                        bool (*stop)(void *context), void *context)
{
    int count = 0;

    if (!begin(finder, number))
        return false;
    while (!tb_position_result(&finder->position).over && finder->plies < GAME_PLIES_MAX &&
           count < CANDIDATES && !(stop && stop(context))) {
        struct puzzle found = {0};

        if (finder->quiet >= PLIES_BETWEEN && look(finder, &found)) {
            finder->quiet = 0;
            take(finder, puzzle, &found, ++count);
        } else {
            puzzle_release(&found);
        }
        play_on(finder);
    }
    return count > 0;
}
