/*
 * json_field.h - fields of JSON objects from untrusted clients: the type is checked, a failure
 * names the field. A missing or null field leaves the value as it is.
 */
#ifndef TABLIER_SERVER_JSON_FIELD_H
#define TABLIER_SERVER_JSON_FIELD_H

#include <jansson.h>

#include "server/common/refusal.h"

/* Reads one object; NULL if it is none. The caller owns the reference. */
json_t *json_object_read(const char *text, size_t length, struct refusal *refusal);

bool field_bool(const json_t *object, const char *key, bool *value, struct refusal *refusal);
bool field_number(const json_t *object, const char *key, int64_t min, int64_t max, int64_t *value,
                  struct refusal *refusal);
/* A string shorter than `size`. */
bool field_string(const json_t *object, const char *key, char *value, size_t size,
                  struct refusal *refusal);
/* A line of at most this many characters, as line_clean() accepts and writes it. */
bool field_line(const json_t *object, const char *key, int characters, char *value, size_t size,
                struct refusal *refusal);
/* A person's name, as name_clean() accepts and writes it. */
bool field_name(const json_t *object, const char *key, char *value, size_t size,
                struct refusal *refusal);

#endif
