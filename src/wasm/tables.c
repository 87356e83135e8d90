/* tables.c - see tables.h. */
#include "wasm/tables.h"

#include <string.h>

#include "core/checksum.h"
#include "core/error.h"

enum { FORMAT_NAME = 8 };

/* The table that begins with these bytes, as far as `count` of them; NULL if none does. */
static const struct module_table *find(const unsigned char *bytes, size_t size, size_t count)
{
    for (const struct module_table *table = module_tables; table->game; table++)
        if (size >= count && memcmp(bytes, table->beginning, count) == 0)
            return table;
    return NULL;
}

bool tables_match(const unsigned char *bytes, size_t size)
{
    return find(bytes, size, FORMAT_NAME) != NULL;
}

int tables_take(const unsigned char *bytes, size_t size, const struct tb_game **game,
                struct tb_error *error)
{
    const struct module_table *table = find(bytes, size, TABLE_BEGINNING);
    uint64_t sum = 0;

    for (int i = 0; table && i < 8; i++)
        sum |= (uint64_t)bytes[FORMAT_NAME + i] << 8 * i;
    if (!table || size != table->size ||
        sum != checksum_add(CHECKSUM_START, bytes + TABLE_BEGINNING, size - TABLE_BEGINNING))
        return error_set(error, TB_ERR_RECORD, "The table is damaged: its checksum is wrong.");
    memcpy(table->room, bytes, size);
    *game = tb_game_find(table->game);
    return TB_OK;
}

bool tables_serve(const struct tb_setup *setup)
{
    struct tb_state start = {{0}};

    setup->game->init(setup, &start);
    for (const struct module_table *table = module_tables; table->game; table++)
        if (strcmp(setup->game->name, table->game) == 0)
            return game_side_count(setup->game, &start, setup->players) == 2;
    return false;
}
