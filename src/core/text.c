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
    size_t capacity = text->used < text->size ? text->size - text->used : 0;
    int wanted = vsnprintf(capacity ? text->start + text->used : NULL, capacity, format, arguments);

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

void text_word(struct text *text, const char *word)
{
    while (*word)
        text_char(text, *word++);
}

void text_end_whole(char *text)
{
    size_t length = strlen(text), last = length;

    while (last > 0 && (text[last - 1] & 0xc0) == 0x80)
        last--;
    if (last == 0)
        return;
    unsigned char lead = (unsigned char)text[last - 1];
    size_t bytes = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;

    if (length - (last - 1) < bytes)
        text[last - 1] = '\0';
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

/* Bytes of the UTF-8 character that begins with this byte, 0 if none does. */
static int character_length(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first < 0xc2 || first >= 0xf5)
        return 0;
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/* Length of the UTF-8 character at `at`, 0 if it is malformed. */
static int whole_character(const unsigned char *at)
{
    int length = character_length(at[0]);

    for (int i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xf0 && at[1] < 0x90);
    bool surrogate = at[0] == 0xed && at[1] >= 0xa0;
    bool beyond = at[0] == 0xf4 && at[1] >= 0x90;

    return overlong || surrogate || beyond ? 0 : length;
}

/* The same, and 0 for a control character. */
static int clean_character(const unsigned char *at)
{
    if (at[0] < ' ' || at[0] == 0x7f || (at[0] == 0xc2 && at[1] < 0xa0))
        return 0;
    return whole_character(at);
}

bool text_is_utf8(const char *bytes, size_t length)
{
    const unsigned char *at = (const unsigned char *)bytes, *end = at + length;

    while (at < end) {
        int character = whole_character(at);

        if (character == 0)
            return false;
        at += character;
    }
    return true;
}

bool text_is_clean(const char *value)
{
    const unsigned char *at = (const unsigned char *)value;

    while (*at) {
        int length = clean_character(at);

        if (length == 0)
            return false;
        at += length;
    }
    return true;
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

struct quoted quote(const char *text)
{
    struct quoted quoted;
    size_t i = 0;

    for (; text[i] && i < 40; i++)
        quoted.text[i] = (text[i] >= ' ' && text[i] <= '~') ? text[i] : '?';
    strcpy(quoted.text + i, text[i] ? "..." : "");
    return quoted;
}
