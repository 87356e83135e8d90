/* store_place.c - the user's data folder. */
#include "cli/store_place.h"

#include <stdlib.h>

#include "core/text.h"

const char *store_place(const char *given, char out[PATH_MAX])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct text text = text_into(out, PATH_MAX);

    if (given)
        return given;
    if (data && *data == '/')
        text_add(&text, "%s/tablier/", data);
    else if (home && *home == '/')
        text_add(&text, "%s/.local/share/tablier/", home);
    text_add(&text, "tablier.db");
    return out;
}
