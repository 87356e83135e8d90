/* rules_page.c - finding a page of rules. */
#include "cli/rules_page.h"

#include <string.h>

#include "core/text.h"

const struct resource *rules_page(const char *subject, enum tb_lang lang)
{
    char name[64];
    struct text text = text_into(name, sizeof name);

    text_add(&text, "rules/%s.%s.md", subject, lang == TB_FRENCH ? "fr" : "en");
    for (const struct resource *page = resources; page->name; page++)
        if (text.used < sizeof name && strcmp(page->name, name) == 0)
            return page;
    return NULL;
}
