/* take.c - values of options: flags, texts and numbers. */
#include <stdbool.h>

#include "cli/command.h"
#include "core/error.h"
#include "file/file.h"

int take_flag(void *target, const char *value, struct tb_error *error)
{
    (void)value;
    (void)error;
    *(bool *)target = true;
    return TB_OK;
}

int take_text(void *target, const char *value, struct tb_error *error)
{
    (void)error;
    *(const char **)target = value;
    return TB_OK;
}

int take_folder(void *target, const char *value, struct tb_error *error)
{
    if (!*value)
        return file_no_folder(error);
    return take_text(target, value, error);
}

int take_number(void *target, const char *value, struct tb_error *error)
{
    uint64_t number = 0;
    const char *at = value;

    bool fits = true;

    for (; *at >= '0' && *at <= '9'; at++)
        fits = fits && !__builtin_mul_overflow(number, (uint64_t)10, &number) &&
               !__builtin_add_overflow(number, (uint64_t)(*at - '0'), &number);
    if (at > value && !*at && !fits)
        return error_set(error, TB_ERR_VALUE, "''{value}'' is too large; it must be at most {max}.",
                         arg_text("value", quote(value).text), arg_unsigned("max", UINT64_MAX));
    if (at == value || *at)
        return error_set(error, TB_ERR_VALUE, "''{value}'' is not a whole number, 0 or more.",
                         arg_text("value", quote(value).text));
    *(uint64_t *)target = number;
    return TB_OK;
}

int take_positive(void *target, const char *value, struct tb_error *error)
{
    int code = take_number(target, value, error);

    if (!code && *(uint64_t *)target == 0)
        return error_set(error, TB_ERR_VALUE, "It must be 1 or more.");
    return code;
}

int take_between(void *target, const char *value, uint64_t min, uint64_t max,
                 struct tb_error *error)
{
    uint64_t number;
    int code = take_number(&number, value, error);

    if (code)
        return code;
    if (number < min || number > max)
        return error_set(error, TB_ERR_VALUE, "It must be between {min} and {max}, not {value}.",
                         arg_text("value", quote(value).text), arg_unsigned("min", min),
                         arg_unsigned("max", max));
    *(uint64_t *)target = number;
    return TB_OK;
}
