/*
 * annotation.h - annotations of a record: comments, evaluations, move times, drawings, variations.
 *
 * They are attached to a tree of moves whose root is the start of the match. Nodes are numbered
 * from ANNOTATION_START in order of creation, so a node follows its parent. The match defines the
 * main line; all other nodes belong to variations. The tree needs no update when moves are played
 * or taken back: annotations of moves that the match no longer has become a variation.
 *
 * A zero-initialised tree is empty, still has its start, and may be released.
 */
#ifndef TABLIER_CORE_ANNOTATION_H
#define TABLIER_CORE_ANNOTATION_H

#include "core/position.h"
#include "core/text.h"

enum {
    ANNOTATION_START = 0,
    ANNOTATION_NONE = -1,
    ANNOTATION_COMMENT_MAX = 4000,                 /* bytes of a comment */
    ANNOTATION_COMMANDS_MAX = 512,                 /* and of the commands in it */
    ANNOTATION_DEPTH_MAX = 64,                     /* variations inside one another */
    ANNOTATION_UNIT = 10000,                       /* a score of 1, a certain win */
    ANNOTATION_SCORE_MAX = 1000 * ANNOTATION_UNIT, /* other programs have other scales */
    ANNOTATION_PLIES_MAX = 999999,
    ANNOTATION_DRAWINGS_MAX = 32,                  /* squares and arrows of a node */
    ANNOTATION_TEXT = 64, /* bytes that hold any evaluation or time */
    DRAWING_TEXT = 6,     /* and any word of a drawing */
};

/* 99,999 hours */
#define ANNOTATION_MS_MAX INT64_C(359996400000)

/* The value of a position for one player. */
struct evaluation {
    int player; /* from 0 */
    bool exact; /* proven: then `value` and `plies` count, otherwise `score` */
    int score;  /* in ANNOTATION_UNIT */
    int value;  /* 1 a win, 0 a draw, -1 a loss */
    int plies;  /* to the end, -1: unknown */
};

struct annotation_node {
    char move[TB_MOVE_TEXT]; /* "" at the start */
    int parent, first, next; /* ANNOTATION_NONE where there is none */
    int depth;               /* nesting depth of its variation: 0 on the main line */
    bool removed;
    bool evaluated;
    struct evaluation evaluation; /* of the position after the move */
    int64_t ms;                   /* -1: unknown */
    char *comment;                /* NULL: none */
    char *drawings;               /* "Gb2 Rb2c3", see annotation_draw.c; NULL: none */
};

struct annotations {
    struct annotation_node *nodes;
    int count;
    size_t capacity;
};

void annotations_release(struct annotations *tree);

/* True if there is anything to write. */
bool annotations_exist(const struct annotations *tree);

/* The child of a node with this move, ANNOTATION_NONE if there is none. */
int annotations_find(const struct annotations *tree, int node, const char *move);
/* The same; creates it if it is missing. `move` must be legal there, in the spelling of the match.
 * Returns a negative code if memory runs out or variations are nested too deeply. */
int annotations_add(struct annotations *tree, int node, const char *move, struct tb_error *error);
/* Returns the first sibling after `after` (ANNOTATION_NONE: of all) that is a variation of the move
 * `played`; ANNOTATION_NONE if there is none. A move that was once on the main line and has no
 * annotation does not count: it was only taken back. */
int annotations_variation(const struct annotations *tree, int parent, int played, int after);
/* Puts a node of the main line before its siblings. */
void annotations_put_first(struct annotations *tree, int node);
/* Removes a node, but not the start, with all that follow it. */
void annotations_remove(struct annotations *tree, int node);

int annotation_too_deep(struct tb_error *error);

/* Makes the start of an empty tree, whose annotations can then be set. */
int annotations_begin(struct annotations *tree, struct tb_error *error);
/* Returns the node, NULL if it never had annotations. */
const struct annotation_node *annotations_at(const struct annotations *tree, int node);
/* False if the node has neither a comment nor an evaluation, a time or drawings. */
bool annotation_is_noted(const struct annotation_node *node);

/* Appends a text to the comment. Blank space is reduced to single spaces; the rest must be valid
 * UTF-8 that can be written between braces. */
int annotations_comment(struct annotations *tree, int node, const char *text, size_t length,
                        struct tb_error *error);
/* Replaces the comment by a text, which may be part of the old one; NULL removes it. If the text is
 * refused, the comment is unchanged. */
int annotations_set_comment(struct annotations *tree, int node, const char *text,
                            struct tb_error *error);
/* Both refuse values out of range. */
int annotations_evaluate(struct annotations *tree, int node, int players,
                         const struct evaluation *evaluation, struct tb_error *error);
int annotations_time(struct annotations *tree, int node, int64_t ms, struct tb_error *error);

/* ---- Drawings (annotation_draw.c) ----------------------------------------------------- */

/* Adds squares and arrows, words with blanks or commas between them; the last colour of a place
 * counts. Words that name no square of the board are refused, and so are too many. */
int annotations_draw(struct annotations *tree, int node, const struct tb_setup *setup,
                     const char *words, struct tb_error *error);
/* Replaces all of them; NULL removes them. */
int annotations_set_drawings(struct annotations *tree, int node, const struct tb_setup *setup,
                             const char *words, struct tb_error *error);
/* True for an arrow, false for a square. The word may be followed by others. */
bool drawing_is_arrow(const char *word);

/* ---- As text (annotation_text.c) ------------------------------------------------------ */

/* "0.35", "-0.0625" */
void evaluation_score_text(int score, struct text *text);
/* "1 0.35" is an estimate, "2 win 5", "1 draw" are proven. */
void evaluation_text(const struct evaluation *evaluation, struct text *text);
int evaluation_parse(const char *words, struct evaluation *evaluation, struct tb_error *error);
/* "win", "draw" or "loss"; and back, false if it is none of them. */
const char *evaluation_word(int value);
bool evaluation_value(const char *word, int *value);
/* "0:00:01.25" */
void time_text(int64_t ms, struct text *text);

/* Takes the text between the braces: [%eval ...], [%emt ...], [%csl ...], [%cal ...] and words. The
 * text is modified. */
int annotations_take(struct annotations *tree, int node, const struct tb_setup *setup, char *text,
                     struct tb_error *error);

/* Commands in comments, which annotations_take() carries out and removes. */
enum comment_command {
    COMMAND_EVALUATION,
    COMMAND_TIME,
    COMMAND_SQUARES,
    COMMAND_ARROWS,
    COMMANDS,
};
extern const char *const comment_commands[COMMANDS]; /* how each begins, such as "[%eval" */
/* The next command in a comment; NULL if there is none. */
char *comment_find_command(const char *text, enum comment_command *which);

#endif
