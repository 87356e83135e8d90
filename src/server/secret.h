/*
 * secret.h - random names: of games, of seats' keys, of writes.
 *
 * A secret opens a seat or a private game. Only its hash is kept; comparing
 * takes the same time whatever it is compared with.
 */
#ifndef TABLIER_SERVER_SECRET_H
#define TABLIER_SERVER_SECRET_H

#include "server/store.h"

enum { SECRET_SIZE = 23 }; /* 22 characters for 128 bits, and the end */

/* A new secret and its hash. */
void secret_new(char out[SECRET_SIZE], unsigned char hash[HASH_SIZE]);
/* The hash of whatever someone claims to be a secret. */
void secret_hash(const char *secret, unsigned char hash[HASH_SIZE]);
bool secret_equal(const unsigned char a[HASH_SIZE], const unsigned char b[HASH_SIZE]);

/* A new id for a game: 12 characters, digits and lower-case letters. */
void id_new(char out[ID_SIZE]);
/* Is this the shape of an id? */
bool id_valid(const char *id);

uint64_t random_number(void);

#endif
