/* check.c - the checks that the public interface makes of what it is given. */
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

static int check_size(size_t size, struct tb_error *error)
{
    if (size >= sizeof(size_t) && size <= STRUCT_MAX)
        return TB_OK;
    return error_set(error, TB_ERR_ARGUMENT,
                     "A struct says that its size is {size}: set it with TB_STRUCT.",
                     arg_unsigned("size", size));
}

int api_read_struct(void *own, size_t own_size, const void *given, struct tb_error *error)
{
    size_t size = 0;
    int code;

    memset(own, 0, own_size);
    if (!given)
        return TB_OK;
    memcpy(&size, given, sizeof size);
    if ((code = check_size(size, error)))
        return code;
    memcpy(own, given, size < own_size ? size : own_size);
    return TB_OK;
}

int api_write_struct(void *given, const void *own, size_t own_size, struct tb_error *error)
{
    size_t size = 0;
    int code;

    memcpy(&size, given, sizeof size);
    if ((code = check_size(size, error)))
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
    return error_set(error, TB_ERR_RANGE, "{what} cannot be {value}; it may be {min} to {max}.",
                     arg_text("what", what), arg_count("value", value), arg_count("min", min),
                     arg_count("max", max));
}
