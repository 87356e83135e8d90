/* tablier/drawing.h - positions as text for a terminal, and as SVG pictures. */
#ifndef TB_DRAWING_H
#define TB_DRAWING_H

#include <tablier/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TB_DRAWING_TEXT = 16384 /* bytes that hold any drawing */ };

/* ---- Drawings ---------------------------------------------------------------- */

struct tb_style {
    size_t size;
    bool ascii;       /* only ASCII; otherwise Unicode box drawing */
    bool colour;      /* ANSI colours; no meaning depends on them */
    const char *lang; /* a BCP 47 tag; NULL: English */
    bool bare;        /* without whose turn it is or who has won: a match may know better */
    bool ended;       /* a match has ended here, say by resignation: nothing can be played */
    int rows;         /* prefer a smaller drawing to one of more lines; 0: no limit */
    const char *last; /* the move that led here, to be marked with ( ); NULL: none */
};

/* Draws the board, what is in hand, and whose turn it is or the result, in several lines. The
 * style may be NULL. */
TB_API int tb_draw(const struct tb_position *position, const struct tb_style *style, char *out,
                   size_t size);

/* ---- Pictures ----------------------------------------------------------------- */

struct tb_picture {
    size_t size;
    bool dark;          /* for a dark page */
    const char *lang;   /* a BCP 47 tag; NULL: English */
    int width;          /* in pixels; 0: as wide as the page allows */
    const char *marks;  /* squares or moves to mark, separated by spaces: "e4 e3h"; or NULL */
    const char *arrows; /* "e2>e4 d2>d5", or NULL */
};

/* Writes the position as an SVG picture, readable without colour. Returns its length, or a
 * negative code if a mark or arrow is not on the board. A board alone takes at most about 40,000
 * bytes, and each mark or arrow adds to that: call it with a size of 0 first to learn how many
 * bytes to allocate. The picture's options may be NULL. Any thread. */
TB_API int tb_draw_svg(const struct tb_position *position, const struct tb_picture *picture,
                       char *out, size_t size, struct tb_error *error);

#ifdef __cplusplus
}
#endif

#endif
