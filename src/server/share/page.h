/* page.h - the app's page with the title, description and picture of a shared link. */
#ifndef TABLIER_SERVER_SHARE_PAGE_H
#define TABLIER_SERVER_SHARE_PAGE_H

#include "core/text.h"
#include "server/server.h"

/* All texts may be anything: they are escaped. */
struct share_page {
    const char *route;        /* the view's address in the app: "#/online/ID"; NULL: not stated */
    const char *title;        /* NULL: the app's own title and picture */
    const char *description;
    const char *url, *image;  /* absolute addresses */
    const char *lang;
};

/* Writes the page, one level below its usual place; as text_add() with a text that does not fit. */
void page_write(struct text *out, const struct server_file *file, const struct share_page *page);

/* Writes the page for its usual place; the address of its picture begins with `place`, the scheme
 * and the host: programs that show links follow no relative address. */
void page_write_home(struct text *out, const struct server_file *file, const char *place);

#endif
