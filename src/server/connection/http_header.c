/* http_header.c - reading the head of a request. */
#include "server/connection/http_header.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/text.h"

enum {
    BAD_REQUEST = -400,
    LENGTH_REQUIRED = -411,
    TARGET_TOO_LONG = -414,
    HEAD_TOO_LARGE = -431,
    NOT_IMPLEMENTED = -501,
    VERSION_NOT_SUPPORTED = -505,
    LENGTH_DIGITS = 15,
};

/* ---- Characters ------------------------------------------------------------------ */

static bool is_token(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

/* The length of the token at the beginning; ends at '\0' at the latest. */
static size_t token_length(const char *at)
{
    size_t length = 0;

    while (is_token((unsigned char)at[length]))
        length++;
    return length;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Undoes %XX from `from` to `to`, which may be the same place. Returns the length, or -1 if an
 * escape is malformed or stands for a control character. */
static int decode(const char *from, size_t length, char *to, bool plus_is_space)
{
    int out = 0;

    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)from[i];

        if (c == '%') {
            int high = i + 2 < length ? hex_digit(from[i + 1]) : -1;
            int low = high >= 0 ? hex_digit(from[i + 2]) : -1;

            if (low < 0)
                return -1;
            c = (unsigned char)(high << 4 | low);
            i += 2;
        } else if (c == '+' && plus_is_space) {
            c = ' ';
        }
        if (c < ' ' || c == 0x7f)
            return -1;
        to[out++] = (char)c;
    }
    to[out] = '\0';
    return out;
}

/* ---- The request line -------------------------------------------------------------- */

/* Cuts the authority off an absolute target: "http://host/path" becomes "/path". */
static char *skip_authority(char *target)
{
    size_t scheme = strncasecmp(target, "http://", 7) == 0    ? 7
                    : strncasecmp(target, "https://", 8) == 0 ? 8
                                                              : 0;

    return scheme ? target + scheme + strcspn(target + scheme, "/?") : target;
}

static int parse_target(struct http_header *head, char *target)
{
    static char root[] = "/";
    char *path = skip_authority(target);

    for (const char *at = target; *at; at++)
        if (*at <= ' ' || *at >= 0x7f || *at == '#')
            return BAD_REQUEST;
    if (path != target && *path != '/') {
        head->path = root;
        head->query = *path ? path + 1 : "";
        return 0;
    }
    if (*path != '/')
        return BAD_REQUEST;
    char *question = strchr(path, '?');

    head->query = question ? question + 1 : "";
    if (decode(path, question ? (size_t)(question - path) : strlen(path), path, false) < 0)
        return BAD_REQUEST;
    head->path = path;
    return 0;
}

/* METHOD TARGET HTTP/1.1 */
static int parse_request_line(struct http_header *head, char *line)
{
    size_t method = token_length(line);
    char *target = line + method + 1;
    char *version = method > 0 && line[method] == ' ' ? strchr(target, ' ') : NULL;

    if (!version)
        return BAD_REQUEST;
    line[method] = '\0';
    *version++ = '\0';
    head->method = line;
    if (strncmp(version, "HTTP/", 5) != 0 || strlen(version) != 8 || version[6] != '.')
        return BAD_REQUEST;
    if (strcmp(version, "HTTP/1.1") != 0 && strcmp(version, "HTTP/1.0") != 0)
        return VERSION_NOT_SUPPORTED;
    head->keep = version[7] == '1';
    if (strlen(target) > HEAD_TARGET_MAX)
        return TARGET_TOO_LONG;
    return parse_target(head, target);
}

/* ---- Fields ------------------------------------------------------------------------- */

/* A line that begins with a blank continues the one before; such are refused, as is a blank before
 * the colon. */
