/*
 * test_net.c - parsers of untrusted input: request headers, WebSocket frames, addresses and
 * origins; and the rate limits per address.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <arpa/inet.h>

#include "server/connection/frame.h"
#include "server/connection/http_header.h"
#include "server/connection/limits.h"
#include "server/connection/peer.h"
#include "test.h"

/* ---- Heads ------------------------------------------------------------------------- */

static int parse(struct http_header *head, const char *text)
{
    return header_parse(head, text, strlen(text));
}

static void heads_that_are_good(void **state)
{
    static const char text[] = "\r\nGET /a%20b/c?x=1&y=a%2Bb+c&z HTTP/1.1\r\nHost: [::1]:80\r\n"
                               "ACCEPT:  text/html \t\r\nConnection: Foo , Upgrade\r\n\r\nrest";
    struct http_header head;
    char value[8];

    (void)state;
    assert_int_equal(parse(&head, text), (int)sizeof text - 1 - 4);
    assert_string_equal(head.method, "GET");
    assert_string_equal(head.path, "/a b/c");
    assert_string_equal(header_field(&head, "accept"), "text/html");
    assert_string_equal(header_field(&head, "nothing"), "");
    assert_true(header_lists(&head, "connection", "upgrade"));
    assert_false(header_lists(&head, "connection", "upgrad"));
    assert_true(head.keep);
    assert_true(header_argument(&head, "y", value, sizeof value));
    assert_string_equal(value, "a+b c");
    assert_true(header_argument(&head, "nothing", value, sizeof value));
    assert_string_equal(value, "");
    assert_false(header_argument(&head, "y", value, 4));
    assert_int_equal(parse(&head, "POST http://x.org/p HTTP/1.0\r\nContent-Length: 016\r\n\r\n"),
                     53);
    assert_string_equal(head.path, "/p");
    assert_int_equal(head.body, 16);
    assert_false(head.keep);
}

/* Each byte of a head may come by itself: nothing is decided before it is whole. */
static void heads_come_in_pieces(void **state)
{
    static const char text[] = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    struct http_header head;

    (void)state;
    for (size_t length = 0; length < sizeof text - 1; length++)
        assert_int_equal(header_parse(&head, text, length), HEAD_INCOMPLETE);
    assert_int_equal(header_parse(&head, text, sizeof text - 1), (int)sizeof text - 1);
    assert_false(head.keep);
}

#define LINE "GET / HTTP/1.1\r\nHost: x\r\n"
#define POST "POST / HTTP/1.1\r\nHost: x\r\n"

