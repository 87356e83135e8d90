/* mcts_subtree.c - keeps part of a tree for the next move of the match. */
#include <stdlib.h>
#include <string.h>

#include "search/mcts.h"

/* The child that leads from a position to the next one, or 0. */
static uint32_t child_to(const struct tree *t, uint32_t parent, const struct tb_state *state,
                         const struct tb_state *next)
{
    uint32_t child = t->nodes[parent].child;

    for (; child; child = t->nodes[child].sibling) {
        struct tb_state after;

        state_copy(t->game, &after, state);
        t->game->play(&after, t->nodes[child].move);
        if (memcmp(&after, next, t->game->state_size) == 0)
            break;
    }
    return child;
}

/* The node of the task's position, found by the moves since the last search; 0: none. */
static uint32_t find_node(const struct tree *t, const struct search_task *task)
{
    size_t size = t->game->state_size;
    int at = task->history_length - 1;
    uint32_t node = 0;

    while (at >= 0 && memcmp(&task->history[at], &t->root, size) != 0)
        at--;
    if (at < 0)
        return 0;
    for (; at < task->history_length; at++) {
        const struct tb_state *next =
            at + 1 < task->history_length ? &task->history[at + 1] : task->state;

        node = child_to(t, node, &task->history[at], next);
        if (!node)
            return 0;
    }
    return node;
}

/* Numbers a node, which becomes 0, and all below it by their order; returns how many there are. */
static uint32_t number_nodes(const struct tree *t, uint32_t root, uint32_t *number, bool *kept)
{
    uint32_t count = 0;

    kept[root] = true;
    for (uint32_t i = root; i < t->used; i++) {
        if (!kept[i])
            continue;
        number[i] = count++;
        for (uint32_t c = t->nodes[i].child; c; c = t->nodes[c].sibling)
            kept[c] = true;
    }
    return count;
}

/* Moves a node and all below it to the front. False without the memory for it. */
static bool move_subtree(struct tree *t, uint32_t root)
{
    uint32_t *number = calloc(t->used, sizeof *number);
    bool *kept = calloc(t->used, sizeof *kept);
    bool done = number && kept;
    uint32_t count = done ? number_nodes(t, root, number, kept) : t->used;

    for (uint32_t i = root; done && i < t->used; i++) {
        if (!kept[i])
            continue;
        struct node node = t->nodes[i];

        node.child = number[node.child];
        node.sibling = i == root ? 0 : number[node.sibling];
        t->nodes[number[i]] = node;
    }
    t->used = count;
    free(number);
    free(kept);
    return done;
}

bool mcts_keep_subtree(struct tree *t, const struct search_task *task)
{
    uint32_t root = t->used ? find_node(t, task) : 0;

    /* A proven node may have no children to choose from. Edges stay where they are. */
    if (!root || t->nodes[root].outcome != OUTCOME_OPEN || !t->nodes[root].child ||
        t->edges_used > t->edges_capacity / 2)
        return false;
    return move_subtree(t, root);
}
