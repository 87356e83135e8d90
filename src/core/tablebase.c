/*
 * tablebase.c - see tablebase.h. The byte for a value: 0 a draw, N from 1 to 126 a win in N plies,
 * 127 a win; the same plus 128 for a loss.
 */
#include "core/tablebase.h"

#include "core/retrieval.h"

enum { LOSS = 128, SOMEHOW = 127 };

unsigned char tablebase_byte(const struct verdict *verdict)
{
    int plies = verdict->plies > 0 && verdict->plies < SOMEHOW ? verdict->plies : SOMEHOW;

    if (verdict->value == 0)
        return 0;
    return (unsigned char)(verdict->value > 0 ? plies : plies + LOSS);
}

static struct verdict verdict_of(unsigned byte)
{
    unsigned plies = byte % LOSS;

    if (plies == 0)
        return (struct verdict){.value = 0, .plies = -1};
    return (struct verdict){
        .value = byte < LOSS ? 1 : -1,
        .plies = plies == SOMEHOW ? -1 : (int)plies,
    };
}

static uint32_t number_at(const unsigned char *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint32_t header_number(const unsigned char *file, int index)
{
    return number_at(file + TABLEBASE_NUMBERS + 4 * index);
}

static struct retrieval slots_of(const unsigned char *file)
{
    return (struct retrieval){
        .slots = file + TABLEBASE_HEADER,
        .third = header_number(file, 1),
        .seed = header_number(file, 2),
    };
}

uint32_t tablebase_count(const unsigned char *file)
{
    return header_number(file, 0);
}

size_t tablebase_size(const unsigned char *file)
{
    return TABLEBASE_HEADER + retrieval_size(slots_of(file).third);
}

struct verdict tablebase_value(const unsigned char *file, uint64_t hash)
{
    struct retrieval slots = slots_of(file);

    return verdict_of(file[TABLEBASE_LIST + retrieval_get(&slots, hash)]);
}

uint32_t tablebase_records(const unsigned char *file)
{
    return number_at(file + tablebase_size(file));
}

static uint64_t record_key(const unsigned char *record)
{
    uint64_t key = 0;

    for (int i = 0; i < TABLEBASE_RECORD - 1; i++)
        key = key << 8 | record[i];
    return key;
}

int tablebase_find(const unsigned char *file, uint64_t key, int bits)
{
    const unsigned char *from = file + tablebase_size(file) + 4;

    for (uint32_t left = tablebase_records(file); left > 0;) {
        const unsigned char *middle = from + (size_t)(left / 2) * TABLEBASE_RECORD;
        uint64_t other = record_key(middle);

        if (other >> bits == key >> bits)
            return middle[TABLEBASE_RECORD - 1];
        from = other < key ? middle + TABLEBASE_RECORD : from;
        left = other < key ? left - left / 2 - 1 : left / 2;
    }
    return 0;
}
