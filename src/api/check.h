/* check.h - what callers of the public interface hand over, looked at before it is used. */
#ifndef TABLIER_API_CHECK_H
#define TABLIER_API_CHECK_H

#include "core/game.h"

/* Writes the failure in both languages, which take the same arguments; returns the code. */
int api_refuse(struct tb_error *error, int code, const char *english, const char *french, ...)
    __attribute__((format(printf, 3, 5), format(printf, 4, 5)));

/* A pointer that must be there is NULL. */
int api_missing(struct tb_error *error, const char *what);
int api_out_of_memory(struct tb_error *error);

/* Copies a struct that begins with its size: what the caller's version of it does not
 * have becomes zero. NULL gives all zeros. */
int api_read_struct(void *own, size_t own_size, const void *given, struct tb_error *error);
/* Copies our version of such a struct into the caller's, as far as that goes, whose `size`
 * says how far. */
int api_write_struct(void *given, const void *own, size_t own_size, struct tb_error *error);

/* TB_OK if the set-up is one that tb_setup_init() and tb_setup_set() can make. */
int api_check_setup(const struct tb_setup *setup, struct tb_error *error);
int api_check_position(const struct tb_position *position, struct tb_error *error);
/* TB_ERR_SETUP unless the position is one of that set-up. */
int api_check_same(const struct tb_position *position, const struct tb_setup *setup,
                   struct tb_error *error);
/* TB_ERR_RANGE unless min <= value <= max. */
int api_check_range(const char *what, int64_t value, int64_t min, int64_t max,
                    struct tb_error *error);

#endif
