/*
 * passkey.h - passkeys (WebAuthn): checks of a browser's answers to a challenge.
 *
 * Nothing here uses the store. The bytes come from untrusted clients. The authenticator's data and
 * signatures are read and verified by libfido2; what the browser adds to them is checked here.
 */
#ifndef TABLIER_SERVER_PASSKEY_H
#define TABLIER_SERVER_PASSKEY_H

#include "server/common/base64url.h"
#include "server/store/store.h"

enum {
    RP_SIZE = 256,                            /* bytes of a host name and its end */
    CHALLENGE_BYTES = 32,
    CHALLENGE_SIZE = BASE64URL_SIZE(CHALLENGE_BYTES),
    PASSKEY_ID_MAX = 1023,
    PASSKEY_KEY_MAX = 512,
    ANSWER_PART_MAX = 4096, /* of the client's data, the authenticator's data and the signature */
};

/* The algorithms of WebAuthn that are accepted: ES256, EdDSA, RS256. */
enum { PASSKEY_ALGORITHMS = 3 };
extern const int passkey_algorithms[PASSKEY_ALGORITHMS];

struct passkey {
    unsigned char id[PASSKEY_ID_MAX], key[PASSKEY_KEY_MAX];
    size_t id_size, key_size;
    int algorithm;
    int64_t count; /* signatures that the authenticator has made; 0 if it does not count */
};

/* What the browser sends about one ceremony. */
struct passkey_answer {
    unsigned char client[ANSWER_PART_MAX], data[ANSWER_PART_MAX], signature[ANSWER_PART_MAX];
    size_t client_size, data_size, signature_size;
};

/* What the client's data says. */
struct passkey_client {
    char challenge[CHALLENGE_SIZE];
    char origin[RP_SIZE + 16];
};

/* The relying party for pages of this origin: its host. False if they may not use this server,
 * which they call `host` (see origin_allowed()), or if browsers do not allow passkeys there: that
 * takes HTTPS or localhost, and a name. */
bool passkey_party(const char *origin, const char *host, const char *extra, char rp[RP_SIZE]);

/* Reads the client's data of a registration, or of a sign-in. */
bool passkey_read_client(const struct passkey_answer *answer, bool registers,
                         struct passkey_client *out);
/* Reads a new passkey, for which the user was present and verified. */
bool passkey_register(const struct passkey_answer *answer, const char *rp, struct passkey *out);
/* True if the passkey has signed the answer, with the user present and verified; then *count is the
 * number of its signatures. */
bool passkey_verify(const struct passkey_answer *answer, const char *rp,
                    const struct passkey *passkey, int64_t *count);

#endif
