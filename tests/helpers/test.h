/*
 * test.h - the common header of all test programs.
 *
 * A program is an array of cmocka tests. Called with a name it runs that test
 * alone: CTest does so, which gives each test a process of its own.
 */
#ifndef TABLIER_TESTS_TEST_H
#define TABLIER_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/position.h"

/* Without arguments runs all the tests, with names runs those; `--list` prints
 * the names. Returns the exit status. */
int test_main(int argc, char **argv, const struct CMUnitTest *tests, int count);

/* A game with its number of players: the tests that every game runs are made
 * from the list of these. */
struct variant {
    const struct tb_game *game;
    int players;
    char name[32]; /* "quoridor-4" */
};

/* test_main with one test for each game and number of players; *state points
 * at its struct variant. */
int test_main_variants(int argc, char **argv, CMUnitTestFunction test);

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* The setup that words such as "quoridor players=4 size=5" mean; fails the
 * test if they mean none. */
struct tb_setup test_setup(const char *words);

/* The start of a game with that setup. */
struct tb_position test_start(const char *words);

/* The same after moves separated by spaces, all of which must be legal. */
struct tb_position test_after(const char *words, const char *moves);

bool test_starts_with(const char *text, const char *start);

/* The error, the reason or another message in that language; valid until the next call. */
const char *test_in(const char *message, const char *lang);

#endif
