/*
 * schedule.h - seats of the contestants in each game.
 *
 * Every opening is played in a block of games in which the contestants change
 * seats: with two sides both ways round; with more sides, in all seatings if
 * there are no more than six, otherwise in all rotations of one order round the
 * table, the next block taking the next order. Members of a team are one
 * contestant.
 */
#ifndef TABLIER_MATCH_SCHEDULE_H
#define TABLIER_MATCH_SCHEDULE_H

#include "core/position.h"

enum {
    CONTESTANTS_MAX = TB_PLAYERS_MAX,
    SEATINGS_MAX = 64,
};

struct schedule {
    int players, contestants, sides;
    int side[TB_PLAYERS_MAX];  /* of each seat; numbered in the order of their first seats */
    int first[TB_PLAYERS_MAX]; /* the first seat of each side */
    int seatings[SEATINGS_MAX][TB_PLAYERS_MAX]; /* the contestant of each side */
    int seating_count;
    int block; /* games of an opening; divides seating_count */
};

/* One game of a schedule. */
struct pairing {
    int number;                   /* from 0, as everything here */
    int block, place;             /* which opening, and which of its games */
    int seats[TB_PLAYERS_MAX];    /* the contestant of each seat */
    int instance[TB_PLAYERS_MAX]; /* and which of its instances: one for each of its sides */
    int spec[CONTESTANTS_MAX];    /* the specification of each contestant */
    uint64_t key;                 /* what the game's seed is made from */
};

/* Fails unless every contestant finds a side. */
int schedule_make(struct schedule *schedule, const struct tb_setup *setup, int contestants,
                  struct tb_error *error);

struct pairing schedule_game(const struct schedule *schedule, int number);

/* The most sides that one contestant ever has. */
int schedule_instances(const struct schedule *schedule);

#endif
