/*
 * job_games.c - the jobs of an experiment: games, each determined by the terms and its number. The
 * head of a job is its terms.
 *
 * The result has one line for each game: its record as JSON, annotated with the
 * mover's own evaluations, and with these tags:
 *
 *     Round        the game's number, from 1
 *     OpeningPlies number of random moves at the start
 *     Nodes        positions that the players looked at, all moves together
 *     Only         PLY:BEST:SECOND, in hundredths: the values of the best move and the second
 *                  best in the position after PLY plies, a ply chosen at random; or PLY:F, a
 *                  forced move
 *     Kingmaker    SEAT:PLY:RESULT: this loser's last move, ply number PLY (from 1), was replaced
 *                  by another at random and the game played again from there, with that result
 *     Termination  how a game ended that did not end by its rules
 */
#include <stdlib.h>

#include "core/error.h"
#include "lab/job.h"
#include "lab/player.h"

static void close_player(void *context)
{
    struct lab_player *player = context;

    for (int p = 0; p < TB_PLAYERS_MAX; p++) {
        if (player->contestants[p])
            contestant_halt(player->contestants[p], true);
        contestant_free(player->contestants[p]);
        contestant_spec_release(&player->specs[p]);
    }
    free(player);
}

static void stop_player(void *context)
{
    struct lab_player *player = context;

    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        if (player->contestants[p])
            contestant_stop(player->contestants[p]);
}

/* One contestant for each specification of the terms, before rotation. */
static int make_contestants(struct lab_player *player, FILE *log, struct tb_error *error)
{
    static const char *const names[TB_PLAYERS_MAX] = {"A", "B", "C", "D"};
    const struct lab_terms *terms = &player->terms;

    player->match_terms = (struct contestant_terms){
        .setup = terms->setup, .rules = terms->rules, .timeout_us = 60000000, .log = log};
    for (int p = 0; p < terms->setup.players; p++) {
        int code = contestant_spec_parse(&player->specs[p], terms->seats[p], &terms->setup, error);

        if (code)
            return code;
        player->contestants[p] = contestant_new(&player->specs[p], &player->match_terms, names[p]);
        if (!player->contestants[p])
            return error_memory(error);
    }
    return TB_OK;
}

static int open_player(const char *head, FILE *log, void **context, struct tb_error *error)
{
    struct lab_player *player = calloc(1, sizeof *player);

    if (!player)
        return error_memory(error);
    int code = terms_read(&player->terms, &head, error);

    if (!code)
        code = schedule_make(&player->schedule, &player->terms.setup, 2, error);
    if (!code)
        code = make_contestants(player, log, error);
    if (!code && !setup_fingerprint(&player->terms.setup, &player->base.fingerprint))
        code = error_memory(error);
    if (code) {
        close_player(player);
        return code;
    }
    *context = player;
    return TB_OK;
}

static int run(void *context, const struct job *job, FILE *out, struct tb_error *error)
{
    for (int i = 0; i < job->count; i++) {
        struct record record = {0};
        int code = player_game(context, job->first + i, &record, error);
        char *line = code ? NULL : record_write_json(&record);

        record_release(&record);
        if (code)
            return code;
        if (!line || fprintf(out, "%s\n", line) < 0) {
            free(line);
            return error_memory(error);
        }
        free(line);
    }
    return TB_OK;
}

const struct job_type games_job_type = {
    .name = "games",
    .open = open_player,
    .run = run,
    .stop = stop_player,
    .close = close_player,
};
