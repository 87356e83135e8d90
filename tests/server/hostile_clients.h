/*
 * hostile_clients.h - the attacks of hostile clients, and the count of faults.
 *
 * Each client has its own address, 127.0.A.B: each attack takes the next A.
 */
#ifndef TABLIER_TESTS_SERVER_HOSTILE_CLIENTS_H
#define TABLIER_TESTS_SERVER_HOSTILE_CLIENTS_H

#include "process.h"

enum { CONNECTIONS = 100 }; /* that the server allows to an address */

/* An attack finds the server as it should be and leaves it so. */
struct attack {
    const char *name;
    void (*run)(void);
};

extern const struct attack attacks[]; /* ended by a name that is NULL */

extern struct process server;
extern const char *under_way; /* for complaints */
extern int faults;
extern int next_network; /* the next A */

__attribute__((format(printf, 2, 3))) bool check(bool truth, const char *format, ...);

/* Those who hang about during the attacks, silent or slow, go. */
void dismiss_idlers(void);

/* A client that sends nothing for that time, not even a pong, must have been dropped; and so must
 * one that only sends and never reads. */
void silent_clients(int seconds);
/* Connects `size` clients at once, from many addresses: all are let in. */
void crowd(int size);
/* The log must not contain any secret that the attacks received. */
void check_log(const char *path);

#endif
