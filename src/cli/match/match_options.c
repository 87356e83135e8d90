/* match_options.c - see match_options.h. */
#include "cli/match/match_options.h"

#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/start.h"

enum {
    CONCURRENCY_MAX = 256,
    TIME_MAX = 86400000, /* milliseconds */
    PLIES_MAX = 1000000,
    SCORE_MAX = 100000,
    MOVES_MAX = 1000,
    PROOF_NODES_DEFAULT = 10000,
};

bool read_real(const char **at, double *value)
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

/* Reads "A,B" or "A,B,C" into numbers from 1 on; the last may be left out. */
static bool read_numbers(const char *text, int *numbers, int least, int most)
{
    int count = 0;
    bool good = true;

    while (good && count < most) {
        double value;

        good = read_real(&text, &value) && value == floor(value) && value >= 1 &&
               value <= SCORE_MAX;
        if (good)
            numbers[count++] = (int)value;
        if (*text != ',')
            break;
        text++;
    }
    return good && count >= least && *text == '\0';
}

int take_adjudicate_win(void *target, const char *value, struct tb_error *error)
{
    struct adjudication *rules = target;
    int numbers[2];

    if (!read_numbers(value, numbers, 2, 2) || numbers[1] > MOVES_MAX)
        return error_set(error, TB_ERR_VALUE,
                         "''{value}'' is not SCORE,MOVES, hundredths and moves such as 90,3.",
                         arg_text("value", quote(value).text));
    rules->win_score = numbers[0];
    rules->win_moves = numbers[1];
    return TB_OK;
}

int take_adjudicate_draw(void *target, const char *value, struct tb_error *error)
{
    struct adjudication *rules = target;
    int numbers[3] = {0};

    if (!read_numbers(value, numbers, 2, 3) || numbers[1] > MOVES_MAX)
        return error_set(error, TB_ERR_VALUE,
                         "''{value}'' is not SCORE,MOVES[,PLY], such as 5,8,40.",
                         arg_text("value", quote(value).text));
    rules->draw_score = numbers[0];
    rules->draw_moves = numbers[1];
    rules->draw_from = numbers[2];
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

/* Says what --adjudicate-proven says as well. */
int take_proof_nodes(void *target, const char *value, struct tb_error *error)
{
    struct adjudication *rules = target;

    rules->proven = true;
    return take_number(&rules->proof_nodes, value, error);
}

int play_options_check(const struct match_args *args)
{
    if (args->concurrency > CONCURRENCY_MAX)
        return usage_error("--concurrency must be between 1 and {max}.",
                           arg_count("max", CONCURRENCY_MAX));
    if (args->time_ms > TIME_MAX || args->margin_ms > TIME_MAX || args->timeout_ms > TIME_MAX)
        return usage_error("A time is at most {max} ms.", arg_count("max", TIME_MAX));
    if (args->max_plies > PLIES_MAX)
        return usage_error("--max-plies must be between 0 (never) and {max}.",
                           arg_count("max", PLIES_MAX));
    if (args->clock.given && args->time_ms > 0)
        return usage_error("Give either --time or --tc, not both.");
    if (args->nodes > INT64_MAX || args->adjudication.proof_nodes > INT64_MAX)
        return usage_error("--nodes and --proof-nodes: The number is too large.");
    return GO_ON;
}
