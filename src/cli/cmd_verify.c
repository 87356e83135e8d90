/* cmd_verify.c - tablier verify: checks a proof by the rules alone, or a table. */

#include "cli/command.h"
#include "cli/engine_args.h"
#include "cli/interrupt.h"
#include "cli/solving.h"
#include "cli/terminal.h"
#include "core/message.h"
#include "jansson/json_memory.h"
#include "jansson/setup_json.h"

struct args {
    int threads;
    bool json;
};

static const struct option options[] = {
    {"threads", "N", N_("check a table of positions with N threads (default: 1)"), take_threads,
     ARG(threads)},
    JSON_OPTION(struct args, json),
    {0},
};

/* Prints the position and what was proven of it. */
static void print_proof(const struct tb_verified *verified, const char *lang)
{
    char text[TB_POSITION_TEXT];

    tb_position_text(verified->position, text, sizeof text);
    printf("%s %s\n", tb_game_name(verified->position->setup.game), text);
    for (int i = 0; i < verified->count; i++) {
        const struct tb_claim *proven = &verified->claims[i];
        struct claim claim = {proven->player, proven->wins, proven->plies};
        struct text out = text_into(text, sizeof text);

        claim_text(&claim, lang, &out);
        print_in(stdout, lang, "proven: {result} ({nodes} positions)\n", arg_text("result", text),
                 arg_unsigned("nodes", proven->nodes));
    }
}

static json_t *claims_json(const struct tb_verified *verified)
{
    json_t *claims = json_array();

    for (int i = 0; i < verified->count; i++) {
        const struct tb_claim *claim = &verified->claims[i];
        bool any = claim->plies == TB_PLIES_ANY;

        json_array_append_new(
            claims, json_pack("{s:i, s:b, s:o, s:I}", "player", claim->player + 1, "wins",
                              claim->wins, "plies", any ? json_null() : json_integer(claim->plies),
                              "nodes", (json_int_t)claim->nodes));
    }
    return claims;
}

static json_t *verified_json(const struct tb_verified *verified)
{
    static const char *const kinds[] = {
        [TB_FILE_PROOF] = "proof", [TB_FILE_TABLE] = "table", [TB_FILE_OPENINGS] = "openings"};
    bool proof = verified->kind == TB_FILE_PROOF;
    json_t *object = proof ? position_json_encode(verified->position) : json_object();

    if (verified->kind == TB_FILE_TABLE)
        json_object_set_new(object, "game", json_string(tb_game_name(verified->game)));
    json_object_set_new(object, "kind", json_string(kinds[verified->kind]));
    if (proof)
        json_object_set_new(object, "claims", claims_json(verified));
    if (verified->kind == TB_FILE_OPENINGS)
        json_object_set_new(object, "positions", json_integer((json_int_t)verified->positions));
    return object;
}

static void print_verified(const struct tb_verified *verified, const char *lang)
{
    switch (verified->kind) {
    case TB_FILE_TABLE:
        print_in(stdout, lang, "a whole table of {game}\n",
                 arg_text("game", tb_game_title(verified->game)));
        break;
    case TB_FILE_OPENINGS:
        print_in(stdout, lang, "a whole table of openings: {positions} positions\n",
                 arg_unsigned("positions", verified->positions));
        break;
    case TB_FILE_PROOF:
        print_proof(verified, lang);
        break;
    }
}

/* Ctrl-C ends the check. */
static bool go_on(void *context, const struct tb_progress *progress)
{
    (void)context;
    (void)progress;
    return !work_must_end();
}

static int run(void *values, char **words)
{
    TB_STRUCT(tb_verified, verified);
    struct tb_position proven;
    struct tb_error error;

    const struct args *args = values;

    interrupt_catch();
    verified.position = &proven;
    verified.threads = args->threads;
    int code = tb_verify(words[0], &verified, go_on, NULL, &error);

    if (code == TB_ERR_STOPPED)
        return STATUS_INTERRUPTED;
    if (code)
        return failure_of(NULL, &error);
    if (args->json)
        json_write(verified_json(&verified), JSON_COMPACT, stdout);
    else
        print_verified(&verified, terminal_lang());
    return STATUS_OK;
}

const struct command cmd_verify = {
    .name = "verify",
    .words = "FILE",
    .summary = N_("Check a proof by the rules alone, or a table."),
    ARGS(struct args),
};
