/* hostile_clients.c - see hostile_clients.h. */
#include "hostile_clients.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "visitor.h"

enum {
    GAMES = 60, /* that one address may create in an hour */
    MESSAGE_MAX = 4096,
    BODY_MAX = 16384,
    SECRETS_MAX = 256,
};

/* ---- What is found ---------------------------------------------------------------- */

struct process server;
const char *under_way = "";
int faults;
int next_network = 10;

__attribute__((format(printf, 2, 3))) bool check(bool truth, const char *format, ...)
{
    va_list arguments;

    if (truth)
        return true;
    faults++;
    fprintf(stderr, "%s: ", under_way);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return false;
}

static void check_word(const char *got, const char *wanted, const char *what)
{
    check(strcmp(got, wanted) == 0, "%s is answered by \"%s\", not \"%s\"", what, got, wanted);
}

/* ---- Games to play with ------------------------------------------------------------ */

struct table {
    char id[16];
    char secrets[2][32], watch[32];
};

static char secrets[SECRETS_MAX][32]; /* that must not be in the log */
static int secret_count;

static void remember(char out[32], const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    snprintf(out, 32, "%s", text ? text : "");
    if (secret_count < SECRETS_MAX && text)
        memcpy(secrets[secret_count++], out, 32);
}

/* The status of a request, whose answer must be JSON with this code if it is a failure. */
static int post(const struct ws_address *address, const char *path, const char *headers,
                const char *body, const char *code)
{
    char *answer = NULL;
    int status = http_fetch(address, "POST", path, headers, body, 30000, &answer);
    json_t *root = answer ? json_loads(answer, 0, NULL) : NULL;
    const char *got =
        json_string_value(json_object_get(json_object_get(root, "error"), "code"));

    if (code)
        check_word(got ? got : "", code, "a request");
    json_decref(root);
    free(answer);
    return status;
}

/* Exchanges the invitation to a seat for a secret of its own. */
static void sit_down(struct table *table, int seat, const struct ws_address *address)
{
    char path[64], headers[80], *answer = NULL;

    snprintf(path, sizeof path, "/api/games/%s/join", table->id);
    snprintf(headers, sizeof headers, "Authorization: Bearer %s\r\n", table->secrets[seat]);
    int status =
        http_fetch(address, "POST", path, headers, "{\"name\":\"A<b>&\"}", 30000, &answer);
    json_t *root = answer ? json_loads(answer, 0, NULL) : NULL;

    check(status == 200, "an invitation is accepted with status %d", status);
    remember(table->secrets[seat], root, "secret");
    json_decref(root);
    free(answer);
}

/* A public game with both seats taken; its makers are at 127.0.A.*. */
static bool table_make(struct table *table, struct visitor players[2], int a)
{
    struct ws_address address = from_local(&server.address, a, 1);
    char *answer = NULL;
    int status = http_fetch(&address, "POST", "/api/games", "",
                            "{\"game\":\"quoridor\",\"public\":true,\"seats\":[{\"kind\":"
                            "\"person\"},{\"kind\":\"person\"}]}",
                            30000, &answer);
    json_t *root = answer ? json_loads(answer, 0, NULL) : NULL;
    const json_t *seats = json_object_get(root, "seats");
    const char *id = json_string_value(json_object_get(root, "id"));

    snprintf(table->id, sizeof table->id, "%s", id ? id : "");
    remember(table->watch, root, "watch");
    for (int i = 0; i < 2; i++) {
        address = from_local(&server.address, a, 2 + i);
        remember(table->secrets[i], json_array_get(seats, (size_t)i), "secret");
        sit_down(table, i, &address);
    }
    json_decref(root);
    free(answer);
    for (int i = 0; i < 2; i++) {
        address = from_local(&server.address, a, 2 + i);
        visitor_enter(&players[i], &address, "");
        check_word(visitor_hello(&players[i], table->id, table->secrets[i]), "welcome", "hello");
    }
    return check(status == 201, "a game is created with status %d", status);
}

/* ---- Sizes ------------------------------------------------------------------------ */

