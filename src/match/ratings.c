/*
 * ratings.c - see ratings.h.
 *
 * The parameters are the ratings, then the advantage, then d. With s1 and s2 the
 * probabilities that the first and the second win, a draw has the probability
 * (10^(2d / 400) - 1) s1 s2, so the log-likelihood of w wins, t draws and l losses is
 *
 *     (w + t) log s1 + (l + t) log s2 + t log(10^(2d / 400) - 1),
 *
 * which is concave: Newton's method finds its maximum.
 */
#include "match/ratings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"

enum { ROUNDS_MAX = 100, HALVINGS_MAX = 40 };

static const double PER_ELO = 2.302585092994046 / 400; /* ln 10 / 400 */
static const double PRIOR = 1.0 / (1000.0 * 1000.0);   /* precision of the prior, 1 / Elo^2 */
static const double Z = 1.959963984540054;             /* 97.5 % of a normal deviate stay below */
static const double DRAW_ELO_FIRST = 100;
static const double DRAW_ELO_MIN = 1e-3;

/* ---- Tables --------------------------------------------------------------------------- */

int crosstable_init(struct crosstable *table, int count, struct tb_error *error)
{
    *table = (struct crosstable){
        .count = count,
        .cells = calloc((size_t)count * (size_t)count + 1, sizeof *table->cells),
    };
    return table->cells ? TB_OK : error_memory(error);
}

void crosstable_release(struct crosstable *table)
{
    free(table->cells);
    *table = (struct crosstable){0};
}

struct results *crosstable_at(const struct crosstable *table, int first, int second)
{
    return &table->cells[first * table->count + second];
}

int crosstable_games(const struct crosstable *table, int entrant, int other)
{
    int games = 0;

    for (int j = 0; j < table->count; j++) {
        const struct results *a = crosstable_at(table, entrant, j);
        const struct results *b = crosstable_at(table, j, entrant);

        if (j != entrant && (other < 0 || j == other))
            games += a->wins + a->draws + a->losses + b->wins + b->draws + b->losses;
    }
    return games;
}

double crosstable_points(const struct crosstable *table, int entrant, int other)
{
    double points = 0;

    for (int j = 0; j < table->count; j++) {
        const struct results *a = crosstable_at(table, entrant, j);
        const struct results *b = crosstable_at(table, j, entrant);

        if (j != entrant && (other < 0 || j == other))
            points += a->wins + b->losses + 0.5 * (a->draws + b->draws);
    }
    return points;
}

/* ---- The likelihood ---------------------------------------------------------------------- */

/* What is being fitted. */
struct fit {
    const struct crosstable *table;
    int size;         /* parameters: ratings, advantage, and d if there are draws */
    bool draws;       /* otherwise d is 0 */
    double *at;       /* the parameters, */
    double *gradient; /* the derivatives there, */
    double *curve;    /* and minus the second ones: size by size, positive definite */
    double *step;
};

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

static double draw_elo(const struct fit *fit, const double *at)
{
    return fit->draws ? at[fit->table->count + 1] : 0;
}

static double likelihood_of(const struct fit *fit, const double *at)
{
    int count = fit->table->count;
    double sum = 0, d = draw_elo(fit, at);

    for (int i = 0; i <= count; i++)
        sum -= 0.5 * PRIOR * at[i] * at[i];
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            const struct results *r = crosstable_at(fit->table, i, j);
            double x = at[i] - at[j] + at[count];

            if (r->wins + r->draws > 0)
                sum += (r->wins + r->draws) * log(logistic(PER_ELO * (x - d)));
            if (r->losses + r->draws > 0)
                sum += (r->losses + r->draws) * log(logistic(PER_ELO * (-x - d)));
            if (r->draws > 0)
                sum += r->draws * log(expm1(2 * PER_ELO * d));
        }
    return sum;
}

/* Adds the derivatives of one cell: d/dx goes to the first player and the advantage, and
 * with the opposite sign to the second. */
