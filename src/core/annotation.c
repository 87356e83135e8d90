/* annotation.c - the tree of a record: its nodes and their annotations. */
#include "core/annotation.h"
#include "core/array.h"
#include "core/error.h"

#include <stdlib.h>
#include <string.h>

#define BLANK " \t\r\n"

static const struct annotation_node empty_node = {
    .parent = ANNOTATION_NONE, .first = ANNOTATION_NONE, .next = ANNOTATION_NONE, .ms = -1};

static void free_texts(struct annotation_node *node)
{
    free(node->comment);
    free(node->drawings);
    node->comment = node->drawings = NULL;
}

void annotations_release(struct annotations *tree)
{
    for (int i = 0; i < tree->count; i++)
        free_texts(&tree->nodes[i]);
    free(tree->nodes);
    *tree = (struct annotations){0};
}

bool annotation_is_noted(const struct annotation_node *node)
{
    return node->comment || node->evaluated || node->ms >= 0 || node->drawings;
}

bool annotations_exist(const struct annotations *tree)
{
    for (int i = 0; i < tree->count; i++) {
        const struct annotation_node *node = &tree->nodes[i];

        if (!node->removed && (annotation_is_noted(node) || node->next != ANNOTATION_NONE))
            return true;
    }
    return false;
}

int annotation_too_deep(struct tb_error *error)
{
    return error_set(error, TB_ERR_RECORD,
                     "Variations can stand inside one another at most {max} deep.",
                     arg_count("max", ANNOTATION_DEPTH_MAX));
}

/* ---- Nodes ------------------------------------------------------------------------------ */

/* Adds a node that hangs nowhere yet; ANNOTATION_NONE if memory runs out. */
static int new_node(struct annotations *tree)
{
    if (!ARRAY_RESERVE(tree->nodes, tree->capacity, tree->count, 1))
        return ANNOTATION_NONE;
    tree->nodes[tree->count] = empty_node;
    return tree->count++;
}

/* The start is made when something is first said; false if memory runs out. */
static bool have_start(struct annotations *tree)
{
    return tree->count > 0 || new_node(tree) == ANNOTATION_START;
}

int annotations_begin(struct annotations *tree, struct tb_error *error)
{
    return have_start(tree) ? TB_OK : error_memory(error);
}

const struct annotation_node *annotations_at(const struct annotations *tree, int node)
{
    return node >= 0 && node < tree->count && !tree->nodes[node].removed ? &tree->nodes[node]
                                                                         : NULL;
}

int annotations_find(const struct annotations *tree, int node, const char *move)
{
    const struct annotation_node *parent = annotations_at(tree, node);
    int child = parent ? parent->first : ANNOTATION_NONE;

    while (child != ANNOTATION_NONE && strcmp(tree->nodes[child].move, move) != 0)
        child = tree->nodes[child].next;
    return child;
}

/* Returns the link that holds the node's number in the list of its siblings. */
static int *link_to(struct annotations *tree, int parent, int node)
{
    int *link = &tree->nodes[parent].first;

    while (*link != node)
        link = &tree->nodes[*link].next;
    return link;
}

int annotations_add(struct annotations *tree, int node, const char *move, struct tb_error *error)
{
    int child = annotations_find(tree, node, move);

    if (child != ANNOTATION_NONE)
        return child;
    if (!have_start(tree) || (child = new_node(tree)) < 0)
        return error_memory(error);
    struct annotation_node *made = &tree->nodes[child];
    const struct annotation_node *parent = &tree->nodes[node];
    struct text text = text_into(made->move, sizeof made->move);

    made->depth = parent->depth + (parent->first != ANNOTATION_NONE || parent->depth == 0);
    if (made->depth > ANNOTATION_DEPTH_MAX) {
        tree->count--;
        return annotation_too_deep(error);
    }
    text_add(&text, "%s", move);
    made->parent = node;
    *link_to(tree, node, ANNOTATION_NONE) = child;
    return child;
}

/* True if neither this move nor those after it have annotations. */
static bool is_bare(const struct annotations *tree, int node)
{
    for (; node != ANNOTATION_NONE; node = tree->nodes[node].first) {
        int child = tree->nodes[node].first;

        if (annotation_is_noted(&tree->nodes[node]) ||
            (child != ANNOTATION_NONE && tree->nodes[child].next != ANNOTATION_NONE))
            return false;
    }
    return true;
}

int annotations_variation(const struct annotations *tree, int parent, int played, int after)
{
    const struct annotation_node *node = annotations_at(tree, parent);
    int at = after != ANNOTATION_NONE ? tree->nodes[after].next
             : node                   ? node->first
                                      : ANNOTATION_NONE;

    while (at != ANNOTATION_NONE &&
           (at == played || (tree->nodes[at].depth == 0 && is_bare(tree, at))))
        at = tree->nodes[at].next;
    return at;
}

void annotations_put_first(struct annotations *tree, int node)
{
    struct annotation_node *parent = &tree->nodes[tree->nodes[node].parent];

    tree->nodes[node].depth = 0;
    if (parent->first == node)
        return;
    *link_to(tree, tree->nodes[node].parent, node) = tree->nodes[node].next;
    tree->nodes[node].next = parent->first;
    parent->first = node;
}

