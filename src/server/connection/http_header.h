/*
 * http_header.h - the header section of an HTTP/1.1 request, parsed strictly (RFC 9110, 9112).
 *
 * Input that two parsers could understand differently is refused, since request smuggling
 * relies on such differences. Lines end with CRLF, a length is digits and occurs once, a body
 * has a length, a path has no escaped zero byte. The code is independent of the source of
 * the bytes.
 */
#ifndef TABLIER_SERVER_HTTP_HEADER_H
#define TABLIER_SERVER_HTTP_HEADER_H

#include <stdbool.h>
#include <stddef.h>

enum {
    HEAD_MAX = 8192, /* bytes of a head */
    HEAD_FIELDS_MAX = 64,
    HEAD_TARGET_MAX = 2048,
};

struct header_field {
    const char *name, *value; /* the name in lower case */
};

struct http_header {
    const char *method, *path, *query; /* the path decoded, the query not; "" without one */
    struct header_field fields[HEAD_FIELDS_MAX];
    int field_count;
    bool keep;               /* the connection may go on after the answer */
    bool expects;            /* the client waits for "100 Continue" before it sends the body */
    size_t body;             /* its length */
    char text[HEAD_MAX + 1]; /* what the pointers point into */
};

enum { HEAD_INCOMPLETE = 0 };

/* Reads the head at the beginning of `data`. Returns its length, HEAD_INCOMPLETE if more must come,
 * or the status of the refusal, negative: -400, -411, -414, -431, -501, -505. */
int header_parse(struct http_header *head, const char *data, size_t length);

/* The value of a field, "" if there is none; the last one if there are several. */
const char *header_field(const struct http_header *head, const char *name);
/* True if `word` is in a field that lists words with commas between them, in either case. */
bool header_lists(const struct http_header *head, const char *name, const char *word);

/* True if Accept-Encoding lets the answer have this coding ("gzip"): by its name or by "*", and not
 * with a weight of 0. */
bool header_accepts(const struct http_header *head, const char *coding);

/* An argument of the query, decoded; "" if there is none. False if it is too long or malformed. */
bool header_argument(const struct http_header *head, const char *name, char *out, size_t size);

#endif
