/*
 * side_by_side.h - a game played in the library and by its reference at once.
 *
 * A plan says which options of a game are played, by what kind of players, and
 * which special cases of the rules must come up: GAME_plan.c beside this file.
 * tests/core/test_reference.c plays the games.
 */
#ifndef TABLIER_TESTS_SIDE_BY_SIDE_H
#define TABLIER_TESTS_SIDE_BY_SIDE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/position.h"
#include "core/rng.h"
#include "reference/reference.h"

enum { PLIES_MAX = 200 };

/* The special cases of the rules. Each is seen in a position: in the moves that
 * are legal there, or in how the game ended. */
#define SPECIALS(X)                                                                                \
    X(LIFT, "a pawn is lifted")                                                                    \
    X(PUT_BACK, "a lifted pawn goes back")                                                         \
    X(PUT_BACK_FALL, "a pawn put back collapses its pile")                                         \
    X(SHORT_FALL, "fewer pawns fall than neighbours are lower")                                    \
    X(MIXED_FALL, "the order of falling pawns matters")                                            \
    X(TWO_HOLDERS, "two sides hold a diagonal each")                                               \
    X(PASS_NO_PILE, "pass: empty hand, no pile")                                                   \
    X(PASS_NO_ROOM, "pass: pawns in hand, nowhere to go")                                          \
    X(PASS_NO_LIFT, "pass: no lifted pawn can be placed")                                          \
    X(STASH_LOW, "at most two pieces in the stash")                                                \
    X(STUCK, "the end because no piece can be placed")                                             \
    X(JUMP, "straight jump")                                                                       \
    X(TURN_BARRIER, "turn at a barrier")                                                           \
    X(TURN_EDGE, "turn at the edge")                                                               \
    X(TURN_PAWN, "turn at a third pawn")                                                           \
    X(NO_TURN, "a jump blocked by edge or pawn, and no turn")                                      \
    X(TWO_WAYS, "a square reached over two pawns")                                                 \
    X(CLOSED_PATH, "a barrier refused because of a path")                                          \
    X(FALLBACK, "fallback")                                                                        \
    X(FALLBACK_FULL, "fallback onto squares that hold pieces only")                                \
    X(AFTER_PASS, "free play after a pass")                                                        \
    X(TWO_PASSES, "the end by two passes")                                                         \
    X(PASS, "pass")                                                                                \
    X(DRAW, "draw")                                                                                \
    X(WIN_1, "player 1 wins")                                                                      \
    X(WIN_2, "player 2 wins")                                                                      \
    X(WIN_3, "player 3 wins")                                                                      \
    X(WIN_4, "player 4 wins")

enum special {
#define SPECIAL_ENUM(name, text) name,
    SPECIALS(SPECIAL_ENUM)
#undef SPECIAL_ENUM
    SPECIAL_COUNT,
};

#define SEE(special) (UINT32_C(1) << (special))
_Static_assert(SPECIAL_COUNT < 32, "a mask of special cases has 32 bits");

/* A move of the library; its text comes first so that moves sort by it. */
struct listed {
    char text[TB_MOVE_TEXT];
    tb_move move;
};

/* A number of games with the same players and options, and the special cases that
 * they must show. */
struct trial {
    int players;
    const char *options; /* "size=5 walls=3" */
    int games;
    int plies;     /* a game is left off there, PLIES_MAX at most */
    uint32_t must; /* SEE(LIFT) | ... */
};

/* One game that is being played in both programs. */
struct walk {
    const struct trial *trial;
    const struct policy *policy;
    struct rng rng;
    const struct reference *reference;
    struct reference_options options;
    struct tb_position position;
    void *state; /* the reference's position */
    char record[PLIES_MAX][TB_MOVE_TEXT];
    int plies;
    struct listed moves[TB_MOVES_MAX]; /* legal now, sorted by text */
    int count;
    void *view; /* what the plan's observer keeps of the position, for the policies */
    int seen[SPECIAL_COUNT];
};

/* How a player picks moves: by chance, in proportion to their weights. */
struct policy {
    const char *name;
    int (*weight)(const struct walk *walk, const char *move); /* NULL: all alike */
    bool lingers;  /* does not end the game while it can help it */
    bool squeezes; /* of a few such moves, takes the one that leaves the fewest replies */
};

/* How one game is tested. */
struct plan {
    const char *game;
    const struct policy *policies;      /* ends with a NULL name; games take turns */
    const struct trial *trials;         /* ends with 0 players */
    void (*observe)(struct walk *walk); /* counts special cases among the legal moves */
    size_t view_size;                   /* of what it keeps in walk->view */
};

extern const struct plan dorix_plan, tictacdoh_plan, quoridor_plan, orbital_plan;

static inline bool is_pass(const char *move)
{
    return strcmp(move, "pass") == 0;
}

static inline bool must_pass(const struct walk *walk)
{
    return walk->count == 1 && is_pass(walk->moves[0].text);
}

static inline void read_square(const char *text, int *column, int *row)
{
    *column = text[0] - 'a';
    *row = text[1] - '1';
}

#endif
