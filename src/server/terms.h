/*
 * terms.h - what is agreed before a game begins: the start, the rules of the
 * match, the clock. And an order: what someone asks for who creates a game.
 */
#ifndef TABLIER_SERVER_TERMS_H
#define TABLIER_SERVER_TERMS_H

#include <jansson.h>

#include "server/peer.h"
#include "server/refusal.h"
#include "server/store.h"

enum clock_kind { CLOCK_NONE, CLOCK_GAME, CLOCK_MOVE };

struct clock_terms {
    enum clock_kind kind;
    int64_t main_ms;      /* for the whole game, or for each move */
    int64_t increment_ms; /* after each move */
};

struct terms {
    struct tb_position start;
    struct tb_match_rules rules;
    struct clock_terms clock;
};

/* From the fields of an object, unknown ones ignored; and into them. */
bool terms_decode(const json_t *root, struct terms *terms, struct refusal *refusal);
/* Adds the fields to an object. */
void terms_encode(const struct terms *terms, json_t *root);
json_t *clock_encode(const struct clock_terms *clock);

struct order {
    struct terms terms;
    bool listed;
    bool lot; /* the seats shall be turned by chance: see order_turn() */
    int players;
    char maker[ADDRESS_SIZE]; /* whose order it is, as limits.h counts; filled in by others */
    unsigned mine; /* bit s is set if the maker sits at seat s, from 0 */
    struct stored_seat seats[TB_PLAYERS_MAX];
};

bool order_decode(const json_t *root, struct order *order, struct refusal *refusal);
/* Turns the table by some seats: who sits beside whom stays. */
void order_turn(struct order *order, unsigned by);

#endif
