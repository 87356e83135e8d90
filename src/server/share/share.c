/* share.c - shared links: from an address to a page or a picture. */
#include "server/share/share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/checksum.h"
#include "learn/puzzle.h"
#include "server/share/address.h"
#include "server/share/page.h"
#include "server/share/previews.h"

enum {
    ROUTE_SIZE = HEAD_TARGET_MAX + 64,
    URL_SIZE = 2 * HEAD_TARGET_MAX,
    PAGE_MORE = 6 * (PREVIEW_TITLE + 2 * PREVIEW_WORDS + URL_SIZE + ROUTE_SIZE) + 2048,
};

static const char PAGE_CACHE[] = "cache-control: no-cache\r\nvary: accept-language\r\n";
/* The address of a picture changes with the picture. */
static const char PICTURE_CACHE[] = "cache-control: public, max-age=86400\r\n";

/* A request until it is answered. */
struct visit {
    struct reply *reply;
    struct share_address address;
    struct preview_order order;
    unsigned char key[PREVIEW_KEY];
    bool missing;           /* there is nothing at this address */
    char route[ROUTE_SIZE]; /* of the app */
    char place[320];        /* scheme and host */
    char query[HEAD_TARGET_MAX + 1];
};

bool share_owns(const struct http_header *head)
{
    struct share_address address;

    return address_read(head->path, &address) &&
           (address.kind != SHARE_HOME || !*header_field(head, "sec-fetch-mode"));
}

static void end_visit(struct visit *visit)
{
    preview_order_release(&visit->order);
    free(visit);
}

static void refuse_visit(struct visit *visit, enum refusal_code code, const char *text)
{
    struct reply *reply = visit->reply;
    struct refusal refusal;

    refuse_encoded(&refusal, code, text);
    end_visit(visit);
    reply_refusal(reply, &refusal);
}

/* True if the client still waits for the answer to a visit. */
static bool is_wanted(const void *visit)
{
    return reply_wanted(((const struct visit *)visit)->reply);
}

/* ---- Pages -------------------------------------------------------------------------------- */

/* Writes the addresses of the page and of its picture. The key in that of the picture is new when
 * the picture is. */
static void write_urls(const struct visit *visit, struct text *url, struct text *image)
{
    static const char *const folders[] = {"g", "p", "study"};
    const char *folder = folders[visit->address.kind], *word = visit->address.word;
    const char *query = visit->query;

    text_add(url, "%s/%s/%s%s%s", visit->place, folder, word, *query ? "?" : "", query);
    text_add(image, "%s/%s/%s.png?%s%slang=%s&v=", visit->place, folder, word, query,
             *query ? "&" : "", visit->order.lang);
    for (int i = 0; i < 4; i++)
        text_add(image, "%02x", visit->key[i]);
}

/* The page in memory that the caller frees; NULL without memory. */
static char *make_page(const struct visit *visit, const struct server_file *file,
                       const struct preview *preview)
{
    struct share_page page = {
        .route = visit->address.kind == SHARE_EMBED ? NULL : visit->route,
        .lang = visit->order.lang,
    };
    char url[URL_SIZE] = "", image[URL_SIZE] = "";
    struct text url_text = text_into(url, sizeof url), image_text = text_into(image, sizeof image);
    size_t size = file->size + PAGE_MORE;
    char *buffer = malloc(size);
    struct text out = text_into(buffer, buffer ? size : 0);

    if (preview) {
        write_urls(visit, &url_text, &image_text);
        page.title = preview->title;
        page.description = preview->words;
        page.url = url;
        page.image = image;
    }
    if (buffer && visit->address.kind == SHARE_HOME)
        page_write_home(&out, file, visit->place);
    else if (buffer)
        page_write(&out, file, &page);
    return buffer;
}

