/* store_place.h - the default path of the store. */
#ifndef TABLIER_CLI_STORE_PLACE_H
#define TABLIER_CLI_STORE_PLACE_H

#include <stddef.h>

/* tablier/tablier.db in the user's data folder, which is created if need be; in the current
 * folder if there is none. */
void store_place(char *out, size_t size);

#endif
