/*
 * list.h - rating lists: one per game, number of sides and pace, such as "quoridor-two-fast".
 */
#ifndef TABLIER_SERVER_RATINGS_LIST_H
#define TABLIER_SERVER_RATINGS_LIST_H

#include "server/game/terms.h"

enum { LIST_SIZE = GAME_NAME_SIZE + 16 }; /* bytes of a list's name, its end included */

enum sides { SIDES_TWO, SIDES_MANY, SIDES_KINDS };
enum pace { PACE_FAST, PACE_SLOW, PACE_DAYS, PACES };

struct list_key {
    const struct tb_game *game;
    enum sides sides;
    enum pace pace;
};

/* Finds the list of a game with these terms, whether it is rated or not. False without a clock. */
bool list_find(const struct terms *terms, struct list_key *list);
/* The name of the list in which a game with these terms is rated; false with the reason if it
 * cannot be rated. */
bool list_of(const struct terms *terms, char out[LIST_SIZE], struct refusal *refusal);

/* True if all options and match rules have their default values, from the usual start. */
bool list_is_standard(const struct terms *terms);

void list_name(const struct list_key *list, char out[LIST_SIZE]);
bool list_parse(const char *name, struct list_key *list);
const char *pace_name(enum pace pace);

/* Why games of this list are not rated: a phrase marked with N_(); NULL if they are. */
const char *list_unrated(const struct list_key *list);
/* True if two games with sides exchanged are one result. */
bool list_pairs(const struct list_key *list);
/* True if the game can be played with that number of sides. */
bool list_exists(const struct list_key *list);
/* The first player's advantage in a game of this number of players, in rating points. */
int list_advantage(const struct list_key *list, int players);
/* The rating of a computer's level; 0 if it is not known. */
int list_level_rating(const struct list_key *list, int level);

#endif
