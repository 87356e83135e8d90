/*
 * markdown.c - a page of Markdown on a terminal: md4c reads it, and this lays it out.
 *
 * The text of a block (a paragraph, a heading, a list item) is collected, with the escape sequences
 * of its styles, and wrapped when the block is complete.
 */
#include "cli/markdown.h"

#include <errno.h>
#include <md4c.h>
#include <stdlib.h>
#include <string.h>

#include "cli/wrap.h"
#include "core/array.h"
#include "core/memory.h"

enum { LISTS_MAX = 8 };

#define ESC_HEADING "\033[1m"
#define ESC_TITLE "\033[1m\033[4m"
#define ESC_CODE "\033[36m"
#define ESC_PLAIN "\033[0m"

struct list {
    int next;   /* number of the next item; -1: items have dashes */
    int indent; /* of the text of its items */
    bool tight; /* no empty lines between the items */
};

struct page {
    FILE *out;
    int width;
    bool styled; /* with escape sequences */
    char *text;  /* of the block so far */
    size_t length, capacity;
    struct list lists[LISTS_MAX];
    int depth;     /* open lists */
    char mark[16]; /* of the item whose first block comes next; "" if that is printed */
    bool begun;    /* there is something above */
    bool spaced;   /* the next block needs an empty line above it */
};

/* ---- Collecting ------------------------------------------------------------------------- */

/* Adds text; a page that does not fit in memory ends early (md4c then returns nonzero). */
static int collect(struct page *page, const char *text, size_t length)
{
    if (!ARRAY_RESERVE(page->text, page->capacity, page->length, length + 1))
        return 1;
    memcpy(page->text + page->length, text, length);
    page->length += length;
    page->text[page->length] = '\0';
    return 0;
}

/* Adds an escape sequence, unless the page is plain; wrap.h does not count them. */
static int collect_escape(struct page *page, const char *escape)
{
    return page->styled ? collect(page, escape, strlen(escape)) : 0;
}

/* ---- Laying out ------------------------------------------------------------------------- */

static void print_escape(const struct page *page, const char *escape)
{
    if (page->styled)
        fputs(escape, page->out);
}

static int indent_of(const struct page *page)
{
    return page->depth ? page->lists[page->depth - 1].indent : 0;
}

/* An empty line above the block, unless it is the page's first or an item of a tight list. */
static void begin_block(struct page *page)
{
    if (page->begun && page->spaced)
        fputc('\n', page->out);
    fprintf(page->out, "%*s%s", indent_of(page) - (int)strlen(page->mark), "", page->mark);
    page->mark[0] = '\0';
    page->begun = true;
    page->spaced = !page->depth || !page->lists[page->depth - 1].tight;
}

/* Prints the block that was collected, if there is one. */
static void print_block(struct page *page, const char *escape)
{
    if (page->length == 0)
        return;
    begin_block(page);
    print_escape(page, escape);
    wrap_to(page->out, page->text, page->width, indent_of(page), indent_of(page));
    print_escape(page, ESC_PLAIN);
    fputc('\n', page->out);
    page->length = 0;
}

static void print_code(struct page *page)
{
    bool spaced = true;

    for (char *rest = page->text, *line; page->length && (line = strsep(&rest, "\n")) && rest;) {
        page->spaced = spaced;
        spaced = false;
        begin_block(page);
        print_escape(page, ESC_CODE);
        fprintf(page->out, "  %s", line);
        print_escape(page, ESC_PLAIN);
        fputc('\n', page->out);
    }
    page->spaced = true;
    page->length = 0;
}

/* ---- What md4c finds ---------------------------------------------------------------------- */

static int open_list(struct page *page, int first, bool tight)
{
    print_block(page, ""); /* the item that it stands in */
    if (page->depth == LISTS_MAX)
        return 1;
    page->spaced = page->depth == 0;
    page->lists[page->depth] = (struct list){first, indent_of(page) + (first < 0 ? 4 : 5), tight};
    page->depth++;
    return 0;
}

static void close_list(struct page *page)
{
    page->depth--;
    page->spaced = page->depth == 0 || !page->lists[page->depth - 1].tight;
}

static void open_item(struct page *page)
{
    struct list *list = &page->lists[page->depth - 1];
    struct text mark = text_into(page->mark, sizeof page->mark);

    if (list->next < 0)
        text_add(&mark, "- ");
    else
        text_add(&mark, "%d. ", list->next++);
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    struct page *page = context;

    if (type == MD_BLOCK_UL)
        return open_list(page, -1, ((MD_BLOCK_UL_DETAIL *)detail)->is_tight);
    if (type == MD_BLOCK_OL)
        return open_list(page, (int)((MD_BLOCK_OL_DETAIL *)detail)->start,
                         ((MD_BLOCK_OL_DETAIL *)detail)->is_tight);
    if (type == MD_BLOCK_CODE)
        print_block(page, "");
    if (type == MD_BLOCK_LI)
        open_item(page);
    return 0;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    struct page *page = context;

    if (type == MD_BLOCK_H)
        print_block(page, ((MD_BLOCK_H_DETAIL *)detail)->level == 1 ? ESC_TITLE : ESC_HEADING);
    else if (type == MD_BLOCK_CODE)
        print_code(page);
    else
        print_block(page, "");
    if (type == MD_BLOCK_UL || type == MD_BLOCK_OL)
        close_list(page);
    return 0;
}

/* How spans begin and end; of a link, its text is shown. */
static const char *span_escape(MD_SPANTYPE type, bool begins)
{
    switch (type) {
    case MD_SPAN_STRONG:
        return begins ? "\033[1m" : "\033[22m";
    case MD_SPAN_EM:
        return begins ? "\033[3m" : "\033[23m";
    case MD_SPAN_CODE:
        return begins ? "\033[36m" : "\033[39m";
    default:
        return "";
    }
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context)
{
    (void)detail;
    return collect_escape(context, span_escape(type, true));
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context)
{
    (void)detail;
    return collect_escape(context, span_escape(type, false));
}

static int take_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *context)
{
    if (type == MD_TEXT_SOFTBR || type == MD_TEXT_BR)
        return collect(context, " ", 1);
    return collect(context, text, size);
}

void markdown_print(const char *text, int width, bool styled, FILE *out)
{
    const MD_PARSER parser = {
        .flags = MD_DIALECT_COMMONMARK,
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = take_text,
    };
    struct page page = {.out = out, .width = width, .styled = styled, .spaced = true};

    errno = 0;
    /* Without memory for a definition of a link, the parser takes it for text, and returns 0. */
    if (md_parse(text, (MD_SIZE)strlen(text), &parser, &page) != 0 || errno == ENOMEM)
        memory_note_loss();
    free(page.text);
}
