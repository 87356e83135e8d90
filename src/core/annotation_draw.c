/*
 * annotation_draw.c - arrows and squares that somebody has drawn on the board of a position.
 *
 * A word has a colour and one square, "Gb2", or two, "Rb2c3", for an arrow from one to the other.
 * A node keeps them as one text with single spaces, the squares before the arrows.
 */
#include <stdlib.h>
#include <string.h>

#include "core/annotation.h"
#include "core/error.h"
#include "core/picture.h"

#define BETWEEN " ,\t\r\n"

/* Of a game that does not say how large its board is. */
enum { LARGEST_SIDE = 9 };

static const char colours[] = "GRBY";

struct drawings {
    char words[ANNOTATION_DRAWINGS_MAX][DRAWING_TEXT];
    int count;
};

bool drawing_is_arrow(const char *word)
{
    return strcspn(word, BETWEEN) == DRAWING_TEXT - 1;
}

/* True if it names squares of the board; those of an arrow are different. */
static bool is_drawing(const struct tb_setup *setup, const char *word)
{
    const struct picture *picture = setup->game->picture;
    int side = picture && picture->side ? picture->side(setup) : LARGEST_SIDE, from[2], to[2];
    struct scan scan = {word + 1};

    if (!*word || !strchr(colours, *word) || !scan_square(&scan, side, side, &from[0], &from[1]))
        return false;
    if (scan_end(&scan))
        return true;
    return scan_square(&scan, side, side, &to[0], &to[1]) && scan_end(&scan) &&
           (from[0] != to[0] || from[1] != to[1]);
}

/* Adds a word, or gives its place the new colour. */
static int add_word(struct drawings *all, const char *word, struct tb_error *error)
{
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->words[i] + 1, word + 1) == 0) {
            all->words[i][0] = word[0];
            return TB_OK;
        }
    if (all->count == ANNOTATION_DRAWINGS_MAX)
        return error_set(error, TB_ERR_RANGE,
                         "A position has at most {max} squares and arrows drawn on it.",
                         arg_count("max", ANNOTATION_DRAWINGS_MAX));
    strcpy(all->words[all->count++], word);
    return TB_OK;
}

static int add_words(struct drawings *all, const struct tb_setup *setup, const char *words,
                     struct tb_error *error)
{
    int code = TB_OK;

    for (words += strspn(words, BETWEEN); *words && !code; words += strspn(words, BETWEEN)) {
        char word[2 * DRAWING_TEXT];
        struct text text = text_into(word, sizeof word);
        size_t length = strcspn(words, BETWEEN);

        text_add(&text, "%.*s", (int)length, words);
        if (!is_drawing(setup, word))
            return error_set(error, TB_ERR_SYNTAX,
                             "''{text}'' is not a drawing on this board; Gb2 is a green square, "
                             "Rb2c3 a red arrow, and Y and B are yellow and blue.",
                             arg_text("text", quote(word).text));
        code = add_word(all, word, error);
        words += length;
    }
    return code;
}

/* The words as one text, which the caller frees; NULL if memory runs out. */
static char *join(const struct drawings *all)
{
    size_t size = (size_t)all->count * DRAWING_TEXT + 1;
    char *joined = malloc(size);
    struct text text = text_into(joined, joined ? size : 0);

    for (int arrows = 0; arrows < 2; arrows++)
        for (int i = 0; i < all->count; i++)
            if (drawing_is_arrow(all->words[i]) == arrows)
                text_add(&text, "%s%s", text.used ? " " : "", all->words[i]);
    return joined;
}

/* Replaces the drawings of a node by two lists; NULL is an empty one. */
static int replace(struct annotations *tree, int node, const struct tb_setup *setup,
                   const char *old, const char *words, struct tb_error *error)
{
    struct drawings all = {0};
    int code;

    if ((old && (code = add_words(&all, setup, old, error))) ||
        (words && (code = add_words(&all, setup, words, error))) ||
        (code = annotations_begin(tree, error)))
        return code;
    char *joined = all.count ? join(&all) : NULL;

    if (all.count && !joined)
        return error_memory(error);
    free(tree->nodes[node].drawings); /* only now: the words may be part of it */
    tree->nodes[node].drawings = joined;
    return TB_OK;
}

int annotations_set_drawings(struct annotations *tree, int node, const struct tb_setup *setup,
                             const char *words, struct tb_error *error)
{
    return replace(tree, node, setup, NULL, words, error);
}

int annotations_draw(struct annotations *tree, int node, const struct tb_setup *setup,
                     const char *words, struct tb_error *error)
{
    const struct annotation_node *at = annotations_at(tree, node);

    return replace(tree, node, setup, at ? at->drawings : NULL, words, error);
}
