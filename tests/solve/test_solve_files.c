/* test_solve_files.c - proofs and checkpoints that are whole, damaged or false. */
#include "solving.h"
#include "test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/checksum.h"
#include "solve/solve.h"

/* ---- Proofs ------------------------------------------------------------------------------ */

/* The proof of one claim that is true. */
static struct bytes prove(const char *words, const char *moves, struct claim claim,
                          bool rules_only)
{
    struct tb_position position = test_after(words, moves);
    struct dfpn_options options = {.origin = &position.state, .rules_only = rules_only};
    struct dfpn *solver = new_solver(&position.setup, options);
    struct bytes bytes = {0};
    struct tb_error error;

    if (proof_write(solver, &position, &claim, 1, NULL, &bytes, &error))
        fail_msg("%s: %s", words, error.text);
    dfpn_free(solver);
    return bytes;
}

/* Makes the checksum right again after a change. */
static void mend(struct bytes *bytes)
{
    uint64_t sum = checksum_add(CHECKSUM_START, bytes->data + BYTES_HEADER,
                                bytes->size - BYTES_HEADER);

    for (int i = 0; i < 8; i++)
        bytes->data[BYTES_NAME + i] = (unsigned char)(sum >> 8 * i);
}

static bool holds(const struct bytes *bytes)
{
    struct proof_report report;
    struct tb_error error;
    int code = proof_verify(bytes->data, bytes->size, NULL, &report, &error);

    assert_true(code == TB_OK || error.text[0]);
    return code == TB_OK;
}

/* Where the claim stands: player, wins, plies in two bytes. */
static unsigned char *claim_in(struct bytes *bytes)
{
    unsigned char *at = bytes->data + BYTES_HEADER;

    at += strlen((char *)at) + 1; /* game */
    at += strlen((char *)at) + 1; /* position */
    return at + 1;
}

/* A true proof is accepted; with its claim made a ply stronger it is not, nor cut
 * off anywhere, nor with any bit changed, nor with words changed at random and the
 * checksum mended, unless it is a proof still. */
static void check_proof(const char *words, const char *moves, struct claim claim)
{
    struct rng rng = {1};

    for (int rules_only = 0; rules_only < 2; rules_only++) {
        struct bytes bytes = prove(words, moves, claim, rules_only);
        size_t size = bytes.size;

        mend(&bytes);
        assert_true(holds(&bytes));
        for (bytes.size = 0; bytes.size < size; bytes.size += 1 + size / 100)
            assert_false(holds(&bytes));
        bytes.size = size;
        for (int i = 0; i < 100; i++) {
            unsigned char *at = &bytes.data[rng_below(&rng, (uint32_t)size)], old = *at;

            *at ^= (unsigned char)(1 << rng_below(&rng, 8));
            assert_false(holds(&bytes));
            mend(&bytes);
            holds(&bytes);
            *at = old;
            mend(&bytes);
        }
        if (claim.plies != PLIES_ANY) {
            claim_in(&bytes)[2] += claim.wins ? -1 : 1;
            mend(&bytes);
            assert_false(holds(&bytes));
            claim_in(&bytes)[2] -= claim.wins ? -1 : 1;
        }
        claim_in(&bytes)[1] ^= 1;
        mend(&bytes);
        assert_false(holds(&bytes));
        bytes_release(&bytes);
    }
}

static void proofs_of_wins(void **state)
{
    (void)state;
    check_proof("quoridor size=3 walls=2", "", (struct claim){1, true, 12});
    check_proof("quoridor size=5 walls=1", "", (struct claim){1, true, 12});
    check_proof("tictacdoh", "Mc3", (struct claim){1, true, 5});
    check_proof("tictacdoh", "Mc3", (struct claim){1, true, PLIES_ANY});
}

static void proofs_of_no_win(void **state)
{
    (void)state;
    check_proof("quoridor size=3 walls=2", "", (struct claim){1, false, 11});
    check_proof("quoridor size=5 walls=1", "", (struct claim){1, false, 11});
    check_proof("tictacdoh", "Mc3", (struct claim){1, false, 4});
    check_proof("tictacdoh", "", (struct claim){0, false, PLIES_ANY});
    check_proof("dorix", "", (struct claim){0, false, 7});
    check_proof("dorix players=4", "", (struct claim){1, false, 6});
    check_proof("quoridor players=4 size=3 walls=1", "", (struct claim){0, false, 6});
}

/* The prover cannot be asked for what is not so. */
static void no_proof_of_what_is_false(void **state)
{
    struct tb_position position = test_after("quoridor size=3 walls=2", "");
    struct dfpn *solver = new_solver(&position.setup, (struct dfpn_options){0});
    struct claim claim = {0, true, 12};
    struct bytes bytes = {0};
    struct tb_error error;

    (void)state;
    assert_int_not_equal(proof_write(solver, &position, &claim, 1, NULL, &bytes, &error), TB_OK);
    bytes_release(&bytes);
    dfpn_free(solver);
}

/* ---- Checkpoints ------------------------------------------------------------------------- */

/* Returns the name of a file that does not exist yet. */
static void temporary(char path[64])
{
    snprintf(path, 64, "test-solve-%ld.tmp", (long)getpid());
}

static void change_byte(const char *path, long at)
{
    FILE *file = fopen(path, "r+b");

    assert_non_null(file);
    fseek(file, at, at < 0 ? SEEK_END : SEEK_SET);
    int byte = fgetc(file);

    fseek(file, -1, SEEK_CUR);
    fputc(byte ^ 16, file);
    fclose(file);
}

static void save(const struct dfpn *solver, const char *path)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_true(dfpn_save(solver, file));
    assert_int_equal(fclose(file), 0);
}

