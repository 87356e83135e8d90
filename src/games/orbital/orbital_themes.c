/* orbital_themes.c - puzzle themes of Orbital. */
#include "core/message.h"
#include "core/themes.h"
#include "games/orbital/orbital.h"

enum { TOWER, GIFT, RELEASE, TRAP, LONG_SHOT };

static const struct theme list[] = {
    [TOWER] = {.name = "tower", .text = N_("Completing a tower")},
    [GIFT] = {.name = "gift", .text = N_("A tower for the opponent")},
    [RELEASE] = {.name = "release", .text = N_("Setting the opponent free")},
    [TRAP] = {.name = "trap", .text = N_("A single square")},
    [LONG_SHOT] = {.name = "long-shot", .text = N_("Thruster across the board")},
    {0},
};

static unsigned of_move(const void *state, tb_move move)
{
    enum { FAR = 3 }; /* squares ahead of a Thruster */
    const struct orbital *s = state;
    struct orbital next = *s;
    unsigned themes = 0;

    if (move >= ORBITAL_PASS)
        return 0;
    orbital_play(&next, move);
    themes |= (unsigned)(next.towers[s->turn] > s->towers[s->turn]) << TOWER;
    themes |= (unsigned)(next.towers[1 - s->turn] > s->towers[1 - s->turn]) << GIFT;
    themes |= (unsigned)(orbital_kind(orbital_shape(move)) == ORBITAL_THRUSTER &&
                         bits_count(orbital_ahead[move]) >= FAR)
              << LONG_SHOT;
    if (orbital_over(&next))
        return themes;
    struct orbital_choice choice = orbital_choose(&next);
    bool released = choice.basis == ORBITAL_RELEASED || choice.basis == ORBITAL_RELEASED_EMPTY;

    themes |= (unsigned)released << RELEASE;
    themes |= (unsigned)(choice.basis == ORBITAL_FORCED &&
                         bits_count(orbital_choice_squares(&choice)) == 1)
              << TRAP;
    return themes;
}

const struct themes orbital_themes = {
    .list = list,
    .of_move = of_move,
};
