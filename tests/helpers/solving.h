/* solving.h - solvers for the tests of what is solved. */
#ifndef TABLIER_TESTS_SOLVING_H
#define TABLIER_TESTS_SOLVING_H

#include "solve/dfpn.h"

enum { MEGABYTE = 1 << 20 };

/* The table is small unless the options give a size. */
struct dfpn *new_solver(const struct tb_setup *setup, struct dfpn_options options);

/* Asks whether the player can win within `plies` plies. */
struct bounds ask(struct dfpn *solver, const void *state, int player, int plies);

#endif
