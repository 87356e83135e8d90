/* game_file.c - see game_file.h. */
#include "cli/game_file.h"

#include <stdio.h>
#include <string.h>

#include "cli/resource.h"

const char *game_file(const struct tb_game *game, const char *name)
{
    char path[96];

    snprintf(path, sizeof path, "web/games/%s/%s", tb_game_name(game), name);
    for (const struct resource *file = resources; file->name; file++)
        if (strcmp(file->name, path) == 0)
            return (const char *)file->data;
    return NULL;
}