static void add_cell(const struct fit *fit, int i, int j)
{
    const struct results *r = crosstable_at(fit->table, i, j);
    int count = fit->table->count, last = count + 1, places[3] = {i, j, count};
    const double signs[3] = {1, -1, 1};
    double d = draw_elo(fit, fit->at), x = fit->at[i] - fit->at[j] + fit->at[count];
    double s1 = logistic(PER_ELO * (x - d)), s2 = logistic(PER_ELO * (-x - d));
    double first = r->wins + r->draws, second = r->losses + r->draws;
    double dx = PER_ELO * (first * (1 - s1) - second * (1 - s2));
    double c1 = PER_ELO * PER_ELO * first * s1 * (1 - s1);
    double c2 = PER_ELO * PER_ELO * second * s2 * (1 - s2);

    for (int a = 0; a < 3; a++) {
        fit->gradient[places[a]] += signs[a] * dx;
        for (int b = 0; b < 3; b++)
            fit->curve[places[a] * fit->size + places[b]] += signs[a] * signs[b] * (c1 + c2);
        if (fit->draws) {
            fit->curve[places[a] * fit->size + last] += signs[a] * (c2 - c1);
            fit->curve[last * fit->size + places[a]] += signs[a] * (c2 - c1);
        }
    }
    if (fit->draws) {
        double odds = exp(2 * PER_ELO * d), less = expm1(2 * PER_ELO * d);

        fit->gradient[last] += -PER_ELO * (first * (1 - s1) + second * (1 - s2)) +
                               r->draws * 2 * PER_ELO * odds / less;
        fit->curve[last * fit->size + last] +=
            c1 + c2 + r->draws * 4 * PER_ELO * PER_ELO * odds / (less * less);
    }
}

static void differentiate(const struct fit *fit)
{
    int count = fit->table->count;

    memset(fit->gradient, 0, (size_t)fit->size * sizeof *fit->gradient);
    memset(fit->curve, 0, (size_t)fit->size * (size_t)fit->size * sizeof *fit->curve);
    for (int i = 0; i <= count; i++) {
        fit->gradient[i] = -PRIOR * fit->at[i];
        fit->curve[i * fit->size + i] = PRIOR;
    }
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            if (i != j)
                add_cell(fit, i, j);
}

/* ---- Newton's method --------------------------------------------------------------------- */

/* Cholesky's decomposition of a positive definite matrix, in its lower half. */
static void decompose(double *matrix, int size)
{
    for (int i = 0; i < size; i++)
        for (int j = 0; j <= i; j++) {
            double sum = matrix[i * size + j];

            for (int k = 0; k < j; k++)
                sum -= matrix[i * size + k] * matrix[j * size + k];
            matrix[i * size + j] = i == j ? sqrt(fmax(sum, 1e-30)) : sum / matrix[j * size + j];
        }
}

/* Solves with a decomposed matrix; `vector` becomes the solution. */
static void solve_for(const double *matrix, int size, double *vector)
{
    for (int i = 0; i < size; i++) {
        for (int k = 0; k < i; k++)
            vector[i] -= matrix[i * size + k] * vector[k];
        vector[i] /= matrix[i * size + i];
    }
    for (int i = size - 1; i >= 0; i--) {
        for (int k = i + 1; k < size; k++)
            vector[i] -= matrix[k * size + i] * vector[k];
        vector[i] /= matrix[i * size + i];
    }
}

/* Goes along the step as far as the likelihood grows; false if that is nowhere. */
static bool advance(struct fit *fit, double *trial)
{
    double before = likelihood_of(fit, fit->at), share = 1;

    for (int halving = 0; halving < HALVINGS_MAX; halving++, share /= 2) {
        for (int i = 0; i < fit->size; i++)
            trial[i] = fit->at[i] + share * fit->step[i];
        if ((!fit->draws || trial[fit->size - 1] > DRAW_ELO_MIN) &&
            likelihood_of(fit, trial) > before) {
            memcpy(fit->at, trial, (size_t)fit->size * sizeof *trial);
            return true;
        }
    }
    return false;
}