/* Without a preview the page has the app's own title and picture. */
static void send_page(struct visit *visit, const struct preview *preview)
{
    struct reply *reply = visit->reply;
    struct server *server = reply->server;
    bool framed = visit->address.kind == SHARE_EMBED;
    struct server_file file;

    if (!server->options.find(framed ? "embed.html" : "index.html", &file)) {
        refuse_visit(visit, REFUSED_UNKNOWN,
                     N_("There is nothing at this address for this method."));
        return;
    }
    char *page = make_page(visit, &file, preview);
    struct text etag = text_into(reply->etag, sizeof reply->etag);
    int status = !page ? 503 : visit->missing ? 404 : 200;

    if (page)
        text_add(&etag, "\"%016llx\"",
                 (unsigned long long)checksum_add(CHECKSUM_START, page, strlen(page)));
    reply->cache = PAGE_CACHE;
    reply->policy = framed ? POLICY_FRAMED : POLICY_SHARED;
    end_visit(visit);
    reply_text(reply, status, "text/html; charset=utf-8", NULL, page ? page : "");
    free(page);
}

static void on_page(void *context, const struct preview *preview, struct packet *png)
{
    (void)png;
    send_page(context, preview);
}

/* ---- Pictures ------------------------------------------------------------------------------ */

static void send_picture(struct visit *visit, struct packet *png)
{
    struct reply *reply = visit->reply;
    struct text etag = text_into(reply->etag, sizeof reply->etag);

    text_char(&etag, '"');
    for (int i = 0; i < 8; i++)
        text_add(&etag, "%02x", visit->key[i]);
    text_char(&etag, '"');
    reply->cache = PICTURE_CACHE;
    reply->policy = POLICY_PICTURE;
    end_visit(visit);
    reply_packet(reply, 200, "image/png", png);
}

static void on_picture(void *context, const struct preview *preview, struct packet *png)
{
    (void)preview;
    if (png)
        send_picture(context, png);
    else
        refuse_visit(context, REFUSED_UNKNOWN, N_("There is no picture of this."));
}

/* Sends the picture from the cache, or has it drawn if the address may ask for one more. */
static void show_picture(struct visit *visit)
{
    struct reply *reply = visit->reply;
    struct server *server = reply->server;
    struct packet *png = previews_find(server->previews, visit->key);
    struct refusal refusal;

    if (png) {
        send_picture(visit, png);
    } else if (!limits_take(server->limits, reply->address, LIMIT_PICTURES,
                            acceptor_now(&server->acceptor), &reply->wait)) {
        refuse(&refusal, REFUSED_RATE, "Too many requests; wait {wait} seconds.",
               arg_count("wait", reply->wait));
        end_visit(visit);
        reply_refusal(reply, &refusal);
    } else if (!previews_add(server->previews, &visit->order, on_picture, is_wanted, visit)) {
        refuse_visit(visit, REFUSED_BUSY, N_("Too many pictures are being drawn; try again."));
    }
}

/* ---- Contents ------------------------------------------------------------------------------ */

/* The contents are known, or not: then the order has no record. */
static void show(struct visit *visit)
{
    struct previews *previews = visit->reply->server->previews;
    bool picture = visit->order.picture = visit->address.picture;

    if (visit->order.record)
        preview_key(&visit->order, visit->key);
    if (picture && visit->order.record)
        show_picture(visit);
    else if (picture)
        refuse_visit(visit, REFUSED_UNKNOWN, N_("There is no picture of this."));
    else if (!visit->order.record ||
             !previews_add(previews, &visit->order, on_page, is_wanted, visit))
        send_page(visit, NULL);
}

static void on_game(void *context, json_t *json, const struct refusal *refusal)
{
    struct visit *visit = context;
    const char *record = refusal ? NULL : json_string_value(json_object_get(json, "record"));

    visit->missing = refusal && refusal->code == REFUSED_UNKNOWN;
    if (record && *record) {
        visit->order.record = strdup(record);
        visit->order.status =
            (enum game_status)json_integer_value(json_object_get(json, "status"));
    }
    json_decref(json);
    if (visit->address.kind == SHARE_EMBED) {
        visit->missing |= !refusal && !visit->order.record; /* a frame cannot open a private game */
        send_page(visit, NULL);
    } else {
        show(visit);
    }
}

/* The line of a puzzle in a game's file, NULL if it is not there. */
static const char *find_line(const char *file, const char *id)
{
    size_t length = strlen(id);

    for (const char *line = file; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, id, length) == 0 && line[length] == '\t')
            return line;
    }
    return NULL;
}

