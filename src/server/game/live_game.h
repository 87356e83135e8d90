/*
 * live_game.h - a game that is loaded in this process; included by hub.c and live_*.c only.
 *
 * A live_game holds the room (room.h: the game's state), the clients connected to it, and a queue
 * of tasks: requests in the order in which they arrived. Everything runs on the server's event
 * loop, so nothing here is locked; only the store and the engine pool answer later, through
 * callbacks.
 *
 *   LOADING   the store reads the game, or its new events; tasks wait
 *   READY     the room equals the store, as far as this process knows; tasks run in order
 *   WRITING   a task has produced an event, which the room has applied and the store is writing;
 *             tasks wait. The event is sent to clients when it is durable. If another process wrote
 *             that event number first, the game goes back to LOADING and the task to the head
 *             of the queue.
 *
 * Several server processes may share one store and have the same game loaded. They notify each
 * other of new events and of presence: which seats have a player connected.
 *
 * Times are milliseconds of the server's clock (store_now()) unless a name ends in _us. Seats count
 * from 0. A live_game belongs to its hub, which frees it some time after the last client has left.
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

/* The last presence report of another process. */
struct other {
    uint64_t process;
    struct presence presence;
    int64_t at; /* when it arrived */
};

enum stage { STAGE_LOADING, STAGE_READY, STAGE_WRITING };

enum task_kind { TASK_MESSAGE, TASK_JOIN, TASK_SHOW, TASK_COMPUTER };

/* A request that waits for its game. Which fields are used depends on the kind. */
struct task {
    struct task *next;
    enum task_kind kind;
    struct client *client;         /* NULL: not from a connection, or the client has left */
    struct client_message message; /* TASK_MESSAGE */
    int seat;                      /* TASK_JOIN, once it is chosen; TASK_COMPUTER: its move's */
    int wanted_seat;               /* TASK_JOIN; NOBODY: any */
    struct secret_source source;   /* TASK_JOIN: of the seat's secret */
    char new_secret[SECRET_SIZE];  /* TASK_JOIN */
    struct member member;          /* TASK_JOIN, TASK_SHOW: of the client */
    enum view view;                /* TASK_SHOW */
    /* False if the answer is not awaited any more. NULL: it is. */
    bool (*wanted)(const void *context);
    hub_answer *done;
    void *context; /* of wanted() and done() */
};

struct live_game {
    struct live_game *next; /* in its bucket of the live_table */
    struct hub *hub;
    char id[ID_SIZE];
    enum stage stage;
    struct room *room; /* NULL until the first load has ended */

    /* Requests. */
    struct task *first, *last; /* the queue */
    struct client *clients;
    char address[ADDRESS_SIZE]; /* charged for searches of computer players: the last player to
                                   connect, or the creator; "": unknown */
    char seat_addresses[TB_PLAYERS_MAX][ADDRESS_SIZE]; /* of each seat's last client */
    struct bucket phrases[TB_PLAYERS_MAX];             /* rate limit of each seat's quick chat */
    struct search_request *search;                     /* a computer player's search; NULL: none */

    /* The event being stored, while WRITING. */
    struct task *writing;        /* its request; NULL: the server's own event */
    struct stored_seat old_seat; /* its seat as it was before the event */
    int64_t asked_us;            /* when the write was requested, by the monotonic clock */
    bool counts;                 /* it ends a rated game */

    /* Reading. */
    int64_t announced; /* highest event number announced by other processes; INT64_MAX: unknown,
                          read the game again */
    int64_t retry_at;  /* when to read again from a store that could not be reached */

    /* Clocks. */
    int64_t up_at;                        /* when a clock was found to have run out; 0: none has */
    struct lag_quota lag[TB_PLAYERS_MAX]; /* gain 0: unused so far */

    /* Ratings of the players. */
    bool rating_asked; /* the store is looking them up */
    bool ratings_new;  /* found, and not yet sent to clients */
    int rating_looks;  /* lookups since the players or the result changed */
    int64_t rating_at; /* the next lookup */