static void oversized_frames(void)
{
    int a = next_network++;
    struct ws_address address = from_local(&server.address, a, 1);
    static char big[1 << 20];
    static const unsigned char endless[] = {0x81, 0xff, 0x3f, 0xff, 0xff, 0xff, 0xff,
                                            0xff, 0xff, 0xff, 1,    2,    3,    4};
    struct visitor visitor;

    memset(big, ' ', sizeof big);
    for (size_t size = MESSAGE_MAX + 1; size <= sizeof big; size *= 8) {
        check(visitor_enter(&visitor, &address, ""), "not let in");
        ws_send(&visitor.ws, big, size);
        check_word(visitor_hear(&visitor, 30000), "size", "a long message");
        check(visitor_gone(&visitor, 8000), "stays after a message of %zu bytes", size);
        visitor_leave(&visitor);
    }
    check(visitor_enter(&visitor, &address, ""), "not let in");
    ws_send_raw(&visitor.ws, endless, sizeof endless);
    ws_send_raw(&visitor.ws, big, sizeof big);
    check(visitor_gone(&visitor, 8000), "stays after the head of an endless frame");
    visitor_leave(&visitor);
    check(visitor_enter(&visitor, &address, ""), "not let in");
    ws_send_frame(&visitor.ws, 0x01, big, 100);
    for (int i = 0; i < 200; i++)
        ws_send_frame(&visitor.ws, 0x00, big, 100);
    check(visitor_gone(&visitor, 8000), "stays after 200 pieces of an endless message");
    visitor_leave(&visitor);
}

static void oversized_requests(void)
{
    struct ws_address address = from_local(&server.address, next_network++, 1);
    static char big[80000];
    struct visitor visitor;

    memset(big, ' ', BODY_MAX + 1);
    int status = post(&address, "/api/games", "", big, "size");

    check(status == 413, "a long body is answered with %d", status);
    memset(big, 'x', sizeof big - 1);
    visitor_connect(&visitor, &address);
    ws_send_raw(&visitor.ws, "GET /", 5);
    ws_send_raw(&visitor.ws, big, sizeof big - 1);
    check(visitor_gone(&visitor, 8000), "stays after an endless path");
    visitor_leave(&visitor);
    visitor_connect(&visitor, &address);
    ws_send_raw(&visitor.ws, "GET / HTTP/1.1\r\nHost: x\r\n", 25);
    for (int i = 0; i < 3000; i++)
        ws_send_raw(&visitor.ws, "X-Long: xxxxxxxxxxxxxxxxxxxxxxxxx\r\n", 35);
    check(visitor_gone(&visitor, 8000), "stays after endless headers");
    visitor_leave(&visitor);
    visitor_connect(&visitor, &address);
    ws_send_raw(&visitor.ws, "POST /api/games HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", 58);
    for (int i = 0; i < 20; i++)
        ws_send_raw(&visitor.ws, big, sizeof big - 1);
    check(visitor_gone(&visitor, 8000), "stays after a body of 100 GB is announced");
    visitor_leave(&visitor);
}

/* ---- Nonsense ---------------------------------------------------------------------- */

static void malformed_messages(void)
{
    static const char *const texts[] = {
        "", "{", "nonsense", "[]", "null", "1", "\"hello\"", "{}", "{\"type\":1}",
        "{\"type\":\"nothing\"}", "{\"type\":\"move\"}", "{\"type\":\"move\",\"seq\":\"1\"}",
        "{\"type\":\"move\",\"seq\":-1,\"move\":\"e2\"}",
        "{\"type\":\"move\",\"seq\":1e99,\"move\":\"e2\"}",
        "{\"type\":\"move\",\"seq\":1,\"move\":[]}",
        "{\"type\":\"draw\",\"answer\":\"perhaps\"}",
        "{\"type\":\"say\"}",
        "{\"type\":\"say\",\"phrase\":7}",
        "{\"type\":\"say\",\"phrase\":\"<b>buy this</b>\"}",
        "{\"type\":\"ping\"}{\"type\":\"ping\"}",
        "{\"type\":\"hello\",\"type\":\"ping\",\"x\":\"\\ud800\"}",
        "{\"type\":\"ping\",\"x\":\"\\u0000\"",
    };
    struct visitor players[2];
    struct table table;

    table_make(&table, players, next_network++);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        check_word(visitor_ask(&players[0], "%s", texts[i]), "syntax", texts[i]);
        usleep(100000); /* within the allowed rate */
    }
    check_word(visitor_ask(&players[0], "{\"type\":\"move\",\"seq\":2,\"move\":\"%.*s\"}", 60,
                           "e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2"),
               "illegal", "a long move");
    check_word(visitor_ask(&players[0], "{\"type\":\"ping\",\"id\":7}"), "pong", "ping");
    check(json_integer_value(json_object_get(players[0].message, "id")) == 7, "the id is lost");
    for (int i = 0; i < 2; i++)
        visitor_leave(&players[i]);
}

