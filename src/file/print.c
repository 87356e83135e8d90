/* print.c - see print.h. */
#include "file/print.h"

#include <stdlib.h>

enum { USUAL_LENGTH = 1024 };

void message_print(FILE *out, const char *lang, const struct phrase *message)
{
    char usual[USUAL_LENGTH], *longer = NULL;
    struct text text = text_into(usual, sizeof usual);

    text_message_in(&text, lang, message);
    if (text.used >= sizeof usual && (longer = malloc(text.used + 1))) {
        text = text_into(longer, text.used + 1);
        text_message_in(&text, lang, message);
    }
    fputs(longer ? longer : usual, out);
    free(longer);
}
