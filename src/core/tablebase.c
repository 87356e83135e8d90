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

/* One of the header's numbers. */
static uint32_t number_at(const unsigned char *file, int index)
{
    const unsigned char *at = file + TABLEBASE_NUMBERS + 4 * index;

    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static struct retrieval slots_of(const unsigned char *file)
{
    return (struct retrieval){
        .slots = file + TABLEBASE_HEADER,
        .third = number_at(file, 1),
        .seed = number_at(file, 2),
    };
}

uint32_t tablebase_count(const unsigned char *file)
{
    return number_at(file, 0);
}

size_t tablebase_size(const unsigned char *file)
{
    return TABLEBASE_HEADER + retrieval_size(slots_of(file).third);
}

struct verdict tablebase_value(const unsigned char *file, uint64_t key)
{
    struct retrieval slots = slots_of(file);

    return verdict_of(file[TABLEBASE_LIST + retrieval_get(&slots, key)]);
}
