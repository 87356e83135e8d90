/* game_file.h - the files of a game that are built into the program. */
#ifndef TABLIER_CLI_GAME_FILE_H
#define TABLIER_CLI_GAME_FILE_H

#include "core/position.h"

/* A text file of the game's folder of the page, such as "puzzles.txt"; NULL if it has none. */
const char *game_file(const struct tb_game *game, const char *name);

#endif