static void deep_json(void)
{
    struct ws_address address = from_local(&server.address, next_network++, 1);
    static char deep[BODY_MAX];

    memset(deep, '[', sizeof deep - 1);
    check(post(&address, "/api/games", "", deep, "syntax") == 400, "deep JSON is taken");
    check(post(&address, "/api/games", "", "{\"game\":\"go\"}", "terms") == 400, "plays go");
    check(post(&address, "/api/games", "", "{\"game\":\"dorix\",\"players\":99}", "terms") == 400,
          "plays with 99");
    check(post(&address, "/api/games/x'--/join", "", "{\"name\":\"x\"}", "unknown") == 404,
          "an id with a quote is not unknown");
}

/* Each of these breaks RFC 6455 and ends the connection, or at least is not a valid message. */
static void malformed_frames(void)
{
    static const struct {
        const char *what, *bytes;
        size_t size;
        const char *answer; /* NULL: the connection ends */
    } frames[] = {
        {"an unmasked frame", "\x81\x02{}", 4, NULL},
        {"what is not UTF-8", "\x81\x84\x00\x00\x00\x00\"\xfe\xc0\"", 10, NULL},
        {"a binary message", "\x82\x82\x00\x00\x00\x00{}", 8, "syntax"},
        {"a reserved bit", "\xf1\x82\x01\x02\x03\x04zz", 8, NULL},
        {"a reserved opcode", "\x83\x82\x01\x02\x03\x04zz", 8, NULL},
        {"a long ping", "\x89\xfe\x01\x00\x01\x02\x03\x04", 8, NULL},
        {"a ping in pieces", "\x09\x80\x01\x02\x03\x04", 6, NULL},
        {"a piece without a beginning", "\x80\x82\x01\x02\x03\x04zz", 8, NULL},
    };
    int a = next_network++;

    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        struct ws_address address = from_local(&server.address, a, 1 + (int)i);
        struct visitor visitor;

        check(visitor_enter(&visitor, &address, ""), "not let in");
        ws_send_raw(&visitor.ws, frames[i].bytes, frames[i].size);
        ws_send_raw(&visitor.ws, "\x89\x80\x01\x02\x03\x04", 6); /* an honest ping, to be sure */
        if (frames[i].answer)
            check_word(visitor_hear(&visitor, 30000), frames[i].answer, frames[i].what);
        else
            check(visitor_gone(&visitor, 8000), "stays after %s", frames[i].what);
        visitor_leave(&visitor);
    }
}

/* A player who will not stop talking: three phrases at once, then one in five seconds. */
static void chatter(void)
{
    enum { TRIES = 12 };
    int said = 0, refused = 0;
    struct visitor players[2];
    struct table table;

    table_make(&table, players, next_network++);
    int64_t begun = clock_ms();

    for (int i = 0; i < TRIES; i++) {
        const char *answer = visitor_ask(&players[0], "{\"type\":\"say\",\"phrase\":\"hello\"}");

        said += strcmp(answer, "said") == 0;
        refused += strcmp(answer, "rate") == 0;
    }
    int64_t allowed = 4 + (clock_ms() - begun) / 5000;

    check(said >= 3 && said <= allowed && said + refused == TRIES,
          "%d phrases are accepted and %d refused", said, refused);
    check_word(visitor_ask(&players[0], "{\"type\":\"move\",\"seq\":2,\"move\":\"e2\"}"), "event",
               "a move after too many phrases");
    for (int i = 0; i < 2; i++)
        visitor_leave(&players[i]);
}

