/* setup_json.c - see setup_json.h. */
#include "jansson/setup_json.h"

json_t *setup_json_encode(const struct tb_setup *setup)
{
    json_t *options = json_object();

    for (int i = 0; i < tb_game_option_count(setup->game); i++) {
        const struct tb_option *option = tb_game_option(setup->game, i);
        int value = setup->options[i];

        json_object_set_new(options, option->name,
                            option->words ? json_string(option->words[value])
                                          : json_integer(value));
    }
    return options;
}

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

json_t *position_json_encode(const struct tb_position *position)
{
    struct tb_result result = tb_position_result(position);
    char text[TB_POSITION_TEXT];

    tb_position_text(position, text, sizeof text);
    return json_pack("{s:s, s:i, s:o, s:s, s:o, s:o}", "game", tb_game_name(position->setup.game),
                     "players", position->setup.players, "options",
                     setup_json_encode(&position->setup), "position", text, "turn",
                     result.over ? json_null() : json_integer(tb_turn(position) + 1), "result",
                     result_json_encode(result));
}
