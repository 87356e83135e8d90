/* languages.c - the catalogues that the module was given, one per language. */
#include "wasm/languages.h"

#include <stdlib.h>
#include <string.h>

#include "core/catalog.h"

enum { LANGUAGES_MAX = 16, TAG_MAX = 16 };

static struct catalog given[LANGUAGES_MAX + 1];
static char tags[LANGUAGES_MAX][TAG_MAX];

const struct catalog *catalogs(void)
{
    return given;
}

/* Copies the tag from the header's line "Language: fr". */
static bool read_tag(const struct catalog *catalog, char tag[TAG_MAX])
{
    const char *header = catalog_find(catalog, NULL, "");
    const char *line = header ? strstr(header, "Language: ") : NULL;
    size_t length = line ? strcspn(line + strlen("Language: "), "\n") : 0;

    if (length == 0 || length >= TAG_MAX)
        return false;
    memcpy(tag, line + strlen("Language: "), length);
    tag[length] = '\0';
    return true;
}

bool languages_match(const unsigned char *bytes, size_t size)
{
    return size >= 4 && memcmp(bytes, "\xde\x12\x04\x95", 4) == 0;
}

const char *languages_take(unsigned char *bytes, size_t size)
{
    struct catalog catalog = {"", bytes, size};
    char tag[TAG_MAX];
    int i = 0;

    if (!bytes || !read_tag(&catalog, tag)) {
        free(bytes);
        return NULL;
    }
    while (i < LANGUAGES_MAX && given[i].tag && strcmp(given[i].tag, tag) != 0)
        i++;
    if (i == LANGUAGES_MAX) {
        free(bytes);
        return NULL;
    }
    free((void *)given[i].data);
    memcpy(tags[i], tag, sizeof tag);
    given[i] = (struct catalog){tags[i], bytes, size};
    return tags[i];
}
