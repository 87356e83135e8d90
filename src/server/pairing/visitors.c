/* visitors.c - finds members among those who are connected. */
#include "server/pairing/club_parts.h"

struct visitor *club_visitor(const struct club *club, int64_t member)
{
    for (struct visitor *visitor = club->visitors; visitor; visitor = visitor->next)
        if (visitor->client->member.id == member)
            return visitor;
    return NULL;
}

bool club_has(const struct club *club, int64_t member)
{
    const struct visitor *visitor = club_visitor(club, member);

    return visitor && visitor->client->member.shown & PART_ONLINE;
}
