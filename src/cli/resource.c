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

    snprintf(path, sizeof path, "web/games/%s/%s", tb_game_name(game), name);
    const struct resource *file = resource_find(path);

    return file ? (const char *)file->data : NULL;
}
