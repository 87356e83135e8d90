/* ascii.c - texts spelled with ASCII alone, as each language does. */
#include "core/ascii.h"

#include <string.h>

#include "core/message.h"

static size_t character_size(const char *at)
{
    size_t length = 1;

    while (((unsigned char)at[length] & 0xc0) == 0x80)
        length++;
    return length;
}

/* Looks up how the text begins in pairs such as "…=... →=->": the ASCII and its length, NULL if
 * none fits. `taken` becomes the bytes of the text that the pair replaces. */
static const char *paired(const char *pairs, const char *at, size_t *taken, int *length)
{
    while (*pairs) {
        size_t sign = strcspn(pairs, "="), rest = pairs[sign] ? strcspn(pairs + sign, " ") : 0;

        if (rest > 0 && sign > 0 && strncmp(at, pairs, sign) == 0) {
            *taken = sign;
            *length = (int)rest - 1;
            return pairs + sign + 1;
        }
        pairs += sign + rest;
        pairs += *pairs == ' ';
    }
    return NULL;
}

/* The nearest ASCII of signs that are the same in all languages. */
static const char signs[] = "«\u00a0=\" \u00a0»=\" «\u202f=\" \u202f»=\" «=\" »=\" „=\" “=\" ”=\" "
                            "’=' ‘=' ‚=' –=- —=- −=- …=... →=-> ·=. °=o ×=x "
                            "\u0153=oe \u0152=OE \u00e6=ae \u00df=ss";

void text_ascii(const char *lang, const char *from, struct text *out)
{
    /* Translators: how the language writes its letters and signs in ASCII, such as the u with two
     * dots as ue; what is not listed loses its accent. */
    const char *own = translate_as(lang, "ASCII", NC_("ASCII", "…=..."));

    while (*from) {
        size_t taken = character_size(from);
        int length = (int)taken;
        const char *plain = NULL;

        if ((unsigned char)*from >= 0x80 && !(plain = paired(own, from, &taken, &length)))
            plain = paired(signs, from, &taken, &length);
        bool space = strncmp(from, "\u00a0", 2) == 0 || strncmp(from, "\u202f", 3) == 0;

        if (!plain && (space || (unsigned char)*from > 0xc3 || (unsigned char)*from == 0xc2))
            text_char(out, space ? ' ' : '?');
        else
            text_add(out, "%.*s", length, plain ? plain : from);
        from += taken;
    }
    text_strip_accents(out); /* what is left has letters of Latin-1 */
}
