/*
 * live_game.h - a game in progress, for hub.c and live*.c alone.
 *
 * A live game is LOADING, READY or WRITING. Tasks are done in order while it is
 * READY; a task that makes an event turns it to WRITING until the store answers.
 */
#ifndef TABLIER_SERVER_LIVE_GAME_H
#define TABLIER_SERVER_LIVE_GAME_H

#include "server/connection/limits.h"
#include "server/connection/peer.h"
#include "server/game/hub.h"

enum {
    BUCKETS = 1 << 12,
    OTHERS_MAX = 8, /* other processes whose presence reports are kept per game */
    RECENT_OUTAGES = 64,
};

/* The presence that another process has reported. */
struct other {
    uint64_t process;
    struct presence presence;
    int64_t at;
};

enum stage { STAGE_LOADING, STAGE_READY, STAGE_WRITING };

enum task_kind { TASK_MESSAGE, TASK_JOIN, TASK_SHOW, TASK_COMPUTER };

/* A request that waits for its game. */
struct task {
    struct task *next;
    enum task_kind kind;
    struct client *client; /* NULL: not a client's, or it has left */
    struct client_message message;
    int seat;                            /* of a join, once it is chosen, or of a computer's move */
    int wanted_seat;                     /* of a join; NOBODY: any */
    struct secret_source source;         /* of a join's secret */
    struct member member;                /* of a request without a client */
    char new_secret[SECRET_SIZE];        /* of a join */
    bool (*wanted)(const void *context); /* true if the answer is still awaited; NULL: it is */
    enum view view;
    hub_answer *done;
    void *context;
};

struct live_game {
    struct live_game *next; /* in its bucket */
    struct hub *hub;
    char id[ID_SIZE];
    enum stage stage;
    struct room *room; /* NULL while it is loaded for the first time */
    struct task *first, *last;
    struct client *clients;
    struct task *writing;        /* whose request is being stored; NULL: the server's own */
    struct stored_seat old_seat; /* the seat as it was before the event that is being stored */
    int64_t asked_us;            /* when the write was requested, microseconds */
    int64_t heard;               /* highest event number that other processes have announced */
    int64_t up_at;               /* when a clock was found to have run out; 0: none has */
    int64_t retry_at;            /* when to read again from a store that could not be reached */
    struct thinking *thinking;
    char address[ADDRESS_SIZE]; /* charged for searches of computer players: the last player to
                                   connect, or the creator; "": unknown */
    char seat_addresses[TB_PLAYERS_MAX][ADDRESS_SIZE]; /* of each seat's last client */
    bool counts;                                       /* the event being stored has a result */
    bool rating_asked, ratings_new; /* the store is asked for ratings; clients do not have them */
    int rating_looks;               /* since the players or the result have changed */
    int64_t rating_at;              /* when to look again */
    int64_t idle_since;
    int64_t attended; /* when a player was last connected, or the game was loaded */
    bool left_lobby;  /* it is known not to be open */
    struct other others[OTHERS_MAX];
    bool presence_changed, share_wanted; /* to be told to the clients; to the other processes */
    bool asks;                           /* the other processes must report their presence */
    int64_t told_at, shared_at;          /* when either, and the processes, were last notified */
    unsigned shared_here;                /* the seats last reported to the other processes */
    int64_t gone[TB_PLAYERS_MAX]; /* nobody is connected at the seat since then; 0: somebody is */
    struct bucket phrases[TB_PLAYERS_MAX]; /* rate limit of each seat's quick chat */
    struct lag_quota lag[TB_PLAYERS_MAX];  /* gain 0: it has not begun */
};

struct live_table {
    struct live_game *buckets[BUCKETS];
    int count;
};

/* An open public game that was created here, and the address that did. */
struct opened {
    char id[ID_SIZE], address[ADDRESS_SIZE];
};

struct hub {
    struct store *store; /* NULL: closed */
    struct opened *opened;
    size_t opened_capacity;
    int opened_count, opened_most;
    struct engine_pool *engine_pool;
    struct live_table table;
    struct hub_counts counts;
    int64_t swept;
    bool sweeping;
    int sweep_skip; /* games whose time seems to be up, but is not: the next ones are looked at */
    bool closing;   /* nothing new is begun */
    int64_t looked_at;             /* when the loop last looked at the time */
    bool pulsing;                  /* it looks every PULSE_MS, since some clock runs */
    bool clocks_run;               /* found so by the tick */
    int64_t short_ms, short_since; /* the sum of the short stalls since then, not yet recorded */
    struct outage outages[RECENT_OUTAGES]; /* a ring: those that a game from the store may lack */
    int outage_count;
    int64_t proven, proof_asked; /* the store was writable then; the time of the probe under way */
    bool proving, proof_failed;
    char begun_terms[TERMS_SIZE]; /* of the last game that was begun: many have the same */
    struct terms begun;           /* the same, parsed */
    hub_bars *bars;               /* see hub_set_bars(); NULL: nobody is barred */
    void *bars_context;
};

