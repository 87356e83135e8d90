/* statistics.c - see statistics.h. */
#include "lab/statistics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/message.h"

static const double Z = 1.959963984540054;

static const struct {
    const char *key;
    enum unit unit;
    const char *words;
} table[] = {
#define MEASURE_ROW(id, key, unit, words) {key, unit, words},
    MEASURES(MEASURE_ROW)
#undef MEASURE_ROW
};

const char *measure_key(enum measure measure)
{
    return table[measure].key;
}

enum unit measure_unit(enum measure measure)
{
    return table[measure].unit;
}

const char *unit_name(enum unit unit)
{
    static const char *const names[] = {"share", "elo", "number", "count"};

    return names[unit];
}

const char *measure_words(enum measure measure, const char *lang)
{
    return translate(lang, table[measure].words);
}

enum measure measure_find(const char *key)
{
    int i = 0;

    while (i < MEASURE_COUNT && strcmp(table[i].key, key) != 0)
        i++;
    return (enum measure)i;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

void statistics_add(struct statistics *statistics, enum measure measure, const char *item,
                    struct interval interval, uint64_t n)
{
    if (!ARRAY_RESERVE(statistics->items, statistics->capacity, statistics->count, 1)) {
        statistics->lost = true;
        return;
    }
    struct statistic *statistic = &statistics->items[statistics->count++];

    *statistic = (struct statistic){.measure = measure, .interval = interval, .n = n};
    snprintf(statistic->item, sizeof statistic->item, "%s", item);
    text_end_whole(statistic->item);
}

void statistics_release(struct statistics *statistics)
{
    free(statistics->items);
    *statistics = (struct statistics){0};
}

const struct statistic *statistics_find(const struct statistics *statistics, enum measure measure,
                                        const char *item)
{
    for (int i = 0; i < statistics->count; i++)
        if (statistics->items[i].measure == measure && strcmp(statistics->items[i].item, item) == 0)
            return &statistics->items[i];
    return NULL;
}

const struct statistic *statistics_all(const struct statistics *statistics, enum measure measure,
                                       int *count)
{
    int first = 0;

    *count = 0;
    while (first < statistics->count && statistics->items[first].measure != measure)
        first++;
    while (first + *count < statistics->count &&
           statistics->items[first + *count].measure == measure)
        ++*count;
    return *count > 0 ? &statistics->items[first] : NULL;
}

/* ---- Intervals ---------------------------------------------------------------------------- */

/* Hill's expansion around the normal distribution; good to a percent from three degrees on. */
double student_t(double v)
{
    double z = Z, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;

    if (v < 2)
        return 12.706;
    if (v < 3)
        return 4.303;
    return z + (z3 + z) / (4 * v) + (5 * z5 + 16 * z3 + 3 * z) / (96 * v * v) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * v * v * v);
}

void ratio_add(struct ratio *ratio, double x, double m)
{
    ratio->n++;
    ratio->all++;
    ratio->x += x;
    ratio->m += m;
    ratio->xx += x * x;
    ratio->xm += x * m;
    ratio->mm += m * m;
}

/* The sums of squares are over observations: (b + x)^2 - b^2 comes to them. */
void ratio_add_again(struct ratio *ratio, double x, double m, double before_x, double before_m)
{
    ratio->all++;
    ratio->x += x;
    ratio->m += m;
    ratio->xx += x * x + 2 * before_x * x;
    ratio->xm += x * m + before_x * m + before_m * x;
    ratio->mm += m * m + 2 * before_m * m;
}

/* The standard error of x / m by linearisation; a game is the unit that is drawn. */
static double ratio_error(const struct ratio *ratio, double value)
{
    double spread = ratio->xx - 2 * value * ratio->xm + value * value * ratio->mm;
    double n = (double)ratio->n;

    return ratio->n < 2 ? INFINITY : sqrt(fmax(0, spread) * n / (n - 1)) / ratio->m;
}

struct interval ratio_interval(const struct ratio *ratio)
{
    double value = ratio->m > 0 ? ratio->x / ratio->m : NAN;
    double half = student_t((double)ratio->n - 1) * ratio_error(ratio, value);

    return (struct interval){value, value - half, value + half};
}

/* The share of as many games as would be just as certain: where the spread does not tell, as many
 * as the weights of the observations leave (Kish). */
struct interval ratio_share(const struct ratio *ratio)
{
    double value = ratio->m > 0 ? ratio->x / ratio->m : NAN, error = ratio_error(ratio, value);
    double n = (double)ratio->n, effective = ratio->mm > 0 ? ratio->m * ratio->m / ratio->mm : n;

    if (isnan(value))
        return (struct interval){NAN, NAN, NAN};
    if (ratio->n < 2 || error <= 0)
        return share_interval(value, 0, effective, effective);
    return share_interval(value, error * error * n, n, effective);
}

struct interval quantile_interval(const int *sorted, int count, double effective, double quantile)
{
    double middle = count * quantile;
    double half = Z * sqrt(quantile * (1 - quantile) / effective) * count;
    int at = (int)fmin(count - 1, fmax(0, ceil(middle) - 1));
    int low = (int)fmax(0, floor(middle - half) - 1);
    int high = (int)fmin(count - 1, ceil(middle + half));

    return (struct interval){sorted[at], sorted[low], sorted[high]};
}
