/*
 * live_time.c - the time as games see it, less the gaps in which the server stood still.
 *
 * The loop looks at the time at least every LOOK_MS, as it has a tick. If it has not
 * for longer, it was stopped, swapped out or busy, and nobody could play; since whoever
 * wants to know the time asks here, a gap is known before anything is judged by the
 * time that follows it.
 */
#include "server/live.h"

#include "server/log.h"

enum {
    LOOK_MS = 100, /* between two ticks */
    LATE_MS = 50,  /* by which a tick may be late */
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

void live_know_outages(const struct live *live)
{
    const struct hall *hall = live->hall;
    int count = hall->outage_count < RECENT_OUTAGES ? hall->outage_count : RECENT_OUTAGES;

    for (int i = 0; i < count; i++)
        room_add_outage(live->room, hall->outages[i]);
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
    }
    return now;
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
