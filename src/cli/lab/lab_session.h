/* lab_session.h - playing the games of an experiment, with a line on how far it is. */
#ifndef TABLIER_CLI_LAB_SESSION_H
#define TABLIER_CLI_LAB_SESSION_H

#include "cli/lab/lab_args.h"

/* Plays what is missing. GO_ON also after an interruption: *interrupted says so. */
int lab_play(struct experiment *experiment, const struct lab_args *args, bool *interrupted);

/* The same by the workers of a queue. */
int lab_play_queue(struct experiment *experiment, const struct lab_args *args, bool *interrupted);

/* "12 of 200 games, 0:03, left: 0:47": begun with so many games, at that time. */
void lab_progress(const struct experiment *experiment, int begun_with, int64_t started_us,
                  struct text *out);

#endif
