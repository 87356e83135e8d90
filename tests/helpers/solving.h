/* solving.h - solvers for the tests of what is solved, and proofs that are changed. */
#ifndef TABLIER_TESTS_SOLVING_H
#define TABLIER_TESTS_SOLVING_H

#include "solve/bytes.h"
#include "solve/dfpn.h"

enum { MEGABYTE = 1 << 20 };

/* The table is small unless the options give a size. */
struct dfpn *new_solver(const struct tb_setup *setup, struct dfpn_options options);

/* Asks whether the player can win within `plies` plies. */
struct bounds ask(struct dfpn *solver, const void *state, int player, int plies);

/* Where the first claim is in a proof: after the header, the texts and the count. */
size_t claim_at(const struct bytes *file);

/* Verifies a proof as a table with one byte changed and a checksum that is right. */
int verify_changed(struct bytes *file, size_t at, unsigned char value);

#endif
