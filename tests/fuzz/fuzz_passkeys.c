/*
 * fuzz_passkeys.c - any bytes as a browser's answer to a passkey's challenge. The first line is the
 * client's data (JSON), the second the authenticator's data and the third the signature, both in
 * base64url, as the server gets them.
 */
#include <strings.h>

#include "fuzz.h"
#include "server/members/passkey.h"

/* One byte more or less is noticed. */
static void check_base64url(const char *text)
{
    unsigned char bytes[64];
    char again[BASE64URL_SIZE(sizeof bytes)];
    size_t size;

    if (!base64url_decode(text, bytes, sizeof bytes, &size))
        return;
    base64url_encode(bytes, size, again);
    REQUIRE(strcmp(text, again) == 0);
}

static void check_client(const struct passkey_answer *answer)
{
    struct passkey_client client = {0};
    char rp[RP_SIZE];

    REQUIRE(!(passkey_read_client(answer, true, &client) &&
              passkey_read_client(answer, false, &client)));
    REQUIRE(memchr(client.challenge, '\0', sizeof client.challenge));
    if (passkey_party(client.origin, "localhost", "https://club.example", rp))
        REQUIRE(strcasecmp(rp, "localhost") == 0 || strcasecmp(rp, "club.example") == 0);
}

/* A key of one of the kinds, which has not signed anything. */
static void check_signature(const struct passkey_answer *answer)
{
    static const size_t sizes[PASSKEY_ALGORITHMS] = {64, 32, 259};
    size_t kind = answer->signature_size % PASSKEY_ALGORITHMS;
    struct passkey passkey = {.algorithm = passkey_algorithms[kind], .key_size = sizes[kind]};
    int64_t count;

    memset(passkey.key, 1, sizeof passkey.key);
    REQUIRE(!passkey_verify(answer, "localhost", &passkey, &count));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_string(data, size), *rest = text;
    const char *client = strsep(&rest, "\n"), *bytes = strsep(&rest, "\n");
    struct passkey_answer *answer = calloc(1, sizeof *answer);
    struct passkey passkey;

    REQUIRE(answer);
    answer->client_size = strlen(client) < ANSWER_PART_MAX ? strlen(client) : ANSWER_PART_MAX;
    memcpy(answer->client, client, answer->client_size);
    check_client(answer);
    if (bytes && rest) {
        check_base64url(bytes);
        base64url_decode(bytes, answer->data, ANSWER_PART_MAX, &answer->data_size);
        base64url_decode(rest, answer->signature, ANSWER_PART_MAX, &answer->signature_size);
        if (passkey_register(answer, "localhost", &passkey))
            REQUIRE(passkey.id_size > 0 && passkey.id_size <= PASSKEY_ID_MAX &&
                    passkey.key_size > 0 && passkey.key_size <= PASSKEY_KEY_MAX);
        check_signature(answer);
    }
    free(answer);
    free(text);
    return 0;
}
