/* match_options.c - see match_options.h. */
#include "cli/match/match_options.h"

#include <math.h>
#include <stdlib.h>

#include "core/start.h"
#include "core/text.h"

enum {
    CONCURRENCY_MAX = 256,
    TIME_MAX = 86400000, /* milliseconds */
    PLIES_MAX = 1000000,
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
        return error_set(
            error, TB_ERR_VALUE,
            "'%s' is not M+S, minutes and seconds of increment, such as 1+0.5.",
            "'%s' n'est pas de la forme M+S, minutes et secondes d'incrément, par exemple 1+0.5.",
            quote(value).text);
    clock->given = true;
    clock->base_ms = llround(minutes * 60000);
    clock->increment_ms = llround(seconds * 1000);
    return TB_OK;
}

int take_repetition(void *target, const char *value, struct tb_error *error)
{
    return rules_set(target, "repetition", value, error);
}

int play_options_check(const struct match_args *args)
{
    if (args->concurrency > CONCURRENCY_MAX)
        return usage_error("--concurrency: It may be 1 to %d.", "--concurrency : de 1 à %d.",
                           CONCURRENCY_MAX);
    if (args->time_ms > TIME_MAX || args->margin_ms > TIME_MAX || args->patience_ms > TIME_MAX)
        return usage_error("A time is at most %d ms.", "Un temps est au plus %d ms.", TIME_MAX);
    if (args->max_plies > PLIES_MAX)
        return usage_error("--max-plies: It may be 0 (never) to %d.",
                           "--max-plies : de 0 (jamais) à %d.", PLIES_MAX);
    if (args->clock.given && args->time_ms > 0)
        return usage_error("Give either --time or --tc, not both.",
                           "Donnez --time ou --tc, pas les deux.");
    if (args->nodes > INT64_MAX)
        return usage_error("--nodes: The number is too large.",
                           "--nodes : le nombre est trop grand.");
    return GO_ON;
}
