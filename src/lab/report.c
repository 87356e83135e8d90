/* report.c - reports as tables and as files for other programs. */
#include "lab/report.h"
#include "core/error.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define REPORT_FORMAT "tablier lab 1"

void report_release(struct report *report)
{
    for (int i = 0; i < report->count; i++)
        statistics_release(&report->cells[i].statistics);
    free(report->cells);
    *report = (struct report){0};
}

/* ---- The table ---------------------------------------------------------------------------- */

/* The measures of a row if there are several cells. */
static const enum measure columns[] = {
    MEASURE_GAMES, MEASURE_FIRST,  MEASURE_PIE,  MEASURE_STEP, MEASURE_DRAW, MEASURE_LENGTH,
    MEASURE_MOVES, MEASURE_FORCED, MEASURE_ONLY, MEASURE_LEAD, MEASURE_KING,
};

static const char *const heads[] = {
    N_("games"), N_("first %"),  N_("pie %"),  N_("step Elo"), N_("draws %"), N_("plies"),
    N_("moves"), N_("forced %"), N_("only %"), N_("leads"),    N_("king %"),
};

enum { COLUMNS = sizeof columns / sizeof *columns, COLUMN_WIDTH = 14 };

static bool has(const struct report *report, enum measure measure)
{
    for (int i = 0; i < report->count; i++)
        if (statistics_find(&report->cells[i].statistics, measure, ""))
            return true;
    return false;
}

/* Pads by characters, not bytes. */
static void print_padded(FILE *out, const char *words, int width, bool left)
{
    int shown = 0;

    for (const char *at = words; *at; at++)
        shown += (*at & 0xc0) != 0x80;
    if (left)
        fputs(words, out);
    for (int i = shown; i < width; i++)
        fputc(' ', out);
    if (!left)
        fputs(words, out);
}

/* "52.3 ±2.1": the larger half of the interval. */
static void short_value(char *text, size_t size, const struct statistic *statistic,
                        const char *lang)
{
    enum unit unit = measure_unit(statistic->measure);
    double scale = unit == UNIT_SHARE ? 100 : 1;
    double half = fmax(statistic->interval.high - statistic->interval.value,
                       statistic->interval.value - statistic->interval.low);
    int digits = unit == UNIT_COUNT || unit == UNIT_ELO ? 0 : 1;

    if (unit == UNIT_COUNT || !isfinite(half))
        snprintf(text, size, "%s", decimal(scale * statistic->interval.value, digits, lang).text);
    else
        snprintf(text, size, "%s ±%s",
                 decimal(scale * statistic->interval.value, digits, lang).text,
                 decimal(scale * half, digits, lang).text);
}

static void print_rows(const struct report *report, const char *lang, FILE *out)
{
    int width = 4;

    for (int i = 0; i < report->count; i++)
        width = (int)strlen(report->cells[i].label) > width ? (int)strlen(report->cells[i].label)
                                                            : width;
    print_padded(out, "", width, true);
    for (int c = 0; c < COLUMNS; c++)
        if (has(report, columns[c]))
            print_padded(out, translate(lang, heads[c]), COLUMN_WIDTH, false);
    fputc('\n', out);
    for (int i = 0; i < report->count; i++) {
        print_padded(out, report->cells[i].label, width, true);
        for (int c = 0; c < COLUMNS; c++) {
            const struct statistic *statistic =
                statistics_find(&report->cells[i].statistics, columns[c], "");
            char words[48] = "-";

            if (!has(report, columns[c]))
                continue;
            if (statistic)
                short_value(words, sizeof words, statistic, lang);
            print_padded(out, words, COLUMN_WIDTH, false);
        }
        fputc('\n', out);
    }
    fputc('\n', out);
}

/* Measures with many values are left to the files. */
static bool is_listed(enum measure measure)
{
    switch (measure) {
    case MEASURE_LENGTH_BIN:
    case MEASURE_MOVES_PLY:
    case MEASURE_FIRST_MOVE:
    case MEASURE_FIRST_SQUARE:
    case MEASURE_USE_SQUARE:
        return false;
    default:
        return true;
    }
}

static void print_statistics(const struct report_cell *cell, const char *lang, FILE *out)
{
    for (int i = 0; i < cell->statistics.count; i++) {
        const struct statistic *statistic = &cell->statistics.items[i];
        char words[REPORT_TEXT], value[INTERVAL_TEXT];

        if (!is_listed(statistic->measure))
            continue;
        snprintf(words, sizeof words, "%s%s%s", measure_words(statistic->measure, lang),
                 statistic->item[0] ? " " : "", statistic->item);
        print_padded(out, words, 46, true);
        fprintf(out, " %s",
                interval_text(value, &statistic->interval, measure_unit(statistic->measure), lang));
        fprintf(out, "  n=%llu\n", (unsigned long long)statistic->n);
    }
    fputc('\n', out);
}

void report_table(const struct report *report, const char *lang, FILE *out)
{
    char title[REPORT_TEXT];
    struct text text = text_into(title, sizeof title);

    if (report->count > 1) {
        fprintf(out, "%s\n\n", tb_game_title(report->game));
        print_rows(report, lang, out);
    } else if (report->count == 1) {
        cell_title(&report->cells[0], lang, &text);
        fprintf(out, "%s\n\n", title);
        print_statistics(&report->cells[0], lang, out);
        summary_cell(&report->cells[0], lang, out);
    }
    summary_cells(report, lang, out);
    summary_basis(report, lang, out);
}

