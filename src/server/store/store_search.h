/* store_search.h - see store_search.c. */
#ifndef TABLIER_SERVER_STORE_SEARCH_H
#define TABLIER_SERVER_STORE_SEARCH_H

#include "server/common/name.h"
#include "server/store/store.h"

#define PART_CHARACTERS_TEXT "8"
#define RARE_TEXT "1000"  /* matches: with no more of them, all are looked at */
#define SCAN_TEXT "20000" /* games that are looked through otherwise */

enum { PART_CHARACTERS = 8, RARE = 1000 };

struct name_search {
    char name[FOLDED_SIZE];                 /* folded */
    char low[PART_CHARACTERS * 4 + 1];      /* parts of names from this... */
    char high[PART_CHARACTERS * 4 + 1 + 4]; /* ...to before this */
};

struct name_search name_search_of(const char *name);

/* There is more, after this one. */
void listed_continue_after(struct listed *listed, int64_t updated, const char *id);
/* If the page is full, there may be more after its last game. */
void listed_finish(struct listed *listed, int limit);

#endif
