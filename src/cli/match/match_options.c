/* match_options.c - see match_options.h. */
#include "cli/match/match_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "core/error.h"
#include "core/start.h"

enum {
    GAMES_MAX = 10000000,
    ROUNDS_MAX = 100000,
    TIME_MAX = 86400000, /* milliseconds */
    PLIES_MAX = 1000000,
    SCORE_MAX = 100000,
    MOVES_MAX = 1000,
    PROOF_NODES_DEFAULT = 10000,
};

static const double SPRT_ERROR_DEFAULT = 0.05;

/* Reads a number and moves behind it. */
static bool read_real(const char **at, double *value)
{
    char *end;

    *value = strtod(*at, &end);
    bool found = end != *at && isfinite(*value);

    *at = end;
    return found;
}

int take_clock(void *target, const char *value, struct tb_error *error)
{
    struct clock_arg *clock = target;
    const char *at = value;
    double minutes = 0, seconds = 0;
    bool good =
        read_real(&at, &minutes) && (*at == '\0' || (*at++ == '+' && read_real(&at, &seconds)));

    if (!good || *at || minutes < 0 || seconds < 0 || minutes > 1440 || seconds > 3600 ||
        minutes + seconds <= 0)
        return error_set(error, TB_ERR_VALUE,
                         "''{value}'' is not M+S, minutes and seconds of increment, such as 1+0.5.",
                         arg_text("value", quote(value).text));
    clock->given = true;
    clock->base_ms = llround(minutes * 60000);
    clock->increment_ms = llround(seconds * 1000);
    return TB_OK;
}

int take_repetition(void *target, const char *value, struct tb_error *error)
{
    return rules_set(target, "repetition", value, error);
}

/* Reads SCORE,MOVES and moves behind them. */
static bool read_adjudication(const char **at, int *score, int *moves)
{
    int used = 0;
    bool good = sscanf(*at, "%6d,%6d%n", score, moves, &used) == 2 && *score >= 1 &&
                *score <= SCORE_MAX && *moves >= 1 && *moves <= MOVES_MAX;

    *at += used;
    return good;
}

int take_adjudicate_win(void *target, const char *value, struct tb_error *error)
{
    struct adjudication *rules = target;
    const char *at = value;

    if (!read_adjudication(&at, &rules->win_score, &rules->win_moves) || *at)
        return error_set(error, TB_ERR_VALUE,
                         "''{value}'' is not SCORE,MOVES, hundredths and moves such as 90,3.",
                         arg_text("value", quote(value).text));
    return TB_OK;
}

int take_adjudicate_draw(void *target, const char *value, struct tb_error *error)
{
    struct adjudication *rules = target;
    const char *at = value;
    bool good = read_adjudication(&at, &rules->draw_score, &rules->draw_moves);
    int used = 0;

    if (good && *at)
        good = sscanf(at, ",%6d%n", &rules->draw_from, &used) == 1 && rules->draw_from >= 1;
    if (!good || at[used])
        return error_set(error, TB_ERR_VALUE,
                         "''{value}'' is not SCORE,MOVES[,PLY], such as 5,8,40.",
                         arg_text("value", quote(value).text));
    return TB_OK;
}

int take_adjudicate_proven(void *target, const char *value, struct tb_error *error)
{
    struct adjudication *rules = target;

    (void)value;
    (void)error;
    if (!rules->proven)
        rules->proof_nodes = PROOF_NODES_DEFAULT;
    rules->proven = true;
    return TB_OK;
}

/* Implies --adjudicate-proven. */
int take_proof_nodes(void *target, const char *value, struct tb_error *error)
{
    struct adjudication *rules = target;

    rules->proven = true;
    return take_number(&rules->proof_nodes, value, error);
}

int take_sprt(void *target, const char *value, struct tb_error *error)
{
    struct sprt_arg *sprt = target;
    const char *at = value;

    sprt->alpha = sprt->beta = SPRT_ERROR_DEFAULT;
    if (!read_real(&at, &sprt->elo0) || *at++ != ',' || !read_real(&at, &sprt->elo1) ||
        (*at && (*at++ != ',' || !read_real(&at, &sprt->alpha) || *at++ != ',' ||
                 !read_real(&at, &sprt->beta) || *at)) ||
        sprt->elo0 >= sprt->elo1 || sprt->elo0 < -1000 || sprt->elo1 > 1000)
        return error_set(error, TB_ERR_VALUE,
                         "''{value}'' is not ELO0,ELO1, two differences such as 0,5.",
                         arg_text("value", quote(value).text));
    if (!(sprt->alpha >= 0.0001 && sprt->alpha < 0.5 && sprt->beta >= 0.0001 && sprt->beta < 0.5))
        return error_set(error, TB_ERR_VALUE,
                         "The error probabilities ALPHA and BETA must be between 0.0001 and 0.5.");
    sprt->given = true;
    return TB_OK;
}

int take_entrant(void *target, const char *value, struct tb_error *error)
{
    struct entrant_list *list = target;

    if (list->count == ENTRANTS_MAX)
        return error_set(error, TB_ERR_RANGE, "At most {max} entrants can take part.",
                         arg_count("max", ENTRANTS_MAX));
    list->texts[list->count++] = value;
    return TB_OK;
}

int take_format(void *target, const char *value, struct tb_error *error)
{
    for (int i = 0; i < FORMAT_COUNT; i++)
        if (strcmp(tournament_format_name((enum tournament_format)i), value) == 0) {
            *(enum tournament_format *)target = (enum tournament_format)i;
            return TB_OK;
        }
    return error_set(
        error, TB_ERR_VALUE,
        "There is no format ''{value}''; use round-robin, gauntlet, swiss or knockout.",
        arg_text("value", quote(value).text));
}

int match_args_check(const struct match_args *args)
{
    static const char between[] = N_("{option} must be between {min} and {max}.");
    const struct {
        const char *option;
        uint64_t value, min, max;
    } limits[] = {
        {"--time", args->time_ms, 1, TIME_MAX},
        {"--margin", args->margin_ms, 0, TIME_MAX},
        {"--patience", args->timeout_ms, 1, TIME_MAX},
        {"--max-plies", args->max_plies, 0, PLIES_MAX},
        {"--nodes", args->nodes, 1, INT64_MAX},
        {"--proof-nodes", args->adjudication.proof_nodes, 0, INT64_MAX},
        {"--games", args->games, 1, GAMES_MAX},
        {"--rounds", args->rounds, 1, ROUNDS_MAX},
        {"--every", args->every, 1, INT32_MAX},
    };

    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i].value > limits[i].max)
            return usage_error(between, arg_text("option", limits[i].option),
                               arg_unsigned("min", limits[i].min),
                               arg_unsigned("max", limits[i].max));
    if (args->clock.given && args->time_ms > 0)
        return usage_error("Give either --time or --tc, not both.");
    if (args->pgn && !args->out)
        return usage_error("--pgn needs --out.");
    if (args->work.queue && args->log)
        return usage_error("--log cannot be combined with --queue: the workers play the games.");
    return work_check(&args->work, "--concurrency");
}
