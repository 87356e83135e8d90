/*
 * settings.h - options of a command from elsewhere than its command line: from the
 * environment (TABLIER_TLS_CERT for --tls-cert) and from a file of lines
 *
 *     # a comment
 *     tls-cert = /etc/ssl/tablier.pem
 *
 * A flag is set by 1, yes, on or true, and cleared by 0, no, off or false; an empty text means
 * none. The command line takes precedence over the environment, and that over the file.
 */
#ifndef TABLIER_CLI_SETTINGS_H
#define TABLIER_CLI_SETTINGS_H

#include "cli/command.h"

/* Reads the environment, and the file of the option --config if the command has one, except for the
 * options in the set `given` (bit i: row i). Returns GO_ON, or the status to exit with after an
 * error message. The values of the file stay in *text, which the caller frees when they are no
 * longer needed. */
int settings_read(const struct command *command, void *values, uint64_t given, char **text);

#endif
