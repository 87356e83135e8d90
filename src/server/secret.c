/* secret.c - random bits from the system, hashes from OpenSSL. */
#include "server/secret.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
static const char id_letters[] = "0123456789abcdefghjkmnpqrstvwxyz"; /* none looks like another */

static void random_bytes(void *out, size_t size)
{
    if (getentropy(out, size) != 0)
        abort(); /* cannot happen with so few bytes; no secret is better than a poor one */
}

void secret_hash(const char *secret, unsigned char hash[HASH_SIZE])
{
    if (!EVP_Digest(secret, strlen(secret), hash, NULL, EVP_sha256(), NULL))
        abort();
}

void secret_new(char out[SECRET_SIZE], unsigned char hash[HASH_SIZE])
{
    unsigned char bytes[SECRET_SIZE - 1];

    /* 6 bits of each byte: 132 in all. */
    random_bytes(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        out[i] = letters[bytes[i] & 63];
    out[SECRET_SIZE - 1] = '\0';
    secret_hash(out, hash);
}

bool secret_equal(const unsigned char a[HASH_SIZE], const unsigned char b[HASH_SIZE])
{
    return CRYPTO_memcmp(a, b, HASH_SIZE) == 0;
}

void id_new(char out[ID_SIZE])
{
    unsigned char bytes[ID_SIZE - 1];

    random_bytes(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        out[i] = id_letters[bytes[i] & 31];
    out[ID_SIZE - 1] = '\0';
}

bool id_valid(const char *id)
{
    return strlen(id) == ID_SIZE - 1 && strspn(id, id_letters) == ID_SIZE - 1;
}

uint64_t random_number(void)
{
    uint64_t number;

    random_bytes(&number, sizeof number);
    return number;
}
