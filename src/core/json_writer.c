/* json_writer.c - see json_writer.h. */
#include "core/json_writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"

void writer_clear(struct json_writer *writer)
{
    writer->used = 0;
    writer->comma = writer->spoiled = false;
}

void writer_release(struct json_writer *writer)
{
    free(writer->start);
    *writer = (struct json_writer){0};
}

static void add_bytes(struct json_writer *writer, const char *bytes, size_t size)
{
    if (writer->spoiled || !ARRAY_RESERVE(writer->start, writer->capacity, writer->used, size)) {
        writer->spoiled = true;
        return;
    }
    memcpy(writer->start + writer->used, bytes, size);
    writer->used += size;
}

static void add_text(struct json_writer *writer, const char *text)
{
    add_bytes(writer, text, strlen(text));
}

const char *writer_text(struct json_writer *writer)
{
    add_bytes(writer, "", 1);
    if (writer->spoiled)
        return NULL;
    writer->used--;
    return writer->start;
}

char *writer_take(struct json_writer *writer)
{
    char *text = writer_text(writer) ? writer->start : NULL;

    if (text)
        *writer = (struct json_writer){0};
    writer_release(writer);
    return text;
}

/* Separates the value from the one before it. */
static void begin_value(struct json_writer *writer)
{
    if (writer->comma)
        add_text(writer, ",");
    writer->comma = true;
}

void writer_open(struct json_writer *writer, char bracket)
{
    begin_value(writer);
    add_bytes(writer, &bracket, 1);
    writer->comma = false;
}

void writer_close(struct json_writer *writer, char bracket)
{
    add_bytes(writer, &bracket, 1);
    writer->comma = true;
}

void writer_null(struct json_writer *writer)
{
    begin_value(writer);
    add_text(writer, "null");
}

void writer_bool(struct json_writer *writer, bool value)
{
    begin_value(writer);
    add_text(writer, value ? "true" : "false");
}

void writer_number(struct json_writer *writer, int64_t value)
{
    char digits[24];

    snprintf(digits, sizeof digits, "%" PRId64, value);
    begin_value(writer);
    add_text(writer, digits);
}

void writer_real(struct json_writer *writer, double value)
{
    char digits[32];

    snprintf(digits, sizeof digits, "%.6g", value);
    begin_value(writer);
    add_text(writer, digits);
}

void writer_string(struct json_writer *writer, const char *value)
{
    if (!value) {
        writer_null(writer);
        return;
    }
    begin_value(writer);
    add_text(writer, "\"");
    while (*value) {
        size_t plain = 0;
        char escape[8];

        while ((unsigned char)value[plain] >= ' ' && value[plain] != '"' && value[plain] != '\\')
            plain++;
        add_bytes(writer, value, plain);
        value += plain;
        if (*value) {
            snprintf(escape, sizeof escape, *value >= ' ' ? "\\%c" : "\\u%04x", *value);
            value++;
            add_text(writer, escape);
        }
    }
    add_text(writer, "\"");
}

void writer_json(struct json_writer *writer, const char *value)
{
    begin_value(writer);
    add_text(writer, value);
}

void writer_key(struct json_writer *writer, const char *key)
{
    writer_string(writer, key);
    add_text(writer, ":");
    writer->comma = false;
}

void writer_key_open(struct json_writer *writer, const char *key, char bracket)
{
    writer_key(writer, key);
    writer_open(writer, bracket);
}

void writer_key_bool(struct json_writer *writer, const char *key, bool value)
{
    writer_key(writer, key);
    writer_bool(writer, value);
}

void writer_key_number(struct json_writer *writer, const char *key, int64_t value)
{
    writer_key(writer, key);
    writer_number(writer, value);
}

void writer_key_known(struct json_writer *writer, const char *key, bool known, int64_t value)
{
    writer_key(writer, key);
    if (known)
        writer_number(writer, value);
    else
        writer_null(writer);
}

void writer_key_real(struct json_writer *writer, const char *key, double value)
{
    writer_key(writer, key);
    writer_real(writer, value);
}

void writer_key_string(struct json_writer *writer, const char *key, const char *value)
{
    writer_key(writer, key);
    writer_string(writer, value);
}
