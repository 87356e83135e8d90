/* job.c - jobs as text, and the player who does them one after the other. */
#include "lab/job.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/player.h"

#define JOB_HEAD "tablier job 1\nversion " TB_VERSION "\n"

void job_write(const struct lab_job *job, struct text *out)
{
    text_add(out, JOB_HEAD "fingerprint %016" PRIx64 "\n", job->fingerprint);
    terms_write(&job->terms, out);
    text_add(out, "games %d %d\n", job->first, job->count);
}

int job_read(struct lab_job *job, const char *text, struct tb_error *error)
{
    char end;

    *job = (struct lab_job){.first = 0};
    if (strncmp(text, JOB_HEAD, strlen(JOB_HEAD)) != 0)
        return error_set(error, TB_ERR_SETUP, "Another version of the program made this job.",
                         "Une autre version du programme a fait cette tâche.");
    text += strlen(JOB_HEAD);
    if (sscanf(text, "fingerprint %16" SCNx64, &job->fingerprint) != 1 ||
        !(text = strchr(text, '\n')))
        return error_set(error, TB_ERR_SYNTAX, "This is no job.", "Ce n'est pas une tâche.");
    text++;
    int code = terms_read(&job->terms, &text, error);

    if (code)
        return code;
    if (sscanf(text, "games %9d %9d%c", &job->first, &job->count, &end) != 3 || end != '\n' ||
        job->first < 0 || job->count < 1 || job->count > JOB_GAMES_MAX)
        return error_set(error, TB_ERR_SYNTAX, "The job names no games.",
                         "La tâche ne nomme pas de parties.");
    return TB_OK;
}

/* ---- The player -------------------------------------------------------------------------- */

struct lab_player *lab_player_new(void)
{
    struct lab_player *player = calloc(1, sizeof *player);

    if (player)
        pthread_mutex_init(&player->lock, NULL);
    return player;
}

static void drop_contestants(struct lab_player *player)
{
    for (int p = 0; p < TB_PLAYERS_MAX; p++) {
        pthread_mutex_lock(&player->lock); /* somebody may be stopping it */
        struct contestant *old = player->contestants[p];

        player->contestants[p] = NULL;
        pthread_mutex_unlock(&player->lock);
        if (old)
            contestant_halt(old, true);
        contestant_free(old);
        contestant_spec_release(&player->specs[p]);
    }
}

void lab_player_free(struct lab_player *player)
{
    if (!player)
        return;
    drop_contestants(player);
    pthread_mutex_destroy(&player->lock);
    free(player);
}

void lab_player_stop(struct lab_player *player)
{
    pthread_mutex_lock(&player->lock);
    player->stopped = true;
    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        if (player->contestants[p])
            contestant_stop(player->contestants[p]);
    pthread_mutex_unlock(&player->lock);
}

bool player_is_stopped(struct lab_player *player)
{
    pthread_mutex_lock(&player->lock);
    bool stopped = player->stopped;

    pthread_mutex_unlock(&player->lock);
    return stopped;
}

/* One contestant for each specification of the terms, before rotation. */
static int make_contestants(struct lab_player *player, struct tb_error *error)
{
    static const char *const names[TB_PLAYERS_MAX] = {"A", "B", "C", "D"};
    const struct lab_terms *terms = &player->terms;

    player->match_terms = (struct contestant_terms){
        .setup = terms->setup, .rules = terms->rules, .patience_us = 60000000};
    for (int p = 0; p < terms->setup.players; p++) {
        int code = contestant_spec_parse(&player->specs[p], terms->seats[p], &terms->setup, error);

        if (code)
            return code;
        player->specs[p].engine.untimed = true;
        struct contestant *contestant =
            contestant_new(&player->specs[p], &player->match_terms, names[p]);

        if (!contestant)
            return error_memory(error);
        pthread_mutex_lock(&player->lock);
        player->contestants[p] = contestant;
        if (player->stopped)
            contestant_stop(contestant);
        pthread_mutex_unlock(&player->lock);
    }
    return TB_OK;
}

/* Makes the player ready for these terms; keeps what it has if they are the same. */
static int prepare(struct lab_player *player, const struct lab_job *job, struct tb_error *error)
{
    char new[TERMS_TEXT];
    struct text text = text_into(new, sizeof new);

    terms_write(&job->terms, &text);
    if (strcmp(new, player->text) != 0) {
        drop_contestants(player);
        player->text[0] = '\0';
        player->terms = job->terms;
        player->fingerprint = terms_fingerprint(&job->terms);
        int code = schedule_make(&player->schedule, &job->terms.setup, 2, error);

        if (!code)
            code = make_contestants(player, error);
        if (code)
            return code;
        strcpy(player->text, new);
    }
    if (player->fingerprint != job->fingerprint)
        return error_set(
            error, TB_ERR_SETUP,
            "The job comes from a program whose rules or search differ from this one.",
            "La tâche vient d'un programme dont les règles ou la recherche diffèrent.");
    return TB_OK;
}

static int play_games(struct lab_player *player, const struct lab_job *job, FILE *out,
                      struct tb_error *error)
{
    for (int i = 0; i < job->count; i++) {
        struct record record = {0};
        int code = player_game(player, job->first + i, &record, error);
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

int lab_player_run(struct lab_player *player, const struct lab_job *job, char **result,
                   struct tb_error *error)
{
    size_t size;
    int code = prepare(player, job, error);

    *result = NULL;
    if (code)
        return code;
    FILE *out = open_memstream(result, &size);

    if (!out)
        return error_memory(error);
    code = play_games(player, job, out, error);
    if (fclose(out) != 0 && !code)
        code = error_memory(error);
    if (code) {
        free(*result);
        *result = NULL;
    }
    return code;
}
