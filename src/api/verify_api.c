/* verify_api.c - checking the files that solving makes: proofs and tables. */
#include <stdlib.h>
#include <string.h>

#include "api/check.h"
#include "core/error.h"
#include "core/solved.h"
#include "solve/opening.h"
#include "solve/proof.h"
#include "solve/strategy.h"

enum { NAME_LETTERS = 6 };

struct relay {
    bool (*report)(void *context, const struct tb_progress *progress);
    void *context;
};

static bool pass_on(void *context, uint64_t nodes)
{
    const struct relay *relay = context;
    struct tb_progress progress = {
        .size = sizeof progress,
        .stage = TB_STAGE_CHECKING,
        .nodes = nodes,
    };

    return relay->report(relay->context, &progress);
}

/* Returns the game whose table the data is, by the first letters of the file; NULL if none. A file
 * begins with six letters that name its kind and two digits of version. */
static const struct tb_game *game_of_table(const unsigned char *data, size_t size)
{
    for (int i = 0; game_table[i]; i++) {
        const struct solved *solved = game_table[i]->solved;

        if (solved && solved->name && size >= NAME_LETTERS &&
            memcmp(data, solved->name, NAME_LETTERS) == 0)
            return game_table[i];
    }
    return NULL;
}

static int verify_openings(const unsigned char *data, size_t size, struct tb_verified *out,
                           struct tb_error *error)
{
    int code = opening_check(data, size, error);

    out->kind = TB_FILE_OPENINGS;
    if (!code)
        out->positions = tablebase_count(data);
    return code;
}

static int verify_proof(const unsigned char *data, size_t size, struct relay *relay,
                        struct tb_verified *out, struct tb_error *error)
{
    struct proof_watch watch = {pass_on, relay};
    struct proof_report report;
    const struct proof_watch *watched = relay->report ? &watch : NULL;
    bool table = size >= NAME_LETTERS && memcmp(data, STRATEGY_NAME, NAME_LETTERS) == 0;
    int code = table ? strategy_verify(data, size, out->threads, watched, &report, error)
                     : proof_verify(data, size, watched, &report, error);

    if (code)
        return code;
    out->kind = TB_FILE_PROOF;
    out->game = report.position.setup.game;
    if (out->position)
        *out->position = report.position;
    out->count = report.count;
    for (int i = 0; i < report.count; i++)
        out->claims[i] = (struct tb_claim){
            .player = report.claims[i].player,
            .wins = report.claims[i].wins,
            .plies = report.claims[i].plies,
            .nodes = report.nodes[i],
        };
    return TB_OK;
}

/* Checks a file by its first letters: a game's table, a table of openings, else a proof. */
static int verify(const unsigned char *data, size_t size, struct relay *relay,
                  struct tb_verified *out, struct tb_error *error)
{
    out->game = game_of_table(data, size);
    if (out->game) {
        out->kind = TB_FILE_TABLE;
        return out->game->solved->check(data, size, error);
    }
    if (size >= NAME_LETTERS && memcmp(data, OPENING_NAME, NAME_LETTERS) == 0)
        return verify_openings(data, size, out, error);
    return verify_proof(data, size, relay, out, error);
}

int tb_verify(const char *path, struct tb_verified *verified,
              bool (*report)(void *context, const struct tb_progress *progress), void *context,
              struct tb_error *error)
{
    struct relay relay = {report, context};
    struct tb_verified own, given;
    size_t size;
    int code;

    if (!path || !verified)
        return api_missing(error, !path ? "path" : "struct tb_verified");
    if ((code = api_read_struct(&given, verified, position, error)))
        return code;
    own = (struct tb_verified){
        .size = sizeof own, .position = given.position, .threads = given.threads};
    unsigned char *data = bytes_load(path, &size, error);

    if (!data)
        return TB_ERR_RECORD;
    code = verify(data, size, &relay, &own, error);

    free(data);
    if (code && error)
        error_prefix(error, "{path}: ", arg_start("path", path, 120));
    return code ? code : api_write_struct(verified, &own, position, error);
}
