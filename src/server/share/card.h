/* card.h - the picture of a shared link: 1200 x 630 pixels, a board and a few words beside it. */
#ifndef TABLIER_SERVER_CARD_H
#define TABLIER_SERVER_CARD_H

#include "core/position.h"

enum { CARD_WIDTH = 1200, CARD_HEIGHT = 630, CARD_WORDS = 256 };

struct card {
    const struct tb_position *position;
    const char *last; /* the move that led there, to be marked; NULL: none */
    const char *lang;
    const char *title;                 /* the game's */
    const char *names[TB_PLAYERS_MAX]; /* by player; NULL: not shown */
    unsigned winners;                  /* bit p: player p has won */
    const char *status;                /* a sentence or two */
};

/* Draws the card as PNG, which the caller frees; NULL if that fails. Any thread. */
unsigned char *card_png(const struct card *card, size_t *length);

#endif
