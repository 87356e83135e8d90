/* record_json.c - results as JSON. */
#include "json/record_json.h"

json_t *result_json_encode(struct tb_result result)
{
    if (!result.over)
        return json_null();
    if (result.winners == 0)
        return json_string("draw");
    json_t *winners = json_array();

    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        if (result.winners & (1u << p))
            json_array_append_new(winners, json_integer(p + 1));
    return winners;
}
