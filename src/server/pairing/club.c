/* club.c - visitors of the club: their messages, counts, and who is there. */
#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "server/common/json_field.h"
#include "server/pairing/club_parts.h"

enum {
    STATUS_MS = 2000, /* between two messages about the club */
    NAMES_MAX = 100,
    GAMES_MAX = 12,
};

/* Five at once, then one in two seconds: each is a write to the store. */
static const struct bucket_rate SEEK_RATE = {.most = 5, .rate = 0.5};

/* ---- Counts ------------------------------------------------------------------------------ */

static json_t *counts(const struct club *club, const char *type)
{
    json_t *waiting = json_object();

    for (int i = 0; i < club->list_count; i++)
        json_object_set_new(waiting, club->lists[i].list, json_integer(club->lists[i].waiting));
    return json_pack("{ss si si so}", "type", type, "online", club->online, "playing",
                     hub_counts(club->hub).games, "waiting", waiting);
}

static json_t *names(const struct club *club)
{
    json_t *list = json_array();

    for (const struct visitor *visitor = club->visitors;
         visitor && json_array_size(list) < NAMES_MAX; visitor = visitor->next)
        if (visitor->counted && visitor->client->member.shown & PART_ONLINE)
            json_array_append_new(list, json_string(visitor->client->member.name));
    return json_pack("{ss so si}", "type", "online", "members", list, "online", club->online);
}

static json_t *status_of(const struct club *club, enum watch what)
{
    switch (what) {
    case WATCH_ONLINE:
        return names(club);
    case WATCH_GAMES:
        return json_pack("{ss so}", "type", "games", "games", hub_boards(club->hub, GAMES_MAX));
    case WATCH_SEEKS:
        return json_pack("{ss sO}", "type", "seeks", "seeks", club->open_seeks);
    default:
        return json_pack("{ss sO}", "type", "challenges", "challenges", club->open_challenges);
    }
}

/* Tells those who watch; everybody gets the same packet. */
static void send_status(struct club *club)
{
    struct packet *packets[WATCH_KINDS] = {0}, *numbers = NULL;

    for (struct visitor *visitor = club->visitors, *next; visitor; visitor = next) {
        next = visitor->next;
        for (int i = 0; i < WATCH_KINDS; i++)
            if (visitor->watches >> i & 1 &&
                (packets[i] || (packets[i] = packet_new(status_of(club, (enum watch)i)))))
                client_send_packet(visitor->client, packets[i]);
        if ((visitor->watches || visitor->seek) &&
            (numbers || (numbers = packet_new(counts(club, "counts")))))
            client_send_packet(visitor->client, numbers);
    }
    for (int i = 0; i < WATCH_KINDS; i++)
        packet_drop(packets[i]);
    packet_drop(numbers);
}

/* ---- Seeks ------------------------------------------------------------------------------ */

/* A member has one seek: an earlier one, at another tab, ends. */
static void end_others(struct club *club, int64_t member)
{
    for (struct seek *seek = club->seeks, *next; seek; seek = next) {
        next = seek->next;
        if (seek->row.player != member || seek->stage != SEEK_WAITING)
            continue;
        struct visitor *visitor = seek->visitor;

        if (visitor) {
            visitor->seek = NULL;
            seek->visitor = NULL;
            client_send(visitor->client,
                        json_pack("{ss ss}", "type", "stopped", "reason", "elsewhere"));
        }
        club_end_seek(seek, NULL);
    }
}

static void fill_row(const struct club *club, const struct client *client, struct seek *seek)
{
    struct seek_row *row = &seek->row;
    struct secret_source source = secret_source_of("", "", 0);

    row->token = (int64_t)(random_number() >> 1);
    row->player = client->member.id ? client->member.id : -(int64_t)(random_number() >> 1) - 1;
    row->process = club->process;
    row->seen = store_now(club->store);
    secret_draw(&source, 0, seek->secret, row->hash);
}

/* The seek of another player, whose terms the row gets. */
static bool take_decode(const json_t *root, const struct member *member, struct seek *seek,
                        struct refusal *refusal)
{
    char token[24] = "", *end;

    if (!field_string(root, "seek", token, sizeof token, refusal) ||
        !seek_name(root, member, &seek->row, refusal))
        return false;
    seek->takes = strtoll(token, &end, 10);
    return (seek->takes > 0 && *end == '\0') ||
           refuse(refusal, REFUSED_SYNTAX, "\"seek\" must be the id of a seek.");
}

