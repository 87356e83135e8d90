/*
 * plot.h - plots as SVG inside a page. Colours come from the page's style and carry no meaning
 * alone: every bar has its number beside it, every square its number in it.
 */
#ifndef TABLIER_LAB_PLOT_H
#define TABLIER_LAB_PLOT_H

#include <stdio.h>

#include "lab/statistics.h"

/* Writes text so that HTML shows it as it is. */
void html_text(FILE *out, const char *text);

struct plot {
    const char *title; /* what it shows, for readers who do not see it, too */
    const struct statistic *statistics;
    int count;
    const char *const *labels; /* of each statistic; NULL: its item */
    double mark;               /* a line across, such as an even score; NaN: none */
    const char *lang;
};

/* One bar for each statistic, with the interval as a thin line. */
void plot_bars(FILE *out, const struct plot *plot);
/* The statistics as a line from left to right, with the intervals as a band around it. */
void plot_curve(FILE *out, const struct plot *plot);
/* The statistics on the squares that their items name, on a board of that size. */
void plot_board(FILE *out, const struct plot *plot, int columns, int rows);

#endif