static int parse_field(struct http_header *head, char *line)
{
    size_t name = token_length(line);

    if (name == 0 || line[name] != ':')
        return BAD_REQUEST;
    if (head->field_count == HEAD_FIELDS_MAX)
        return HEAD_TOO_LARGE;
    char *value = line + name + 1, *end;

    line[name] = '\0';
    for (char *at = line; *at; at++)
        *at = (char)(*at >= 'A' && *at <= 'Z' ? *at + 'a' - 'A' : *at);
    value += strspn(value, " \t");
    end = value + strlen(value);
    while (end > value && (end[-1] == ' ' || end[-1] == '\t'))
        *--end = '\0';
    for (const char *at = value; *at; at++)
        if (((unsigned char)*at < ' ' && *at != '\t') || *at == 0x7f)
            return BAD_REQUEST;
    head->fields[head->field_count++] = (struct header_field){line, value};
    return 0;
}

static int count_fields(const struct http_header *head, const char *name)
{
    int count = 0;

    for (int i = 0; i < head->field_count; i++)
        count += strcmp(head->fields[i].name, name) == 0;
    return count;
}

const char *header_field(const struct http_header *head, const char *name)
{
    for (int i = head->field_count - 1; i >= 0; i--)
        if (strcmp(head->fields[i].name, name) == 0)
            return head->fields[i].value;
    return "";
}

static bool value_lists(const char *value, const char *word)
{
    size_t length = strlen(word);

    while (*value) {
        value += strspn(value, ", \t");
        size_t item = strcspn(value, ",");
        size_t end = item;

        while (end > 0 && (value[end - 1] == ' ' || value[end - 1] == '\t'))
            end--;
        if (end == length && strncasecmp(value, word, length) == 0)
            return true;
        value += item;
    }
    return false;
}

bool header_lists(const struct http_header *head, const char *name, const char *word)
{
    for (int i = 0; i < head->field_count; i++)
        if (strcmp(head->fields[i].name, name) == 0 && value_lists(head->fields[i].value, word))
            return true;
    return false;
}

/* The weight of an item of Accept-Encoding is above 0; it has none, or q=0 to q=1 with up to three
 * digits (RFC 9110, 12.4.2). */
static bool has_weight(const char *parameters, size_t length)
{
    char plain[16], *end;
    size_t used = 0;

    for (size_t i = 0; i < length; i++) {
        if (parameters[i] == ' ' || parameters[i] == '\t')
            continue;
        if (used == sizeof plain - 1)
            return false;
        plain[used++] = parameters[i];
    }
    plain[used] = '\0';
    if (used == 0)
        return true;
    if (strncasecmp(plain, ";q=", 3) != 0 || (plain[3] != '0' && plain[3] != '1'))
        return false;
    double weight = strtod(plain + 3, &end);

    return *end == '\0' && weight > 0 && weight <= 1;
}

bool header_accepts(const struct http_header *head, const char *coding)
{
    bool any = false;

    for (int i = 0; i < head->field_count; i++) {
        const char *item = head->fields[i].value;

        if (strcmp(head->fields[i].name, "accept-encoding") != 0)
            continue;
        while (*(item += strspn(item, ", \t"))) {
            size_t whole = strcspn(item, ","), name = token_length(item);
            bool weighs = has_weight(item + name, whole - name);

            if (name == strlen(coding) && strncasecmp(item, coding, name) == 0)
                return weighs;
            any = any || (name == 1 && *item == '*' && weighs);
            item += whole;
        }
    }
    return any;
}

/* ---- What the fields mean ------------------------------------------------------------- */

/* Refuses header fields that must not be repeated. */
static int check_single(const struct http_header *head)
{
    static const char *const single[] = {
        "host",   "content-length",    "transfer-encoding",     "origin",         "authorization",
        "expect", "sec-websocket-key", "sec-websocket-version", "idempotency-key"};

    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        if (count_fields(head, single[i]) > 1)
            return BAD_REQUEST;
    return 0;
}

