/* process.h - a server under test: started, killed, started again on the same port. */
#ifndef TABLIER_TESTS_SERVER_PROCESS_H
#define TABLIER_TESTS_SERVER_PROCESS_H

#include <sys/types.h>

#include "ws_client.h"

enum { PROCESS_EXTRAS = 12 };

struct process {
    const char *program; /* tablier */
    const char *store;
    const char *log;                        /* standard error is appended to it */
    const char *extras[PROCESS_EXTRAS + 1]; /* further options, ended by NULL */
    pid_t pid;                              /* 0: it does not run */
    int port;                               /* chosen by the first start */
    struct ws_address address;
};

/* Starts it; process_await() tells when it answers. A child dies with its parent. */
bool process_start(struct process *process);
/* Asks /healthz until it says 200; false after `timeout` milliseconds, or if it has ended. */
bool process_await(struct process *process, int timeout);
/* Sends the signal and waits for the end; returns the exit status, 128 + signal if killed. */
int process_end(struct process *process, int signal);
/* Resident memory, kB: now, and at most. */
long process_memory(const struct process *process, bool peak);

int64_t wall_ms(void); /* since 1970 */
void raise_file_limit(void);

#endif
