/* passkey.c - see passkey.h. */
#include "server/members/passkey.h"

#include <arpa/inet.h>
#include <fido.h>
#include <fido/eddsa.h>
#include <fido/es256.h>
#include <fido/rs256.h>
#include <jansson.h>
#include <openssl/err.h>
#include <openssl/sha.h>
#include <string.h>
#include <strings.h>

#include "core/text.h"
#include "server/common/secret.h"
#include "server/connection/peer.h"

const int passkey_algorithms[PASSKEY_ALGORITHMS] = {COSE_ES256, COSE_EDDSA, COSE_RS256};

enum {
    FLAG_PRESENT = 1,
    FLAG_VERIFIED = 4,
    FLAG_KEY = 64,
    FLAG_EXTENSIONS = 128,
    LEAST_DATA = HASH_SIZE + 1 + 4, /* of the authenticator: hash, flags, count */
    KEY_HEAD = 16 + 2,              /* before the id of a key: the model, the id's length */
    DEPTH_MAX = 4,                  /* of CBOR in CBOR */
};

/* ---- The browser's part ------------------------------------------------------------------ */

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);

    return length >= tail && strcasecmp(text + length - tail, end) == 0;
}

bool passkey_party(const char *origin, const char *host, const char *extra, char rp[RP_SIZE])
{
    struct text text = text_into(rp, RP_SIZE);
    struct in_addr four;

    if (!*origin || !origin_allowed(origin, host, extra))
        return false;
    const char *name = strstr(origin, "://") + 3;
    size_t length = strcspn(name, ":");

    if (*name == '[' || length >= RP_SIZE)
        return false;
    text_add(&text, "%.*s", (int)length, name);
    if (inet_pton(AF_INET, rp, &four) == 1)
        return false;
    return strncmp(origin, "https:", 6) == 0 || strcasecmp(rp, "localhost") == 0 ||
           ends_with(rp, ".localhost");
}

static bool copy_field(const json_t *object, const char *key, char *out, size_t size)
{
    const char *value = json_string_value(json_object_get(object, key));
    struct text text = text_into(out, size);

    if (!value || strlen(value) >= size)
        return false;
    text_add(&text, "%s", value);
    return true;
}

bool passkey_read_client(const struct passkey_answer *answer, bool registers,
                         struct passkey_client *out)
{
    json_t *root =
        json_loadb((const char *)answer->client, answer->client_size, JSON_REJECT_DUPLICATES, NULL);
    char type[24];
    bool good = copy_field(root, "type", type, sizeof type) &&
                strcmp(type, registers ? "webauthn.create" : "webauthn.get") == 0 &&
                copy_field(root, "challenge", out->challenge, sizeof out->challenge) &&
                copy_field(root, "origin", out->origin, sizeof out->origin) &&
                !json_is_true(json_object_get(root, "crossOrigin"));

    json_decref(root);
    return good;
}

/* ---- The authenticator's part -------------------------------------------------------------- */

/* The length of the item of CBOR (RFC 8949) that begins there, which must fit; 0 if it does not, or
 * has no use here. The library reserves memory for as many items as a list claims to have. */
static size_t item_length(const unsigned char *at, size_t size, int depth)
{
    unsigned kind = size > 0 ? at[0] >> 5 : 0, info = size > 0 ? at[0] & 31 : 31;
    size_t more = info < 24 ? 0 : (size_t)1 << (info - 24), used = 1 + more;
    uint64_t number = info < 24 ? info : 0;

    if (info > 27 || used > size || depth == 0 || kind == 6)
        return 0;
    for (size_t i = 1; i <= more; i++)
        number = number << 8 | at[i];
    if (kind < 2 || kind == 7)
        return used;
    if (number > size - used)
        return 0;
    if (kind < 4)
        return used + (size_t)number;
    for (uint64_t i = 0; i < (kind == 5 ? 2 * number : number); i++) {
        size_t length = item_length(at + used, size - used, depth - 1);

        if (length == 0)
            return 0;
        used += length;
    }
    return used;
}

/* True if the data has the parts that its flags announce, and nothing else. */
static bool is_whole(const unsigned char *data, size_t size)
{
    unsigned flags = data[HASH_SIZE];
    size_t at = LEAST_DATA, parts = 0;

    if (flags & FLAG_KEY) {
        if (size < at + KEY_HEAD)
            return false;
        at += KEY_HEAD + ((size_t)data[at + 16] << 8 | data[at + 17]);
        parts++;
    }
    parts += (flags & FLAG_EXTENSIONS) != 0;
    for (; parts > 0; parts--) {
        size_t length = at < size ? item_length(data + at, size - at, DEPTH_MAX) : 0;

        if (length == 0)
            return false;
        at += length;
    }
    return at == size;
}

/* True if the authenticator's data is for this relying party, with the user present and verified,
 * and contains a public key exactly if a passkey is being registered. */
