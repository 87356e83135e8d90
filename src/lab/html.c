/* html.c - the report as one page: sentences, tables, plots; no script, nothing from elsewhere. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "file/text_stream.h"
#include "lab/plot.h"
#include "lab/report.h"

enum { FIRST_MOVES_SHOWN = 20, CELLS_PLOTTED = 40 };

const char report_style[] =
    ":root{color-scheme:light dark;--page:#fbfaf7;--ink:#22201c;--soft:#6a655c;--line:#d8d2c4;"
    "--bar:#3b6ea5;--band:#3b6ea5}\n"
    "@media(prefers-color-scheme:dark){:root{--page:#1b1d21;--ink:#e8e4da;--soft:#a8a295;"
    "--line:#44474d;--bar:#7fb0e6;--band:#7fb0e6}}\n"
    "@media print{:root{--page:#fff;--ink:#000;--soft:#333;--line:#999;--bar:#555;--band:#999}"
    "figure,tr{break-inside:avoid}"
    /* Paper cannot be unfolded. */
    "details::details-content{content-visibility:visible;display:block;block-size:auto}}\n"
    "body{background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif;"
    "max-width:60rem;margin:0 auto;padding:1rem}\n"
    "h1,h2,h3{line-height:1.2}figure{margin:1rem 0;max-width:40rem}"
    "figcaption{font-weight:600;margin-bottom:.3rem}svg{max-width:100%;height:auto;"
    "font:13px system-ui,sans-serif}\n"

    "text{fill:var(--ink)}.bar{fill:var(--bar)}.error{stroke:var(--ink);fill:none;stroke-width:2}"
    ".axis{stroke:var(--ink)}.grid{stroke:var(--line)}"
    ".mark{stroke:var(--ink);stroke-dasharray:4 3;stroke-width:2}"
    ".line{stroke:var(--bar);stroke-width:3;fill:none}.band{fill:var(--band);opacity:30%}"
    ".square{fill:none;stroke:var(--line)}.heat{fill:var(--bar)}\n"
    ".wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
    "th,td{padding:.2rem .6rem;border-bottom:1px solid var(--line);text-align:right;"
    "white-space:nowrap}th:first-child,td:first-child{text-align:left;white-space:normal}\n"
    "details{margin:.5rem 0}summary{cursor:pointer;font-weight:600}\n";

static void paragraphs(FILE *out, char *words)
{
    for (char *line; (line = strsep(&words, "\n"));)
        if (*line) {
            fputs("<p>", out);
            html_text(out, line);
            fputs("</p>\n", out);
        }
}

/* Writes the summary of a cell; NULL: of the whole report. False without memory. */
static bool summarise(const struct report *report, const struct report_cell *cell, const char *lang,
                      FILE *out)
{
    struct text_stream into;

    if (!text_stream_open(&into))
        return false;
    if (cell) {
        summary_cell(cell, lang, into.file);
    } else {
        summary_basis(report, lang, into.file);
        summary_cells(report, lang, into.file);
    }
    char *words = text_stream_close(&into, NULL);

    if (words)
        paragraphs(out, words);
    free(words);
    return words != NULL;
}

/* ---- All cells side by side --------------------------------------------------------------- */

static void compare_bars(const struct report *report, enum measure measure, const char *item,
                         double mark, const char *title, const char *lang, FILE *out)
{
    struct statistic statistics[CELLS_PLOTTED];
    const char *labels[CELLS_PLOTTED];
    int count = 0;

    for (int i = 0; i < report->count && count < CELLS_PLOTTED; i++) {
        const struct statistic *statistic =
            statistics_find(&report->cells[i].statistics, measure, item);

        if (statistic) {
            statistics[count] = *statistic;
            labels[count++] = report->cells[i].label;
        }
    }
    if (count > 1)
        plot_bars(out, &(struct plot){title, statistics, count, labels, mark, lang});
}

