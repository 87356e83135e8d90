/*
 * json_tree.h - JSON text as a tree, without a library: for records, so that libtablier needs none.
 *
 * The nodes are in one array in the order of the text: a list or an object is followed by its
 * members, each with its own members. Functions accept NULL, for a missing node.
 */
#ifndef TABLIER_JSON_JSON_TREE_H
#define TABLIER_JSON_JSON_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tablier/base.h"

enum node_type {
    NODE_NULL,
    NODE_FALSE,
    NODE_TRUE,
    NODE_INTEGER,
    NODE_REAL,
    NODE_STRING,
    NODE_LIST,
    NODE_OBJECT,
};

struct json_node {
    enum node_type type;
    const char *key; /* of a member of an object; else NULL */
    size_t span;     /* nodes from this one to the next that is not within it */
    size_t count;    /* members */
    union {
        int64_t integer;
        double real;
        const char *string;
    } value;
};

/* Empty if zero-initialised. */
struct json_tree {
    struct json_node *nodes; /* the first is the root */
    size_t count, capacity;
    char *text; /* the strings are in it */
};

/* Reads a text of one value. Fails, with an empty tree, if an object has a key twice, a string is
 * not UTF-8 or has a zero byte, or an integer does not fit into 64 bits. */
int json_tree_read(struct json_tree *tree, const char *text, size_t length, struct tb_error *error);
void json_tree_release(struct json_tree *tree);

/* The member with this key; NULL if there is none or the node is not an object. */
const struct json_node *node_get(const struct json_node *object, const char *key);

/* The members one after the other; NULL after the last one. NODE_EACH() goes through all. */
const struct json_node *node_first(const struct json_node *parent);
const struct json_node *node_next(const struct json_node *parent, const struct json_node *member);

#define NODE_EACH(parent, member)                                                                  \
    for (const struct json_node *member = node_first(parent); member;                              \
         member = node_next(parent, member))

static inline bool node_is(const struct json_node *node, enum node_type type)
{
    return node && node->type == type;
}

static inline bool node_is_number(const struct json_node *node)
{
    return node_is(node, NODE_INTEGER) || node_is(node, NODE_REAL);
}

/* The members of a list, 0 for anything else. */
static inline size_t node_length(const struct json_node *node)
{
    return node_is(node, NODE_LIST) ? node->count : 0;
}

/* 0 if it is not an integer, or not a number. */
static inline int64_t node_integer(const struct json_node *node)
{
    return node_is(node, NODE_INTEGER) ? node->value.integer : 0;
}

static inline double node_number(const struct json_node *node)
{
    return node_is(node, NODE_REAL) ? node->value.real : (double)node_integer(node);
}

#endif
