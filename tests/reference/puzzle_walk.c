/* puzzle_walk.c - see puzzle_walk.h. */
#include "reference/puzzle_walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/reference.h"

enum { SOLVER_BYTES = 16 << 20, SEEN_BITS = 16, NODES_A_STEP = 10 };

struct walk {
    const struct reference *rules;
    const struct tb_game *game;
    struct dfpn *solver;
    int attacker; /* from 0 */
    uint64_t steps, limit;
    uint64_t *seen; /* claims that were found to be true, a few of them */
    char *why;
    size_t size;
};

static enum walked wrong(struct walk *walk, const char *words, const char *move)
{
    if (!*walk->why)
        snprintf(walk->why, walk->size, "%s %s", words, move);
    return WALK_WRONG;
}

/* ---- The reference beside the library ---------------------------------------------------- */

/* A position in both. */
struct both {
    struct tb_position position;
    void *state; /* of the reference */
};

static struct both both_after(const struct walk *walk, const struct both *before, const char *move)
{
    struct both after = {before->position, walk->rules->copy(before->state)};
    tb_move number;

    walk->rules->play(after.state, move);
    if (tb_move_parse(&after.position, move, &number, NULL) == TB_OK)
        tb_play(&after.position, number, NULL);
    return after;
}

/* The moves of the reference; -1 if the library has others. */
static int list_moves(struct walk *walk, const struct both *both, char (*out)[REFERENCE_TEXT])
{
    int count = walk->rules->moves(both->state, out, REFERENCE_MOVES);
    tb_move move;

    if (count != tb_move_count(&both->position))
        return wrong(walk, "another number of moves", ""), -1;
    for (int i = 0; i < count; i++)
        if (tb_move_parse(&both->position, out[i], &move, NULL) != TB_OK)
            return wrong(walk, "the library does not know", out[i]), -1;
    return count;
}

static bool has_won(const struct walk *walk, const struct both *both, int player, bool *over)
{
    char result[REFERENCE_RESULT];

    walk->rules->result(both->state, result);
    *over = strcmp(result, "none") != 0;
    return *over && result[0] == '1' + player;
}

/* ---- Claims ------------------------------------------------------------------------------ */

static enum walked claim(struct walk *walk, const struct both *both, int plies, bool wins);

/* The claim after one move. */
static enum walked claim_after(struct walk *walk, const struct both *both, const char *move,
                               int plies, bool wins)
{
    struct both next = both_after(walk, both, move);
    enum walked walked = claim(walk, &next, plies_after(plies), wins);

    walk->rules->destroy(next.state);
    return walked;
}

/* One move is enough: the solver names it. */
static enum walked claim_one(struct walk *walk, const struct both *both, int plies, bool wins,
                             char (*moves)[REFERENCE_TEXT], int count)
{
    struct dfpn_question question = {&both->position.state, walk->attacker, plies};
    struct dfpn_limits limits = {.nodes = walk->limit * NODES_A_STEP};
    char text[TB_MOVE_TEXT];
    tb_move move;

    if (!dfpn_choose(walk->solver, &question, &limits, &move))
        return walk->limit ? WALK_LONG : wrong(walk, "the solver knows no move", "");
    position_move_text(&both->position, move, text, sizeof text);
    for (int i = 0; i < count; i++)
        if (strcmp(moves[i], text) == 0)
            return claim_after(walk, both, text, plies, wins);
    return wrong(walk, "not legal:", text);
}

static enum walked claim_all(struct walk *walk, const struct both *both, int plies, bool wins,
                             char (*moves)[REFERENCE_TEXT], int count)
{
    enum walked walked = WALK_RIGHT;

    for (int i = 0; i < count && walked == WALK_RIGHT; i++)
        walked = claim_after(walk, both, moves[i], plies, wins);
    return walked;
}

/* Checks the claim that the attacker can, or cannot, win within `plies` plies. */
static enum walked claim(struct walk *walk, const struct both *both, int plies, bool wins)
{
    uint64_t name = (game_hash(walk->game, &both->position.state) ^ (uint64_t)plies << 1) | 1;
    uint64_t *seen = &walk->seen[name >> (64 - SEEN_BITS)];
    char (*moves)[REFERENCE_TEXT];
    bool over, won = has_won(walk, both, walk->attacker, &over);
    enum walked walked = WALK_WRONG;

