/*
 * qtp.h - a game's interface to the protocol QTP (protocol/qtp.h). The game has two players with
 * pawns and walls on a board with an option "size", each with as many walls as the option "walls",
 * and spells moves like e2, e2h and e2v.
 */
#ifndef TABLIER_CORE_QTP_H
#define TABLIER_CORE_QTP_H

#include "core/game.h"

struct qtp_rules {
    /* True for the setups that the protocol can play; in words, as a user types them. */
    bool (*plays)(const struct tb_setup *setup);
    const char *setups;

    /* The protocol lets either player move at any time. */
    void (*set_turn)(void *state, int player);

    /* Walls in hand. */
    int (*walls)(const void *state, int player);
    void (*add_walls)(void *state, int more); /* to each player's */

    /* The diagram of `showboard`, with the first player at the top. */
    void (*draw)(const void *state, struct text *out);
};

#endif
