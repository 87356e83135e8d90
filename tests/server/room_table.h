/*
 * room_table.h - a room for tests, with the events that a store would have and a clock that the
 * test sets. Seats count from 0.
 */
#ifndef TABLIER_TESTS_ROOM_TABLE_H
#define TABLIER_TESTS_ROOM_TABLE_H

#include "server/game/room.h"

enum { KEPT_MAX = PLAYED_MAX + 10, START = 1000000 };

struct table {
    struct room *room;
    struct stored_game game; /* as it was created */
    struct stored_event events[KEPT_MAX];
    int count;
    int64_t now;
    struct refusal refusal;
    struct stored_game successor;
};

/* A request for a game of two people at one screen, with a clock: it begins at once. */
extern const char ready_game[];

json_t *parse_object(const char *text);

/* Opens the game of a request; the secret of seat 1 is "one", and so on. */
void open_table(struct table *table, const char *text);
/* Frees the room, after a check that it can be rebuilt from its events. */
void close_table(struct table *table);
/* Checks that the room, rebuilt from the stored events, has the same state. */
void check_reload(struct table *table);

/* Stores and applies an event. */
void table_take(struct table *table, const struct proposal *proposal);
/* Lets the server act until it has nothing to do. */
void table_act(struct table *table);
/* Sends a client's message; a proposal that is accepted takes effect. */
enum proposal_result table_send(struct table *table, int seat, const char *text);
/* The same, for a message that must be refused with this code. */
void table_refuses(struct table *table, int seat, const char *text, enum refusal_code code);
/* Exchanges the invitation to a seat for another secret. */
bool table_join(struct table *table, int seat, const char *name, const char *secret);
/* Plays a move, or several that must all be accepted, for the seats to move. */
enum proposal_result table_move(struct table *table, const char *text);
void table_moves(struct table *table, const char *words);

#endif
