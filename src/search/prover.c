/*
 * prover.c - see prover.h.
 *
 * Two questions settle a position: can the side to move force a win, and can the
 * other? A yes to either is enough, so the likelier one is asked first, for longer and longer. The
 * value of a move is the value of the position after it.
 */
#include "search/prover.h"

#include <stdlib.h>
#include <string.h>

#include "solve/dfpn.h"

enum {
    FIRST_SHARE = 4096, /* nodes for a question, at first */
    LAST_SHARE = 1 << 30,
    /* A proof search may go so far beyond its limit, and all moves of one position. */
    OVERRUN = 256,
};

/* A position and what is proven of it, for the side to move at the root. */
struct position {
    struct tb_state state;
    int plies; /* after the root */
    bool known;
    struct verdict verdict;  /* meaningful when known; plies counted from the root */
    struct bounds win, loss; /* the answers so far, */
    double hope, fear;       /* and how likely each looks to become a yes, 0 to 1 */
};

struct prover {
    struct tb_setup setup;
    size_t bytes;
    struct dfpn *solver; /* NULL: nothing was asked yet */
    int us, them;        /* the player to move at the root, one of the other side */
    bool all;
    uint64_t nodes, share; /* looked at, and for the next question */
    struct position root;
    bool kept; /* a move is known that keeps the root's value, or all are lost */
    int count;
    tb_move *moves;            /* of the root, ascending, with where they lead: */
    struct position *children; /* moves_max */
    int next;                  /* of the moves to be asked about */
};

/* One turn: how much of it is left. */
struct turn {
    struct prover *prover;
    struct control *control;
    uint64_t nodes;
};

/* ---- Making one ---------------------------------------------------------------------- */

struct prover *prover_new(const struct tb_setup *setup, size_t bytes)
{
    struct prover *prover = calloc(1, sizeof *prover);
    size_t capacity = (size_t)setup->game->moves_max;

    if (!prover)
        return NULL;
    prover->setup = *setup;
    prover->bytes = bytes;
    prover->moves = calloc(capacity, sizeof *prover->moves);
    prover->children = calloc(capacity, sizeof *prover->children);
    if (prover->moves && prover->children)
        return prover;
    prover_free(prover);
    return NULL;
}

void prover_free(struct prover *prover)
{
    if (!prover)
        return;
    dfpn_free(prover->solver);
    free(prover->moves);
    free(prover->children);
    free(prover);
}

void prover_clear(struct prover *prover)
{
    dfpn_free(prover->solver);
    prover->solver = NULL;
}

static struct position position_open(int plies)
{
    return (struct position){
        .plies = plies, .win = BOUNDS_OPEN, .loss = BOUNDS_OPEN, .hope = 1, .fear = 1};
}

/* ---- What answers mean ---------------------------------------------------------------- */

static void settle(struct position *position, int value, const struct bounds *win)
{
    bool shortest = value != 0 && win->win == win->hold + 1;

    position->known = true;
    position->verdict = (struct verdict){value, shortest ? position->plies + win->win : -1};
}

static void conclude(struct position *position)
{
    if (bounds_proven(&position->win, PLIES_ANY))
        settle(position, 1, &position->win);
    else if (bounds_proven(&position->loss, PLIES_ANY))
        settle(position, -1, &position->loss);
    else if (bounds_refuted(&position->win, PLIES_ANY) &&
             bounds_refuted(&position->loss, PLIES_ANY))
        settle(position, 0, NULL);
}

/* Takes over what the solver knows already. */
static void recall(const struct prover *prover, struct position *position)
{
    struct dfpn_question win = {&position->state, prover->us, PLIES_ANY};
    struct dfpn_question loss = {&position->state, prover->them, PLIES_ANY};

    if (position->known)
        return;
    if (!bounds_settled(&position->win, PLIES_ANY))
        position->win = dfpn_recall(prover->solver, &win);
    if (!bounds_settled(&position->loss, PLIES_ANY))
        position->loss = dfpn_recall(prover->solver, &loss);
    conclude(position);
}

