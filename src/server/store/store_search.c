/*
 * store_search.c - search for names, in both databases.
 *
 * The table name_parts has, for each public game, every end of its players' names, folded
 * by name_fold() and cut to PART_CHARACTERS: "annie" gives annie, nnie, nie, ie, e. So whatever
 * is part of a name is the beginning of such an end, which a B-tree finds. Where few
 * games match, they are found by that and sorted. Where many do, so do many of the
 * newest games, and those are looked through from the newest on, up to a limit; if that is
 * reached before the page is full, the next page begins there.
 */
#include "server/store/store_search.h"

#include <string.h>

/* The length in bytes of the first `characters` characters; at most four each. */
static size_t cut(const char *text, int characters)
{
    size_t length = 0;

    for (; text[length] && characters > 0; characters--) {
        length++;
        for (int i = 0; i < 3 && (text[length] & 0xc0) == 0x80; i++)
            length++;
    }
    return length;
}

struct name_search name_search_of(const char *name)
{
    struct name_search search = {.name = ""};

    name_fold(name, search.name);
    memcpy(search.low, search.name, cut(search.name, PART_CHARACTERS));
    strcpy(search.high, search.low);
    strcat(search.high, "\xf4\x8f\xbf\xbf"); /* the last character there is */
    return search;
}

void listed_continue_after(struct listed *listed, int64_t updated, const char *id)
{
    listed->more = true;
    listed->before = updated;
    memcpy(listed->before_id, id, strnlen(id, ID_SIZE - 1) + 1);
}

void listed_finish(struct listed *listed, int limit)
{
    if (listed->count < limit)
        return;
    const struct stored_game *last = &listed->games[listed->count - 1];

    listed_continue_after(listed, last->summary.updated, last->id);
}
