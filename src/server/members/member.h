/* member.h - the member or guest who makes a request. */
#ifndef TABLIER_SERVER_MEMBER_H
#define TABLIER_SERVER_MEMBER_H

#include "server/store/store.h"

enum member_kind { MEMBER_PERSON, MEMBER_BOT, MEMBER_COMPUTER };
enum member_status { MEMBER_ACTIVE, MEMBER_SUSPENDED, MEMBER_DELETED };

/* What a credential allows: a token some of it, the session of a browser everything. */
enum member_scope {
    SCOPE_READ = 1, /* their own games and settings */
    SCOPE_PLAY = 2, /* to create, join and play games */
    SCOPE_ACCOUNT = 4,
    SCOPE_TOKENS = SCOPE_READ | SCOPE_PLAY, /* all that a token can have */
    SCOPE_ALL = 7,
};

/* Bits of members.shown: the parts of a profile that others see. */
enum member_part {
    PART_RATINGS = 1,
    PART_GAMES = 2,
    PART_ONLINE = 4,
    PART_ABOUT = 8,
    PART_OPENINGS = 16,
    PART_ALL = 31,
};

enum { FIRST_PERSON = 1001 }; /* lower ids are the levels of the computer */

struct member {
    int64_t id; /* 0: a guest */
    char name[NAME_SIZE];
    enum member_kind kind;
    enum member_status status;
    unsigned scopes;
    unsigned shown; /* enum member_part */
};

#endif