static void heads_that_are_refused(void **state)
{
    static const struct {
        const char *text;
        int status;
    } cases[] = {
        {POST "Content-Length: 16abc\r\n\r\n", 400},
        {POST "Content-Length: +16\r\n\r\n", 400},
        {POST "Content-Length: -1\r\n\r\n", 400},
        {POST "Content-Length: 0x10\r\n\r\n", 400},
        {POST "Content-Length: 1 6\r\n\r\n", 400},
        {POST "Content-Length:\r\n\r\n", 400},
        {POST "Content-Length: 16,16\r\n\r\n", 400},
        {POST "Content-Length: 16\r\nContent-Length: 16\r\n\r\n", 400},
        {POST "Content-Length: 16\r\ncontent-length: 17\r\n\r\n", 400},
        {POST "Content-Length: 99999999999999999999999\r\n\r\n", 400},
        {POST "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", 400},
        {POST "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n", 400},
        {POST "Transfer-Encoding: chunked\r\n\r\n", 411},
        {POST "Transfer-Encoding: gzip\r\n\r\n", 501},
        {POST "Transfer-Encoding:\r\n\r\n", 501},
        {POST "Content-Length : 5\r\n\r\n", 400},
        {POST "Content-Length\r\n\r\n", 400},
        {POST "X: y\r\n Content-Length: 5\r\n\r\n", 400},
        {POST "Expect: a miracle\r\n\r\n", 400},
        {LINE "X: a\x01\r\n\r\n", 400},
        {LINE "X: a\rb\r\n\r\n", 400},
        {LINE "X: a\nY: b\r\n\r\n", 400},
        {LINE ": a\r\n\r\n", 400},
        {LINE "Host: y\r\n\r\n", 400},
        {LINE "Origin: http://x\r\nOrigin: http://y\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400},
        {"GET /\r\nHost: x\r\n\r\n", 400},
        {"GET  / HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        {"GET / HTTP/1.1 \r\nHost: x\r\n\r\n", 400},
        {"GET / http/1.1\r\nHost: x\r\n\r\n", 400},
        {"GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        {"GET /%0d%0aSet-Cookie:x HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        {"GET /%4 HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        {"GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        {"GET /#x HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        {"GET /\xc3\xa9 HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        {"GET x HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        {"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
        {"GET / HTTP/1.2\r\nHost: x\r\n\r\n", 505},
        {"GET / HTTP/0.9\r\n\r\n", 505},
        {"\x16\x03\x01\r\n\r\n", 400},
        {"\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", 400},
    };
    struct http_header head;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (parse(&head, cases[i].text) != -cases[i].status)
            fail_msg("%s is answered with %d", cases[i].text, parse(&head, cases[i].text));
    assert_int_equal(header_parse(&head, "GET /\0 HTTP/1.1\r\n", 17), -400);
}

static void heads_that_are_too_long(void **state)
{
    static char text[3 * HEAD_MAX];
    struct http_header head;
    int length;

    (void)state;
    memset(text, 'x', sizeof text);
    memcpy(text, "GET /", 5);
    assert_int_equal(header_parse(&head, text, HEAD_MAX - 1), HEAD_INCOMPLETE);
    assert_int_equal(header_parse(&head, text, HEAD_MAX), -414);
    length = sprintf(text, "GET /%0*d HTTP/1.1\r\nHost: x\r\n\r\n", HEAD_TARGET_MAX, 0);
    assert_int_equal(header_parse(&head, text, (size_t)length), -414);
    length = sprintf(text, LINE "X: ");
    memset(text + length, 'x', sizeof text - (size_t)length);
    assert_int_equal(header_parse(&head, text, HEAD_MAX), -431);
    length = sprintf(text, "GET / HTTP/1.1\r\n");
    for (int i = 0; i <= HEAD_FIELDS_MAX; i++)
        length += sprintf(text + length, "X%d: y\r\n", i);
    length += sprintf(text + length, "\r\n");
    assert_int_equal(header_parse(&head, text, (size_t)length), -431);
}

/* ---- Frames ------------------------------------------------------------------------ */

/* Reads bytes, all at once or one by one; returns what they end with. The text of whole messages
 * is put together in `out`. */
static enum frame_event read_frames(const char *bytes, size_t length, size_t piece, char *out,
                                    enum frame_code *code)
{
    struct frame_reader reader = {0};
    enum frame_event event = FRAME_NOTHING, last = FRAME_NOTHING;

    *out = '\0';
    for (size_t i = 0; i < length && last != FRAME_BROKEN; i += piece) {
        char *copy = malloc(piece); /* so that a sanitizer sees its end */
        size_t size = length - i < piece ? length - i : piece;
        const char *at = copy;

        memcpy(copy, bytes + i, size);
        while ((event = frame_read(&reader, &at, copy + size)) != FRAME_NOTHING) {
            last = event;
            if (event == FRAME_MESSAGE)
                strncat(out, reader.message, reader.length);
            if (event == FRAME_BROKEN)
                break;
        }
        free(copy);
    }
    *code = reader.code;
    frame_reader_release(&reader);
    return last;
}

#define MASK "\x01\x02\x03\x04"
#define NO_MASK "\0\0\0\0"

static void frames_are_read(void **state)
{
    static const struct {
        const char *bytes;
        size_t length;
        enum frame_event event;
        const char *text;
        enum frame_code code;
    } cases[] = {
        {"\x81\x82" MASK "zz", 8, FRAME_MESSAGE, "{x", 0},
        {"\x81\x80" NO_MASK, 6, FRAME_MESSAGE, "", 0},
        {"\x01\x81" NO_MASK "a\x89\x81" NO_MASK "p\x80\x81" NO_MASK "b", 21, FRAME_MESSAGE, "ab",
         0},
        {"\x89\x80" NO_MASK, 6, FRAME_PINGED, "", 0},
        {"\x8a\x80" NO_MASK, 6, FRAME_PONGED, "", 0},
        {"\x88\x80" NO_MASK, 6, FRAME_CLOSED, "", 0},
        {"\x88\x82" NO_MASK "\x03\xe8", 8, FRAME_CLOSED, "", 0},
        {"\x88\x82" NO_MASK "\x03\xed", 8, FRAME_BROKEN, "", FRAME_PROTOCOL_ERROR},
        {"\x88\x81" NO_MASK "\x03", 7, FRAME_BROKEN, "", FRAME_PROTOCOL_ERROR},
        {"\x81\x02zz", 4, FRAME_BROKEN, "", FRAME_PROTOCOL_ERROR}, /* not masked */
        {"\x89\x00", 2, FRAME_BROKEN, "", FRAME_PROTOCOL_ERROR},
        {"\x82\x82" NO_MASK "zz", 8, FRAME_BROKEN, "", FRAME_UNSUPPORTED},
        {"\xc1\x82" NO_MASK "zz", 8, FRAME_BROKEN, "", FRAME_PROTOCOL_ERROR},
        {"\x83\x80" NO_MASK, 6, FRAME_BROKEN, "", FRAME_PROTOCOL_ERROR},
        {"\x09\x80" NO_MASK, 6, FRAME_BROKEN, "", FRAME_PROTOCOL_ERROR},
        {"\x89\xfe\x01\x00" NO_MASK, 8, FRAME_BROKEN, "", FRAME_PROTOCOL_ERROR},
        {"\x80\x80" NO_MASK, 6, FRAME_BROKEN, "", FRAME_PROTOCOL_ERROR},
        {"\x01\x80" NO_MASK "\x81\x80" NO_MASK, 12, FRAME_BROKEN, "", FRAME_PROTOCOL_ERROR},
        {"\x81\xfe\x00\x05" NO_MASK, 8, FRAME_BROKEN, "", FRAME_PROTOCOL_ERROR},
        {"\x81\xfe\x10\x01" NO_MASK, 8, FRAME_BROKEN, "", FRAME_TOO_BIG},
        {"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff" NO_MASK, 14, FRAME_BROKEN, "", FRAME_TOO_BIG},
        {"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff" NO_MASK, 14, FRAME_BROKEN, "",
         FRAME_PROTOCOL_ERROR},
    };
    char out[64];
    enum frame_code code;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t piece = 1; piece <= cases[i].length; piece += cases[i].length - 1) {
            enum frame_event event =
                read_frames(cases[i].bytes, cases[i].length, piece, out, &code);

            if (event != cases[i].event || strcmp(out, cases[i].text) != 0 ||
                (event == FRAME_BROKEN && code != cases[i].code))
                fail_msg("case %zu in pieces of %zu: event %d, code %d, \"%s\"", i, piece, event,
                         code, out);
        }
}

static void frames_are_written(void **state)
{
    static const struct {
        size_t length, head;
        const char *bytes;
    } cases[] = {{0, 2, "\x81\x00"},
                 {125, 2, "\x81\x7d"},
                 {126, 4, "\x81\x7e\x00\x7e"},
                 {65535, 4, "\x81\x7e\xff\xff"},
                 {65536, 10, "\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00"}};
    unsigned char room[FRAME_HEAD_MAX];
    char accept[FRAME_ACCEPT_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t head = frame_head(room + sizeof room, FRAME_TEXT, cases[i].length);

        assert_int_equal(head, cases[i].head);
        assert_memory_equal(room + sizeof room - head, cases[i].bytes, head);
    }
    assert_true(frame_accept("dGhlIHNhbXBsZSBub25jZQ==", accept)); /* RFC 6455, 1.3 */
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_false(frame_accept("", accept));
    assert_false(frame_accept("dGhlIHNhbXBsZSBub25jZQ", accept));
    assert_false(frame_accept("dGhl!HNhbXBsZSBub25jZQ==", accept));
    assert_false(frame_accept("dGhlIHNhbXBsZSBub25jZTE=", accept));
}

/* ---- Who is there ------------------------------------------------------------------- */

static void addresses_stand_for_users(void **state)
{
    static const struct {
        const char *address, *user;
    } cases[] = {{"192.0.2.1", "192.0.2.1"},
                 {"::ffff:192.0.2.1", "192.0.2.1"},
                 {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
                 {"2001:db8:1:2::", "2001:db8:1:2::"},
                 {"[::1]", "unknown"},
                 {"", "unknown"},
                 {"192.0.2.256", "unknown"},
                 {"192.0.2.1 x", "unknown"}};
    char out[ADDRESS_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        peer_normalise(cases[i].address, out);
        assert_string_equal(out, cases[i].user);
    }
    peer_of_forwarded("10.0.0.1, 192.0.2.7", out);
    assert_string_equal(out, "192.0.2.7");
    peer_of_forwarded("192.0.2.7 ", out);
    assert_string_equal(out, "192.0.2.7");
    peer_of_forwarded("192.0.2.7,", out);
    assert_string_equal(out, "unknown");
    peer_of_forwarded(
        "1111111111111111111111111111111111111111111111111111111111111111111111111111"
        "1111111111111111111111111111111111111111111111111111111111111111111111111111",
        out);
    assert_string_equal(out, "unknown");
}

static void networks_contain_addresses(void **state)
{
    static const struct {
        const char *text, *kept; /* NULL: refused */
        const char *inside, *outside;
    } cases[] = {
        {"192.0.2.7", "192.0.2.7", "192.0.2.7", "192.0.2.6"},
        {"192.0.2.7/32", "192.0.2.7", "192.0.2.7", "192.0.2.0"},
        {"192.0.2.77/26", "192.0.2.64/26", "192.0.2.127", "192.0.2.128"},
        {"10.1.2.3/8", "10.0.0.0/8", "10.255.0.1", "11.0.0.0"},
        {"2001:db8::1", "2001:db8::/64", "2001:db8::", "2001:db8:0:1::"},
        {"2001:db8:ff::/44", "2001:db8:f0::/44", "2001:db8:ff::", "2001:db8:100::"},
        {"10.0.0.0/7", NULL, NULL, NULL},
        {"2001::/15", NULL, NULL, NULL},
        {"192.0.2.0/33", NULL, NULL, NULL},
        {"192.0.2.0/", NULL, NULL, NULL},
        {"192.0.2.0/+9", NULL, NULL, NULL},
        {"192.0.2", NULL, NULL, NULL},
        {"local", NULL, NULL, NULL},
        {"", NULL, NULL, NULL},
    };
    struct network network, one;
    char out[ADDRESS_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(network_parse(cases[i].text, &network, out), cases[i].kept != NULL);
        if (!cases[i].kept)
            continue;
        assert_string_equal(out, cases[i].kept);
        assert_true(network_parse(cases[i].inside, &one, NULL) && network_has(&network, &one));
        assert_true(network_parse(cases[i].outside, &one, NULL) && !network_has(&network, &one));
    }
}

static void origins_are_judged(void **state)
{
    static const char *const good[] = {"http://x", "https://example.org",
                                       "https://example.org:8443", "http://[::1]:8080",
                                       "http://127.0.0.1:1"};
    static const char *const bad[] = {"foo", "", "null", "http://", "https://example.org/",
                                      "https://a b", "ftp://x", "http://x:", "http://x:123456",
                                      "http://x@y", "http://[::1", "HTTP://x", "http://[]"};

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(origin_valid(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (origin_valid(bad[i]))
            fail_msg("%s is taken for an origin", bad[i]);
    assert_true(origin_allowed("", "x", NULL));
    assert_true(origin_allowed("http://x:80", "x:80", NULL));
    assert_true(origin_allowed("https://X", "x", NULL));
    assert_true(origin_allowed("https://other.org", "x", "https://other.org"));
    assert_false(origin_allowed("https://other.org", "x", NULL));
    assert_false(origin_allowed("null", "null", NULL));
    assert_false(origin_allowed("http://x", "", NULL));
    assert_false(origin_allowed("http://x.evil.org", "x", "http://x"));
}

/* ---- How much ------------------------------------------------------------------------ */

/* After a refusal, waiting as long as it says is enough, and a second less is not. */
static void waiting_times_are_true(void **state)
{
    const struct bucket_rate rates[LIMIT_KINDS] = {{5, 1}, {3, 1.0 / 60}, {20, 0.1},
                                                   {4, 0.5}, {6, 0.2}, {8, 0.5}};
    struct limits *limits = limits_new(rates, 3);
    int wait = 0;

    (void)state;
    assert_non_null(limits);
    for (int kind = 0; kind < LIMIT_KINDS; kind++) {
        int64_t now = 1000;

        for (int i = 0; i < (int)rates[kind].most; i++)
            assert_true(limits_take(limits, "a", (enum limit)kind, now, &wait));
        assert_false(limits_take(limits, "a", (enum limit)kind, now, &wait));
        assert_true(wait >= 1);
        assert_true(limits_take(limits, "b", (enum limit)kind, now, &wait) || kind < 0);
        assert_false(limits_take(limits, "a", (enum limit)kind, now + 1000 * wait - 100, &wait));
        assert_int_equal(wait, 1);
        assert_true(limits_take(limits, "a", (enum limit)kind, now + 1000 * 61, &wait));
    }
    for (int i = 0; i < 3; i++)
        assert_true(limits_connect(limits, "a", 0));
    assert_false(limits_connect(limits, "a", 0));
    assert_true(limits_connect(limits, "b", 0));
    limits_disconnect(limits, "a");
    assert_true(limits_connect(limits, "a", 0));
    limits_free(limits);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads_that_are_good),
        cmocka_unit_test(heads_come_in_pieces),
        cmocka_unit_test(heads_that_are_refused),
        cmocka_unit_test(heads_that_are_too_long),
        cmocka_unit_test(frames_are_read),
        cmocka_unit_test(frames_are_written),
        cmocka_unit_test(addresses_stand_for_users),
        cmocka_unit_test(networks_contain_addresses),
        cmocka_unit_test(origins_are_judged),
        cmocka_unit_test(waiting_times_are_true),
    };

    return test_main(argc, argv, tests, sizeof tests / sizeof *tests);
}
