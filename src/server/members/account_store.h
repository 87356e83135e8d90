/* account_store.h - games, profile, tokens and the end of an account: works; see member_store.h. */
#ifndef TABLIER_SERVER_ACCOUNT_STORE_H
#define TABLIER_SERVER_ACCOUNT_STORE_H

#include "server/members/member_store.h"

enum { PAGE_GAMES = 30, TOKENS_MAX = 20, RELATIONS_MAX = 1000 };

/* A page of the games of a member. */
struct games_call {
    struct member_call call; /* first */
    bool mine;               /* only those where it is the member's turn */
    int64_t before;
    char before_id[ID_SIZE];
    struct listed listed;
    struct stored_game games[PAGE_GAMES + 1];
};

/* Games of a guest that become a member's. */
struct adopted {
    char id[ID_SIZE];
    unsigned char hash[HASH_SIZE];
    bool done;
};

struct adopt_call {
    struct member_call call; /* first */
    int count;
    struct adopted games[LIST_MAX];
};

enum store_answer games_list(struct db *db, void *games_call);
enum store_answer games_adopt(struct db *db, void *adopt_call);
/* The member called `name`, with results in `list` if they are shown. */
enum store_answer profile_find(struct db *db, void *call);
/* Follows or blocks (`flags`: 1) the member called `name`, or ends it (`number`: 0). */
enum store_answer relation_set(struct db *db, void *call);
enum store_answer relations_list(struct db *db, void *call);
enum store_answer tokens_list(struct db *db, void *call);
enum store_answer token_create(struct db *db, void *call);
enum store_answer token_end(struct db *db, void *call);
enum store_answer member_export(struct db *db, void *call); /* into `list`, an object */
/* Deletes a member but for the games, which are rewritten afterwards. */
void member_erase(struct db *db, int64_t id, int64_t now);
enum store_answer member_delete(struct db *db, void *call);

#endif
