/* say.h - messages on a stream, in a language. */
#ifndef TABLIER_FILE_SAY_H
#define TABLIER_FILE_SAY_H

#include <stdio.h>

#include "core/message.h"

/* say_in(out, lang, "template", arguments...) */
#define say_in(out, lang, ...) say_message(out, lang, MESSAGE(__VA_ARGS__))
void say_message(FILE *out, const char *lang, const struct phrase *message);

#endif
