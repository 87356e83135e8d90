/* verify_api.c - checking the files that solving makes: proofs and tables. */
#include <stdlib.h>
#include <string.h>

#include "api/check.h"
#include "core/error.h"
#include "games/tictacdoh/tictacdoh_solved.h"
#include "solve/opening.h"
#include "solve/proof.h"

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

static int verify_table(const unsigned char *data, size_t size, struct relay *relay,
                        struct tb_verified *out, struct tb_error *error)
{
    (void)relay;
    out->kind = TB_FILE_TABLE;
    return tictacdoh_table_check(data, size, error);
}

static int verify_openings(const unsigned char *data, size_t size, struct relay *relay,
                           struct tb_verified *out, struct tb_error *error)
{
    int code = opening_check(data, size, error);

    (void)relay;
    out->kind = TB_FILE_OPENINGS;
    if (!code)
        out->positions = known_count(data);
    return code;
}

static int verify_proof(const unsigned char *data, size_t size, struct relay *relay,
                        struct tb_verified *out, struct tb_error *error)
{
    struct proof_watch watch = {pass_on, relay};
    struct proof_report report;
    int code = proof_verify(data, size, relay->report ? &watch : NULL, &report, error);

    if (code)
        return code;
    out->kind = TB_FILE_PROOF;
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

/* By how a file begins; what begins otherwise is taken for a proof. */
static const struct kind {
    const char *name;
    int (*verify)(const unsigned char *data, size_t size, struct relay *relay,
                  struct tb_verified *out, struct tb_error *error);
} kinds[] = {
    {TABLE_NAME, verify_table},
    {OPENING_NAME, verify_openings},
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
    own = (struct tb_verified){.size = sizeof own, .position = given.position};
    unsigned char *data = bytes_load(path, &size, error);

    if (!data)
        return TB_ERR_RECORD;
    code = kind_of(data, size)->verify(data, size, &relay, &own, error);

    free(data);
    if (code && error)
        error_prefix(error, "{path}: ", arg_start("path", path, 120));
    return code ? code : api_write_struct(verified, &own, position, error);
}
