/* address.h - addresses of shared links, and the records that they contain. */
#ifndef TABLIER_SERVER_ADDRESS_H
#define TABLIER_SERVER_ADDRESS_H

#include "server/connection/http_header.h"
#include "server/share/preview.h"

enum share_kind { SHARE_GAME, SHARE_PUZZLE, SHARE_STUDY, SHARE_EMBED, SHARE_HOME };

struct share_address {
    enum share_kind kind;
    char word[24]; /* an id, or the name of a game; lower-case letters and digits */
    bool picture;  /* with .png behind it */
};

/* False if the path is not such an address. */
bool address_read(const char *path, struct share_address *out);

/* The record in the query of a study as JSON, which the caller frees; NULL if there is no such game
 * or memory runs out. Names are left out: anybody can write them. */
char *address_record(const char *game, const struct http_header *head);

/* The language for the answer: that of the argument `lang`, or the first of Accept-Language that
 * there is a catalogue for; English otherwise. */
void address_language(const struct http_header *head, char out[PREVIEW_LANG]);

#endif