/* ---- What is not theirs ------------------------------------------------------------ */

static void wrong_seats(void)
{
    int a = next_network++;
    struct visitor players[2], stranger;
    struct table table;
    struct ws_address address = from_local(&server.address, a, 9);

    table_make(&table, players, a);
    check_word(visitor_ask(&players[1], "{\"type\":\"move\",\"seq\":2,\"move\":\"e8\"}"), "turn",
               "a move out of turn");
    check_word(visitor_ask(&players[0], "{\"type\":\"move\",\"seq\":2,\"move\":\"e9\"}"), "illegal",
               "an impossible move");
    check_word(visitor_ask(&players[0], "{\"type\":\"join\",\"name\":\"Eve\"}"), "seat",
               "sitting down twice");
    check_word(visitor_ask(&players[0], "{\"type\":\"draw\",\"answer\":\"accept\"}"), "offer",
               "accepting nothing");
    visitor_enter(&stranger, &address, "");
    check_word(visitor_hello(&stranger, table.id, table.watch), "welcome", "a spectator");
    static const char *const deeds[] = {"resign", "abort", "draw", "undo", "join", "say"};

    for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
        check_word(visitor_ask(&stranger,
                               "{\"type\":\"%s\",\"name\":\"Eve\",\"phrase\":\"hello\"}", deeds[i]),
                   "seat", deeds[i]);
    check_word(visitor_ask(&stranger, "{\"type\":\"move\",\"seq\":2,\"move\":\"e2\"}"), "seat",
               "a spectator's move");
    visitor_leave(&stranger);
    check_word(visitor_ask(&players[0], "{\"type\":\"move\",\"seq\":2,\"move\":\"e2\"}"), "event",
               "the right move");
    for (int i = 0; i < 2; i++)
        visitor_leave(&players[i]);
}

static void wrong_secrets(void)
{
    int a = next_network++;
    struct visitor players[2], visitor;
    struct table table;
    struct ws_address address = from_local(&server.address, a, 9);
    const char *answer = "";
    int tries = 0;

    table_make(&table, players, a);
    visitor_enter(&visitor, &address, "");
    check_word(visitor_ask(&visitor, "{\"type\":\"resign\"}"), "syntax", "resigning before hello");
    visitor_leave(&visitor);
    visitor_enter(&visitor, &address, "");
    check_word(visitor_ask(&visitor, "{\"type\":\"hello\",\"version\":9,\"game\":\"%s\"}",
                           table.id),
               "version", "hello in version 9");
    visitor_leave(&visitor);
    char first[256] = "";

    for (; tries < 200 && strcmp(answer, "rate") != 0; tries++) {
        if (!visitor_enter(&visitor, &address, "")) {
            visitor_leave(&visitor);
            break;
        }
        answer = visitor_hello(&visitor, tries % 2 ? table.id : "aaaaaaaaaaaa",
                               "AAAAAAAAAAAAAAAAAAAAAA");
        const char *text = json_string_value(json_object_get(visitor.message, "text"));

        if (tries == 0)
            snprintf(first, sizeof first, "%s", text ? text : "");
        else if (strcmp(answer, "unknown") == 0)
            check(text && strcmp(text, first) == 0, "a wrong game and a wrong secret differ");
        /* Last words may be lost if they cross the next guess. */
        bool limited = strcmp(answer, "rate") == 0 || strcmp(answer, "gone") == 0;

        check(limited || strcmp(answer, "unknown") == 0, "a guess is answered by \"%s\"", answer);
        visitor_leave(&visitor);
        answer = limited ? "rate" : "";
    }
    check(tries < 200, "two hundred guesses are allowed");
    for (int i = 0; i < 2; i++)
        visitor_leave(&players[i]);
}

