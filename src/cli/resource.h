/* resource.h - files that the build puts inside the program. */
#ifndef TABLIER_CLI_RESOURCE_H
#define TABLIER_CLI_RESOURCE_H

#include "core/position.h"

struct resource {
    const char *name;          /* "rules/match.en.md" */
    const unsigned char *data; /* followed by a zero byte that size does not count */
    size_t size;
};

/* Ends with a NULL name. */
extern const struct resource resources[];

/* The file of that name; NULL if there is none. */
const struct resource *resource_find(const char *name);

/* A text file of the game's folder of the page, such as "puzzles.txt"; NULL if it has none. */
const char *game_file(const struct tb_game *game, const char *name);

#endif
