/*
 * layers_5.c - layers_boards.h for boards with 3 or 5 rows, and the table of openings on 5 x 5.
 *
 * The table has 16 bytes as every table, 4 of its size, and the races of all layers up to
 * OPENING_BARRIERS (opening_code.h): by barriers on the board, set, share, and barriers per player,
 * from the most to the fewest.
 */
#include "core/checksum.h"
#include "core/message.h"
#include "games/quoridor/opening_code.h"
#include "games/quoridor/quoridor.h"

#define RACE_BOARD uint32_t
#define RACE_STRIDE 5
#define RACE_SQUARES 25
#define RACE_EXITS 1
#define RACE_LAYERS quoridor_layers_5
#define race_first bits_first
#define race_bit(square) (UINT32_C(1) << (square))
#include "games/quoridor/layers_boards.h"

enum {
    OPENING_BARRIERS = 3,
    OPENING_FEWEST = 4, /* barriers per player */
    OPENING_MOST = 10,
    OPENING_TABLES = OPENING_MOST - OPENING_FEWEST + 1,
    TABLE_HEAD = 20,
};

_Static_assert(OPENING_RACE == 2 * (int)BLOCK && OPENING_ROW == (int)LIVE, "the same races");

/* The embedded file. */
extern const unsigned char quoridor_table[];

/* ---- Reading and writing ----------------------------------------------------------------------- */

/* Reads or writes all races of a set. `layers` are by barriers per player, from the most to the
 * fewest; NULL: not wanted. */
static void code_set(struct opening_code *code, struct layer *layers[OPENING_TABLES],
                     size_t number, int shares)
{
    uint8_t races[OPENING_TABLES][OPENING_RACE], first[OPENING_RACE];

    for (int share = 0; share < shares; share++) {
        for (int i = 0; i < OPENING_TABLES; i++) {
            uint8_t *plies = layers[i] ? plies_of(layers[i], number, share) : NULL;
            const uint8_t *before = i > 0 ? races[i - 1] : share > 0 ? first : NULL;

            if (plies)
                memcpy(races[i], plies, OPENING_RACE);
            opening_code_race(code, races[i], before, i == 0);
            if (plies)
                memcpy(plies, races[i], OPENING_RACE);
        }
        memcpy(first, races[0], OPENING_RACE);
    }
}

/* Lists the sets of a layer, with room for their plies. */
static bool opening_layer(struct layers *all, int barriers, struct layer *out)
{
    bool good = layer_begin(all, barriers);

    *out = all->before;
    all->before = (struct layer){0};
    free(out->exits);
    out->exits = NULL;
    out->plies = calloc(out->count * (size_t)out->shares, OPENING_RACE);
    return good && out->plies;
}

static uint32_t file_size(const unsigned char *file)
{
    return file[16] | (uint32_t)file[17] << 8 | (uint32_t)file[18] << 16 | (uint32_t)file[19] << 24;
}

/* Reads the layers with these barriers per player. */
static bool read_openings(struct layers *all, int walls)
{
    enum { PART = 256 }; /* sets between two reports */
    struct opening_code *code =
        opening_code_new(quoridor_table + TABLE_HEAD, file_size(quoridor_table) - TABLE_HEAD);
    bool good = code != NULL;

    for (int k = 0; k <= OPENING_BARRIERS && good; k++) {
        struct layer *layers[OPENING_TABLES] = {NULL}, *layer = &all->values->layers[k];

        good = opening_layer(all, k, layer);
        layers[OPENING_MOST - walls] = layer;
        for (size_t i = 0; i < layer->count && good; i++) {
            code_set(code, layers, i, layer->shares);
            good = i % PART != 0 || solved_report(all->task->watch, k, i, layer->count);
        }
    }
    opening_code_free(code);
    return good;
}

/* The barriers per player at the start of a game that can have led to the hands; 0: none. */
static int walls_of(const struct quoridor *q, int barriers)
{
    int total = q->left[0] + q->left[1] + barriers, walls = total / 2;

    return total % 2 == 0 && q->left[0] <= walls && q->left[1] <= walls ? walls : 0;
}

struct whole_values *quoridor_openings_5(const struct quoridor *q, const struct solved_watch *watch)
{
    int barriers = quoridor_board_count(q->across) + quoridor_board_count(q->upright);
    struct layers_task task = {.size = 5, .walls = walls_of(q, barriers), .keep = true,
                               .watch = watch};
    struct layers_answer answer = {0};

