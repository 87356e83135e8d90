/* json_field.c - reading fields of JSON objects. */
#include "server/json_field.h"

#include <string.h>

enum { NAME_CHARACTERS = 30 };

json_t *json_object_read(const char *text, size_t length, struct refusal *refusal)
{
    json_error_t fault;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &fault);

    if (json_is_object(root))
        return root;
    if (root)
        refuse(refusal, REFUSED_SYNTAX, "A JSON object is expected.", "Il faut un objet JSON.");
    else
        refuse(refusal, REFUSED_SYNTAX, "This is not JSON: see line %d, column %d.",
               "Ceci n'est pas du JSON : voir ligne %d, colonne %d.", fault.line, fault.column);
    json_decref(root);
    return NULL;
}

static const json_t *given(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);

    return json_is_null(value) ? NULL : value;
}

bool field_bool(const json_t *object, const char *key, bool *value, struct refusal *refusal)
{
    const json_t *field = given(object, key);

    if (!field)
        return true;
    if (!json_is_boolean(field))
        return refuse(refusal, REFUSED_SYNTAX, "\"%s\" must be true or false.",
                      "\"%s\" doit être true ou false.", key);
    *value = json_is_true(field);
    return true;
}

bool field_number(const json_t *object, const char *key, int64_t min, int64_t max, int64_t *value,
                  struct refusal *refusal)
{
    const json_t *field = given(object, key);

    if (!field)
        return true;
    if (!json_is_integer(field) || json_integer_value(field) < min ||
        json_integer_value(field) > max)
        return refuse(refusal, REFUSED_SYNTAX, "\"%s\" must be a number from %lld to %lld.",
                      "\"%s\" doit être un nombre de %lld à %lld.", key, (long long)min,
                      (long long)max);
    *value = json_integer_value(field);
    return true;
}

bool field_string(const json_t *object, const char *key, char *value, size_t size,
                  struct refusal *refusal)
{
    const json_t *field = given(object, key);

    if (!field)
        return true;
    if (!json_is_string(field))
        return refuse(refusal, REFUSED_SYNTAX, "\"%s\" must be a string.",
                      "\"%s\" doit être un texte.", key);
    if (json_string_length(field) >= size ||
        strlen(json_string_value(field)) != json_string_length(field))
        return refuse(refusal, REFUSED_SYNTAX, "\"%s\" is too long or has a zero byte.",
                      "\"%s\" est trop long ou contient un octet nul.", key);
    strcpy(value, json_string_value(field));
    return true;
}

/* Characters that would break a line, hide, or turn the writing direction of what follows. */
static bool is_unprintable(const unsigned char *at)
{
    if (at[0] < ' ' || at[0] == 0x7f)
        return true;
    if (at[0] == 0xc2)
        return at[1] < 0xa0; /* U+0080 to U+009F */
    if (at[0] == 0xe2 && at[1] == 0x80)
        return at[2] >= 0x8b && (at[2] <= 0x8f || at[2] >= 0xa8) && at[2] <= 0xae;
    if (at[0] == 0xe2 && at[1] == 0x81)
        return at[2] >= 0xa0 && at[2] <= 0xaf; /* U+2060 to U+206F */
    return at[0] == 0xef && at[1] == 0xbb && at[2] == 0xbf;
}

bool field_name(const json_t *object, const char *key, char *value, size_t size,
                struct refusal *refusal)
{
    char text[NAME_CHARACTERS * 4 + 64] = "";
    int characters = 0;

    if (!given(object, key))
        return true;
    if (!field_string(object, key, text, sizeof text, refusal))
        return false;
    char *start = text + strspn(text, " "), *end = start + strlen(start);

    while (end > start && end[-1] == ' ')
        *--end = '\0';
    for (const char *at = start; *at; at++) {
        characters += (*at & 0xc0) != 0x80;
        if (is_unprintable((const unsigned char *)at))
            return refuse(refusal, REFUSED_SYNTAX, "\"%s\" has a character that does not print.",
                          "\"%s\" contient un caractère qui ne s'affiche pas.", key);
    }
    if (characters > NAME_CHARACTERS || (size_t)(end - start) >= size)
        return refuse(refusal, REFUSED_SYNTAX, "\"%s\" may have %d characters.",
                      "\"%s\" peut avoir %d caractères.", key, NAME_CHARACTERS);
    strcpy(value, start);
    return true;
}
