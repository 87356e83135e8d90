/* check.h - checks of the arguments of the public interface. */
#ifndef TABLIER_API_CHECK_H
#define TABLIER_API_CHECK_H

#include "core/game.h"

/* A required pointer is NULL. */
int api_missing(struct tb_error *error, const char *what);

/*
 * Structs that begin with their size; see TB_STRUCT. `last` is the last field that the struct had
 * in version 2.0: a smaller one is refused. A field that a later version adds comes after it, and
 * not into the padding at the end, which older programs do not clear.
 *
 * api_read_struct(&own, given, last, error) copies the caller's version into ours: fields that it
 * lacks become zero; bytes beyond ours must be zero. NULL gives all zeros.
 * api_write_struct(given, &own, last, error) copies ours into the caller's, whose `size` stays;
 * bytes beyond ours become zero.
 */
#define STRUCT_END(own, last) (offsetof(__typeof__(own), last) + sizeof((own).last))
#define api_read_struct(own, given, last, error)                                                   \
    api_read(own, sizeof *(own), STRUCT_END(*(own), last), given, error)
#define api_write_struct(given, own, last, error)                                                  \
    api_write(given, own, sizeof *(own), STRUCT_END(*(own), last), error)
int api_read(void *own, size_t own_size, size_t least, const void *given, struct tb_error *error);
int api_write(void *given, const void *own, size_t own_size, size_t least, struct tb_error *error);

/* Reads the rules of a match; NULL: the usual ones. */
int api_read_rules(struct match_rules *rules, const struct tb_match_rules *given,
                   struct tb_error *error);

/* TB_ERR_SETUP unless the position is one of that setup. */
int api_check_same(const struct tb_position *position, const struct tb_setup *setup,
                   struct tb_error *error);
/* TB_ERR_RANGE unless min <= value <= max. */
int api_check_range(const char *what, int64_t value, int64_t min, int64_t max,
                    struct tb_error *error);

#endif
