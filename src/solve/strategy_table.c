/* strategy_table.c - see strategy_table.h. */
#include "solve/strategy_table.h"

#include <stdlib.h>
#include <string.h>

#include "core/pages.h"

struct strategy_table *strategy_table_new(void)
{
    struct strategy_table *table = calloc(1, sizeof *table);

    for (int i = 0; table && i < STRATEGY_SHARDS; i++)
        pthread_mutex_init(&table->shards[i].lock, NULL);
    return table;
}

void strategy_table_free(struct strategy_table *table)
{
    for (int i = 0; table && i < STRATEGY_SHARDS; i++) {
        pthread_mutex_destroy(&table->shards[i].lock);
        free(table->shards[i].entries);
    }
    free(table);
}

static uint64_t scatter(uint64_t number)
{
    number = (number ^ number >> 31) * 0x9e3779b97f4a7c15u;
    return number ^ number >> 29;
}

static unsigned shard_of(struct packed key)
{
    return (unsigned)(scatter(key.high) % STRATEGY_SHARDS);
}

static size_t hash_of(struct packed key)
{
    return (size_t)scatter(key.high * 0x9e3779b97f4a7c15u + key.low * 0xc2b2ae3d27d4eb4fu);
}

/* The position's entry, or the free one where it would be. */
static struct strategy_entry *slot_of(const struct strategy_shard *shard, struct packed key)
{
    struct strategy_entry *entries = shard->entries;
    size_t last = shard->capacity - 1, i = hash_of(key) & last;

    while (entries[i].taken &&
           (entries[i].key.low != key.low || entries[i].key.high != key.high))
        i = (i + 1) & last;
    return &entries[i];
}

void strategy_table_fetch(const struct strategy_table *table, struct packed key)
{
    const struct strategy_shard *shard = &table->shards[shard_of(key)];
    size_t capacity = atomic_load_explicit(&shard->capacity, memory_order_relaxed);

    if (capacity)
        __builtin_prefetch(atomic_load_explicit(&shard->entries, memory_order_relaxed) +
                           (hash_of(key) & (capacity - 1)));
}

static bool shard_grow(struct strategy_shard *shard)
{
    struct strategy_entry *old = shard->entries;
    size_t old_capacity = shard->capacity, capacity = old_capacity ? 2 * old_capacity : 64;
    struct strategy_entry *grown = calloc(capacity, sizeof *grown);

    if (!grown)
        return false;
    pages_scattered(grown, capacity * sizeof *grown);
    shard->entries = grown;
    shard->capacity = capacity;
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i].taken)
            memcpy(slot_of(shard, old[i].key), &old[i], sizeof *old);
    free(old);
    return true;
}

static int shard_add(struct strategy_shard *shard, struct packed key, uint8_t bound, uint32_t level)
{
    if (4 * shard->count >= 3 * shard->capacity && !shard_grow(shard))
        return -1;
    struct strategy_entry *entry = slot_of(shard, key);

    if (entry->taken)
        return 0;
    *entry = (struct strategy_entry){.key = key, .taken = true, .bound = bound, .level = level};
    shard->count++;
    return 1;
}

int strategy_table_add(struct strategy_table *table, struct packed key, uint8_t bound)
{
    struct strategy_shard *shard = &table->shards[shard_of(key)];

    pthread_mutex_lock(&shard->lock);
    int added = shard_add(shard, key, bound, table->level);

    pthread_mutex_unlock(&shard->lock);
    return added;
}

bool strategy_table_had(struct strategy_table *table, struct packed key)
{
    struct strategy_shard *shard = &table->shards[shard_of(key)];

    pthread_mutex_lock(&shard->lock);
    const struct strategy_entry *entry = strategy_table_find(table, key);
    bool had = entry && entry->level < table->level;

    pthread_mutex_unlock(&shard->lock);
    return had;
}

bool strategy_table_merge(struct strategy_table *table, struct packed key, uint8_t bound,
                          bool least)
{
    struct strategy_shard *shard = &table->shards[shard_of(key)];

    pthread_mutex_lock(&shard->lock);
    int added = shard_add(shard, key, bound, table->level);

    if (added == 0) {
        struct strategy_entry *entry = slot_of(shard, key);

        if (least ? bound < entry->bound : bound > entry->bound)
            entry->bound = bound;
    }
    pthread_mutex_unlock(&shard->lock);
    return added >= 0;
}

struct strategy_entry *strategy_table_find(struct strategy_table *table, struct packed key)
{
    const struct strategy_shard *shard = &table->shards[shard_of(key)];

