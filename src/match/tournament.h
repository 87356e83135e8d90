/*
 * tournament.h - pairings of a tournament: round robin, gauntlet, Swiss, knockout.
 *
 * Two sides. Every opening is played twice, with the seats exchanged. A tournament knows
 * which games have been played, in whatever order, and which are missing: so it can go on
 * after an interruption, and entrants may be added to one that is finished.
 */
#ifndef TABLIER_MATCH_TOURNAMENT_H
#define TABLIER_MATCH_TOURNAMENT_H

#include "match/ratings.h"
#include "match/schedule.h"

enum tournament_format {
    FORMAT_ROUND_ROBIN, /* everybody plays everybody, `rounds` openings each */
    FORMAT_GAUNTLET,    /* the first `seeds` entrants play everybody else */
    FORMAT_SWISS,       /* `rounds` rounds of one opening, against entrants with as many points */
    FORMAT_KNOCKOUT,    /* `rounds` openings, then more until one leads: the other is out */
    FORMAT_COUNT,
};

enum { ENTRANTS_MAX = 256 };

/* "round-robin" */
const char *tournament_format_name(enum tournament_format format);

/* One game; all numbers from 0. */
struct meeting {
    int round;         /* and its opening */
    int first, second; /* entrants */
};

struct played {
    struct meeting meeting;
    double points; /* of the first: 1, 1/2, 0 */
};

struct tournament {
    enum tournament_format format;
    int entrants, rounds;
    int seeds; /* of a gauntlet; 0 means 1 */
    struct played *games;
    int count;
    size_t capacity;
};

void tournament_release(struct tournament *tournament);

/* Records a result. A known game is not counted twice, and sets *known, unless that is NULL. */
int tournament_add(struct tournament *tournament, const struct played *game, bool *known,
                   struct tb_error *error);

/* The games that can be played now, from malloc(): all that are missing, but of a Swiss only
 * those of the current round, and of a knockout those between entrants who are known to meet.
 * *count is 0 when the tournament is over. */
int tournament_missing(const struct tournament *tournament, struct meeting **meetings, int *count,
                       struct tb_error *error);
/* How many games there will be in all, as far as is known, and how many of them have been played:
 * there may be others, of a tournament that was larger. */
int tournament_games(const struct tournament *tournament);
int tournament_played(const struct tournament *tournament);

/* Who has won a knockout; -1 as long as nobody has. */
int tournament_champion(const struct tournament *tournament);

/* Points, with those of a round without an opponent in a Swiss. */
double tournament_points(const struct tournament *tournament, int entrant);

/* All results; an initialised table of as many entrants. */
void tournament_results(const struct tournament *tournament, struct crosstable *table);

#endif
