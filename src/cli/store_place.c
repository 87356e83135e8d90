/* store_place.c - the user's data folder. */
#include "cli/store_place.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "core/text.h"

/* Creates a folder and those above it, as far as they are missing. */
static void make_folders(char *path)
{
    for (char *at = path + 1; *at; at++)
        if (*at == '/') {
            *at = '\0';
            mkdir(path, 0700);
            *at = '/';
        }
}

void store_place(char *out, size_t size)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct text text = text_into(out, size);

    if (data && *data == '/')
        text_add(&text, "%s/tablier/", data);
    else if (home && *home == '/')
        text_add(&text, "%s/.local/share/tablier/", home);
    text_add(&text, "tablier.db");
    make_folders(out);
}