/* Writes the task of a puzzle, and its position as a record. */
static void take_puzzle(struct visit *visit, const struct tb_game *game, const char *line)
{
    char copy[PUZZLE_LINE_MAX];
    struct text text = text_into(copy, sizeof copy);
    struct text task = text_into(visit->order.task, sizeof visit->order.task);
    struct tb_viewer viewer = {.size = sizeof viewer, .lang = visit->order.lang};
    struct puzzle puzzle = {0};
    char position[TB_POSITION_TEXT];

    text_add(&text, "%.*s", (int)strcspn(line, "\n"), line);
    if (text.used < sizeof copy && puzzle_read(copy, game, &puzzle, NULL) == TB_OK) {
        tb_position_text(&puzzle.position, position, sizeof position);
        json_t *record = json_pack("{ss ss s[]}", "game", tb_game_name(game), "position", position,
                                   "moves");

        visit->order.record = record ? json_dumps(record, JSON_COMPACT) : NULL;
        json_decref(record);
        viewer.you = tb_turn(&puzzle.position) + 1; /* the reader is to solve it */
        puzzle_task_text(&puzzle, &viewer, &task);
        text_char(&task, ' ');
        text_message(&task, visit->order.lang, "Difficulty {grade} of {grades}.",
                     arg_count("grade", puzzle.grade), arg_count("grades", PUZZLE_GRADES));
    }
    puzzle_release(&puzzle);
}

static void find_puzzle(struct visit *visit)
{
    const struct server_options *options = &visit->reply->server->options;
    struct text route = text_into(visit->route, sizeof visit->route);
    const char *line = NULL, *id = visit->address.word;

    visit->order.status = GAME_RUNNING;
    for (int i = 0; i < tb_game_count() && !line && options->puzzles; i++)
        if ((line = find_line(options->puzzles(tb_game_at(i)), id))) {
            take_puzzle(visit, tb_game_at(i), line);
            text_add(&route, "#/puzzle/%s/%s", tb_game_name(tb_game_at(i)), id);
        }
    if (!line)
        text_add(&route, "#/puzzles");
    visit->missing = !line;
    show(visit);
}

static void find_study(struct visit *visit, const struct http_header *head)
{
    snprintf(visit->query, sizeof visit->query, "%s", head->query);
    snprintf(visit->route, sizeof visit->route, "#/game/%s?%s", visit->address.word, head->query);
    visit->order.status = GAME_RUNNING;
    visit->order.record = address_record(visit->address.word, head);
    show(visit);
}

static void find_game(struct visit *visit)
{
    snprintf(visit->route, sizeof visit->route, "#/online/%s", visit->address.word);
    hub_show(visit->reply->server->hub,
             &(struct showing){.id = visit->address.word, .secret = "", .view = VIEW_PREVIEW},
             on_game, visit);
}

/* ---- Requests ------------------------------------------------------------------------------ */

/* The address of this server as the client knows it. */
static void write_place(const struct api_request *request, struct text *out)
{
    bool forwarded = request->server->options.proxy &&
                     strcmp(header_field(request->head, "x-forwarded-proto"), "https") == 0;

    text_add(out, "%s://%s", request->server->tls || forwarded ? "https" : "http",
             header_field(request->head, "host"));
}

void share_handle(const struct api_request *request, struct reply *reply)
{
    struct visit *visit = calloc(1, sizeof *visit);
    struct refusal refusal;

    if (!visit) {
        refuse(&refusal, REFUSED_STORE, "There is no memory left for this; try again.");
        reply_refusal(reply, &refusal);
        return;
    }
    struct text place = text_into(visit->place, sizeof visit->place);

    visit->reply = reply;
    write_place(request, &place);
    address_language(request->head, visit->order.lang);
    address_read(request->head->path, &visit->address);
    switch (visit->address.kind) {
    case SHARE_GAME:
        find_game(visit);
        break;
    case SHARE_PUZZLE:
        find_puzzle(visit);
        break;
    case SHARE_STUDY:
        find_study(visit, request->head);
        break;
    case SHARE_EMBED:
        if (tb_game_find(visit->address.word))
            send_page(visit, NULL);
        else
            find_game(visit);
        break;
    case SHARE_HOME:
        send_page(visit, NULL);
    }
}
