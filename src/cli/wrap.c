/* wrap.c - lines broken between words. */
#include "cli/wrap.h"

#include <string.h>

/* Length of the escape sequence at the start of a text, 0 if there is none. */
static size_t escape_length(const char *text, size_t length)
{
    size_t i = 2;

    if (length < 2 || text[0] != '\033' || text[1] != '[')
        return 0;
    while (i < length && !(text[i] >= '@' && text[i] <= '~'))
        i++;
    return i < length ? i + 1 : length;
}

int wrap_width(const char *text, size_t length)
{
    int width = 0;

    for (size_t i = 0; i < length;) {
        size_t escape = escape_length(text + i, length - i);

        if (!escape)
            width += ((unsigned char)text[i] & 0xc0) != 0x80;
        i += escape ? escape : 1;
    }
    return width;
}

/* The end of the word that begins at `word`: a blank that no line may be broken at belongs to it,
 * such as the one before a colon in French. */
static const char *word_end(const char *word, const char *end)
{
    while (word < end && *word != ' ')
        word++;
    if (end - word >= 2 && strchr(":;?!", word[1]) && (end - word == 2 || word[2] == ' '))
        word += 2;
    return word;
}

/* Breaks one line, which begins in `column`. */
static void wrap_line(const char *line, size_t length, int width, int column, int indent,
                      struct text *out)
{
    const char *end = line + length, *at = line;
    bool begun = false; /* the line on the screen has a word */

    while (at < end) {
        const char *word = at + strspn(at, " ");

        if (word >= end)
            return;
        const char *stop = word_end(word, end);
        int blanks = (int)(word - at), columns = wrap_width(word, (size_t)(stop - word));

        if (begun && column + blanks + columns > width) {
            text_add(out, "\n%*s", indent, "");
            column = indent;
            blanks = 0;
        }
        text_add(out, "%*s%.*s", blanks, "", (int)(stop - word), word);
        column += blanks + columns;
        begun = true;
        at = stop;
    }
}

static void wrap_from(const char *text, int width, int column, int indent, struct text *out)
{
    while (*text) {
        size_t length = strcspn(text, "\n");

        if (width <= 0 || column + wrap_width(text, length) <= width)
            text_add(out, "%.*s", (int)length, text);
        else
            wrap_line(text, length, width, column, indent, out);
        text += length;
        column = 0;
        if (*text == '\n')
            text_char(out, *text++);
    }
}

void wrap_text(const char *text, int width, int indent, struct text *out)
{
    wrap_from(text, width, 0, indent, out);
}

void wrap_to(FILE *file, const char *text, int width, int column, int indent)
{
    char lines[TB_DRAWING_TEXT + TB_DRAWING_TEXT / 8];
    struct text out = text_into(lines, sizeof lines);

    wrap_from(text, width, column, indent, &out);
    fputs(lines, file);
}

void wrap_print(const char *text, int width, int column, int indent)
{
    wrap_to(stdout, text, width, column, indent);
}

void sentence_text(const char *words, struct text *out)
{
    const unsigned char *at = (const unsigned char *)words;
    size_t length = strlen(words);

    if (at[0] >= 'a' && at[0] <= 'z' && !(at[1] >= '0' && at[1] <= '9')) {
        text_char(out, (char)(*words++ - 'a' + 'A'));
    } else if (at[0] == 0xc3 && at[1] >= 0xa0 && at[1] <= 0xbe) { /* a to thorn, with accents */
        text_add(out, "\xc3%c", at[1] - 0x20);
        words += 2;
    }
    text_add(out, "%s%s", words, length > 0 && !strchr(".?!", at[length - 1]) ? "." : "");
}
