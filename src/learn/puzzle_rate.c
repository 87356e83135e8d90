/*
 * puzzle_rate.c - themes and difficulty of a puzzle.
 *
 * People do not look at every legal move. They pass over those that cannot do it in time and
 * those that lose at once. A puzzle where nothing but the right move is left after that has nothing
 * to find.
 *
 * The weak levels model people (search/level.c): they do not look far, misjudge positions, and miss
 * wins and threats. A puzzle is as hard as many of them fail at it.
 */
#include <math.h>
#include <string.h>

#include "core/advice.h"
#include "core/themes.h"
#include "learn/puzzle.h"
#include "search/level.h"
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

/* Counts the moves that a player might try, the right one among them. */
static int count_candidates(const struct puzzle *puzzle, tb_move key)
{
    const struct tb_game *game = puzzle->position.setup.game;
    tb_move moves[TB_MOVES_MAX];
    int count = game->moves(&puzzle->position.state, moves), candidates = 0;

    for (int i = 0; i < count; i++) {
        struct tb_state next = puzzle->position.state;

        game->play(&next, moves[i]);
        candidates += moves[i] == key || is_candidate(puzzle, &next);
    }
    return candidates;
}

/* Counts the wrong moves after which the opponent needs more moves than before. */
static int count_delays(const struct puzzle *puzzle, tb_move key)
{
    const struct tb_game *game = puzzle->position.setup.game;
    const struct tb_state *state = &puzzle->position.state;
    tb_move moves[TB_MOVES_MAX];
    int count = game->moves(state, moves), opponent = 1 - tb_turn(&puzzle->position), delays = 0;

    for (int i = 0; i < count; i++) {
        struct tb_state next = *state;

        game->play(&next, moves[i]);
        delays += moves[i] != key && !can_win_at_once(game, &next) &&
                  game_needs(game)(&next, opponent) > game_needs(game)(state, opponent);
    }
    return delays;
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
    enum { CHOICES = 1 }; /* wrong moves that a danger must leave to try */
    const struct tb_game *game = puzzle->position.setup.game;
    const struct tb_state *state = &puzzle->position.state;
    int (*needs)(const void *state, int player) = game_needs(game);
    int player = tb_turn(&puzzle->position);
    tb_move key;

    if (!find_key(puzzle, &key))
        return false;
    if (!needs)
        return puzzle->goal == PUZZLE_WIN && puzzle->plies == 1 && !shows_something(puzzle);
    if (puzzle->goal == PUZZLE_HOLD)
        return count_delays(puzzle, key) < CHOICES;
    struct tb_state next = *state;

    game->play(&next, key);
    return count_candidates(puzzle, key) == 1 && needs(state, player) - needs(&next, player) <= 1;
}

/* ---- How hard it is ------------------------------------------------------------------------ */

/* The reply that leaves the solver the most moves to find; false if the solution ends here. */
static bool stubborn_reply(const struct puzzle_attempt *at, char out[TB_MOVE_TEXT])
{
    const struct tb_game *game = at->position.setup.game;
    tb_move replies[TB_MOVES_MAX];
    int count = game->moves(&at->position.state, replies), most = 0;

    for (int i = 0; i < count; i++) {
        char reply[TB_MOVE_TEXT];
        struct tb_state next = at->position.state;

        game->play(&next, replies[i]);
        position_move_text(&at->position, replies[i], reply, sizeof reply);
        const char *tree = game->result(&next).over ? NULL : puzzle_follow(at->tree, reply);
        int moves = tree ? puzzle_moves(tree) : 0;

        if (moves > most) {
            most = moves;
            memcpy(out, reply, sizeof reply);
        }
    }
    return most > 0;
}

/* True if the engine, with no more nodes per move than these (0: than its level has), finds every
 * move of the solution against the most stubborn replies. */
static bool solves(const struct puzzle *puzzle, struct engine *engine, int nodes)
{
    struct puzzle_attempt at = puzzle_attempt_start(puzzle);
    char move[TB_MOVE_TEXT];

    while (at.tree) {
        struct search_task task = {.game = at.position.setup.game,
                                   .state = &at.position.state,
                                   .limits = {.nodes = (uint64_t)nodes}};

        if (at.replying && !stubborn_reply(&at, move))
            return true;
        if (!at.replying)
            position_move_text(&at.position, engine_think(engine, &task, NULL), move, sizeof move);
        if (puzzle_attempt_play(&at, move, NULL) || at.wrong)
            return false;
    }
    return true;
}

/* The share of attempts in which a level, with no more nodes than these, does not solve the puzzle.
 * A level that throws no dice has one attempt. */
static double failing_share(const struct puzzle *puzzle, int number, int nodes)
{
    enum { ATTEMPTS = 8 };
    const struct level *level = level_find(&puzzle->position.setup, level_option(number));
    bool dice = level->eval_noise || level->spread || level->random || level->finds_wins < 100 ||
                level->sees_threats < 100;
    int attempts = dice ? ATTEMPTS : 1, failed = 0;

    for (int seed = 0; seed < attempts; seed++) {
        struct engine_options options = {
            .level = level_option(number), .seed = (uint64_t)seed, .untimed = true};
        struct engine *engine = engine_new(&puzzle->position.setup, &options, NULL);

        failed += !engine || !solves(puzzle, engine, nodes);
        engine_free(engine);
    }
    return (double)failed / attempts;
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
    enum { LEVEL_ERRS = 6, LEVEL_SURE = LEVEL_MAX - 1 }; /* the last level has a clock alone */
    double points = proof_effort(puzzle) / log10(EFFORT_NODES + 1);

    for (int level = 0; level <= LEVEL_ERRS; level++)
        points += failing_share(puzzle, level, 0);
    return points + failing_share(puzzle, LEVEL_SURE,
                                  game_advice(puzzle->position.setup.game)->grading_nodes);
}

int puzzle_grade(double points)
{
    int grade = 1 + (int)(points * PUZZLE_GRADES / PUZZLE_POINTS_MAX);

    return grade < PUZZLE_GRADES ? grade : PUZZLE_GRADES;
}
