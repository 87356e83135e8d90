/* refusal.c - the words and numbers of refusals. */
#include "server/common/refusal.h"

#include <stdio.h>

#include "core/error.h"

static const struct {
    const char *word;
    int status;
} rows[] = {[REFUSED_NOT] = {"ok", 200},
#define REFUSAL_ROW(name, word, status) [REFUSED_##name] = {word, status},
            REFUSALS(REFUSAL_ROW)
#undef REFUSAL_ROW
};

bool refuse_encoded(struct refusal *refusal, enum refusal_code code, const char *encoded)
{
    struct text text = text_into(refusal->text, sizeof refusal->text);

    refusal->code = code;
    refusal->places[0] = '\0';
    snprintf(refusal->message, sizeof refusal->message, "%s", encoded);
    text_end_whole(refusal->message);
    message_render_encoded(&text, refusal->message, NULL);
    text_end_whole(refusal->text);
    return false;
}

bool refuse_message(struct refusal *refusal, enum refusal_code code, const struct phrase *phrase)
{
    char encoded[TB_MESSAGE_TEXT];
    struct text text = text_into(encoded, sizeof encoded);

    message_encode(&text, phrase);
    return refuse_encoded(refusal, code, encoded);
}

bool refuse_error(struct refusal *refusal, enum refusal_code code, const struct tb_error *error)
{
    return refuse_encoded(refusal, error_is_internal(error->code) ? REFUSED_STORE : code,
                          error->message);
}

const char *refusal_word(enum refusal_code code)
{
    return rows[code].word;
}

int refusal_status(enum refusal_code code)
{
    return rows[code].status;
}
