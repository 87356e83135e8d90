/* rules_page.c - finding a page of rules. */
#include "cli/rules_page.h"

#include <stdlib.h>
#include <string.h>

#include "cli/game_facts.h"
#include "core/catalog.h"
#include "core/text.h"

/* The page of exactly that language. */
static const struct resource *page_in(const char *subject, const char *lang)
{
    char name[64];
    struct text text = text_into(name, sizeof name);

    text_add(&text, "rules/%s.%s.md", subject, lang);
    return text.used < sizeof name ? resource_find(name) : NULL;
}

static const struct resource *find_page(const char *subject, const char *lang)
{
    const struct catalog *catalog = catalog_for(lang);
    const struct resource *page = catalog ? page_in(subject, catalog->tag) : NULL;

    return page ? page : page_in(subject, "en");
}

bool rules_page_exists(const char *subject, const char *lang)
{
    return find_page(subject, lang) != NULL;
}

/* A paragraph of Markdown about the game; "" for a page that belongs to no game. */
static void add_facts(const char *subject, const char *lang, struct text *out)
{
    const struct tb_game *game = tb_game_find(subject);

    if (!game)
        return;
    text_add(out, "\n");
    game_facts_play(game, lang, out);
    text_add(out, ". ");
    game_facts_credit(game, lang, out);
    text_add(out, ".\n");
}

char *rules_page(const char *subject, const char *lang)
{
    const struct resource *page = find_page(subject, lang);
    char facts[512] = "";
    struct text text = text_into(facts, sizeof facts);

    if (!page)
        return NULL;
    add_facts(subject, lang, &text);
    const char *data = (const char *)page->data, *end = memchr(data, '\n', page->size);
    size_t title = end ? (size_t)(end + 1 - data) : page->size, length = strlen(facts);
    char *whole = malloc(page->size + length + 1);

    if (!whole)
        return NULL;
    memcpy(whole, data, title);
    memcpy(whole + title, facts, length);
    memcpy(whole + title + length, data + title, page->size - title);
    whole[page->size + length] = '\0';
    return whole;
}
