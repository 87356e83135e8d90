/* solving.h - solvers for the tests of what is solved. */
#ifndef TABLIER_TESTS_SOLVING_H
#define TABLIER_TESTS_SOLVING_H

#include "solve/dfpn.h"

enum { MEGABYTE = 1 << 20 };

/* With a small table if nothing is said of it. */
struct dfpn *new_solver(const struct tb_setup *setup, struct dfpn_options options);

/* Can the player win within so many plies? */
struct bounds ask(struct dfpn *solver, const void *state, int player, int plies);

#endif
