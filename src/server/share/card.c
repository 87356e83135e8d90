/* card.c - the card as SVG around the library's own picture of the position, and as PNG by
 * librsvg. */
#include "server/share/card.h"

#include <librsvg/rsvg.h>
#include <stdlib.h>
#include <string.h>

#include "core/svg.h"

enum {
    PNG_MOST = 1 << 20, /* bytes; a board takes 30,000 to 90,000 */
    BOARD_LEFT = 30,
    BOARD_TOP = 15,
    BOARD_SIDE = 600,
    TEXT_LEFT = 670,
    TEXT_COLUMNS = 26, /* characters of a line of the status, about */
    LINES_MOST = 5,
};

/* ---- Words ----------------------------------------------------------------------------- */

/* Adds `length` bytes of text at a point; bytes that mean something to XML are escaped. */
static void add_words(struct text *out, int x, int y, const char *style, const char *words,
                      size_t length)
{
    text_add(out, "<text x=\"%d\" y=\"%d\" %s>", x, y, style);
    for (size_t i = 0; i < length && words[i]; i++)
        switch (words[i]) {
        case '<':
            text_add(out, "&lt;");
            break;
        case '&':
            text_add(out, "&amp;");
            break;
        default:
            text_char(out, words[i]);
        }
    text_add(out, "</text>\n");
}

/* The bytes of the next line: whole words as far as they fit, at least one. */
static size_t line_length(const char *words)
{
    size_t length = strlen(words), cut = 0;
    int columns = 0;

    for (size_t i = 0; i < length; i++) {
        columns += (words[i] & 0xC0) != 0x80;
        if (columns > TEXT_COLUMNS && cut > 0)
            return cut;
        if (words[i] == ' ')
            cut = i;
    }
    return length;
}

static void add_status(struct text *out, int y, const char *fill, const char *words)
{
    char style[64];
    struct text text = text_into(style, sizeof style);

    text_add(&text, "font-size=\"36\" fill=\"%s\"", fill);
    for (int line = 0; *words && line < LINES_MOST; line++) {
        size_t length = line_length(words);

        add_words(out, TEXT_LEFT, y + 48 * line, style, words, length);
        words += length;
        words += strspn(words, " ");
    }
}

/* A player's disc with the number, and the name: a winner's is bold. */
static void add_player(struct text *out, const struct card *card, int player, int y)
{
    const struct svg_colours *colours = svg_theme(false);
    char number[] = {(char)('1' + player), '\0'};
    const char *name = card->names[player];
    char style[80];
    struct text text = text_into(style, sizeof style);

    text_add(out, "<circle cx=\"%d\" cy=\"%d\" r=\"24\" fill=\"%s\" stroke=\"%s\"/>\n",
             TEXT_LEFT + 24, y, colours->player[player], colours->ink);
    add_words(out, TEXT_LEFT + 24, y + 10, "font-size=\"28\" fill=\"#fff\" text-anchor=\"middle\"",
              number, 1);
    text_add(&text, "font-size=\"38\" fill=\"%s\"%s", colours->ink,
             card->winners >> player & 1 ? " font-weight=\"bold\"" : "");
    add_words(out, TEXT_LEFT + 64, y + 13, style, name, strlen(name));
}

/* ---- The picture -------------------------------------------------------------------------- */

/* The library's picture of the board; NULL without memory. The last move is marked if it can be. */
static char *draw_board(const struct card *card)
{
    TB_STRUCT(tb_picture, picture);

    picture.lang = card->lang;
    picture.marks = card->last;
    picture.bare = true;
    int length = tb_draw_svg(card->position, &picture, NULL, 0, NULL);

    if (length < 0) {
        picture.marks = NULL;
        length = tb_draw_svg(card->position, &picture, NULL, 0, NULL);
    }
    char *svg = length > 0 ? malloc((size_t)length + 1) : NULL;

    if (svg)
        tb_draw_svg(card->position, &picture, svg, (size_t)length + 1, NULL);
    return svg;
}

static void add_card(struct text *out, const struct card *card, const char *board)
{
    const struct svg_colours *colours = svg_theme(false);
    char style[80];
    struct text text = text_into(style, sizeof style);
    int y = 230;

    text_add(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
             "font-family=\"sans-serif\">\n<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
             CARD_WIDTH, CARD_HEIGHT, CARD_WIDTH, CARD_HEIGHT, colours->page);
    text_add(out, "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\">\n%s</svg>\n", BOARD_LEFT,
             BOARD_TOP, BOARD_SIDE, BOARD_SIDE, board);
    text_add(&text, "font-size=\"72\" font-weight=\"bold\" fill=\"%s\"", colours->ink);
    add_words(out, TEXT_LEFT, 130, style, card->title, strlen(card->title));
    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        if (card->names[p]) {
            add_player(out, card, p, y);
            y += 64;
        }
    add_status(out, y + 24, colours->ink, card->status);
    text = text_into(style, sizeof style);
    text_add(&text, "font-size=\"30\" fill=\"%s\" text-anchor=\"end\"", colours->soft);
    add_words(out, CARD_WIDTH - 40, CARD_HEIGHT - 36, style, "Tablier", 7);
    text_add(out, "</svg>\n");
}

/* The whole card as SVG, which the caller frees. */
static char *card_svg(const struct card *card)
{
    char *board = draw_board(card), *svg = NULL;
    struct text counted = text_into(NULL, 0);

    if (board) {
        add_card(&counted, card, board);
        svg = malloc(counted.used + 1);
    }
    if (svg) {
        struct text out = text_into(svg, counted.used + 1);

        add_card(&out, card, board);
    }
    free(board);
    return svg;
}

/* ---- PNG ----------------------------------------------------------------------------------- */

struct png {
    unsigned char *data;
    size_t length, capacity;
};

static cairo_status_t write_png(void *closure, const unsigned char *data, unsigned int length)
{
    struct png *png = closure;

    if (png->length + length > PNG_MOST)
        return CAIRO_STATUS_WRITE_ERROR;
    if (png->length + length > png->capacity) {
        size_t capacity = 2 * (png->length + length);
        unsigned char *grown = realloc(png->data, capacity);

        if (!grown)
            return CAIRO_STATUS_NO_MEMORY;
        png->data = grown;
        png->capacity = capacity;
    }
    memcpy(png->data + png->length, data, length);
    png->length += length;
    return CAIRO_STATUS_SUCCESS;
}

/* Draws a picture on a surface of the card's size. */
static bool render(const char *svg, cairo_surface_t *surface)
{
    const RsvgRectangle whole = {0, 0, CARD_WIDTH, CARD_HEIGHT};
    RsvgHandle *handle = rsvg_handle_new_from_data((const guint8 *)svg, strlen(svg), NULL);
    cairo_t *cairo = cairo_create(surface);
    bool drawn = handle && rsvg_handle_render_document(handle, cairo, &whole, NULL);

    cairo_destroy(cairo);
    if (handle)
        g_object_unref(handle);
    return drawn;
}

unsigned char *card_png(const struct card *card, size_t *length)
{
    char *svg = card_svg(card);
    struct png png = {0};

    if (!svg)
        return NULL;
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, CARD_WIDTH, CARD_HEIGHT);

    if (!render(svg, surface) ||
        cairo_surface_write_to_png_stream(surface, write_png, &png) != CAIRO_STATUS_SUCCESS) {
        free(png.data);
        png = (struct png){0};
    }
    cairo_surface_destroy(surface);
    free(svg);
    *length = png.length;
    return png.data;
}
