/*
 * member_name.h - names that belong to one member (Unicode UTS #39).
 *
 * Two names may not look alike: the skeleton of a name, and that of the name without case, are its
 * keys, and a key belongs to one member. Only hashes of them are kept.
 */
#ifndef TABLIER_SERVER_MEMBER_NAME_H
#define TABLIER_SERVER_MEMBER_NAME_H

#include "server/common/refusal.h"
#include "server/store/store.h"

enum { MEMBER_NAME_LEAST = 2, MEMBER_NAME_MOST = 24, NAME_KEYS = 2 };

struct name_keys {
    unsigned char hash[NAME_KEYS][HASH_SIZE];
};

/* The keys of any name, even a guest's. False if it has none: it is too long. */
bool name_keys_of(const char *name, struct name_keys *keys);

/* True if a member may have this name. Writes the name as it is stored, and its keys. */
bool member_name_check(const char *text, char out[NAME_SIZE], struct name_keys *keys,
                       struct refusal *refusal);
/* True if the names differ in case at most. */
bool member_name_same(const char *a, const char *b);

#endif
