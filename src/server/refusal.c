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

bool refuse(struct refusal *refusal, enum refusal_code code, const char *english,
            const char *french, ...)
{
    struct text text = text_into(refusal->text, sizeof refusal->text);
    va_list arguments;

    refusal->code = code;
    refusal->places[0] = '\0';
    va_start(arguments, french);
    text_add_list(&text, english, arguments);
    va_end(arguments);
    text_end_whole(refusal->text);
    text = text_into(refusal->french, sizeof refusal->french);
    va_start(arguments, french);
    text_add_list(&text, french, arguments);
    va_end(arguments);
    text_end_whole(refusal->french);
    return false;
}

bool refuse_error(struct refusal *refusal, enum refusal_code code, const struct tb_error *error)
{
    return refuse(refusal, error_is_internal(error->code) ? REFUSED_STORE : code, "%s%.0s",
                  "%.0s%s", error->text, error->french);
}

const char *refusal_word(enum refusal_code code)
{
    return rows[code].word;
}

int refusal_status(enum refusal_code code)
{
    return rows[code].status;
}
