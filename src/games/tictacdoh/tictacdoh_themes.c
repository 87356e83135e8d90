/* tictacdoh_themes.c - what a move of a puzzle is about. */
#include "games/tictacdoh/tictacdoh.h"

enum { LINE, STACK, NEST, GRID, LAST_OF_SIZE, OPEN_SQUARE };

const struct tb_theme tictacdoh_themes[] = {
    [LINE] = {.name = "line", .text = {"Three in a row", "Trois en ligne"}},
    [STACK] = {.name = "stack", .text = {"Stack", "Pile"}},
    [NEST] = {.name = "nest", .text = {"Nest", "Emboîtement"}},
    [GRID] = {.name = "grid", .text = {"Fixing the grid", "Grille fixée"}},
    [LAST_OF_SIZE] = {.name = "last-piece",
                      .text = {"Last piece of a size", "Dernière pièce d'une taille"}},
    [OPEN_SQUARE] = {.name = "open-square",
                     .text = {"An open square", "Case libre"},
                     .plain = true},
    {0},
};

unsigned tictacdoh_move_themes(const void *state, tb_move move)
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
