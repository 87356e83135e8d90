/*
 * picture.h - a game's pictures: an SVG of a position, and facts that any picture of it shows.
 */
#ifndef TABLIER_CORE_PICTURE_H
#define TABLIER_CORE_PICTURE_H

#include "core/game.h"
#include "core/svg.h"

/* Each hook but draw() may be NULL. */
struct picture {
    /* Draws the board with its pieces and what is in hand into a picture, beginning with
     * svg_board(), whose last line below the board is left free for the status. */
    void (*draw)(const void *state, struct svg *svg);

    /* Marks what a word of this many bytes names, if that is not squares alone; else false. */
    bool (*mark)(const void *state, const char *word, size_t length, struct svg *svg);

    /* Writes words separated by spaces. The squares to which the last move sends the player to
     * move, whether or not anything fits there: "a2 b3"; and who holds a square, where that
     * counts: "b2:1 c3:2". */
    void (*reach)(const void *state, struct text *out);
    void (*holders)(const void *state, struct text *out);
};

#endif