/* ---- Files -------------------------------------------------------------------------------- */

/* Infinities are strings: JSON has no word for them. */
static json_t *number(double value)
{
    return isfinite(value) ? json_real(value)
           : isnan(value)  ? json_null()
                           : json_string(value < 0 ? "-inf" : "inf");
}

static json_t *statistic_json(const struct statistic *statistic)
{
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:I, s:s}", "measure",
                     measure_key(statistic->measure), "item", statistic->item, "value",
                     number(statistic->interval.value), "low", number(statistic->interval.low),
                     "high", number(statistic->interval.high), "n", (json_int_t)statistic->n,
                     "unit", unit_name(measure_unit(statistic->measure)));
}

static json_t *cell_json(const struct report_cell *cell)
{
    json_t *options = json_object(), *statistics = json_array();

    for (int i = 0; i < tb_game_option_count(cell->setup.game); i++) {
        char value[32];

        tb_setup_option(&cell->setup, i, value, sizeof value);
        json_object_set_new(options, tb_game_option(cell->setup.game, i)->name, json_string(value));
    }
    for (int i = 0; i < cell->statistics.count; i++)
        json_array_append_new(statistics, statistic_json(&cell->statistics.items[i]));
    return json_pack("{s:s, s:i, s:o, s:i, s:b, s:o}", "label", cell->label, "players",
                     cell->setup.players, "options", options, "repetition", cell->rules.repetition,
                     "swap", cell->rules.swap, "figures", statistics);
}

json_t *report_json(const struct report *report)
{
    json_t *cells = json_array();

    for (int i = 0; i < report->count; i++)
        json_array_append_new(cells, cell_json(&report->cells[i]));
    return json_pack("{s:s, s:s, s:s, s:s, s:i, s:b, s:b, s:o}", "format", REPORT_FORMAT, "version",
                     TB_VERSION, "game", tb_game_name(report->game), "players", report->players,
                     "opening_plies", report->opening_plies, "repeatable", report->repeatable,
                     "interrupted", report->interrupted, "cells", cells);
}

static double read_number(const json_t *value)
{
    if (json_is_string(value))
        return json_string_value(value)[0] == '-' ? -INFINITY : INFINITY;
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static bool read_cell(const struct report *report, json_t *from, struct report_cell *cell)
{
    const char *label, *key, *measure, *item;
    json_t *options, *statistics, *value, *low, *high, *statistic;
    int players, swap;
    json_int_t n;
    size_t i;

    if (json_unpack(from, "{s:s, s:i, s:o, s:i, s:b, s:o}", "label", &label, "players", &players,
                    "options", &options, "repetition", &cell->rules.repetition, "swap", &swap,
                    "figures", &statistics) != 0 ||
        tb_setup_init(&cell->setup, report->game, players, NULL))
        return false;
    snprintf(cell->label, sizeof cell->label, "%s", label);
    cell->rules.swap = swap;
    json_object_foreach(options, key,
                        value) if (!json_is_string(value) ||
                                   tb_setup_set_option(&cell->setup, key, json_string_value(value),
                                                       NULL)) return false;
    json_array_foreach(statistics, i, statistic)
    {
        if (json_unpack(statistic, "{s:s, s:s, s:o, s:o, s:o, s:I}", "measure", &measure, "item",
                        &item, "value", &value, "low", &low, "high", &high, "n", &n) != 0)
            return false;
        if (measure_find(measure) < MEASURE_COUNT)
            statistics_add(
                &cell->statistics, measure_find(measure), item,
                (struct interval){read_number(value), read_number(low), read_number(high)},
                (uint64_t)n);
    }
    return !cell->statistics.lost;
}

static bool read_json(struct report *report, const char *text, bool *starved)
{
    errno = 0;
    json_t *root = json_loads(text, 0, NULL), *cells = NULL;
    const char *format = "", *game = "";
    bool good = root &&
                json_unpack(root, "{s:s, s:s, s:o}", "format", &format, "game", &game, "cells",
                            &cells) == 0 &&
                strcmp(format, REPORT_FORMAT) == 0 && tb_game_find(game) && json_is_array(cells);

    *report = (struct report){.game = tb_game_find(game), .repeatable = true};
    if (good)
        report->cells = calloc(json_array_size(cells) + 1, sizeof *report->cells);
    *starved = (!root && errno == ENOMEM) || (good && !report->cells);
    good = good && report->cells;
    for (size_t i = 0; good && i < json_array_size(cells); i++)
        good = read_cell(report, json_array_get(cells, i), &report->cells[report->count++]);
    json_decref(root);
    return good;
}

int report_read(struct report *report, const char *text, const char *name, struct tb_error *error)
{
    bool starved = false;

    if (report_is_csv(text) ? report_read_csv(report, text, &starved)
                            : read_json(report, text, &starved))
        return TB_OK;
    report_release(report);
    if (starved)
        return error_memory(error);
    return error_set(error, TB_ERR_RECORD, "{path} holds no measures of this program.",
                     arg_start("path", name, 160));
}
