/*
 * backend.h - the interface between the store and a database.
 *
 * All calls are synchronous, and a handle is used by one thread. Every write is
 * safe to repeat: an event is recognised by its token, a game by its id and
 * secret, so after BACKEND_AGAIN, when it is unknown whether the commit took place, the store opens
 * a new handle and writes the same batch again.
 */
#ifndef TABLIER_SERVER_BACKEND_H
#define TABLIER_SERVER_BACKEND_H

#include <stdatomic.h>

#include "server/store/db.h"
#include "server/store/store.h"

/* The first character of the ids of games that health checks create. No other game's id has it. */
#define HEALTH_MARK "~"

enum backend_role { ROLE_WRITER, ROLE_READER, ROLE_LISTENER };

/* One request of a batch, with its answer. */
struct write {
    bool appends; /* false: only creates `game` */
    char id[ID_SIZE];
    struct stored_event event;
    struct summary summary;
    int seat; /* 0: none changes */
    struct stored_seat occupant;
    struct stored_game *game; /* to create, for an append together with its event; or NULL */
    struct also also;         /* with it; or, if there is neither event nor game, by itself */
    bool fresh; /* an answer beside STORE_OK: it was written just now, not in an earlier attempt */
    enum store_answer answer;
    const atomic_bool *unwanted; /* set when the caller no longer waits for it */
    atomic_int *stage;           /* see struct request; NULL if the caller need not wait */
    int place;                   /* in the batch; for the store itself */
};

/* A statement of a work, see db.h. */
struct db_value {
    char type;
    int64_t integer;
    double real;
    const void *bytes; /* also a text */
    size_t size;
};

struct db_statement {
    const char *sql;
    int count;
    struct db_value values[DB_PARAMS_MAX];
};

/* An event that is stored. */
struct notice {
    char id[ID_SIZE];
    int64_t seq;
};

/* An outage, numbered in the order of recording. */
struct recorded_outage {
    int64_t number;
    struct outage outage;
};

/* The times that a store holds, in milliseconds. */
struct backend_time {
    int64_t reference; /* the current time, by the database's clock or this machine's */
    int64_t alive;     /* the last heartbeat, in the server's time; 0: none */
};

/* Receives the notifications of a backend. */
struct listener {
    void *context;
    void (*changed)(void *context, const char *id, int64_t seq); /* empty id: any game */
    void (*presence)(void *context, const struct remote_presence *note);
    void (*broadcast)(void *context, const char *text);
};

/* A store as one server holds it, from its start to its end. */
struct backend_claim;
struct backend_handle;

struct backend {
    bool postgres; /* which of the dialects of db_sql() */
    /* Copies a store to a new file while it is used; if the backend cannot, the error says which
     * tool can. */
    int (*backup)(const char *where, const char *file, struct tb_error *error);
    /* Creates the store where there is none, migrates its schema or refuses a newer one, and keeps
     * other servers out where only one may use it. Released after the last handle is closed. NULL
     * with the reason. */
    struct backend_claim *(*claim)(const char *where, struct tb_error *error);
    /* The same for a command that uses the store beside servers, for a moment: a file is not
     * created, migrated or locked, and an older schema in it is refused. */
    struct backend_claim *(*visit)(const char *where, struct tb_error *error);
    void (*release)(struct backend_claim *claim); /* accepts NULL */
    /* Connects to the store that was claimed, and to no other; never creates anything. NULL with
     * the reason. */
    struct backend_handle *(*open)(const struct backend_claim *claim, enum backend_role role,
                                   struct tb_error *error);
    void (*close)(struct backend_handle *handle); /* accepts NULL */
    /* Why the last call that failed did so. */
    const char *(*last_error)(const struct backend_handle *handle);

    /* ---- The writer's ---- */

    /* All of them in one transaction, which is durable when this returns BACKEND_OK. They come
     * sorted by id, so that two processes never wait for each other; works are done after all
     * games and events, see db_attempt_all(). Just before the commit it is checked that all of
     * them are still wanted. */
    enum backend_result (*write)(struct backend_handle *handle, struct write *const *writes,
                                 int count);
    /* True if no other process uses the store; one that has just ended may count for a moment. NULL
     * where there is never another. */
    bool (*alone)(struct backend_handle *handle);
    enum backend_result (*time)(struct backend_handle *handle, struct backend_time *out);
    /* Notifies other processes of new events; count 0: any game may have changed. NULL where there
     * are no other processes. */
    enum backend_result (*notify)(struct backend_handle *handle, const struct notice *notices,
                                  int count);
    /* Reports to them who is connected here. NULL where there are none. */
    enum backend_result (*share_presence)(struct backend_handle *handle,
                                          const struct remote_presence *notes, int count);

    /* ---- The reader's ---- */

    /* The arrays are the caller's to free. BACKEND_OK with *found = false: no such game. */
    enum backend_result (*load)(struct backend_handle *handle, const char *id, int64_t since,
                                struct loaded *out, bool *found);
    /* Runs a work that only reads, in a transaction. */
    enum backend_result (*ask)(struct backend_handle *handle, const struct also *work,
                               enum store_answer *answer);

    /* ---- The writer's and the reader's ---- */

    /* One statement of a work, in the transaction under way. `each` may be NULL. */
    enum backend_result (*execute)(struct backend_handle *handle,
                                   const struct db_statement *statement, db_row *each,
                                   void *context, int64_t *changes);

    /* ---- The listener's ---- */

    /* Waits up to `milliseconds` for notifications of other processes. NULL where there are
     * none. */
    enum backend_result (*listen)(struct backend_handle *handle, int milliseconds,
                                  const struct listener *listener);
};

/* What the statements of a work need. */
struct db {
    const struct backend *backend;
    struct backend_handle *handle;
    enum backend_result result; /* of the first statement that failed */
    int64_t changes;
};

enum request_stage { WAITING, WORKING, GIVEN_UP };

/* True if a thread may begin with a work. Then the request cannot be given up until it is answered,
 * or stage_end() is called. */
bool stage_begin(atomic_int *stage);
void stage_end(atomic_int *stage);

/* db.c: runs a work in a savepoint, which is undone unless its answer is STORE_OK. */
enum backend_result db_attempt(const struct backend *backend, struct backend_handle *handle,
                               const struct also *work, enum store_answer *answer);
/* The works of a batch. BACKEND_DECLINED if one that goes with a write fails: the write has its
 * answer. */
enum backend_result db_attempt_all(const struct backend *backend, struct backend_handle *handle,
                                   struct write *const *writes, int count);

/* True if one of the writes is not wanted any more. */
bool backend_unwanted(struct write *const *writes, int count);

extern const struct backend sqlite_backend, postgres_backend;
/* The one for an address of a store. */
const struct backend *backend_for(const char *where);

#endif