void annotations_remove(struct annotations *tree, int node)
{
    *link_to(tree, tree->nodes[node].parent, node) = tree->nodes[node].next;
    tree->nodes[node].removed = true;
    for (int i = node; i < tree->count; i++) { /* a parent comes before its children */
        struct annotation_node *at = &tree->nodes[i];

        if (!at->removed && !tree->nodes[at->parent].removed)
            continue;
        at->removed = true;
        free_texts(at);
    }
}

/* ---- Comments, evaluations and times -------------------------------------------------------- */

/* Words with one space between them, and room for `extra` bytes before them. */
static char *reduce_blanks(const char *text, size_t length, size_t extra)
{
    char *copy = malloc(extra + length + 1), *to = copy ? copy + extra : NULL;

    for (size_t i = 0; copy && i < length; i++) {
        bool blank = text[i] && strchr(BLANK, text[i]);

        if (!blank)
            *to++ = text[i];
        else if (to > copy + extra && to[-1] != ' ')
            *to++ = ' ';
    }
    if (copy && to > copy + extra && to[-1] == ' ')
        to--;
    if (copy)
        *to = '\0';
    return copy;
}

const char *const comment_commands[COMMANDS] = {
    [COMMAND_EVALUATION] = "[%eval",
    [COMMAND_TIME] = "[%emt",
    [COMMAND_SQUARES] = "[%csl",
    [COMMAND_ARROWS] = "[%cal",
};

char *comment_find_command(const char *text, enum comment_command *which)
{
    for (const char *at = strstr(text, "[%"); at; at = strstr(at + 1, "[%"))
        for (int i = 0; i < COMMANDS; i++)
            if (strncmp(at, comment_commands[i], strlen(comment_commands[i])) == 0) {
                *which = (enum comment_command)i;
                return (char *)at;
            }
    return NULL;
}

static int check_comment(const char *text, size_t before, struct tb_error *error)
{
    enum comment_command which;

    if (!text_is_clean(text))
        return error_set(error, TB_ERR_RECORD, "This comment is not valid UTF-8 text.");
    if (before + strlen(text) > ANNOTATION_COMMENT_MAX)
        return error_set(error, TB_ERR_RECORD, "A comment has at most {max} bytes, not {size}.",
                         arg_count("max", ANNOTATION_COMMENT_MAX),
                         arg_unsigned("size", (before + strlen(text))));
    if (strchr(text, '}') || comment_find_command(text, &which))
        return error_set(error, TB_ERR_RECORD,
                         "A comment cannot contain '''}''' or a command such as '[%eval'.");
    return TB_OK;
}

int annotations_comment(struct annotations *tree, int node, const char *text, size_t length,
                        struct tb_error *error)
{
    if (!have_start(tree))
        return error_memory(error);
    char *old = tree->nodes[node].comment;
    size_t before = old ? strlen(old) + 1 : 0;
    char *joined = reduce_blanks(text, length, before);
    int code = joined ? check_comment(joined + before, before, error) : error_memory(error);

    if (code || !joined[before]) {
        free(joined);
        return code;
    }
    if (old) {
        memcpy(joined, old, before - 1);
        joined[before - 1] = ' ';
    }
    free(old);
    tree->nodes[node].comment = joined;
    return TB_OK;
}

int annotations_set_comment(struct annotations *tree, int node, const char *text,
                            struct tb_error *error)
{
    struct annotations fresh = {0};
    int code = have_start(tree) ? TB_OK : error_memory(error);

    if (!code && text)
        code = annotations_comment(&fresh, ANNOTATION_START, text, strlen(text), error);
    if (!code) {
        char *old = tree->nodes[node].comment;

        tree->nodes[node].comment = fresh.count ? fresh.nodes[ANNOTATION_START].comment : NULL;
        if (fresh.count)
            fresh.nodes[ANNOTATION_START].comment = NULL;
        free(old); /* only now: the text may lie in it */
    }
    annotations_release(&fresh);
    return code;
}

static bool is_possible(const struct evaluation *evaluation, int players)
{
    if (evaluation->player < 0 || evaluation->player >= players)
        return false;
    if (!evaluation->exact)
        return abs(evaluation->score) <= ANNOTATION_SCORE_MAX;
    return evaluation->value >= -1 && evaluation->value <= 1 && evaluation->plies >= -1 &&
           evaluation->plies <= ANNOTATION_PLIES_MAX;
}

int annotations_evaluate(struct annotations *tree, int node, int players,
                         const struct evaluation *evaluation, struct tb_error *error)
{
    if (!is_possible(evaluation, players))
        return error_set(error, TB_ERR_RANGE,
                         "An evaluation is for a player from 1 to {players}, with a score of at "
                         "most {max} or a number of plies.",
                         arg_count("players", players),
                         arg_count("max", ANNOTATION_SCORE_MAX / ANNOTATION_UNIT));
    if (!have_start(tree))
        return error_memory(error);
    tree->nodes[node].evaluation = *evaluation;
    tree->nodes[node].evaluated = true;
    return TB_OK;
}

int annotations_time(struct annotations *tree, int node, int64_t ms, struct tb_error *error)
{
    if (node == ANNOTATION_START)
        return error_set(error, TB_ERR_RECORD, "There is no move here that could have taken time.");
    if (ms < 0 || ms > ANNOTATION_MS_MAX)
        return error_set(error, TB_ERR_RANGE, "A move takes from 0 to 99,999 hours.");
    tree->nodes[node].ms = ms;
    return TB_OK;
}
