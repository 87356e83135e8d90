/* lab_session.h - playing the games of an experiment, with a line on how far it is. */
#ifndef TABLIER_CLI_LAB_SESSION_H
#define TABLIER_CLI_LAB_SESSION_H

#include "cli/lab/lab_args.h"

/* Plays what is missing. GO_ON also after an interruption: *interrupted says so. */
int lab_play(struct experiment *experiment, const struct lab_args *args, bool *interrupted);

#endif
