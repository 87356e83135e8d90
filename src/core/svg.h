/*
 * svg.h - positions as SVG pictures: drawing functions that all games share.
 *
 * All measures are whole units, so that no locale can put a comma into a number. A square
 * is SVG_PITCH units wide unless the game says otherwise. Owners are told apart by their
 * number and kinds by their shape: colours only help.
 */
#ifndef TABLIER_CORE_SVG_H
#define TABLIER_CORE_SVG_H

#include "core/text.h"

enum { SVG_MARGIN = 26, SVG_LINE = 24 };

struct svg_colours {
    const char *page, *ink, *soft, *square, *other, *line, *light; /* light: text on pieces */
    const char *player[TB_PLAYERS_MAX];
    const char *size[3];
    const char *barrier, *mark, *arrow;
};

struct svg {
    struct text *out;
    const struct svg_colours *colours;
    const char *lang;
    int width;                /* of the picture in pixels, 0: not specified */
    int columns, rows, pitch; /* of the board, set by svg_board(), */
    int lines;                /* and of text below it */
    bool bare;                /* without the last of these, the status */
};

/* Begins the picture: the page, and the names of columns and rows around a board. `lines` lines of
 * text follow below it, the last one for the status. Called once, first. */
void svg_board(struct svg *svg, int columns, int rows, int pitch, int lines);

/* The middle of a column, of a row; both from 0. */
int svg_x(const struct svg *svg, int column);
int svg_y(const struct svg *svg, int row);

void svg_add(struct svg *svg, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A rectangle around a middle; stroke may be "none". */
void svg_rect(struct svg *svg, int x, int y, int width, int height, int round, const char *fill,
              const char *stroke);
/* A disc with a player's colour and number. */
void svg_disc(struct svg *svg, int x, int y, int radius, int player);
/* Text with its middle at a point; any bytes that mean something to XML are escaped. */
void svg_text(struct svg *svg, int x, int y, int size, const char *fill, const char *text);
/* Line number `line` below the board, from 0. */
void svg_below(struct svg *svg, int line, const char *text);

/* Overlays on a board that is drawn. Squares are named as everywhere; each word must name
 * one or more (an arrow two), or the first word that does not is *bad. */
bool svg_marks(struct svg *svg, const char *words, const char **bad);
bool svg_arrows(struct svg *svg, const char *words, const char **bad);
/* The ring that marks a square. */
void svg_ring(struct svg *svg, int column, int row);

void svg_end(struct svg *svg);

const struct svg_colours *svg_theme(bool dark);

#endif
