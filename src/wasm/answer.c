/* answer.c - JSON text in memory that grows. */
#include "wasm/answer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void answer_clear(struct answer *answer)
{
    answer->used = 0;
    answer->comma = answer->spoiled = false;
}

void answer_release(struct answer *answer)
{
    free(answer->start);
    *answer = (struct answer){0};
}

static void add_bytes(struct answer *answer, const char *bytes, size_t size)
{
    if (!answer->spoiled && answer->used + size > answer->capacity) {
        size_t capacity = 2 * (answer->used + size) + 1024;
        char *start = realloc(answer->start, capacity);

        answer->spoiled = !start;
        if (start) {
            answer->start = start;
            answer->capacity = capacity;
        }
    }
    if (answer->spoiled)
        return;
    memcpy(answer->start + answer->used, bytes, size);
    answer->used += size;
}

static void add_text(struct answer *answer, const char *text)
{
    add_bytes(answer, text, strlen(text));
}

const char *answer_text(struct answer *answer)
{
    add_bytes(answer, "", 1);
    if (answer->spoiled)
        return NULL;
    answer->used--;
    return answer->start;
}

/* What stands between the last value and the next. */
static void begin_value(struct answer *answer)
{
    if (answer->comma)
        add_text(answer, ",");
    answer->comma = true;
}

void answer_open(struct answer *answer, char bracket)
{
    begin_value(answer);
    add_bytes(answer, &bracket, 1);
    answer->comma = false;
}

void answer_close(struct answer *answer, char bracket)
{
    add_bytes(answer, &bracket, 1);
    answer->comma = true;
}

void answer_null(struct answer *answer)
{
    begin_value(answer);
    add_text(answer, "null");
}

void answer_bool(struct answer *answer, bool value)
{
    begin_value(answer);
    add_text(answer, value ? "true" : "false");
}

void answer_number(struct answer *answer, int64_t value)
{
    char digits[24];

    snprintf(digits, sizeof digits, "%" PRId64, value);
    begin_value(answer);
    add_text(answer, digits);
}

void answer_real(struct answer *answer, double value)
{
    char digits[32];

    snprintf(digits, sizeof digits, "%.6g", value);
    begin_value(answer);
    add_text(answer, digits);
}

void answer_string(struct answer *answer, const char *value)
{
    if (!value) {
        answer_null(answer);
        return;
    }
    begin_value(answer);
    add_text(answer, "\"");
    while (*value) {
        size_t plain = 0;
        char escape[8];

        while ((unsigned char)value[plain] >= ' ' && value[plain] != '"' && value[plain] != '\\')
            plain++;
        add_bytes(answer, value, plain);
        value += plain;
        if (*value) {
            snprintf(escape, sizeof escape, "\\u%04x", (unsigned char)*value++);
            add_text(answer, escape);
        }
    }
    add_text(answer, "\"");
}

void answer_json(struct answer *answer, const char *value)
{
    begin_value(answer);
    add_text(answer, value);
}

void answer_key(struct answer *answer, const char *key)
{
    answer_string(answer, key);
    add_text(answer, ":");
    answer->comma = false;
}

void answer_key_bool(struct answer *answer, const char *key, bool value)
{
    answer_key(answer, key);
    answer_bool(answer, value);
}

void answer_key_number(struct answer *answer, const char *key, int64_t value)
{
    answer_key(answer, key);
    answer_number(answer, value);
}

void answer_key_string(struct answer *answer, const char *key, const char *value)
{
    answer_key(answer, key);
    answer_string(answer, value);
}
