/* page.c - replaces the part of the page's head that describes it. */
#define _GNU_SOURCE /* memmem() */
#include "server/share/page.h"

#include <string.h>

#include "server/share/card.h"

/* The part of the head that is replaced: from the first text up to the end of the second. */
static const char FROM[] = "<title>", TO[] = "content=\"summary_large_image\">";

static void add_escaped(struct text *out, const char *words)
{
    for (; *words; words++)
        switch (*words) {
        case '&':
            text_add(out, "&amp;");
            break;
        case '<':
            text_add(out, "&lt;");
            break;
        case '>':
            text_add(out, "&gt;");
            break;
        case '"':
            text_add(out, "&quot;");
            break;
        default:
            text_char(out, *words);
        }
}

/* <meta name="..." content="..."> */
static void add_meta(struct text *out, const char *kind, const char *name, const char *content)
{
    text_add(out, "    <meta %s=\"%s\" content=\"", kind, name);
    add_escaped(out, content);
    text_add(out, "\">\n");
}

static void add_tags(struct text *out, const struct share_page *page)
{
    char number[16];
    struct text width = text_into(number, sizeof number);

    text_add(out, "<title>");
    add_escaped(out, page->title);
    text_add(out, " · Tablier</title>\n");
    add_meta(out, "name", "description", page->description);
    add_meta(out, "property", "og:type", "website");
    add_meta(out, "property", "og:site_name", "Tablier");
    add_meta(out, "property", "og:locale", page->lang);
    add_meta(out, "property", "og:url", page->url);
    add_meta(out, "property", "og:title", page->title);
    add_meta(out, "property", "og:description", page->description);
    add_meta(out, "property", "og:image", page->image);
    add_meta(out, "property", "og:image:type", "image/png");
    text_add(&width, "%d", CARD_WIDTH);
    add_meta(out, "property", "og:image:width", number);
    width = text_into(number, sizeof number);
    text_add(&width, "%d", CARD_HEIGHT);
    add_meta(out, "property", "og:image:height", number);
    add_meta(out, "property", "og:image:alt", page->description);
    add_meta(out, "name", "twitter:card", "summary_large_image");
}

static void add_bytes(struct text *out, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        text_char(out, bytes[i]);
}

void page_write_home(struct text *out, const struct server_file *file, const char *place)
{
    static const char image[] = "og:image\" content=\"";
    const char *text = (const char *)file->data, *end = text + file->size;
    const char *found = memmem(text, file->size, image, strlen(image));
    const char *from = found ? found + strlen(image) : text;

    add_bytes(out, text, (size_t)(from - text));
    if (found) {
        add_escaped(out, place);
        text_char(out, '/');
    }
    add_bytes(out, from, (size_t)(end - from));
}

void page_write(struct text *out, const struct server_file *file, const struct share_page *page)
{
    const char *text = (const char *)file->data, *end = text + file->size;
    const char *from = memmem(text, file->size, FROM, strlen(FROM));
    const char *to = from ? memmem(from, (size_t)(end - from), TO, strlen(TO)) : NULL;

    if (!from)
        from = end;
    add_bytes(out, text, (size_t)(from - text));
    text_add(out, "<base href=\"../\">\n    ");
    if (page->route)
        add_meta(out, "name", "tablier-route", page->route);
    if (page->title && to) {
        add_tags(out, page);
        from = to + strlen(TO);
    }
    add_bytes(out, from, (size_t)(end - from));
}