static int read_length(struct http_header *head)
{
    const char *length = header_field(head, "content-length");
    size_t digits = strspn(length, "0123456789");

    if (count_fields(head, "transfer-encoding") > 0) {
        if (count_fields(head, "content-length") > 0)
            return BAD_REQUEST;
        return header_lists(head, "transfer-encoding", "chunked") ? LENGTH_REQUIRED
                                                                  : NOT_IMPLEMENTED;
    }
    if (count_fields(head, "content-length") == 0)
        return 0;
    if (digits == 0 || length[digits] || digits > LENGTH_DIGITS)
        return BAD_REQUEST;
    for (; *length; length++)
        head->body = head->body * 10 + (size_t)(*length - '0');
    return 0;
}

static int understand(struct http_header *head)
{
    const char *host = header_field(head, "host");
    int status = check_single(head);

    if (!status && head->keep && count_fields(head, "host") == 0)
        return BAD_REQUEST; /* RFC 9112, 3.2; version 1.0 does without */
    if (!status && host[strspn(host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "0123456789.-_~:[]%")])
        return BAD_REQUEST;
    if (!status)
        status = read_length(head);
    if (!status && count_fields(head, "expect") > 0) {
        head->expects = strcasecmp(header_field(head, "expect"), "100-continue") == 0;
        if (!head->expects)
            return BAD_REQUEST;
    }
    if (header_lists(head, "connection", "close"))
        head->keep = false;
    else if (header_lists(head, "connection", "keep-alive"))
        head->keep = true;
    return status;
}

/* ---- All of it ------------------------------------------------------------------------- */

/* The length up to and with the empty line, 0 if it is not there yet, or a refusal: a line that
 * does not end with CRLF, or a zero byte. */
static int find_end(const char *data, size_t length)
{
    size_t limit = length < HEAD_MAX ? length : HEAD_MAX;

    for (size_t i = 0; i < limit; i++) {
        if (data[i] == '\0' || (data[i] == '\n' && (i == 0 || data[i - 1] != '\r')) ||
            (i > 0 && data[i - 1] == '\r' && data[i] != '\n'))
            return BAD_REQUEST;
        if (i >= 3 && data[i] == '\n' && data[i - 2] == '\n')
            return (int)i + 1;
    }
    return length < HEAD_MAX ? HEAD_INCOMPLETE : HEAD_TOO_LARGE;
}

int header_parse(struct http_header *head, const char *data, size_t length)
{
    size_t blank = length >= 2 && data[0] == '\r' && data[1] == '\n' ? 2 : 0; /* RFC 9112, 2.2 */
    int end = find_end(data + blank, length - blank);
    char *line = head->text;
    int status;

    if (end <= 0)
        return end == HEAD_TOO_LARGE && !memchr(data, '\n', length) ? TARGET_TOO_LONG : end;
    memset(head, 0, offsetof(struct http_header, text));
    memcpy(head->text, data + blank, (size_t)end);
    head->text[end - 2] = '\0'; /* the last, empty line */
    char *next = strstr(line, "\r\n");

    *next = '\0';
    status = parse_request_line(head, line);
    for (line = next + 2; !status && *line; line = next + 2) {
        next = strstr(line, "\r\n");
        *next = '\0';
        status = parse_field(head, line);
    }
    if (!status)
        status = understand(head);
    return status ? status : end + (int)blank;
}

bool header_argument(const struct http_header *head, const char *name, char *out, size_t size)
{
    size_t key = strlen(name);

    *out = '\0';
    for (const char *at = head->query; *at;) {
        size_t length = strcspn(at, "&");

        if (length > key && strncmp(at, name, key) == 0 && at[key] == '=') {
            char value[HEAD_TARGET_MAX + 1];
            int decoded = decode(at + key + 1, length - key - 1, value, true);

            if (decoded < 0 || (size_t)decoded >= size || !text_is_clean(value))
                return false;
            strcpy(out, value);
            return true;
        }
        at += length + (at[length] == '&');
    }
    return true;
}
