/*
 * tables.h - the tables of solved games (core/solved.h) in the module, which does not contain them:
 * it has room for each, all zeros until the file has been given to it.
 */
#ifndef TABLIER_WASM_TABLES_H
#define TABLIER_WASM_TABLES_H

#include "core/game.h"

/* Every file begins with eight bytes that name its format and eight of a checksum of the rest. */
enum { TABLE_BEGINNING = 16 };

struct module_table {
    const char *game; /* NULL ends the list */
    unsigned char *room;
    size_t size;
    unsigned char beginning[TABLE_BEGINNING];
};

/* Generated (cmake/web.cmake). */
extern const struct module_table module_tables[];

/* True if the bytes begin as a table does. */
bool tables_match(const unsigned char *bytes, size_t size);

/* Copies a table to its room; *game is the one that it is for. */
int tables_take(const unsigned char *bytes, size_t size, const struct tb_game **game,
                struct tb_error *error);

/* True if the game has a table that the module needs for searches of this setup. */
bool tables_serve(const struct tb_setup *setup);

#endif
