/* plot.c - see plot.h. Measures are whole numbers, so that no locale puts commas into them. */
#include "lab/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/report.h"

/* A picture is as narrow as what it shows allows, so that its letters can be read on a
 * telephone. */
enum {
    WIDTH = 460, /* of a curve */
    BARS = 270,  /* of the longest bar */
    VALUE = 80,
    ROW = 24,
    HEIGHT = 220,
    LEFT = 60,
    FOOT = 36,
    TOP = 12,
};

void html_text(FILE *out, const char *text)
{
    for (; *text; text++)
        if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '"')
            fputs("&quot;", out);
        else if (text[0] == ' ' && text[1] == '%') /* a number keeps its sign on its line */
            fputs("&nbsp;", out);
        else
            fputc(*text, out);
}

static void begin(FILE *out, const struct plot *plot, int width, int height)
{
    fputs("<figure><figcaption>", out);
    html_text(out, plot->title);
    fprintf(out,
            "</figcaption><svg viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\" "
            "aria-label=\"",
            width, height, width * 5 / 4);
    html_text(out, plot->title);
    fputs("\">\n", out);
}

static void end(FILE *out)
{
    fputs("</svg></figure>\n", out);
}

static const char *label_of(const struct plot *plot, int i)
{
    return plot->labels ? plot->labels[i] : plot->statistics[i].item;
}

static double low_of(const struct statistic *statistic)
{
    return isfinite(statistic->interval.low) ? statistic->interval.low : statistic->interval.value;
}

static double high_of(const struct statistic *statistic)
{
    return isfinite(statistic->interval.high) ? statistic->interval.high
                                              : statistic->interval.value;
}

/* The largest value that must fit, rounded up so that the axis ends on a round number. */
static double find_top(const struct plot *plot)
{
    double top = isnan(plot->mark) ? 0 : plot->mark;

    for (int i = 0; i < plot->count; i++)
        if (isfinite(high_of(&plot->statistics[i])))
            top = fmax(top, high_of(&plot->statistics[i]));
    if (top <= 0)
        return 1;
    double unit = pow(10, floor(log10(top)));

    return ceil(top / unit * 2) * unit / 2;
}

static double find_bottom(const struct plot *plot)
{
    double bottom = 0;

    for (int i = 0; i < plot->count; i++)
        if (isfinite(low_of(&plot->statistics[i])))
            bottom = fmin(bottom, low_of(&plot->statistics[i]));
    return bottom;
}

static void put_text(FILE *out, int x, int y, const char *anchor, const char *text)
{
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">", x, y, anchor);
    html_text(out, text);
    fputs("</text>\n", out);
}

/* Room for the longest label, as far as letters can be counted on. */
static int label_width(const struct plot *plot)
{
    size_t longest = 8;

    for (int i = 0; i < plot->count; i++)
        longest = strlen(label_of(plot, i)) > longest ? strlen(label_of(plot, i)) : longest;
    return longest < 40 ? 16 + 7 * (int)longest : 16 + 7 * 40;
}

void plot_bars(FILE *out, const struct plot *plot)
{
    double top = find_top(plot), bottom = find_bottom(plot);
    int left = label_width(plot), width = left + BARS + VALUE;
    double scale = BARS / (top - bottom);
    int zero = left + (int)lround(-bottom * scale), height = plot->count * ROW + 8;

    begin(out, plot, width, height);
    for (int i = 0; i < plot->count; i++) {
        const struct statistic *statistic = &plot->statistics[i];
        double value = isfinite(statistic->interval.value) ? statistic->interval.value : 0;
        int y = 4 + i * ROW, end_x = zero + (int)lround(value * scale);
        int low = zero + (int)lround(low_of(statistic) * scale);
        int high = zero + (int)lround(high_of(statistic) * scale);
        char words[VALUE_TEXT];

        put_text(out, left - 8, y + 16, "end", label_of(plot, i));
        fprintf(out, "<rect class=\"bar\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"14\"/>\n",
                value < 0 ? end_x : zero, y + 4, abs(end_x - zero));
        fprintf(out, "<path class=\"error\" d=\"M%d %dH%dM%d %dv8M%d %dv8\"/>\n", low, y + 11, high,
                low, y + 7, high, y + 7);
        put_text(out, width - VALUE + 12, y + 16, "start",
                 value_text(words, statistic->interval.value, measure_unit(statistic->measure),
                            plot->lang));
    }
    fprintf(out, "<path class=\"axis\" d=\"M%d 0V%d\"/>\n", zero, height);
    if (!isnan(plot->mark))
        fprintf(out, "<path class=\"mark\" d=\"M%d 0V%d\"/>\n",
                zero + (int)lround(plot->mark * scale), height);
    end(out);
}

/* ---- Curves ------------------------------------------------------------------------------- */

