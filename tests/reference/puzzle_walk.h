/*
 * puzzle_walk.h - puzzles checked by the reference games.
 *
 * The library's solver only says which move to look at where one is enough; what is legal, whose
 * turn it is, and how a game has ended is for the reference alone to say. So a puzzle passes only
 * if the reference agrees with every step of the proof that its solution is right and that every
 * other move is wrong. That the moves of both are the same is checked on the way.
 */
#ifndef TABLIER_TESTS_PUZZLE_WALK_H
#define TABLIER_TESTS_PUZZLE_WALK_H

#include "learn/puzzle.h"

enum walked {
    WALK_RIGHT,
    WALK_WRONG,
    WALK_LONG, /* more steps than were allowed */
};

/* Checks a puzzle, visiting at most `limit` positions (0: no limit); writes the fault to `why`. */
enum walked puzzle_walk(const struct puzzle *puzzle, uint64_t limit, char *why, size_t size);

#endif
