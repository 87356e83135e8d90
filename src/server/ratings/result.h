/*
 * result.h - the result of a rated game: who played, in which order, with what rank.
 *
 * A result has everything that its rating depends on, so that ratings follow from results alone,
 * even after the facts of a game (first-move advantage, ratings of the levels) have changed.
 */
#ifndef TABLIER_SERVER_RATINGS_RESULT_H
#define TABLIER_SERVER_RATINGS_RESULT_H

#include "club/glicko2.h"
#include "server/ratings/list.h"

enum { SIDES_TEXT = 256 };

struct rated_player {
    int64_t member;
    int rating;   /* fixed, of a computer's level; 0: a member whose rating changes */
    bool program; /* a computer's level or a bot */
};

struct rated_side {
    int rank; /* 1: won, or a draw; 2: lost */
    int count;
    struct rated_player players[TB_PLAYERS_MAX];
};

struct game_result {
    char game[ID_SIZE], list[LIST_SIZE];
    int64_t at;    /* the end of the game, milliseconds since 1970 */
    int advantage; /* of the first side, in rating points */
    bool pairs;    /* counts together with a game in which sides were exchanged */
    int side_count;
    struct rated_side sides[TB_PLAYERS_MAX]; /* the first one moved first */
    int left; /* players whose seats a computer has taken: the store knows who they are */
};

/* The sides as text: members joined by "+", a bot after "b", a computer's level with its rating
 * after "@", "=" and the rank; such as "1001+b1002=1 5@1956+1003=2". */
void sides_write(const struct game_result *result, char out[SIDES_TEXT]);
bool sides_read(const char *text, struct game_result *result);

/* The score of the first of two sides: 1, 0.5 or 0. */
double result_score(const struct game_result *result);

/* A member in a list. */
struct standing {
    struct glicko rating;
    int64_t games, at; /* `at`: the end of the last game */
};

extern const struct standing standing_newcomer;

/* Updates the standings of all players, [side][player]; those of computers' levels do not matter.
 * `score` is that of the first side, and counts for two sides only. */
void result_rate(const struct game_result *result, double score,
                 struct standing standings[][TB_PLAYERS_MAX]);

#endif