struct frame {
    double top;
    int count;
};

static int curve_x(const struct frame *frame, int i)
{
    return LEFT + (frame->count > 1 ? i * (WIDTH - LEFT - 20) / (frame->count - 1) : 0);
}

static int curve_y(const struct frame *frame, double value)
{
    return TOP + (int)lround((1 - value / frame->top) * (HEIGHT - TOP - FOOT));
}

static void draw_axes(FILE *out, const struct plot *plot, const struct frame *frame)
{
    int step = (frame->count + 11) / 12;

    for (int i = 0; i <= 4; i++) {
        char words[VALUE_TEXT];
        double value = frame->top * i / 4;
        int y = curve_y(frame, value);

        fprintf(out, "<path class=\"grid\" d=\"M%d %dH%d\"/>\n", LEFT, y, WIDTH - 20);
        put_text(out, LEFT - 6, y + 5, "end",
                 value_text(words, value, measure_unit(plot->statistics[0].measure), plot->lang));
    }
    for (int i = 0; i < frame->count; i += step)
        put_text(out, curve_x(frame, i), HEIGHT - 12, "middle", label_of(plot, i));
}

void plot_curve(FILE *out, const struct plot *plot)
{
    const struct frame frame = {find_top(plot), plot->count};

    if (plot->count == 0)
        return;
    begin(out, plot, WIDTH, HEIGHT);
    draw_axes(out, plot, &frame);
    fputs("<path class=\"band\" d=\"", out);
    for (int i = 0; i < plot->count; i++)
        fprintf(out, "%c%d %d", i ? 'L' : 'M', curve_x(&frame, i),
                curve_y(&frame, fmin(frame.top, high_of(&plot->statistics[i]))));
    for (int i = plot->count - 1; i >= 0; i--)
        fprintf(out, "L%d %d", curve_x(&frame, i),
                curve_y(&frame, fmax(0, low_of(&plot->statistics[i]))));
    fputs("Z\"/>\n<path class=\"line\" d=\"", out);
    for (int i = 0; i < plot->count; i++)
        fprintf(out, "%c%d %d", i ? 'L' : 'M', curve_x(&frame, i),
                curve_y(&frame, plot->statistics[i].interval.value));
    fputs("\"/>\n", out);
    if (!isnan(plot->mark))
        fprintf(out, "<path class=\"mark\" d=\"M%d %dH%d\"/>\n", LEFT, curve_y(&frame, plot->mark),
                WIDTH - 20);
    end(out);
}

/* ---- Boards ------------------------------------------------------------------------------- */

/* The statistic of a square, or NULL. */
static const struct statistic *on_square(const struct plot *plot, int column, int row)
{
    char name[16];

    snprintf(name, sizeof name, "%c%d", 'a' + column, row + 1);
    for (int i = 0; i < plot->count; i++)
        if (strcmp(plot->statistics[i].item, name) == 0)
            return &plot->statistics[i];
    return NULL;
}

void plot_board(FILE *out, const struct plot *plot, int columns, int rows)
{
    enum { SQUARE = 60, EDGE = 24 };
    double top = 0, bottom = INFINITY;

    for (int i = 0; i < plot->count; i++) {
        top = fmax(top, plot->statistics[i].interval.value);
        bottom = fmin(bottom, plot->statistics[i].interval.value);
    }
    begin(out, plot, columns * SQUARE + 2 * EDGE, rows * SQUARE + 2 * EDGE);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            const struct statistic *statistic = on_square(plot, column, row);
            int x = EDGE + column * SQUARE, y = EDGE + (rows - 1 - row) * SQUARE;
            double part = statistic && top > bottom
                              ? (statistic->interval.value - bottom) / (top - bottom)
                              : 0;
            char words[VALUE_TEXT] = "";

            fprintf(out,
                    "<rect class=\"square\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>"
                    "<rect class=\"heat\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                    "opacity=\"%d%%\"/>\n",
                    x, y, SQUARE, SQUARE, x, y, SQUARE, SQUARE, (int)lround(60 * part));
            if (statistic)
                value_text(words, statistic->interval.value, measure_unit(statistic->measure),
                           plot->lang);
            put_text(out, x + SQUARE / 2, y + SQUARE / 2 + 5, "middle", words);
        }
    for (int column = 0; column < columns; column++)
        put_text(out, EDGE + column * SQUARE + SQUARE / 2, rows * SQUARE + 2 * EDGE - 6, "middle",
                 (char[]){(char)('a' + column), '\0'});
    for (int row = 0; row < rows; row++) {
        char name[16];

        snprintf(name, sizeof name, "%d", row + 1);
        put_text(out, EDGE / 2, EDGE + (rows - 1 - row) * SQUARE + SQUARE / 2 + 5, "middle", name);
    }
    end(out);
}
