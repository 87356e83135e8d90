/* device.c - see device.h. */
#include "server/members/device.h"

#include <jansson.h>

#include "core/text.h"
#include "server/common/secret.h"
#include "server/members/session.h"

enum { DEVICE_DAYS = 365 };

static const int64_t KEPT_MS = (int64_t)DEVICE_DAYS * 24 * 3600 * 1000;

void device_of(const struct http_header *head, bool secure, unsigned char hash[HASH_SIZE],
               char line[DEVICE_COOKIE_SIZE])
{
    const char *name = secure ? "__Host-tablier-device" : "tablier-device";
    struct text text = text_into(line, DEVICE_COOKIE_SIZE);
    char secret[TOKEN_SIZE];

    if (cookie_read(head, name, secret)) {
        secret_hash(secret, hash);
        return;
    }
    session_draw("", secret, hash);
    text_add(&text, "set-cookie: %s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s\r\n", name,
             secret, DEVICE_DAYS * 24 * 3600, secure ? "; Secure" : "");
}

void device_note(struct db *db, const unsigned char hash[HASH_SIZE], int64_t member, int64_t now)
{
    db_run(db, "DELETE FROM devices WHERE member = $1 AND seen < $2", "ii", member, now - KEPT_MS);
    db_run(db,
           "INSERT INTO devices (hash, member, seen) VALUES ($1, $2, $3)"
           " ON CONFLICT (hash, member) DO UPDATE SET seen = $3",
           "bii", (const void *)hash, (size_t)HASH_SIZE, member, now);
}

bool members_share_device(struct db *db, int64_t a, int64_t b)
{
    return db_number(db, 0,
                     "SELECT count(*) FROM devices a JOIN devices b ON b.hash = a.hash"
                     " WHERE a.member = $1 AND b.member = $2",
                     "ii", a, b) > 0;
}

static bool take_rated(void *rated, const struct db_row_view *row)
{
    json_t *terms = json_loads(row_text(row, 0), 0, NULL);

    *(bool *)rated = json_is_true(json_object_get(terms, "rated"));
    json_decref(terms);
    return true;
}

bool member_shares_rated(struct db *db, const char *game, int64_t member)
{
    bool rated = false;

    db_query(db, take_rated, &rated,
             "SELECT terms FROM games WHERE id = $1 AND EXISTS (SELECT 1 FROM seats t"
             "  JOIN devices a ON a.member = t.member JOIN devices b ON b.hash = a.hash"
             "  WHERE t.game = $1 AND t.member > 0 AND t.member <> $2 AND b.member = $2)",
             "ti", game, member);
    return rated;
}
