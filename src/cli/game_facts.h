/*
 * game_facts.h - a game's players, duration, age, author and publisher in words, from the
 * facts in its struct. A fact that the game does not state is left out.
 */
#ifndef TABLIER_CLI_GAME_FACTS_H
#define TABLIER_CLI_GAME_FACTS_H

#include "core/position.h"
#include "core/text.h"

/* "2, 3 or 4 players, 5 to 20 minutes, age 8 and up" */
void game_facts_play(const struct tb_game *game, const char *lang, struct text *out);

/* "A game by Loïc Lamy, loic.lamy@laposte.net", "A game by Mirko Marchesi, published by
 * Gigamic" */
void game_facts_credit(const struct tb_game *game, const char *lang, struct text *out);

#endif
