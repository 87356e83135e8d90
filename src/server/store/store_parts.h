/*
 * store_parts.h - internals of the store; included by store*.c only.
 *
 * A request is created on the event loop and belongs in turn to the queue that it waits in, the
 * thread that executes it, and the queue of executed requests, until store_deliver() calls back on
 * the loop and frees it. If it timed out before, the loop has called back already and marked the
 * request `unwanted`; threads check that before they execute a request and before they commit.
 */
#ifndef TABLIER_SERVER_STORE_PARTS_H
#define TABLIER_SERVER_STORE_PARTS_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/text.h"
#include "server/store/backend.h"
#include "server/store/queue.h"
#include "server/store/store_queries.h"

enum {
    OUTAGES_MAX = 64,
    /* Milliseconds: */
    PAUSE_FIRST = 50, /* before the second attempt to reach a store; doubles */
    PAUSE_MAX = 1000,
};

struct reader;

struct request_kind {
    /* On a reader. */
    enum backend_result (*read)(struct reader *reader, struct request *request);
    /* On the loop, once: calls back. With STORE_FAILED a thread may still be at work on it, and
     * there may be only its first part. */
    void (*deliver)(struct store *store, struct request *request, enum store_answer answer);
    /* On the loop, last: frees what it points at. May be NULL. */
    void (*release)(struct request *request);
};

union request_done {
    store_written *written; /* or NULL */
    store_loaded *loaded;
    store_listed *listed;
    store_due_found *due;
};

/* A probe is no more than this. */
struct request {
    struct queue_item item;
    const struct request_kind *kind;
    union request_done done;
    void *context;
    int64_t asked;        /* by the monotonic clock, milliseconds */
    int64_t deadline;     /* the same; 0: it was not submitted */
    atomic_bool unwanted; /* it has been answered; not to be executed */
    /* While a thread uses the context, it is not answered. The thread sets the stage from
     * WAITING to WORKING, and back to try again; the loop from WAITING to GIVEN_UP. */
    bool guarded;
    atomic_int stage;
    enum store_answer answer;
    struct request *older, *newer; /* the loop's list of those that are not answered */
};

/* A request for which there was no memory. */
struct unmade {
    const struct request_kind *kind;
    union request_done done;
    void *context;
};

enum { UNMADE_MAX = 1 << 14 }; /* far more than the loop asks for before it delivers */

/* Each of these begins with a struct request. */
struct write_request {
    struct request request;
    struct write write;
    struct stored_game game; /* that `write` creates */
};

/* A health check goes from the writer, who creates a game, to a reader, who reads it, and back to
 * the writer, who removes it. Without done(), it is the writer's own, to learn whether the store
 * works again. */
struct check_request {
    struct request request;
    enum { CHECK_CREATE, CHECK_READ, CHECK_ERASE } step;
    struct stored_game game;
    uint64_t token;             /* of its event */
    char reason[TB_ERROR_TEXT]; /* of the first step that failed; "": none has */
};

/* A notification from the store's threads to the event loop, or through the writer to other
 * processes. */
struct notification {
    struct request request;
    char id[ID_SIZE];
    int64_t seq;
    struct outage outage;
    struct remote_presence note;
    bool in_trouble;
    char trouble[TB_ERROR_TEXT];
    char *text; /* released with it; or NULL */
};

struct reader {
    struct store *store;
    pthread_t thread;
    struct queue queue;
    struct backend_handle *handle;
    int64_t next_open;
};

enum { GAMES, LOBBY, ARCHIVE, CLUB, READERS };

struct store {
    struct store_events events;
    const struct backend *backend;
    struct backend_claim *claim;