static void refused(const char *path, const struct tb_setup *setup, const char *reason)
{
    struct dfpn_options options = {0};
    struct tb_error error;

    assert_null(dfpn_load(path, setup, &options, &error));
    if (!strstr(error.text, reason))
        fail_msg("'%s' does not say '%s'", error.text, reason);
}

/* Stopped again and again, going on from the file each time. */
static void resumes_from_a_checkpoint(void **state)
{
    struct tb_position start = test_after("quoridor size=5 walls=1", "");
    struct dfpn_options options = {.bytes = 4 * MEGABYTE, .origin = &start.state};
    struct dfpn_question question = {&start.state, 1, 12};
    struct dfpn_limits limits = {.nodes = 2000};
    struct bounds bounds = BOUNDS_OPEN;
    struct tb_error error;
    char path[64];
    int stops = 0;

    (void)state;
    temporary(path);
    struct dfpn *solver = new_solver(&start.setup, options);

    while (bounds = dfpn_ask(solver, &question, &limits), !bounds_settled(&bounds, 12)) {
        save(solver, path);
        uint64_t nodes = dfpn_nodes(solver);

        dfpn_free(solver);
        solver = dfpn_load(path, &start.setup, &options, &error);
        assert_non_null(solver);
        assert_int_equal(dfpn_nodes(solver), nodes);
        assert_true(++stops < 1000);
    }
    assert_true(stops > 1);
    assert_int_equal(bounds.win, 12);
    assert_true(ask(solver, &start.state, 1, 11).hold >= 11);
    dfpn_free(solver);
    remove(path);
}

static void bad_checkpoints_are_refused(void **state)
{
    struct tb_position start = test_after("quoridor size=5 walls=1", "");
    struct tb_setup other = test_setup("quoridor size=5 walls=2");
    struct dfpn *solver = new_solver(&start.setup, (struct dfpn_options){0});
    struct dfpn_limits limits = {.nodes = 2000};
    char path[64];

    (void)state;
    temporary(path);
    refused(path, &start.setup, "Cannot open");
    dfpn_ask(solver, &(struct dfpn_question){&start.state, 1, 12}, &limits);
    save(solver, path);
    refused(path, &other, "was made for");
    change_byte(path, -9);
    refused(path, &start.setup, "damaged");
    change_byte(path, -9);
    change_byte(path, 7);
    refused(path, &start.setup, "version");
    change_byte(path, 0);
    refused(path, &start.setup, "not a checkpoint");
    save(solver, path);
    assert_int_equal(truncate(path, 2000), 0);
    refused(path, &start.setup, "damaged");
    FILE *readable = fopen(path, "rb");

    assert_false(dfpn_save(solver, readable));
    fclose(readable);
    dfpn_free(solver);
    remove(path);
}

/* Changes bytes of a checkpoint and puts the checksum right again, as a forger does. */
static void forge(const char *path, long at, const void *bytes, size_t size)
{
    static unsigned char data[1 << 22];
    FILE *file = fopen(path, "r+b");

    assert_non_null(file);
    size_t all = fread(data, 1, sizeof data, file);

    assert_true(all > BYTES_HEADER && all < sizeof data);
    memcpy(data + at, bytes, size);
    uint64_t sum = checksum_add(CHECKSUM_START, data + BYTES_HEADER, all - BYTES_HEADER);

    for (int i = 0; i < 8; i++)
        data[BYTES_NAME + i] = (unsigned char)(sum >> 8 * i);
    rewind(file);
    assert_int_equal(fwrite(data, 1, all, file), all);
    fclose(file);
}

/* Whatever the checksum says: a table that is longer or shorter than it says it is, and one of
 * another version of the program. */
static void forged_checkpoints_are_refused(void **state)
{
    enum { WORDS = 64 + TB_POSITION_TEXT, USED = BYTES_HEADER + 32 + WORDS + 16 };
    static const unsigned char counts[][8] = {
        {0}, {1}, {[7] = 0x40}, {[7] = 0x80}, {[6] = 1}, {255, 255, 255, 255, 255, 255, 255, 255}};
    struct tb_position start = test_after("quoridor size=5 walls=1", "");
    struct dfpn *solver = new_solver(&start.setup, (struct dfpn_options){.bytes = MEGABYTE});
    struct dfpn_options options = {0};
    struct dfpn_limits limits = {.nodes = 2000};
    char path[64];

    (void)state;
    temporary(path);
    dfpn_ask(solver, &(struct dfpn_question){&start.state, 1, 12}, &limits);
    save(solver, path);
    forge(path, BYTES_HEADER, "", 0);
    struct dfpn *whole = dfpn_load(path, &start.setup, &options, NULL);

    assert_non_null(whole);
    dfpn_free(whole);
    for (int i = 0; i < COUNT(counts); i++) {
        forge(path, USED, counts[i], sizeof counts[i]);
        refused(path, &start.setup, "damaged");
    }
    save(solver, path);
    forge(path, USED - 8, counts[0], sizeof counts[0]);
    refused(path, &start.setup, "damaged");
    forge(path, USED - 8, counts[COUNT(counts) - 1], sizeof *counts);
    refused(path, &start.setup, "memory");
    save(solver, path);
    forge(path, BYTES_HEADER, "0.9.7", 6);
    refused(path, &start.setup, "was made by Tablier 0.9.7");
    dfpn_free(solver);
    remove(path);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_of_wins),
        cmocka_unit_test(proofs_of_no_win),
        cmocka_unit_test(no_proof_of_what_is_false),
        cmocka_unit_test(resumes_from_a_checkpoint),
        cmocka_unit_test(bad_checkpoints_are_refused),
        cmocka_unit_test(forged_checkpoints_are_refused),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
