/* compare.c - differences beyond chance: of two experiments, or of the seats in one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "file/print.h"
#include "lab/report.h"

/* Half the width of a 95 % interval in standard errors. */
static const double Z = 1.959963984540054;

/* One statistic that both have, or one seat and another. */
struct pair {
    const struct statistic *a, *b;
    const char *cell;
    double p;
};

/* The spread of a share hardly depends on its size on the scale of arc sines, where 0 and 1 are
 * not far away: a share that was never seen can differ from others. */
static double stretch(double value, enum unit unit)
{
    return unit == UNIT_SHARE ? asin(sqrt(fmin(1, fmax(0, value)))) : value;
}

double statistics_p(const struct interval *a, const struct interval *b, enum unit unit)
{
    double low_a = stretch(a->low, unit), high_a = stretch(a->high, unit);
    double low_b = stretch(b->low, unit), high_b = stretch(b->high, unit);
    double error_a = (high_a - low_a) / (2 * Z), error_b = (high_b - low_b) / (2 * Z);
    double gap = fabs((low_a + high_a) / 2 - (low_b + high_b) / 2);
    double error = sqrt(error_a * error_a + error_b * error_b);

    if (!isfinite(gap) || !isfinite(error))
        return 1;
    if (error <= 0)
        return gap > 0 ? 0 : 1;
    return erfc(gap / error / sqrt(2));
}

/* The number of different games behind a share with this interval, by solving Wilson's for it. */
static double games_behind(const struct interval *share)
{
    bool small = share->value < 0.5;
    double value = small ? 1 - share->value : share->value;
    double ends = small ? (1 - share->low) * (1 - share->high) : share->low * share->high;

    return Z * Z * ends / (value * value - ends);
}

/* A game that one wins the other does not: shares of the same games are not independent. */
double seats_p(const struct interval *a, const struct interval *b)
{
    double gap = a->value - b->value, games = fmin(games_behind(a), games_behind(b));
    double error = sqrt((a->value + b->value - gap * gap) / games);

    if (!isfinite(error) || !(games > 0))
        return 1;
    if (error <= 0)
        return fabs(gap) > 0 ? 0 : 1;
    return erfc(fabs(gap) / error / sqrt(2));
}

/* Counted numbers and scales of other measures are not tested a second time. */
static bool is_tested(enum measure measure)
{
    switch (measure) {
    case MEASURE_WIN:
    case MEASURE_DRAW:
    case MEASURE_FIRST:
    case MEASURE_SWAP:
    case MEASURE_PIE:
    case MEASURE_PLAYER:
    case MEASURE_REPETITION:
    case MEASURE_CUT:
    case MEASURE_FAULT:
    case MEASURE_LENGTH:
    case MEASURE_MOVES:
    case MEASURE_FORCED:
    case MEASURE_ONLY:
    case MEASURE_LEAD:
    case MEASURE_LEAD_LAST:
    case MEASURE_CERTAIN:
    case MEASURE_DRAMA:
    case MEASURE_DECISIVE:
    case MEASURE_UNCERTAINTY:
    case MEASURE_USE_KIND:
    case MEASURE_KING:
        return true;
    default:
        return false;
    }
}

/* The cell of the same name; or else the one with the same rules, if there is only one: records
 * that are read name their cells in another way than sweeps. */
static const struct report_cell *find_cell(const struct report *report,
                                           const struct report_cell *cell)
{
    const struct report_cell *found = NULL;
    int count = 0;

    for (int i = 0; i < report->count; i++) {
        const struct report_cell *other = &report->cells[i];

        if (strcmp(other->label, cell->label) == 0)
            return other;
        if (cell->setup.game && other->setup.players == cell->setup.players &&
            other->rules.swap == cell->rules.swap &&
            other->rules.repetition == cell->rules.repetition &&
            memcmp(other->setup.options, cell->setup.options, sizeof cell->setup.options) == 0) {
            found = other;
            count++;
        }
    }
    return count == 1 ? found : NULL;
}

