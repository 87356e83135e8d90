/*
 * store.h - storage of games: requests and answers on the server's loop.
 *
 * A request returns at once; threads (one writes, one loads games, one lists them, one searches,
 * one reads everything else) do the work through a backend, and the answer is delivered on the loop
 * by store_deliver(), which the loop calls after it was woken. Requests of one kind are done in the
 * order in which they were made. The writer takes all requests that wait into
 * one transaction, so that they share the cost of making it durable; each is
 * answered after the commit.
 *
 * Every request is answered within a few seconds, even if the store hangs: the loop
 * calls store_tick(), which answers STORE_FAILED to those that have waited too
 * long, and they are not executed later, unless the commit was under way already. Without memory a
 * request fails in the same way, and the store is unhealthy until the next heartbeat.
 *
 * A game is a row that does not change (its terms), a summary that changes with
 * every event, and its events. (game, seq) is unique: of two processes that
 * both want to write event 15, one is told STORE_CONFLICT.
 *
 * When the store cannot be reached, the writer tries again for as long as the
 * request is wanted; an event whose commit was answered by silence is recognised by
 * its token, not written twice.
 */
#ifndef TABLIER_SERVER_STORE_H
#define TABLIER_SERVER_STORE_H

#include "core/game.h"
#include "core/position.h"

enum {
    ID_SIZE = 13,    /* bytes of a game's id, its end included */
    HASH_SIZE = 32,  /* of a secret's SHA-256 */
    NAME_SIZE = 124, /* 30 characters of UTF-8, and the end */
    DATA_SIZE = 128,
    TERMS_SIZE = 2048,
    LIST_MAX = 100,
};

enum { FORMER_MEMBER = -1 }; /* in a seat: the account was deleted */

enum seat_kind { SEAT_PERSON, SEAT_COMPUTER };

struct stored_seat {
    enum seat_kind kind;
    int level;  /* of a computer */
    bool taken; /* a computer's is */
    char name[NAME_SIZE]; /* a computer's is its personality; "": none */
    /* Of its secret; as long as it is free, of its invitation; zero for a computer. */
    unsigned char hash[HASH_SIZE];
    unsigned char invitation[HASH_SIZE]; /* of the one that was exchanged for it; zero: none */
    int64_t member; /* 0: a guest; FORMER_MEMBER; a computer's is its level */
};

enum game_status { GAME_OPEN, GAME_RUNNING, GAME_OVER, GAME_ABORTED };

/* What lists show, and what the server has to do by itself. */
struct summary {
    enum game_status status;
    int64_t seq;     /* of the last event, 0 before the first */
    int moves;       /* entries of the record */
    char result[16]; /* "", "draw", or the winners' seats: "1 3" */
    int64_t updated; /* milliseconds since 1970 */
    int64_t due;     /* when the server must look after it (a flag, a computer's turn); 0: never */
    int turn;        /* the seat to move, from 1; 0: none */
};

struct stored_game {
    char id[ID_SIZE];
    char game[GAME_NAME_SIZE]; /* "quoridor" */
    char terms[TERMS_SIZE];    /* JSON, for the room alone to understand */
    bool listed;               /* public */
    int64_t created;
    unsigned char watch[HASH_SIZE];
    int players;
    struct stored_seat seats[TB_PLAYERS_MAX];
    struct summary summary;
};

struct stored_event {
    int64_t seq;   /* from 1 */
    int64_t at;    /* milliseconds since 1970 */
    int seat;      /* from 1; 0: the server itself */
    int64_t spent; /* milliseconds charged to the seat whose clock ran; -1: not known, an old one */
    char kind[16];
    char data[DATA_SIZE];
    uint64_t token; /* random, tells a retried write from a rival's */
};

/* A stretch of the server's time in which the server, its store or its clock did not work: it is
 * not charged to any clock. */
struct outage {
    int64_t from, to;
};

