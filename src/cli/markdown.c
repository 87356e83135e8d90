/*
 * markdown.c - a page of Markdown on a terminal.
 *
 * Lines are read one by one. Text lines are poured word by word into the
 * current block (a paragraph or a list item), which wraps; a blank line or
 * another kind of block ends it. Emphasis survives the wrapping because it is
 * switched on and off as its marks go by.
 */
#include "cli/markdown.h"

#include <stdbool.h>
#include <string.h>

#include "cli/wrap.h"

#define ESC_BOLD "\033[1m"
#define ESC_NOT_BOLD "\033[22m"
#define ESC_ITALIC "\033[3m"
#define ESC_NOT_ITALIC "\033[23m"
#define ESC_CODE "\033[36m"
#define ESC_NOT_CODE "\033[39m"
#define ESC_PLAIN "\033[0m"

struct page {
    FILE *out;
    int width;
    int column; /* of the cursor; 0: no block is open */
    int indent; /* of the lines that continue the block */
    bool fence; /* between ``` and ``` */
    bool styled; /* with escape sequences; without, the marks are simply left out */
    bool bold, italic, code;
};

/* Columns that a word takes: its UTF-8 characters, marks of emphasis aside. */
static int visible_width(const char *word, size_t length)
{
    int width = 0;

    for (size_t i = 0; i < length; i++)
        width += ((unsigned char)word[i] & 0xc0) != 0x80 && word[i] != '*' && word[i] != '`';
    return width;
}

static void print_style(struct page *page, const char *escape)
{
    if (page->styled)
        fputs(escape, page->out);
}

static void toggle(struct page *page, bool *state, const char *on, const char *off)
{
    *state = !*state;
    print_style(page, *state ? on : off);
}

/* Prints a word; `**`, `*` and backquotes switch the style instead of being shown. */
static void print_word(struct page *page, const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (word[i] == '`') {
            toggle(page, &page->code, ESC_CODE, ESC_NOT_CODE);
        } else if (word[i] != '*' || page->code) {
            fputc(word[i], page->out);
        } else if (i + 1 < length && word[i + 1] == '*') {
            toggle(page, &page->bold, ESC_BOLD, ESC_NOT_BOLD);
            i++;
        } else {
            toggle(page, &page->italic, ESC_ITALIC, ESC_NOT_ITALIC);
        }
    }
}

static void new_line(struct page *page)
{
    fprintf(page->out, "\n%*s", page->indent, "");
    page->column = page->indent;
}

/* Pours one line of text into the open block. */
static void pour(struct page *page, const char *line, size_t length)
{
    const char *end = line + length;

    for (;;) {
        while (line < end && *line == ' ')
            line++;
        if (line == end)
            return;
        const char *word = line;

        line = wrap_word_end(word, end);
        int width = visible_width(word, (size_t)(line - word));

        if (page->column > page->indent && page->column + 1 + width > page->width) {
            new_line(page);
        } else if (page->column > page->indent) {
            fputc(' ', page->out);
            page->column++;
        }
        print_word(page, word, (size_t)(line - word));
        page->column += width;
    }
}

static void end_block(struct page *page)
{
    if (page->column > 0) {
        print_style(page, ESC_PLAIN);
        fputc('\n', page->out);
    }
    page->column = page->indent = 0;
    page->bold = page->italic = page->code = false;
}

static void print_heading(struct page *page, const char *line, size_t length)
{
    size_t level = strspn(line, "#");

    end_block(page);
    print_style(page, level == 1 ? ESC_BOLD "\033[4m" : ESC_BOLD);
    fwrite(line + level + 1, 1, length > level ? length - level - 1 : 0, page->out);
    print_style(page, ESC_PLAIN);
    fputc('\n', page->out);
}

static void print_verbatim(struct page *page, const char *line, size_t length)
{
    end_block(page);
    print_style(page, ESC_CODE);
    fprintf(page->out, "  %.*s", (int)length, line);
    print_style(page, ESC_PLAIN);
    fputc('\n', page->out);
}

/* Width of a list item's mark ("- ", "12. "), blanks before it included; 0 if there is none. */
static size_t item_mark(const char *line)
{
    size_t blank = strspn(line, " ");
    size_t digits = strspn(line + blank, "0123456789");

    if (digits == 0 && line[blank] == '-' && line[blank + 1] == ' ')
        return blank + 2;
    if (digits > 0 && line[blank + digits] == '.' && line[blank + digits + 1] == ' ')
        return blank + digits + 2;
    return 0;
}

static void print_line(struct page *page, const char *line, size_t length)
{
    size_t mark = length ? item_mark(line) : 0;

    if (length >= 3 && strncmp(line, "```", 3) == 0) {
        end_block(page);
        page->fence = !page->fence;
    } else if (page->fence || line[0] == '|') {
        print_verbatim(page, line, length);
    } else if (length == 0) {
        end_block(page);
        fputc('\n', page->out);
    } else if (line[0] == '#') {
        print_heading(page, line, length);
    } else if (mark) {
        end_block(page);
        fprintf(page->out, "  %.*s", (int)mark, line);
        page->indent = page->column = (int)mark + 2;
        pour(page, line + mark, length - mark);
    } else {
        pour(page, line, length);
    }
}

void markdown_print(const char *text, int width, bool styled, FILE *out)
{
    struct page page = {.out = out, .width = width, .styled = styled};

    while (*text) {
        size_t length = strcspn(text, "\n");

        print_line(&page, text, length);
        text += length + (text[length] == '\n');
    }
    end_block(&page);
}
