/* setup_json.h - results, options and positions as values of Jansson, for reports and for the
 * server. */
#ifndef TABLIER_JANSSON_SETUP_JSON_H
#define TABLIER_JANSSON_SETUP_JSON_H

#include <jansson.h>

#include "core/position.h"

/* The values of all options by their names. */
json_t *setup_json_encode(const struct tb_setup *setup);

/* "draw", a list of winners' numbers, or null while the game goes on. */
json_t *result_json_encode(struct tb_result result);

/* A position and its facts: game, players, options, position, turn (null when it is over),
 * result. */
json_t *position_json_encode(const struct tb_position *position);

#endif