static void replays(void)
{
    struct visitor players[2];
    struct table table;

    table_make(&table, players, next_network++);
    check_word(visitor_ask(&players[0], "{\"type\":\"move\",\"seq\":2,\"move\":\"e2\"}"), "event",
               "a move");
    for (int i = 0; i < 3; i++) {
        check_word(visitor_ask(&players[0], "{\"type\":\"move\",\"seq\":2,\"move\":\"e2\"}"),
                   "state", "the same move again");
        check(visitor_seq(&players[0]) == 3, "the game went on by itself");
    }
    visitor_hear(&players[1], 2000);
    check_word(visitor_ask(&players[1], "{\"type\":\"move\",\"seq\":1,\"move\":\"e8\"}"), "state",
               "a stale move");
    check_word(visitor_ask(&players[1], "{\"type\":\"move\",\"seq\":3,\"move\":\"e8\"}"), "event",
               "the same, up to date");
    check(visitor_seq(&players[1]) == 4, "the number is %" PRId64, visitor_seq(&players[1]));
    for (int i = 0; i < 2; i++)
        visitor_leave(&players[i]);
}

static void foreign_origins(void)
{
    struct ws_address address = from_local(&server.address, next_network++, 1);
    struct visitor visitor;

    check(!visitor_enter(&visitor, &address, "Origin: https://evil.example\r\n"),
          "a foreign page is let in");
    visitor_leave(&visitor);
    check(!visitor_enter(&visitor, &address, "Origin: null\r\n"), "a page from nowhere is let in");
    visitor_leave(&visitor);
    check(visitor_enter(&visitor, &address, "Origin: http://localhost\r\n"), "our page is not");
    visitor_leave(&visitor);
    check(post(&address, "/api/games", "Origin: https://evil.example\r\n",
               "{\"game\":\"quoridor\"}", "origin") == 403,
          "a foreign page can create games");
}

/* WebSocket in another protocol or at another place, and what comes after an honest beginning. */
static void other_doors(void)
{
    static const char *const doors[][2] = {
        {"/api/play", "http"}, {"/api/play", "chat"}, {"/api/play", ""},   {"/", "tablier.1"},
        {"/", "http"},         {"/api/games", "http"}, {"/healthz", "http"},
    };
    struct ws_address address = from_local(&server.address, next_network++, 1);

    for (size_t i = 0; i < sizeof doors / sizeof *doors; i++) {
        struct visitor visitor;

        visitor_connect(&visitor, &address);
        ws_upgrade(&visitor.ws, doors[i][0], doors[i][1], "");
        for (int tries = 0; tries < 20 && visitor.ws.state == WS_UPGRADING; tries++)
            visitor_hear(&visitor, 50);
        if (visitor.ws.state == WS_OPEN) {
            ws_send(&visitor.ws, "{\"type\":\"ping\"}", 15);
            check(visitor_gone(&visitor, 8000), "%s lets in as \"%s\"", doors[i][0], doors[i][1]);
        }
        visitor_leave(&visitor);
    }
}

/* A connection plays one game: nobody changes to another on the way. */
static void second_hello(void)
{
    struct visitor players[2], others[2];
    struct table table, other;

    table_make(&table, players, next_network++);
    table_make(&other, others, next_network++);
    const char *answer = visitor_hello(&players[0], other.id, other.secrets[1]);

    check(strcmp(answer, "welcome") != 0, "a second hello opens another game");
    for (int i = 0; i < 2; i++) {
        visitor_leave(&players[i]);
        visitor_leave(&others[i]);
    }
}

static void strange_paths(void)
{
    static const char *const paths[] = {
        "/../../../../etc/passwd", "/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
        "/..%2f..%2f..%2fetc%2fpasswd", "/js/../../../etc/passwd", "/./././etc/passwd",
        "/api/games/../../../etc/passwd", "/api/games/%00", "/api/games/aaaaaaaaaaaa",
        "/api/games/aaaaaaaaaaaa/record", "/api/games/'%20or%20'1'='1", "/api/nothing",
        "/index.html%00.js", "/\\..\\..\\etc\\passwd", "/file:///etc/passwd", "/web/index.html",
    };
    struct ws_address address = from_local(&server.address, next_network++, 1);

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char *answer = NULL;
        int status = http_fetch(&address, "GET", paths[i], "", "", 30000, &answer);

        check(status >= 400 || status == 0, "%s is answered with %d", paths[i], status);
        check(!answer || !strstr(answer, "root:"), "%s shows a file", paths[i]);
        free(answer);
    }
    check(http_fetch(&address, "DELETE", "/api/games", "", "", 3000, NULL) >= 400, "DELETE works");
    check(http_fetch(&address, "GET", "/api/games?list=open&name='%20or%201=1%20--&limit=0'", "",
                     "", 30000, NULL) > 0,
          "no answer to a strange query");
}

