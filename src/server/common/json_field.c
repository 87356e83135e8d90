/* json_field.c - reading fields of JSON objects. */
#include "server/common/json_field.h"
#include "core/message.h"

#include <string.h>

#include "server/common/name.h"

enum { TEXT_SIZE = 1024 }; /* of a line before it is looked at */

json_t *json_object_read(const char *text, size_t length, struct refusal *refusal)
{
    json_error_t fault;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &fault);

    if (json_is_object(root))
        return root;
    if (root)
        refuse(refusal, REFUSED_SYNTAX, "A JSON object is expected.");
    else
        refuse(refusal, REFUSED_SYNTAX, "This is not JSON: see line {line}, column {column}.",
               arg_count("line", fault.line), arg_count("column", fault.column));
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
        return refuse(refusal, REFUSED_SYNTAX, "\"{key}\" must be true or false.",
                      arg_text("key", key));
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
        return refuse(refusal, REFUSED_SYNTAX, "\"{key}\" must be a number from {min} to {max}.",
                      arg_text("key", key), arg_unsigned("min", min), arg_unsigned("max", max));
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
        return refuse(refusal, REFUSED_SYNTAX, "\"{key}\" must be a string.", arg_text("key", key));
    if (json_string_length(field) >= size ||
        strlen(json_string_value(field)) != json_string_length(field))
        return refuse(refusal, REFUSED_SYNTAX, "\"{key}\" is too long or has a zero byte.",
                      arg_text("key", key));
    strcpy(value, json_string_value(field));
    return true;
}

bool field_line(const json_t *object, const char *key, int characters, char *value, size_t size,
                struct refusal *refusal)
{
    char text[TEXT_SIZE] = "";

    if (!given(object, key))
        return true;
    if (!field_string(object, key, text, sizeof text, refusal))
        return false;
    switch (line_clean(text, characters, value, size)) {
    case NAME_OK:
        return true;
    case NAME_HIDDEN:
        return refuse(refusal, REFUSED_SYNTAX, "\"{key}\" has a character that does not print.",
                      arg_text("key", key));
    case NAME_STACKED:
        return refuse(refusal, REFUSED_SYNTAX,
                      "\"{key}\" has too many accents on one character; the limit is {max}.",
                      arg_text("key", key), arg_count("max", NAME_MARKS));
    default:
        return refuse(refusal, REFUSED_SYNTAX,
                      "\"{key}\" is too long; the limit is {max_characters} characters and "
                      "{max_bytes} bytes.",
                      arg_text("key", key), arg_count("max_characters", characters),
                      arg_count("max_bytes", (int)size - 1));
    }
}

bool field_name(const json_t *object, const char *key, char *value, size_t size,
                struct refusal *refusal)
{
    return field_line(object, key, NAME_CHARACTERS, value, size, refusal);
}
