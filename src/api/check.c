/* check.c - see check.h. */
#include "api/check.h"
#include "core/error.h"

#include <inttypes.h>
#include <string.h>

int api_missing(struct tb_error *error, const char *what)
{
    return error_set(error, TB_ERR_ARGUMENT, "No {what} was given.", arg_text("what", what));
}

/* The largest struct that a newer header could plausibly have. */
enum { STRUCT_MAX = 1 << 16 };

/* Reads the size that a struct begins with. */
static int read_size(const void *given, size_t least, size_t *size, struct tb_error *error)
{
    memcpy(size, given, sizeof *size);
    if (*size >= least && *size <= STRUCT_MAX)
        return TB_OK;
    return error_set(error, TB_ERR_ARGUMENT,
                     "A struct has the size {size}, but needs at least {least}: declare it with "
                     "TB_STRUCT.",
                     arg_unsigned("size", *size), arg_unsigned("least", least));
}

int api_read(void *own, size_t own_size, size_t least, const void *given, struct tb_error *error)
{
    size_t size;
    int code;

    memset(own, 0, own_size);
    if (!given)
        return TB_OK;
    if ((code = read_size(given, least, &size, error)))
        return code;
    for (size_t i = own_size; i < size; i++)
        if (((const char *)given)[i])
            return error_set(error, TB_ERR_ARGUMENT,
                             "A struct uses fields of a newer version than {version}, the "
                             "library's.",
                             arg_text("version", TB_VERSION));
    memcpy(own, given, size < own_size ? size : own_size);
    return TB_OK;
}

int api_write(void *given, const void *own, size_t own_size, size_t least, struct tb_error *error)
{
    size_t size;
    int code = read_size(given, least, &size, error);

    if (code)
        return code;
    size_t shared = size < own_size ? size : own_size;

    memcpy((char *)given + sizeof size, (const char *)own + sizeof size, shared - sizeof size);
    memset((char *)given + shared, 0, size - shared);
    return TB_OK;
}

int api_check_same(const struct tb_position *position, const struct tb_setup *setup,
                   struct tb_error *error)
{
    int code = position_check(position, error);

    if (code)
        return code;
    const struct tb_setup *its = &position->setup;
    bool same = its->game == setup->game && its->players == setup->players;

    for (int i = 0; same && setup->game->options[i].name; i++)
        same = its->options[i] == setup->options[i];
    return same ? TB_OK
                : error_set(error, TB_ERR_SETUP,
                            "This is a position of another game, player count or set of options.");
}

int api_check_range(const char *what, int64_t value, int64_t min, int64_t max,
                    struct tb_error *error)
{
    if (value >= min && value <= max)
        return TB_OK;
    return error_set(error, TB_ERR_RANGE,
                     "{what} cannot be {value}; it must be between {min} and {max}.",
                     arg_text("what", what), arg_count("value", value), arg_count("min", min),
                     arg_count("max", max));
}
