/* store_rows.c - see store_rows.h. */
#include "server/store/store_rows.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/text.h"
#include "server/store/backend.h"

/* ---- Rows ------------------------------------------------------------------------ */

/* Copies a column, cut to fit. */
static void copy_text(const struct row *row, int column, char *out, size_t size)
{
    struct text text = text_into(out, size);

    text_add(&text, "%s", row->text(row, column));
}

/* The part that is the same for all seats of a game. */
static void read_game(const struct row *row, struct stored_game *game)
{
    struct summary *summary = &game->summary;

    *game =
        (struct stored_game){.listed = row->integer(row, 3) != 0, .created = row->integer(row, 4)};
    copy_text(row, 0, game->id, sizeof game->id);
    copy_text(row, 1, game->game, sizeof game->game);
    copy_text(row, 2, game->terms, sizeof game->terms);
    row->hash(row, 5, game->watch);
    summary->status = (enum game_status)row->integer(row, 6);
    summary->seq = row->integer(row, 7);
    summary->moves = (int)row->integer(row, 8);
    copy_text(row, 9, summary->result, sizeof summary->result);
    summary->updated = row->integer(row, 10);
    summary->due = row->integer(row, 11);
}

static void read_seat(const struct row *row, struct stored_game *game)
{
    if (game->players == TB_PLAYERS_MAX)
        return;
    struct stored_seat *seat = &game->seats[game->players++];

    seat->kind = (enum seat_kind)row->integer(row, 12);
    seat->level = (int)row->integer(row, 13);
    seat->taken = row->integer(row, 14) != 0;
    copy_text(row, 15, seat->name, sizeof seat->name);
    row->hash(row, 16, seat->hash);
    row->hash(row, 17, seat->invitation);
}

void rows_add_game(const struct row *row, struct stored_game *games, int *count)
{
    if (*count == 0 || strcmp(games[*count - 1].id, row->text(row, 0)) != 0)
        read_game(row, &games[(*count)++]);
    read_seat(row, &games[*count - 1]);
}

bool rows_add_event(const struct row *row, struct loaded *loaded)
{
    if (!ARRAY_RESERVE(loaded->events, loaded->event_capacity, loaded->event_count, 1))
        return false;
    struct stored_event *event = &loaded->events[loaded->event_count++];

    event->seq = row->integer(row, 0);
    event->at = row->integer(row, 1);
    event->seat = (int)row->integer(row, 2);
    copy_text(row, 3, event->kind, sizeof event->kind);
    copy_text(row, 4, event->data, sizeof event->data);
    event->token = (uint64_t)row->integer(row, 5);
    event->spent = row->integer(row, 6);
    return true;
}

bool rows_add_outage(const struct row *row, struct loaded *loaded)
{
    if (!ARRAY_RESERVE(loaded->outages, loaded->outage_capacity, loaded->outage_count, 1))
        return false;
    loaded->outages[loaded->outage_count++] =
        (struct outage){.from = row->integer(row, 0), .to = row->integer(row, 1)};
    return true;
}

/* ---- Parameters ------------------------------------------------------------------- */

void sink_game(const struct params_sink *sink, const struct stored_game *game)
{
    sink->text(sink->to, game->id);
    sink->text(sink->to, game->game);
    sink->text(sink->to, game->terms);
    sink->integer(sink->to, game->listed);
    sink->integer(sink->to, game->created);
    sink->hash(sink->to, game->watch);
}

void sink_summary(const struct params_sink *sink, const struct summary *summary)
{
    sink->integer(sink->to, (int)summary->status);
    sink->integer(sink->to, summary->seq);
    sink->integer(sink->to, summary->moves);
    sink->text(sink->to, summary->result);
    sink->integer(sink->to, summary->updated);
    sink->integer(sink->to, summary->due);
}

void sink_seat(const struct params_sink *sink, const struct stored_seat *seat)
{
    sink->integer(sink->to, (int)seat->kind);
    sink->integer(sink->to, seat->level);
    sink->integer(sink->to, seat->taken);
    sink->text(sink->to, seat->name);
    sink->hash(sink->to, seat->hash);
    sink->hash(sink->to, seat->invitation);
}

void sink_event(const struct params_sink *sink, const struct stored_event *event)
{
    sink->integer(sink->to, event->at);
    sink->integer(sink->to, event->seat);
    sink->text(sink->to, event->kind);
    sink->text(sink->to, event->data);
    sink->integer(sink->to, (int64_t)event->token);
    sink->integer(sink->to, event->spent);
}

void sink_query(const struct params_sink *sink, const struct list_query *query,
                const struct name_search *search)
{
    sink->integer(sink->to, (int)query->status);
    sink->integer(sink->to, query->before > 0 ? query->before : INT64_MAX);
    sink->text(sink->to, query->before_id);
    sink->integer(sink->to, query->limit);
    sink->text(sink->to, query->game);
    sink->text(sink->to, search->name);
    sink->text(sink->to, search->low);
    sink->text(sink->to, search->high);
}

bool backend_unwanted(struct write *const *writes, int count)
{
    for (int i = 0; i < count; i++)
        if (atomic_load(writes[i]->unwanted))
            return true;
    return false;
}
