/*
 * terms.h - the terms of a game: start, match rules, time control; and the request to create one.
 */
#ifndef TABLIER_SERVER_TERMS_H
#define TABLIER_SERVER_TERMS_H

#include <jansson.h>

#include "core/rating_facts.h"
#include "server/common/refusal.h"
#include "server/connection/peer.h"
#include "server/store/store.h"

enum clock_kind { CLOCK_NONE, CLOCK_GAME, CLOCK_MOVE };

struct time_control {
    enum clock_kind kind;
    int64_t main_ms;      /* for the whole game, or for each move */
    int64_t increment_ms; /* after each move */
};

struct terms {
    struct tb_position start;
    struct match_rules rules;
    struct time_control clock;
    bool rated;
    bool paired; /* by the server: aborted if somebody does not begin */
};

/* Milliseconds that a player has for a game of usual length; 0 without a clock. */
static inline int64_t terms_speed(const struct terms *terms)
{
    const struct rating_facts *facts = terms->start.setup.game->ratings;

    return terms->clock.main_ms +
           (facts ? facts->half_plies : HALF_PLIES_DEFAULT) * terms->clock.increment_ms;
}

/* From the fields of an object, unknown ones ignored; and into them. */
bool terms_decode(const json_t *root, struct terms *terms, struct refusal *refusal);
/* Adds the fields to an object. */
void terms_encode(const struct terms *terms, json_t *root);

struct create_request {
    struct terms terms;
    bool listed;
    bool random_seats; /* see rotate_seats() */
    int players;
    char creator[ADDRESS_SIZE]; /* the creator's address, for limits.h; filled in by the caller */
    unsigned mine;              /* bit s is set if the creator sits at seat s, from 0 */
    struct stored_seat seats[TB_PLAYERS_MAX];
};

bool create_request_decode(const json_t *root, struct create_request *order,
                           struct refusal *refusal);
/* Turns the table by some seats: who sits beside whom stays. */
void rotate_seats(struct create_request *order, unsigned by);

#endif
