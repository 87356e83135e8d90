/*
 * record_json.h - reading records from JSON, one object per record; record_write_json() in
 * core/record.h writes them:
 *
 *     {"game":"quoridor","players":2,"options":{"walls":3},"moves":["e2","e8"],"result":null}
 *
 * Optional keys, written only where they differ from the default: "repetition" (a
 * number), "swap" (true or false), "position" (the start, if unusual), "ending"
 * ("resignation", "agreement", "time" or "limit"), "names" (one per player), "date", "tags" (an
 * object of strings), and "notes": comments, evaluations, times and variations.
 * Unknown keys are ignored.
 */
#ifndef TABLIER_JSON_RECORD_JSON_H
#define TABLIER_JSON_RECORD_JSON_H

#include "core/record.h"

/* Reads one record into *record, which must be empty. On failure it is empty,
 * and *ply is the number (from 1) of the move at fault, 0 if the fault lies
 * before any move. */
int record_json_read(struct record *record, const char *text, size_t length, int *ply,
                     struct tb_error *error);

#endif