static void side_by_side(const struct report *report, const char *lang, FILE *out)
{
    if (report->count < 2)
        return;
    fprintf(out, "<section><h2>%s</h2>\n", translate(lang, "Side by side"));
    compare_bars(report, MEASURE_FIRST, "", 0.5,
                 translate(lang, "Score of the side that begins (dashed: even)"), lang, out);
    compare_bars(report, MEASURE_STEP, "", NAN, translate(lang, "Steps of the ladder, in Elo"),
                 lang, out);
    for (int seat = 1; seat <= TB_PLAYERS_MAX; seat++) {
        char item[4], title[80];
        int sides;

        statistics_all(&report->cells[0].statistics, MEASURE_WIN, &sides);
        if (sides < 3 || seat > sides)
            continue;
        snprintf(item, sizeof item, "%d", seat);
        struct text text = text_into(title, sizeof title);

        text_message(&text, lang, "Wins of seat {seat}", arg_count("seat", seat));
        compare_bars(report, MEASURE_WIN, item, NAN, title, lang, out);
    }
    compare_bars(report, MEASURE_DRAW, "", NAN, translate(lang, "Draws"), lang, out);
    compare_bars(report, MEASURE_LENGTH, "", NAN, translate(lang, "Mean length in plies"), lang,
                 out);
    compare_bars(report, MEASURE_MOVES, "", NAN, translate(lang, "Legal moves in a position"), lang,
                 out);
    compare_bars(report, MEASURE_KING, "", NAN,
                 translate(lang, "A loser's last move chose the winner"), lang, out);
    fputs("</section>\n", out);
}

/* ---- One cell ----------------------------------------------------------------------------- */

static void table(const struct report_cell *cell, const char *lang, FILE *out)
{
    fprintf(out,
            "<div class=\"wide\" tabindex=\"0\"><table><thead><tr><th>%s</th><th>%s</th><th>%s</th>"
            "<th>%s</th><th>n</th></tr></thead><tbody>\n",
            translate(lang, "measure"), translate(lang, "value"), translate(lang, "from"),
            translate(lang, "to"));
    for (int i = 0; i < cell->statistics.count; i++) {
        const struct statistic *statistic = &cell->statistics.items[i];
        enum unit unit = measure_unit(statistic->measure);
        char value[VALUE_TEXT], low[VALUE_TEXT], high[VALUE_TEXT];

        fputs("<tr><td>", out);
        html_text(out, measure_words(statistic->measure, lang));
        fputs(statistic->item[0] ? " " : "", out);
        html_text(out, statistic->item);
        fprintf(out, "</td><td>%s</td><td>%s</td><td>%s</td><td>%llu</td></tr>\n",
                value_text(value, statistic->interval.value, unit, lang),
                value_text(low, statistic->interval.low, unit, lang),
                value_text(high, statistic->interval.high, unit, lang),
                (unsigned long long)statistic->n);
    }
    fputs("</tbody></table></div>\n", out);
}

static void plot_all(const struct report_cell *cell, enum measure measure, double mark,
                     const char *title, bool curve, const char *lang, FILE *out)
{
    int count;
    const struct statistic *statistics = statistics_all(&cell->statistics, measure, &count);
    const struct plot plot = {title, statistics, count, NULL, mark, lang};

    if (count < 2)
        return;
    if (curve)
        plot_curve(out, &plot);
    else
        plot_bars(out, &plot);
}

static int by_value(const void *a, const void *b)
{
    double one = ((const struct statistic *)a)->interval.value;
    double two = ((const struct statistic *)b)->interval.value;

    return one < two ? 1 : one > two ? -1 : 0;
}

/* The best first moves, best first. */
static void plot_first_moves(const struct report_cell *cell, const char *lang, FILE *out)
{
    int count;
    const struct statistic *all = statistics_all(&cell->statistics, MEASURE_FIRST_MOVE, &count);
    struct statistic *sorted = count > 1 ? malloc((size_t)count * sizeof *sorted) : NULL;

    if (!sorted)
        return;
    memcpy(sorted, all, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, by_value);
    plot_bars(out, &(struct plot){
                       translate(lang, "First moves and the score after them, best first"), sorted,
                       count < FIRST_MOVES_SHOWN ? count : FIRST_MOVES_SHOWN, NULL, NAN, lang});
    free(sorted);
}

