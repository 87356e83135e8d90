/*
 * puzzle_prove.c - is there exactly one right move, and one after every reply?
 *
 * A task is a question to the solver. To win: can the solver of the puzzle force a win within N
 * plies? To hold: can the opponent? A move is right if the answer after it, with one ply less, is
 * yes or no respectively. Nothing counts as right or wrong that is not proven.
 */
#include <stdlib.h>
#include <string.h>

#include "core/advice.h"
#include "core/error.h"
#include "learn/puzzle.h"

struct question {
    struct dfpn *solver;
    const struct tb_game *game;
    int attacker; /* whose win is asked about */
    bool wanted;  /* the answer that makes a move right */
    uint64_t nodes;
};

enum answer { WRONG, RIGHT, OPEN };

static struct question question_of(const struct puzzle *puzzle, struct dfpn *solver, uint64_t nodes)
{
    int turn = tb_turn(&puzzle->position);

    return (struct question){
        .solver = solver,
        .game = puzzle->position.setup.game,
        .attacker = puzzle->goal == PUZZLE_WIN ? turn : 1 - turn,
        .wanted = puzzle->goal == PUZZLE_WIN,
        .nodes = nodes,
    };
}

/* Asks whether the task is achieved in this position, with `plies` plies left. */
static enum answer ask(const struct question *q, const struct tb_state *state, int plies)
{
    struct dfpn_question question = {state, q->attacker, plies};
    struct dfpn_limits limits = {.nodes = q->nodes};
    struct tb_result result = q->game->result(state);

    if (result.over)
        return ((result.winners >> q->attacker & 1) != 0) == q->wanted ? RIGHT : WRONG;
    if (plies <= 0)
        return q->wanted ? WRONG : RIGHT;
    struct bounds bounds = dfpn_ask(q->solver, &question, &limits);

    if (bounds_proven(&bounds, plies))
        return q->wanted ? RIGHT : WRONG;
    if (bounds_refuted(&bounds, plies))
        return q->wanted ? WRONG : RIGHT;
    return OPEN;
}

static struct tb_state state_after(const struct question *q, const struct tb_state *state,
                                   tb_move move)
{
    struct tb_state next = *state;

    q->game->play(&next, move);
    return next;
}

/* The one right move: RIGHT; WRONG if none or several are; OPEN if that is not known. */
static enum answer only_move(const struct question *q, const struct tb_state *state, int plies,
                             tb_move *move)
{
    tb_move moves[TB_MOVES_MAX];
    int count = q->game->moves(state, moves), right = 0;
    bool open = false;

    for (int i = 0; i < count && right < 2; i++) {
        struct tb_state next = state_after(q, state, moves[i]);
        enum answer answer = ask(q, &next, plies_after(plies));

        open = open || answer == OPEN;
        right += answer == RIGHT;
        if (answer == RIGHT)
            *move = moves[i];
    }
    return right > 1 || (right == 0 && !open) ? WRONG : open ? OPEN : RIGHT;
}

/* ---- Growing a tree ---------------------------------------------------------------------- */

/* A reply and the tree after it; the tree is not its own if another reply has the same. */
struct branch {
    char reply[TB_MOVE_TEXT];
    char *tree;
};

static bool grow(const struct question *q, const struct tb_state *state, int plies, int moves,
                 struct text *out);

static void move_text(const struct question *q, const struct tb_state *state, tb_move move,
                      char out[TB_MOVE_TEXT])
{
    struct text text = text_into(out, TB_MOVE_TEXT);

    q->game->move_text(state, move, &text);
}

