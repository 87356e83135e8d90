/*
 * start.h - the setup of a match: game, player count, options, position and rules.
 *
 * Records and command lines give them as words, in any order, some of them twice (a position string
 * has setup words of its own). A struct start collects the words; start_resolve() turns them into a
 * position, or fails and names the two that contradict each other.
 */
#ifndef TABLIER_CORE_START_H
#define TABLIER_CORE_START_H

#include "core/text.h"

struct start {
    const struct tb_game *game;
    int players;                 /* 0: not given */
    unsigned given;              /* bit i is set if option i was given */
    int options[TB_OPTIONS_MAX]; /* the values that were given */
    const char *position;        /* NULL: the game's own start; belongs to the caller */
};

/* Adds the names of all games: "dorix, tictacdoh, quoridor, orbital". */
void start_list_games(struct text *out);

/* Stores one setting: "players" or an option of the game, with its value. */
int start_set(struct start *start, const char *key, const char *value, struct tb_error *error);

int start_resolve(const struct start *start, struct tb_position *position, struct tb_error *error);

/* Sets "repetition" (0 to 9) or "swap" (on, off) from text. */
int rules_set(struct match_rules *rules, const char *key, const char *value,
              struct tb_error *error);

#endif
