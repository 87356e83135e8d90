/*
 * live_time.c - the time as games see it, less the stalls of the server.
 *
 * The loop looks at the time at least every LOOK_MS, as it has a tick, and while some clock
 * runs every PULSE_MS. If it has not for longer, it was stopped, swapped out or busy, and
 * players had to wait; since everyone who needs the time asks here, a stall is known before
 * anything is judged by the time that follows it.
 *
 * Long stalls are outages, each recorded by itself. Short ones, which may be many, are taken off
 * the running clocks at once, and their sum is recorded once per second.
 */
#include "server/live.h"

#include "server/log.h"

enum {
    LOOK_MS = 100, /* between two ticks */
    LATE_MS = 50,  /* by which a tick may be late */
    JITTER_MS = 10, /* by which a pulse may be late */
    BATCH_MS = 1000, /* of short stalls that are recorded as one */
    TOLD_MS = 1000, /* longer ones are worth a line in the log */
};

static void add_outage(struct live *live, void *context)
{
    if (live->room)
        room_add_outage(live->room, *(const struct outage *)context);
}

void live_add_outage(struct hall *hall, struct outage outage)
{
    hall->outages[hall->outage_count++ % RECENT_OUTAGES] = outage;
    live_table_each(&hall->table, add_outage, &outage);
}

static void forgive(struct live *live, void *context)
{
    if (live->room)
        room_forgive(live->room, *(const int64_t *)context);
}

/* Records the sum of the short stalls, for games that are loaded later, here and elsewhere. Those
 * that are loaded have it already. */
static void record_short_stalls(struct hall *hall, int64_t now)
{
    struct outage sum = {now - hall->short_ms, now};

    hall->short_since = now;
    if (hall->short_ms == 0)
        return;
    hall->short_ms = 0;
    hall->outages[hall->outage_count++ % RECENT_OUTAGES] = sum;
    store_record_outage(hall->store, sum);
}

/* True if this is a sum of short stalls that was recorded here, and is heard of from the store. */
static bool is_own_sum(const struct hall *hall, struct outage outage)
{
    int count = hall->outage_count < RECENT_OUTAGES ? hall->outage_count : RECENT_OUTAGES;

    for (int i = 0; i < count; i++)
        if (hall->outages[i].from == outage.from && hall->outages[i].to == outage.to)
            return true;
    return false;
}

void live_hear_outage(struct hall *hall, struct outage outage)
{
    if (!is_own_sum(hall, outage))
        live_add_outage(hall, outage);
}

int64_t live_now(struct hall *hall)
{
    if (!hall->store)
        return hall->looked_at;
    int64_t now = store_now(hall->store);
    struct outage gap = {hall->looked_at, now};

    hall->looked_at = now;
    if (gap.from && gap.to - gap.from > LOOK_MS + LATE_MS && !hall->closing) {
        hall->counts.gaps++;
        hall->counts.gap_ms += (uint64_t)(gap.to - gap.from);
        if (gap.to - gap.from > TOLD_MS)
            log_event("gap", "from=%lld to=%lld", (long long)gap.from, (long long)gap.to);
        live_add_outage(hall, gap);
        store_record_outage(hall->store, gap);
    } else if (hall->pulsing && gap.to - gap.from > PULSE_MS + JITTER_MS && !hall->closing) {
        int64_t length = gap.to - gap.from;

        hall->counts.gaps++;
        hall->counts.gap_ms += (uint64_t)length;
        hall->short_ms += length;
        live_table_each(&hall->table, forgive, &length);
    }
    if (now - hall->short_since >= BATCH_MS && !hall->closing)
        record_short_stalls(hall, now);
    return now;
}

void live_know_outages(const struct live *live)
{
    struct hall *hall = live->hall;

    record_short_stalls(hall, live_now(hall));
    int count = hall->outage_count < RECENT_OUTAGES ? hall->outage_count : RECENT_OUTAGES;

    for (int i = 0; i < count; i++)
        room_add_outage(live->room, hall->outages[i]);
}

/* ---- Is the store there? ------------------------------------------------------------- */

static void on_proof(void *context, enum store_answer answer)
{
    struct hall *hall = context;

    hall->proving = false;
    hall->proof_failed = answer != STORE_OK;
    if (answer == STORE_OK)
        hall->proven = hall->proof_asked;
}

bool live_proven(struct hall *hall, int64_t when)
{
    if (hall->proven >= when)
        return true;
    if (!hall->proving && !hall->closing) {
        hall->proving = true;
        hall->proof_asked = live_now(hall);
        store_probe(hall->store, on_proof, hall);
    }
    return false;
}
