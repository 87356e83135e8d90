/*
 * json_writer.h - JSON text in memory: the answers to the web app, and records.
 *
 * The text grows as needed, and the writer puts the commas itself. When memory runs out, it takes
 * no more and writer_text() returns NULL. Strings must be UTF-8.
 */
#ifndef TABLIER_CORE_JSON_WRITER_H
#define TABLIER_CORE_JSON_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Empty if zero-initialised. */
struct json_writer {
    char *start;
    size_t used, capacity;
    bool comma; /* the next value of this list or object needs one before it */
    bool spoiled;
};

/* Empties it and keeps its memory. */
void writer_clear(struct json_writer *writer);
void writer_release(struct json_writer *writer);

/* The text so far, terminated; NULL if memory ran out. */
const char *writer_text(struct json_writer *writer);
/* The same, which the caller frees; the writer is empty afterwards. */
char *writer_take(struct json_writer *writer);

/* '[' or '{', and its closing bracket. */
void writer_open(struct json_writer *writer, char bracket);
void writer_close(struct json_writer *writer, char bracket);
void writer_key(struct json_writer *writer, const char *key);

void writer_null(struct json_writer *writer);
void writer_bool(struct json_writer *writer, bool value);
void writer_number(struct json_writer *writer, int64_t value);
void writer_real(struct json_writer *writer, double value);
void writer_string(struct json_writer *writer, const char *value); /* NULL is written as null */
void writer_json(struct json_writer *writer, const char *value);   /* JSON text as it is */

/* A key with its value. */
void writer_key_open(struct json_writer *writer, const char *key, char bracket);
void writer_key_bool(struct json_writer *writer, const char *key, bool value);
void writer_key_number(struct json_writer *writer, const char *key, int64_t value);
/* null unless it is known */
void writer_key_known(struct json_writer *writer, const char *key, bool known, int64_t value);
void writer_key_real(struct json_writer *writer, const char *key, double value);
void writer_key_string(struct json_writer *writer, const char *key, const char *value);

#endif
