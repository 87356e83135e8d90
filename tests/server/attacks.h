/*
 * attacks.h - what clients that mean no good try, and the ledger of what was found.
 *
 * Everyone comes from addresses of their own, 127.0.A.B: each attack takes the next A.
 */
#ifndef TABLIER_TESTS_SERVER_ATTACKS_H
#define TABLIER_TESTS_SERVER_ATTACKS_H

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

/* Who says nothing for so many seconds, not even pong, must have been dropped; and so must who
 * only asks and never reads. */
void silent_clients(int seconds);
/* So many at once, from many addresses: all are let in. */
void crowd(int size);
/* No secret that the attacks were given may stand in the log. */
void check_log(const char *path);

#endif
