/*
 * live_presence.c - presence of players, here and at other processes, and quick chat.
 *
 * Everyone is told how many are there, not who came; and at most once a second, so that
 * a thousand spectators who come together cost a thousand messages, not a million.
 */
#include "core/message.h"
#include "server/game/live_game.h"

#include <string.h>

enum {
    PRESENCE_MS = 1000,    /* between two messages about a game */
    SHARE_MS = 6 * 1000,   /* between two words to the other processes when nothing changes */
    FORGET_MS = 13 * 1000, /* a process that says nothing is gone */
};

/* Who is connected to this process. */
static struct presence presence_here(const struct live_game *live)
{
    struct presence presence = {0};

    for (const struct client *client = live->clients; client; client = client->next) {
        if (!client->greeted)
            continue;
        if (client->seat == NOBODY)
            presence.watchers++;
        else
            presence.here |= 1u << client->seat;
    }
    return presence;
}

struct presence live_presence(const struct live_game *live)
{
    struct presence presence = presence_here(live);

    for (int i = 0; i < live->room->game.players; i++)
        if (live->room->game.seats[i].kind == SEAT_COMPUTER)
            presence.here |= 1u << i;
    for (int i = 0; i < OTHERS_MAX; i++) {
        presence.here |= live->others[i].presence.here;
        presence.watchers += live->others[i].presence.watchers;
    }
    return presence;
}

bool live_attended(const struct live_game *live)
{
    unsigned here = presence_here(live).here;

    for (int i = 0; i < OTHERS_MAX; i++)
        here |= live->others[i].presence.here;
    return here != 0;
}

void live_send_all(const struct live_game *live, struct packet *packet, const struct client *except)
{
    struct client *next;

    for (struct client *client = live->clients; client; client = next) {
        next = client->next;
        if (client->greeted && client != except)
            client_send_packet(client, packet);
    }
}

/* The quality of the best connection at a seat: 1 to 4; 0: unknown. */
static int bars_of(const struct live_game *live, int seat)
{
    int bars = 0;

    for (const struct client *client = live->clients; client; client = client->next)
        if (client->greeted && client->seat == seat && lag_bars(lag_of(&client->lag)) > bars)
            bars = lag_bars(lag_of(&client->lag));
    return bars;
}

static void send_presence(const struct live_game *live)
{
    struct presence presence = live_presence(live);
    json_t *here = json_array(), *lag = json_array();

    for (int i = 0; i < live->room->game.players; i++) {
        json_array_append_new(here, json_boolean(presence.here >> i & 1));
        json_array_append_new(lag, json_integer(bars_of(live, i)));
    }
    struct packet *packet = packet_new(json_pack("{ss so si so}", "type", "presence", "here", here,
                                                 "watchers", presence.watchers, "lag", lag));

    live_send_all(live, packet, NULL);
    packet_drop(packet);
}

/* Tells the other processes who is connected here, and perhaps asks them, or passes on what a
 * player says (both from 1; 0: nothing). */
static void share_presence(struct live_game *live, int speaker, int phrase)
{
    struct presence presence = presence_here(live);
    struct remote_presence note = {.here = presence.here,
                                   .watchers = presence.watchers,
                                   .asks = live->asks,
                                   .speaker = speaker,
                                   .phrase = phrase};

    if (live->hub->closing)
        return; /* the store may be gone */
    strcpy(note.id, live->id);
    live->shared_at = live_now(live->hub);
    live->shared_here = presence.here;
    live->asks = false;
    store_share_presence(live->hub->store, &note);
}

/* Sends changes, at most once a second; the tick sends the rest. Other processes are notified at
 * once, because clocks depend on it. */
static void publish_presence(struct live_game *live, int64_t now)
{
    if (live->share_wanted && presence_here(live).here != live->shared_here) {
        share_presence(live, 0, 0);
        live->share_wanted = false;
    }
    if (now - live->presence_sent_at < PRESENCE_MS && now >= live->presence_sent_at)
        return;
    if (live->presence_changed && live->room)
        send_presence(live);
    if (live->share_wanted)
        share_presence(live, 0, 0);
    if (live->presence_changed || live->share_wanted)
        live->presence_sent_at = now;
    live->presence_changed = live->share_wanted = false;
}