/* The trees after all replies that do not end the game; -1 if one of them cannot be grown. */
static int grow_branches(const struct question *q, const struct tb_state *state, int plies,
                         int moves, struct branch *branches)
{
    tb_move replies[TB_MOVES_MAX];
    int count = q->game->moves(state, replies), grown = 0;

    for (int i = 0; i < count; i++) {
        struct tb_state next = state_after(q, state, replies[i]);
        char tree[PUZZLE_TREE_MAX];
        struct text text = text_into(tree, sizeof tree);

        if (q->game->result(&next).over)
            continue;
        if (!grow(q, &next, plies_after(plies), moves, &text) || text.used >= sizeof tree)
            return -1 - grown;
        move_text(q, state, replies[i], branches[grown].reply);
        branches[grown].tree = strdup(tree);
        if (!branches[grown++].tree)
            return -1 - grown;
    }
    return grown;
}

/* The tree that most replies lead to. */
static const char *commonest_tree(const struct branch *branches, int count)
{
    const char *best = NULL;
    int most = 0;

    for (int i = 0; i < count; i++) {
        int same = 0;

        for (int j = 0; j < count; j++)
            same += strcmp(branches[i].tree, branches[j].tree) == 0;
        if (same > most) {
            most = same;
            best = branches[i].tree;
        }
    }
    return best;
}

static bool stands_before(const struct branch *branches, int i)
{
    for (int j = 0; j < i; j++)
        if (strcmp(branches[i].tree, branches[j].tree) == 0)
            return true;
    return false;
}

static void write_branches(const struct branch *branches, int count, struct text *out)
{
    const char *common = commonest_tree(branches, count);

    text_char(out, '(');
    for (int i = 0; i < count; i++) {
        if (strcmp(branches[i].tree, common) == 0 || stands_before(branches, i))
            continue;
        text_add(out, "%s", branches[i].reply);
        for (int j = i + 1; j < count; j++)
            if (strcmp(branches[i].tree, branches[j].tree) == 0)
                text_add(out, "/%s", branches[j].reply);
        text_add(out, "=%s ", branches[i].tree);
    }
    text_add(out, "*=%s)", common);
}

/* Adds the branches after the solver's move; false if a reply has no single answer. */
static bool add_branches(const struct question *q, const struct tb_state *state, int plies,
                         int moves, struct text *out)
{
    struct branch *branches = calloc((size_t)q->game->moves_max, sizeof *branches);
    int count = branches ? grow_branches(q, state, plies, moves, branches) : -1;
    int made = count < 0 ? -1 - count : count;

    if (count > 0)
        write_branches(branches, count, out);
    for (int i = 0; branches && i < made; i++)
        free(branches[i].tree);
    free(branches);
    return count >= 0;
}

/* Writes the tree from here, with `moves` moves for the solver. */
static bool grow(const struct question *q, const struct tb_state *state, int plies, int moves,
                 struct text *out)
{
    char spelling[TB_MOVE_TEXT];
    tb_move move;

    if (only_move(q, state, plies, &move) != RIGHT)
        return false;
    struct tb_state next = state_after(q, state, move);

    move_text(q, state, move, spelling);
    text_add(out, "%s", spelling);
    if (moves <= 1 || q->game->result(&next).over || plies_after(plies) <= 0)
        return true;
    return add_branches(q, &next, plies_after(plies), moves - 1, out);
}

int puzzle_prove(struct puzzle *puzzle, struct dfpn *solver, const struct puzzle_limits *limits)
{
    struct question q = question_of(puzzle, solver, limits->nodes);
    char tree[PUZZLE_TREE_MAX];

    for (int moves = 1; moves <= limits->moves; moves++) {
        struct text text = text_into(tree, sizeof tree);

        if (!grow(&q, &puzzle->position.state, puzzle->plies, moves, &text) ||
            text.used >= sizeof tree || (moves > 1 && puzzle_moves(tree) < moves))
            break;
        free(puzzle->tree);
        puzzle->tree = strdup(tree);
    }
    return puzzle->tree ? TB_OK : TB_ERR_VALUE;
}

/* ---- Refuting ----------------------------------------------------------------------------- */

struct reply {
    tb_move move;
    int promise;
};

