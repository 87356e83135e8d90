/*
 * checkpoint.c - a solver's table on the disk, so that a long search can be interrupted
 * and resumed.
 *
 * The file, all numbers little-endian: the name and version; the checksum of the
 * rest; the version of the program, whose rules and numbering of positions the table
 * rests on; the game and its starting position in words, which tell the setup; the
 * nodes so far; the buckets of the table; the number of places in use, then the
 * index and the two words of each. It is written and read as a stream, for it may
 * be larger than what memory is left.
 *
 * Other threads may change the table meanwhile: an entry that is read half-changed
 * matches no key, and does no harm.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/checksum.h"
#include "core/error.h"
#include "solve/bytes.h"
#include "solve/solver.h"

#define CHECKPOINT_NAME "TABCHK02"

enum {
    VERSION_SIZE = 32,
    IDENTITY_SIZE = 64 + TB_POSITION_TEXT,
    NUMBERS_SIZE = 3 * 8, /* the nodes, the buckets, the places in use */
    SLOT_SIZE = 3 * 8,
};

/* ---- Streams -------------------------------------------------------------------------- */

/* A file being written. */
struct stream {
    FILE *file;
    uint64_t sum; /* of what was written */
    bool failed;
};

static void put(struct stream *stream, const void *data, size_t size)
{
    stream->sum = checksum_add(stream->sum, data, size);
    stream->failed = stream->failed || fwrite(data, 1, size, stream->file) != size;
}

static void put_number(struct stream *stream, uint64_t number)
{
    unsigned char data[8];

    for (int i = 0; i < 8; i++)
        data[i] = (unsigned char)(number >> 8 * i);
    put(stream, data, sizeof data);
}

/* Reads a number; the file is known to be whole. */
static uint64_t get_number(FILE *file)
{
    unsigned char data[8] = {0};
    uint64_t number = 0;

    if (fread(data, 1, sizeof data, file) < sizeof data)
        return 0;
    for (int i = 7; i >= 0; i--)
        number = number << 8 | data[i];
    return number;
}

/* The setup in words. */
static void identity(const struct tb_setup *setup, char out[IDENTITY_SIZE])
{
    struct tb_position start;
    struct text text = text_into(out, IDENTITY_SIZE);
    char position[TB_POSITION_TEXT];

    tb_position_start(&start, setup, NULL);
    tb_position_text(&start, position, sizeof position);
    text_add(&text, "%s %s", tb_game_name(setup->game), position);
}

/* ---- Writing ----------------------------------------------------------------------------- */

static struct proof_table_slot *slot_at(const struct proof_table *table, uint64_t index)
{
    return &table->buckets[index / PROOF_TABLE_WAYS].slots[index % PROOF_TABLE_WAYS];
}

static uint64_t count_used(const struct proof_table *table)
{
    uint64_t used = 0;

    for (uint64_t i = 0; i < table->count * PROOF_TABLE_WAYS; i++)
        used += atomic_load(&slot_at(table, i)->data) != 0;
    return used;
}

/* Writes `used` slots; slots that were filled after the count are left out. */
static void put_slots(struct stream *stream, const struct proof_table *table, uint64_t used)
{
    for (uint64_t i = 0; i < table->count * PROOF_TABLE_WAYS && used > 0; i++) {
        const struct proof_table_slot *slot = slot_at(table, i);
        uint64_t data = atomic_load(&slot->data);

        if (data == 0)
            continue;
        put_number(stream, i);
        put_number(stream, atomic_load(&slot->check));
        put_number(stream, data);
        used--;
    }
}

bool dfpn_save(const struct dfpn *solver, FILE *file)
{
    struct stream stream = {.file = file};
    char version[VERSION_SIZE] = TB_VERSION, words[IDENTITY_SIZE] = {0};
    uint64_t used = count_used(&solver->table);

    identity(&solver->setup, words);
    put(&stream, CHECKPOINT_NAME, BYTES_NAME);
    put_number(&stream, 0);
    stream.sum = CHECKSUM_START;
    put(&stream, version, sizeof version);
    put(&stream, words, sizeof words);
    put_number(&stream, dfpn_nodes(solver));
    put_number(&stream, solver->table.count);
    put_number(&stream, used);
    put_slots(&stream, &solver->table, used);
    uint64_t sum = stream.sum;

    stream.failed = stream.failed || fseek(stream.file, BYTES_NAME, SEEK_SET) != 0;
    put_number(&stream, sum);
    return !stream.failed;
}

