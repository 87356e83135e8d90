/* asset.h - files of the page as they go over the wire; made when they are first asked for. */
#ifndef TABLIER_SERVER_ASSET_H
#define TABLIER_SERVER_ASSET_H

#include "server/server.h"

struct asset {
    struct asset *next;
    struct server_file plain, gzip, brotli; /* data NULL: not worth it, or not made by the build */
    char etag[24];
};

/* The file for a path such as "js/app.js"; NULL if there is none. */
struct asset *asset_find(struct asset **assets, bool (*find)(const char *, struct server_file *),
                         const char *path);
void assets_free(struct asset **assets);

/* The media type, by the ending of the path. */
const char *asset_type(const char *path);

#endif