static int compare_replies(const void *a, const void *b)
{
    const struct reply *x = a, *y = b;

    return x->promise != y->promise ? (x->promise < y->promise ? 1 : -1)
                                    : (x->move > y->move) - (x->move < y->move);
}

/* Lists the replies, the best ones for the player who makes them first. */
static int list_replies(const struct question *q, const struct tb_state *state,
                        struct reply *replies)
{
    const struct advice *advice = game_advice(q->game);
    tb_move moves[TB_MOVES_MAX];
    int count = q->game->moves(state, moves), player = q->game->turn(state);

    for (int i = 0; i < count; i++) {
        struct tb_state next = state_after(q, state, moves[i]);
        struct tb_result result = q->game->result(&next);

        replies[i] = (struct reply){moves[i], 0};
        if (result.over)
            replies[i].promise = result.winners == 0            ? 0
                                 : result.winners >> player & 1 ? EVAL_MAX + 1
                                                                : -EVAL_MAX - 1;
        else if (advice->evaluate)
            replies[i].promise = -advice->evaluate(&next);
    }
    qsort(replies, (size_t)count, sizeof *replies, compare_replies);
    return count;
}

/* The first reply that is proven to defeat the task; a glance at each before a longer look. */
static bool find_refutation(struct question *q, const struct puzzle_attempt *at, tb_move *reply)
{
    enum { MOST = 400000 };
    static const uint64_t efforts[] = {1000, 40000};
    struct reply replies[TB_MOVES_MAX];
    int count = list_replies(q, &at->position.state, replies);

    for (int effort = 0; effort < 2; effort++) {
        q->nodes = efforts[effort];
        for (int i = 0; i < count && dfpn_nodes(q->solver) < MOST; i++) {
            struct tb_state next = state_after(q, &at->position.state, replies[i].move);

            if (ask(q, &next, plies_after(at->plies)) == WRONG) {
                *reply = replies[i].move;
                return true;
            }
        }
    }
    return false;
}

bool puzzle_refute(const struct puzzle *puzzle, const struct puzzle_attempt *attempt,
                   tb_move *reply)
{
    struct dfpn_options options = {.bytes = 8 << 20};
    struct dfpn *solver = dfpn_new(&puzzle->position.setup, &options);
    struct question q = question_of(puzzle, solver, 0);
    bool found = solver && attempt->plies > 0 && !tb_position_result(&attempt->position).over &&
                 find_refutation(&q, attempt, reply);

    dfpn_free(solver);
    return found;
}

/* ---- Lines --------------------------------------------------------------------------------- */

/* The move that wins soonest for the attacker, who is to move; false if none is proven to. */
static bool soonest(struct question *q, const struct tb_state *state, int plies, tb_move *move)
{
    struct reply moves[TB_MOVES_MAX];
    int count = list_replies(q, state, moves);
    enum answer won = q->wanted ? RIGHT : WRONG;

    for (int left = 0; left < plies && left <= PLIES_MAX; left += 2)
        for (int i = 0; i < count; i++) {
            struct tb_state next = state_after(q, state, moves[i].move);

            *move = moves[i].move;
            if (ask(q, &next, left) == won)
                return true;
        }
    return false;
}

int puzzle_line(const struct puzzle *puzzle, const struct puzzle_attempt *attempt, tb_move *line,
                int most)
{
    struct dfpn_options options = {.bytes = 8 << 20};
    struct dfpn *solver = dfpn_new(&puzzle->position.setup, &options);
    struct question q = question_of(puzzle, solver, 40000);
    struct tb_state state = attempt->position.state;
    int length = 0, plies = attempt->plies;
    bool proven = solver && ask(&q, &state, plies) == (q.wanted ? RIGHT : WRONG);

    while (proven && length < most && plies > 0 && !q.game->result(&state).over) {
        struct reply replies[TB_MOVES_MAX];

        if (q.game->turn(&state) != q.attacker) {
            list_replies(&q, &state, replies);
            line[length] = replies[0].move;
        } else if (!soonest(&q, &state, plies, &line[length])) {
            break;
        }
        q.game->play(&state, line[length++]);
        plies = plies_after(plies);
    }
    dfpn_free(solver);
    return length;
}

