/* games.c - the table of games. To add a game, add a line to each half. */
#include "core/game.h"

extern const struct tb_game dorix_game;
extern const struct tb_game tictacdoh_game;
extern const struct tb_game quoridor_game;
extern const struct tb_game orbital_game;

const struct tb_game *const game_table[] = {
    &dorix_game,
    &tictacdoh_game,
    &quoridor_game,
    &orbital_game,
    NULL,
};
