/* orbital_remark.c - facts about a position and a move, for pictures and in words. */
#include "games/orbital/orbital.h"

void orbital_reach(const void *state, struct text *out)
{
    const struct orbital *s = state;
    unsigned squares = s->last < ORBITAL_PASS && !orbital_over(s) ? orbital_aim[s->last] : 0;

    for (unsigned left = squares; left; left &= left - 1)
        text_add(out, "%s%s", left == squares ? "" : " ",
                 orbital_square_name(__builtin_ctz(left)).text);
}

void orbital_holders(const void *state, struct text *out)
{
    const struct orbital *s = state;
    unsigned towers = orbital_complete(s);

    for (unsigned left = towers; left; left &= left - 1) {
        int square = __builtin_ctz(left);

        text_add(out, "%s%s:%d", left == towers ? "" : " ", orbital_square_name(square).text,
                 orbital_majority(s, 0) & orbital_bit(square) ? 1 : 2);
    }
}