    if (!shard->capacity)
        return NULL;
    struct strategy_entry *entry = slot_of(shard, key);

    return entry->taken ? entry : NULL;
}

/* ---- The list in a file ------------------------------------------------------------------ */

static int compare_rows(const void *left, const void *right)
{
    struct packed a = ((const struct strategy_row *)left)->key,
                  b = ((const struct strategy_row *)right)->key;

    return packed_less(b, a) - packed_less(a, b);
}

/* The positions that were added since a level in ascending order, which the caller frees; NULL when
 * out of memory. */
static struct strategy_row *sorted_rows(const struct strategy_shard *shard, uint32_t since,
                                        size_t *count)
{
    struct strategy_row *rows = malloc((shard->count + 1) * sizeof *rows);
    const struct strategy_entry *entries = shard->entries;
    size_t at = 0;

    for (size_t i = 0; rows && i < shard->capacity; i++)
        if (entries[i].taken && entries[i].level >= since)
            rows[at++] = (struct strategy_row){entries[i].key, entries[i].bound};
    if (at > 0)
        qsort(rows, at, sizeof *rows, compare_rows);
    *count = at;
    return rows;
}

struct strategy_row *strategy_shard_take(struct strategy_table *table, int number, size_t *count)
{
    struct strategy_shard *shard = &table->shards[number];
    struct strategy_row *rows = sorted_rows(shard, 0, count);

    free(shard->entries);
    shard->entries = NULL;
    shard->capacity = 0;
    shard->count = 0;
    return rows;
}

static void shard_write(const struct strategy_shard *shard, uint32_t since, struct bytes *out)
{
    struct packed last = {0, 0};
    size_t at = 0;
    struct strategy_row *rows = sorted_rows(shard, since, &at);

    out->failed = !rows;
    bytes_varint(out, at);
    for (size_t i = 0; i < at; i++) {
        struct packed key = rows[i].key;
        bool same = i > 0 && key.high == last.high;

        bytes_varint(out, key.high - last.high);
        bytes_varint(out, same ? key.low - last.low - 1 : key.low);
        bytes_number(out, rows[i].bound, 1);
        last = key;
    }
    free(rows);
}

struct writing {
    const struct strategy_table *table;
    uint32_t since;
    atomic_int next; /* shard */
    struct bytes parts[STRATEGY_SHARDS];
};

static void *write_shards(void *context)
{
    struct writing *writing = context;
    int i;

    while ((i = atomic_fetch_add(&writing->next, 1)) < STRATEGY_SHARDS)
        shard_write(&writing->table->shards[i], writing->since, &writing->parts[i]);
    return NULL;
}

bool strategy_table_write(const struct strategy_table *table, uint32_t since, int threads,
                          struct bytes *out)
{
    pthread_t made[STRATEGY_SHARDS];
    struct writing *writing = calloc(1, sizeof *writing);
    int count = 0;

    if (!writing)
        return false;
    writing->table = table;
    writing->since = since;
    while (count + 1 < threads && count < STRATEGY_SHARDS &&
           pthread_create(&made[count], NULL, write_shards, writing) == 0)
        count++;
    write_shards(writing);
    while (count > 0)
        pthread_join(made[--count], NULL);
    for (int i = 0; i < STRATEGY_SHARDS; i++) {
        out->failed = out->failed || writing->parts[i].failed;
        bytes_add(out, writing->parts[i].data, writing->parts[i].size);
        bytes_release(&writing->parts[i]);
    }
    free(writing);
    return !out->failed;
}

static bool shard_read(struct strategy_shard *shard, int number, struct reader *reader)
{
    uint64_t count = reader_varint(reader);
    struct packed key = {0, 0};

    for (uint64_t i = 0; i < count; i++) {
        uint64_t more = reader_varint(reader), low = reader_varint(reader);
        uint8_t bound = (uint8_t)reader_number(reader, 1);
        bool same = i > 0 && more == 0;

        key = (struct packed){key.high + more, same ? key.low + 1 + low : low};
        reader->failed = reader->failed || key.low >> 63 || shard_of(key) != (unsigned)number;
        if (reader->failed || shard_add(shard, key, bound, 0) < 0)
            return false;
    }
    return !reader->failed;
}

bool strategy_table_read(struct strategy_table *table, struct reader *reader)
{
    for (int i = 0; i < STRATEGY_SHARDS; i++)
        if (!shard_read(&table->shards[i], i, reader))
            return false;
    return true;
}
