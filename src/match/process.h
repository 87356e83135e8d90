/*
 * process.h - another program, talked to in lines through two pipes.
 *
 * Every wait has a deadline. The program leads a process group of its own, so
 * that a key pressed at our terminal does not reach it and whatever it starts
 * ends with it.
 *
 * Writing to a program that has gone raises SIGPIPE in the thread that writes:
 * threads that use this block it (process_block_signals()).
 */
#ifndef TABLIER_MATCH_PROCESS_H
#define TABLIER_MATCH_PROCESS_H

#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "core/position.h"

enum {
    PROCESS_LINE_MAX = 1 << 16, /* bytes; no honest answer is longer */
};

/* What a wait ended with. */
enum process_event {
    PROCESS_READY,
    PROCESS_LATE,    /* the deadline came first */
    PROCESS_GONE,    /* it has closed its output or ended */
    PROCESS_FLOOD,   /* a line without an end, or lines without end */
    PROCESS_STOPPED, /* somebody called process_wake() */
};

struct process {
    pid_t pid;         /* 0: none is running */
    int to, from;      /* our ends of the pipes */
    int wake[2];       /* a pipe that holds a byte once process_wake() was called */
    FILE *log;         /* of every line, both ways; may be NULL */
    const char *name;  /* in the log */
    size_t received;   /* bytes since the last line was sent */
    size_t begin, end; /* what was read and not yet handed out */
    char buffer[PROCESS_LINE_MAX];
};

/* Keeps SIGPIPE, and the signals by which a user ends the program, away from the
 * calling thread. */
void process_block_signals(void);

/* True if there is such a program to run. A name without a slash is looked for in PATH. */
bool process_can_run(const char *program);

/* Makes an empty process ready for use; false if no pipe can be created. */
bool process_init(struct process *process, const char *name, FILE *log);
/* Ends the program if one runs, and frees everything. */
void process_release(struct process *process);

/* Runs a program; argv ends with NULL. Its standard error goes to the log or nowhere. */
bool process_start(struct process *process, char *const *argv, struct tb_error *error);

/* Lets the program end by itself for up to `timeout_us` after its input was
 * closed, then kills it and all that it has started. Writes how it ended into
 * *status as waitpid() does, -1 if it had to be killed. */
void process_end(struct process *process, int64_t timeout_us, int *status);

/* Sends one line; the end of line is added. */
enum process_event process_send(struct process *process, int64_t deadline_us, const char *line);

/* The next line, without its end, valid until the next call. */
enum process_event process_receive(struct process *process, int64_t deadline_us, const char **line);

/* Ends a wait in another thread, and every later one. */
void process_wake(struct process *process);

#endif
