/*
 * preview.h - previews of shared links: a title, a sentence, a picture.
 *
 * Everything here may run on any thread: records come from the addresses of links, and a long one
 * takes a while.
 */
#ifndef TABLIER_SERVER_PREVIEW_H
#define TABLIER_SERVER_PREVIEW_H

#include "server/store/store.h"

enum { PREVIEW_LANG = 16, PREVIEW_TITLE = 640, PREVIEW_WORDS = 640 };

/* The contents of a link. */
struct preview_order {
    char *record; /* text or JSON; freed by preview_order_release() */
    char lang[PREVIEW_LANG];
    char task[PREVIEW_WORDS]; /* of a puzzle; "": a game */
    enum game_status status;  /* GAME_OPEN: a seat is free, nobody can move yet */
    bool picture;             /* it is asked for */
};

struct preview {
    char title[PREVIEW_TITLE], words[PREVIEW_WORDS];
    unsigned char *png; /* NULL: not asked for, or not drawn; freed by the caller */
    size_t png_length;
};

void preview_order_release(struct preview_order *order);

/* False if the record is not valid, and then the preview is empty. */
bool preview_make(const struct preview_order *order, struct preview *out);

#endif