static bool is_for(const struct passkey_answer *answer, const char *rp, bool registers)
{
    unsigned char hash[HASH_SIZE];

    if (answer->data_size < LEAST_DATA)
        return false;
    SHA256((const unsigned char *)rp, strlen(rp), hash);
    unsigned flags = answer->data[HASH_SIZE];

    return secret_equal(answer->data, hash) && flags & FLAG_PRESENT && flags & FLAG_VERIFIED &&
           ((flags & FLAG_KEY) != 0) == registers && is_whole(answer->data, answer->data_size);
}

static bool copy_bytes(unsigned char *out, size_t max, size_t *size, const void *from,
                       size_t length)
{
    if (!from || length == 0 || length > max)
        return false;
    memcpy(out, from, length);
    *size = length;
    return true;
}

/* Reads the data as that of a key of one algorithm. libfido2 wants to know which before it
 * reads. */
static bool read_credential(const struct passkey_answer *answer, const char *rp, int algorithm,
                            struct passkey *out)
{
    unsigned char hash[HASH_SIZE];
    fido_cred_t *cred = fido_cred_new();

    SHA256(answer->client, answer->client_size, hash);
    bool good =
        cred && fido_cred_set_type(cred, algorithm) == FIDO_OK &&
        fido_cred_set_rp(cred, rp, NULL) == FIDO_OK &&
        fido_cred_set_clientdata_hash(cred, hash, sizeof hash) == FIDO_OK &&
        fido_cred_set_authdata_raw(cred, answer->data, answer->data_size) == FIDO_OK &&
        copy_bytes(out->id, sizeof out->id, &out->id_size, fido_cred_id_ptr(cred),
                   fido_cred_id_len(cred)) &&
        copy_bytes(out->key, sizeof out->key, &out->key_size, fido_cred_pubkey_ptr(cred),
                   fido_cred_pubkey_len(cred));

    if (good) {
        out->algorithm = algorithm;
        out->count = fido_cred_sigcount(cred);
    }
    fido_cred_free(&cred);
    return good;
}

bool passkey_register(const struct passkey_answer *answer, const char *rp, struct passkey *out)
{
    *out = (struct passkey){0};
    if (!is_for(answer, rp, true))
        return false;
    for (int i = 0; i < PASSKEY_ALGORITHMS; i++)
        if (read_credential(answer, rp, passkey_algorithms[i], out))
            return true;
    return false;
}

/* Verifies with a key of the passkey's algorithm. */
static bool verify_signature(const fido_assert_t *assert, const struct passkey *passkey)
{
    es256_pk_t *es256 = es256_pk_new();
    eddsa_pk_t *eddsa = eddsa_pk_new();
    rs256_pk_t *rs256 = rs256_pk_new();
    const void *key = NULL;

    if (!es256 || !eddsa || !rs256)
        key = NULL;
    else if (passkey->algorithm == COSE_ES256 &&
             es256_pk_from_ptr(es256, passkey->key, passkey->key_size) == FIDO_OK)
        key = es256;
    else if (passkey->algorithm == COSE_EDDSA &&
             eddsa_pk_from_ptr(eddsa, passkey->key, passkey->key_size) == FIDO_OK)
        key = eddsa;
    else if (passkey->algorithm == COSE_RS256 &&
             rs256_pk_from_ptr(rs256, passkey->key, passkey->key_size) == FIDO_OK)
        key = rs256;
    bool good = key && fido_assert_verify(assert, 0, passkey->algorithm, key) == FIDO_OK;

    es256_pk_free(&es256);
    eddsa_pk_free(&eddsa);
    rs256_pk_free(&rs256);
    return good;
}

bool passkey_verify(const struct passkey_answer *answer, const char *rp,
                    const struct passkey *passkey, int64_t *count)
{
    unsigned char hash[HASH_SIZE];
    fido_assert_t *assert = is_for(answer, rp, false) ? fido_assert_new() : NULL;

    SHA256(answer->client, answer->client_size, hash);
    bool good =
        assert && answer->signature_size > 0 && fido_assert_set_count(assert, 1) == FIDO_OK &&
        fido_assert_set_rp(assert, rp) == FIDO_OK &&
        fido_assert_set_clientdata_hash(assert, hash, sizeof hash) == FIDO_OK &&
        fido_assert_set_authdata_raw(assert, 0, answer->data, answer->data_size) == FIDO_OK &&
        fido_assert_set_sig(assert, 0, answer->signature, answer->signature_size) == FIDO_OK &&
        fido_assert_set_up(assert, FIDO_OPT_TRUE) == FIDO_OK &&
        fido_assert_set_uv(assert, FIDO_OPT_TRUE) == FIDO_OK && verify_signature(assert, passkey);

    if (good)
        *count = fido_assert_sigcount(assert, 0);
    fido_assert_free(&assert);
    ERR_clear_error(); /* this thread may use TLS too */
    return good;
}
