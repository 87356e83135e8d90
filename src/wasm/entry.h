/* entry.h - why an entry of a record, a move or `swap`, is not allowed. */
#ifndef TABLIER_WASM_ENTRY_H
#define TABLIER_WASM_ENTRY_H

#include "tablier.h"

/* As tb_why(), with the rules of the match on top of those of the game. The move
 * of a legal `swap` means nothing. */
void entry_why(const struct tb_match *match, const char *text, enum tb_lang lang,
               struct tb_reason *reason);

#endif