    if (q->size != 5 || q->turn_rule != QUORIDOR_TURN_BLOCKED || barriers >= OPENING_BARRIERS ||
        task.walls < OPENING_FEWEST || !table_is_loaded(quoridor_table))
        return NULL;
    struct layers *all = layers_new(&task, &answer);
    struct whole_values *values = all ? &all->values->whole : NULL;

    if (all && !read_openings(all, task.walls)) {
        values_drop(values);
        values = NULL;
    }
    free(all);
    return values;
}

/* ---- The file ---------------------------------------------------------------------------------- */

static uint64_t table_sum(const unsigned char *file, size_t size)
{
    return checksum_add(CHECKSUM_START, file + 16, size - 16);
}

int quoridor_table_check(const unsigned char *file, size_t size, struct tb_error *error)
{
    uint64_t sum = 0;

    if (size >= 8 && memcmp(file, QUORIDOR_TABLE_NAME, 8) != 0)
        return error_set(
            error, TB_ERR_RECORD, "The table has version {version}; this program reads {known}.",
            arg_start("version", (const char *)&file[6], 2),
            arg_text("known", &QUORIDOR_TABLE_NAME[6]));
    if (size < TABLE_HEAD || file_size(file) != size)
        return error_set(error, TB_ERR_RECORD,
                         "The table has {size} bytes and should have {wanted}.",
                         arg_unsigned("size", size),
                         arg_unsigned("wanted", size < TABLE_HEAD ? TABLE_HEAD : file_size(file)));
    for (int i = 0; i < 8; i++)
        sum |= (uint64_t)file[8 + i] << 8 * i;
    if (sum != table_sum(file, size))
        return error_set(error, TB_ERR_RECORD, "The table is damaged: its checksum is wrong.");
    return TB_OK;
}

/* Solves each number of barriers per player, and keeps the openings. */
static enum layers_end solve_openings(const struct solved_watch *watch, int threads,
                                      struct whole_values *solved[OPENING_TABLES])
{
    enum layers_end end = LAYERS_DONE;

    for (int i = 0; i < OPENING_TABLES && end == LAYERS_DONE; i++) {
        struct layers_task task = {.size = 5, .walls = OPENING_MOST - i,
                                   .threads = threads > 0 ? threads : 1,
                                   .keep = true, .keep_most = OPENING_BARRIERS, .watch = watch};
        struct layers_answer answer = {0};

        end = quoridor_layers_5(&task, &answer);
        solved[i] = answer.values;
    }
    return end;
}

static unsigned char *write_openings(struct whole_values *solved[OPENING_TABLES], size_t *size)
{
    struct opening_code *code = opening_code_new(NULL, 0);
    unsigned char *file = NULL;

    for (int k = 0; k <= OPENING_BARRIERS && code; k++) {
        struct layer *layers[OPENING_TABLES];

        for (int i = 0; i < OPENING_TABLES; i++)
            layers[i] = &((struct layers_values *)solved[i])->layers[k];
        for (size_t i = 0; i < layers[0]->count; i++)
            code_set(code, layers, i, layers[0]->shares);
    }
    if (code && (file = opening_code_finish(code, TABLE_HEAD, size))) {
        memcpy(file, QUORIDOR_TABLE_NAME, 8);
        for (int i = 0; i < 4; i++)
            file[16 + i] = (unsigned char)(*size >> 8 * i);
        for (int i = 0; i < 8; i++)
            file[8 + i] = (unsigned char)(table_sum(file, *size) >> 8 * i);
    }
    opening_code_free(code);
    return file;
}

int quoridor_table_build(const struct solved_watch *watch, int threads, unsigned char **file,
                         size_t *size, struct tb_error *error)
{
    struct whole_values *solved[OPENING_TABLES] = {NULL};
    enum layers_end end = solve_openings(watch, threads, solved);

    *file = end == LAYERS_DONE ? write_openings(solved, size) : NULL;
    for (int i = 0; i < OPENING_TABLES; i++)
        if (solved[i])
            solved[i]->drop(solved[i]);
    if (end == LAYERS_STOPPED)
        return error_set(error, TB_ERR_STOPPED, "The work was interrupted.");
    return *file ? TB_OK : error_memory(error);
}