/* ---- Too much ---------------------------------------------------------------------- */

static void floods(void)
{
    int a = next_network++;
    struct visitor players[2];
    struct table table;
    const char *answer = "";

    table_make(&table, players, a);
    for (int i = 0; i < 3000; i++)
        ws_send(&players[0].ws, "{\"type\":\"ping\"}", 15);
    for (int i = 0; i < 3000 && strcmp(answer, "rate") != 0 && strcmp(answer, "gone") != 0; i++)
        answer = visitor_hear(&players[0], 3000);
    check(strcmp(answer, "pong") != 0 && *answer, "3000 messages at once are answered");
    for (int i = 0; i < 2; i++)
        visitor_leave(&players[i]);
}

static void many_games(void)
{
    struct ws_address address = from_local(&server.address, next_network++, 1);
    int made = 0, status = 201;

    for (; made < 2 * GAMES && status == 201; made += status == 201)
        status = post(&address, "/api/games", "", "{\"game\":\"dorix\"}", NULL);
    check(status == 429 && made <= GAMES, "%d games from one address, then %d", made, status);
}

static void one_address(void)
{
    struct ws_address address = from_local(&server.address, next_network++, 1);
    static struct visitor visitors[2 * CONNECTIONS];
    static bool entered[2 * CONNECTIONS];
    int open = 0;

    for (int i = 0; i < 2 * CONNECTIONS; i++)
        entered[i] = visitor_enter(&visitors[i], &address, "");
    /* The server may close one without hello to make room for a later one. */
    for (int i = 0; i < 2 * CONNECTIONS; i++)
        open += entered[i] && strcmp(visitor_ask(&visitors[i], "{\"type\":\"ping\"}"), "pong") == 0;
    check(open > 0 && open <= CONNECTIONS, "%d connections of one address are open", open);
    for (int i = 0; i < 2 * CONNECTIONS; i++)
        visitor_leave(&visitors[i]);
}

