/* print.h - writes messages to a stream, in a language. */
#ifndef TABLIER_FILE_PRINT_H
#define TABLIER_FILE_PRINT_H

#include <stdio.h>

#include "core/message.h"

/* print_in(out, lang, "template", arguments...) */
#define print_in(out, lang, ...) message_print(out, lang, MESSAGE(__VA_ARGS__))
void message_print(FILE *out, const char *lang, const struct phrase *message);

#endif
