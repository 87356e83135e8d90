/*
 * job.h - a piece of work: some games of an experiment. A job is described by text alone, and
 * what comes of it is text alone, so that it does not matter who does it, where, or how often.
 *
 * The result has one line for each game: its record as JSON, with what each mover thought of its
 * own prospects as annotations, and tags on what was found out besides:
 *
 *     Round        the game's number, from 1
 *     OpeningPlies how many moves were made by chance
 *     Nodes        positions that the players looked at, all moves together
 *     Only         PLY:BEST:SECOND, in hundredths: what the best move and the second best are
 *                  worth in the position after PLY plies, which was chosen by chance; or PLY:F,
 *                  a forced move
 *     Kingmaker    SEAT:PLY:RESULT: this loser's last move, ply number PLY (from 1), was replaced
 *                  by another at random and the game played again from there, with that result
 *     Termination  how a game ended that did not end by its rules
 */
#ifndef TABLIER_LAB_JOB_H
#define TABLIER_LAB_JOB_H

#include "lab/terms.h"

enum { JOB_TEXT = TERMS_TEXT + 256, JOB_GAMES_MAX = 10000 };

struct lab_job {
    struct lab_terms terms;
    uint64_t fingerprint; /* of the terms, where the job was made */
    int first, count;     /* the games */
};

void job_write(const struct lab_job *job, struct text *out);
/* Fails with TB_ERR_SETUP if another version of the program made it. */
int job_read(struct lab_job *job, const char *text, struct tb_error *error);

/* Plays jobs, in one thread. */
struct lab_player;

struct lab_player *lab_player_new(void); /* NULL if memory runs out */
void lab_player_free(struct lab_player *player);

/* Does a job. The caller frees *result. TB_ERR_STOPPED after lab_player_stop(); TB_ERR_SETUP if
 * this program would play other games than the one that made the job. */
int lab_player_run(struct lab_player *player, const struct lab_job *job, char **result,
                   struct tb_error *error);
/* From any thread: the job at hand and all later ones end soon. */
void lab_player_stop(struct lab_player *player);

#endif