    struct queue writes, done;
    struct reader readers[READERS];
    pthread_t writer, listener;
    atomic_int waiting; /* writes that are not answered */
    int threads; /* that were started */
    atomic_bool healthy, closing;
    atomic_bool short_of_memory; /* something could not be asked or said since the last heartbeat */
    struct unmade *unmade;       /* requests that were not even made; the loop's */
    int unmade_count;
    /* Notifications for which there was no memory, drawn together. */
    pthread_mutex_t undelivered_lock;
    struct undelivered {
        bool changed;               /* games, whichever */
        struct outage outage, record; /* for the loop, for the writer; none if `to` is 0 */
    } undelivered;
    uint64_t process;                /* which of those that share the database */
    _Atomic int64_t deadline;        /* when a store that is closing gives up */
    struct request *oldest, *newest; /* not answered; the loop's */
    _Atomic int64_t ahead;           /* the server's time less the monotonic clock */

    /* The writer's. */
    struct backend_handle *write_handle;
    char trouble[TB_ERROR_TEXT]; /* why it could not be reached the last time */
    bool trouble_undelivered;    /* the report failed because memory ran out */
    int64_t next_heartbeat, last_outage;
    bool notify_missed; /* other processes may have missed something */
    int64_t worked; /* when it last did, by the monotonic clock */
    bool failing;   /* something has failed since */
    bool unusable;  /* it can be reached, but the last health check failed */
    bool damaged;   /* something in it cannot be read; for good */
    bool checking;  /* a check of its own is under way */
    int behind;     /* heartbeats in a row at which the time was behind the reference */
    struct outage unrecorded[OUTAGES_MAX];
    int unrecorded_count;

    struct backend_handle *listen_handle;
};

static inline struct db_connection writer_of(const struct store *store)
{
    return (struct db_connection){store->backend, store->write_handle};
}

static inline struct db_connection reader_of(const struct reader *reader)
{
    return (struct db_connection){reader->store->backend, reader->handle};
}

/* ---- store_ask.c ----------------------------------------------------------------------------- */

/* Fails the requests that could not be made. Callbacks may ask for more, which fails later. */
void deliver_unmade(struct store *store);

/* ---- store_base.c ---------------------------------------------------------------------------- */

void store_pause(int64_t milliseconds);
/* The server's time at a moment of the monotonic clock. */
int64_t store_time_at(const struct store *store, int64_t steady);
/* Hands a request to the loop; wakes it unless it is about to look anyway. */
void store_answer_request(struct store *store, struct request *request);
bool store_unwanted(const struct request *request);
/* The deliver() of kinds whose caller only gets the answer. */
void deliver_answer(struct store *store, struct request *request, enum store_answer answer);

/* ---- store_notify.c -------------------------------------------------------------- */

void notify_change(void *store, const char *id, int64_t seq);
void notify_presence(void *store, const struct remote_presence *note);
void notify_broadcast(void *store, const char *text);
void notify_outage(struct store *store, struct outage outage);
/* The loop sets the server's time forward, after the notification of the outage. */
void notify_jump(struct store *store, int64_t to);
bool is_unrecorded(const struct request *request);
/* Reports that the store cannot be used, once for each reason, and once that it can again (reason
 * NULL). */
void notify_trouble(struct store *store, const char *reason);
/* What a reader found out on its way to the writer: the store is gone, or damaged for good. */
void notify_fault(struct store *store, const char *reason, bool damaged);
bool is_fault(const struct request *request);
/* Delivers the notifications that lacked memory: to the loop; to the writer, which records them,
 * false if there are none. */
void deliver_undelivered(struct store *store);
bool take_unrecorded(struct store *store, struct outage *outage);
/* A note of presence on its way to other processes; NULL if memory runs out. */
struct notification *notify_note(const struct remote_presence *note);
bool is_note(const struct request *request);

/* ---- store_writer.c ------------------------------------------------------------ */

extern const struct request_kind write_kind, probe_kind, check_kind;

/* The thread. */
void *store_write_all(void *store);
/* At the start: gets the time and writes the first heartbeat. */
enum backend_result store_set_time(struct store *store);
/* Writes a heartbeat; true on success. */
bool store_heartbeat(struct store *store);
/* A call that began then, by the monotonic clock, has ended well just now. If it took long, nobody
 * is charged for it. */
void store_note_stall(struct store *store, int64_t began);

/* ---- store_reader.c ------------------------------------------------------------ */

/* The threads. */
void *store_read_all(void *reader);
void *store_listen_all(void *store);

#endif
