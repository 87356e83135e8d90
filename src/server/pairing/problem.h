/* problem.h - why a challenge or a seek cannot be made, accepted or taken. */
#ifndef TABLIER_SERVER_PROBLEM_H
#define TABLIER_SERVER_PROBLEM_H

#include "server/common/refusal.h"

enum challenge_problem {
    CHALLENGE_FINE,
    CHALLENGE_NOBODY,   /* no member has that name */
    CHALLENGE_BARRED,   /* one of the two has blocked the other */
    CHALLENGE_OWN,      /* it is the member's own, or to themselves */
    CHALLENGE_COMPUTER, /* it is to a level of the computer */
    CHALLENGE_MANY,
    CHALLENGE_OFTEN,
    CHALLENGE_GONE,     /* or never there, or not for this member */
    CHALLENGE_TAKEN,    /* or withdrawn */
    CHALLENGE_RANGE,    /* the rating is not wanted */
    CHALLENGE_SEATED,   /* already */
    CHALLENGE_NO_TABLE, /* that computer players may complete */
    CHALLENGE_DEVICE,   /* the two have used one device */
    CHALLENGE_MEMBERS,  /* it is rated, for a guest */
};

void challenge_refuse(enum challenge_problem problem, struct refusal *refusal);

#endif
