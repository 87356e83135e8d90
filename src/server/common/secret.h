/*
 * secret.h - random ids of games, secrets of seats, and tokens of writes.
 *
 * A secret opens a seat or a private game. Only its hash is stored; secrets are
 * compared in constant time.
 */
#ifndef TABLIER_SERVER_SECRET_H
#define TABLIER_SERVER_SECRET_H

#include "server/store/store.h"

enum { SECRET_SIZE = 23 }; /* 22 characters, and the end */

/*
 * Where the names and secrets of one new game come from: the system's random bits,
 * or, for a request that may be repeated, the key that its client chose. The same key
 * and request give the same game, and its secrets cannot be derived without the key.
 */
struct secret_source {
    bool repeatable;
    unsigned char seed[HASH_SIZE];
};

enum { KEY_LEAST = 16, KEY_SIZE = 65 }; /* characters of a key; bytes with its end */

/* True if the key is long enough, and of printable ASCII characters without spaces. */
bool key_valid(const char *key);
/* `key` "": random. `request` has the bytes of the whole request, which go into the secrets. */
struct secret_source secret_source_of(const char *key, const void *request, size_t size);
/* Each label gives another secret (with its hash), id or number. */
void secret_draw(const struct secret_source *source, int label, char out[SECRET_SIZE],
                 unsigned char hash[HASH_SIZE]);
void id_draw(const struct secret_source *source, int label, char out[ID_SIZE]);
uint64_t number_draw(const struct secret_source *source, int label);

/* Hashes a text that a client has sent as a secret. */
void secret_hash(const char *secret, unsigned char hash[HASH_SIZE]);
bool secret_equal(const unsigned char a[HASH_SIZE], const unsigned char b[HASH_SIZE]);

/* A new id for a game: 12 characters, digits and lower-case letters. */
void id_new(char out[ID_SIZE]);
/* True if the text has the form of an id. */
bool id_valid(const char *id);

uint64_t random_number(void);
void random_bytes(void *out, size_t size); /* at most 256 */

#endif
