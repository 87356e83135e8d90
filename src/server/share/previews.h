/*
 * previews.h - previews of links on a thread: one at a time, and a bounded cache of their pictures.
 *
 * Pages come before pictures, which take fifty times as long. Equal pictures are drawn once: an
 * order whose picture was drawn while it waited takes it from the cache.
 */
#ifndef TABLIER_SERVER_PREVIEWS_H
#define TABLIER_SERVER_PREVIEWS_H

#include <uv.h>

#include "server/game/client.h"
#include "server/share/preview.h"

struct previews;

/* NULL if memory runs out. */
struct previews *previews_new(uv_loop_t *loop);
/* Answers all waiting requests as failed. */
void previews_close(struct previews *previews);
/* After the loop has ended. Accepts NULL. */
void previews_free(struct previews *previews);

/* The key of a picture: a hash of everything that it shows. */
enum { PREVIEW_KEY = 32 };
void preview_key(const struct preview_order *order, unsigned char key[PREVIEW_KEY]);

/* A picture that is in the cache, which keeps its reference; NULL if it is not. */
struct packet *previews_find(struct previews *previews, const unsigned char key[PREVIEW_KEY]);

/* What was made: `preview` is NULL if it could not be; `png` if no picture was. Both live during
 * the call only; a packet has references. */
typedef void preview_done(void *context, const struct preview *preview, struct packet *png);

/* Takes the order's record. Returns false, without a call of `done`, if too many wait. Nothing is
 * made if wanted() is false by then. */
bool previews_add(struct previews *previews, struct preview_order *order, preview_done *done,
                  bool (*wanted)(const void *context), void *context);

struct preview_counts {
    uint64_t drawn; /* pictures */
    int waiting, kept;
    size_t kept_bytes;
};
struct preview_counts preview_counts(const struct previews *previews);

#endif
