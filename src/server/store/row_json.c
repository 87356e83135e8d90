/* row_json.c - see row_json.h. */
#include "server/store/row_json.h"

#include <stdio.h>
#include <string.h>

static json_t *value_of(const struct db_row_view *row, int column, char type)
{
    if (type == 'i')
        return json_integer(row_int(row, column));
    if (type == 'b')
        return json_boolean(row_int(row, column));
    return type == 'j' ? json_loads(row_text(row, column), 0, NULL)
                       : json_string(row_text(row, column));
}

bool row_add_object(void *context, const struct db_row_view *row)
{
    const struct row_objects *objects = context;
    const char *at = objects->columns;
    json_t *object = json_object();

    for (int column = 0; *at; column++, at += strspn(at, " ")) {
        json_t *value = value_of(row, column, *at);
        char key[24];

        snprintf(key, sizeof key, "%.*s", (int)strcspn(at + 2, " "), at + 2);
        json_object_set_new(object, key, value ? value : json_null());
        at += strcspn(at, " ");
    }
    json_array_append_new(objects->list, object);
    return true;
}
