/* sqlite_file.h - see sqlite_file.c. */
#ifndef TABLIER_SERVER_SQLITE_FILE_H
#define TABLIER_SERVER_SQLITE_FILE_H

#include <sqlite3.h>

#include "server/backend.h"
#include "server/store_search.h"

/* Adds the parts of the names of all public games, or of those that a condition leaves. */
#define ADD_PARTS(condition)                                                                       \
    "WITH RECURSIVE ends(game, name) AS ("                                                         \
    "  SELECT game, lower(name) FROM seats WHERE name <> '' " condition                            \
    "  UNION ALL SELECT game, substr(name, 2) FROM ends WHERE length(name) > 1)"                   \
    " INSERT OR IGNORE INTO name_parts (part, game)"                                               \
    " SELECT substr(name, 1, " PART_CHARACTERS_TEXT "), game FROM ends"                            \
    "  WHERE EXISTS (SELECT 1 FROM games WHERE id = ends.game AND listed)"

/* Opens a file and makes or brings forward its schema; the writer also locks it (*lock, else -1).
 * What was opened is the caller's to close, also after a failure. */
int sqlite_file_open(const char *where, enum backend_role role, sqlite3 **db, int *lock,
                     struct tb_error *error);
/* Copies a store to a new file while it is used. */
int sqlite_file_copy(const char *where, const char *file, struct tb_error *error);

#endif