static int list_pairs(const struct report *a, const struct report *b, struct pair *pairs)
{
    int count = 0;

    for (int c = 0; c < a->count; c++) {
        const struct report_cell *other =
            a->count == 1 && b->count == 1 ? &b->cells[0] : find_cell(b, &a->cells[c]);

        for (int i = 0; other && i < a->cells[c].statistics.count; i++) {
            const struct statistic *one = &a->cells[c].statistics.items[i];
            const struct statistic *two =
                statistics_find(&other->statistics, one->measure, one->item);

            if (two && is_tested(one->measure))
                pairs[count++] = (struct pair){
                    one, two, a->cells[c].label,
                    statistics_p(&one->interval, &two->interval, measure_unit(one->measure))};
        }
    }
    return count;
}

static int by_p(const void *a, const void *b)
{
    double one = ((const struct pair *)a)->p, two = ((const struct pair *)b)->p;

    return one < two ? -1 : one > two;
}

/* Holm's procedure: with it, 19 of 20 comparisons of equals name no difference at all. */
static int judge(struct pair *pairs, int count)
{
    int found = 0;

    qsort(pairs, (size_t)count, sizeof *pairs, by_p);
    while (found < count && pairs[found].p * (count - found) < 0.05)
        found++;
    return found;
}

static void print_pair(const struct pair *pair, const char *lang, FILE *out)
{
    enum unit unit = measure_unit(pair->a->measure);
    const char *item = pair->a->item, *other = pair->b->item;
    char one[INTERVAL_TEXT], two[INTERVAL_TEXT];

    fprintf(out, "%s%s%s%s%s%s%s: %s / %s, p %s %.2g\n", pair->cell, *pair->cell ? ": " : "",
            measure_words(pair->a->measure, lang), *item ? " " : "", item,
            strcmp(item, other) ? " / " : "", strcmp(item, other) ? other : "",
            interval_text(one, &pair->a->interval, unit, lang),
            interval_text(two, &pair->b->interval, unit, lang), pair->p < 1e-9 ? "<" : "=",
            fmax(pair->p, 1e-9));
}

static void print_pairs(const struct pair *pairs, int count, int found, const char *lang, FILE *out)
{
    for (int i = 0; i < count; i++) {
        if (i == found)
            fputs(translate(lang, "\nNot significant:\n"), out);
        print_pair(&pairs[i], lang, out);
    }
}

int report_compare(const struct report *a, const struct report *b, const char *lang, FILE *out,
                   struct tb_error *error)
{
    int most = 0;

    if (a->game && b->game && a->game != b->game)
        return error_set(
            error, TB_ERR_SETUP, "These are experiments with different games, {game} and {other}.",
            arg_text("game", tb_game_title(a->game)), arg_text("other", tb_game_title(b->game)));
    for (int i = 0; i < a->count; i++)
        most += a->cells[i].statistics.count;
    struct pair *pairs = calloc((size_t)most + 1, sizeof *pairs);

    if (!pairs)
        return error_memory(error);
    int count = list_pairs(a, b, pairs), found = judge(pairs, count);

    if (count > 0) {
        print_in(
            out, lang,
            "{found} of {count} figures differ beyond chance (95 %, corrected for their number).\n",
            arg_count("found", found), arg_count("count", count));
        print_pairs(pairs, count, found, lang, out);
    }
    free(pairs);
    return count > 0
               ? TB_OK
               : error_set(error, TB_ERR_SETUP, "The two experiments have no cell in common.");
}

int report_compare_seats(const struct report *report, const char *lang, FILE *out,
                         struct tb_error *error)
{
    enum { PAIRS_MAX = TB_PLAYERS_MAX * (TB_PLAYERS_MAX - 1) / 2 };
    struct pair *pairs = calloc((size_t)report->count * PAIRS_MAX + 1, sizeof *pairs);
    int count = 0;

    if (!pairs)
        return error_memory(error);
    for (int c = 0; c < report->count; c++) {
        int sides;
        const struct statistic *wins =
            statistics_all(&report->cells[c].statistics, MEASURE_WIN, &sides);

        for (int i = 0; i < sides && sides <= TB_PLAYERS_MAX; i++)
            for (int j = i + 1; j < sides; j++)
                pairs[count++] = (struct pair){&wins[i], &wins[j], report->cells[c].label,
                                               seats_p(&wins[i].interval, &wins[j].interval)};
    }
    int found = judge(pairs, count);

    print_in(out, lang,
             "{found} of {count} pairs of seats differ beyond chance (95 %, corrected for their "
             "number).\n",
             arg_count("found", found), arg_count("count", count));
    print_pairs(pairs, count, found, lang, out);
    free(pairs);
    return TB_OK;
}
