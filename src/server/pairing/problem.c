/* problem.c - see problem.h. */
#include "server/pairing/problem.h"

#include "server/pairing/challenge.h"

/* Who is blocked, and who asks for what is not theirs, learns no more than that. */
static void refuse_gone(enum challenge_problem problem, struct refusal *refusal)
{
    if (problem == CHALLENGE_NOBODY)
        refuse(refusal, REFUSED_UNKNOWN, "There is no such member.");
    else if (problem == CHALLENGE_TAKEN)
        refuse(refusal, REFUSED_TAKEN, "Somebody was faster, or it was withdrawn.");
    else
        refuse(refusal, REFUSED_UNKNOWN, "There is no such challenge.");
}

void challenge_refuse(enum challenge_problem problem, struct refusal *refusal)
{
    switch (problem) {
    case CHALLENGE_BARRED:
        refuse(refusal, REFUSED_RIGHTS, "You cannot challenge this member.");
        return;
    case CHALLENGE_OWN:
        refuse(refusal, REFUSED_RIGHTS, "You cannot play against yourself.");
        return;
    case CHALLENGE_COMPUTER:
        refuse(refusal, REFUSED_TERMS, "Create a game to play against the computer.");
        return;
    case CHALLENGE_MANY:
        refuse(refusal, REFUSED_RIGHTS, "You have {max} challenges, the limit; withdraw one.",
               arg_count("max", CHALLENGES_MAX));
        return;
    case CHALLENGE_OFTEN:
        refuse(refusal, REFUSED_RATE, "Too many challenges in an hour; wait a while.");
        return;
    case CHALLENGE_RANGE:
        refuse(refusal, REFUSED_TERMS, "Your rating is not among those that are wanted.");
        return;
    case CHALLENGE_SEATED:
        refuse(refusal, REFUSED_AGAIN, "You sit there already.");
        return;
    case CHALLENGE_NO_TABLE:
        refuse(refusal, REFUSED_TERMS,
               "Computer players complete unrated tables for three and four only.");
        return;
    case CHALLENGE_MEMBERS:
        refuse(refusal, REFUSED_MEMBER, "Rated games are for members.");
        return;
    case CHALLENGE_DEVICE:
        refuse(refusal, REFUSED_RIGHTS, "Two members who share a device cannot play a rated game.");
        return;
    default:
        refuse_gone(problem, refusal);
    }
}
