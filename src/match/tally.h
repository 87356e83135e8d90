/*
 * tally.h - the results of a match so far.
 *
 * With two sides the first contestant's results are counted in losses, draws and
 * wins, and in pairs. With more, every game is worth one point, shared equally by
 * the winners, or by all in a draw; a contestant is measured by its points per seat; 1 / players is
 * a fair share.
 */
#ifndef TABLIER_MATCH_TALLY_H
#define TABLIER_MATCH_TALLY_H

#include "match/hash_set.h"
#include "match/match_game.h"
#include "match/stats.h"

/* The results of one contestant. */
struct standing {
    int wins, draws, losses; /* games */
    int seats;               /* the games counted once for each seat */
    double points;
    struct running by_game, by_block; /* points per seat */
    int faults[FINISH_COUNT];
    struct effort effort;
};

/* A block with games still missing. */
struct open_block {
    int number, games;
    double points[CONTESTANTS_MAX];
    int seats[CONTESTANTS_MAX];
};

struct tally {
    const struct schedule *schedule;
    int games;
    int repeats;                  /* games that were copies of earlier ones */
    struct hash_set seen;         /* and what they are recognised by */
    struct sample singles, pairs; /* of the first contestant, with two sides */
    struct standing standings[CONTESTANTS_MAX];
    int endings[FINISH_COUNT];
    int side_wins[TB_PLAYERS_MAX], draws; /* won by the side that moves first, second, ... */
    struct running plies;
    int shortest, longest; /* plies */
    struct open_block *open;
    int open_count;
    size_t open_capacity;
};

void tally_init(struct tally *tally, const struct schedule *schedule);
void tally_release(struct tally *tally);

/* Counts a finished game; false if memory ran out, and then the game counts all the
 * same but not as part of a pair. */
bool tally_add(struct tally *tally, const struct match_game *game);

/* Pairs if there are some, otherwise single games. */
const struct sample *tally_sample(const struct tally *tally);

/* Points a seat, with an interval from whole blocks if there are enough. */
struct interval tally_points(const struct tally *tally, int contestant);

/* The score of the first of two contestants, 1/2 if they are equal, whatever the
 * number of sides. */
struct interval tally_score(const struct tally *tally);

#endif