static void plot_squares(const struct report_cell *cell, enum measure measure, const char *title,
                         const char *lang, FILE *out)
{
    int shape[TB_SHAPE], count;
    const struct statistic *statistics = statistics_all(&cell->statistics, measure, &count);

    if (count > 1 && tb_observation_shape(&cell->setup, shape) == TB_OK)
        plot_board(out, &(struct plot){title, statistics, count, NULL, NAN, lang},
                   shape[TB_SHAPE_COLUMNS], shape[TB_SHAPE_ROWS]);
}

static void cell_plots(const struct report_cell *cell, const char *lang, FILE *out)
{
    int sides;

    statistics_all(&cell->statistics, MEASURE_WIN, &sides);
    plot_all(cell, MEASURE_WIN, sides > 0 ? 1.0 / sides : NAN,
             translate(lang, "Wins by seat (dashed: an equal share)"), false, lang, out);
    plot_all(cell, MEASURE_LENGTH_BIN, NAN, translate(lang, "How long games last, in plies"), false,
             lang, out);
    plot_all(cell, MEASURE_MOVES_PLY, NAN, translate(lang, "Legal moves by ply"), true, lang, out);
    plot_all(cell, MEASURE_CERTAIN, NAN,
             translate(lang, "How often the leader after each tenth of the game wins"), true, lang,
             out);
    plot_first_moves(cell, lang, out);
    plot_squares(cell, MEASURE_FIRST_SQUARE,
                 translate(lang, "Score of the first player after a first move to each square"),
                 lang, out);
    plot_squares(cell, MEASURE_USE_SQUARE,
                 translate(lang, "Share of all moves that go to each square"), lang, out);
    plot_all(cell, MEASURE_USE_KIND, NAN,
             translate(lang, "Moves by their form (* stands for a square)"), false, lang, out);
}

static bool section(const struct report *report, const struct report_cell *cell, const char *lang,
                    FILE *out)
{
    char title[REPORT_TEXT];
    struct text text = text_into(title, sizeof title);

    cell_title(cell, lang, &text);
    fputs("<section><h2>", out);
    html_text(out, title);
    fputs("</h2>\n", out);
    if (cell->label[0]) {
        fputs("<p><code>", out);
        html_text(out, cell->label);
        fputs("</code></p>\n", out);
    }
    if (!summarise(report, cell, lang, out))
        return false;
    fprintf(out, report->count > 1 ? "<details><summary>%s</summary>\n" : "<!-- %s -->\n",
            translate(lang, "Plots"));
    cell_plots(cell, lang, out);
    fputs(report->count > 1 ? "</details>\n" : "", out);
    fprintf(out, "<details><summary>%s</summary>\n", translate(lang, "All figures"));
    table(cell, lang, out);
    fputs("</details></section>\n", out);
    return true;
}

static void put_style(const char *stylesheet, FILE *out)
{
    if (stylesheet)
        fprintf(out, "<link rel=\"stylesheet\" href=\"%s\">", stylesheet);
    else
        fprintf(out, "<style>\n%s</style>", report_style);
}

int report_html(const struct report *report, const char *lang, const char *stylesheet, FILE *out,
                struct tb_error *error)
{
    fprintf(out,
            "<!doctype html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\">\n<meta "
            "name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>%s%s"
            "</title>\n",
            lang, tb_game_title(report->game), translate(lang, ": a laboratory report"));
    put_style(stylesheet, out);
    fprintf(out, "</head>\n<body><main>\n<h1>%s%s</h1>\n", tb_game_title(report->game),
            translate(lang, ": a laboratory report"));
    if (!summarise(report, NULL, lang, out))
        return error_memory(error);
    side_by_side(report, lang, out);
    for (int i = 0; i < report->count; i++)
        if (!section(report, &report->cells[i], lang, out))
            return error_memory(error);
    fprintf(out, "<p>%s " TB_VERSION "</p>\n</main></body></html>\n",
            translate(lang, "Made by Tablier"));
    return TB_OK;
}
