/*
 * live_time.c - the time as games see it, less the stalls of the server.
 *
 * The loop looks at the time at least every LOOK_MS, as it has a tick, and while some clock
 * runs every PULSE_MS. If it has not for longer, it was stopped, swapped out or busy, and
 * players had to wait; since everyone who needs the time asks here, a stall is known before
 * anything is judged by the time that follows it.
 *
 * The lag of a player's connection is measured by the server's own pings, and taken off the move
 * that it delayed: see club/lag.h.
 *
 * Long stalls are outages, each recorded by itself. Short ones, which may be many, are taken off
 * the running clocks at once, and their sum is recorded once per second.
 */
#include "server/game/live_game.h"

#include "server/connection/log.h"

enum {
    LOOK_MS = 100,    /* between two ticks */
    LATE_MS = 50,     /* by which a tick may be late */
    JITTER_MS = 10,   /* by which a pulse may be late */
    BATCH_MS = 1000,  /* of short stalls that are recorded as one */
    LOGGED_MS = 1000, /* longer ones are worth a line in the log */
};

static void add_outage(struct live_game *live, void *context)
{
    if (live->room)
        room_add_outage(live->room, *(const struct outage *)context);
}

/* Adds a stretch of time that is not charged to any clock, in any game. */
static void live_add_outage(struct hub *hub, struct outage outage)
{
    hub->outages[hub->outage_count++ % RECENT_OUTAGES] = outage;
    live_table_each(&hub->table, add_outage, &outage);
}

static void forgive(struct live_game *live, void *context)
{
    if (live->room)
        room_forgive(live->room, *(const int64_t *)context);
}

/* Records the sum of the short stalls, for games that are loaded later, here and elsewhere. Those
 * that are loaded have it already. */
static void record_short_stalls(struct hub *hub, int64_t now)
{
    struct outage sum = {now - hub->short_ms, now};

    hub->short_since = now;
    if (hub->short_ms == 0)
        return;
    hub->short_ms = 0;
    hub->outages[hub->outage_count++ % RECENT_OUTAGES] = sum;
    store_record_outage(hub->store, sum);
}

/* True if the outage is a sum of short stalls that this process recorded itself. */
static bool is_own_sum(const struct hub *hub, struct outage outage)
{
    int count = hub->outage_count < RECENT_OUTAGES ? hub->outage_count : RECENT_OUTAGES;

    for (int i = 0; i < count; i++)
        if (hub->outages[i].from == outage.from && hub->outages[i].to == outage.to)
            return true;
    return false;
}

void live_on_outage(struct hub *hub, struct outage outage)
{
    if (!is_own_sum(hub, outage))
        live_add_outage(hub, outage);
}

int64_t live_now(struct hub *hub)
{
    if (!hub->store)
        return hub->looked_at;
    int64_t now = store_now(hub->store);
    struct outage gap = {hub->looked_at, now};

    hub->looked_at = now;
    if (gap.from && gap.to - gap.from > LOOK_MS + LATE_MS && !hub->closing) {
        hub->counts.gaps++;
        hub->counts.gap_ms += (uint64_t)(gap.to - gap.from);
        if (gap.to - gap.from > LOGGED_MS)
            log_event("gap", "from=%lld to=%lld", (long long)gap.from, (long long)gap.to);
        live_add_outage(hub, gap);
        store_record_outage(hub->store, gap);
    } else if (hub->pulsing && gap.to - gap.from > PULSE_MS + JITTER_MS && !hub->closing) {
        int64_t length = gap.to - gap.from;

        hub->counts.gaps++;
        hub->counts.gap_ms += (uint64_t)length;
        hub->short_ms += length;
        live_table_each(&hub->table, forgive, &length);
    }
    if (now - hub->short_since >= BATCH_MS && !hub->closing)
        record_short_stalls(hub, now);
    return now;
}

void live_add_outages(const struct live_game *live)
{
    struct hub *hub = live->hub;

    record_short_stalls(hub, live_now(hub));
    int count = hub->outage_count < RECENT_OUTAGES ? hub->outage_count : RECENT_OUTAGES;

    for (int i = 0; i < count; i++)
        room_add_outage(live->room, hub->outages[i]);
}

/* ---- Is the store there? ------------------------------------------------------------- */

static void on_proof(void *context, enum store_answer answer)
{
    struct hub *hub = context;

    hub->proving = false;
    hub->proof_failed = answer != STORE_OK;
    if (answer == STORE_OK)
        hub->proven = hub->proof_asked;
}

bool live_proven(struct hub *hub, int64_t when)
{
    if (hub->proven >= when)
        return true;
    if (!hub->proving && !hub->closing) {
        hub->proving = true;
        hub->proof_asked = live_now(hub);
        store_probe(hub->store, on_proof, hub);
    }
    return false;
}

/* ---- Lag of connections ---------------------------------------------------------------- */

/* NULL: moves of this seat cost nothing that could be given back. */
static struct lag_quota *quota_of(struct live_game *live, int seat, int measured)
{
    const struct terms *terms = &live->room->terms;

    if (seat == NOBODY || terms->clock.kind != CLOCK_GAME || live->room->clocks.running != seat)
        return NULL;
    if (live->lag[seat].gain == 0)
        live->lag[seat] = lag_quota_start((int)(terms_speed(terms) / 1000), measured);
    return &live->lag[seat];
}

/* The part of the lag that the move can have cost. */
static int lag_of_move(struct live_game *live, const struct client *client)
{
    int64_t spent = room_charge(live->room, live_now(live->hub));
    int lag = lag_of(&client->lag);

    return lag < spent ? lag : (int)spent;
}

int live_compensate(struct live_game *live, const struct client *client)
{
    struct lag_quota *quota = quota_of(live, client->seat, lag_of(&client->lag));
    int lag = quota ? lag_of_move(live, client) : 0;

    if (lag <= 0)
        return 0;
    int given = lag < quota->quota ? lag : quota->quota;

    room_forgive(live->room, given);
    return given;
}

void live_settle_lag(struct live_game *live, const struct client *client, int given, bool moved)
{
    struct lag_quota *quota = quota_of(live, client->seat, lag_of(&client->lag));

    if (!moved)
        room_forgive(live->room, -given);
    else if (quota)
        lag_compensate(quota, given);
}

int live_flag_wait(const struct live_game *live)
{
    int seat = live->room->clocks.running;

    if (seat == NOBODY || live->lag[seat].gain == 0)
        return 0;
    for (const struct client *client = live->clients; client; client = client->next)
        if (client->greeted && client->seat == seat)
            return lag_flag_wait(&live->lag[seat]);
    return 0; /* nobody is connected who could have sent a move */
}
