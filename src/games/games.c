/* games.c - the table of games. To add a game, add a line. */
#include "core/game.h"

#define GAMES(GAME) \
    GAME(dorix)     \
    GAME(tictacdoh) \
    GAME(quoridor)  \
    GAME(orbital)

#define DECLARE(name) extern const struct tb_game name##_game;
#define REFER(name) &name##_game,

GAMES(DECLARE)

const struct tb_game *const game_table[] = {GAMES(REFER) NULL};