/* ---- Checking ---------------------------------------------------------------------------- */

static int check_tree(const struct question *q, const struct tb_state *state, int plies,
                      const char *tree, struct tb_error *error);

static int check_replies(const struct question *q, const struct tb_state *state, int plies,
                         const char *tree, struct tb_error *error)
{
    tb_move replies[TB_MOVES_MAX];
    int count = q->game->moves(state, replies), code = TB_OK;

    for (int i = 0; i < count && !code; i++) {
        struct tb_state next = state_after(q, state, replies[i]);
        char reply[TB_MOVE_TEXT];

        if (q->game->result(&next).over)
            continue;
        move_text(q, state, replies[i], reply);
        const char *branch = puzzle_follow(tree, reply);

        if (!branch)
            code = error_set(error, TB_ERR_VALUE, "The solution has no answer to {move}.",
                             arg_text("move", reply));
        else
            code = check_tree(q, &next, plies_after(plies), branch, error);
    }
    return code;
}

static int check_tree(const struct question *q, const struct tb_state *state, int plies,
                      const char *tree, struct tb_error *error)
{
    char claimed[TB_MOVE_TEXT], found[TB_MOVE_TEXT];
    tb_move move;

    if (!puzzle_answer(tree, claimed))
        return error_set(error, TB_ERR_SYNTAX, "The solution breaks off.");
    switch (only_move(q, state, plies, &move)) {
    case WRONG:
        return error_set(error, TB_ERR_VALUE,
                         "Where the solution says {move}, not exactly one move is right.",
                         arg_text("move", claimed));
    case OPEN:
        return error_set(error, TB_ERR_VALUE, "That {move} is the only right move is not proven.",
                         arg_text("move", claimed));
    case RIGHT:
        break;
    }
    move_text(q, state, move, found);
    if (strcmp(claimed, found) != 0)
        return error_set(error, TB_ERR_VALUE,
                         "The solution says {move}, but the only right move is {found}.",
                         arg_text("move", claimed), arg_text("found", found));
    struct tb_state next = state_after(q, state, move);

    if (tree[strlen(claimed)] != '(')
        return TB_OK;
    return check_replies(q, &next, plies_after(plies), tree, error);
}

/* That a draw is claimed means that the solver of the puzzle cannot win either. */
static int check_draw(const struct puzzle *puzzle, struct dfpn *solver, struct tb_error *error)
{
    struct question q = question_of(puzzle, solver, 0);

    if (!puzzle->draw)
        return TB_OK;
    q.attacker = tb_turn(&puzzle->position);
    if (ask(&q, &puzzle->position.state, PLIES_ANY) != RIGHT)
        return error_set(error, TB_ERR_VALUE, "The position is not a draw but won.");
    return TB_OK;
}

int puzzle_check(const struct puzzle *puzzle, struct dfpn *solver, struct tb_error *error)
{
    struct question q = question_of(puzzle, solver, 0);
    struct puzzle named = *puzzle;

    if (puzzle->position.setup.players != 2)
        return error_set(error, TB_ERR_PLAYERS, "A puzzle is for two players.");
    if (tb_position_result(&puzzle->position).over)
        return error_set(error, TB_ERR_OVER, "The game is over in this position.");
    puzzle_identify(&named);
    if (strcmp(named.id, puzzle->id) != 0)
        return error_set(error, TB_ERR_VALUE, "The id of this puzzle should be {id}.",
                         arg_text("id", named.id));
    int code = check_tree(&q, &puzzle->position.state, puzzle->plies, puzzle->tree, error);

    return code ? code : check_draw(puzzle, solver, error);
}
