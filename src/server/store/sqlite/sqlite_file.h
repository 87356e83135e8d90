/* sqlite_file.h - see sqlite_file.c. */
#ifndef TABLIER_SERVER_SQLITE_FILE_H
#define TABLIER_SERVER_SQLITE_FILE_H

#include <sqlite3.h>

#include "core/text.h"
#include "server/store/backend.h"
#include "server/store/store_search.h"

/* Adds the parts of the names of all public games, or of those that a condition leaves. The first
 * parameter is the name as it is compared. */
#define ADD_PARTS(folded, condition)                                                               \
    "WITH RECURSIVE ends(game, name) AS ("                                                         \
    "  SELECT game, " folded " FROM seats WHERE name <> '' " condition                             \
    "  UNION ALL SELECT game, substr(name, 2) FROM ends WHERE length(name) > 1)"                   \
    " INSERT OR IGNORE INTO name_parts (part, game)"                                               \
    " SELECT substr(name, 1, " PART_CHARACTERS_TEXT "), game FROM ends"                            \
    "  WHERE EXISTS (SELECT 1 FROM games WHERE id = ends.game AND listed)"

/* See struct backend. */
struct backend_claim *sqlite_file_claim(const char *where, struct tb_error *error);
struct backend_claim *sqlite_file_visit(const char *where, struct tb_error *error);
void sqlite_file_release(struct backend_claim *claim);
/* Opens the file that was claimed. The caller closes *db, even after a failure. */
int sqlite_file_open(const struct backend_claim *claim, sqlite3 **db, struct tb_error *error);
/* True if the file and its journal still have their names: what is written to others is lost. If
 * not, the reason. To be asked inside a transaction, when the journal must be there. */
bool sqlite_file_present(const struct backend_claim *claim, sqlite3 *db, struct text *reason);
/* Copies a store to a new file while it is used. */
int sqlite_file_copy(const char *where, const char *file, struct tb_error *error);

#endif
