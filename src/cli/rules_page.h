/* rules_page.h - the pages of rules inside the program. */
#ifndef TABLIER_CLI_RULES_PAGE_H
#define TABLIER_CLI_RULES_PAGE_H

#include "cli/resource.h"
#include "core/position.h"

/* The page of a game, or of "match" for what belongs to no single one, as Markdown, with the
 * facts about the game below its title. The caller frees it. NULL if there is no such page or
 * no memory for it. */
char *rules_page(const char *subject, const char *lang);
/* True if there is one, in that language or in English. */
bool rules_page_exists(const char *subject, const char *lang);

#endif
