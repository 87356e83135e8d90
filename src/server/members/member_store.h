/*
 * member_store.h - members, their sessions and devices in the store's tables.
 *
 * Most functions are works: callbacks of type db_work (store.h) that run in a transaction on a
 * thread of the store, those that write through store_transact(), those that only read through
 * store_ask(). A request's handler fills a struct member_call on the event loop, passes it to the
 * work, and reads the results from it when the work is done; in between the work owns it. The store
 * may run a work twice, so each one that writes can be repeated: if the hash of a new session is
 * stored already, the earlier run has counted.
 *
 * The store holds hashes only of secrets (sessions, codes, cookies). Times are milliseconds since
 * 1970 by the server's clock.
 */
#ifndef TABLIER_SERVER_MEMBER_STORE_H
#define TABLIER_SERVER_MEMBER_STORE_H

#include <jansson.h>

#include "server/common/refusal.h"
#include "server/members/member_name.h"
#include "server/members/session.h"
#include "server/store/db.h"

enum {
    ABOUT_SIZE = 640, /* bytes, like the next two */
    LABEL_SIZE = 160,
    CODE_SIZE = 24,
    ABOUT_CHARACTERS = 200, /* Unicode characters that a user may enter, like the next */
    LABEL_CHARACTERS = 40,
    BATCH_GAMES = 50,
    LINK_MS = 120000, /* how long the code that links another device is valid */
};

/* The purpose of a one-time code or challenge. */
enum ceremony { CEREMONY_LINK = 1, CEREMONY_REGISTER, CEREMONY_SIGN_IN };

/* A row of the table `members`, and what belongs to it in others. */
struct profile {
    struct member member;
    char about[ABOUT_SIZE];
    unsigned shown; /* parts of the profile that others may see, by bits */
    int64_t created, seen;
    unsigned char recovery[HASH_SIZE];
    int passkeys, waiting; /* passkeys, and games where it is the member's turn; where fetched */
    json_t *ratings, *openings; /* the same; references of the struct's owner. NULL: not fetched */
};

struct member_call {
    const struct call_kind *kind;
    struct server *server;
    struct reply *reply;
    struct session session; /* of the client that made the request */
    int64_t now;

    /* Input. Each work uses some of these. */
    char name[NAME_SIZE];
    struct name_keys keys;
    enum member_kind member_kind;
    char secret[TOKEN_SIZE];       /* new secret of a session, token or link, */
    unsigned char hash[HASH_SIZE]; /* and its hash */
    char code[CODE_SIZE];          /* new recovery code, */
    unsigned char code_hash[HASH_SIZE];
    unsigned char device[HASH_SIZE]; /* hash of the browser's cookie */
    unsigned char proof[HASH_SIZE];  /* hash of the code or secret that the client sent */
    char text[ABOUT_SIZE];           /* name of a device, label of a token, or `about` */
    int64_t number; /* of a session, token or passkey to change; follow: 1, unfollow: 0 */
    unsigned flags; /* `shown`, or the scopes of a token */
    bool sets_text, sets_flags, sets_name; /* of a change: which of the fields above are given */
    struct refusal wrong; /* answer to the client if the row does not exist or the proof is wrong */
    bool guessed;         /* and that counts as a guess */

    /* Output. */
    enum store_answer result; /* of the work */
    int status;               /* of the answer */
    struct profile profile;
    int64_t found;
    json_t *list;
};

/* Reads a member with the counts. STORE_MISSING if there is none with that id. */
enum store_answer profile_load(struct db *db, int64_t id, struct profile *out);
/* Returns the id of the member with this name; 0: none. */
int64_t member_find(struct db *db, const char *name, const struct name_keys *keys);

/* Stores the hash of a challenge or code, for one use within `milliseconds`. */
void ceremony_add(struct db *db, const struct member_call *call, enum ceremony kind,
                  int64_t milliseconds);
/* Uses up the one whose hash is call->proof; false if there is none. Sets *member to its owner. */
bool ceremony_take(struct db *db, const struct member_call *call, enum ceremony kind,
                   int64_t *member);
/* True if an earlier run of the same request has counted: the session call->hash is stored. */
bool session_exists(struct db *db, struct member_call *call);

/* Takes the name from the member, and keeps others from using it for a year. */
void member_give_up_name(struct db *db, int64_t member, int64_t now);
/* Changes the name; false if it is taken. The caller rewrites it in the member's games. */
bool member_rename(struct db *db, int64_t member, const char *name, const struct name_keys *keys,
                   int64_t now);

/* Works, whose context is a struct member_call. */
enum store_answer member_load(struct db *db, void *call);    /* the client's own profile */
enum store_answer member_create(struct db *db, void *call);  /* with a first session */
enum store_answer member_recover(struct db *db, void *call); /* new session and recovery code */
enum store_answer member_link(struct db *db, void *call);    /* new session by a link code */
enum store_answer link_create(struct db *db, void *call);
enum store_answer recovery_renew(struct db *db, void *call);
enum store_answer session_end(struct db *db, void *call);   /* the client's own */
enum store_answer session_renew(struct db *db, void *call); /* a new secret for it */
enum store_answer devices_list(struct db *db, void *call);
enum store_answer device_end(struct db *db, void *call);     /* by number */
enum store_answer member_change(struct db *db, void *call);  /* name, about, shown */
/* Adds a session if the member is active. If suspended, only fills call->profile. */
enum store_answer session_add(struct db *db, struct member_call *call, int64_t member);

/* The kind as it is written in JSON. */
const char *member_kind_word(enum member_kind kind);

#endif
