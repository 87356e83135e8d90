/* resource.h - files that the build puts inside the program. */
#ifndef TABLIER_CLI_RESOURCE_H
#define TABLIER_CLI_RESOURCE_H

#include <stddef.h>

struct resource {
    const char *name;          /* "rules/match.en.md" */
    const unsigned char *data; /* followed by a zero byte that size does not count */
    size_t size;
};

/* Ends with a NULL name. */
extern const struct resource resources[];

#endif