/* Derives the values of the moves once the root's value is known; the player to move chooses. */
static void review_moves(struct prover *prover)
{
    const struct position *root = &prover->root;

    for (int i = 0; i < prover->count; i++) {
        struct position *child = &prover->children[i];

        recall(prover, child);
        if (!child->known && root->known && root->verdict.value < 0)
            settle(child, -1, &BOUNDS_OPEN);
        if (!child->known && root->known && root->verdict.value == 0 &&
            bounds_refuted(&child->loss, PLIES_ANY))
            settle(child, 0, NULL);
        if (child->known && child->verdict.value > 0 && !prover->root.known)
            settle(&prover->root, 1, &BOUNDS_OPEN);
        if (child->known && root->known && child->verdict.value == root->verdict.value)
            prover->kept = true;
    }
}

/* ---- Asking ----------------------------------------------------------------------------- */

static bool limits_reached(void *context)
{
    return control_ended(context);
}

static uint64_t overrun(const struct prover *prover)
{
    return OVERRUN + (uint64_t)prover->setup.game->moves_max;
}

static struct turn turn_start(struct prover *prover, struct control *control, uint64_t nodes)
{
    uint64_t left = control_left(control);

    return (struct turn){
        .prover = prover, .control = control, .nodes = nodes < left ? nodes : left};
}

static bool turn_over(const struct turn *turn)
{
    return turn->nodes <= overrun(turn->prover) || control_ended(turn->control);
}

static struct dfpn_limits limits_of(const struct turn *turn, uint64_t share)
{
    uint64_t nodes = share < turn->nodes ? share : turn->nodes;

    return (struct dfpn_limits){
        .nodes = nodes - overrun(turn->prover),
        .halt = limits_reached,
        .context = turn->control,
    };
}

/* Counts the nodes searched since `before`. Every question costs at least one: without memory, the
 * search would otherwise never end. */
static void turn_spend(struct turn *turn, uint64_t before)
{
    uint64_t spent = dfpn_nodes(turn->prover->solver) - before;

    control_count(turn->control, spent);
    turn->prover->nodes += spent;
    turn->nodes -= spent + 1 < turn->nodes ? spent + 1 : turn->nodes;
}

static void ask(struct turn *turn, const void *state, int player, struct bounds *answer,
                double *likely)
{
    struct prover *prover = turn->prover;
    struct dfpn_question question = {state, player, PLIES_ANY};

    if (bounds_settled(answer, PLIES_ANY) || turn_over(turn))
        return;
    struct dfpn_limits limits = limits_of(turn, prover->share);
    uint64_t before = dfpn_nodes(prover->solver);

    *answer = dfpn_ask(prover->solver, &question, &limits);
    *likely = dfpn_promise(prover->solver);
    turn_spend(turn, before);
}

/* Asks the open question that looks more like a yes, which would spare the other. */
static void ask_likelier(struct turn *turn, struct position *position)
{
    struct prover *prover = turn->prover;
    bool win_open = !bounds_settled(&position->win, PLIES_ANY);
    bool loss_open = !bounds_settled(&position->loss, PLIES_ANY);

    if (win_open && (!loss_open || position->hope >= position->fear))
        ask(turn, &position->state, prover->us, &position->win, &position->hope);
    else
        ask(turn, &position->state, prover->them, &position->loss, &position->fear);
    conclude(position);
    review_moves(prover);
}

static void ask_for_longer(struct prover *prover)
{
    if (prover->share < LAST_SHARE)
        prover->share *= 2;
}

/* Looks for a move that keeps a win, or holds off the other side's. */
static void find_keeper(struct turn *turn)
{
    struct prover *prover = turn->prover;
    struct position *root = &prover->root;
    int attacker = root->verdict.value > 0 ? prover->us : prover->them;
    struct dfpn_question question = {&root->state, attacker, PLIES_ANY};
    struct dfpn_limits limits = limits_of(turn, UINT64_MAX);
    uint64_t before = dfpn_nodes(prover->solver);
    tb_move move;

    if (dfpn_choose(prover->solver, &question, &limits, &move)) {
        for (int i = 0; i < prover->count; i++)
            if (prover->moves[i] == move)
                settle(&prover->children[i], root->verdict.value, &BOUNDS_OPEN);
        prover->kept = true;
    }
    turn_spend(turn, before);
}

