/* check.h - what callers of the public interface hand over, looked at before it is used. */
#ifndef TABLIER_API_CHECK_H
#define TABLIER_API_CHECK_H

#include "core/game.h"

/* A pointer that must be there is NULL. */
int api_missing(struct tb_error *error, const char *what);

/* Copies a struct that begins with its size: what the caller's version of it does not
 * have becomes zero. NULL gives all zeros. */
int api_read_struct(void *own, size_t own_size, const void *given, struct tb_error *error);
/* Copies our version of such a struct into the caller's, as far as that goes, whose `size`
 * says how far. */
int api_write_struct(void *given, const void *own, size_t own_size, struct tb_error *error);

/* TB_ERR_SETUP unless the position is one of that set-up. */
int api_check_same(const struct tb_position *position, const struct tb_setup *setup,
                   struct tb_error *error);
/* TB_ERR_RANGE unless min <= value <= max. */
int api_check_range(const char *what, int64_t value, int64_t min, int64_t max,
                    struct tb_error *error);

#endif
