/* report_csv.c - the figures of a report as CSV: written by report_csv(), read by report_read(). */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "lab/report.h"

enum { LINE_MAX_BYTES = 1024, FIELDS = 7 };

static const char head[] = "cell,measure,item,value,low,high,n,unit\n";

/* A field of CSV, in quotes where it must be. */
static void csv_field(FILE *out, const char *text)
{
    if (!text[strcspn(text, ",\"\n\r")]) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

void report_csv(const struct report *report, FILE *out)
{
    fputs(head, out);
    for (int c = 0; c < report->count; c++)
        for (int i = 0; i < report->cells[c].statistics.count; i++) {
            const struct statistic *statistic = &report->cells[c].statistics.items[i];

            csv_field(out, report->cells[c].label);
            fprintf(out, ",%s,", measure_key(statistic->measure));
            csv_field(out, statistic->item);
            fprintf(out, ",%.6g,%.6g,%.6g,%llu,%s\n", statistic->interval.value,
                    statistic->interval.low, statistic->interval.high,
                    (unsigned long long)statistic->n,
                    unit_name(measure_unit(statistic->measure)));
        }
}

/* ---- Reading ------------------------------------------------------------------------------ */

bool report_is_csv(const char *text)
{
    return strncmp(text, head, strlen(head)) == 0;
}

/* Cuts a line into its fields; false if there are fewer than FIELDS. */
static bool split(char *line, char *fields[FIELDS])
{
    for (int i = 0; i < FIELDS; i++) {
        char *to = line;
        bool quoted = *line == '"';

        fields[i] = to;
        for (line += quoted; *line && (quoted || *line != ','); line++) {
            if (quoted && *line == '"' && *++line != '"') {
                quoted = false;
                line--;
                continue;
            }
            *to++ = *line;
        }
        if (*line != ',')
            return false;
        line++;
        *to = '\0';
    }
    return true;
}

/* The cell with this label: the last one, or a new one; NULL if memory runs out. */
static struct report_cell *cell_at(struct report *report, const char *label)
{
    struct report_cell *cells;

    if (report->count > 0 && strcmp(report->cells[report->count - 1].label, label) == 0)
        return &report->cells[report->count - 1];
    cells = realloc(report->cells, ((size_t)report->count + 1) * sizeof *cells);
    if (!cells)
        return NULL;
    report->cells = cells;
    cells += report->count++;
    *cells = (struct report_cell){.rules = match_rules_default()};
    snprintf(cells->label, sizeof cells->label, "%s", label);
    return cells;
}

/* Adds the figure of a line; false if it is none. */
static bool read_line(struct report *report, char *line, bool *starved)
{
    char *fields[FIELDS];
    enum measure measure = split(line, fields) ? measure_find(fields[1]) : MEASURE_COUNT;

    if (measure == MEASURE_COUNT)
        return false;
    struct report_cell *cell = cell_at(report, fields[0]);

    if (cell)
        statistics_add(&cell->statistics, measure, fields[2],
                       (struct interval){strtod(fields[3], NULL), strtod(fields[4], NULL),
                                         strtod(fields[5], NULL)},
                       strtoull(fields[6], NULL, 10));
    *starved = !cell || cell->statistics.lost;
    return !*starved;
}

bool report_read_csv(struct report *report, const char *text, bool *starved)
{
    char line[LINE_MAX_BYTES];
    bool good = true;

    *report = (struct report){.repeatable = true};
    for (text += strlen(head); good && *text; text++) {
        size_t length = strcspn(text, "\n");

        good = length < sizeof line;
        if (!good)
            break;
        memcpy(line, text, length);
        line[length] = '\0';
        good = read_line(report, line, starved);
        text += length;
        if (!*text)
            break;
    }
    return good && report->count > 0;
}
