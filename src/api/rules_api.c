/* rules_api.c - positions, reasons, drawings and matches as the public interface shows them. */
#include <stdlib.h>
#include <string.h>

#include "api/check.h"
#include "core/error.h"
#include "core/windows.h"

/* ---- The bytes of positions --------------------------------------------------- */

size_t tb_position_size(void)
{
    return sizeof(struct tb_position);
}

struct tb_position *tb_position_init(void *bytes)
{
    return bytes ? memset(bytes, 0, sizeof(struct tb_position)) : NULL;
}

struct tb_position *tb_position_new(const struct tb_setup *setup, struct tb_error *error)
{
    struct tb_position *position =
        tb_position_init(aligned_alloc(_Alignof(struct tb_position), sizeof *position));

    if (!position)
        error_memory(error);
    else if (setup && tb_position_start(position, setup, error)) {
        free(position);
        return NULL;
    }
    return position;
}

void tb_position_free(struct tb_position *position)
{
    free(position);
}

int tb_position_copy(struct tb_position *to, const struct tb_position *from)
{
    int code = to ? position_check(from, NULL) : TB_ERR_ARGUMENT;

    if (!code && to != from)
        *to = *from;
    return code;
}

const struct tb_setup *tb_position_setup(const struct tb_position *position)
{
    return position_check(position, NULL) ? NULL : &position->setup;
}

/* ---- Messages ------------------------------------------------------------------- */

/* Checks the arguments of a function that writes text for a viewer, and copies the viewer. */
static int read_viewer(struct tb_viewer *own, const struct tb_viewer *given, char *out, size_t size)
{
    if (out && size > 0)
        *out = '\0';
    return !out && size > 0 ? TB_ERR_ARGUMENT : api_read_struct(own, given, you, NULL);
}

int tb_error_text(const struct tb_error *error, const struct tb_viewer *viewer, char *out,
                  size_t size)
{
    struct tb_viewer own;
    int code = error ? read_viewer(&own, viewer, out, size) : TB_ERR_ARGUMENT;

    return code ? code : error_text(error, &own, out, size);
}

int tb_reason_text(const struct tb_reason *given, const struct tb_viewer *viewer, char *out,
                   size_t size)
{
    struct tb_viewer own;
    struct tb_reason reason;
    int code = given ? read_viewer(&own, viewer, out, size) : TB_ERR_ARGUMENT;

    if (!code)
        code = api_read_struct(&reason, given, places, NULL);
    return code ? code : reason_text(&reason, &own, out, size);
}

int tb_remark(const struct tb_position *position, const struct tb_viewer *viewer, char *out,
              size_t size)
{
    struct tb_viewer own;
    int code = read_viewer(&own, viewer, out, size);

    return code ? code : position_remark(position, &own, out, size);
}

int tb_remark_move(const struct tb_position *position, tb_move move, const struct tb_viewer *viewer,
                   char *out, size_t size)
{
    struct tb_viewer own;
    int code = read_viewer(&own, viewer, out, size);

    return code ? code : position_remark_move(position, move, &own, out, size);
}

/* ---- Why a move is not allowed ---------------------------------------------------- */

int tb_why(const struct tb_position *position, const char *text, struct tb_reason *reason)
{
    struct tb_reason own;

    if (!reason)
        return TB_ERR_ARGUMENT;
    int code = position_why(position, text, &own);
    int refused = api_write_struct(reason, &own, places, NULL);

    return refused ? refused : code;
}

int tb_match_why(const struct tb_match *match, const char *text, struct tb_reason *reason)
{
    struct tb_reason own;

    if (!reason)
        return TB_ERR_ARGUMENT;
    int code = match_why(match, text, &own);
    int refused = api_write_struct(reason, &own, places, NULL);

    return refused ? refused : code;
}

/* ---- Drawings --------------------------------------------------------------------- */

int tb_draw(const struct tb_position *position, const struct tb_style *style, char *out,
            size_t size)
{
    struct tb_style own;
    int code = api_read_struct(&own, style, last, NULL);

    if (code && out && size > 0)
        *out = '\0';
    return code ? code : position_draw(position, &own, out, size);
}

/* ---- Matches ------------------------------------------------------------------------ */

int api_read_rules(struct match_rules *rules, const struct tb_match_rules *given,
                   struct tb_error *error)
{
    struct tb_match_rules own;
    int code = api_read_struct(&own, given, swap, error);

    if (code)
        return code;
    *rules = match_rules_default();
    rules->swap = own.swap;
    if (own.repetition == TB_REPETITION_OFF)
        rules->repetition = 0;
    else if (own.repetition != 0)
        rules->repetition = own.repetition;
    return TB_OK;
}

struct tb_match *tb_match_new(const struct tb_position *start, const struct tb_match_rules *rules,
                              struct tb_error *error)
{
    struct match_rules own;

    return api_read_rules(&own, rules, error) ? NULL : match_new(start, &own, error);
}

int tb_match_rules_of(const struct tb_match *match, struct tb_match_rules *rules)
{
    if (!match || !rules)
        return TB_ERR_ARGUMENT;
    struct match_rules inner = match_rules_of(match);
    struct tb_match_rules own = {
        .repetition = inner.repetition ? inner.repetition : TB_REPETITION_OFF,
        .swap = inner.swap,
    };

    return api_write_struct(rules, &own, swap, NULL);
}
