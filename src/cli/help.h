/* help.h - the overview of all commands, and the message about an unknown command. */
#ifndef TABLIER_CLI_HELP_H
#define TABLIER_CLI_HELP_H

#include "cli/command.h"

int help_all(void);
int help_unknown(const char *name);

#endif