enum store_answer {
    STORE_OK,
    STORE_CONFLICT, /* an event with that number exists, and is another */
    STORE_MISSING,  /* no such game */
    STORE_FAILED,   /* the store cannot be reached, is full, or will never take it (a name that is
                     * not UTF-8). Nothing was written, unless the answer to a commit was lost. */
};

/* ---- Opening ------------------------------------------------------------------ */

/* A report of one of several processes that share a store: who is connected to a game there, and
 * the quick chat that a player there has just sent. */
struct remote_presence {
    char id[ID_SIZE];
    uint64_t process;
    unsigned here; /* bit s: someone at seat s */
    int watchers;
    bool asks;           /* the other processes are to report their presence */
    int speaker, phrase; /* seat and quick chat, both from 1; 0: no quick chat */
};

/* Called on the loop; all but `wake` may be NULL. */
struct store_events {
    void *context;
    /* The only one that is called on other threads, and even before store_open() returns: makes
     * the loop call store_deliver(). */
    void (*wake)(void *context);
    /* The event `seq` of a game is stored, mostly by another process. With an empty id:
     * notifications may have been lost, so every game must be looked at again. */
    void (*changed)(void *context, const char *id, int64_t seq);
    /* An outage was recorded. The same one may be reported twice, and outages may overlap. */
    void (*outage)(void *context, struct outage outage);
    /* Another process reports who is connected there. */
    void (*presence)(void *context, const struct remote_presence *note);
    /* A process, maybe this one, has called store_broadcast(); the text lives during the call. */
    void (*broadcast)(void *context, const char *text);
    /* The store cannot be reached, and why, in words for a log; or NULL: it can again. */
    void (*trouble)(void *context, const char *reason);
};

struct store;

/* `where` is a file for SQLite or postgres://... for PostgreSQL. Creates or migrates the
 * schema; refuses a newer one. NULL on failure, with the reason. */
struct store *store_open(const char *where, const struct store_events *events,
                         struct tb_error *error);
/* Finishes what was asked, delivers it, and closes. Accepts NULL. */
void store_close(struct store *store);

void store_deliver(struct store *store);
/* Gives up requests that have waited too long. To be called about ten times a second. */
void store_tick(struct store *store);

/*
 * The server's time, milliseconds since 1970. It is the store's, as servers that share one must
 * agree on it. It never goes back, not even from one process to the next, and does not follow a
 * wall clock that jumps; if that stays ahead for a minute, the time is set to it and what lies
 * between is an outage. May be called from any thread.
 */
int64_t store_now(const struct store *store);
/* Records an outage that the caller has found itself; it gets no notification of it. */
void store_record_outage(struct store *store, struct outage outage);

/* True if other servers may use the same store. */
bool store_shared(const struct store *store);
/* True if the store could be reached at the last attempt; the number of writes that wait. */
bool store_healthy(const struct store *store);
int store_waiting(const struct store *store);

/* TB_OK, or an error if `where` is the path of a file that holds no store: only a server creates
 * one, commands do not. */
int store_check_exists(const char *where, struct tb_error *error);
/* Copies the whole store to a new file while servers use it (SQLite only). */
int store_backup(const char *where, const char *file, struct tb_error *error);

/* ---- Writing ------------------------------------------------------------------ */

typedef void store_written(void *context, enum store_answer answer);

/* Checks that the store can be written now. STORE_FAILED if that takes more than two seconds. */
void store_probe(struct store *store, store_written *done, void *context);
/* Creates a game with an event, reads it back on another connection, and removes it. STORE_FAILED
 * if any of that fails or takes more than two seconds, and for good once something stored was found
 * to be damaged. */
void store_check(struct store *store, store_written *done, void *context);

/*
 * Work on the tables beside games, in a transaction: see db.h. Unless it answers STORE_OK, what it
 * has written is undone. It may run several times, each time from the start, and only the last one
 * counts; if the answer to a commit was lost, even that one comes after another that counted: so
 * it must be safe to repeat.
 */
struct db;
typedef enum store_answer db_work(struct db *db, void *context);

