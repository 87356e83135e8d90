/* record_json.c - writing records as JSON. Reading is in record_json_read.c. */
#include "json/record_json.h"

#include <stdio.h>
#include <string.h>

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

/* The options that differ from the game's own, numbers as numbers. */
static json_t *encode_options(const struct tb_setup *setup)
{
    json_t *options = json_object();

    for (int i = 0; i < tb_game_option_count(setup->game); i++) {
        const struct tb_option *option = tb_game_option(setup->game, i);
        int value = setup->options[i];

        if (value != option->defaults[setup->players])
            json_object_set_new(options, option->name,
                                option->words ? json_string(option->words[value])
                                              : json_integer(value));
    }
    return options;
}

static void encode_rules(json_t *root, struct tb_match_rules rules)
{
    if (rules.repetition != tb_match_rules_default().repetition)
        json_object_set_new(root, "repetition", json_integer(rules.repetition));
    if (rules.swap)
        json_object_set_new(root, "swap", json_true());
}

/* The number of the player whose name this tag gives, 0 if it is another tag. */
static int name_tag(const char *tag, int players)
{
    char name[24];

    for (int p = 1; p <= players; p++) {
        snprintf(name, sizeof name, "Player%d", p);
        if (strcmp(tag, name) == 0)
            return p;
    }
    return 0;
}

static void encode_tags(json_t *root, const struct record *record)
{
    int players = tb_match_start(record->match)->setup.players;
    json_t *names = json_array(), *others = json_object();
    bool named = false;

    for (int p = 0; p < players; p++)
        json_array_append_new(names, json_null());
    for (int i = 0; i < record->tag_count; i++) {
        const struct record_tag *tag = &record->tags[i];
        int player = name_tag(tag->name, players);

        if (player)
            json_array_set_new(names, (size_t)player - 1, json_string(tag->value));
        else if (strcmp(tag->name, "Date") == 0)
            json_object_set_new(root, "date", json_string(tag->value));
        else
            json_object_set_new(others, tag->name, json_string(tag->value));
        named = named || player;
    }
    if (named)
        json_object_set(root, "names", names);
    if (json_object_size(others) > 0)
        json_object_set(root, "tags", others);
    json_decref(names);
    json_decref(others);
}

json_t *record_json_encode(const struct record *record)
{
    const struct tb_match *match = record->match;
    const struct tb_position *start = tb_match_start(match);
    const char *ending = record_ending_name(tb_match_ending(match));
    json_t *root = json_object(), *moves = json_array();
    char position[TB_POSITION_TEXT];

    json_object_set_new(root, "game", json_string(tb_game_name(start->setup.game)));
    json_object_set_new(root, "players", json_integer(start->setup.players));
    json_object_set_new(root, "options", encode_options(&start->setup));
    encode_rules(root, tb_match_rules_of(match));
    if (!record_is_usual_start(match)) {
        tb_position_text(start, position, sizeof position);
        json_object_set_new(root, "position", json_string(position));
    }
    encode_tags(root, record);
    for (int i = 0; i < tb_match_length(match); i++)
        json_array_append_new(moves, json_string(tb_match_entry(match, i)));
    json_object_set_new(root, "moves", moves);
    if (ending)
        json_object_set_new(root, "ending", json_string(ending));
    json_object_set_new(root, "result", result_json_encode(tb_match_result(match)));
    return root;
}

char *record_json_write(const struct record *record)
{
    json_t *root = record_json_encode(record);
    char *text = root ? json_dumps(root, JSON_COMPACT) : NULL;

    json_decref(root);
    return text;
}
