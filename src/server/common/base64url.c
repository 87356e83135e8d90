/* base64url.c - see base64url.h. */
#include "server/common/base64url.h"

#include <stdint.h>
#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void base64url_encode(const void *bytes, size_t size, char *out)
{
    const unsigned char *in = bytes;
    uint32_t bits = 0;
    int count = 0;

    for (size_t i = 0; i < size; i++) {
        bits = bits << 8 | in[i];
        for (count += 8; count >= 6; count -= 6)
            *out++ = letters[bits >> (count - 6) & 63];
    }
    if (count > 0)
        *out++ = letters[bits << (6 - count) & 63];
    *out = '\0';
}

bool base64url_decode(const char *text, unsigned char *out, size_t max, size_t *size)
{
    uint32_t bits = 0;
    int count = 0;

    for (*size = 0; *text; text++) {
        const char *letter = strchr(letters, *text);

        if (!letter)
            return false;
        bits = bits << 6 | (uint32_t)(letter - letters);
        count += 6;
        if (count < 8)
            continue;
        if (*size == max)
            return false;
        count -= 8;
        out[(*size)++] = (unsigned char)(bits >> count);
    }
    return count < 6 && (bits & ((1u << count) - 1)) == 0;
}