/* The next move whose value is not known, round and round; NULL: there is none. */
static struct position *open_move(struct prover *prover)
{
    for (int tried = 0; tried < prover->count; tried++) {
        if (prover->next == prover->count) {
            prover->next = 0;
            ask_for_longer(prover);
        }
        struct position *child = &prover->children[prover->next++];

        if (!child->known)
            return child;
    }
    return NULL;
}

/* One piece of work; false if there is nothing left to do. */
static bool step(struct turn *turn)
{
    struct prover *prover = turn->prover;
    bool equal = prover->root.known && prover->root.verdict.value == 0;
    struct position *open = NULL;

    if (!prover->root.known) {
        ask_likelier(turn, &prover->root);
        ask_for_longer(prover);
    } else if (!prover->kept) {
        find_keeper(turn);
        prover->share = FIRST_SHARE;
    } else if ((prover->all || equal) && (open = open_move(prover))) {
        ask_likelier(turn, open);
    } else {
        return false;
    }
    return true;
}

/* ---- Working ------------------------------------------------------------------------------ */

static void list_moves(struct prover *prover)
{
    const struct tb_game *game = prover->setup.game;

    prover->count = game->moves(&prover->root.state, prover->moves);
    for (int i = 0; i < prover->count; i++) {
        struct position *child = &prover->children[i];

        *child = position_open(1);
        memcpy(&child->state, &prover->root.state, game->state_size);
        game->play(&child->state, prover->moves[i]);
    }
}

/* Looking for symmetries takes time, so the solver is made for those of the first
 * position that it has any work with. */
static void make_solver(struct prover *prover)
{
    struct dfpn_options options = {.bytes = prover->bytes, .origin = &prover->root.state};

    if (prover->solver && dfpn_nodes(prover->solver) > 0)
        return;
    dfpn_free(prover->solver);
    prover->solver = dfpn_new(&prover->setup, &options);
}

void prover_turn_to(struct prover *prover, const void *state, bool all)
{
    const struct tb_game *game = prover->setup.game;
    int turn = game->turn(state);

    prover->us = prover->them = turn;
    while (game_side(game, state, prover->them) == game_side(game, state, turn))
        prover->them = (prover->them + 1) % prover->setup.players;
    prover->all = all;
    prover->nodes = 0;
    prover->share = FIRST_SHARE;
    prover->kept = false;
    prover->next = 0;
    prover->root = position_open(0);
    memcpy(&prover->root.state, state, game->state_size);
    list_moves(prover);
    make_solver(prover);
    if (!prover->solver)
        return;
    recall(prover, &prover->root);
    review_moves(prover);
}

void prover_work(struct prover *prover, struct control *control, uint64_t nodes)
{
    struct turn turn = turn_start(prover, control, nodes);

    while (prover->solver && !turn_over(&turn) && step(&turn))
        continue;
}

bool prover_ask(struct prover *prover, struct control *control, const void *state, uint64_t nodes,
                struct verdict *out)
{
    struct turn turn = turn_start(prover, control, nodes);
    struct position position = position_open(0);

    memcpy(&position.state, state, prover->setup.game->state_size);
    if (!prover->solver)
        return false;
    recall(prover, &position);
    for (prover->share = FIRST_SHARE; !position.known && !turn_over(&turn); ask_for_longer(prover))
        ask_likelier(&turn, &position);
    *out = (struct verdict){position.verdict.value, -1};
    return position.known;
}

uint64_t prover_nodes(const struct prover *prover)
{
    return prover->nodes;
}

static bool position_value(const struct position *position, struct verdict *out)
{
    *out = position->verdict;
    return position->known;
}

bool prover_value(const struct prover *prover, struct verdict *out)
{
    return position_value(&prover->root, out) && prover->kept;
}

bool prover_move_value(const struct prover *prover, tb_move move, struct verdict *out)
{
    for (int i = 0; i < prover->count; i++)
        if (prover->moves[i] == move)
            return position_value(&prover->children[i], out);
    return false;
}
