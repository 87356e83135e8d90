/* dorix_themes.c - puzzle themes of Dorix. */
#include "core/message.h"
#include "core/themes.h"
#include "games/dorix/dorix.h"

enum { COLLAPSE, GREAT_COLLAPSE, LIFT, TAKE, BLOCK, SETTLE, RAISE };

static const struct theme list[] = {
    [COLLAPSE] = {.name = "collapse", .text = N_("Collapse")},
    [GREAT_COLLAPSE] = {.name = "great-collapse", .text = N_("Great collapse")},
    [LIFT] = {.name = "lift", .text = N_("Lifted pawn")},
    [TAKE] = {.name = "take", .text = N_("Taking a pile")},
    [BLOCK] = {.name = "block", .text = N_("Blocking a diagonal")},
    [SETTLE] = {.name = "settle", .text = N_("Settling on an empty square"), .plain = true},
    [RAISE] = {.name = "raise", .text = N_("Raising a pile")},
    {0},
};

/* Piles on the diagonal that the opponents of a player control. */
static int hostile_piles(const struct dorix *s, int player, unsigned diagonal)
{
    unsigned piles = 0;

    for (int p = 0; p < s->players; p++)
        if (dorix_side(s, p) != dorix_side(s, player))
            piles |= s->control[p];
    return bits_count(piles & diagonal);
}

/* True if the move breaks up a diagonal where the opponents had three piles. */
static bool blocks(const struct dorix *before, const struct dorix *after, unsigned diagonal)
{
    enum { NEARLY_ALL = 3 };
    int player = before->turn;
    bool open = (before->control[player] & diagonal) == 0;

    return open && hostile_piles(before, player, diagonal) >= NEARLY_ALL &&
           (after->control[player] & diagonal) != 0;
}

static unsigned of_move(const void *state, tb_move move)
{
    const struct dorix *s = state;
    struct dorix next = *s;
    unsigned themes = 0, hostile = dorix_occupied(s) & ~(unsigned)s->control[s->turn];

    if (move == DORIX_PASS)
        return 0;
    dorix_play(&next, move);
    struct dorix lifted = dorix_lifted(s, dorix_move_lift(move));
    int place = dorix_move_place(move), fallen = 0;

    if (lifted.height[place] > 0)
        fallen = dorix_fall(&lifted, place).count;
    bool empty = lifted.height[place] == 0;

    themes |= (unsigned)empty << SETTLE;
    themes |= (unsigned)(!empty && fallen == 0) << RAISE;
    themes |= (unsigned)(fallen > 0) << COLLAPSE;
    themes |= (unsigned)(fallen >= 3) << GREAT_COLLAPSE;
    themes |= (unsigned)(dorix_move_lift(move) >= 0) << LIFT;
    themes |= (unsigned)((next.control[s->turn] & hostile) != 0) << TAKE;
    themes |= (unsigned)(blocks(s, &next, DORIX_RISING) || blocks(s, &next, DORIX_FALLING))
              << BLOCK;
    return themes;
}

const struct themes dorix_themes = {
    .list = list,
    .of_move = NOT_IN_PAGE(of_move),
};
