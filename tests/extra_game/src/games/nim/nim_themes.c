/* nim_themes.c - puzzle themes of Nim. */
#include "core/message.h"
#include "core/themes.h"
#include "games/nim/nim.h"

enum { LAST, WHOLE, PAIR };

static const struct theme list[] = {
    [LAST] = {.name = "last", .text = N_("Taking the last stone"), .plain = true},
    [WHOLE] = {.name = "whole", .text = N_("Taking a whole heap")},
    [PAIR] = {.name = "pair", .text = N_("Two equal heaps")},
    {0},
};

/* True if the only stones left are two heaps of the same size. */
static bool is_pair(const struct nim *s)
{
    struct nim sorted = *s;

    nim_game.settle(&sorted);
    return nim_heaps_left(s) == 2 && sorted.stones[s->heaps - 1] == sorted.stones[s->heaps - 2];
}

static unsigned of_move(const void *state, tb_move move)
{
    struct nim next = *(const struct nim *)state;
    unsigned themes = 0;

    nim_game.play(&next, move);
    themes |= (unsigned)(nim_stones_left(&next) == 0) << LAST;
    themes |= (unsigned)(next.stones[nim_heap(move)] == 0) << WHOLE;
    themes |= (unsigned)is_pair(&next) << PAIR;
    return themes;
}

/* A heap at a time. */
static int needs(const void *state, int player)
{
    (void)player;
    return nim_heaps_left(state);
}

const struct themes nim_themes = {
    .list = list,
    .of_move = of_move,
    .needs = needs,
};
