/*
 * puzzle_file.h - a file of puzzles, all of one game.
 *
 * Its first line names the game; puzzle.h describes the others.
 */
#ifndef TABLIER_LEARN_PUZZLE_FILE_H
#define TABLIER_LEARN_PUZZLE_FILE_H

#include "learn/puzzle.h"

#define PUZZLE_FILE_NAME "tablier-puzzles 1"

/* A zero-initialised list is empty and may be released. */
struct puzzle_list {
    const struct tb_game *game;
    struct puzzle *puzzles;
    int count;
    size_t capacity;
};

void puzzle_list_release(struct puzzle_list *list);

/* Reads a whole file into an empty list. On failure the list is empty, and the error names
 * the line. */
int puzzle_list_read(const char *text, struct puzzle_list *list, struct tb_error *error);

/* The puzzle with an id, or NULL. */
const struct puzzle *puzzle_list_find(const struct puzzle_list *list, const char *id);

/* The index of the next puzzle of a grade (0: of any) from `index` on and round; TB_ERR_RANGE if
 * there is none. */
int puzzle_list_next(const struct puzzle_list *list, int index, int grade);

/* Grades the puzzles by comparison: a fifth of them in each grade, the hardest last. False when out
 * of memory or stopped. */
bool puzzle_list_grade(struct puzzle_list *list, bool (*stop)(void *context), void *context);

/* The whole file as text, which the caller frees; NULL if memory runs out. */
char *puzzle_list_write(const struct puzzle_list *list);

/* Puzzles that should not be in a file together. */
struct puzzle_pairs {
    int equal;     /* the position is that of an earlier puzzle, turned, mirrored or shifted */
    int contained; /* the position occurs in the solution of another puzzle */
};

/* Counts and reports each puzzle that equals an earlier one, and each that another contains, with
 * the first such other. False if memory runs out. */
bool puzzle_list_pairs(const struct puzzle_list *list, struct puzzle_pairs *pairs,
                       void (*report)(const struct puzzle *puzzle, const struct puzzle *other,
                                      bool contained));

#endif
