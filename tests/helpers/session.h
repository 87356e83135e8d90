/*
 * session.h - a conversation with an engine: it serves in a thread of its own,
 * and the test is the controller at the other end of two pipes.
 */
#ifndef TABLIER_TESTS_SESSION_H
#define TABLIER_TESTS_SESSION_H

#include <pthread.h>
#include <stdio.h>

#include "protocol/qtp.h"
#include "protocol/ugi.h"

struct session {
    FILE *to, *from; /* the controller's ends */
    FILE *in, *out;  /* the engine's */
    pthread_t thread;
    bool qtp;
    struct ugi_settings ugi_settings;
    struct qtp_settings qtp_settings;
    bool served; /* what the engine returned, once it has ended */
    char *line;
    size_t room;
};

/* An engine for "quoridor size=5", and one for QTP. */
struct session *session_ugi(const char *setup);
struct session *session_qtp(void);

/* Sends one line. */
void session_send(struct session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Sends a line of `length` characters that begins with `start`, followed by repeated `fill`. */
void session_send_long(struct session *session, const char *start, const char *fill,
                       size_t length);
/* The next line from the engine without its end, NULL when there is no more;
 * valid until the next call. */
const char *session_line(struct session *session);
/* Skips lines until one begins with `start`; fails the test if none does. */
const char *session_wait(struct session *session, const char *start);

/* Ends the input, reads what is left, and checks that the engine ended well.
 * Returns the number of lines that were left. */
int session_close(struct session *session);

/* Everything that an engine answers to this input; the caller frees it. */
char *session_script(const char *setup, const char *input, size_t length);

/* A script and the answers to it, each a string with all its lines. */
void session_check(const char *setup, const char *script, const char *expected);

#endif
