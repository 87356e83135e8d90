/*
 * swindle.c - see swindle.h.
 *
 * A small search by random playouts stands for an opponent who may err. Of the replies
 * to a move it is asked which look best, and the prover which of them win. The move is
 * the harder to answer, the better the best wrong reply looks beside the best right
 * one. All moves are tried in short, then the better half of them at length.
 */
#include "search/swindle.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLAYOUTS = 400000,     /* in all */
    FIRST_PART = 5,        /* of these, two fifths go to the first round */
    PROOF_NODES = 60000,   /* for a reply */
    PROOFS_NODES = 800000, /* for all of them */
};

/* Scores where no reply is wrong, or none is known to be right. */
static const double NO_CHANCE = -3, SURE_CHANCE = 3;

struct trick {
    tb_move move;
    double promise;
    tb_move reply; /* that is expected */
};

struct swindler {
    struct tb_setup setup;
    void *opponent; /* of mcts_searcher */
    struct trick *tricks; /* moves_max */
};

/* The search of one position. */
struct attempt {
    struct swindler *swindler;
    struct prover *prover;
    const struct job *job;
    struct control control; /* what is left of the job's */
    uint64_t proof_nodes;
};

struct swindler *swindler_new(const struct spec *spec)
{
    struct spec opponent = *spec;
    struct swindler *swindler = calloc(1, sizeof *swindler);

    if (!swindler)
        return NULL;
    opponent.kind = ENGINE_UCT;
    opponent.threads = 1;
    swindler->setup = spec->setup;
    swindler->opponent = mcts_searcher.create(&opponent);
    swindler->tricks = calloc((size_t)spec->setup.game->moves_max, sizeof *swindler->tricks);
    if (swindler->opponent && swindler->tricks)
        return swindler;
    swindler_free(swindler);
    return NULL;
}

void swindler_free(struct swindler *swindler)
{
    if (!swindler)
        return;
    if (swindler->opponent)
        mcts_searcher.free(swindler->opponent);
    free(swindler->tricks);
    free(swindler);
}

/* The replies that the opponent would look at, best first. */
static void imagine_replies(struct attempt *a, const struct tb_state *state, uint64_t playouts,
                            struct search_info *replies)
{
    struct search_task task = {.game = a->job->task->game, .state = state};
    struct control control;
    struct job job = {
        .task = &task,
        .depth = DEPTH_MAX,
        .lines = SEARCH_LINES_MAX,
        .seed = a->job->seed,
        .control = &control,
    };

    control_branch(&control, &a->control, playouts);
    mcts_searcher.think(a->swindler->opponent, &job, replies);
    control_count(&a->control, atomic_load_explicit(&control.nodes, memory_order_relaxed));
}

/* True if a reply is wrong. A reply whose value is unknown counts as right. */
static bool is_mistake(struct attempt *a, const struct tb_state *state, tb_move reply)
{
    struct tb_state next = *state;
    struct verdict verdict;
    uint64_t left = a->proof_nodes < PROOFS_NODES ? PROOF_NODES : 0;
    uint64_t before = prover_nodes(a->prover);

    a->job->task->game->play(&next, reply);
    bool known = prover_ask(a->prover, &a->control, &next, left, &verdict);

    a->proof_nodes += prover_nodes(a->prover) - before;
    return known && verdict.value >= 0;
}

static void try_trick(struct attempt *a, struct trick *trick, uint64_t playouts)
{
    const struct tb_game *game = a->job->task->game;
    struct tb_state state;
    struct search_info replies = {0};
    bool right = false, wrong = false;
    double right_score = 0, wrong_score = 0;

    memset(&state, 0, sizeof state);
    memcpy(&state, a->job->task->state, game->state_size);
    game->play(&state, trick->move);
    trick->promise = NO_CHANCE;
    if (game->result(&state).over)
        return;
    imagine_replies(a, &state, playouts, &replies);
    trick->reply = replies.lines[0].pv[0];
    for (int i = 0; i < replies.line_count && !(right && wrong); i++) {
        const struct search_line *line = &replies.lines[i];
        bool mistake = is_mistake(a, &state, line->pv[0]);

        if (mistake && !wrong)
            wrong_score = line->score;
        else if (!mistake && !right)
            right_score = line->score;
        wrong = wrong || mistake;
        right = right || !mistake;
    }
    if (wrong)
        trick->promise = right ? wrong_score - right_score : SURE_CHANCE;
}

/* Tries the first of the tricks and puts them in order; false if time ran out. */
static bool try_tricks(struct attempt *a, int count, uint64_t playouts)
{
    struct trick *tricks = a->swindler->tricks;

    for (int i = 0; i < count; i++) {
        struct trick tried = tricks[i];
        int at = i;

        try_trick(a, &tried, playouts / (uint64_t)count + 1);
        if (control_ended(&a->control))
            return false;
        for (; at > 0 && tricks[at - 1].promise < tried.promise; at--)
            tricks[at] = tricks[at - 1];
        tricks[at] = tried;
    }
    return true;
}

static int list_tricks(struct swindler *swindler, const void *state)
{
    tb_move moves[TB_MOVES_MAX];
    int count = swindler->setup.game->moves(state, moves);

    for (int i = 0; i < count; i++)
        swindler->tricks[i] = (struct trick){.move = moves[i]};
    return count;
}

bool swindler_choose(struct swindler *swindler, struct prover *prover, const struct job *job,
                     struct search_line *line)
{
    struct attempt attempt = {.swindler = swindler, .prover = prover, .job = job};
    const struct trick *best = &swindler->tricks[0];
    int count = list_tricks(swindler, job->task->state);
    uint64_t half = control_left(job->control) / 2;
    uint64_t playouts = half < PLAYOUTS ? half : PLAYOUTS;
    uint64_t first = 2 * playouts / FIRST_PART;

    control_branch(&attempt.control, job->control, UINT64_MAX);
    bool found = count > 1 && try_tricks(&attempt, count, first);

    if (found && count > 2)
        try_tricks(&attempt, (count + 1) / 2, playouts - first);
    control_count(job->control,
                  atomic_load_explicit(&attempt.control.nodes, memory_order_relaxed));
    if (!found || best->promise <= NO_CHANCE)
        return false;
    *line = (struct search_line){
        .score = -1,
        .exact = true,
        .verdict = {.value = -1, .plies = -1},
        .length = 2,
        .pv = {best->move, best->reply},
    };
    return true;
}
