/*
 * rating_store.h - results and ratings in the store: works for store_transact() and store_ask().
 *
 * Each work may run several times, and may be the last one before a crash: what it has to do
 * follows from the tables alone.
 */
#ifndef TABLIER_SERVER_RATINGS_RATING_STORE_H
#define TABLIER_SERVER_RATINGS_RATING_STORE_H

#include "server/ratings/result.h"
#include "server/store/db.h"

/* Writes a result; the context is a struct game_result. With the event that ends the game. */
enum store_answer result_insert(struct db *db, void *context);

/* One step of the worker. Several servers may share a store: the one that holds the lease rates. */
struct rating_step {
    int64_t process; /* of this server: random, not 0 */
    int64_t now;
    int limit; /* results per step */
    /* What was found and done: */
    int rated;
    bool more; /* another step has something to do */
    bool busy; /* another server holds the lease: nothing was done */
};

enum { RATING_LEASE_MS = 10000, RATING_STEP = 50 };

enum store_answer rating_step(struct db *db, void *context);
/* Finds out whether a step would have something to do now: sets `more`. Only reads. */
enum store_answer rating_look(struct db *db, void *context);

/* The same for one list, or for all if the context (const char *) is NULL. */
enum store_answer rating_restart(struct db *db, void *context);

/* Annuls the result of a game, or makes it count again, and rates its list from there. */
struct annulment {
    char game[ID_SIZE];
    bool annulled;
    char list[LIST_SIZE]; /* of the result, if it was found */
};

enum store_answer rating_annul(struct db *db, void *context);

#endif
