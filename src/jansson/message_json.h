/* message_json.h - messages as JSON, for clients that render them in their own language. */
#ifndef TABLIER_JANSSON_MESSAGE_JSON_H
#define TABLIER_JANSSON_MESSAGE_JSON_H

#include <jansson.h>

/*
 * The template and its arguments by name: {"template": "...", "arguments": {...}}. An argument
 * is a string, a number, {"player": 2}, {"side": [1, 3]}, {"and": ["b2", "c3"]}, {"or": [...]},
 * or a message itself. NULL if memory runs out.
 */
json_t *message_json(const char *encoded);

#endif
