/* player.h - the player of an experiment's games; nothing outside this folder includes it. */
#ifndef TABLIER_LAB_PLAYER_H
#define TABLIER_LAB_PLAYER_H

#include "core/record.h"
#include "lab/job.h"
#include "lab/terms.h"
#include "match/match_game.h"

struct lab_player {
    struct job_context base;
    struct lab_terms terms;
    struct schedule schedule; /* for the sides of the seats */
    struct contestant_terms match_terms;
    struct contestant_spec specs[TB_PLAYERS_MAX];
    struct contestant *contestants[TB_PLAYERS_MAX];
};

/* Plays one game; the record must be empty. */
int player_game(struct lab_player *player, int number, struct record *record,
                struct tb_error *error);

#endif
