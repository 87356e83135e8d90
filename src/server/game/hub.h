/*
 * hub.h - registry of games in progress and their clients.
 *
 * Everything runs on the server's loop. A game is loaded when someone asks for
 * it; its requests are queued while it is loaded or an event is being stored, so each sees the game
 * as it is stored. An event is applied, written, and announced when it is durable. If another
 * process was first, the game is loaded again and everyone gets the whole state.
 */
#ifndef TABLIER_SERVER_HUB_H
#define TABLIER_SERVER_HUB_H

#include "server/game/client.h"
#include "server/game/engine_pool.h"
#include "server/game/room.h"
#include "server/store/store.h"

struct hub;

struct hub_counts {
    int games, players, watchers;
    uint64_t created, moves, events, conflicts, refusals, results;
    uint64_t stored_us;    /* microseconds from request to durable, summed over all events */
    uint64_t gaps, gap_ms; /* stalls of the loop: number and total duration */
};

/* NULL if memory runs out. */
struct hub *hub_new(struct store *store, struct engine_pool *engine_pool);
void hub_free(struct hub *hub); /* accepts NULL; everyone has left */
/* The store has been closed: all that may still happen is that people leave. */
void hub_lose_store(struct hub *hub);

/* ---- Connections ---------------------------------------------------------------- */

/* Handles a message; the first must be a hello. */
void hub_receive(struct hub *hub, struct client *client, const struct client_message *message);
void hub_leave(struct hub *hub, struct client *client);
/* The connection of a client has answered a ping. */
void hub_measure(struct client *client, int round_trip_ms);
/* Tells all clients to reconnect later, and ends all searches. */
void hub_shutdown(struct hub *hub);

/* ---- Plain requests --------------------------------------------------------------- */

/* Either `json` (whose reference the callee takes) or a refusal. */
typedef void hub_answer(void *context, json_t *json, const struct refusal *refusal);

/*
 * Creates a game. With a key (see key_valid()), a request that is made again gets the same
 * answer and creates nothing; "" for none. The result lives until `done` is called; NULL
 * if it has been. hub_cancel() calls it at once, and the game is not created later.
 */
struct creation;

struct creation *hub_create(struct hub *hub, const struct create_request *order, const char *key,
                            hub_answer *done, void *context);
void hub_cancel(struct hub *hub, struct creation *creation);
/* Creates a public game whose id, terms, players and seats are given, all of them taken, with work
 * in the same transaction. False, without a call of `done`, if that cannot be asked for. */
bool hub_begin_game(struct hub *hub, struct stored_game *game, const struct also *also,
                    store_written *done, void *context);
/* Takes a seat: of a public game (from 0; NOBODY: the first that is free), or the one that the
 * secret invites to. It gets a new secret, and the invitation opens it no more. With a key, a
 * request that is made again gets the same answer. Nothing is done if wanted() is false by then:
 * the client has gone. */
struct joining {
    const char *id, *name, *key;
    const char *secret; /* the invitation; "": none */
    struct member member;
    int seat;
    bool (*wanted)(const void *context);
};
void hub_join(struct hub *hub, const struct joining *joining, hub_answer *done, void *context);

/* Shows a game to a client whose secret opens it ("" for a public game, or a member's own). The
 * answer is a JSON string for a text view; for a preview it is an object with the status (enum
 * game_status) and the record as text, "" if the secret does not open the game. */
struct showing {
    const char *id, *secret;
    struct member member;
    enum view { VIEW_STATE, VIEW_RECORD, VIEW_RECORD_JSON, VIEW_PREVIEW } view;
};
void hub_show(struct hub *hub, const struct showing *showing, hub_answer *done, void *context);

/* Public games under way with their positions, at most `most`, the latest first. */
json_t *hub_boards(struct hub *hub, int most);

/* ---- The lobby ---------------------------------------------------------------------- */

/* Sets the limit on open public games per address; 0, as at the start: none. */
void hub_limit_lobby(struct hub *hub, int most);
/* Returns the seats whose players are connected: bit s for seat s, always set for a computer. */
unsigned hub_here(struct hub *hub, const struct stored_game *game);

/* Changes the member's name in the games that are loaded; see store_rename_seats(). */
void hub_rename(struct hub *hub, int64_t member, const char *name, int64_t becomes);

/* The seat with this secret becomes a member's, if the game is loaded. */
void hub_adopt(struct hub *hub, const char *id, const unsigned char hash[HASH_SIZE], int64_t member,
               const char *name);

/* True if the member may not play: their clients get the refusal, and their seats count as away. */
typedef bool hub_bars(void *context, int64_t member, struct refusal *refusal);
void hub_set_bars(struct hub *hub, hub_bars *bars, void *context);
/* True if the client is a member's, or sits at a member's seat. */
bool hub_is_member(const struct client *client, int64_t member);
/* Unloads a game that was changed in the store other than by events, or removed. False if it is
 * busy. */
bool hub_forget(struct hub *hub, const char *id, bool removed);

/* ---- Store notifications and timers ------------------------------------------------- */

/* The callbacks of the store; see struct store_events. */
void hub_changed(struct hub *hub, const char *id, int64_t seq);
void hub_outage(struct hub *hub, struct outage outage);
void hub_presence(struct hub *hub, const struct remote_presence *note);
/* About ten times a second. */
void hub_tick(struct hub *hub);
/* True if some clock runs: then hub_pulse() is to be called every PULSE_MS, to find even short
 * stalls of the loop. */
enum { PULSE_MS = 10 };
bool hub_needs_pulse(struct hub *hub);
void hub_pulse(struct hub *hub);

struct hub_counts hub_counts(struct hub *hub);
/* Results of rated games that were stored. */
uint64_t hub_results(const struct hub *hub);
/* Results have been rated: players who wait for theirs get it. */
void hub_rated(struct hub *hub);

#endif
