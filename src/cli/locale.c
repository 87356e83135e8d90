/* locale.c - the language of everything that is printed. */
#include "cli/locale.h"

#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

const char *locale_variable(const char *category)
{
    const char *const names[] = {"LC_ALL", category, "LANG"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);

        if (value && *value)
            return value;
    }
    return "";
}

/* From --lang. The language belongs to the whole program: errors use it too, even those before a
 * command has read its options. */
static const char *chosen;

void terminal_set_lang(const char *lang)
{
    chosen = lang;
}

const char *terminal_lang(void)
{
    const char *locale = locale_variable("LC_MESSAGES"), *best = "en";
    size_t most = 0;

    if (chosen)
        return chosen;
    for (int i = 0; i < tb_language_count(); i++) {
        const char *lang = tb_language_at(i);
        size_t length = strlen(lang), same = 0;

        while (same < length && (locale[same] == '_' ? '-' : locale[same]) == lang[same])
            same++;
        if (same == length && length > most && (!locale[same] || strchr("_.@", locale[same]))) {
            best = lang;
            most = length;
        }
    }
    return best;
}
