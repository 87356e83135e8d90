/* locale.h - the user's language and locale. command.h declares terminal_lang(). */
#ifndef TABLIER_CLI_LOCALE_H
#define TABLIER_CLI_LOCALE_H

/* The value of a locale category in the environment, "" if none is set. */
const char *locale_variable(const char *category);

/* Sets the language of everything that is printed; `lang` must live as long as the program. */
void terminal_set_lang(const char *lang);

#endif