    /* Presence. */
    int64_t idle_since; /* when the last client left */
    int64_t attended;   /* when a player was last connected, or the game was loaded */
    bool left_lobby;    /* it is known not to be in the lobby's list */
    int64_t
        gone[TB_PLAYERS_MAX]; /* when the seat's last player disconnected; 0: one is connected */
    struct other others[OTHERS_MAX];
    bool presence_changed;    /* to be sent to clients */
    bool share_wanted;        /* to be sent to the other processes */
    bool asks;                /* and these are to answer with their own */
    int64_t presence_sent_at; /* to either */
    int64_t shared_at;        /* to the other processes */
    unsigned shared_here;     /* the seats last reported to them: bit s for seat s */
};

struct live_table {
    struct live_game *buckets[BUCKETS];
    int count;
};

/* An open public game that was created here, and its creator's address. */
struct opened {
    char id[ID_SIZE], address[ADDRESS_SIZE];
};

struct hub {
    struct store *store; /* NULL: closed */
    struct engine_pool *engine_pool;
    struct live_table table;
    struct hub_counts counts;
    bool closing;   /* new requests are refused */
    hub_bars *bars; /* see hub_set_bars(); NULL: nobody is barred */
    void *bars_context;
    char begun_terms[TERMS_SIZE]; /* of the last game that was begun: many have the same */
    struct terms begun;           /* the same, parsed */

    /* The limit on open public games per address. */
    struct opened *opened;
    size_t opened_capacity;
    int opened_count, opened_most; /* opened_most 0: no limit */

    /* The sweep asks the store for games, loaded or not, whose clock has run out. */
    int64_t swept; /* when the last sweep began */
    bool sweeping;
    int sweep_skip; /* results of the last sweep to skip: their clocks had not really run out */

    /* Stalls of the event loop, which are not charged to any clock. */
    int64_t looked_at;             /* when live_now() was last called */
    bool pulsing, clocks_run;      /* live_now() is called every PULSE_MS, since a clock runs */
    int64_t short_ms, short_since; /* total of the short stalls since then, not yet recorded */
    struct outage outages[RECENT_OUTAGES]; /* a ring, for games that are loaded later */
    int outage_count;                      /* ever recorded */

    /* Probes of the store: a player does not lose on time while it cannot be written. */
    int64_t proven;      /* the store was writable then */
    int64_t proof_asked; /* when the current or last probe began */
    bool proving, proof_failed;
};

/* ---- hub_create.c ------------------------------------------------------------------- */

/* An open game of the lobby that was created here; NULL: it is none. */
struct opened *lobby_find(const struct hub *hub, const char *id);
void lobby_remove(struct hub *hub, const char *id);

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
/* Handles the store's notification of an outage, which this process may have recorded itself. */
void live_on_outage(struct hub *hub, struct outage outage);
/* Adds the recent outages to a game that was loaded before they were recorded. */
void live_add_outages(const struct live_game *live);
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
/* Sends a packet to all welcomed clients but `except`, which may be NULL. */
void live_send_all(const struct live_game *live, struct packet *packet,
                   const struct client *except);
/* To be called when a client joins or leaves. `asks`: the other processes must report theirs. */
void live_presence_changed(struct live_game *live, bool asks);
void live_on_presence(struct live_game *live, const struct remote_presence *note);
/* Sends a player's quick chat to all clients, of other processes too. It is not stored. */
bool live_send_quick_chat(struct live_game *live, struct client *client,
                          const struct client_message *message, struct refusal *refusal);
/* True if the occupant of a seat could have sent a move at that time or later. False while they are
 * connected to another process that has not reported since: it is asked to. If it stays silent it
 * is dropped after a while, and the time since its last report is not charged to the clock. */
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
    TASK_WRITES, /* *proposal has an event to store; the task is kept until it is durable */
    TASK_LEAVES, /* its client must be disconnected */
};

/* Returns the answer to a TASK_JOIN that has succeeded. */
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
/* Finds a game, or begins to load it. NULL if memory runs out. */
struct live_game *live_open(struct hub *hub, const char *id);
void live_stop_search(struct live_game *live);
void live_leave(struct client *client);
/* Removes the game from the hub. With a refusal, everything that waits gets it. */
void live_drop(struct live_game *live, const struct refusal *refusal);

#endif
