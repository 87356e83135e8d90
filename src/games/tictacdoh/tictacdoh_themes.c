/* tictacdoh_themes.c - puzzle themes of Tic Tac Doh. */
#include "core/message.h"
#include "core/themes.h"
#include "games/tictacdoh/tictacdoh.h"

enum { LINE, STACK, NEST, GRID, LAST_OF_SIZE, OPEN_SQUARE };

static const struct theme list[] = {
    [LINE] = {.name = "line", .text = N_("Three in a row")},
    [STACK] = {.name = "stack", .text = N_("Stack")},
    [NEST] = {.name = "nest", .text = N_("Nest")},
    [GRID] = {.name = "grid", .text = N_("Fixing the grid")},
    [LAST_OF_SIZE] = {.name = "last-piece", .text = N_("Last piece of a size")},
    [OPEN_SQUARE] = {.name = "open-square", .text = N_("An open square"), .plain = true},
    {0},
};

static unsigned of_move(const void *state, tb_move move)
{
    enum { GRID_SQUARES = 9 };
    const struct tictacdoh *s = state;
    struct tictacdoh next = *s;
    int size = (int)(move / TICTACDOH_MOVE_SIZE);
    uint32_t square = tictacdoh_bit((int)(move % TICTACDOH_MOVE_SIZE));
    unsigned themes = 0;

    tictacdoh_play(&next, move);
    uint32_t hidden = (next.hidden[SMALL] | next.hidden[MEDIUM]) & square;

    themes |= (unsigned)(next.line != 0) << LINE;
    themes |= (unsigned)(tictacdoh_occupied(s) & square && !hidden) << STACK;
    themes |= (unsigned)(hidden != 0) << NEST;
    themes |= (unsigned)(bits_count(s->room) > GRID_SQUARES &&
                         bits_count(next.room) == GRID_SQUARES)
              << GRID;
    themes |= (unsigned)(next.left[size] == 0) << LAST_OF_SIZE;
    themes |= (unsigned)!(tictacdoh_occupied(s) & square) << OPEN_SQUARE;
    return themes;
}

const struct themes tictacdoh_themes = {
    .list = list,
    .of_move = NOT_IN_PAGE(of_move),
};
