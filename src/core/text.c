/* text.c - bounded writing and careful reading of text. */
#include "core/text.h"

#include <stdio.h>
#include <string.h>

struct text text_into(char *buffer, size_t size)
{
    if (size > 0)
        buffer[0] = '\0';
    return (struct text){.start = buffer, .size = size, .used = 0};
}

void text_add_list(struct text *text, const char *format, va_list arguments)
{
    size_t room = text->used < text->size ? text->size - text->used : 0;
    int wanted = vsnprintf(room ? text->start + text->used : NULL, room, format, arguments);

    if (wanted > 0)
        text->used += (size_t)wanted;
}

void text_add(struct text *text, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    text_add_list(text, format, arguments);
    va_end(arguments);
}

void text_char(struct text *text, char c)
{
    if (text->used + 1 < text->size) {
        text->start[text->used] = c;
        text->start[text->used + 1] = '\0';
    }
    text->used++;
}

void text_strip_accents(struct text *text)
{
    /* The second bytes 0x80 to 0xbf after 0xc3. */
    static const char plain[] = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTs"
                                "aaaaaaaceeeeiiiidnooooo/ouuuuyty";
    size_t length = text->used < text->size ? text->used : text->size ? text->size - 1 : 0;
    size_t kept = 0;

    for (size_t i = 0; i < length; i++) {
        bool accent = (unsigned char)text->start[i] == 0xc3 && i + 1 < length;

        text->start[kept++] = accent ? plain[text->start[++i] & 0x3f] : text->start[i];
    }
    if (text->size)
        text->start[kept] = '\0';
    text->used = kept;
}

bool scan_char(struct scan *scan, char c)
{
    if (c == '\0' || *scan->at != c)
        return false;
    scan->at++;
    return true;
}

bool scan_word(struct scan *scan, const char *word)
{
    size_t length = strlen(word);

    if (strncmp(scan->at, word, length) != 0)
        return false;
    scan->at += length;
    return true;
}

bool scan_number(struct scan *scan, int max, int *value)
{
    const char *at = scan->at;
    int number = 0, digits = 0;

    for (; *at >= '0' && *at <= '9' && digits < 6; at++, digits++)
        number = number * 10 + (*at - '0');
    if (digits == 0 || (*at >= '0' && *at <= '9') || number > max)
        return false;
    *value = number;
    scan->at = at;
    return true;
}

bool scan_square(struct scan *scan, int width, int height, int *column, int *row)
{
    int c = scan->at[0] - 'a';

    if (c < 0 || c >= width)
        return false;
    int r = scan->at[1] - '1';

    if (r < 0 || r >= height)
        return false;
    *column = c;
    *row = r;
    scan->at += 2;
    return true;
}

bool scan_end(const struct scan *scan)
{
    return *scan->at == '\0';
}

int error_set(struct tb_error *error, int code, const char *format, ...)
{
    if (error) {
        va_list arguments;

        error->code = code;
        va_start(arguments, format);
        vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
        va_start(arguments, format);
        vsnprintf(error->french, sizeof error->french, in_french(format), arguments);
        va_end(arguments);
    }
    return code;
}

void error_french(struct tb_error *error, const char *format, ...)
{
    if (error) {
        va_list arguments;

        va_start(arguments, format);
        vsnprintf(error->french, sizeof error->french, format, arguments);
        va_end(arguments);
    }
}

/* Puts what the format says before the words in a buffer of TB_ERROR_TEXT bytes. */
static void put_before(char *words, const char *format, va_list arguments)
{
    char rest[TB_ERROR_TEXT];

    strcpy(rest, words);
    struct text text = text_into(words, TB_ERROR_TEXT);

    text_add_list(&text, format, arguments);
    text_add(&text, "%s", rest);
}

void error_prefix(struct tb_error *error, const char *format, ...)
{
    if (error) {
        va_list arguments;

        va_start(arguments, format);
        put_before(error->text, format, arguments);
        va_end(arguments);
        va_start(arguments, format);
        put_before(error->french, in_french(format), arguments);
        va_end(arguments);
    }
}

struct quoted quote(const char *text)
{
    struct quoted quoted;
    size_t i = 0;

    for (; text[i] && i < 40; i++)
        quoted.text[i] = (text[i] >= ' ' && text[i] <= '~') ? text[i] : '?';
    strcpy(quoted.text + i, text[i] ? "..." : "");
    return quoted;
}
