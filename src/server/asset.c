/* asset.c - types, tags and compression of the page's files. */
#include "server/asset.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/checksum.h"
#include "core/text.h"

enum {
    WORTH_PACKING = 512,
    PACKING = 6, /* of 9: the first visitor waits for it */
};

const char *asset_type(const char *path)
{
    static const struct {
        const char *ending, *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".wasm", "application/wasm"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".md", "text/markdown; charset=utf-8"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".txt", "text/plain; charset=utf-8"},
    };
    const char *ending = strrchr(path, '.');

    for (size_t i = 0; ending && i < sizeof types / sizeof *types; i++)
        if (strcmp(ending, types[i].ending) == 0)
            return types[i].type;
    return "application/octet-stream";
}

/* The file in gzip's form; empty if that is not smaller. */
static struct server_file pack(const struct server_file *file)
{
    uLong capacity = deflateBound(NULL, file->size) + 32;
    unsigned char *data = file->size >= WORTH_PACKING ? malloc(capacity) : NULL;
    z_stream stream = {0};

    if (!data ||
        deflateInit2(&stream, PACKING, Z_DEFLATED, MAX_WBITS + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) {
        free(data);
        return (struct server_file){0};
    }
    stream.next_in = (unsigned char *)(uintptr_t)file->data; /* zlib only reads it */
    stream.avail_in = (uInt)file->size;
    stream.next_out = data;
    stream.avail_out = (uInt)capacity;
    int result = deflate(&stream, Z_FINISH);
    size_t size = stream.total_out;

    deflateEnd(&stream);
    if (result == Z_STREAM_END && size < file->size)
        return (struct server_file){data, size};
    free(data);
    return (struct server_file){0};
}

/* A tag that changes with the contents, in quotes. */
static void etag_of(const struct server_file *file, char out[24])
{
    uint64_t sum = checksum_add(CHECKSUM_START, file->data, file->size);
    struct text text = text_into(out, 24);

    text_add(&text, "\"%016llx\"", (unsigned long long)sum);
}

struct asset *asset_find(struct asset **assets, bool (*find)(const char *, struct server_file *),
                         const char *path)
{
    struct server_file file;
    struct asset *asset = *assets;
    char packed[256];
    struct text text = text_into(packed, sizeof packed);

    if (!find(path, &file))
        return NULL;
    while (asset && asset->plain.data != file.data)
        asset = asset->next;
    if (asset || !(asset = calloc(1, sizeof *asset)))
        return asset;
    asset->plain = file;
    asset->gzip = pack(&file);
    text_add(&text, "%s.br", path);
    if (text.used < sizeof packed)
        find(packed, &asset->brotli); /* nothing is found: it stays empty */
    etag_of(&file, asset->etag);
    asset->next = *assets;
    *assets = asset;
    return asset;
}

void assets_free(struct asset **assets)
{
    struct asset *asset;

    while ((asset = *assets)) {
        *assets = asset->next;
        free((void *)(uintptr_t)asset->gzip.data);
        free(asset);
    }
}
