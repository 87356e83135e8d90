/* orbital_themes.c - puzzle themes of Orbital. */
#include "core/message.h"
#include "core/themes.h"
#include "games/orbital/orbital.h"

enum {
    TOWER, GIFT, RELEASE, TRAP, LONG_SHOT, ANTENNA, AIM,
    CORNER, QUIET, ONLY_REPLY, CLAIM, CONTEST, SETTLE,
};

static const struct theme list[] = {
    [TOWER] = {.name = "tower", .text = N_("Completing a tower")},
    [GIFT] = {.name = "gift", .text = N_("A tower for the opponent")},
    [RELEASE] = {.name = "release", .text = N_("Setting the opponent free")},
    [TRAP] = {.name = "trap", .text = N_("A single square")},
    [LONG_SHOT] = {.name = "long-shot", .text = N_("Thruster across the board")},
    [ANTENNA] = {.name = "antenna", .text = N_("Kept on the square")},
    [AIM] = {.name = "aim", .text = N_("Thruster at a single square")},
    [CORNER] = {.name = "corner", .text = N_("Base with one way out")},
    [QUIET] = {.name = "quiet", .text = N_("Several replies, all bad")},
    [ONLY_REPLY] = {.name = "only-reply", .text = N_("A single reply")},
    [CLAIM] = {.name = "claim", .text = N_("Majority on a square")},
    [CONTEST] = {.name = "contest", .text = N_("Beside a hostile piece")},
    [SETTLE] = {.name = "settle", .text = N_("Settling on an empty square"), .plain = true},
    {0},
};

static int count_bits(const uint16_t pieces[ORBITAL_KINDS], unsigned square)
{
    int count = 0;

    for (int kind = 0; kind < ORBITAL_KINDS; kind++)
        count += (pieces[kind] & square) != 0;
    return count;
}

/* Themes of the square where a piece was placed. */
static unsigned of_square(const struct orbital *s, unsigned square)
{
    int own = count_bits(s->pieces[s->turn], square);
    int hostile = count_bits(s->pieces[1 - s->turn], square);

    return (unsigned)(own + hostile == 0) << SETTLE | (unsigned)(own == 1) << CLAIM |
           (unsigned)(own == 0 && hostile > 0) << CONTEST;
}

/* Themes of the choice that the piece leaves to the opponent. */
static unsigned of_choice(const struct orbital *next, enum orbital_kind kind)
{
    static const int traps[] = {
        [ORBITAL_BASE] = CORNER, [ORBITAL_THRUSTER] = AIM, [ORBITAL_ANTENNA] = ANTENNA};
    struct orbital_choice choice = orbital_choose(next);
    tb_move replies[TB_MOVES_MAX];

    if (choice.basis == ORBITAL_RELEASED || choice.basis == ORBITAL_RELEASED_EMPTY)
        return 1u << RELEASE;
    if (choice.basis != ORBITAL_FORCED)
        return 0;
    unsigned only = (unsigned)(orbital_moves(next, replies) == 1) << ONLY_REPLY;

    return only | (bits_count(orbital_choice_squares(&choice)) == 1
                       ? 1u << TRAP | 1u << traps[kind]
                       : 1u << QUIET);
}

static unsigned of_move(const void *state, tb_move move)
{
    enum { FAR = 3 }; /* squares ahead of a Thruster */
    const struct orbital *s = state;
    struct orbital next = *s;

    if (move >= ORBITAL_PASS)
        return 0;
    enum orbital_kind kind = orbital_kind(orbital_shape(move));

    orbital_play(&next, move);
    unsigned themes = of_square(s, orbital_bit(orbital_square(move)));

    themes |= (unsigned)(next.towers[s->turn] > s->towers[s->turn]) << TOWER;
    themes |= (unsigned)(next.towers[1 - s->turn] > s->towers[1 - s->turn]) << GIFT;
    themes |= (unsigned)(kind == ORBITAL_THRUSTER && bits_count(orbital_ahead[move]) >= FAR)
              << LONG_SHOT;
    return orbital_over(&next) ? themes : themes | of_choice(&next, kind);
}

const struct themes orbital_themes = {
    .list = list,
    .of_move = NOT_IN_PAGE(of_move),
};
