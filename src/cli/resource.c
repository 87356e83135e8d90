/* resource.c - finding files inside the program. */
#include "cli/resource.h"

#include <stdio.h>
#include <string.h>

const struct resource *resource_find(const char *name)
{
    for (const struct resource *file = resources; file->name; file++)
        if (strcmp(file->name, name) == 0)
            return file;
    return NULL;
}

const char *game_file(const struct tb_game *game, const char *name)
{
    char path[96];

    /* On the site it is below a folder for the version. */
    snprintf(path, sizeof path, "/games/%s/%s", tb_game_name(game), name);
    for (const struct resource *file = resources; file->name; file++) {
        const char *end = strstr(file->name, path);

        if (end && strcmp(end, path) == 0)
            return (const char *)file->data;
    }
    return NULL;
}
