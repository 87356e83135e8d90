/*
 * hall.h - the games that are being played, and who is connected to them.
 *
 * Everything runs on the server's loop. A game is loaded when someone asks for
 * it; requests about it wait in line while it is loaded or an event is being
 * stored, so each sees the game as it is stored. An event is applied, written,
 * and announced when it is durable. If another process was first, the game is
 * loaded again and everyone gets the whole state.
 */
#ifndef TABLIER_SERVER_HALL_H
#define TABLIER_SERVER_HALL_H

#include "server/client.h"
#include "server/room.h"
#include "server/store.h"
#include "server/thinkers.h"

struct hall;

struct hall_counts {
    int games, players, watchers;
    uint64_t created, moves, events, conflicts, refusals;
    uint64_t stored_us; /* microseconds from request to durable, summed over all events */
    uint64_t gaps, gap_ms; /* how often the loop stood still, and how long in all */
};

/* NULL if memory runs out. */
struct hall *hall_new(struct store *store, struct thinkers *thinkers);
void hall_free(struct hall *hall); /* accepts NULL; everyone has left */
/* The store has been closed: all that may still happen is that people leave. */
void hall_lose_store(struct hall *hall);

/* ---- Connections ---------------------------------------------------------------- */

/* Handles a message; the first must be a hello. */
void hall_say(struct hall *hall, struct client *client, const struct message *message);
void hall_leave(struct hall *hall, struct client *client);
/* Tells everyone to come back later; no computer thinks from now on. */
void hall_dismiss(struct hall *hall);

/* ---- Plain requests --------------------------------------------------------------- */

/* Either `json` (whose reference the callee takes) or a refusal. */
typedef void hall_answer(void *context, json_t *json, const struct refusal *refusal);

/*
 * Creates a game. With a key (see key_valid()), a request that is made again gets the same
 * answer and creates nothing; "" for none. What is returned lives until `done` is called; NULL
 * if it has been. hall_cancel() calls it at once, and the game is not created later.
 */
struct creation;

struct creation *hall_create(struct hall *hall, const struct order *order, const char *key,
                             hall_answer *done, void *context);
void hall_cancel(struct hall *hall, struct creation *creation);
/* Takes a seat: of a public game (from 0; NOBODY: the first that is free), or the one that the
 * secret invites to. It gets a new secret, and the invitation opens it no more. With a key, a
 * request that is made again gets the same answer. Nothing is done if wanted() says, before it is,
 * that nobody waits for the answer any more. */
struct joining {
    const char *id, *name, *key;
    const char *secret; /* the invitation; "": none */
    int seat;
    bool (*wanted)(const void *context);
};
void hall_join(struct hall *hall, const struct joining *joining, hall_answer *done, void *context);

/* Shows a game to whom its secret admits ("" for a public one). */
enum view { VIEW_STATE, VIEW_RECORD, VIEW_RECORD_JSON };
/* A text view comes as a JSON string. */
void hall_show(struct hall *hall, const char *id, const char *secret, enum view view,
               hall_answer *done, void *context);

/* ---- The lobby ---------------------------------------------------------------------- */

/* Sets the limit on open public games per address; 0, as at the start: none. */
void hall_limit_lobby(struct hall *hall, int most);
/* The seats at which somebody is connected, by bits. A computer always is. */
unsigned hall_here(struct hall *hall, const struct stored_game *game);

/* ---- The world outside -------------------------------------------------------------- */

/* What the store reports; see struct store_events. */
void hall_changed(struct hall *hall, const char *id, int64_t seq);
void hall_outage(struct hall *hall, struct outage outage);
void hall_presence(struct hall *hall, const struct remote_presence *note);
/* About ten times a second. */
void hall_tick(struct hall *hall);
/* True if some clock runs: then hall_pulse() is to be called every PULSE_MS, to find even short
 * stalls of the loop. */
enum { PULSE_MS = 10 };
bool hall_needs_pulse(struct hall *hall);
void hall_pulse(struct hall *hall);

struct hall_counts hall_counts(struct hall *hall);

#endif
