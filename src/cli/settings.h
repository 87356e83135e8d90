/*
 * settings.h - options of a command from elsewhere than its command line: from the
 * environment (TABLIER_TLS_CERT for --tls-cert) and from a file of lines
 *
 *     # a comment
 *     tls-cert = /etc/ssl/tablier.pem
 *
 * A flag is set by 1, yes, on or true, and cleared by 0, no, off or false; an empty text means
 * none. Sources are read from the weakest to the strongest, each over the values of the others.
 */
#ifndef TABLIER_CLI_SETTINGS_H
#define TABLIER_CLI_SETTINGS_H

#include "cli/command.h"

/* Both return GO_ON, or the status to exit with after an error message. The values of a file stay in
 * *text, from malloc(), which the caller frees when they are no longer needed. */
int settings_from_environment(const struct command *command, void *values);
int settings_from_file(const struct command *command, void *values, const char *path,
                       char **text);

#endif
