/* wave.c - lists after a wave, for players who wait or watch: seeks, tables, challenges. */
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "server/pairing/club_parts.h"

enum { SEEKS_TOLD = 50 };

static void count_seek(struct club *club, const struct seek_row *row)
{
    for (int i = 0; i < club->list_count; i++)
        if (strcmp(club->lists[i].list, row->list) == 0) {
            club->lists[i].waiting++;
            return;
        }
    if (!ARRAY_RESERVE(club->lists, club->list_capacity, (size_t)club->list_count, 1))
        return;
    struct list_count *list = &club->lists[club->list_count++];

    memcpy(list->list, row->list, sizeof list->list);
    list->waiting = 1;
}

static int compare_places(const void *left, const void *right)
{
    const struct place *a = left, *b = right;

    return a->table != b->table ? (a->table > b->table) - (a->table < b->table) : a->row - b->row;
}

/* Sorts those who wait at tables of three and four by their tables. */
static void find_places(struct wave *wave)
{
    const struct seek_rows *rows = &wave->seeks;

    wave->places = calloc((size_t)rows->count + 1, sizeof *wave->places);
    for (int i = 0; wave->places && i < rows->count; i++)
        if (rows->rows[i].players > 2 && !rows->rows[i].game[0])
            wave->places[wave->place_count++] = (struct place){seek_table(&rows->rows[i]), i};
    if (wave->place_count > 0)
        qsort(wave->places, (size_t)wave->place_count, sizeof *wave->places, compare_places);
}

/* Who sits at a table. */
static json_t *table_encode(const struct wave *wave, int64_t table)
{
    json_t *list = json_array();
    int low = 0, high = wave->place_count;

    while (low < high) {
        int middle = low + (high - low) / 2;

        if (wave->places[middle].table < table)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < wave->place_count && wave->places[low].table == table; low++)
        json_array_append_new(list, seek_player(&wave->seeks.rows[wave->places[low].row]));
    return list;
}

static json_t *open_seek(const struct wave *wave, const struct seek_row *row)
{
    int window[2];
    bool bound = seek_window(row, wave->now, window);
    char id[24];
    struct text text = text_into(id, sizeof id);

    text_add(&text, "%lld", (long long)row->token);
    json_t *terms = json_loads(row->terms, 0, NULL), *json = json_object();

    json_object_set(json, "game", json_object_get(terms, "game"));
    json_object_set(json, "options", json_object_get(terms, "options"));
    json_object_set(json, "clock", json_object_get(terms, "clock"));
    json_object_set_new(json, "id", json_string(id));
    json_object_set_new(json, "window",
                        bound ? json_pack("[ii]", window[0], window[1]) : json_null());
    if (row->players > 2)
        json_object_set_new(json, "table", table_encode(wave, seek_table(row)));
    json_object_set_new(json, "list", json_string(row->list));
    json_object_set_new(json, "players", json_integer(row->players));
    json_object_set_new(json, "rated", json_boolean(row->rated));
    json_object_set_new(json, "name", row->name[0] ? json_string(row->name) : json_null());
    json_object_set_new(json, "rating", row->player > 0 ? json_integer(row->rating) : json_null());
    json_object_set_new(json, "since", json_integer(row->since));
    json_object_set_new(json, "range",
                        row->above < POOL_ANY ? json_pack("[ii]", -row->below, row->above)
                                              : json_null());
    json_decref(terms);
    return json;
}

static void list_seeks(const struct wave *wave)
{
    const struct seek_rows *rows = &wave->seeks;
    struct club *club = wave->club;

    json_decref(club->open_seeks);
    club->open_seeks = json_array();
    club->list_count = 0;
    for (int i = 0; i < rows->count; i++) {
        if (rows->rows[i].game[0])
            continue;
        count_seek(club, &rows->rows[i]);
        if (json_array_size(club->open_seeks) < SEEKS_TOLD)
            json_array_append_new(club->open_seeks, open_seek(wave, &rows->rows[i]));
    }
}

static void list_challenges(struct club *club, const struct challenge_call *open)
{
    json_decref(club->open_challenges);
    club->open_challenges = json_array();
    for (int i = 0; i < open->count; i++)
        json_array_append_new(
            club->open_challenges,
            challenge_encode(&open->found[i], club_has(club, open->found[i].challenger)));
}

void wave_list(struct wave *wave)
{
    find_places(wave);
    list_seeks(wave);
    list_challenges(wave->club, &wave->challenges);
}

bool wave_table_changed(struct seek *seek, const struct wave *wave)
{
    if (seek->row.players == 2)
        return false;
    json_t *table = table_encode(wave, seek_table(&seek->row));
    bool changed = !json_equal(table, seek->table);

    json_decref(seek->table);
    seek->table = table;
    return changed;
}
