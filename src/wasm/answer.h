/*
 * answer.h - JSON writer for the module's answers to the web app.
 *
 * An answer grows as needed and puts the commas itself. When memory runs out, it takes no more and
 * answer_text() returns NULL. Text must be UTF-8.
 */
#ifndef TABLIER_WASM_ANSWER_H
#define TABLIER_WASM_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Empty if zero-initialised. */
struct answer {
    char *start;
    size_t used, capacity;
    bool comma; /* the next value of this list or object needs one before it */
    bool spoiled;
};

/* Empties it and keeps its memory. */
void answer_clear(struct answer *answer);
void answer_release(struct answer *answer);

/* What was written, terminated; NULL if memory ran out. */
const char *answer_text(struct answer *answer);

/* '[' or '{', and what closes it. */
void answer_open(struct answer *answer, char bracket);
void answer_close(struct answer *answer, char bracket);
void answer_key(struct answer *answer, const char *key);

void answer_null(struct answer *answer);
void answer_bool(struct answer *answer, bool value);
void answer_number(struct answer *answer, int64_t value);
void answer_real(struct answer *answer, double value);
void answer_string(struct answer *answer, const char *value); /* NULL is written as null */
void answer_json(struct answer *answer, const char *value); /* JSON text as it is */

/* A key with its value. */
void answer_key_bool(struct answer *answer, const char *key, bool value);
void answer_key_number(struct answer *answer, const char *key, int64_t value);
void answer_key_string(struct answer *answer, const char *key, const char *value);

#endif
