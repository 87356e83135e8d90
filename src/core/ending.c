/* ending.c - endings that are solved when they are met: see solved.h. */
#include "core/solved.h"

bool ending_probe(const struct tb_game *game, struct ending_table *table, const void *state,
                  struct verdict *out)
{
    const struct ending *ending = game->solved ? game->solved->ending : NULL;
    uint64_t key = ending ? ending->key(state) : 0;

    if (!key)
        return false;
    if (table->key != key) {
        table->key = key;
        if (!ending->solve(state, table->plies))
            table->key = 0;
    }
    if (!table->key)
        return false;
    *out = ending->read(table->plies, state);
    return true;
}
