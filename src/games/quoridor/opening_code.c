/* opening_code.c - see opening_code.h. */
#include "games/quoridor/opening_code.h"

#include <stdlib.h>
#include <string.h>

enum {
    HALF = 1 << 15, /* a probability of one half */
    RATE = 5,       /* how fast probabilities follow: by 1/32 of the difference */
    KINDS = 5,      /* of differences */
    NEAR = KINDS * KINDS * KINDS,
    FIRST_BITS = 6, /* of plies in a race without one before it: below 64 */
    BITS = 7,       /* of a difference and its sign */
};

/* Probabilities that a bit is 1, by what is known before it. */
struct model {
    uint16_t equal[2];
    uint16_t same[NEAR][KINDS][2][2];
    uint16_t difference[NEAR][2][2][1 << BITS];
    uint16_t first[1 << FIRST_BITS][1 << FIRST_BITS];
};

struct opening_code {
    const unsigned char *data; /* NULL: writes */
    size_t size, at;
    unsigned char *out;
    size_t capacity;
    bool failed;
    uint32_t low, high, value; /* the interval; the place in it that is read */
    struct model model;
};

/* ---- Bits ---------------------------------------------------------------------------------- */

static void put(struct opening_code *code, unsigned byte)
{
    if (code->at == code->capacity) {
        size_t capacity = code->capacity ? 2 * code->capacity : 1 << 16;
        unsigned char *grown = code->failed ? NULL : realloc(code->out, capacity);

        if (!grown) {
            code->failed = true;
            return;
        }
        code->out = grown;
        code->capacity = capacity;
    }
    code->out[code->at++] = (unsigned char)byte;
}

static unsigned next_byte(struct opening_code *code)
{
    return code->at < code->size ? code->data[code->at++] : 0;
}

/* Writes the bit, or reads one and returns it. */
static int code_bit(struct opening_code *code, uint16_t *chance, int bit)
{
    uint32_t middle =
        code->low + (uint32_t)((uint64_t)(code->high - code->low) * *chance >> 16);

    if (code->data)
        bit = code->value <= middle;
    if (bit) {
        code->high = middle;
        *chance = (uint16_t)(*chance + ((65535 - *chance) >> RATE));
    } else {
        code->low = middle + 1;
        *chance = (uint16_t)(*chance - (*chance >> RATE));
    }
    for (; (code->low ^ code->high) >> 24 == 0; code->low <<= 8, code->high = code->high << 8 | 255) {
        if (code->data)
            code->value = code->value << 8 | next_byte(code);
        else
            put(code, code->high >> 24);
    }
    return bit;
}

static int code_number(struct opening_code *code, uint16_t *chances, int bits, int number)
{
    int node = 1;

    for (int i = bits - 1; i >= 0; i--)
        node = 2 * node + code_bit(code, &chances[node], number >> i & 1);
    return node - (1 << bits);
}

/* ---- Races --------------------------------------------------------------------------------- */

/* The kind of a difference: none, a small or a large one, up or down. */
static int kind_of(int difference)
{
    if (difference == 0)
        return 0;
    return (difference > 0 ? 1 : 3) + (difference > 2 || difference < -2);
}

/* The kind of the difference `step` values earlier, if that is within the same row or block. */
static int kind_at(const uint8_t *race, const uint8_t *before, int at, int step, bool within)
{
    return within ? kind_of(race[at - step] - before[at - step]) : 0;
}

static void code_value(struct opening_code *code, uint8_t *race, const uint8_t *before, int at,
                       bool far)
{
    int block = OPENING_RACE / 2, column = at % OPENING_ROW;
    int near = (kind_at(race, before, at, 1, column > 0) * KINDS +
                kind_at(race, before, at, OPENING_ROW, at % block >= OPENING_ROW)) * KINDS +
               kind_at(race, before, at, 5, column >= 5);
    int other_turn = kind_at(race, before, at, block, at >= block);
    int difference = race[at] - before[at];
    struct model *model = &code->model;

    if (code_bit(code, &model->same[near][other_turn][far][before[at] <= 1], difference == 0)) {
        race[at] = before[at];
        return;
    }
    int number = code_number(code, model->difference[near][before[at] & 1][far], BITS,
                             difference > 0 ? 2 * difference - 1 : -2 * difference);

    if (code->data)
        race[at] = (uint8_t)(before[at] + (number & 1 ? (number + 1) / 2 : -number / 2));
}

void opening_code_race(struct opening_code *code, uint8_t race[OPENING_RACE],
                       const uint8_t *before, bool far)
{
    if (before && code_bit(code, &code->model.equal[far],
                           !code->data && memcmp(race, before, OPENING_RACE) == 0)) {
        memcpy(race, before, OPENING_RACE);
        return;
    }
    for (int i = 0; i < OPENING_RACE; i++) {
        int left = i % OPENING_ROW ? race[i - 1] : 0;

        if (before)
            code_value(code, race, before, i, far);
        else
            race[i] = (uint8_t)code_number(
                code, code->model.first[left & ((1 << FIRST_BITS) - 1)], FIRST_BITS, race[i]);
    }
}

/* ---- Files --------------------------------------------------------------------------------- */

struct opening_code *opening_code_new(const unsigned char *data, size_t size)
{
    struct opening_code *code = calloc(1, sizeof *code);

    if (!code)
        return NULL;
    code->data = data;
    code->size = size;
    code->high = UINT32_MAX;
    for (size_t i = 0; i < sizeof code->model / sizeof(uint16_t); i++)
        ((uint16_t *)(void *)&code->model)[i] = HALF;
    for (int i = 0; data && i < 4; i++)
        code->value = code->value << 8 | next_byte(code);
    return code;
}

void opening_code_free(struct opening_code *code)
{
    if (code)
        free(code->out);
    free(code);
}

unsigned char *opening_code_finish(struct opening_code *code, size_t head, size_t *size)
{
    for (int i = 0; i < 4; i++, code->low <<= 8)
        put(code, code->low >> 24);
    unsigned char *file = code->failed ? NULL : calloc(1, head + code->at);

    if (!file)
        return NULL;
    memcpy(file + head, code->out, code->at);
    *size = head + code->at;
    return file;
}
