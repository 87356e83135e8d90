/*
 * job_tournament.c - jobs of matches and tournaments: games between some of the entrants. The head
 * of a job has the rules, the limits, the number of contestants in a game and all entrants; its
 * items, for each game its number, its seed, the contestants, and the opening. The result has two
 * lines for each game: its record as JSON, then the end, the efforts and the fault.
 */
#include "lab/job_tournament.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "file/text_stream.h"
#include "lab/terms.h"

enum { SPEC_TEXT = 4096 };

struct executor {
    struct job_context base;
    struct match_plan plan;
    struct contestant_pool pool;
    bool ready; /* the pool is open */
    struct schedule schedule;
    struct contestant_spec *specs;
    int spec_count;
};

/* ---- The head ----------------------------------------------------------------------------- */

char *tournament_head(const struct match_plan *plan, const char *const *texts, int count)
{
    const struct match_limits *limits = &plan->limits;
    const struct adjudication *rules = &limits->adjudication;
    char words[TERMS_TEXT];
    struct text text = text_into(words, sizeof words);
    struct text_stream out;

    if (!text_stream_open(&out))
        return NULL;
    terms_write_rules(&plan->terms.setup, &plan->terms.rules, &text);
    fprintf(out.file, "%spatience %" PRId64 "\n", words, plan->terms.timeout_us);
    fprintf(out.file, "limits %" PRId64 " %" PRIu64 " %d %" PRId64 " %" PRId64 " %" PRId64 " %d\n",
            limits->move_ms, limits->nodes, limits->clocked, limits->base_ms, limits->increment_ms,
            limits->margin_ms, limits->max_plies);
    fprintf(out.file, "adjudicate %d %d %d %d %d %d %" PRIu64 "\nseed %" PRIu64 "\n",
            rules->win_score, rules->win_moves, rules->draw_score, rules->draw_moves,
            rules->draw_from, rules->proven, rules->proof_nodes, plan->seed);
    fprintf(out.file, "contestants %d\n", plan->schedule->contestants);
    for (int i = 0; i < count; i++)
        fprintf(out.file, "entrant %s\t%s\n", plan->specs[i].label, texts[i]);
    return text_stream_close(&out, NULL);
}

static bool read_limits(struct match_plan *plan, const char **head)
{
    struct match_limits *limits = &plan->limits;
    struct adjudication *rules = &limits->adjudication;
    char words[256];
    int clocked, proven;
    uint64_t timeout;

    if (!terms_take_number(head, "patience", INT64_MAX, &timeout) ||
        !terms_take_line(head, "limits", words, sizeof words) ||
        sscanf(words, "%" SCNd64 " %" SCNu64 " %d %" SCNd64 " %" SCNd64 " %" SCNd64 " %d",
               &limits->move_ms, &limits->nodes, &clocked, &limits->base_ms, &limits->increment_ms,
               &limits->margin_ms, &limits->max_plies) != 7 ||
        !terms_take_line(head, "adjudicate", words, sizeof words) ||
        sscanf(words, "%d %d %d %d %d %d %" SCNu64, &rules->win_score, &rules->win_moves,
               &rules->draw_score, &rules->draw_moves, &rules->draw_from, &proven,
               &rules->proof_nodes) != 7)
        return false;
    plan->terms.timeout_us = (int64_t)timeout;
    limits->clocked = clocked;
    rules->proven = proven;
    return terms_take_number(head, "seed", UINT64_MAX, &plan->seed);
}

/* The entrants, each by the label that the tournament gave it. */
static int read_entrants(struct executor *executor, const char *head, struct tb_error *error)
{
    char words[LABEL_TEXT + SPEC_TEXT];

    executor->specs = calloc(ENTRANTS_MAX, sizeof *executor->specs);
    if (!executor->specs)
        return error_memory(error);
    while (*head && executor->spec_count < ENTRANTS_MAX) {
        struct contestant_spec *spec = &executor->specs[executor->spec_count];
        char *text = NULL;

        if (!terms_take_line(&head, "entrant", words, sizeof words) ||
            !(text = strchr(words, '\t')))
            return job_malformed(error);
        *text++ = '\0';
        int code = contestant_spec_parse(spec, text, &executor->plan.terms.setup, error);

        if (code)
            return code;
        snprintf(spec->label, sizeof spec->label, "%.*s", LABEL_TEXT - 1, words);
        executor->spec_count++;
    }
    return executor->spec_count >= 2 && *head == '\0' ? TB_OK : job_malformed(error);
}

/* ---- Executor context -------------------------------------------------------------------- */

static void close_executor(void *context)
{
    struct executor *executor = context;

    if (executor->ready)
        contestant_pool_close(&executor->pool);
    for (int i = 0; i < executor->spec_count; i++)
        contestant_spec_release(&executor->specs[i]);
    free(executor->specs);
    free(executor);
}

static void stop_executor(void *context)
{
    contestant_pool_stop(&((struct executor *)context)->pool);
}

static int open_executor(const char *head, FILE *log, void **out, struct tb_error *error)
{
    struct executor *executor = calloc(1, sizeof *executor);

    if (!executor)
        return error_memory(error);
    struct match_plan *plan = &executor->plan;
    uint64_t contestants = 0;
    int code = terms_read_rules(&plan->terms.setup, &plan->terms.rules, &head, error);

    if (!code && (!read_limits(plan, &head) ||
                  !terms_take_number(&head, "contestants", CONTESTANTS_MAX, &contestants)))
        code = job_malformed(error);
    if (!code)
        code = read_entrants(executor, head, error);
    if (!code)
        code = schedule_make(&executor->schedule, &plan->terms.setup, (int)contestants, error);
    if (!code) {
        plan->terms.log = log;
        plan->specs = executor->specs;
        plan->schedule = &executor->schedule;
        executor->ready = true;
        if (!contestant_pool_open(&executor->pool, plan))
            code = error_set(error, TB_ERR_SYSTEM, "No pipe can be made, or memory is short.");
    }
    if (!code && !search_fingerprint(&plan->terms.setup, &executor->base.fingerprint))
        code = error_memory(error);
    if (code) {
        close_executor(executor);
        return code;
    }
    *out = executor;
    return TB_OK;
}

