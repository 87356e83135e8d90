/* solving.c - see solving.h */
#include "solving.h"

#include <string.h>

#include "solve/strategy.h"
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

size_t claim_at(const struct bytes *file)
{
    size_t at = BYTES_HEADER;

    at += strlen((const char *)file->data + at) + 1;
    at += strlen((const char *)file->data + at) + 1;
    return at + 1;
}

int verify_changed(struct bytes *file, size_t at, unsigned char value)
{
    struct proof_report report;
    unsigned char old = file->data[at];

    file->data[at] = value;
    bytes_finish(file, NULL);
    int code = strategy_verify(file->data, file->size, 1, NULL, &report, NULL);

    file->data[at] = old;
    bytes_finish(file, NULL);
    return code;
}