/* ---- live_table.c ------------------------------------------------------------------- */

struct live_game *live_table_find(const struct live_table *table, const char *id);
void live_table_add(struct live_table *table, struct live_game *live);
void live_table_remove(struct live_table *table, struct live_game *live);
/* Visits each game; visit() may remove it. */
void live_table_each(struct live_table *table, void (*visit)(struct live_game *live, void *context),
                     void *context);

/* ---- live_time.c ------------------------------------------------------------------------ */

/* Returns the server's time, after recording any stall of the loop up to now. */
int64_t live_now(struct hub *hub);
/* The same, from the store, which may only repeat what was recorded here. */
void live_hear_outage(struct hub *hub, struct outage outage);
/* Adds the recent outages to a game that was loaded before they were recorded. */
void live_know_outages(const struct live_game *live);
/* True if the store is known to have been writable at that moment or later. If not, starts a
 * probe. */
bool live_proven(struct hub *hub, int64_t when);

/* Takes the lag of a client's move off its clock, as far as its quota goes; returns the
 * milliseconds. */
int live_compensate(struct live_game *live, const struct client *client);
/* After live_compensate(): deducts the lag from the quota if the move was made, else charges it to
 * the clock again. */
void live_settle_lag(struct live_game *live, const struct client *client, int given, bool moved);
/* How long the flag of the seat whose clock runs waits for a move that may be on its way. */
int live_flag_wait(const struct live_game *live);

/* ---- live_presence.c ------------------------------------------------------------------ */

struct presence live_presence(const struct live_game *live);
/* True if a person is connected at a seat, here or elsewhere. */
bool live_attended(const struct live_game *live);
/* To all clients that were welcomed, but one if it is not NULL. */
void live_send_all(const struct live_game *live, struct packet *packet,
                   const struct client *except);
/* Someone came or left; `asks`: the other processes are asked who is there. */
void live_presence_changed(struct live_game *live, bool asks);
void live_hear_presence(struct live_game *live, const struct remote_presence *note);
/* A player says one of the phrases, to everyone who is connected, here and elsewhere. It is not
 * stored. */
bool live_say(struct live_game *live, struct client *client, const struct client_message *message,
              struct refusal *refusal);
/* True if the occupant of a seat could reach us at that moment or later. Not if they are connected
 * to another process that has been silent since; it is asked. If it stays silent it is dropped
 * after a while, and the time since its last report is not charged. */
bool live_reachable(struct live_game *live, int seat, int64_t when);
/* Reports changed presence to clients and other processes, repeats it now and then, and drops
 * processes that have stopped reporting. */
void live_refresh_presence(struct live_game *live, int64_t now);

/* ---- live_ratings.c ----------------------------------------------------------------- */

/* Looks up the players' ratings when they are needed. True if clients must get the state again. */
bool live_refresh_ratings(struct live_game *live, int64_t now);
/* True if two seats were used from one address, which is not this machine's. */
bool live_same_address(const struct live_game *live);

/* ---- live_tasks.c ------------------------------------------------------------------ */

enum task_outcome {
    TASK_DONE,
    TASK_WRITES, /* the proposal is to be stored; the task is kept until it is */
    TASK_LEAVES, /* its client must leave */
};

/* The answer to a client that has joined. */
json_t *join_answer(const struct task *task);
enum task_outcome task_do(struct live_game *live, struct task *task, struct proposal *proposal);
void task_refuse(struct hub *hub, struct task *task, const struct refusal *refusal);

/* ---- live_game.c ------------------------------------------------------------------------ */

/* Queues a task, which the live game owns from now on. */
void live_add_task(struct live_game *live, struct task *task);
/* Runs queued tasks until one has an event to store or none is left. Only when READY. */
void live_advance(struct live_game *live);
/* Aborts a game that has waited for players for too long. Only when READY. */
void live_expire(struct live_game *live, int64_t now);
/* Records that players have gone or are back. Only when READY. */
void live_record_absence(struct live_game *live, int64_t now);
/* Sends the whole state to all clients. */
void live_send_state(struct live_game *live);
/* Reads the events after `since`. */
void live_load(struct live_game *live, int64_t since);
void live_stop_thinking(struct live_game *live);
void live_leave(struct client *client);
/* Removes the game from the hub. With a refusal, everything that waits gets it. */
void live_drop(struct live_game *live, const struct refusal *refusal);

#endif
