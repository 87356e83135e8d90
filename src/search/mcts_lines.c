/* mcts_lines.c - the best lines of the trees that mcts.c has grown. */
#include "search/mcts.h"

/* Adds the root moves of one tree to the candidates, which are in the order of moves. */
static void add_candidates(struct mcts *m, const struct tree *t, int count)
{
    for (uint32_t c = t->nodes[0].child; c; c = t->nodes[c].sibling) {
        const struct node *child = &t->nodes[c];
        struct candidate *into = m->candidates;

        while (into < m->candidates + count && into->move != child->move)
            into++;
        into->visits += child->visits;
        into->total += child->total;
        if (child->outcome != OUTCOME_OPEN) {
            into->outcome = child->outcome;
            into->plies = child->plies;
        }
    }
}

/* 1 won for the side, -1 lost, 0 neither. */
static int standing(const struct candidate *c, int side)
{
    return c->outcome < OUTCOME_WON ? 0 : c->outcome - OUTCOME_WON == side ? 1 : -1;
}

static bool candidate_better(const struct candidate *a, const struct candidate *b, int side)
{
    int x = standing(a, side), y = standing(b, side);

    if (x != y)
        return x > y;
    if (x != 0 && a->plies != b->plies)
        return x > 0 ? a->plies < b->plies : a->plies > b->plies;
    return a->visits > b->visits;
}

/* Follows the most visited moves of one tree. */
static void line_follow(const struct tree *t, struct search_line *line)
{
    uint32_t at = t->nodes[0].child;

    while (at && t->nodes[at].move != line->pv[0])
        at = t->nodes[at].sibling;
    while (at && line->length < SEARCH_PV_MAX) {
        uint32_t best = 0;

        for (uint32_t c = t->nodes[at].child; c; c = t->nodes[c].sibling)
            if (t->nodes[c].visits > (best ? t->nodes[best].visits : 0))
                best = c;
        if (best)
            line->pv[line->length++] = t->nodes[best].move;
        at = best;
    }
}

static struct search_line line_of(const struct tree *t, const struct candidate *c, int side)
{
    struct search_line line = {.length = 1, .pv = {c->move}, .exact = c->outcome != OUTCOME_OPEN};

    line.verdict = (struct verdict){.value = standing(c, side), .plies = -1};
    if (line.exact && c->plies < DISTANCE_UNKNOWN && c->outcome != OUTCOME_DRAWN)
        line.verdict.plies = c->plies + 1;
    line.score = line.exact ? line.verdict.value : c->visits ? c->total / (double)c->visits : -1;
    line_follow(t, &line);
    return line;
}

void mcts_collect(struct mcts *m, const struct job *job, int trees, struct search_info *info)
{
    const struct tree *t = &m->trees[0];
    int count = t->game->moves(job->task->state, t->list.moves);
    int side = m->sides[t->nodes[0].player];

    for (int i = 0; i < count; i++)
        m->candidates[i] = (struct candidate){.move = t->list.moves[i]};
    for (int i = 0; i < trees; i++)
        add_candidates(m, &m->trees[i], count);
    info->line_count = job->lines < count ? job->lines : count;
    for (int i = 0; i < info->line_count; i++) {
        int best = i;

        for (int k = i + 1; k < count; k++)
            if (candidate_better(&m->candidates[k], &m->candidates[best], side))
                best = k;
        struct candidate chosen = m->candidates[best];

        m->candidates[best] = m->candidates[i];
        m->candidates[i] = chosen;
        info->lines[i] = line_of(t, &chosen, side);
    }
}