/* ---- Reading ------------------------------------------------------------------------------ */

/* True if the data after the checksum is complete and undamaged. Sets its size and moves back to
 * its start. */
static bool sum_is_right(FILE *file, uint64_t *size)
{
    uint64_t wanted = get_number(file), sum = CHECKSUM_START;
    unsigned char block[1 << 14];
    size_t got;

    *size = 0;
    while ((got = fread(block, 1, sizeof block, file)) > 0) {
        sum = checksum_add(sum, block, got);
        *size += got;
    }
    return !ferror(file) && sum == wanted && fseek(file, BYTES_HEADER, SEEK_SET) == 0;
}

static int refuse_damaged(const char *path, struct tb_error *error)
{
    return error_set(error, TB_ERR_RECORD, "{path}: The checkpoint is damaged or incomplete.",
                     arg_start("path", path, 160));
}

/* Reads up to where the numbers begin; *places is how many places of the table follow them. */
static int check_header(FILE *file, const char *path, const struct tb_setup *setup,
                        uint64_t *places, struct tb_error *error)
{
    const uint64_t before = VERSION_SIZE + IDENTITY_SIZE + NUMBERS_SIZE;
    char version[VERSION_SIZE + 1] = {0}, ours[VERSION_SIZE] = TB_VERSION;
    uint64_t size;
    char name[BYTES_NAME] = {0}, words[IDENTITY_SIZE] = {0}, wanted[IDENTITY_SIZE] = {0};

    if (fread(name, 1, sizeof name, file) < sizeof name ||
        memcmp(name, CHECKPOINT_NAME, BYTES_NAME - 2) != 0)
        return error_set(error, TB_ERR_RECORD, "{path}: This is not a checkpoint of Tablier.",
                         arg_start("path", path, 160));
    if (memcmp(name, CHECKPOINT_NAME, BYTES_NAME) != 0)
        return error_set(error, TB_ERR_RECORD,
                         "{path}: The checkpoint was made by another version of Tablier; solve "
                         "again without it.",
                         arg_start("path", path, 120));
    if (!sum_is_right(file, &size) || size < before || (size - before) % SLOT_SIZE != 0 ||
        fread(version, 1, VERSION_SIZE, file) < VERSION_SIZE ||
        fread(words, 1, sizeof words, file) < sizeof words)
        return refuse_damaged(path, error);
    if (memcmp(version, ours, VERSION_SIZE) != 0)
        return error_set(error, TB_ERR_RECORD,
                         "{path}: The checkpoint was made by Tablier {theirs}, and this is {ours}; "
                         "solve again without it.",
                         arg_start("path", path, 80), arg_text("theirs", version),
                         arg_text("ours", TB_VERSION));
    *places = (size - before) / SLOT_SIZE;
    identity(setup, wanted);
    if (memcmp(words, wanted, sizeof words) != 0)
        return error_set(error, TB_ERR_RECORD, "{path}: The checkpoint was made for {purpose}.",
                         arg_start("path", path, 80), arg_start("purpose", words, 120));
    return TB_OK;
}

static void get_slots(FILE *file, struct proof_table *table, uint64_t used)
{
    for (; used > 0; used--) {
        uint64_t index = get_number(file) % (table->count * PROOF_TABLE_WAYS);
        uint64_t check = get_number(file), data = get_number(file);

        atomic_store(&slot_at(table, index)->check, check);
        atomic_store(&slot_at(table, index)->data, data);
    }
}

struct dfpn *dfpn_load(const char *path, const struct tb_setup *setup,
                       const struct dfpn_options *options, struct tb_error *error)
{
    FILE *file = fopen(path, "rb");
    struct dfpn *solver = NULL;
    uint64_t places;

    if (!file) {
        error_system(error, TB_ERR_RECORD, errno, "Cannot open {path}",
                     arg_start("path", path, 160));
        return NULL;
    }
    if (check_header(file, path, setup, &places, error) == TB_OK) {
        uint64_t nodes = get_number(file), buckets = get_number(file), used = get_number(file);

        if (used != places || buckets == 0 || used / PROOF_TABLE_WAYS > buckets) {
            refuse_damaged(path, error);
        } else if (!(solver = dfpn_make(setup, options, buckets))) {
            error_memory(error);
        } else {
            get_slots(file, &solver->table, used);
            atomic_store(&solver->nodes, nodes);
        }
    }
    fclose(file);
    return solver;
}
