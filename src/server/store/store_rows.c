/* store_rows.c - see store_rows.h. */
#include "server/store/store_rows.h"

#include <string.h>

#include "core/array.h"
#include "server/store/backend.h"

/* Zero unless it is one. */
static void copy_hash(const struct db_row_view *row, int column, unsigned char out[HASH_SIZE])
{
    size_t size = 0;
    const void *bytes = row_blob(row, column, &size);

    memset(out, 0, HASH_SIZE);
    if (size == HASH_SIZE)
        memcpy(out, bytes, HASH_SIZE);
}

/* The part that is the same for all seats of a game. */
static void read_game(const struct db_row_view *row, struct stored_game *game)
{
    struct summary *summary = &game->summary;

    *game =
        (struct stored_game){.listed = row_int(row, 3) != 0, .created = row_int(row, 4)};
    row_copy(row, 0, game->id, sizeof game->id);
    row_copy(row, 1, game->game, sizeof game->game);
    row_copy(row, 2, game->terms, sizeof game->terms);
    copy_hash(row, 5, game->watch);
    summary->status = (enum game_status)row_int(row, 6);
    summary->seq = row_int(row, 7);
    summary->moves = (int)row_int(row, 8);
    row_copy(row, 9, summary->result, sizeof summary->result);
    summary->updated = row_int(row, 10);
    summary->due = row_int(row, 11);
    summary->turn = (int)row_int(row, 19);
}

static void read_seat(const struct db_row_view *row, struct stored_game *game)
{
    if (game->players == TB_PLAYERS_MAX)
        return;
    struct stored_seat *seat = &game->seats[game->players++];

    seat->kind = (enum seat_kind)row_int(row, 12);
    seat->level = (int)row_int(row, 13);
    seat->taken = row_int(row, 14) != 0;
    row_copy(row, 15, seat->name, sizeof seat->name);
    copy_hash(row, 16, seat->hash);
    copy_hash(row, 17, seat->invitation);
    seat->member = row_int(row, 18);
}

bool rows_add_game(void *listed, const struct db_row_view *row)
{
    struct listed *out = listed;

    if (out->count == 0 || strcmp(out->games[out->count - 1].id, row_text(row, 0)) != 0)
        read_game(row, &out->games[out->count++]);
    read_seat(row, &out->games[out->count - 1]);
    return true;
}

bool rows_add_event(void *loaded, const struct db_row_view *row)
{
    struct loaded *out = loaded;

    if (!ARRAY_RESERVE(out->events, out->event_capacity, out->event_count, 1))
        return false;
    struct stored_event *event = &out->events[out->event_count++];

    event->seq = row_int(row, 0);
    event->at = row_int(row, 1);
    event->seat = (int)row_int(row, 2);
    row_copy(row, 3, event->kind, sizeof event->kind);
    row_copy(row, 4, event->data, sizeof event->data);
    event->token = (uint64_t)row_int(row, 5);
    event->spent = row_int(row, 6);
    return true;
}

bool rows_add_outage(void *loaded, const struct db_row_view *row)
{
    struct loaded *out = loaded;

    if (!ARRAY_RESERVE(out->outages, out->outage_capacity, out->outage_count, 1))
        return false;
    out->outages[out->outage_count++] =
        (struct outage){.from = row_int(row, 0), .to = row_int(row, 1)};
    return true;
}

bool backend_unwanted(struct write *const *writes, int count)
{
    for (int i = 0; i < count; i++)
        if (atomic_load(writes[i]->unwanted))
            return true;
    return false;
}
