/* frame.h - the lines around the squares of a board that is drawn for a terminal. */
#ifndef TABLIER_CORE_FRAME_H
#define TABLIER_CORE_FRAME_H

#include "core/text.h"

struct frame {
    const char *left[3], *middle[3], *right[3]; /* corners of the top, inner and bottom rules */
    const char *across, *side;
};

const struct frame *frame_of(bool ascii);

enum frame_rule { FRAME_TOP, FRAME_INNER, FRAME_BOTTOM };

/* Draws a rule above, between or below rows of `columns` squares, each `width` characters wide. */
void frame_rule(const struct frame *frame, enum frame_rule rule, int columns, int width,
                struct text *out);

/* Writes text in a colour: the parameters of a terminal's sequence, such as "1;34". NULL: none. */
void text_colour(struct text *out, const char *colour, const char *text);

#endif