static bool handle_seek(struct visitor *visitor, struct club *club, const json_t *root, bool takes,
                        const struct client_message *message, struct refusal *refusal)
{
    struct client *client = visitor->client;
    struct seek *seek;
    int wait;

    if (visitor->seek)
        return refuse(refusal, REFUSED_AGAIN, "You wait already; send unseek first.");
    if (!bucket_take(&visitor->seeks, &SEEK_RATE, store_now(club->store), &wait))
        return refuse(refusal, REFUSED_RATE, "Too many requests; wait {wait} seconds.",
                      arg_count("wait", wait));
    if (!(seek = calloc(1, sizeof *seek)))
        return refuse(refusal, REFUSED_STORE, "There is no memory left for this; try again.");
    if (!(takes ? take_decode(root, &client->member, seek, refusal)
                : seek_decode(root, &client->member, &seek->row, refusal)) ||
        !client->may_create(client, refusal)) {
        free(seek);
        return false;
    }
    fill_row(club, client, seek);
    if (client->member.id)
        end_others(club, client->member.id);
    seek->club = club;
    seek->visitor = visitor;
    seek->request = *message;
    seek->next = club->seeks;
    club->seeks = visitor->seek = seek;
    pairing_join(seek);
    return true;
}

static bool handle_unseek(struct visitor *visitor, const struct client_message *message,
                          struct refusal *refusal)
{
    struct seek *seek = visitor->seek;

    if (!seek)
        return refuse(refusal, REFUSED_OFFER, "You do not wait for anybody.");
    seek->request = *message;
    pairing_leave(seek);
    return true;
}

static bool handle_complete(struct visitor *visitor, const json_t *root, struct refusal *refusal)
{
    int64_t level = 0;

    if (!field_number(root, "level", 1, LEVEL_MAX, &level, refusal))
        return false;
    if (!visitor->seek || visitor->seek->stage != SEEK_WAITING)
        return refuse(refusal, REFUSED_OFFER, "You do not wait for anybody.");
    if (visitor->seek->row.players < 3 || visitor->seek->row.rated)
        return refuse(refusal, REFUSED_TERMS,
                      "Computer players complete unrated tables for three and four only.");
    pairing_complete(visitor->seek, (int)level);
    return true;
}

/* ---- Messages --------------------------------------------------------------------------- */

static bool handle_watch(struct visitor *visitor, struct club *club, const json_t *root,
                         struct refusal *refusal)
{
    static const char *const words[WATCH_KINDS] = {"online", "games", "seeks", "challenges"};
    const json_t *list = json_object_get(root, "what"), *item;
    unsigned watches = 0;
    size_t i;

    if (!json_is_array(list))
        return refuse(refusal, REFUSED_SYNTAX, "\"what\" must be a list.");
    json_array_foreach(list, i, item)
    {
        unsigned bit = 0;

        for (int word = 0; word < WATCH_KINDS && json_is_string(item); word++)
            if (strcmp(json_string_value(item), words[word]) == 0)
                bit = 1u << word;
        if (!bit)
            return refuse(refusal, REFUSED_SYNTAX,
                          "\"what\" must be a list of online, games, seeks and challenges.");
        watches |= bit;
    }
    visitor->watches = watches;
    club->joined |= watches >> WATCH_CHALLENGES & 1; /* they are read while somebody watches */
    for (int bit = 0; bit < WATCH_KINDS; bit++)
        if (watches >> bit & 1)
            client_send(visitor->client, status_of(club, (enum watch)bit));
    return true;
}

/* Each member is counted once, whatever the number of tabs. */
static void add_visitor(struct club *club, struct visitor *visitor)
{
    int64_t member = visitor->client->member.id;

    visitor->counted = member != 0 && !club_visitor(club, member);
    club->online += visitor->counted;
    visitor->next = club->visitors;
    if (club->visitors)
        club->visitors->before = visitor;
    club->visitors = visitor->client->visitor = visitor;
}

static void remove_visitor(struct club *club, struct visitor *visitor)
{
    struct visitor *other;

    if (visitor->before)
        visitor->before->next = visitor->next;
    else
        club->visitors = visitor->next;
    if (visitor->next)
        visitor->next->before = visitor->before;
    if (visitor->counted && (other = club_visitor(club, visitor->client->member.id)))
        other->counted = true;
    else
        club->online -= visitor->counted;
    visitor->client->visitor = NULL;
    free(visitor);
}

