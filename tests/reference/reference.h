/*
 * reference.h - the four games a second time, slow and obvious.
 *
 * Each file beside this one follows the rules of one game sentence by sentence,
 * with strings, plain arrays and brute force, so that it can be checked by eye
 * against the rules. They share no code with the library: what both agree on is
 * right unless the rules were misread twice.
 *
 * Only the rules of a position are here: repetition and the pie rule belong to
 * a match. Players are counted from 1. Out of memory or out of room for moves
 * ends the program with a message.
 */
#ifndef TABLIER_TESTS_REFERENCE_H
#define TABLIER_TESTS_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    REFERENCE_TEXT = 32,    /* bytes that hold any move */
    REFERENCE_RESULT = 16,  /* bytes that hold any result */
    REFERENCE_MOVES = 4096, /* more moves than any position has */
};

struct reference_options {
    int players;
    bool hold_barred; /* Dorix: hold=barred */
    int pawns;        /* Dorix */
    char tie;         /* Tic Tac Doh: first letter of the option's value */
    int extra;        /* Quoridor */
    int stash;        /* Tic Tac Doh: pieces of each size */
    int size, walls;  /* Quoridor */
    int turn_barrier; /* Quoridor: 1 for turn=barrier, 0 for turn=blocked */
    int pieces;       /* Orbital: pieces of each kind a player has */
    int line_row;     /* Orbital: 1 for line=row, 0 for line=both */
    int free_empty;   /* Orbital: 1 for free=empty, 0 for free=open */
    int reach_line;   /* Orbital: 1 for reach=line, 0 for reach=ahead */
};

struct reference {
    const char *game;
    void *(*create)(const struct reference_options *options);
    void (*destroy)(void *state);
    void *(*copy)(const void *state);
    /* The player to move; of a finished game, the one who would be. */
    int (*turn)(const void *state);
    /* Canonical spellings in any order, each once; `pass` where it is the one
     * legal move. Returns how many: 0 when the game is over. */
    int (*moves)(const void *state, char (*out)[REFERENCE_TEXT], int max);
    /* Plays a move of the list above. */
    void (*play)(void *state, const char *move);
    /* Makes a new game the position that the words of the game describe (docs/NOTATION.md,
     * without the setup words). They are known to be right. */
    void (*set_up)(void *state, const char *words);
    /* "none" while the game goes on, "draw", or the winners: "2", "1,3". */
    void (*result)(const void *state, char out[REFERENCE_RESULT]);
};

extern const struct reference dorix_reference, tictacdoh_reference, quoridor_reference,
    orbital_reference;

const struct reference *reference_find(const char *game); /* NULL if there is none */

/* The default options for a number of players. */
struct reference_options reference_defaults(int players);
/* Sets one option as a user spells it, "walls" to "3"; false if there is none such. */
bool reference_set(struct reference_options *options, const char *key, const char *value);

/* ---- For the games themselves ------------------------------------------- */

void *reference_allocate(size_t size); /* all zero */
void *reference_duplicate(const void *state, size_t size);

/* A list of moves that is being written. */
struct reference_list {
    char (*out)[REFERENCE_TEXT];
    int max, count;
};

void reference_add(struct reference_list *list, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool reference_has(const struct reference_list *list, const char *move);

#endif
