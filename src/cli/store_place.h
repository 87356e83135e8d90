/* store_place.h - the default path of the store. */
#ifndef TABLIER_CLI_STORE_PLACE_H
#define TABLIER_CLI_STORE_PLACE_H

#include <limits.h>

/* The path that was given; otherwise, in `out`, that of tablier/tablier.db in the user's data
 * folder, or in the current folder if there is none. */
const char *store_place(const char *given, char out[PATH_MAX]);

#endif
