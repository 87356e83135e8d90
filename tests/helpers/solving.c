/* solving.c - see solving.h */
#include "solving.h"

#include "test.h"

struct dfpn *new_solver(const struct tb_setup *setup, struct dfpn_options options)
{
    options.bytes = options.bytes ? options.bytes : 4 * MEGABYTE;
    struct dfpn *solver = dfpn_new(setup, &options);

    assert_non_null(solver);
    return solver;
}

struct bounds ask(struct dfpn *solver, const void *state, int player, int plies)
{
    struct dfpn_question question = {state, player, plies};

    return dfpn_ask(solver, &question, NULL);
}
