/* row_json.h - rows of a database as a list of JSON objects. */
#ifndef TABLIER_SERVER_ROW_JSON_H
#define TABLIER_SERVER_ROW_JSON_H

#include <jansson.h>

#include "server/store/db.h"

/* `columns` has a word per column: a letter for what it is, and its key. "i:seen t:label": an
 * integer, a text; b: true or false, j: JSON as a text. */
struct row_objects {
    json_t *list;
    const char *columns;
};

/* For db_query(), with a struct row_objects: adds an object. */
bool row_add_object(void *row_objects, const struct db_row_view *row);

#endif
