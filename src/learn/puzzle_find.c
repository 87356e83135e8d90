/*
 * puzzle_find.c - puzzles from games between weak players.
 *
 * Weak players leave chances that one move takes, and fall into dangers that one move
 * averts: their games are full of positions where a single move is right.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/canonical.h"
#include "learn/puzzle.h"
#include "search/search.h"

enum {
    SOLVER_BYTES = 32 << 20,
    QUESTION_NODES = 40000,
    GLANCE_NODES = 30000,
    GLANCE_MB = 4,
    WIN_PLIES_MAX = 13,
    HOLD_PLIES_MAX = 10,
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

/* A shortest win that begins with one move only, within so many plies. */
static bool find_win(const struct puzzle_finder *finder, struct puzzle *puzzle, int most)
{
    int turn = tb_turn(&finder->position);

    puzzle->goal = PUZZLE_WIN;
    for (int plies = 1; plies <= most && plies <= WIN_PLIES_MAX; plies += 2) {
        struct bounds bounds = ask(finder, turn, plies);

        if (bounds_proven(&bounds, plies))
            return prove(finder, puzzle, plies);
        if (!bounds_refuted(&bounds, plies))
            return false;
    }
    return false;
}

/* One move that keeps the value, in a game whose positions never come back. */
static bool find_value(const struct puzzle_finder *finder, struct puzzle *puzzle)
{
    int turn = tb_turn(&finder->position);
    struct bounds win = ask(finder, turn, PLIES_ANY);
    struct bounds loss = ask(finder, 1 - turn, PLIES_ANY);

    if (bounds_proven(&win, PLIES_ANY)) {
        puzzle->goal = PUZZLE_WIN;
        return prove(finder, puzzle, PLIES_ANY);
    }
    if (!bounds_refuted(&win, PLIES_ANY) || !bounds_refuted(&loss, PLIES_ANY))
        return false;
    puzzle->goal = PUZZLE_HOLD;
    puzzle->draw = true;
    return prove(finder, puzzle, PLIES_ANY);
}

/* One move that averts a loss within so many plies. */
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

static unsigned themes_of(const struct puzzle *puzzle)
{
    const struct tb_game *game = puzzle->position.setup.game;
    char answer[TB_MOVE_TEXT];
    tb_move move;

    if (!game->move_themes || !puzzle_answer(puzzle->tree, answer) ||
        tb_move_parse(&puzzle->position, answer, &move, NULL))
        return 0;
    return game->move_themes(&puzzle->position.state, move);
}

static bool look(struct puzzle_finder *finder, struct puzzle *puzzle)
{
    *puzzle = (struct puzzle){.position = finder->position};
    if (tb_move_count(&finder->position) < MOVES_MIN ||
        is_known(finder, name_of(&finder->position)))
        return false;
    if (!find_promising(finder, puzzle) &&
        (finder->setup.game->repeats || !find_value(finder, puzzle)))
        return false;
    puzzle->themes = themes_of(puzzle);
    puzzle_identify(puzzle);
    return true;
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

    tb_position_start(&finder->position, &finder->setup);
    for (uint32_t i = 0; i < random && !tb_result(&finder->position).over; i++)
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
    finder->playing = !tb_result(&finder->position).over && finder->plies < GAME_PLIES_MAX &&
                      finder->found < PUZZLES_A_GAME;
}

bool puzzle_finder_next(struct puzzle_finder *finder, struct puzzle *puzzle,
                        bool (*stop)(void *context), void *context)
{
    for (; finder->playing && (!stop || !stop(context)); play_on(finder)) {
        if (tb_result(&finder->position).over) {
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

/* ---- Rating ------------------------------------------------------------------------------ */

/* The lowest level that finds the first move, whatever the dice say. */
static int finding_level(const struct puzzle *puzzle, tb_move key)
{
    enum { SEEDS = 3, LEVEL_LAST = 7 };
    const struct tb_game *game = puzzle->position.setup.game;
    struct search_task task = {.game = game, .state = &puzzle->position.state};

    for (int level = 1; level <= LEVEL_LAST; level++) {
        int right = 0;

        for (int seed = 0; seed < SEEDS && right == seed; seed++) {
            struct engine_options options = {
                .level = level, .seed = (uint64_t)seed, .untimed = true};
            struct engine *engine = engine_new(&puzzle->position.setup, &options, NULL);

            right += engine && engine_think(engine, &task, NULL) == key;
            engine_free(engine);
        }
        if (right == SEEDS)
            return level;
    }
    return LEVEL_LAST + 1;
}

/* Wrong moves that look as good as the right one at first sight. */
static int tempting_moves(const struct puzzle *puzzle, tb_move key)
{
    enum { SIGHT_DEPTH = 1, SIGHT_NODES = 5000 };
    const struct tb_game *game = puzzle->position.setup.game;
    struct search_task task = {.game = game,
                               .state = &puzzle->position.state,
                               .limits = {.depth = SIGHT_DEPTH, .nodes = SIGHT_NODES},
                               .lines = SEARCH_LINES_MAX};
    struct engine_options options = {.level = 0, .table_mb = 8};
    struct engine *engine = engine_new(&puzzle->position.setup, &options, NULL);
    struct search_info info = {0};
    int better = 0;

    if (!engine)
        return 0;
    engine_think(engine, &task, &info);
    engine_free(engine);
    while (better < info.line_count && info.lines[better].pv[0] != key)
        better++;
    return better;
}

/* The work of a solver without any knowledge, in powers of ten. */
static double proof_effort(const struct puzzle *puzzle)
{
    struct dfpn_options options = {.bytes = SOLVER_BYTES, .rules_only = true};
    struct dfpn_limits limits = {.nodes = 10 * QUESTION_NODES};
    int turn = tb_turn(&puzzle->position);
    struct dfpn_question question = {&puzzle->position.state,
                                     puzzle->goal == PUZZLE_WIN ? turn : 1 - turn, puzzle->plies};
    struct dfpn *solver = dfpn_new(&puzzle->position.setup, &options);
    double effort = 0;

    if (!solver)
        return 0;
    dfpn_ask(solver, &question, &limits);
    effort = log10((double)dfpn_nodes(solver) + 1);
    dfpn_free(solver);
    return effort;
}

double puzzle_points(const struct puzzle *puzzle)
{
    char answer[TB_MOVE_TEXT];
    tb_move key;

    if (puzzle->plies <= 2 || !puzzle_answer(puzzle->tree, answer) ||
        tb_move_parse(&puzzle->position, answer, &key, NULL))
        return 0;
    int tempting = tempting_moves(puzzle, key);

    return finding_level(puzzle, key) + proof_effort(puzzle) + 0.3 * (tempting < 6 ? tempting : 6) +
           puzzle_moves(puzzle->tree);
}

int puzzle_grade(double points)
{
    static const double steps[PUZZLE_GRADES - 1] = {5.5, 7.5, 9.5, 11.5};
    int grade = 1;

    while (grade < PUZZLE_GRADES && points > steps[grade - 1])
        grade++;
    return grade;
}
