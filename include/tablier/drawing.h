/* tablier/drawing.h - positions as text for a terminal, as SVG pictures, and as data. */
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
    int columns;      /* prefer a narrower drawing to longer lines; 0: no limit */
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
    bool bare;          /* without whose turn it is or who has won: a match may know better */
};

/* Writes the position as an SVG picture, readable without colour. Returns its length, or a
 * negative code if a mark or arrow is not on the board. A board alone takes at most about 40,000
 * bytes, and each mark or arrow adds to that: call it with a size of 0 first to learn how many
 * bytes to allocate. The picture's options may be NULL. Any thread. */
TB_API int tb_draw_svg(const struct tb_position *position, const struct tb_picture *picture,
                       char *out, size_t size, struct tb_error *error);

/* ---- What a board shows --------------------------------------------------- */

enum {
    TB_PIECES_MAX = 96,    /* pieces on the board, the most in any position */
    TB_SUPPLIES_MAX = 8,   /* kinds of pieces in hand, counted per player */
    TB_MARKS_MAX = 64,     /* squares with a meaning */
    TB_PLACE_TEXT = 4,     /* bytes that hold the name of any place: "e4", "e3h" */
    TB_KIND_TEXT = 8,      /* bytes that hold the name of any kind of piece */
};

struct tb_piece {
    char place[TB_PLACE_TEXT];
    char kind[TB_KIND_TEXT]; /* "pawn", "barrier"; a letter where the notation has one: "S" */
    int player;              /* its owner; -1: none */
    char way;                /* the direction it points in, 'n', 'e', 's' or 'w'; 0: none */
    bool sends;              /* it was placed last and restricts where the next player may play */
};

/* Pieces of one kind that are not on the board. */
struct tb_supply {
    char kind[TB_KIND_TEXT];
    int player;    /* who holds them; -1: all players draw on them */
    int count, of; /* how many are left, of how many at the start */
};

enum tb_mark_kind {
    TB_MARK_WIN,   /* one of the squares that won; `number` counts the lines they form */
    TB_MARK_REACH, /* the last move sends the player to move there, whether or not anything fits */
    TB_MARK_HELD,  /* player `number` holds the square, where that counts */
    TB_MARK_GOAL,  /* player `number` wins by reaching the square */
};

struct tb_mark {
    enum tb_mark_kind kind;
    char place[TB_PLACE_TEXT];
    int number;
};

/* A position as data: everything that a picture of it shows. */
struct tb_scene {
    size_t size;
    int piece_count, supply_count, mark_count;
    struct tb_piece pieces[TB_PIECES_MAX]; /* those of one place from the bottom up */
    struct tb_supply supplies[TB_SUPPLIES_MAX];
    struct tb_mark marks[TB_MARKS_MAX]; /* the squares of a line in their order */
};

/* Fills in a scene whose size is set. One of a game that does not describe itself is empty. */
TB_API int tb_position_scene(const struct tb_position *position, struct tb_scene *scene,
                             struct tb_error *error);

#ifdef __cplusplus
}
#endif

#endif