/* Runs on the writer's thread; requests of other kinds share its transaction. The context belongs
 * to the work until `done`. */
void store_transact(struct store *store, db_work *work, store_written *done, void *context);

/* Work in the same transaction as a write: both take place, or neither. Unless it answers STORE_OK,
 * `done` of the write gets its answer. */
struct also {
    db_work *work; /* NULL: none */
    void *context; /* the work's until release() */
    /* Called on the loop, once, when nothing uses the context any more, which may be after `done`:
     * even if the write came to nothing, but not if there was no memory to ask for it. May be
     * NULL. */
    void (*release)(void *context);
};

/* A new game. Everything is copied, `also` may be NULL; `done` gets STORE_OK, or STORE_CONFLICT if
 * the id exists. The request lives until `done` is called, and may be cancelled until then. NULL,
 * without a call of `done`, if memory runs out. */
struct request;

struct request *store_create(struct store *store, const struct stored_game *game,
                             const struct also *also, store_written *done, void *context);
/* The answer is not wanted any more: `done` gets STORE_FAILED at once. */
void store_cancel(struct store *store, struct request *request);

/* What changes with one event, in one transaction. */
struct append {
    const char *id;
    const struct stored_event *event;
    const struct summary *summary;       /* after it */
    int seat;                            /* a seat that changes with it, from 1; 0: none */
    const struct stored_seat *occupant;  /* what it becomes */
    const struct stored_game *successor; /* a game to create with it, or NULL */
    struct also also;
};

void store_append(struct store *store, const struct append *append, store_written *done,
                  void *context);

/* Reports presence to other processes, if there can be any. It is not stored and may be lost. The
 * process is filled in. */
void store_share_presence(struct store *store, const struct remote_presence *note);
/* Sends a text of at most BROADCAST_MAX bytes to all processes, this one included. May be lost. */
enum { BROADCAST_MAX = 7900 };
void store_broadcast(struct store *store, const char *text);

/* ---- Reading ------------------------------------------------------------------ */

/* A game with its events after `since` and the outages since the last of them (if some event does
 * not say what it cost: since the game was created); what is pointed at lives during the call. */
struct loaded {
    struct stored_game game;
    struct stored_event *events;
    size_t event_capacity;
    int event_count;
    struct outage *outages;
    size_t outage_capacity;
    int outage_count;
};

typedef void store_loaded(void *context, enum store_answer answer, const struct loaded *loaded);

void store_load(struct store *store, const char *id, int64_t since, store_loaded *done,
                void *context);

/* Public games, most recently updated first. */
struct list_query {
    enum game_status status;
    char game[GAME_NAME_SIZE]; /* "": any */
    char name[NAME_SIZE];      /* part of a player's name, without case and accents; "": any */
    int64_t before; /* of `updated`, with `before_id` to break ties; 0: from the newest */
    char before_id[ID_SIZE];
    int limit; /* 1 to LIST_MAX */
};

/* A page. It may have fewer games than asked for, and yet there may be more: then the next one
 * begins after `before` and `before_id`. */
struct listed {
    struct stored_game *games;
    int count;
    bool more;
    int64_t before;
    char before_id[ID_SIZE];
};

/* `listed` is NULL unless the answer is STORE_OK. */
typedef void store_listed(void *context, enum store_answer answer, const struct listed *listed);

void store_list(struct store *store, const struct list_query *query, store_listed *done,
                void *context);

/* Work that only reads, on a thread of its own. The context belongs to the work until `done`. */
void store_ask(struct store *store, db_work *work, store_written *done, void *context);

/* At most `limit` games with 0 < due <= `now`, the most urgent first; not the first `skip`. */
struct due_query {
    int64_t now;
    int skip, limit;
};

typedef void store_due_found(void *context, enum store_answer answer, const char (*ids)[ID_SIZE],
                             int count);

void store_due(struct store *store, const struct due_query *query, store_due_found *done,
               void *context);

#endif