void live_presence_changed(struct live_game *live, bool asks)
{
    live->presence_changed = live->share_wanted = true;
    live->asks |= asks;
    publish_presence(live, live_now(live->hub));
}

/* ---- Phrases --------------------------------------------------------------------------- */

/* Three at once, then one in five seconds. */
static const struct bucket_rate PHRASE_RATE = {.most = 3, .rate = 0.2};

static json_t *said(int seat, int phrase)
{
    return json_pack("{ss si ss}", "type", "said", "seat", seat + 1, "phrase", phrase_word(phrase));
}

/* Tells everyone who is connected to this process. */
static void send_phrase(const struct live_game *live, int seat, int phrase,
                        const struct client *except)
{
    struct packet *packet = packet_new(said(seat, phrase));

    live_send_all(live, packet, except);
    packet_drop(packet);
}

/* A bucket that was never used is full. */
static bool take_phrase(struct bucket *bucket, int64_t now, int *wait)
{
    if (bucket->at == 0)
        *bucket = bucket_full(&PHRASE_RATE, now);
    return bucket_take(bucket, &PHRASE_RATE, now, wait);
}

bool live_send_quick_chat(struct live_game *live, struct client *client,
                          const struct client_message *message, struct refusal *refusal)
{
    int seat = client->seat, wait;

    if (seat == NOBODY || !live->room->game.seats[seat].taken)
        return refuse(refusal, REFUSED_SEAT, "Only those who sit at the table can say something.");
    if (!take_phrase(&live->phrases[seat], live_now(live->hub), &wait))
        return refuse(refusal, REFUSED_RATE, "Too many messages; wait {wait} seconds.",
                      arg_count("wait", wait));
    json_t *answer = said(seat, message->phrase);

    client_message_add_id(answer, message);
    client_send(client, answer);
    send_phrase(live, seat, message->phrase, client);
    share_presence(live, seat + 1, message->phrase + 1);
    return true;
}

/* ---- The other processes ----------------------------------------------------------------- */

/* Where the word of a process is kept: its own place, or that of the oldest. */
static struct other *find_other(struct live_game *live, uint64_t process)
{
    struct other *oldest = &live->others[0];

    for (int i = 0; i < OTHERS_MAX; i++) {
        if (live->others[i].process == process)
            return &live->others[i];
        if (live->others[i].at < oldest->at)
            oldest = &live->others[i];
    }
    return oldest;
}

void live_on_presence(struct live_game *live, const struct remote_presence *note)
{
    struct other *other = find_other(live, note->process);
    struct presence before = other->presence;
    int64_t now = live_now(live->hub);

    *other = (struct other){note->process, {note->here, note->watchers}, now};
    live->presence_changed |= before.here != note->here || before.watchers != note->watchers;
    live->share_wanted |= note->asks;
    if (live->room && note->phrase >= 1 && note->phrase <= PHRASES && note->speaker >= 1 &&
        note->speaker <= live->room->game.players)
        send_phrase(live, note->speaker - 1, note->phrase - 1, NULL);
    publish_presence(live, now);
}

bool live_reachable(struct live_game *live, int seat, int64_t when)
{
    if (presence_here(live).here >> seat & 1)
        return true;
    for (int i = 0; i < OTHERS_MAX; i++)
        if ((live->others[i].presence.here >> seat & 1) && live->others[i].at < when) {
            live->share_wanted = live->asks = true;
            return false;
        }
    return true;
}

/* Drops a process that has been silent for too long. Players connected there could not move, so the
 * silence counts as an outage. */
static void forget_other(struct live_game *live, struct other *other, int64_t now)
{
    if (live->room && other->presence.here)
        room_add_outage(live->room, (struct outage){other->at, now});
    *other = (struct other){0};
    live->presence_changed = true;
}

void live_refresh_presence(struct live_game *live, int64_t now)
{
    if (live->clients && now - live->shared_at > SHARE_MS)
        live->share_wanted = true;
    for (int i = 0; i < OTHERS_MAX; i++)
        if (live->others[i].at && now - live->others[i].at > FORGET_MS)
            forget_other(live, &live->others[i], now);
    if (live->presence_changed || live->share_wanted)
        publish_presence(live, now);
}
