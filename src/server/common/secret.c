/* secret.c - random bits from the system, hashes from OpenSSL. */
#define OPENSSL_SUPPRESS_DEPRECATED /* what came after SHA256_Init() allocates, and so can fail */
#include "server/common/secret.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
static const char id_letters[] = "0123456789abcdefghjkmnpqrstvwxyz"; /* none looks like another */

void random_bytes(void *out, size_t size)
{
    if (getentropy(out, size) != 0)
        abort(); /* cannot happen with so few bytes; no secret is better than a poor one */
}

static void digest(const void *first, size_t first_size, const void *second, size_t second_size,
                   unsigned char out[HASH_SIZE])
{
    SHA256_CTX context;

    SHA256_Init(&context);
    SHA256_Update(&context, first, first_size);
    SHA256_Update(&context, second, second_size);
    SHA256_Final(out, &context);
}

void secret_hash(const char *secret, unsigned char hash[HASH_SIZE])
{
    digest(secret, strlen(secret), "", 0, hash);
}

bool key_valid(const char *key)
{
    size_t length = strlen(key);

    if (length < KEY_LEAST || length >= KEY_SIZE)
        return false;
    for (; *key; key++)
        if (*key <= ' ' || *key > '~')
            return false;
    return true;
}

struct secret_source secret_source_of(const char *key, const void *request, size_t size)
{
    struct secret_source source = {.repeatable = *key != '\0'};

    if (source.repeatable)
        digest(key, strlen(key) + 1, request, size, source.seed);
    return source;
}

static void draw_bytes(const struct secret_source *source, int label, void *out, size_t size)
{
    unsigned char bytes[HASH_SIZE];

    if (source->repeatable) {
        digest(source->seed, sizeof source->seed, &label, sizeof label, bytes);
        memcpy(out, bytes, size);
    } else {
        random_bytes(out, size);
    }
}

void secret_draw(const struct secret_source *source, int label, char out[SECRET_SIZE],
                 unsigned char hash[HASH_SIZE])
{
    unsigned char bytes[SECRET_SIZE - 1];

    /*
     * 6 bits of each byte, 5 at either end: 130 in all. There it is a plain letter, so that no
     * command line takes a secret for an option and no mail program cuts a link short.
     */
    draw_bytes(source, label, bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        out[i] = letters[bytes[i] & (i == 0 || i == sizeof bytes - 1 ? 31 : 63)];
    out[SECRET_SIZE - 1] = '\0';
    secret_hash(out, hash);
}

bool secret_equal(const unsigned char a[HASH_SIZE], const unsigned char b[HASH_SIZE])
{
    return CRYPTO_memcmp(a, b, HASH_SIZE) == 0;
}

void id_draw(const struct secret_source *source, int label, char out[ID_SIZE])
{
    unsigned char bytes[ID_SIZE - 1];

    draw_bytes(source, label, bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        out[i] = id_letters[bytes[i] & 31];
    out[ID_SIZE - 1] = '\0';
}

void id_new(char out[ID_SIZE])
{
    id_draw(&(struct secret_source){0}, 0, out);
}

bool id_valid(const char *id)
{
    return strlen(id) == ID_SIZE - 1 && strspn(id, id_letters) == ID_SIZE - 1;
}

uint64_t number_draw(const struct secret_source *source, int label)
{
    uint64_t number;

    draw_bytes(source, label, &number, sizeof number);
    return number;
}

uint64_t random_number(void)
{
    return number_draw(&(struct secret_source){0}, 0);
}
