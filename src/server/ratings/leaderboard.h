/*
 * leaderboard.h - ratings for people: lists, leaderboards, histories, as JSON. Works for
 * store_ask().
 */
#ifndef TABLIER_SERVER_RATINGS_LEADERBOARD_H
#define TABLIER_SERVER_RATINGS_LEADERBOARD_H

#include <jansson.h>

#include "server/ratings/list.h"
#include "server/store/db.h"

enum { BOARD_PAGE = 50, HISTORY_MAX = 500 };

/* The deviation as it is now, squared; $2 is the time. 0.21436 periods per day, see glicko2.c. */
#define VARIANCE_NOW                                                                               \
    "(s.rd * s.rd + (CASE WHEN $2 > s.at THEN $2 - s.at ELSE 0 END) / 86400000.0"                  \
    " * 0.21436 * 173.7178 * 173.7178 * s.vol * s.vol)"
/* From here on a rating is provisional: a deviation of 110. */
#define PROVISIONAL_VARIANCE 12100.0

struct rating_question {
    char list[LIST_SIZE];
    int64_t member; /* the one who asks, or the subject of a history; 0: none */
    int64_t now;
    int64_t skip; /* members of the leaderboard before the page */
    json_t *answer; /* the caller's reference afterwards; NULL before */
};

/* {"lists": [...]}: all lists, with counts, and why some are not rated. */
enum store_answer lists_read(struct db *db, void *question);
/* The page of a leaderboard, the distribution, and the place of the member who asks. */
enum store_answer board_read(struct db *db, void *question);
/* A member's points in a list, oldest first. */
enum store_answer history_read(struct db *db, void *question);

/* A member's ratings in all lists: [{"list", "rating", "deviation", "games", "provisional"}]. A
 * computer's level has the fixed ones of its game. */
json_t *member_ratings(struct db *db, int64_t member, int64_t now);

#endif
