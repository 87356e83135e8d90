/* help.h - the program's own help, and what is said about a command that there is not. */
#ifndef TABLIER_CLI_HELP_H
#define TABLIER_CLI_HELP_H

#include "cli/command.h"

int help_all(void);
int help_unknown(const char *name);

#endif