/* Connects and is gone, again and again. */
static void come_and_go(void)
{
    int a = next_network++;

    for (int i = 0; i < 1000; i++) {
        struct ws_address address = from_local(&server.address, a, 1 + i % 250);
        struct linger at_once = {.l_onoff = 1, .l_linger = 0};
        struct visitor visitor;

        visitor_connect(&visitor, &address);
        if (i % 3 == 1)
            ws_send_raw(&visitor.ws, "GET / HTTP/1.1\r\n", 16);
        if (i % 3 == 2)
            ws_upgrade(&visitor.ws, "/api/play", "tablier.1", "");
        if (i % 2)
            setsockopt(visitor.ws.fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        visitor_leave(&visitor);
    }
}

/* ---- Too little -------------------------------------------------------------------- */

enum { IDLERS = 60, READERS = 20 };

static struct visitor idlers[IDLERS], readers[READERS];
static struct visitor slow_players[2];

/* Connections that never get to the point; they stay open during everything else. */
static void half_open(void)
{
    static const char *const beginnings[] = {
        "", "G", "GET / HTTP/1.1\r\nHost:",
        "POST /api/games HTTP/1.1\r\nContent-Length: 50\r\n\r\n{",
        "GET /api/play HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n", "\x16\x03\x01\x02",
    };
    size_t count = sizeof beginnings / sizeof *beginnings;
    int a = next_network++;

    for (int i = 0; i < IDLERS; i++) {
        struct ws_address address = from_local(&server.address, a, 1 + i);
        const char *text = beginnings[(size_t)i % count];

        visitor_connect(&idlers[i], &address);
        if (*text)
            ws_send_raw(&idlers[i].ws, text, strlen(text));
    }
}

/* Spectators of a game who never read. */
static void slow_readers(void)
{
    int a = next_network++;
    struct table table;

    table_make(&table, slow_players, a);
    for (int i = 0; i < READERS; i++) {
        struct ws_address address = from_local(&server.address, a, 10 + i);

        address.narrow = true;
        visitor_enter(&readers[i], &address, "");
        visitor_hello(&readers[i], table.id, "");
        for (int n = 0; n < 15; n++)
            ws_send(&readers[i].ws, "{\"type\":\"moves\"}", 16);
    }
}

void dismiss_idlers(void)
{
    for (int i = 0; i < IDLERS; i++)
        visitor_leave(&idlers[i]);
    for (int i = 0; i < READERS; i++)
        visitor_leave(&readers[i]);
    for (int i = 0; i < 2; i++)
        visitor_leave(&slow_players[i]);
}

void silent_clients(int seconds)
{
    int a = next_network++;
    struct ws_address address = from_local(&server.address, a, 9);
    struct visitor visitors[3], lazy, players[2];
    struct table table;
    int64_t until = clock_ms() + 1000 * (int64_t)seconds;

    visitor_connect(&visitors[0], &address);
    visitor_connect(&visitors[1], &address);
    ws_send_raw(&visitors[1].ws, "GET / HTTP/1.1\r\nHost:", 21);
    check(visitor_enter(&visitors[2], &address, ""), "not let in");
    table_make(&table, players, a);
    address.narrow = true;
    check(visitor_enter(&lazy, &address, ""), "not let in");
    visitor_hello(&lazy, table.id, "");
    for (; clock_ms() < until; usleep(125000)) /* nobody reads, or answers pings, meanwhile */
        ws_send(&lazy.ws, "{\"type\":\"moves\"}", 16);
    for (int i = 0; i < 3; i++) {
        check(visitor_gone(&visitors[i], 3000), "silent client %d is still there", i + 1);
        visitor_leave(&visitors[i]);
    }
    check(visitor_gone(&lazy, 3000), "a client that sends and never reads is still connected");
    visitor_leave(&lazy);
    for (int i = 0; i < 2; i++)
        visitor_leave(&players[i]);
}

/* ---- A crowd ----------------------------------------------------------------------- */

void crowd(int size)
{
    struct visitor *visitors = calloc((size_t)size, sizeof *visitors);
    int networks = size / (CONNECTIONS * 200) + 1, a = next_network, in = 0;

    next_network += networks;
    for (int i = 0; visitors && i < size; i++) {
        int host = i / (CONNECTIONS - 10);
        struct ws_address address =
            from_local(&server.address, a + host / 200, 1 + host % 200);

        in += visitor_enter(&visitors[i], &address, "");
        if (visitors[i].ws.state == WS_OPEN)
            ws_send(&visitors[i].ws, "{\"type\":\"ping\"}", 15);
    }
    check(in == size, "%d of %d are let in", in, size);
    printf("crowd        %d connections, server at %.1f MB\n", in,
           (double)process_memory(&server, false) / 1024);
    for (int i = 0; visitors && i < size; i++)
        visitor_leave(&visitors[i]);
    free(visitors);
}

/* ---- The list --------------------------------------------------------------------- */

const struct attack attacks[] = {
    {"half-open sockets", half_open},
    {"slow readers", slow_readers},
    {"oversized frames", oversized_frames},
    {"oversized requests", oversized_requests},
    {"malformed messages", malformed_messages},
    {"deep and wrong JSON", deep_json},
    {"malformed frames", malformed_frames},
    {"chatter", chatter},
    {"wrong seats", wrong_seats},
    {"wrong secrets", wrong_secrets},
    {"replays", replays},
    {"foreign origins", foreign_origins},
    {"other doors", other_doors},
    {"a second hello", second_hello},
    {"strange paths", strange_paths},
    {"floods", floods},
    {"many games", many_games},
    {"one address", one_address},
    {"come and go", come_and_go},
    {NULL, NULL},
};

/* ---- The log ---------------------------------------------------------------------- */

void check_log(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[4096];

    check(file, "cannot be read");
    while (file && fgets(line, sizeof line, file))
        for (int i = 0; i < secret_count; i++)
            if (secrets[i][0])
                check(!strstr(line, secrets[i]), "has a secret in it: %s", line);
    if (file)
        fclose(file);
}