/* Leaves the curvature at the maximum decomposed. */
static void climb(struct fit *fit, double *trial)
{
    bool moved = true;

    for (int round = 0; moved && round < ROUNDS_MAX; round++) {
        differentiate(fit);
        decompose(fit->curve, fit->size);
        memcpy(fit->step, fit->gradient, (size_t)fit->size * sizeof *fit->step);
        solve_for(fit->curve, fit->size, fit->step);
        moved = advance(fit, trial);
    }
}

/* ---- The list ------------------------------------------------------------------------------ */

/* The covariance of the ratings around their mean, which is what a list can know. */
static void find_errors(struct rating_list *list, const struct fit *fit, double *column)
{
    int count = list->count;
    double *cov = list->covariance;

    for (int j = 0; j <= count; j++) {
        memset(column, 0, (size_t)fit->size * sizeof *column);
        for (int i = 0; i < count && j < count; i++)
            column[i] = (i == j) - 1.0 / count;
        if (j == count)
            column[count] = 1;
        solve_for(fit->curve, fit->size, column);
        if (j == count) {
            list->advantage.error = Z * sqrt(column[count]);
            break;
        }
        double mean = 0;

        for (int i = 0; i < count; i++)
            mean += column[i] / count;
        for (int i = 0; i < count; i++)
            cov[i * count + j] = column[i] - mean;
        list->ratings[j].error = Z * sqrt(fmax(cov[j * count + j], 0));
    }
}

static void fill_list(struct rating_list *list, const struct fit *fit, double *column)
{
    int count = list->count;
    double mean = 0;

    for (int i = 0; i < count; i++)
        mean += fit->at[i] / count;
    for (int i = 0; i < count; i++)
        list->ratings[i].value = fit->at[i] - mean;
    list->advantage.value = fit->at[count];
    list->draw_elo = draw_elo(fit, fit->at);
    list->draw_rate = 1 - 2 * logistic(-PER_ELO * list->draw_elo);
    find_errors(list, fit, column);
}

int ratings_estimate(struct rating_list *list, const struct crosstable *table,
                     struct tb_error *error)
{
    struct fit fit = {.table = table};
    int count = table->count;

    for (int i = 0; i < count * count; i++)
        fit.draws = fit.draws || table->cells[i].draws > 0;
    fit.size = count + 1 + fit.draws;
    size_t size = (size_t)fit.size;
    double *scratch = calloc(4 * size + size * size, sizeof *scratch);

    *list = (struct rating_list){
        .count = count,
        .ratings = calloc((size_t)count + 1, sizeof *list->ratings),
        .covariance = calloc((size_t)count * (size_t)count + 1, sizeof *list->covariance),
    };
    if (!scratch || !list->ratings || !list->covariance) {
        free(scratch);
        ratings_release(list);
        return error_memory(error);
    }
    fit.at = scratch;
    fit.gradient = scratch + size;
    fit.step = scratch + 2 * size;
    fit.curve = scratch + 4 * size;
    if (fit.draws)
        fit.at[count + 1] = DRAW_ELO_FIRST;
    climb(&fit, scratch + 3 * size);
    fill_list(list, &fit, scratch + 3 * size);
    free(scratch);
    return TB_OK;
}

void ratings_release(struct rating_list *list)
{
    free(list->ratings);
    free(list->covariance);
    *list = (struct rating_list){0};
}

double ratings_superiority(const struct rating_list *list, int a, int b)
{
    int n = list->count;
    const double *cov = list->covariance;
    double variance = cov[a * n + a] + cov[b * n + b] - 2 * cov[a * n + b];

    if (a == b || variance <= 0)
        return 0.5;
    return 0.5 * erfc(-(list->ratings[a].value - list->ratings[b].value) / sqrt(2 * variance));
}
