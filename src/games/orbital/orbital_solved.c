/* orbital_solved.c - see orbital_solved.h. */
#include "games/orbital/orbital_solved.h"

#include "core/canonical.h"
#include "core/known.h"

bool orbital_solved(const struct orbital *s, struct verdict *out)
{
    int placed = 2 * ORBITAL_KINDS * s->per_kind;

    for (int kind = 0; kind < ORBITAL_KINDS; kind++)
        placed -= s->hand[0][kind] + s->hand[1][kind];
    if (placed > ORBITAL_SOLVED_PLIES)
        return false;
    uint64_t key = canonical_hash(&orbital_game, s, s->turn, canonical_all(&orbital_game, s));

    return known_find(orbital_table, orbital_table_size, key, out);
}