    if (over || plies <= 0)
        return won == wins ? WALK_RIGHT : wrong(walk, "it ends otherwise", "");
    if (*seen == (name ^ (wins ? 2 : 0)))
        return WALK_RIGHT;
    if (walk->limit && ++walk->steps > walk->limit)
        return WALK_LONG;
    moves = malloc(REFERENCE_MOVES * sizeof *moves);
    int count = moves ? list_moves(walk, both, moves) : -1;

    if (count > 0 && (walk->rules->turn(both->state) == walk->attacker + 1) == wins)
        walked = claim_one(walk, both, plies, wins, moves, count);
    else if (count > 0)
        walked = claim_all(walk, both, plies, wins, moves, count);
    free(moves);
    if (walked == WALK_RIGHT)
        *seen = name ^ (wins ? 2 : 0);
    return walked;
}

/* ---- The tree ---------------------------------------------------------------------------- */

/* At a move of the solver: the tree's is right, every other is wrong, and so on after every
 * reply. `right`: does a right move let the attacker win? */
static enum walked walk_tree(struct walk *walk, const struct both *both, const char *tree,
                             int plies, bool right)
{
    char (*moves)[REFERENCE_TEXT] = malloc(2 * REFERENCE_MOVES * sizeof *moves);
    char (*replies)[REFERENCE_TEXT] = moves + REFERENCE_MOVES, answer[TB_MOVE_TEXT];
    int count = moves ? list_moves(walk, both, moves) : -1, found = 0;
    enum walked walked = count > 0 && puzzle_answer(tree, answer) ? WALK_RIGHT : WALK_WRONG;

    for (int i = 0; i < count && walked == WALK_RIGHT; i++) {
        bool is_answer = strcmp(moves[i], answer) == 0;

        found += is_answer;
        walked = claim_after(walk, both, moves[i], plies, is_answer == right);
    }
    if (walked == WALK_RIGHT && found != 1)
        walked = wrong(walk, "not legal:", answer);
    if (walked == WALK_RIGHT && tree[strlen(answer)] == '(') {
        struct both after = both_after(walk, both, answer);
        int number = list_moves(walk, &after, replies);

        for (int i = 0; i < number && walked == WALK_RIGHT; i++) {
            const char *rest = puzzle_follow(tree, replies[i]);
            struct both next = both_after(walk, &after, replies[i]);
            bool over;

            has_won(walk, &next, 0, &over);
            if (!over)
                walked = rest ? walk_tree(walk, &next, rest, plies_after(plies_after(plies)), right)
                              : wrong(walk, "no answer to", replies[i]);
            walk->rules->destroy(next.state);
        }
        walk->rules->destroy(after.state);
    }
    free(moves);
    return walked;
}

/* The reference at the puzzle's position. */
static void *set_up(const struct reference *rules, const struct tb_position *position)
{
    struct reference_options options = reference_defaults(position->setup.players);
    char text[TB_POSITION_TEXT], *word = text, *end;

    tb_position_text(position, text, sizeof text);
    while ((end = strchr(word, ' ')) && memchr(word, '=', (size_t)(end - word))) {
        char *value = strchr(word, '=');

        *value = *end = '\0';
        reference_set(&options, word, value + 1);
        word = end + 1;
    }
    void *state = rules->create(&options);

    rules->set_up(state, word);
    return state;
}

enum walked puzzle_walk(const struct puzzle *puzzle, uint64_t limit, char *why, size_t size)
{
    const struct tb_position *position = &puzzle->position;
    struct dfpn_options options = {.bytes = SOLVER_BYTES, .rules_only = true};
    int turn = tb_turn(position);
    struct walk walk = {
        .rules = reference_find(tb_game_name(position->setup.game)),
        .game = position->setup.game,
        .solver = dfpn_new(&position->setup, &options),
        .attacker = puzzle->goal == PUZZLE_WIN ? turn : 1 - turn,
        .limit = limit,
        .seen = calloc((size_t)1 << SEEN_BITS, sizeof *walk.seen),
        .why = why,
        .size = size,
    };
    enum walked walked = WALK_WRONG;

    *why = '\0';
    if (walk.rules && walk.solver && walk.seen) {
        struct both both = {*position, set_up(walk.rules, position)};

        if (walk.rules->turn(both.state) != turn + 1)
            walked = wrong(&walk, "another player is to move", "");
        else
            walked = walk_tree(&walk, &both, puzzle->tree, puzzle->plies,
                               puzzle->goal == PUZZLE_WIN);
        walk.rules->destroy(both.state);
    }
    dfpn_free(walk.solver);
    free(walk.seen);
    return walked;
}
