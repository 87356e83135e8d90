/*
 * puzzle_rate.c - themes and difficulty of a puzzle.
 *
 * People do not look at every legal move. They pass over those that cannot do it in time and
 * those that lose at once, and among the others they try first what looks best. A puzzle where
 * nothing but the right move is left after that has nothing to find.
 */
#include <math.h>

#include "core/advice.h"
#include "core/themes.h"
#include "learn/puzzle.h"
#include "search/search.h"

enum {
    SOLVER_BYTES = 32 << 20,
    EFFORT_NODES = 400000,
};

/* The first move of the solution. */
static bool find_key(const struct puzzle *puzzle, tb_move *key)
{
    char answer[TB_MOVE_TEXT];

    return puzzle->tree && puzzle_answer(puzzle->tree, answer) &&
           tb_move_parse(&puzzle->position, answer, key, NULL) == TB_OK;
}

unsigned puzzle_themes(const struct puzzle *puzzle)
{
    const struct themes *themes = puzzle->position.setup.game->themes;
    tb_move key;

    return themes && find_key(puzzle, &key) ? themes->of_move(&puzzle->position.state, key) : 0;
}

/* ---- What there is to choose from --------------------------------------------------------- */

/* True if the player to move can win with one move. */
static bool can_win_at_once(const struct tb_game *game, const struct tb_state *state)
{
    tb_move moves[TB_MOVES_MAX];
    int player = game->turn(state), count;

    if (game_advice(game)->wins_at_once)
        return game_advice(game)->wins_at_once(state);
    count = game->moves(state, moves);
    for (int i = 0; i < count; i++) {
        struct tb_state next = *state;

        game->play(&next, moves[i]);
        if (game->result(&next).winners >> player & 1)
            return true;
    }
    return false;
}

/* True if a player who knows the rules might try this move. */
static bool is_candidate(const struct puzzle *puzzle, const struct tb_state *next)
{
    const struct tb_game *game = puzzle->position.setup.game;
    int player = tb_turn(&puzzle->position);

    if (game->result(next).over)
        return game->result(next).winners >> player & 1;
    if (puzzle->goal == PUZZLE_WIN && game_needs(game) &&
        game_needs(game)(next, player) > (puzzle->plies - 1) / 2)
        return false;
    return !can_win_at_once(game, next);
}

/* Evaluates a position for the player who has just moved. */
static int looks(const struct tb_game *game, const struct tb_state *next)
{
    const struct advice *advice = game_advice(game);

    return game->result(next).over || !advice->evaluate ? 0 : -advice->evaluate(next);
}

/* Counts the candidates, and those of them that look at least as good as the right move. */
static int count_candidates(const struct puzzle *puzzle, tb_move key, int *tempting)
{
    const struct tb_game *game = puzzle->position.setup.game;
    tb_move moves[TB_MOVES_MAX];
    int count = game->moves(&puzzle->position.state, moves), candidates = 0;
    struct tb_state right = puzzle->position.state;

    game->play(&right, key);
    *tempting = 0;
    for (int i = 0; i < count; i++) {
        struct tb_state next = puzzle->position.state;

        game->play(&next, moves[i]);
        if (moves[i] == key) {
            candidates++;
        } else if (is_candidate(puzzle, &next)) {
            candidates++;
            *tempting += looks(game, &next) >= looks(game, &right);
        }
    }
    return candidates;
}

/* True if the move has a theme that few moves have. */
static bool shows_something(const struct puzzle *puzzle)
{
    const struct theme *themes = game_themes(puzzle->position.setup.game);

    for (int i = 0; themes[i].name; i++)
        if (puzzle->themes >> i & 1 && !themes[i].plain)
            return true;
    return false;
}

bool puzzle_dull(const struct puzzle *puzzle)
{
    const struct tb_game *game = puzzle->position.setup.game;
    const struct tb_state *state = &puzzle->position.state;
    int (*needs)(const void *state, int player) = game_needs(game);
    int player = tb_turn(&puzzle->position), tempting;
    tb_move key;

    if (puzzle->goal != PUZZLE_WIN || !find_key(puzzle, &key))
        return false;
    if (!needs)
        return puzzle->plies == 1 && !shows_something(puzzle);
    struct tb_state next = *state;

    game->play(&next, key);
    return count_candidates(puzzle, key, &tempting) == 1 &&
           needs(state, player) - needs(&next, player) <= 1;
}

/* ---- How hard it is ------------------------------------------------------------------------ */

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

/* The work of a solver without any knowledge, in powers of ten. */
static double proof_effort(const struct puzzle *puzzle)
{
    struct dfpn_options options = {.bytes = SOLVER_BYTES, .rules_only = true};
    struct dfpn_limits limits = {.nodes = EFFORT_NODES};
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
    tb_move key;
    int tempting;

    if (puzzle->plies <= 2 || !find_key(puzzle, &key))
        return 0;
    count_candidates(puzzle, key, &tempting);
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
