/*
 * report.h - reports of an experiment: a table, CSV, JSON, and one page of HTML with plots and
 * plain sentences.
 */
#ifndef TABLIER_LAB_REPORT_H
#define TABLIER_LAB_REPORT_H

#include <jansson.h>
#include <stdio.h>

#include "core/text.h"
#include "lab/statistics.h"

enum { REPORT_TEXT = 256 };

struct report_cell {
    char label[REPORT_TEXT]; /* how it differs from the others; "" if there is only one */
    struct tb_setup setup;
    struct match_rules rules;
    struct statistics statistics;
};

struct report {
    const struct tb_game *game;
    char players[REPORT_TEXT]; /* who played: "level:5"; "": those of the records */
    int opening_plies;         /* that were played at random; -1: not known */
    bool repeatable;
    bool interrupted; /* games are missing */
    struct report_cell *cells;
    int count;
};

/* Empty when zero-initialised. */
void report_release(struct report *report);

void report_table(const struct report *report, const char *lang, FILE *out);
/* NULL if memory runs out. */
json_t *report_json(const struct report *report);
/* Reads what report_json() or report_csv() made; `name` is for messages. CSV does not say which
 * game and which rules it is about: `game` and those of the cells' setups are NULL then. */
int report_read(struct report *report, const char *text, const char *name, struct tb_error *error);
/* Writes the page; `stylesheet` is the address of a file with report_style, NULL: the page contains
 * it. Fails if memory runs out. */
int report_html(const struct report *report, const char *lang, const char *stylesheet, FILE *out,
                struct tb_error *error);
extern const char report_style[];

/* ---- CSV: report_csv.c --------------------------------------------------------------------- */

/* One line for each statistic: cell, measure, item, value, low, high, n, unit. */
void report_csv(const struct report *report, FILE *out);
bool report_is_csv(const char *text);
/* For report_read(). False if it is no CSV of a report, or memory ran out (`starved`). */
bool report_read_csv(struct report *report, const char *text, bool *starved);

/* ---- Summaries in sentences --------------------------------------------------------------- */

/* Explains the statistics of a cell, one sentence per line. */
void summary_cell(const struct report_cell *cell, const char *lang, FILE *out);
/* States how many games there are, how they were played, and how far the intervals reach. */
void summary_basis(const struct report *report, const char *lang, FILE *out);
/* Compares the cells, if there are several. */
void summary_cells(const struct report *report, const char *lang, FILE *out);

/* A value as the language writes it: "52.3 %", "+17", "12,4". */
enum { VALUE_TEXT = 48 };
const char *value_text(char out[VALUE_TEXT], double value, enum unit unit, const char *lang);
/* "52.3 % (50.1 to 54.4)" */
enum { INTERVAL_TEXT = 128 };
const char *interval_text(char out[INTERVAL_TEXT], const struct interval *interval, enum unit unit,
                          const char *lang);

/* "Quoridor, 2 players, size=5, walls=3": what is usual is left out. */
void cell_title(const struct report_cell *cell, const char *lang, struct text *out);

/* ---- Comparisons: compare.c ----------------------------------------------------------------- */

/* Prints which statistics differ beyond chance: by the test of Welch on 95 % intervals, with Holm's
 * correction for their number. */
int report_compare(const struct report *a, const struct report *b, const char *lang, FILE *out,
                   struct tb_error *error);
/* Prints which seats (or teams) of each cell win more than others, with the same correction. */
int report_compare_seats(const struct report *report, const char *lang, FILE *out,
                         struct tb_error *error);
/* The probability that two statistics with the same true value lie as far apart. */
double statistics_p(const struct interval *a, const struct interval *b, enum unit unit);
/* The same for the shares of wins of two seats in the same games. */
double seats_p(const struct interval *a, const struct interval *b);

#endif
