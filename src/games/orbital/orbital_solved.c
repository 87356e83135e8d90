/* orbital_solved.c - see orbital_solved.h. */
#include "games/orbital/orbital_solved.h"

#include "core/canonical.h"
#include "core/known.h"

bool orbital_solved(const struct orbital *s, struct verdict *out)
{
    if (2 * ORBITAL_KINDS * s->per_kind - orbital_left(s) > ORBITAL_SOLVED_PLIES)
        return false;
    uint64_t key = canonical_hash(&orbital_game, s, s->turn, canonical_all(&orbital_game, s));

    return known_find(orbital_table, orbital_table_size, key, out);
}