static bool handle_hello(struct club *club, struct client *client, const json_t *root,
                         const struct client_message *message, struct refusal *refusal)
{
    struct visitor *visitor;
    int64_t version = 0;

    if (!field_number(root, "version", 0, INT32_MAX, &version, refusal))
        return false;
    if (version != PROTOCOL_VERSION)
        return refuse(refusal, REFUSED_VERSION, "This server speaks version {version}.",
                      arg_count("version", PROTOCOL_VERSION));
    if (client->visitor)
        return refuse(refusal, REFUSED_SYNTAX, "\"hello\" was sent already.");
    if (!(visitor = calloc(1, sizeof *visitor)))
        return refuse(refusal, REFUSED_STORE, "There is no memory left for this; try again.");
    visitor->client = client;
    visitor->seeks = bucket_full(&SEEK_RATE, store_now(club->store));
    add_visitor(club, visitor);
    json_t *json = counts(club, "welcome");

    json_object_set_new(json, "version", json_integer(PROTOCOL_VERSION));
    json_object_set_new(json, "member",
                        client->member.id ? json_string(client->member.name) : json_null());
    client_message_add_id(json, message);
    client_send(client, json);
    return true;
}

static bool dispatch(struct club *club, struct client *client, const json_t *root,
                     const struct client_message *message, struct refusal *refusal)
{
    struct visitor *visitor = client->visitor;
    char type[16] = "";

    if (!field_string(root, "type", type, sizeof type, refusal))
        return false;
    if (strcmp(type, "ping") == 0) {
        json_t *json =
            json_pack("{ss sI}", "type", "pong", "time", (json_int_t)store_now(club->store));

        client_message_add_id(json, message);
        client_send(client, json);
        return true;
    }
    if (strcmp(type, "hello") == 0)
        return handle_hello(club, client, root, message, refusal);
    if (!visitor)
        return refuse(refusal, REFUSED_SYNTAX, "The first message must be hello.");
    if (strcmp(type, "seek") == 0 || strcmp(type, "take") == 0)
        return handle_seek(visitor, club, root, *type == 't', message, refusal);
    if (strcmp(type, "unseek") == 0)
        return handle_unseek(visitor, message, refusal);
    if (strcmp(type, "complete") == 0)
        return handle_complete(visitor, root, refusal);
    if (strcmp(type, "watch") == 0)
        return handle_watch(visitor, club, root, refusal);
    return refuse(refusal, REFUSED_SYNTAX, "There is no message of type \"{word}\".",
                  arg_text("word", quote(type).text));
}

void club_receive(struct club *club, struct client *client, const char *text, size_t length)
{
    struct client_message message = {0};
    struct refusal refusal;
    json_t *root = json_object_read(text, length, &refusal);

    message.has_id = json_is_integer(json_object_get(root, "id"));
    message.id = json_integer_value(json_object_get(root, "id"));
    if (!root || !dispatch(club, client, root, &message, &refusal))
        client_refuse(client, &message, &refusal);
    json_decref(root);
}

void club_leave(struct club *club, struct client *client)
{
    struct visitor *visitor = client->visitor;

    if (!visitor)
        return;
    if (visitor->seek) {
        struct seek *seek = visitor->seek;

        seek->visitor = NULL;
        pairing_leave(seek);
    }
    remove_visitor(club, visitor);
}

/* ---- The club --------------------------------------------------------------------------- */

void club_shutdown(struct club *club)
{
    club->closing = true;
    for (struct visitor *visitor = club->visitors, *next; visitor; visitor = next) {
        next = visitor->next;
        visitor->client->close(visitor->client, "restart",
                               "The server is restarting; reconnect in a moment.");
    }
}

void club_tick(struct club *club)
{
    int64_t now = store_now(club->store);

    if (club->closing)
        return;
    pairing_tick(club, now);
    if (now - club->status_sent_at < STATUS_MS)
        return;
    club->status_sent_at = now;
    send_status(club);
}

void club_lose_store(struct club *club)
{
    club->store = NULL;
}

struct club *club_new(struct store *store, struct hub *hub)
{
    struct club *club = calloc(1, sizeof *club);

    if (!club)
        return NULL;
    club->store = store;
    club->hub = hub;
    club->process = (int64_t)(random_number() >> 1);
    club->open_seeks = json_array();
    club->open_challenges = json_array();
    return club;
}

void club_free(struct club *club)
{
    if (!club)
        return;
    pairing_free(club);
    for (struct visitor *visitor = club->visitors, *next; visitor; visitor = next) {
        next = visitor->next;
        free(visitor);
    }
    json_decref(club->open_seeks);
    json_decref(club->open_challenges);
    free(club->lists);
    free(club);
}