/* ---- Games -------------------------------------------------------------------------------- */

void tournament_item(const struct pairing *pairing, int contestants, const struct opening *opening,
                     FILE *out)
{
    char start[TB_POSITION_TEXT];

    tb_position_text(&opening->start, start, sizeof start);
    fprintf(out, "game %d %" PRIu64, pairing->number, pairing->key);
    for (int c = 0; c < contestants; c++)
        fprintf(out, " %d", pairing->spec[c]);
    fprintf(out, "\t%s\t%s\n", start, opening->moves);
}

static bool read_pairing(const struct executor *executor, const char *text, struct pairing *pairing)
{
    int number, used;
    uint64_t key;

    if (sscanf(text, "game %9d %" SCNu64 "%n", &number, &key, &used) != 2 || number < 0)
        return false;
    *pairing = schedule_game(&executor->schedule, number);
    pairing->key = key;
    for (int c = 0; c < executor->schedule.contestants; c++) {
        text += used;
        if (sscanf(text, " %9d%n", &pairing->spec[c], &used) != 1 || pairing->spec[c] < 0 ||
            pairing->spec[c] >= executor->spec_count)
            return false;
    }
    return text[used] == '\0';
}

/* Takes a line of the items apart; the caller frees opening->moves. */
static int read_item(const struct executor *executor, const char **items, struct pairing *pairing,
                     struct opening *opening, struct tb_error *error)
{
    char *line = strndup(*items, strcspn(*items, "\n")), *rest = line, *start;

    if (!line)
        return error_memory(error);
    *items += strcspn(*items, "\n");
    *items += **items == '\n';
    strsep(&rest, "\t");
    start = strsep(&rest, "\t");
    bool good = start && rest && read_pairing(executor, line, pairing);
    int code = good ? tb_position_parse(&opening->start, &executor->plan.terms.setup, start, error)
                    : job_malformed(error);

    opening->moves = code ? NULL : strdup(rest);
    free(line);
    return code || opening->moves ? code : error_memory(error);
}

static void write_effort(const struct effort *effort, FILE *out)
{
    fprintf(out, " %d %" PRId64 " %" PRId64 " %" PRIu64 " %" PRId64 " %" PRId64 " %d",
            effort->moves, effort->us, effort->longest_us, effort->nodes, effort->nodes_us,
            effort->depths, effort->depth_moves);
}

static bool read_effort(const char **text, struct effort *effort)
{
    int used;

    if (sscanf(*text, " %d %" SCNd64 " %" SCNd64 " %" SCNu64 " %" SCNd64 " %" SCNd64 " %d%n",
               &effort->moves, &effort->us, &effort->longest_us, &effort->nodes, &effort->nodes_us,
               &effort->depths, &effort->depth_moves, &used) != 7)
        return false;
    *text += used;
    return true;
}

static int write_game(const struct match_game *game, int contestants, FILE *out,
                      struct tb_error *error)
{
    char *record = record_write_json(&game->record);

    if (!record)
        return error_memory(error);
    fprintf(out, "%s\n", record);
    fprintf(out, "%d %d", game->culprit, game->finish);
    for (int c = 0; c < contestants; c++)
        write_effort(&game->effort[c], out);
    fprintf(out, "\t%s\n", game->culprit >= 0 ? game->fault.message : "");
    free(record);
    return ferror(out) ? error_memory(error) : TB_OK;
}

static int run(void *context, const struct job *job, FILE *out, struct tb_error *error)
{
    struct executor *executor = context;
    const char *items = job->items;
    int code = TB_OK;

    while (!code && *items) {
        struct opening opening = {.moves = NULL};
        struct match_game game = {.finish = FINISH_NONE};

        code = read_item(executor, &items, &game.pairing, &opening, error);
        if (!code) {
            contestant_pool_play(&executor->pool, &opening, &game);
            code = game.finish == FINISH_STOPPED
                       ? error_set(error, TB_ERR_STOPPED, "Stopped.")
                       : write_game(&game, executor->schedule.contestants, out, error);
        }
        free(opening.moves);
        record_release(&game.record);
    }
    return code;
}

const struct job_type tournament_job_type = {
    .name = "tournament",
    .open = open_executor,
    .run = run,
    .stop = stop_executor,
    .close = close_executor,
};

/* ---- Results ------------------------------------------------------------------------------ */

bool tournament_next(const char **result, int contestants, struct match_game *game, size_t *length)
{
    const char *line = strchr(*result, '\n'), *end = line ? strchr(line + 1, '\n') : NULL;
    int finish, used;

    *game = (struct match_game){.finish = FINISH_NONE};
    if (!end || sscanf(line + 1, "%d %d%n", &game->culprit, &finish, &used) != 2 || finish < 0 ||
        finish >= FINISH_COUNT || game->culprit < -1 || game->culprit >= TB_PLAYERS_MAX)
        return false;
    game->finish = (enum finish)finish;
    *length = (size_t)(line - *result);
    line += 1 + used;
    for (int c = 0; c < contestants; c++)
        if (!read_effort(&line, &game->effort[c]))
            return false;
    *result = end + 1;
    snprintf(game->fault.message, sizeof game->fault.message, "%.*s", (int)(end - line - 1),
             line + 1);
    return *line == '\t' && end - line <= REASON_TEXT;
}
