/* cmd_verify.c - tablier verify: checks a proof by the rules alone, or a table. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/solving.h"
#include "cli/terminal.h"
#include "games/tictacdoh/tictacdoh_solved.h"
#include "solve/opening.h"

extern const struct command cmd_verify;


/* Prints the position and what was proven of it. */
static void print_report(const struct proof_report *report, enum tb_lang lang)
{
    char text[TB_POSITION_TEXT];

    tb_position_text(&report->position, text, sizeof text);
    printf("%s %s\n", tb_game_name(report->position.setup.game), text);
    for (int i = 0; i < report->count; i++) {
        struct text out = text_into(text, sizeof text);

        claim_text(&report->claims[i], lang, &out);
        printf(in_lang(lang, "proven: %s (%" PRIu64 " positions)\n",
                       "prouvé : %s (%" PRIu64 " positions)\n"),
               text, report->nodes[i]);
    }
}

static int verify_tictacdoh(const unsigned char *data, size_t size, enum tb_lang lang,
                            struct tb_error *error)
{
    int code = tictacdoh_table_check(data, size, error);

    if (!code)
        puts(in_lang(lang, "a whole table of Tic Tac Doh", "une table entière de Tic Tac Doh"));
    return code;
}

static int verify_opening(const unsigned char *data, size_t size, enum tb_lang lang,
                          struct tb_error *error)
{
    int code = opening_check(data, size, error);

    if (!code)
        printf(in_lang(lang, "a whole table of openings: %" PRIu32 " positions\n",
                       "une table entière d'ouvertures : %" PRIu32 " positions\n"),
               known_count(data));
    return code;
}

static int verify_proof(const unsigned char *data, size_t size, enum tb_lang lang,
                        struct tb_error *error)
{
    struct proof_report report;
    int code = proof_verify(data, size, &report, error);

    if (!code)
        print_report(&report, lang);
    return code;
}

/* By how a file begins; what begins otherwise is taken for a proof. */
static const struct kind {
    const char *name;
    int (*verify)(const unsigned char *data, size_t size, enum tb_lang lang,
                  struct tb_error *error);
} kinds[] = {
    {TABLE_NAME, verify_tictacdoh},
    {OPENING_NAME, verify_opening},
    {PROOF_NAME, verify_proof},
};

/* The name of a file is six letters and a version of two. */
static const struct kind *kind_of(const unsigned char *data, size_t size)
{
    const struct kind *kind = kinds;

    while (kind->verify != verify_proof && (size < 6 || memcmp(data, kind->name, 6) != 0))
        kind++;
    return kind;
}

static int run(int argc, char **argv)
{
    int status = options_parse(&cmd_verify, NULL, &argc, argv);
    struct tb_error error;
    size_t size;

    if (status != GO_ON)
        return status;
    unsigned char *data = bytes_load(argv[0], &size, &error);

    if (!data)
        return failure_of(NULL, &error);
    int code = kind_of(data, size)->verify(data, size, terminal_lang(), &error);

    free(data);
    return code ? failure_of(argv[0], &error) : STATUS_OK;
}

const struct command cmd_verify = {
    .name = "verify",
    .words = "FILE",
    .words_min = 1,
    .words_max = 1,
    .summary = {"Check a proof by the rules alone, or a table.",
                "Vérifier une preuve par les seules règles, ou une table."},
    .options = (const struct option[]){{0}},
    .run = run,
};
