/*
 * member_store.h - members in the store: works for store_transact() and store_ask().
 *
 * A work gets what it needs, and leaves what it found, in a struct member_call. Works that write are
 * safe to repeat: a new session is recognised by its hash.
 */
#ifndef TABLIER_SERVER_MEMBER_STORE_H
#define TABLIER_SERVER_MEMBER_STORE_H

#include <jansson.h>

#include "server/common/refusal.h"
#include "server/members/member_name.h"
#include "server/members/session.h"
#include "server/store/db.h"

enum { ABOUT_SIZE = 640, LABEL_SIZE = 160, CODE_SIZE = 24, BATCH_GAMES = 50, LINK_MS = 120000 };
enum { ABOUT_CHARACTERS = 200, LABEL_CHARACTERS = 40 };

enum ceremony { CEREMONY_LINK = 1, CEREMONY_REGISTER, CEREMONY_SIGN_IN };

/* A row of the table. */
struct profile {
    struct member member;
    char about[ABOUT_SIZE];
    unsigned shown;
    int64_t created, seen;
    unsigned char recovery[HASH_SIZE];
    int passkeys, waiting; /* where asked for */
    json_t *ratings;       /* the same; the owner's reference */
    json_t *openings;
};

struct member_call {
    struct server *server;
    struct reply *reply;
    struct session session; /* whose request it is */
    int64_t now;

    /* What is wanted. */
    char name[NAME_SIZE];
    struct name_keys keys;
    enum member_kind kind;
    char secret[TOKEN_SIZE]; /* a new session's or token's, */
    unsigned char hash[HASH_SIZE];
    char code[CODE_SIZE]; /* a new recovery code, */
    unsigned char code_hash[HASH_SIZE];
    unsigned char device[HASH_SIZE]; /* of the cookie of the browser */
    unsigned char proof[HASH_SIZE]; /* the hash of a code or secret that was shown */
    char text[ABOUT_SIZE];          /* a device's name, a label, a line about oneself */
    int64_t number, before;
    unsigned flags; /* parts that are shown, scopes */
    bool sets_text, sets_flags, sets_name;
    struct refusal wrong; /* the answer if there is no such thing, or the proof is wrong */

    /* What was found. */
    struct profile profile;
    int64_t found;
    json_t *list;
};

/* A member by id, with counts; STORE_MISSING. */
enum store_answer profile_load(struct db *db, int64_t id, struct profile *out);
/* A member who has this name now; 0: none. */
int64_t member_find(struct db *db, const char *name, const struct name_keys *keys);
/* Takes the keys for a member; false if another has one of them. */
bool keys_take(struct db *db, const struct name_keys *keys, int64_t member, int64_t now);

/* Keeps the hash of a challenge or code, for one use before it expires. */
void ceremony_add(struct db *db, const struct member_call *call, enum ceremony kind,
                  int64_t milliseconds);
/* Uses up the one whose hash is in `proof`. False if there is none; *member: whose it is. */
bool ceremony_take(struct db *db, const struct member_call *call, enum ceremony kind,
                   int64_t *member);
/* True if this very request has been done, and its answer was lost. */
bool session_exists(struct db *db, struct member_call *call);

/* Keeps the member's name from others for a year. */
void member_give_up_name(struct db *db, int64_t member, int64_t now);
/* Gives the member another name; false if that is taken. The games are rewritten afterwards. */
bool member_rename(struct db *db, int64_t member, const char *name, const struct name_keys *keys,
                   int64_t now);

enum store_answer member_load(struct db *db, void *call);    /* the one who asks */
enum store_answer member_create(struct db *db, void *call);  /* and a session */
enum store_answer member_recover(struct db *db, void *call); /* a new session and code */
enum store_answer member_link(struct db *db, void *call);    /* a session by a link's code */
enum store_answer link_create(struct db *db, void *call);
enum store_answer recovery_renew(struct db *db, void *call);
enum store_answer session_end(struct db *db, void *call);    /* the one that asks */
enum store_answer session_renew(struct db *db, void *call);  /* another secret for it */
enum store_answer devices_list(struct db *db, void *call);
enum store_answer device_end(struct db *db, void *call);     /* by number */
enum store_answer member_change(struct db *db, void *call);  /* name, about, shown */
/* A new session of an active member; of a suspended one only the profile. */
enum store_answer session_add(struct db *db, struct member_call *call, int64_t member);

/* As requests and answers spell it. */
const char *member_kind_word(enum member_kind kind);

#endif
