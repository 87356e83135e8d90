/* base64url.h - bytes as text: base64 with - and _, without = at the end (RFC 4648, section 5). */
#ifndef TABLIER_SERVER_BASE64URL_H
#define TABLIER_SERVER_BASE64URL_H

#include <stdbool.h>
#include <stddef.h>

/* The bytes of the text for `size` bytes, its end included. */
#define BASE64URL_SIZE(size) (((size) * 4 + 2) / 3 + 1)

void base64url_encode(const void *bytes, size_t size, char *out);
/* False if the text is not base64url, not the only text for its bytes, or has more than `max`. */
bool base64url_decode(const char *text, unsigned char *out, size_t max, size_t *size);

#endif
