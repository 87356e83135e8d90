/* refusal.c - the words and numbers of refusals. */
#include "server/refusal.h"

static const struct {
    const char *word;
    int status;
} rows[] = {
    [REFUSED_NOT] = {"ok", 200},
#define REFUSAL_ROW(name, word, status) [REFUSED_##name] = {word, status},
    REFUSALS(REFUSAL_ROW)
#undef REFUSAL_ROW
};

bool refuse(struct refusal *refusal, enum refusal_code code, const char *format, ...)
{
    struct text text = text_into(refusal->text, sizeof refusal->text);
    va_list arguments;

    refusal->code = code;
    refusal->places[0] = '\0';
    va_start(arguments, format);
    text_add_list(&text, format, arguments);
    va_end(arguments);
    return false;
}

const char *refusal_word(enum refusal_code code)
{
    return rows[code].word;
}

int refusal_status(enum refusal_code code)
{
    return rows[code].status;
}
