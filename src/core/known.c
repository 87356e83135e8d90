/*
 * known.c - see known.h. The byte for a value: 0 a draw, 1 to 126 a win in so many
 * plies, 127 a win; the same plus 128 for a loss.
 */
#include "core/known.h"

enum { LOSS = 128, SOMEHOW = 127 };

uint64_t known_word(uint64_t key, const struct verdict *verdict)
{
    uint64_t value = verdict->plies > 0 && verdict->plies < SOMEHOW ? (uint64_t)verdict->plies
                                                                    : SOMEHOW;

    if (verdict->value == 0)
        value = 0;
    else if (verdict->value < 0)
        value += LOSS;
    return (key & ~UINT64_C(255)) | value;
}

static struct verdict verdict_of(unsigned value)
{
    unsigned plies = value % LOSS;

    if (plies == 0)
        return (struct verdict){.value = 0, .plies = -1};
    return (struct verdict){
        .value = value < LOSS ? 1 : -1,
        .plies = plies == SOMEHOW ? -1 : (int)plies,
    };
}

static uint64_t read_word(const unsigned char *at)
{
    uint64_t word = 0;

    for (int i = KNOWN_ENTRY - 1; i >= 0; i--)
        word = word << 8 | at[i];
    return word;
}

bool known_find(const unsigned char *file, size_t size, uint64_t key, struct verdict *out)
{
    const unsigned char *entries = file + KNOWN_HEADER;
    size_t low = 0, high = (size - KNOWN_HEADER) / KNOWN_ENTRY;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint64_t word = read_word(entries + middle * KNOWN_ENTRY);

        if (word >> 8 == key >> 8) {
            *out = verdict_of(word & 255);
            return true;
        }
        if (word >> 8 < key >> 8)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}
