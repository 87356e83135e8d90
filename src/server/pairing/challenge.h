/*
 * challenge.h - challenges: games that a member offers to another one, or to anybody.
 *
 * A challenge is a row of the store, so it outlives connections and servers. A game of two begins
 * when somebody accepts it; a table of three or four when it is full, or when all who sit there
 * agree to computer players. The game is created in the transaction that counts it, so that of
 * several who accept at once exactly one gets it.
 */
#ifndef TABLIER_SERVER_CHALLENGE_H
#define TABLIER_SERVER_CHALLENGE_H

#include "server/context.h"
#include "server/members/member_name.h"
#include "server/pairing/seek.h"

enum {
    SEAT_RANDOM = -1,
    CHALLENGES_MAX = 20,      /* of a member, at a time */
    CHALLENGES_HOUR = 60,     /* that a member makes in an hour, */
    CHALLENGES_HOUR_ONE = 10, /* and of those to one other member */
    CHALLENGES_LISTED = 50,
    CHALLENGE_TIMES = 100,
};

/* A member who has taken a seat at the table. */
struct occupant {
    int64_t member;
    char name[NAME_SIZE];
    int level; /* of the computer players to which they agree; 0: none */
    int begun; /* their balance, where asked for */
};

struct challenge {
    char id[ID_SIZE];
    int64_t challenger, target; /* 0: anybody */
    char to[NAME_SIZE];
    enum member_kind kind; /* the challenger's */
    char terms[SEEK_TERMS_SIZE];
    char list[LIST_SIZE]; /* "": without a clock */
    bool rated;
    int players, below, above, rating, remaining;
    int seat; /* of the challenger, from 1, or SEAT_RANDOM; 0: by balance, who began less begins */
    int64_t created, expires;
    int people;                            /* at the table: */
    struct occupant occupants[TB_PLAYERS_MAX]; /* the challenger first */
};

/* A request about a challenge: what is wanted, and what was found. */
struct challenge_call {
    struct server *server;
    struct reply *reply;
    struct member member; /* the one who asks; id 0: a guest */
    int64_t now;
    struct name_keys keys; /* of the name in `challenge.to` */
    struct challenge challenge;
    int level;   /* to complete a table; 0: none */
    bool begins; /* the game is to be created: */
    char game[ID_SIZE];
    int seat;                      /* of who asks, from 1 */
    int64_t seats[TB_PLAYERS_MAX]; /* members; 0: a computer player */
    enum challenge_problem problem;
    struct challenge *found; /* for lists */
    size_t capacity;
    int count;
};

/* Reads the body of a new challenge, all but the name of the other. */
bool challenge_decode(const json_t *body, struct challenge_call *call, struct refusal *refusal);
/* `here`: the challenger is connected, and shows it. */
json_t *challenge_encode(const struct challenge *challenge, bool here);

/* ---- Works of the store: see struct challenge_call ------------------------------------- */

enum store_answer challenge_create(struct db *db, void *call);
enum store_answer challenges_list(struct db *db, void *call);
/* Takes a seat at the table; call->begins is set if the game can begin. */
enum store_answer challenge_accept(struct db *db, void *call);
enum store_answer challenge_complete(struct db *db, void *call);
enum store_answer challenge_decline(struct db *db, void *call);
/* Withdraws the challenge if the challenger asks; another player only leaves the table. */
enum store_answer challenge_leave(struct db *db, void *call);
/* With the creation of the game: counts it, unless others were faster. */
enum store_answer challenge_begin(struct db *db, void *call);
/* The open ones, for those who watch. */
enum store_answer challenges_open(struct db *db, void *call);

#endif
